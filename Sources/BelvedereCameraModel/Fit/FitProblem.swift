import BelvedereGeoMath
import BelvedereGeodesy

/// The tightest view of points at one orientation and one scale of the map, in map points.
///
/// Along the axes of the camera a point is q and the eye g; the point stays inside where
/// |q.x − g.x| ≤ t.x (q.z − g.z) and |q.y − g.y| ≤ t.y (q.z − g.z). Of all points only the
/// extremes of q.x ± t.x q.z and q.y ± t.y q.z matter, and how far forward the eye may go follows
/// from them in closed form. Where the centre or the distance is limited, the same extremes are the
/// rows of a linear program in the three unknowns of the eye.
struct FitProblem {
  /// A point in a frame that is turned by the heading: to the right, ahead (map points from the
  /// frame's origin) and up (metres).
  struct Point {
    var across, along, height: Double
  }

  /// Where the centre may lie, from the frame's origin in map points, x east, y north.
  struct Box {
    var lower, upper: Vector2

    func nearest(to p: Vector2) -> Vector2 {
      Vector2(min(max(p.x, lower.x), upper.x), min(max(p.y, lower.y), upper.y))
    }
  }

  /// Half the room on the screen, over the focal length.
  var tangent: Vector2
  var sinHeading, cosHeading, sinPitch, cosPitch: Double
  var box: Box
  var alignment = CameraFit.Alignment.centered
  /// Metres.
  var groundElevation, minimumDistance, maximumDistance: Double

  /// An answer: the centre in map points from the frame's origin.
  struct Solution {
    var center: Vector2
    /// Whether the tightest view of all had its centre outside the box.
    var isBoxed = false
    /// Whether the eye was kept away from the points themselves.
    var isNear = false
    /// Whether the greatest distance moved the eye.
    var isTooFar = false
    /// Whether the answer is the same at any scale of the map.
    var isScaleFree: Bool
    /// Map points by which the centre may be off: a hundred-billionth of the screen, or rounding.
    var tolerance: Double
  }

  /// The extremes that matter, each with the depth of the point where it is met.
  ///
  /// The four numbers of a row are t.x q.z ± q.x and t.y q.z ± q.y, what limits the eye on the
  /// left, on the right, below and above; it is the least of each that counts.
  private struct Extremes {
    var least = SIMD4<Double>(repeating: .infinity)
    var depth = SIMD4<Double>(repeating: 0)
    var nearest = Double.infinity
    var furthest = -Double.infinity

    /// The greatest q − t q.z and the least q + t q.z.
    var low: Vector2 { Vector2(-least.x, -least.z) }
    var high: Vector2 { Vector2(least.y, least.w) }
    var depths: Vector2 { Vector2(depth.x + depth.y, depth.z + depth.w) }
  }

  private func axes(_ point: Point, _ perMeter: Double) -> Vector3 {
    let z = point.height * perMeter
    return Vector3(
      point.across, point.along * cosPitch + z * sinPitch, point.along * sinPitch - z * cosPitch)
  }

  private func extremes(_ points: [Point], _ perMeter: Double, _ t: Vector2) -> Extremes {
    var e = Extremes()
    for point in points {
      let q = axes(point, perMeter)
      let (x, y) = (t.x * q.z, t.y * q.z)
      let row = SIMD4(x - q.x, x + q.x, y - q.y, y + q.y)
      let isLess = row .< e.least
      e.least.replace(with: row, where: isLess)
      e.depth.replace(with: SIMD4(repeating: q.z), where: isLess)
      e.nearest = min(e.nearest, q.z)
      e.furthest = max(e.furthest, q.z)
    }
    return e
  }

  /// The eye preferred at a place along the line of sight, with equal margins on opposite edges.
  ///
  /// The half-openings in which the points just fit are where low and high meet: the root of a
  /// concave piecewise linear function, which Newton's steps reach after a few.
  private func eye(
    _ points: [Point], _ perMeter: Double, at forward: Double, _ start: Extremes
  ) -> Vector3 {
    var t = tangent
    var e = start
    for round in 0..<24 {
      let low = e.low + t * forward
      let high = e.high - t * forward
      let slope = e.depths - Vector2(2 * forward, 2 * forward)
      var next = Vector2(t.x - (high.x - low.x) / slope.x, t.y - (high.y - low.y) / slope.y)
      // From the second round on the steps only grow; what does not grow has arrived.
      if round > 0 { next = Vector2(max(next.x, t.x), max(next.y, t.y)) }
      let hasArrived =
        abs(next.x - t.x) <= 1e-11 * tangent.x && abs(next.y - t.y) <= 1e-11 * tangent.y
      if hasArrived { break }
      t = Vector2(min(next.x, tangent.x), min(next.y, tangent.y))
      e = extremes(points, perMeter, t)
    }
    var eye = Vector3((e.low.x + e.high.x) / 2, (e.low.y + e.high.y) / 2, forward)
    // Where the top of the screen is below the horizon, the lowest eye has the nearest centre.
    if alignment == .nearest, sinPitch > 0, tangent.y * sinPitch < cosPitch {
      eye.y = start.low.y + tangent.y * forward
    }
    return eye
  }

  /// The centre below an eye: where the line of sight meets the ground.
  private func center(of eye: Vector3, ground: Double) -> Vector2 {
    let ahead = (eye.y - ground * sinPitch) / cosPitch
    return Vector2(
      eye.x * cosHeading + ahead * sinHeading, ahead * cosHeading - eye.x * sinHeading)
  }

  /// The tightest view at a scale of so many metres for each map point.
  func solve(_ points: [Point], metersPerMapPoint: Double) -> Solution {
    let perMeter = 1 / metersPerMapPoint
    let e = extremes(points, perMeter, tangent)
    let near = minimumDistance * perMeter
    let deepest = min(e.nearest - FitProblem.nearestPart * near, e.furthest - near)
    var forward = min(
      deepest, (e.high.x - e.low.x) / (2 * tangent.x), (e.high.y - e.low.y) / (2 * tangent.y))
    let ground = groundElevation * perMeter
    var eye = self.eye(points, perMeter, at: forward, e)
    var place = center(of: eye, ground: ground)
    let distance = (eye.y * sinPitch - forward * cosPitch - ground) / cosPitch
    let isBoxed = box.nearest(to: place) != place
    let isTooFar = distance > maximumDistance * perMeter
    if isBoxed || isTooFar {
      let program = program(e, deepest: deepest, ground: ground, perMeter: perMeter)
      if let best = program.furthestForward() {
        forward = best.z
        eye = program.nearest(to: self.eye(points, perMeter, at: forward, e)) ?? best
        place = center(of: eye, ground: ground)
      }
      place = box.nearest(to: place)
    }
    let rounding = min(tangent.x, tangent.y) * 1e-11
    return Solution(
      center: place, isBoxed: isBoxed, isNear: forward >= deepest, isTooFar: isTooFar,
      isScaleFree: hasNoHeights(points) && forward < deepest && !isTooFar,
      tolerance: max(rounding * (e.nearest - forward), 1e-15 * abs(place.y)))
  }

  /// The least depth of a point, as a part of the least distance.
  static let nearestPart = 0.01

  private func hasNoHeights(_ points: [Point]) -> Bool {
    groundElevation == 0 && points.allSatisfy { $0.height == 0 }
  }

  private func program(
    _ e: Extremes, deepest: Double, ground: Double, perMeter: Double
  ) -> FitProgram {
    var program = FitProgram()
    program.require(Vector3(-1, 0, tangent.x), atMost: -e.low.x)
    program.require(Vector3(1, 0, tangent.x), atMost: e.high.x)
    program.require(Vector3(0, -1, tangent.y), atMost: -e.low.y)
    program.require(Vector3(0, 1, tangent.y), atMost: e.high.y)
    program.require(Vector3(0, 0, 1), atMost: deepest)
    let lift = ground * sinPitch
    let east = Vector3(cosHeading * cosPitch, sinHeading, 0)
    program.require(east, atMost: box.upper.x * cosPitch + lift * sinHeading)
    program.require(-east, atMost: -box.lower.x * cosPitch - lift * sinHeading)
    let north = Vector3(-sinHeading * cosPitch, cosHeading, 0)
    program.require(north, atMost: box.upper.y * cosPitch + lift * cosHeading)
    program.require(-north, atMost: -box.lower.y * cosPitch - lift * cosHeading)
    // A little less, so that the program's rounding leaves a distance that is allowed.
    let most = maximumDistance * (1 - 1e-9)
    program.require(
      Vector3(0, sinPitch, -cosPitch), atMost: ground + most * perMeter * cosPitch)
    return program
  }
}
