#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Geodesic {
  /// The surface of the whole ellipsoid in square metres, 4πc² (60).
  ///
  /// Accuracy: 1e-15 relative.
  public var surfaceArea: Double { 4 * .pi * authalicRadiusSquared }

  var authalicRadiusSquared: Double {
    let quotient: Double  // artanh(e)/e, continued through the sphere to prolate ellipsoids
    if e2 > 0 {
      quotient = atanh(e2.squareRoot()) / e2.squareRoot()
    } else if e2 < 0 {
      quotient = atan((-e2).squareRoot()) / (-e2).squareRoot()
    } else {
      quotient = 1
    }
    return (a * a + b * b * quotient) / 2
  }

  /// The area between a path in canonical form and the equator (58), (59), square metres.
  func areaToEquator(_ r: InverseResult) -> Double {
    var area = 0.0
    let sα0 = r.α1.sine * r.β1.cosine
    let cα0 = norm(r.α1.cosine, r.α1.sine * r.β1.sine)
    if sα0 != 0, cα0 != 0 {
      let σ1 = SineCosine(sine: r.β1.sine, cosine: r.α1.cosine * r.β1.cosine).normalized
      let σ2 = SineCosine(sine: r.β2.sine, cosine: r.α2.cosine * r.β2.cosine).normalized
      let c4 = series.c4(GeodesicSeries.epsilon(kSquared: cα0 * cα0 * ep2))
      area = a * a * e2 * cα0 * sα0 * (c4.oddCosineSum(σ2) - c4.oddCosineSum(σ1))
    }
    return area + authalicRadiusSquared * sphericalExcess(r)
  }

  /// α₂ − α₁, the excess of the quadrilateral between path and equator on the auxiliary sphere.
  private func sphericalExcess(_ r: InverseResult) -> Double {
    if let ω12 = r.ω12, ω12.cosine > -0.7, r.β2.sine - r.β1.sine < 1.75 {
      // tan(α₁₂/2) = tan(ω₁₂/2)·(tan ½β₁ + tan ½β₂)/(1 + tan ½β₁ tan ½β₂), free of cancellation
      // for short paths; with tan ½β = sin β/(1 + cos β).
      let d1 = 1 + r.β1.cosine
      let d2 = 1 + r.β2.cosine
      return 2
        * atan2(
          ω12.sine * (r.β1.sine * d2 + r.β2.sine * d1),
          (1 + ω12.cosine) * (r.β1.sine * r.β2.sine + d1 * d2))
    }
    var α12 = r.α2 - r.α1
    // Over a pole the azimuth turns by half a turn, in the sense of paths that pass beside it.
    if α12.sine == 0, α12.cosine < 0 { α12.sine = r.α1.cosine * Self.tiny }
    return α12.radians
  }
}
