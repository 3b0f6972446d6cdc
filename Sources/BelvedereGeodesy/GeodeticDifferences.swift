import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Positions on the ellipsoid as seen from an origin: from differences of latitude, longitude and
/// height to metres east, north and up, and back.
///
/// The difference of two Earth-centred positions would leave a nanometre of noise around an origin
/// 6 400 km from the Earth's centre. Here nothing is subtracted that is large: with δ = φ − φ₀,
/// Δ = sin φ − sin φ₀ = 2 cos(φ₀ + δ/2) sin(δ/2), N = a/√(1 − e² sin²φ) and s = sin(Δλ/2)
///
///     north = (N + h) sin δ − e² cos φ₀ (N sin φ − N₀ sin φ₀) + 2 r s² sin φ₀
///     up    = (h − h₀) + (N − N₀) − (N + h)(1 − cos δ) − e² sin φ₀ (N sin φ − N₀ sin φ₀)
///             − 2 r s² cos φ₀
///     east  = r sin Δλ,   r = (N + h) cos φ,
///
/// which follows from the definition of ECEF coordinates by the theorems of addition.
package struct GeodeticDifferences: Sendable, Hashable {
  /// The origin.
  package let origin: GeodeticPosition
  /// Sine and cosine of the origin's latitude.
  package let sine, cosine: Double
  /// The square of the ellipsoid's eccentricity.
  package let e2: Double
  /// The radius of curvature in the prime vertical at the origin, metres.
  package let primeVertical: Double
  private let a: Double
  private let w0: Double
  /// The origin's distance from the Earth's axis and its height over the equator's plane, metres.
  private let r0, z0: Double

  /// The differences from an origin, which must be valid.
  package init(origin: GeodeticPosition, on ellipsoid: Ellipsoid) {
    self.origin = origin
    a = ellipsoid.semiMajorAxis
    e2 = ellipsoid.flattening * (2 - ellipsoid.flattening)
    let φ = SineCosine(degrees: origin.latitude)
    sine = φ.sine
    cosine = φ.cosine
    w0 = (1 - e2 * sine * sine).squareRoot()
    primeVertical = a / w0
    r0 = (primeVertical + origin.height) * cosine
    z0 = ((1 - e2) * primeVertical + origin.height) * sine
  }

  /// The origin as seen from the Earth's centre along its own east, north and up, metres.
  package var fromCenter: Vector3 {
    Vector3(
      0, -e2 * primeVertical * sine * cosine,
      primeVertical * (1 - e2 * sine * sine) + origin.height)
  }

  /// The unit vector of the Earth's axis along the origin's east, north and up.
  package var axis: Vector3 { Vector3(0, cosine, sine) }

  /// East, north and up of the origin in metres, and the ellipsoid's normal there in the same axes.
  ///
  /// - Parameter rise: Metres of height above the origin's height.
  ///
  /// Accuracy: 6e-16 of the distance; held by `TangentFrameDifferenceTests` and `GlobeVectorTests`.
  @inline(__always) package func place(
    latitude: Double, longitude: Double, rise: Double
  ) -> (position: Vector3, normal: Vector3) {
    let Δλ = longitudeDifference(from: origin.longitude, to: longitude)
    let δ = exactSum(latitude, -origin.latitude)
    let half = SineCosine(degrees: δ.sum / 2, error: δ.error / 2)
    let turn = SineCosine(degrees: Δλ.degrees / 2, error: Δλ.error / 2)
    let m = meridian(half, rise)
    let sweep = 2 * turn.sine * turn.sine
    let east = 2 * turn.sine * turn.cosine
    let back = m.radius * sweep
    return (
      Vector3(m.radius * east, m.north + back * sine, m.up - back * cosine),
      Vector3(
        m.cosine * east, m.sineδ + m.cosine * sweep * sine,
        1 - m.versine - m.cosine * sweep * cosine)
    )
  }

  /// What lies on the origin's meridian, half the difference of latitudes away.
  private struct Meridian {
    var north, up, radius: Double
    var sine, cosine, sineδ, versine: Double
    /// The radii of curvature along the meridian and across, plus the height.
    var alongRadius: Double
  }

  @inline(__always) private func meridian(_ half: SineCosine, _ rise: Double) -> Meridian {
    let (σ, κ) = (half.sine, half.cosine)
    let sineδ = 2 * σ * κ
    let versine = 2 * σ * σ
    let Δ = 2 * (cosine * κ - sine * σ) * σ
    let s = sine + Δ
    let c = max(0, cosine - cosine * versine - sine * sineδ)
    let w = (1 - e2 * s * s).squareRoot()
    let n = a / w
    let Δn = a * e2 * Δ * (s + sine) / (w * w0 * (w + w0))
    let Δns = e2 * (n * Δ + sine * Δn)
    let radius = n + (origin.height + rise)
    return Meridian(
      north: radius * sineδ - cosine * Δns, up: rise + Δn - radius * versine - sine * Δns,
      radius: radius * c, sine: s, cosine: c, sineδ: sineδ, versine: versine,
      alongRadius: (1 - e2) * n / (w * w) + (origin.height + rise))
  }

  /// The place on the ellipsoid below or above a position.
  package struct Foot: Sendable {
    /// Metres of height above the origin's height.
    package var rise: Double
    /// The ellipsoid's normal along the origin's east, north and up.
    package var normal: Vector3
    /// Half the difference of latitudes.
    fileprivate var half: SineCosine
    /// The direction of the difference of longitudes; its length has no meaning.
    fileprivate var turn: SineCosine
  }

  /// The foot of a position given as metres east, north and up of the origin.
  ///
  /// - Returns: `nil` less than some 300 km from the Earth's centre, or for what is not finite.
  ///
  /// A step of Bowring's formula gives the latitude, steps of Newton's method with the differences
  /// above take the rounding out. No trigonometric function.
  ///
  /// Source: B. R. Bowring, "Transformation from spatial to geographical coordinates", Survey
  /// Review 23 (181), 323–327, 1976.
  package func foot(of position: Vector3) -> Foot? {
    // In the plane of the meridian through the origin: outward and along the axis.
    let outward = cosine * position.z - sine * position.y
    let along = cosine * position.y + sine * position.z
    let x = r0 + outward
    let r = (x * x + position.x * position.x).squareRoot()
    let sum = r + r0
    let Δr =
      sum > 0 ? (outward * (r0 + x) + position.x * position.x) / sum : 0
    let z = z0 + along
    guard r * r + z * z > 9e10, r * r + z * z < 1e30 else { return nil }
    let north = cosine * along - sine * Δr
    let up = cosine * Δr + sine * along

    let b = a * (1 - e2).squareRoot()
    let θ = SineCosine(sine: a * z, cosine: b * r).normalized
    let φ = SineCosine(
      sine: z + e2 * a * a / b * θ.sine * θ.sine * θ.sine,
      cosine: max(0, r - e2 * a * θ.cosine * θ.cosine * θ.cosine)
    ).normalized
    var rise =
      r * φ.cosine + z * φ.sine - a * (1 - e2 * φ.sine * φ.sine).squareRoot() - origin.height
    var half = Self.half(φ - SineCosine(sine: sine, cosine: cosine))
    var m = meridian(half, rise)
    for _ in 0..<12 {
      let missingNorth = north - m.north
      let missingUp = up - m.up
      let cosineδ = 1 - m.versine
      let ε = (missingNorth * cosineδ - missingUp * m.sineδ) / m.alongRadius
      rise += missingNorth * m.sineδ + missingUp * cosineδ
      half = SineCosine(
        sine: half.sine + half.cosine * (ε / 2), cosine: half.cosine - half.sine * (ε / 2)
      )
      // What is left is of second order.
      if abs(ε) < 1e-10 {
        let turn = SineCosine(sine: position.x, cosine: x)
        return Foot(rise: rise, normal: normal(half, turn, r), half: half, turn: turn)
      }
      half = half.normalized
      m = meridian(half, rise)
    }
    return nil
  }

  /// The normal at a foot, along the origin's axes.
  @inline(__always) private func normal(
    _ half: SineCosine, _ turn: SineCosine, _ r: Double
  ) -> Vector3 {
    let sineδ = 2 * half.sine * half.cosine
    let versine = 2 * half.sine * half.sine
    let c = max(0, cosine - cosine * versine - sine * sineδ)
    guard r > 0 else { return Vector3(0, sineδ, 1 - versine) }
    // 1 − cos Δλ, not from the difference where that cancels.
    let s = turn.sine / r
    let t = turn.cosine / r
    let sweep = t > 0 ? s * s / (1 + t) : 1 - t
    return Vector3(
      c * s, sineδ + c * sweep * sine, 1 - versine - c * sweep * cosine)
  }

  /// Half of an angle within ±180°.
  @inline(__always) private static func half(_ angle: SineCosine) -> SineCosine {
    if angle.cosine >= 0 {
      let c = ((1 + angle.cosine) / 2).squareRoot()
      return SineCosine(sine: angle.sine / (2 * c), cosine: c).normalized
    }
    let s = ((1 - angle.cosine) / 2).squareRoot() * (angle.sine < 0 ? -1 : 1)
    return SineCosine(sine: s, cosine: angle.sine / (2 * s)).normalized
  }

  /// The coordinate of a foot, its longitude within [−180, 180).
  package func coordinate(of foot: Foot) -> Coordinate {
    let δ = 2 * foot.half.radians * (180 / .pi)
    return Coordinate(
      latitude: min(max(origin.latitude + δ, -90), 90),
      longitude: wrappedLongitude(shortTurn(origin.longitude) + foot.turn.degrees))
  }

  /// The unit vectors to the east and north at a foot, along the origin's axes.
  package func axes(at foot: Foot) -> (east: Vector3, north: Vector3) {
    let turn = foot.turn.normalized
    let (s, t) = turn == SineCosine(sine: 0, cosine: 0) ? (0, 1) : (turn.sine, turn.cosine)
    let east = Vector3(t, s * sine, -s * cosine)
    return (east, foot.normal.cross(east))
  }
}
