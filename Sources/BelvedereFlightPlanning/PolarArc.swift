import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A way past a pole for places whose geodesic leaves the flat map: the arc of a circle on the sphere
/// through both that touches the cap beyond the map's edge, or a greater one.
///
/// Latitudes on the ellipsoid are taken for those of a sphere, so that speeds along the arc differ by up to
/// 0.7 % from even. All derivatives are continuous. The way back is the same arc.
struct PolarArc: Sendable {
  /// The circle's plane: points p with normal·p = offset.
  private let normal: Vector3
  private let offset: Double
  /// The circle's radius, and two directions from its middle: to the start, and a quarter turn on.
  private let radius: Double
  private let first, second: Vector3
  /// Radians around the circle's middle from the start to the end.
  private let angle: Double

  /// Metres of the sphere that has the ellipsoid's mean radius.
  private static let sphere = 6_371_008.8

  /// The highest latitude that arcs reach, unless an end lies higher: a hair inside of the map.
  private static let highest = MapPoint.maximumLatitude - 1e-6

  /// Metres along the arc.
  var length: Double { angle * radius * Self.sphere }

  /// The shortest such arc; `nil` where there is none, such as between equal places.
  ///
  /// - Parameter latitude: degrees, of a greater cap to go around; an end within it has one of its own latitude.
  init?(from start: Coordinate, to end: Coordinate, within latitude: Double? = nil) {
    let (a, b) = (Self.direction(start), Self.direction(end))
    let chord = (b - a).normalized
    guard chord != .zero else { return nil }
    let highest = max(
      min(latitude ?? Self.highest, Self.highest), abs(start.latitude), abs(end.latitude))
    let arcs = Self.planes(through: a, b, touching: highest).flatMap { normal in
      [normal, -normal].compactMap { PolarArc(from: a, to: b, around: $0, below: highest) }
    }
    guard let least = arcs.map(\.angularLength).min() else { return nil }
    // Of equally long ones always the same, whatever the direction: to the north, then by a meridian.
    func rank(_ arc: PolarArc) -> Double {
      let middle = arc.point(at: arc.angle / 2)
      return 10 * middle.z + 0.54 * middle.x + 0.84 * middle.y
    }
    guard
      let best = arcs.filter({ $0.angularLength <= least * (1 + 1e-9) + 1e-12 })
        .max(by: { rank($0) < rank($1) })
    else { return nil }
    self = best
  }

  private var angularLength: Double { angle * radius }

  private static func direction(_ place: Coordinate) -> Vector3 {
    let (φ, λ) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    return Vector3(cos(φ) * cos(λ), cos(φ) * sin(λ), sin(φ))
  }

  /// The normals of planes through two points of the sphere that touch the caps beyond a latitude.
  private static func planes(
    through a: Vector3, _ b: Vector3, touching latitude: Double
  ) -> [Vector3] {
    let chord = (b - a).normalized
    let middle = (a + b) / 2
    // Two directions at right angles to the chord, the same ones both ways but for signs.
    let aside = abs(chord.z) < 0.8 ? Vector3(0, 0, 1) : Vector3(1, 0, 0)
    let e1 = chord.cross(aside).normalized
    let e2 = chord.cross(e1)
    // With the normal x·e1 + y·e2 and the cap's radius ρ around the pole P the plane touches the cap where
    // (n·P − n·M·cos ρ)² = (1 − (n·M)²)·sin²ρ: a quadratic form in (x, y).
    let (sinρ, cosρ) = (cos(latitude * .pi / 180), sin(latitude * .pi / 180))
    let c = Vector2(e1.dot(middle), e2.dot(middle))
    return [1.0, -1].flatMap { pole -> [Vector3] in
      let p = Vector2(e1.z, e2.z) * pole - c * cosρ
      let xx = p.x * p.x + sinρ * sinρ * (c.x * c.x - 1)
      let xy = p.x * p.y + sinρ * sinρ * c.x * c.y
      let yy = p.y * p.y + sinρ * sinρ * (c.y * c.y - 1)
      // Places on the cap's rim make it a double root, which rounding must not lose.
      let root = max(xy * xy - xx * yy, 0).squareRoot()
      let roots =
        abs(xx) > abs(yy)
        ? [Vector2(-xy + root, xx), Vector2(-xy - root, xx)]
        : [Vector2(yy, -xy + root), Vector2(yy, -xy - root)]
      return roots.map(\.normalized).filter { $0 != .zero }.map { e1 * $0.x + e2 * $0.y }
    }
  }

  /// The arc anticlockwise around a normal; `nil` where it goes beyond a latitude.
  private init?(from a: Vector3, to b: Vector3, around normal: Vector3, below latitude: Double) {
    self.normal = normal
    offset = normal.dot(a + b) / 2
    let start = a - normal * offset
    radius = start.length
    guard radius > 1e-9 else { return nil }
    first = start / radius
    second = normal.cross(first)
    let end = b - normal * offset
    let turned = atan2(end.dot(second), end.dot(first))
    angle = turned > 0 ? turned : turned + 2 * .pi
    // The circle's northernmost and southernmost points, if they lie on the arc.
    let north = atan2(second.z, first.z)
    let most = sin(latitude * .pi / 180) + 1e-12
    for extreme in [north, north + .pi] {
      let on = extreme - (extreme / (2 * .pi)).rounded(.down) * 2 * .pi
      if on < angle, abs(point(at: on).z) > most { return nil }
    }
  }

  private func point(at angle: Double) -> Vector3 {
    normal * offset + (first * cos(angle) + second * sin(angle)) * radius
  }

  /// The place so many metres on the way.
  func coordinate(at way: Double) -> Coordinate {
    let p = point(at: way / (radius * Self.sphere))
    return Coordinate(
      latitude: atan2(p.z, (p.x * p.x + p.y * p.y).squareRoot()) * 180 / .pi,
      longitude: wrappedLongitude(atan2(p.y, p.x) * 180 / .pi))
  }

  /// The place, and three derivatives in map points by metres of the way.
  func place(at way: Double) -> CenterTrack.Place {
    let rate = 1 / (radius * Self.sphere)
    let (sine, cosine) = (sin(way * rate), cos(way * rate))
    let out = (first * cosine + second * sine) * radius
    let along = (second * cosine - first * sine) * radius
    let p = normal * offset + out
    // The derivatives by the angle around the circle's middle.
    let (p1, p2, p3) = (along, -out, -along)
    let d = p.x * p.x + p.y * p.y
    let (d1, d2) = (-2 * p.z * p1.z, -2 * (p1.z * p1.z + p.z * p2.z))
    // λ′ = (x·y′ − y·x′)/d and, of the isometric latitude, ψ′ = z′/d.
    let n = p.x * p1.y - p.y * p1.x
    let n1 = p.x * p2.y - p.y * p2.x
    let n2 = p1.x * p2.y - p1.y * p2.x + p.x * p3.y - p.y * p3.x
    let λ1 = n / d
    let λ2 = (n1 - λ1 * d1) / d
    let λ3 = (n2 - 2 * λ2 * d1 - λ1 * d2) / d
    let ψ1 = p1.z / d
    let ψ2 = (p2.z - ψ1 * d1) / d
    let ψ3 = (p3.z - 2 * ψ2 * d1 - ψ1 * d2) / d
    let unit = MapPoint.worldWidth / (2 * .pi) * rate
    return CenterTrack.Place(
      coordinate: coordinate(at: way),
      east: (unit * λ1, unit * λ2 * rate, unit * λ3 * rate * rate),
      south: (-unit * ψ1, -unit * ψ2 * rate, -unit * ψ3 * rate * rate))
  }

  /// How far the arc lies off the chord between two places at most, in map points, if it is so many metres
  /// long there and no farther from the equator than a latitude in radians.
  func sagitta(over metres: Double, upTo latitude: Double) -> Double {
    let edge = max(abs(point(at: 0).z), abs(point(at: angle).z), sin(Self.highest * .pi / 180))
    let level = Self.sphere * max(cos(latitude), (1 - edge * edge).squareRoot())
    let bend = abs(offset) / (radius * Self.sphere)
    // An eighth of the second derivatives of λ and ψ, which are at most 1/r² and the bend over r.
    return MapPoint.worldWidth / (2 * .pi) * 0.13 * metres * metres
      * (1 / (level * level) + bend / level)
  }
}
