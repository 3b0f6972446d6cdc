internal import CBelvedereProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Numbers that one process at a time may hold, kept as locked bytes of a file in which nothing stands.
///
/// The system frees what a process holds when it ends, however it ends: nothing is ever left locked, and no
/// file tells of work that nobody does. Where the file system knows no such locks everything is granted.
public final class FileLocks: Sendable {
  private let descriptor: Int32

  /// How a number is held.
  public enum Kind: Sendable, Hashable { case shared, exclusive }

  /// Opens the file; makes it where it is missing.
  ///
  /// - Throws: ``FileError``.
  public init(_ path: String) throws(FileError) {
    descriptor = retryingOnInterrupt {
      open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    }
    guard descriptor >= 0 else { throw AtomicFile.failure(errno, path) }
  }

  deinit { close(descriptor) }

  /// Tries to hold a number; does not wait. A number that this object holds already changes its kind.
  ///
  /// - Returns: `false` where another process, or another object, holds it.
  public func hold(_ number: Int64, as kind: Kind = .exclusive) -> Bool {
    let kind = kind == .exclusive ? BV_LOCK_EXCLUSIVE : BV_LOCK_SHARED
    return bv_lock_bytes(descriptor, number, 1, kind) != EAGAIN
  }

  /// Gives a number free.
  public func free(_ number: Int64) { _ = bv_lock_bytes(descriptor, number, 1, BV_LOCK_NONE) }
}
