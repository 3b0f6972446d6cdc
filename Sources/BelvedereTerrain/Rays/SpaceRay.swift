import BelvedereGeoMath
import BelvedereGeodesy

/// A ray that is straight in space, over the curved Earth.
public struct SpaceRay: Sendable, Hashable {
  /// East, north and up of a place near the ray's origin.
  public var frame: TangentFrame
  /// Where t is 0, metres in ``frame``.
  public var origin: Vector3
  /// What is added for each unit of t.
  public var direction: Vector3
  /// The greatest t that counts, at least 0; it may be infinite.
  public var maximum: Double

  /// Makes a ray.
  public init(
    frame: TangentFrame, origin: Vector3, direction: Vector3, maximum: Double = .infinity
  ) {
    self.frame = frame
    self.origin = origin
    self.direction = direction
    self.maximum = maximum
  }

  /// Where the ray is over a surface.
  struct Point {
    var t: Double
    /// In the coordinates of the surface.
    var position: Vector3
    /// Metres of height gained for each unit of t.
    var climb: Double
    var coordinate: Coordinate
  }

  /// The ray at a parameter; `nil` near the Earth's centre.
  func point(at t: Double, over surface: some RayGround, near x: Double?) -> Point? {
    guard let foot = frame.differences.foot(of: origin + direction * t) else { return nil }
    let coordinate = frame.differences.coordinate(of: foot)
    var place = surface.position(of: coordinate)
    if let x {
      place.x -= ((place.x - x) / MapPoint.worldWidth).rounded() * MapPoint.worldWidth
    }
    return Point(
      t: t, position: Vector3(place.x, place.y, frame.origin.height + foot.rise),
      climb: direction.dot(foot.normal), coordinate: coordinate)
  }
}

/// What a ray in space meets.
public enum SpaceCast: Sendable, Hashable {
  /// The ground: the place in the surface's coordinates with the ray's parameter, and on the Earth.
  case hit(TerrainHit, Coordinate)
  /// Nothing.
  case miss
  /// A number is not finite, the direction is zero or the origin is near the Earth's centre.
  case invalidRay

  /// The place in the surface's coordinates, if there is one.
  @inlinable public var hit: TerrainHit? {
    if case .hit(let hit, _) = self { hit } else { nil }
  }
}

extension RayGround {
  /// How far the pieces of a ray in space may be above its curve over the map, metres.
  public static var chordError: Double { 1e-3 }

  /// Where a ray in space meets the ground first; elevations are taken as heights above the
  /// ellipsoid.
  ///
  /// Over the map the ray is a curve. Between the highest and the lowest ground it is followed in
  /// pieces so short, some 225 m, that their chords are above it by at most ``chordError`` and beside
  /// it by at most (1 + 2 tan φ) times as much, up to 80° of latitude. Each chord's first hit is exact;
  /// it is then moved onto the curve. So only ground that rises less than that into the ray can be
  /// missed or met wrongly. A ray that dives below the lowest ground, through a hole or from beyond the
  /// grid, is not followed.
  ///
  /// Accuracy of what is met: 1e-9 of the distance and 1e-6 m, over the sine of the angle between ray
  /// and ground. Held by `SpaceRayTests`.
  /// Cost: some 0.5 µs a piece, no allocation.
  public func cast(_ ray: SpaceRay) -> SpaceCast {
    let speed = ray.direction.length
    guard speed > 1e-60, speed < 1e60, ray.origin.length < 1e15, ray.maximum >= 0 else {
      return .invalidRay
    }
    guard let range else { return .miss }
    let (low, high) = (range.lowerBound - 1, range.upperBound + 1)
    // The least radius of curvature, of a meridian at the equator.
    let radius = 6_335_000 + max(low, -1_000_000)
    let band = high - low
    let longest = 2 * (band * (2 * radius + band)).squareRoot()
    let piece = max((8 * radius * Self.chordError).squareRoot(), longest / 20_000) / speed
    guard var now = ray.point(at: 0, over: self, near: nil) else { return .invalidRay }
    for _ in 0..<100_000 {
      let height = now.position.z
      var step = piece
      var isOverGround = true
      if height > high {
        // Height along a straight line is convex: Newton's method never goes too far.
        guard now.climb < 0 else { return .miss }
        step = (height - high) / -now.climb
        isOverGround = step < piece
        step = max(step, piece / 1024)
      } else if height < low {
        guard now.climb > 0 else { return .miss }
        step = max((low - height) / speed, piece)
        isOverGround = step == piece
      }
      let t = min(now.t + step, ray.maximum)
      guard t > now.t, let next = ray.point(at: t, over: self, near: now.position.x) else {
        return .miss
      }
      if isOverGround {
        let chord = SurfaceRay(
          origin: now.position, direction: next.position - now.position, maximum: 1 + 1e-9)
        if let hit = cast(chord).hit {
          return polished(hit, ray, from: now, along: chord, t - now.t)
        }
      }
      if t >= ray.maximum { return .miss }
      now = next
    }
    return .miss
  }

  /// A chord's hit moved onto the ray's curve: by Newton's method with the chord's slope, which gains four digits a
  /// step; where the ground bends too much for that by bisection between the nearest parameters at which the ray is on
  /// different sides of it. A ray that only grazes the ground has its nearest place.
  private func polished(
    _ hit: TerrainHit, _ ray: SpaceRay, from start: SpaceRay.Point, along chord: SurfaceRay,
    _ length: Double
  ) -> SpaceCast {
    let first = start.t + hit.t * length
    func met(_ t: Double) -> (height: Double, hit: TerrainHit, place: Coordinate)? {
      guard let point = ray.point(at: t, over: self, near: start.position.x),
        let ground = ground(at: point.position.xy)
      else { return nil }
      var result = hit
      result.t = t
      result.position = Vector3(point.position.x, point.position.y, ground.elevation)
      result.gradient = ground.gradient
      return (point.position.z - ground.elevation, result, point.coordinate)
    }
    guard let onCurve = met(first) else { return .hit(hit, coordinate(at: hit.position.xy)) }
    var best = onCurve
    let slope = (chord.direction.z - hit.gradient.dot(chord.direction.xy)) / length
    // Heights are rounded by what coordinates far from the origin are.
    let exact = 1e-8 + 1e-12 * abs(first)
    var step = onCurve.height / slope
    for _ in 0..<6 {
      let t = best.hit.t - step
      guard step.isFinite, abs(t - first) < length / 4, abs(step) > 1e-15 * abs(t),
        let next = met(t), abs(next.height) < abs(best.height)
      else { break }
      best = next
      step = next.height / slope
    }
    guard abs(best.height) > exact else { return .hit(best.hit, best.place) }
    if let root = root(met: { met($0)?.height }, onCurve.height, at: first, within: length / 4),
      let found = met(root)
    {
      best = found
    }
    return .hit(best.hit, best.place)
  }

  /// The nearest parameter at which a height changes its sign, looked for ever farther to both sides.
  private func root(
    met height: (Double) -> Double?, _ first: Double, at t: Double, within reach: Double
  ) -> Double? {
    var step = reach / 1_048_576
    while step <= reach {
      for side in [step, -step] {
        guard let value = height(t + side), (value > 0) != (first > 0) else { continue }
        // Where the search before ended there was no change.
        var (low, high) = (step > reach / 1_048_576 ? t + side / 2 : t, t + side)
        while true {
          let middle = (low + high) / 2
          guard middle != low, middle != high, let value = height(middle) else { return high }
          if (value > 0) == (first > 0) { low = middle } else { high = middle }
        }
      }
      step *= 2
    }
    return nil
  }
}
