import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// A window of a relief on a lattice; in strips as a file has them.
struct Strips: ElevationRaster {
  let name: String
  let grid: RasterGrid
  let left, top: Int
  let metres: @Sendable (_ column: Int, _ row: Int) -> Float
  var blockWidth: Int { grid.width }
  var blockHeight: Int { 3 }

  func block(column: Int, row: Int) -> [Float] {
    (0..<(blockWidth * blockHeight)).map { i in
      let (x, y) = (i % blockWidth, row * blockHeight + i / blockWidth)
      return y < grid.height ? metres(left + x, top + y) : .nan
    }
  }
}

/// A lattice and the relief on it.
struct WholeRaster {
  var width = 61
  var height = 47
  var system = CoordinateReferenceSystem.geographic(.wgs84)
  var origin = (x: 7.0, y: 47.0)
  var step = 0.001
  var metres: @Sendable (Int, Int) -> Float = { column, row in
    // Unlike at neighbours, and exact in single precision.
    Float((column &* 7919 &+ row &* 104_729) % 997)
  }

  func model(
    _ columns: Range<Int>, _ rows: Range<Int>, inMemory: Bool = false, shift: Double = 0
  ) throws -> RasterElevation {
    let x = origin.x + (Double(columns.lowerBound) + shift) * step
    // Files write longitudes within ±180.
    let isTurned = system == .geographic(.wgs84) && x >= 180
    let grid = try #require(
      RasterGrid(
        width: columns.count, height: rows.count, system: system,
        originX: isTurned ? x - 360 : x, originY: origin.y - Double(rows.lowerBound) * step,
        stepX: step, stepY: -step,
        margin: 0.5))
    let strips = Strips(
      name: "part", grid: grid, left: columns.lowerBound, top: rows.lowerBound, metres: metres)
    guard inMemory else { return try RasterElevation(strips) }
    return try RasterElevation(
      MemoryRaster(
        name: "part", grid: grid,
        samples: strips.read(column: 0, row: 0, width: columns.count, height: rows.count)))
  }

  func model() throws -> RasterElevation { try model(0..<width, 0..<height) }
}
