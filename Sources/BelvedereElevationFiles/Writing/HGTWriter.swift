import BelvedereGeoMath
import BelvedereTerrain

extension HGT {
  /// The tile of a model at a corner, sampled bilinearly, beside voids from the nearest sample, and
  /// rounded to metres; voids where nothing is known.
  ///
  /// - Parameters:
  ///   - corner: the latitude and longitude of the south-west corner.
  ///   - edge: samples along an edge, 1201 or 3601.
  public static func encode(
    _ model: some ElevationModel, corner: (latitude: Int, longitude: Int), edge: Int
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * edge * edge)
    let steps = Double(max(edge - 1, 1))
    let longitudes = (0..<edge).map { Double(corner.longitude) + Double($0) / steps }
    for row in 0..<edge {
      let latitude = Double(corner.latitude + 1) - Double(row) / steps
      let smooth = model.elevations(latitudes: [latitude], longitudes: longitudes)
      // Beside a void a sample stays one even where rounding puts its place a little beside it.
      let nearest = model.elevations(latitudes: [latitude], longitudes: longitudes, by: .nearest)
      for (between, at) in zip(smooth, nearest) {
        append(between.isNaN ? at : between, to: &bytes)
      }
    }
    return bytes
  }

  /// The tile at a corner of a grid whose samples stand where the tile's do, rounded to metres; voids
  /// where the grid has none. `nil` for a grid whose samples lie a thousandth of a cell or more beside
  /// the tile's, or all outside it.
  public static func encode(
    _ grid: ElevationGrid, corner: (latitude: Int, longitude: Int), edge: Int
  ) -> [UInt8]? {
    guard case .geographic(let datum) = grid.system, datum.shift == nil else { return nil }
    let steps = Double(max(edge - 1, 1))
    // How far the last sample is beside its place if the first one is on it, in cells.
    func drift(_ step: Double) -> Double { abs(step * steps - 1) * steps }
    // On that turn on which the tile lies nearest.
    let turns = ((grid.west - Double(corner.longitude)) / 360).rounded() * 360
    let left = (Double(corner.longitude) + turns - grid.west) * steps
    let top = (grid.north - Double(corner.latitude + 1)) * steps
    let tolerance = 1e-3
    guard drift(grid.stepX) < tolerance, drift(grid.stepY) < tolerance,
      abs(left - left.rounded()) < tolerance, abs(top - top.rounded()) < tolerance
    else { return nil }
    let reach = -edge...(1 << 30)
    let (firstColumn, firstRow) = (Int(clamping: left, in: reach), Int(clamping: top, in: reach))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * edge * edge)
    var isMet = false
    for row in firstRow..<(firstRow + edge) {
      for column in firstColumn..<(firstColumn + edge) {
        let isInside = row >= 0 && row < grid.height && column >= 0 && column < grid.width
        isMet = isMet || isInside
        append(isInside ? grid.samples[row * grid.width + column] : .nan, to: &bytes)
      }
    }
    return isMet ? bytes : nil
  }

  private static func append(_ elevation: Float, to bytes: inout [UInt8]) {
    let sample =
      elevation.isNaN
      ? voidSample : Int16(clamping: Int(clamping: Double(elevation), in: -32767...32767))
    bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
    bytes.append(UInt8(truncatingIfNeeded: sample))
  }
}
