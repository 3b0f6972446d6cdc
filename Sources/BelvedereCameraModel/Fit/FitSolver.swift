import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the camera of a fit: the scale of the map at the centre, the ground below it and the
/// greatest pitch at its distance all depend on the answer.
struct FitSolver {
  let points: FitPoints
  let viewport: Viewport
  /// Degrees, within [0, 360).
  let heading: Double
  /// Whether the heading asked for counts.
  let keepsHeading: Bool
  let limits: FitLimits
  /// Metres of the ground above the datum, within ``FitPoints/elevations``.
  let ground: (Coordinate) -> Double
  let focalLength: Double

  private let problem: FitProblem
  private let turned: [FitProblem.Point]

  init(
    _ points: FitPoints, in viewport: Viewport, heading: Double, alignment: CameraFit.Alignment,
    limits: FitLimits, ground: @escaping (Coordinate) -> Double
  ) throws(DomainError) {
    try viewport.validate()
    try MapCamera.checkFinite(heading, "heading", unit: "degrees")
    self.points = points
    self.viewport = viewport
    self.heading = limits.isRotateEnabled ? wrappedHeading(heading) : 0
    keepsHeading = self.heading == wrappedHeading(heading)
    self.limits = limits
    self.ground = { coordinate in
      let elevation = ground(coordinate)
      let range = FitPoints.elevations
      return elevation.isNaN ? 0 : min(max(elevation, range.lowerBound), range.upperBound)
    }
    let padding = viewport.padding
    let half = Vector2(
      (viewport.width - padding.left - padding.right) / 2,
      (viewport.height - padding.top - padding.bottom) / 2)
    guard half.x > 0, half.y > 0 else {
      throw DomainError(
        field: "padding", value: "\(padding)", allowed: "such that some of the viewport remains")
    }
    focalLength = viewport.focalLength
    guard focalLength.isFinite, focalLength > 0 else {
      throw DomainError(
        field: "fieldOfView", value: viewport.fieldOfView, allowed: "large enough to compute with")
    }
    let (sinH, cosH) = (sine(degrees: self.heading), cosine(degrees: self.heading))
    turned = points.points.map { point in
      FitProblem.Point(
        across: point.east * cosH - point.north * sinH,
        along: point.east * sinH + point.north * cosH, height: point.elevation)
    }
    problem = FitProblem(
      // A part of the screen stays free, so that rounding by others loses no point.
      tangent: half * ((1 - Self.rim) / focalLength), sinHeading: sinH, cosHeading: cosH,
      sinPitch: 0, cosPitch: 1, box: Self.box(points, limits.boundary), alignment: alignment,
      groundElevation: 0, minimumDistance: limits.minimumDistance,
      maximumDistance: limits.maximumDistance)
  }

  /// The part of the screen that stays free: a ten-millionth of a point of a thousand.
  private static let rim = 1e-10

  /// Where the centre may lie: on the map, within half a world of every point, in the boundary.
  private static func box(_ points: FitPoints, _ boundary: CameraBoundary?) -> FitProblem.Box {
    let world = MapPoint.worldWidth
    // A point just half a world away would flip to the other side with a rounding.
    var (west, east) = (points.upper.x - world / 2 + 1e-5, points.lower.x + world / 2 - 1e-5)
    if west > east { (west, east) = (points.middle.x, points.middle.x) }
    let perRadian = world / (2 * .pi)
    var south = (-.pi - points.base.ordinate) * perRadian
    var north = (.pi - points.base.ordinate) * perRadian
    if let rect = boundary?.mapRect {
      let base = points.base.origin
      // The copy of the boundary in the world of the points.
      let offset = rect.mid.x - base.x - points.middle.x
      let shift = base.x + (offset / world).rounded() * world
      let (left, right) = (rect.minX - shift, rect.maxX - shift)
      if left > east || right < west {
        (west, east) = (left, right)
      } else {
        (west, east) = (max(west, left), min(east, right))
      }
      south = max(south, base.y - rect.maxY)
      north = max(south, min(north, base.y - rect.minY))
    }
    return FitProblem.Box(lower: Vector2(west, south), upper: Vector2(east, north))
  }

  /// The fit, with the greatest pitch up to the one wanted that its own distance allows.
  ///
  /// By secants held inside a bracket; what is returned keeps the limit, and its pitch is within
  /// 1e-9° of what its distance allows.
  func fit(pitch: Double) -> CameraFit {
    let wanted = min(pitch, limits.steepestPitch)
    var near: FitProblem.Solution?
    var fit = fit(exactly: wanted, near: &near)
    func excess(_ fit: CameraFit) -> Double {
      fit.camera.pitch - limits.maximumPitch(atDistance: fit.camera.distance)
    }
    var last = (pitch: wanted, excess: excess(fit))
    if last.excess > 0 {
      var kept: CameraFit?
      var (low, high) = (0.0, wanted)
      var next = wanted - last.excess
      for _ in 0..<100 {
        if !(next > low && next < high) { next = low + (high - low) / 2 }
        guard next > low, next < high else { break }
        let trial = self.fit(exactly: next, near: &near)
        let over = excess(trial)
        if over > -1e-10 {
          high = next
        } else {
          (low, kept) = (next, trial)
          if over >= -1e-9 { break }
        }
        let slope = (over - last.excess) / (next - last.pitch)
        last = (next, over)
        // Aim a little below the root, where the limit is kept.
        next -= (over + 0.5e-9) / slope
      }
      fit = kept ?? self.fit(exactly: 0, near: &near)
    }
    verify(&fit)
    if fit.camera.pitch < pitch { fit.limitedBy.append(.pitch) }
    if !keepsHeading { fit.limitedBy.append(.heading) }
    return fit
  }

  /// - Parameter near: the answer at another pitch, to begin with; becomes the answer here.
  private func fit(
    exactly pitch: Double, near: inout FitProblem.Solution?
  ) -> CameraFit {
    var problem = problem
    (problem.sinPitch, problem.cosPitch) = (sine(degrees: pitch), cosine(degrees: pitch))
    var solution = near
    let middle = ground(coordinate(at: points.middle))
    let range = (min(middle, 0) - 20_000)...(max(middle, 0) + 20_000)
    _ = FixedPoint.find(from: middle, in: range) { elevation in
      problem.groundElevation = elevation
      let found = settle(problem, near: solution)
      solution = found
      let below = ground(coordinate(at: found.center))
      return (min(max(below, range.lowerBound), range.upperBound), 1e-6)
    }
    guard let solution else { return finish(settle(problem, near: nil), pitch: pitch, problem) }
    near = solution
    return finish(solution, pitch: pitch, problem)
  }

  /// A place in map points from the base as a coordinate on the map and in the boundary.
  func coordinate(at place: Vector2) -> Coordinate {
    var c = points.base.coordinate(at: place * FitPoints.metersPerMapPoint(points.base))
    c.latitude = min(max(c.latitude, -MapPoint.maximumLatitude), MapPoint.maximumLatitude)
    return limits.boundary?.clamp(c) ?? c
  }

  /// The answer whose centre has the scale that it was found with.
  private func settle(
    _ problem: FitProblem, near: FitProblem.Solution?
  ) -> FitProblem.Solution {
    var solution: FitProblem.Solution?
    let start = problem.box.nearest(to: near?.center ?? points.middle).y
    let range = problem.box.lower.y...problem.box.upper.y
    _ = FixedPoint.find(from: start, in: range) { y in
      let found = problem.solve(
        turned, metersPerMapPoint: metersPerMapPoint(at: y))
      solution = found
      return (found.isScaleFree ? y : found.center.y, found.tolerance)
    }
    return solution ?? problem.solve(turned, metersPerMapPoint: 1)
  }

  /// 2πR·cos φ / 2²⁸ so many map points north of the base: cos φ is 1/cosh of Mercator's ordinate.
  private func metersPerMapPoint(at north: Double) -> Double {
    let perMapPoint = 2 * .pi / MapPoint.worldWidth
    return Ellipsoid.wgs84.semiMajorAxis * perMapPoint
      / cosh(points.base.ordinate + north * perMapPoint)
  }
}
