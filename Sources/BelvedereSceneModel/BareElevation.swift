import BelvedereElevationFiles
import BelvedereFiles
import BelvedereTerrain

/// Elevation files named without a scene.
enum BareElevation {
  /// The tiles that a path means: itself, or those in a folder, in the order of their names.
  static func tiles(_ path: String) throws -> [String] {
    guard InputFile.kind(of: path) == .folder else {
      guard path.lowercased().hasSuffix(".hgt") || InputFile.kind(of: path) == .missing else {
        throw TerrainFileError(
          file: path,
          reason: "bare elevation files are .hgt tiles; other terrain goes into a scene, "
            + "which says where it lies")
      }
      return [path]
    }
    let names = InputFile.names(inFolder: path).filter {
      $0.lowercased().hasSuffix(".hgt") && HGT.corner(ofName: $0) != nil
    }
    guard !names.isEmpty else {
      throw TerrainFileError(file: path, reason: "the folder holds no .hgt tiles")
    }
    return names.sorted().map { (path.hasSuffix("/") ? path : path + "/") + $0 }
  }
}
