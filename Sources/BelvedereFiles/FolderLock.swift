#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that one process at a time writes to.
///
/// The folder itself is locked, so that nothing in it tells of the lock, and the system frees it when the process ends,
/// however that ends. Where the file system knows no such locks everything is granted.
public final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Tries to lock a folder; does not wait.
  ///
  /// - Returns: `nil` where another process, or another object, has locked it.
  public init?(_ path: String) {
    descriptor = retryingOnInterrupt { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    // Who may write to a folder but not read it goes on without.
    guard descriptor >= 0 else { return }
    let status = retryingOnInterrupt { flock(descriptor, LOCK_EX | LOCK_NB) }
    if status != 0, errno == EWOULDBLOCK {
      close(descriptor)
      return nil
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
