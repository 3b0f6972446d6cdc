import BelvedereGeoMath
import BelvedereGeodesy

/// Samples at the corners of equal steps of longitude and latitude, north-west first.
public struct TerrainGrid: Sendable {
  /// The positions of the outer samples in degrees.
  public let south, west, north, east: Double
  /// Samples across and down, at least 2 × 2.
  public let width, height: Int

  private let xs, ys: [Double]

  package init(
    south: Double, west: Double, north: Double, east: Double, width: Int, height: Int,
    frame: LocalFrame
  ) {
    precondition(width >= 2 && height >= 2, "a grid has at least two rows and columns")
    self.south = south
    self.west = west
    self.north = north
    self.east = east
    self.width = width
    self.height = height
    xs = (0..<width).map { column in
      let longitude = mix(west, east, Double(column) / Double(width - 1))
      return frame.position(of: Coordinate(latitude: north, longitude: longitude)).x
    }
    ys = (0..<height).map { row in
      let latitude = mix(north, south, Double(row) / Double(height - 1))
      return frame.position(of: Coordinate(latitude: latitude, longitude: west)).y
    }
  }

  package var count: Int { width * height }

  package func x(column: Int) -> Double { xs[column] }

  package func y(row: Int) -> Double { ys[row] }

  /// The columns whose samples lie between two eastings.
  package func columns(from a: Double, to b: Double) -> Range<Int> {
    let step = (xs[width - 1] - xs[0]) / Double(width - 1)
    let first = Int(clamping: ((a - xs[0]) / step).rounded(.up), in: 0...width)
    let end = Int(flooring: (b - xs[0]) / step, in: -1...(width - 1)) + 1
    return first..<max(first, end)
  }

  /// The cell around a place as its north-west sample and the fractions east and south of it;
  /// `nil` outside.
  package func cell(at coordinate: Coordinate) -> (column: Int, row: Int, u: Double, v: Double)? {
    let u = (coordinate.longitude - west) / (east - west) * Double(width - 1)
    let v = (north - coordinate.latitude) / (north - south) * Double(height - 1)
    guard u >= 0, v >= 0, u <= Double(width - 1), v <= Double(height - 1) else { return nil }
    let column = Int(flooring: u, in: 0...(width - 2))
    let row = Int(flooring: v, in: 0...(height - 2))
    return (column, row, u - Double(column), v - Double(row))
  }
}
