import BelvedereFiles

/// Which names are handed to GDAL: those of files on this machine.
enum GDALFileName {
  /// The absolute path of a file, symbolic links followed: it begins with `/`, so nothing in GDAL
  /// takes it for an option, a server or a driver's own syntax.
  ///
  /// - Throws: `TerrainFileError` for a name that GDAL would take for something else than a file,
  ///   whatever lies under it; `FileError` where there is no such file.
  static func absolute(_ path: String, shownAs name: String) throws -> String {
    if let meaning = meaning(of: path) {
      throw TerrainFileError(
        file: name, reason: "is not given to GDAL, which takes it for \(meaning); name a file")
    }
    // Neither a folder nor a pipe.
    _ = try RandomAccessFile(path, shownAs: name)
    guard let resolved = resolvedPath(path), resolved.hasPrefix("/"), meaning(of: resolved) == nil
    else {
      throw TerrainFileError(file: name, reason: "is not a name that GDAL takes for a file's")
    }
    return resolved
  }

  /// What GDAL would take a name for; `nil` where that is a file.
  private static func meaning(of path: String) -> String? {
    if path.hasPrefix("-") { return "an option" }
    if path.hasPrefix("<") { return "a description in XML" }
    // Doubled slashes mean one to the system.
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    if path.hasPrefix("/"), let first = parts.first, first.lowercased().hasPrefix("vsi") {
      return "one of its virtual file systems"
    }
    // A driver's or a server's prefix: letters, digits, underscores, then a colon.
    let prefix = path.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    if !prefix.isEmpty, path.dropFirst(prefix.count).first == ":" {
      return "the address of a server or a driver"
    }
    return nil
  }
}
