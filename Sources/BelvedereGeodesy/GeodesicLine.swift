import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A geodesic that starts at a point with an azimuth; positions along it cost no solving.
///
/// Made by ``Geodesic/line(from:azimuth:)`` and ``Geodesic/line(from:to:)``.
///
/// Accuracy: 15 nm on WGS 84, as ``Geodesic/direct(from:azimuth:distance:)``.
/// Source: Karney 2013, section 3.
public struct GeodesicLine: Sendable {
  /// Where the line starts; longitude within [−180, 180).
  public let start: Coordinate
  /// The direction at the start, degrees clockwise from north in [0, 360).
  public var azimuth: Double { heading(α1.degrees) }
  /// Metres from the start to the second point, where the line was made from two points, else 0.
  public let length: Double

  private let geodesic: Geodesic
  private let α0, α1, σ1, ω1, τ1: SineCosine
  private let b11, b31, bA1, longitudeFactor: Double
  private let c1, c1Reverted, c3: SixCoefficients

  init(_ g: Geodesic, from start: Coordinate, α1: SineCosine, length: Double) {
    self.start = Coordinate(
      latitude: start.latitude, longitude: wrappedLongitude(start.longitude))
    self.α1 = α1
    self.length = length
    geodesic = g
    let β1 = g.reducedLatitude(withoutTinyAngles(start.latitude))
    // The triangle of equator, meridian and geodesic (10) to (12).
    α0 = SineCosine(sine: α1.sine * β1.cosine, cosine: norm(α1.cosine, α1.sine * β1.sine))
    let node = β1.sine != 0 || α1.cosine != 0 ? β1.cosine * α1.cosine : 1
    σ1 = SineCosine(sine: β1.sine, cosine: node).normalized
    ω1 = SineCosine(sine: α0.sine * β1.sine, cosine: node)
    let ε = GeodesicSeries.epsilon(kSquared: α0.cosine * α0.cosine * g.ep2)
    bA1 = g.b * GeodesicSeries.a1(ε)
    c1 = GeodesicSeries.c1(ε)
    c1Reverted = GeodesicSeries.c1Reverted(ε)
    c3 = g.series.c3(ε)
    b11 = c1.sineSum(σ1)
    b31 = c3.sineSum(σ1)
    τ1 = σ1 + SineCosine(radians: b11)
    longitudeFactor = -g.f * α0.sine * g.series.a3(ε)
  }

  /// The point so many metres along the line, and the direction of travel there.
  ///
  /// - Parameter distance: metres, any finite value; negative runs backwards, and more than once
  ///   round the Earth is allowed.
  /// - Throws: ``DomainError`` that names `distance`.
  public func position(
    distance: Double
  ) throws(DomainError) -> (coordinate: Coordinate, azimuth: Double) {
    try checkFinite(distance, "distance")
    return position(unchecked: distance)
  }

  /// The point at a fraction of the way to the second point.
  ///
  /// - Parameter fraction: 0 at the start, 1 at the second point; other finite values lie beyond.
  /// - Throws: ``DomainError`` that names `fraction`.
  public func position(
    fraction: Double
  ) throws(DomainError) -> (coordinate: Coordinate, azimuth: Double) {
    let distance = fraction * length
    guard distance.isFinite else {
      throw DomainError(field: "fraction", value: fraction, allowed: "a finite number")
    }
    return position(unchecked: distance)
  }

  func position(unchecked distance: Double) -> (coordinate: Coordinate, azimuth: Double) {
    if distance == 0 { return (start, azimuth) }
    let g = geodesic
    // From distance to the arc σ (19), (20).
    let τ12 = distance / bA1
    let τ2 = τ1 + SineCosine(radians: τ12)
    var σ12 = τ12 + c1Reverted.sineSum(τ2) + b11
    var σ2 = σ1 + SineCosine(radians: σ12)
    if abs(g.f) > 0.01 {
      // One step of Newton's method on (7), as the published addenda advise for larger flattening.
      let k2 = α0.cosine * α0.cosine * g.ep2
      let residual = bA1 * (σ12 + c1.sineSum(σ2) - b11) - distance
      σ12 -= residual / (g.b * (1 + k2 * σ2.sine * σ2.sine).squareRoot())
      σ2 = σ1 + SineCosine(radians: σ12)
    }
    // Back from the auxiliary sphere (11) to (14), (8).
    var β2 = SineCosine(
      sine: α0.cosine * σ2.sine, cosine: norm(α0.sine, α0.cosine * σ2.cosine))
    if β2.cosine == 0 {
      β2.cosine = Geodesic.tiny
      σ2.cosine = Geodesic.tiny
    }
    let α2 = SineCosine(sine: α0.sine, cosine: α0.cosine * σ2.cosine)
    let ω12 = (SineCosine(sine: α0.sine * σ2.sine, cosine: σ2.cosine) - ω1).radians
    let λ12 = ω12 + longitudeFactor * (σ12 + (c3.sineSum(σ2) - b31))
    return (
      Coordinate(
        latitude: g.geographicLatitude(β2),
        longitude: wrappedLongitude(start.longitude + λ12 * 180 / .pi)),
      heading(α2.degrees)
    )
  }
}
