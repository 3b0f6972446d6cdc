#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is written piece by piece, from its beginning.
public final class GrowingFile: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Opens a file that is there, and empties it.
  ///
  /// - Parameter path: what messages call it, too.
  /// - Throws: ``FileError``.
  public init(_ path: String) throws(FileError) {
    self.path = path
    descriptor = retryingOnInterrupt { open(path, O_WRONLY | O_TRUNC | O_CLOEXEC) }
    guard descriptor >= 0 else { throw AtomicFile.failure(errno, path) }
  }

  deinit { close(descriptor) }

  /// Adds bytes at the end.
  ///
  /// - Throws: ``FileError``.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    if let number = AtomicFile.writeAll(bytes, to: descriptor) {
      throw AtomicFile.failure(number, path)
    }
  }
}
