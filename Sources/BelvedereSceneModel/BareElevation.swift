import BelvedereElevationFiles
import BelvedereFiles
import BelvedereTerrain

/// Elevation files named without a scene.
enum BareElevation {
  /// The pyramid of tiles that a path means; `nil` where it means something else.
  static func pyramid(_ path: String, encoding: TileEncoding?) throws -> TileElevation? {
    if InputFile.kind(of: path) == .folder,
      InputFile.names(inFolder: path).contains(where: isElevation)
    {
      return nil
    }
    guard TileElevation.recognizes(path) else { return nil }
    return try TileElevation.open(path, options: .init(encoding: encoding))
  }

  /// The files that a path means: itself, or those in a folder, in the order of their names.
  ///
  /// Of a single file its contents decide; in a folder, where other files lie too, its name.
  static func files(_ path: String) throws -> [String] {
    guard InputFile.kind(of: path) == .folder else { return [path] }
    let names = InputFile.names(inFolder: path).filter(isElevation)
    guard !names.isEmpty else {
      throw TerrainFileError(
        file: path, reason: "the folder holds no .hgt, .hgt.zip, .tif or .asc files")
    }
    return names.sorted().map { (path.hasSuffix("/") ? path : path + "/") + $0 }
  }

  private static func isElevation(_ name: String) -> Bool {
    let lowered = name.lowercased()
    if lowered.hasSuffix(".hgt") || lowered.hasSuffix(".hgt.zip") {
      return HGT.corner(ofName: name) != nil
    }
    return ElevationLayer.endings.contains { lowered.hasSuffix($0) } && !name.hasPrefix(".")
  }
}
