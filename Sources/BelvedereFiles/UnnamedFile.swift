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

  /// Makes the file so long, and its room on the disk sure where the file system can do that.
  ///
  /// - Throws: ``FileError`` where there is no room.
  public func reserve(_ count: Int) throws(FileError) {
    let length = off_t(clamping: count)
    guard ftruncate(descriptor, length) == 0 else { throw failure(errno) }
    #if os(Linux)
      let status = posix_fallocate(descriptor, 0, length)
      // Where it is not known how, what is written tells.
      guard status == 0 || status == EINVAL || status == EOPNOTSUPP else { throw failure(status) }
    #endif
  }

  /// Writes bytes somewhere in the file.
  ///
  /// - Throws: ``FileError`` where there is no room.
  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let start = done
      let written = retryingOnInterrupt {
        pwrite(
          descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start,
          off_t(clamping: offset + start))
      }
      guard written > 0 else { throw failure(errno) }
      done += written
    }
  }

  private func failure(_ number: Int32) -> FileError {
    FileError(
      .write, path: folder,
      reason:
        "has no room for a temporary file: \(systemMessage(number)); set TMPDIR to a folder that does"
    )
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
