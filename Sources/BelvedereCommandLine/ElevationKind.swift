import Belvedere

/// Whether a file that is no source of an import is a raster, such as of elevations.
enum ElevationKind {
  static let advice =
    "is a raster, such as of elevations, on which nothing stands; elevations go with --dem, beside a map: "
    + "belvedere import MAP --dem FILE"

  /// - Parameters:
  ///   - name: the file's name, which of .hgt tiles is all that tells.
  ///   - start: its first bytes.
  static func isPlausible(_ name: String, _ start: [UInt8]) -> Bool {
    // GeoTIFF and its form for large files, in both orders of bytes.
    let tiff: [[UInt8]] = [
      [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
    ]
    if tiff.contains(where: { start.starts(with: $0) }) { return true }
    let words = String(decoding: start.prefix(64), as: UTF8.self).lowercased()
    if words.drop(while: \.isWhitespace).hasPrefix("ncols") { return true }
    let last = DEMFormat.lastPart(name)
    return last.lowercased().contains(".hgt") && HGT.corner(ofName: last) != nil
  }
}
