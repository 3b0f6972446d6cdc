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
  public static func make(_ path: String) throws(FileError) {
    var folder = ""
    for part in path.split(separator: "/") {
      folder += folder.isEmpty && !path.hasPrefix("/") ? String(part) : "/\(part)"
      if InputFile.kind(of: folder) == .folder { continue }
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
        throw FileError(
          .write, path: folder, reason: "the folder cannot be made: \(systemMessage(errno))")
      }
      guard InputFile.kind(of: folder) == .folder else {
        throw FileError(.write, path: folder, reason: "is a file, not a folder; choose another")
      }
    }
  }
}
