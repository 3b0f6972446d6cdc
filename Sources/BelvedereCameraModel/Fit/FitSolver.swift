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
  let heading: Double
  let limits: FitLimits
  /// Metres of the ground above the datum.
  let ground: (Coordinate) -> Double

  let problem: FitProblem
  private let turned: [FitProblem.Point]
  private let origin: MapPoint
  /// Half the room on the screen in points, and half of the least margin left on purpose.
  private let half: Vector2
  let focalLength: Double

  init(
    _ points: FitPoints, in viewport: Viewport, heading: Double, limits: FitLimits,
    ground: @escaping (Coordinate) -> Double
  ) throws(DomainError) {
    try viewport.validate()
    try MapCamera.checkFinite(heading, "heading", unit: "degrees")
    self.points = points
    self.viewport = viewport
    self.heading = wrappedHeading(heading)
    self.limits = limits
    self.ground = ground
    let padding = viewport.padding
    half = Vector2(
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
    origin = points.extent.mid
    let (sinH, cosH) = (sine(degrees: self.heading), cosine(degrees: self.heading))
    let origin = origin
    turned = points.points.map { point in
      let (x, y) = (point.map.x - origin.x, origin.y - point.map.y)
      return FitProblem.Point(
        across: x * cosH - y * sinH, along: x * sinH + y * cosH, height: point.elevation)
    }
    problem = FitProblem(
      tangent: Self.tangent(half, focalLength), sinHeading: sinH, cosHeading: cosH, sinPitch: 0,
      cosPitch: 1, box: Self.box(points.extent, limits.boundary), groundElevation: 0,
      minimumDistance: limits.minimumDistance, maximumDistance: limits.maximumDistance)
  }

  /// A ten-millionth of the viewport stays free, so that rounding by others loses no point.
  private static func tangent(_ half: Vector2, _ focalLength: Double) -> Vector2 {
    let rim = min(2e-7 * max(half.x, half.y), 1e-3)
    return Vector2(
      max(half.x - rim, half.x * 0.999) / focalLength,
      max(half.y - rim, half.y * 0.999) / focalLength)
  }

  /// Where the centre may lie: on the map, within half a world of every point, in the boundary.
  private static func box(_ extent: MapRect, _ boundary: MapRect?) -> FitProblem.Box {
    let world = MapPoint.worldWidth
    let origin = extent.mid
    // A point just half a world away would flip to the other side with a rounding.
    let rim = max(1e-5, 16 * max(abs(extent.minX), abs(extent.maxX)).ulp)
    var (west, east) = (extent.maxX - world / 2 + rim, extent.minX + world / 2 - rim)
    if west > east { (west, east) = (origin.x, origin.x) }
    var (north, south) = (0.0, world)
    if let boundary {
      // The copy of the boundary in the world of the points.
      let shift = ((origin.x - boundary.mid.x) / world).rounded() * world
      // Inside by more than a coordinate is rounded.
      let rim = Vector2(min(1e-6, boundary.width / 2), min(1e-6, boundary.height / 2))
      let (left, right) = (boundary.minX + shift + rim.x, boundary.maxX + shift - rim.x)
      (west, east) = left > east || right < west ? (left, right) : (max(west, left), min(east, right))
      (north, south) = (
        min(max(boundary.minY + rim.y, 0), world), max(min(boundary.maxY - rim.y, world), 0)
      )
    }
    return FitProblem.Box(
      lower: Vector2(west - origin.x, origin.y - max(north, south)),
      upper: Vector2(east - origin.x, origin.y - north))
  }

  /// The fit, with the greatest pitch up to the one wanted that its own distance allows.
  ///
  /// By secants held inside a bracket; what is returned keeps the limit, and its pitch is within
  /// 1e-9° of what its distance allows.
  func fit(pitch: Double) -> CameraFit {
    let wanted = min(pitch, FitLimits.steepestPitch)
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
        if over > 0 {
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
    if fit.camera.pitch < pitch { fit.limitedBy.append(.pitch) }
    return fit
  }

  /// - Parameter near: the answer at another pitch, to begin with; becomes the answer here.
  private func fit(
    exactly pitch: Double, near: inout FitProblem.Solution?
  ) -> CameraFit {
    var problem = problem
    (problem.sinPitch, problem.cosPitch) = (sine(degrees: pitch), cosine(degrees: pitch))
    var solution = near
    let middle = ground(origin.coordinate)
    let range = (min(middle, 0) - 20_000)...(max(middle, 0) + 20_000)
    _ = FixedPoint.find(from: middle, in: range) { elevation in
      problem.groundElevation = elevation
      let found = settle(problem, near: solution)
      solution = found
      let below = ground(coordinate(found))
      return (min(max(below, range.lowerBound), range.upperBound), 1e-6)
    }
    guard let solution else { return finish(settle(problem, near: nil), pitch: pitch, problem) }
    near = solution
    return finish(solution, pitch: pitch, problem)
  }

  func coordinate(_ solution: FitProblem.Solution) -> Coordinate {
    var c =
      MapPoint(x: origin.x + solution.center.x, y: origin.y - solution.center.y).coordinate
    c.latitude = min(max(c.latitude, -MapPoint.maximumLatitude), MapPoint.maximumLatitude)
    return c
  }

  /// The answer whose centre has the scale that it was found with.
  private func settle(
    _ problem: FitProblem, near: FitProblem.Solution?
  ) -> FitProblem.Solution {
    var solution: FitProblem.Solution?
    let start = problem.box.nearest(to: near?.center ?? .zero).y
    let range = problem.box.lower.y...problem.box.upper.y
    _ = FixedPoint.find(from: start, in: range) { y in
      let found = problem.solve(
        turned, metersPerMapPoint: Self.metersPerMapPoint(atY: origin.y - y))
      solution = found
      return (found.isScaleFree ? y : found.center.y, found.tolerance)
    }
    return solution ?? problem.solve(turned, metersPerMapPoint: 1)
  }

  /// 2πR·cos φ / 2²⁸ at a map point's y: the cosine of the latitude is 1/cosh of Mercator's.
  private static func metersPerMapPoint(atY y: Double) -> Double {
    let world = MapPoint.worldWidth
    return MapPoint.metersPerMapPoint(at: 0) / cosh(.pi * (1 - 2 * y / world))
  }
}
