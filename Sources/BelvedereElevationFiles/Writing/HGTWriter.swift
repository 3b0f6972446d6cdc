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
        let value = between.isNaN ? at : between
        let sample =
          value.isNaN
          ? voidSample
          : Int16(clamping: Int(clamping: Double(value), in: -32767...32767))
        bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
        bytes.append(UInt8(truncatingIfNeeded: sample))
      }
    }
    return bytes
  }
}
