import BelvedereGeoMath
import BelvedereTerrain

extension RasterElevation {
  /// The parallels and meridians of the raster's samples, and its edges; `nil` of rasters on other
  /// projections than those of degrees and Web Mercator, and of very large ones.
  ///
  /// Around the Earth the ground goes on from the last meridian to the first one.
  public var sampleLines: SampleLines? {
    let grid = places.grid
    guard places.isSeparable, grid.width < SampleLines.maximumCount,
      grid.height < SampleLines.maximumCount
    else { return nil }
    let conversion = CoordinateConversion(grid.system)
    func lines(
      _ count: Int, _ low: Double, _ high: Double, _ line: (Double) -> Double?
    ) -> [Double] {
      var found = (0..<count).compactMap { line(Double($0)) }.filter { $0 > low && $0 < high }
      found.sort()
      // What stands on an edge but for rounding is the edge.
      let hair = (high - low) * 1e-12
      if let first = found.first, first - low < hair { found.removeFirst() }
      if let last = found.last, high - last < hair { found.removeLast() }
      return [low] + found + [high]
    }
    let isGeographic = if case .geographic = grid.system { true } else { false }
    let latitudes = lines(grid.height, bounds.south, bounds.north) { row in
      conversion.unproject(x: grid.originX, y: grid.position(column: 0, row: row).y)?.latitude
    }
    return SampleLines(
      latitudes: latitudes,
      longitudes: lines(grid.width, bounds.west, bounds.east) { column in
        conversion.unproject(x: grid.position(column: column, row: 0).x, y: grid.originY)?.longitude
      }, isInDegrees: isGeographic, hasOthers: grid.isRound)
  }
}
