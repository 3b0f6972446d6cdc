import BelvedereTerrain

/// Esri ASCII grids: a header of names and numbers, then samples as text, north row first.
public enum EsriGridWriter {
  /// The number that stands for a void.
  public static let voidSample = -9999

  /// The text of a grid, its positions in degrees.
  ///
  /// Samples keep all digits of single precision. Cells that are not square, such as those of tiles
  /// far from the equator, are written with `dx` and `dy` instead of `cellsize`, as GDAL does.
  public static func encode(_ field: HeightField) -> [UInt8] {
    let dx = field.longitudinalResolution
    let dy = field.resolution
    var text =
      "ncols \(field.width)\nnrows \(field.height)\n"
      + "xllcenter \(field.bounds.west)\nyllcenter \(field.bounds.south)\n"
    text += abs(dx - dy) <= 1e-9 * dy ? "cellsize \(dy)\n" : "dx \(dx)\ndy \(dy)\n"
    text += "NODATA_value \(voidSample)\n"
    var bytes = Array(text.utf8)
    bytes.reserveCapacity(field.samples.count * 6)
    for row in 0..<field.height {
      for column in 0..<field.width {
        if column > 0 { bytes.append(UInt8(ascii: " ")) }
        bytes += number(field.samples[row * field.width + column]).utf8
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  private static func number(_ sample: Float) -> String {
    guard !sample.isNaN else { return "\(voidSample)" }
    return Int32(exactly: sample).map { "\($0)" } ?? "\(sample)"
  }
}
