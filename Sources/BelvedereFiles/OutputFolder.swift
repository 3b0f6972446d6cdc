internal import CBelvedereProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Folders for output.
public enum OutputFolder {
  /// Makes a folder and those that it lies in, as far as they are missing.
  ///
  /// - Parameter note: Called with each that will be made, before.
  public static func make(
    _ path: String, new note: (String) -> Void = { _ in }
  ) throws(FileError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileError(
        .write, path: path.isEmpty ? "\"\"" : path,
        reason: "is not a folder's name; choose another")
    }
    var folder = ""
    for part in path.split(separator: "/") {
      folder += folder.isEmpty && !path.hasPrefix("/") ? String(part) : "/\(part)"
      if InputFile.kind(of: folder) == .folder { continue }
      note(folder)
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
        throw FileError(
          .write, path: folder,
          reason: "the folder cannot be made: \(systemMessage(errno)); choose another place")
      }
      switch InputFile.kind(of: folder) {
      case .folder: break
      // It exists, but what it leads to does not.
      case .missing:
        throw FileError(
          .write, path: folder,
          reason: "is a link to a folder that is not there; make that one, or choose another")
      default:
        throw FileError(.write, path: folder, reason: "is a file, not a folder; choose another")
      }
    }
  }

  /// Removes a folder with all that lies in it, at most a few folders deep; links are removed, not
  /// followed. What cannot be removed stays.
  public static func remove(_ path: String, depth: Int = 4) {
    for name in InputFile.names(inFolder: path) {
      let entry = "\(path)/\(name)"
      if unlink(entry) != 0, depth > 0 { remove(entry, depth: depth - 1) }
    }
    rmdir(path)
  }

  /// The bytes that may still be written to the file system of a folder; `nil` where it does not say.
  public static func freeBytes(_ path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0, status.f_blocks > 0 else { return nil }
    let (bytes, overflow) = Int(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    return overflow ? .max : bytes
  }

  /// Waits until the disk has a folder's names; the error number where it fails. Folders that cannot be synced,
  /// or not be read, count as done.
  static func sync(_ path: String) -> Int32? {
    let descriptor = retryingOnInterrupt { open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard retryingOnInterrupt({ fsync(descriptor) }) != 0, errno != EINVAL, errno != EBADF else {
      return nil
    }
    return errno
  }

  /// Waits until the disk has all that was written in a folder, however many files: the whole file system at
  /// once, where the system can.
  ///
  /// - Throws: ``FileError`` where the disk reports that something could not be written.
  public static func syncAll(_ path: String) throws(FileError) {
    let descriptor = retryingOnInterrupt { open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let number = bv_sync_file_system(descriptor)
    guard number != 0 else { return }
    throw FileError(.write, path: path, reason: "cannot be written: \(systemMessage(number))")
  }

  /// Removes a file, or a link; what is not there or cannot be removed is left.
  public static func removeFile(_ path: String) { unlink(path) }

  /// Removes a folder in which nothing lies; any other stays.
  public static func removeIfEmpty(_ path: String) { rmdir(path) }

  /// Moves all that lies in a folder into another, over what is there; removes the first.
  ///
  /// Each entry appears whole. A folder that the second one has not is moved as it is.
  public static func merge(
    _ path: String, into target: String, depth: Int = 4
  ) throws(FileError) {
    if rename(path, target) == 0 { return }
    guard InputFile.kind(of: path) == .folder, InputFile.kind(of: target) == .folder, depth > 0
    else {
      throw FileError(.write, path: target, reason: "cannot be written: \(systemMessage(errno))")
    }
    for name in InputFile.names(inFolder: path).sorted() {
      try merge("\(path)/\(name)", into: "\(target)/\(name)", depth: depth - 1)
    }
    rmdir(path)
  }
}
