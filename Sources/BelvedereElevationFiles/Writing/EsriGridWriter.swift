import BelvedereTerrain

/// Esri ASCII grids: a header of names and numbers, then samples as text, north row first.
public enum EsriGridWriter {
  /// The number that stands for a void, unless it is a sample's.
  public static let voidSample = -9999

  /// The text of a grid of latitudes and longitudes.
  public static func encode(_ field: HeightField) -> [UInt8] { encode(ElevationGrid(field)) }

  /// The text of a grid in its own coordinates; ``projection(of:)`` says what they mean.
  ///
  /// Samples keep all digits of single precision. Where samples stand for their cells the header
  /// names the corner, else the centre of the first cell. Cells that are not square, such as those of
  /// tiles far from the equator, are written with `dx` and `dy` instead of `cellsize`, as GDAL does.
  public static func encode(_ grid: ElevationGrid) -> [UInt8] {
    let (dx, dy) = (grid.stepX, grid.stepY)
    var text = "ncols \(grid.width)\nnrows \(grid.height)\n"
    if grid.isEdgedBySamples {
      text += "xllcenter \(grid.west)\nyllcenter \(grid.south)\n"
    } else {
      text += "xllcorner \(CellEdge.before(grid.west, step: dx))\n"
      text += "yllcorner \(CellEdge.before(grid.south, step: dy))\n"
    }
    // No sample moves by as much as a millionth of a cell.
    let isSquare = abs(dx - dy) * Double(max(grid.width, grid.height)) <= 1e-6 * dy
    text += isSquare ? "cellsize \(dy)\n" : "dx \(dx)\ndy \(dy)\n"
    let void = unusedNumber(grid.samples)
    text += "NODATA_value \(void)\n"
    var bytes = Array(text.utf8)
    bytes.reserveCapacity(grid.samples.count * 6)
    for row in 0..<grid.height {
      for column in 0..<grid.width {
        if column > 0 { bytes.append(UInt8(ascii: " ")) }
        let sample = grid.samples[row * grid.width + column]
        bytes += (sample.isNaN ? "\(void)" : number(sample)).utf8
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// The text of the `.prj` file beside a grid; `nil` where its coordinates lie nowhere known.
  public static func projection(of grid: ElevationGrid) -> [UInt8]? {
    ProjectionText.text(of: grid.system).map { Array(($0 + "\n").utf8) }
  }

  /// ``voidSample``, or a lower number that no sample has.
  private static func unusedNumber(_ samples: [Float]) -> Int {
    var number = voidSample
    while samples.contains(Float(number)) { number = number * 10 - 9 }
    return number
  }

  private static func number(_ sample: Float) -> String {
    // Minus zero keeps its sign.
    guard sample != 0 else { return sample.sign == .minus ? "-0" : "0" }
    return Int32(exactly: sample).map { "\($0)" } ?? "\(sample)"
  }
}
