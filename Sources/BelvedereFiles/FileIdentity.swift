#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which file or folder a name leads to: two names of one file, be it by a link, by dots or by another
/// name of the same inode, are equal.
public struct FileIdentity: Sendable, Hashable {
  private let device, inode: UInt64

  /// Looks at a path, symbolic links followed; `nil` where nothing is.
  public init?(_ path: String) {
    var status = stat()
    guard !path.isEmpty, stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
