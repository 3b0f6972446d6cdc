internal import CBelvedereProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file in the folder for temporary ones that has no name: whatever ends the process, nothing is
/// left of it.
public final class UnnamedFile {
  private(set) var descriptor: Int32
  private let folder: String

  /// Makes an empty file in `TMPDIR`, or in `/tmp` where that is not set.
  ///
  /// - Throws: ``FileError``.
  public init() throws(FileError) {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    folder = named.hasPrefix("/") ? named : "/tmp"
    descriptor = bv_unnamed_file(folder)
    guard descriptor >= 0 else {
      throw FileError(
        .write, path: folder,
        reason: "holds no temporary file: \(systemMessage(errno)); set TMPDIR to a folder that does"
      )
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The file as it is now, for reading; it is then no longer this object's.
  ///
  /// - Parameter name: What messages call it.
  public consuming func reading(shownAs name: String) throws(FileError) -> RandomAccessFile {
    let taken = descriptor
    descriptor = -1
    return try RandomAccessFile(adopting: taken, name: name)
  }
}
