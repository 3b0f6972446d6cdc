import BelvedereGeoMath
import BelvedereGeodesy

/// Rays over ground that samples only come near to.
///
/// Ground and samples are at most ``SurfaceTile/uncertainty`` apart: farther from the samples a ray meets no ground.
/// Where it comes as near as that it is followed on the ground itself.
extension MosaicSurface {
  /// How following a ray ends.
  enum Meeting {
    case hit(TerrainHit)
    /// Nothing is met up to this parameter, from which on the samples tell again where to look.
    case leaves(Double)
  }

  /// Follows a ray near the samples, a quarter of their cell each step, to where it goes through the ground. A step is
  /// halved up to nine times where the ground may bend into the ray: what stands into it by less than a two-thousandth
  /// of ``SurfaceTile/bend(around:)`` it may pass. So it may what it meets between two edges of the ground that are
  /// less than a step apart.
  ///
  /// - Parameters:
  ///   - ray: in the region's world.
  ///   - start: where the ray is over the region.
  func meeting(
    _ ray: SurfaceRay, in region: SurfaceRegion, from start: Double, to end: Double,
    _ truth: (Coordinate) -> Double?
  ) -> Meeting {
    func height(_ t: Double) -> Double? {
      let place = ray.position(at: t)
      return truth(coordinate(at: place.xy)).map { place.z - $0 }
    }
    func met(_ t: Double) -> Meeting {
      let place = ray.position(at: t)
      let (column, row) = region.tiles.tile(at: place.xy)
      return .hit(
        TerrainHit(
          t: t, column: column, row: row,
          position: Vector3(place.x, place.y, truth(coordinate(at: place.xy)) ?? place.z),
          gradient: region.ground(at: place.xy)?.gradient ?? .zero))
    }
    let step = 0.25 / region.cellsPassed(by: ray)
    guard var over = height(start) else {
      let next = max(start + step, start.nextUp)
      // Not beyond the edge of the ground.
      return .leaves(height(next).map { Self.edge(of: height, (next, $0), start).t } ?? next)
    }
    guard step.isFinite else {
      // Straight up or down there is one ground.
      let t = start - over / ray.direction.z
      return t >= start && t <= end ? met(t) : .leaves(end.nextUp)
    }
    let exact = 1e-8 + 1e-12 * (abs(ray.origin.z) + abs(ray.position(at: start).z))
    if abs(over) <= exact { return met(start) }
    var t = start
    while t < end {
      let next = max(min(t + step, end), t.nextUp)
      let value = height(next)
      let last = value.map { (next, $0) } ?? Self.edge(of: height, (t, over), next)
      let place = ray.position(at: next)
      let tile = region.tiles.surface(at: place.xy)
      // A crease of the ground is farthest from its chord in the middle, and the less the shorter that is.
      let crossing = Self.crossing(
        of: height, (t, over), last, bend: tile.bend(around: place.xy) / 4, halvings: 9)
      if let (before, after) = crossing {
        return met(Self.root(of: height, before, after, exact: exact))
      }
      guard let value else { return .leaves(next) }
      (t, over) = (next, value)
      guard let samples = tile.ground(at: place.xy)?.elevation else { return .leaves(t) }
      let clear = (place.z - samples) * (over > 0 ? 1 : -1)
      if clear > tile.uncertainty { return .leaves(t) }
    }
    return .leaves(end.nextUp)
  }

  /// A height at a parameter.
  private typealias Step = (t: Double, height: Double)

  /// Where a height that is known at one parameter and not at another ends, as far as it is known.
  private static func edge(
    of height: (Double) -> Double?, _ known: Step, _ unknown: Double
  ) -> Step {
    var (known, unknown) = (known, unknown)
    for _ in 0..<60 {
      let middle = (known.t + unknown) / 2
      guard middle != known.t, middle != unknown else { break }
      if let value = height(middle) { known = (middle, value) } else { unknown = middle }
    }
    return known
  }

  /// A part of a step in which a height changes its sign, the first that is found; `nil` where it surely does not, or
  /// where halving comes to its end.
  private static func crossing(
    of height: (Double) -> Double?, _ a: Step, _ b: Step, bend: Double, halvings: Int
  ) -> (Step, Step)? {
    if (a.height > 0) != (b.height > 0) { return (a, b) }
    guard halvings > 0, min(abs(a.height), abs(b.height)) <= bend else { return nil }
    let t = (a.t + b.t) / 2
    guard t != a.t, t != b.t, let value = height(t) else { return nil }
    let middle = (t, value)
    return crossing(of: height, a, middle, bend: bend / 2, halvings: halvings - 1)
      ?? crossing(of: height, middle, b, bend: bend / 2, halvings: halvings - 1)
  }

  /// Where a height that changes its sign between two parameters is 0, by the Illinois variant of false position
  /// (Dowell & Jarratt 1971), which needs few heights, and where these bend too much by halving.
  private static func root(
    of height: (Double) -> Double?, _ first: Step, _ last: Step, exact: Double
  ) -> Double {
    var (a, b) = (first, last)
    for n in 0..<200 {
      let middle = (a.t + b.t) / 2
      guard middle != a.t, middle != b.t else { break }
      let secant = b.t - b.height * (b.t - a.t) / (b.height - a.height)
      let isBetween = secant > min(a.t, b.t) && secant < max(a.t, b.t)
      let t = n < 24 && isBetween ? secant : middle
      guard let value = height(t) else { break }
      if abs(value) <= exact { return t }
      if (value > 0) == (b.height > 0) { a.height /= 2 } else { a = b }
      b = (t, value)
    }
    return b.t
  }
}
