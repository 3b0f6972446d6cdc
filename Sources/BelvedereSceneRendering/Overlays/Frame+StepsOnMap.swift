import BelvedereGeodesy
import CBelvedereShading

extension Frame {
  /// The part of the map that a pixel shows, by the plane of the ground's slope; as the kernels'
  /// `overlays.inc` has it.
  ///
  /// - Parameters:
  ///   - point: the pixel's, on the ground.
  ///   - slope: rise towards the east and the north.
  ///   - share: the part of the pixel's samples; where a pixel's ground is in several parts, these lie
  ///     below each other.
  func stepsOnMap(
    _ p: MapPoint, _ point: ShadedPoint, slope: SIMD2<Float>, metersPerMapPoint: Double,
    share: Float
  ) -> BelvedereFootprintOnMap {
    let v = point.way
    let right = point.axes?.local(rayRight) ?? rayRight
    let up = point.axes?.local(rayUp) ?? rayUp
    // As seen at 1/4° at least; where the pixel shows something else, too, at 7°: behind a ridge more ground
    // is hidden. What is seen of a slope that faces away is its rim, not longer than that of one that faces
    // here.
    let steep = (v * v).sum().squareRoot() * (share < 1 ? 0.125 : 0.004)
    let down = -max(abs(v.x * slope.x + v.y * slope.y - v.z), steep)
    let scale = Double(point.depth) / view.focalLength / metersPerMapPoint
    let byColumn = (right.z - right.x * slope.x - right.y * slope.y) / down
    let byRow = (up.z - up.x * slope.x - up.y * slope.y) / down
    return BelvedereFootprintOnMap(
      x: p.x, y: p.y, column_x: Double(right.x - v.x * byColumn) * scale,
      column_y: Double(v.y * byColumn - right.y) * scale,
      row_x: Double((v.x * byRow - up.x) * share) * scale,
      row_y: Double((up.y - v.y * byRow) * share) * scale,
      points_per_meter: 1 / metersPerMapPoint, layers: nil)
  }
}
