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
  private let remedy: String

  /// Makes an empty file in `TMPDIR`, or in `/tmp` where that is not set.
  ///
  /// - Throws: ``FileError``.
  public convenience init() throws(FileError) {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    try self.init(
      named.hasPrefix("/") ? named : "/tmp", remedy: "set TMPDIR to a folder that does")
  }

  /// Makes an empty file on the disk of a folder.
  ///
  /// - Throws: ``FileError``.
  public convenience init(inFolder folder: String) throws(FileError) {
    try self.init(folder, remedy: "free some space, or choose another disk")
  }

  private init(_ folder: String, remedy: String) throws(FileError) {
    (self.folder, self.remedy) = (folder, remedy)
    descriptor = bv_unnamed_file(folder)
    guard descriptor >= 0 else {
      throw FileError(
        .write, path: folder,
        reason: "holds no temporary file: \(systemMessage(errno)); \(remedy)")
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

  /// Reads bytes from somewhere in the file.
  ///
  /// - Throws: ``FileError`` where the disk fails, and where the file ends before.
  public func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let start = done
      let got = retryingOnInterrupt {
        pread(
          descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start,
          off_t(clamping: offset + start))
      }
      guard got > 0 else {
        let reason = got < 0 ? systemMessage(errno) : "it became shorter"
        throw FileError(
          .read, path: folder, reason: "a temporary file in it cannot be read: \(reason)")
      }
      done += got
    }
  }

  private func failure(_ number: Int32) -> FileError {
    FileError(
      .write, path: folder,
      reason: "has no room for a temporary file: \(systemMessage(number)); \(remedy)")
  }

  /// The file's descriptor, which whoever takes it closes.
  public consuming func takeDescriptor() -> Int32 {
    let taken = descriptor
    descriptor = -1
    return taken
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
