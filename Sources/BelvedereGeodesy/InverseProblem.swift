#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An inverse problem in canonical form: φ₁ ≤ 0, φ₁ ≤ φ₂ ≤ −φ₁, 0 ≤ λ₁₂ ≤ 180° (44).
struct InverseProblem {
  var β1: SineCosine
  let β2: SineCosine
  let λ12: SineCosine
  /// The longitude difference and what it lacks to 180°, in radians.
  let longitude, supplement: Double
  let startsAtPole: Bool
  /// cos²β₂ − cos²β₁ without cancellation.
  let cosineSquares: Double

  init(_ g: Geodesic, φ1: Double, φ2: Double, λ12 degrees: Double, λ12Error error: Double) {
    startsAtPole = φ1 == -90
    let rest = (180 - degrees) - error
    var λ12: SineCosine
    if degrees > 90 {
      λ12 = SineCosine(degrees: 180 - degrees, error: -error)
      λ12.cosine = -λ12.cosine
    } else {
      λ12 = SineCosine(degrees: degrees, error: error)
    }
    self.λ12 = λ12
    longitude = radians(degrees + error)
    supplement = radians(rest)
    let β1 = g.reducedLatitude(φ1)
    let β2 = φ2 == φ1 ? β1 : g.reducedLatitude(φ2)
    self.β1 = β1
    self.β2 = β2
    cosineSquares =
      β1.cosine < -β1.sine
      ? (β2.cosine - β1.cosine) * (β1.cosine + β2.cosine)
      : (β1.sine - β2.sine) * (β1.sine + β2.sine)
  }
}

extension Geodesic {
  /// Solves a problem in canonical form (section 4).
  func solveCanonical(_ p: InverseProblem) -> InverseResult {
    if p.startsAtPole || p.λ12.sine == 0, let result = meridian(p) { return result }
    var p = p
    if p.β1.sine == 0 {
      if f <= 0 || p.supplement >= f * .pi { return equator(p) }
      // A path between points of the equator that leaves it needs a sign for its quadrants.
      p.β1.sine = -Self.tiny
    }
    switch guess(p) {
    case .solved(let result): return result
    case .azimuth(let α1): return refine(p, α1)
    }
  }

  /// The path along a meridian; `nil` where it is not the shortest, which a prolate ellipsoid has.
  private func meridian(_ p: InverseProblem) -> InverseResult? {
    let α1 = p.λ12
    let σ1 = SineCosine(sine: p.β1.sine, cosine: α1.cosine * p.β1.cosine)
    let σ2 = p.β2
    var difference = σ2 - σ1
    difference.sine = max(0, difference.sine) + 0  // no −0
    let σ12 = difference.radians
    // On a meridian k² = e′², which makes ε = n.
    let lengths = self.lengths(n, σ12: σ12, σ1: σ1, σ2: σ2, p)
    if f < 0, σ12 > 1, lengths.reducedLength < 0 { return nil }
    return InverseResult(
      distance: max(0, lengths.distance), σ12: σ12, α1: α1, α2: SineCosine(sine: 0, cosine: 1),
      ω12: nil, β1: p.β1, β2: p.β2)
  }

  private func equator(_ p: InverseProblem) -> InverseResult {
    let east = SineCosine(sine: 1, cosine: 0)
    let ω12 = p.longitude / f1
    return InverseResult(
      distance: a * p.longitude, σ12: ω12, α1: east, α2: east, ω12: SineCosine(radians: ω12),
      β1: p.β1, β2: p.β2)
  }

  /// Distance and reduced length in metres of an arc (7), (38), (40).
  @inline(__always) private func lengths(
    _ ε: Double, σ12: Double, σ1: SineCosine, σ2: SineCosine, _ p: InverseProblem
  ) -> (distance: Double, reducedLength: Double) {
    let a1 = GeodesicSeries.a1(ε)
    let c1 = GeodesicSeries.c1(ε)
    let a2 = GeodesicSeries.a2(ε)
    let c2 = GeodesicSeries.c2(ε)
    let b1 = c1.sineSum(σ2) - c1.sineSum(σ1)
    let b2 = c2.sineSum(σ2) - c2.sineSum(σ1)
    let i1 = a1 * (σ12 + b1)
    let j = (a1 - a2) * σ12 + (a1 * b1 - a2 * b2)
    // √(1 + k² sin²σ) = √(1 + e′² sin²β), as sin β = cos α₀ sin σ.
    let dn1 = (1 + ep2 * p.β1.sine * p.β1.sine).squareRoot()
    let dn2 = (1 + ep2 * p.β2.sine * p.β2.sine).squareRoot()
    let m =
      dn2 * (σ1.cosine * σ2.sine) - dn1 * (σ1.sine * σ2.cosine) - σ1.cosine * σ2.cosine * j
    return (b * i1, b * m)
  }

  private enum Guess {
    case solved(InverseResult)
    case azimuth(SineCosine)
  }

  /// A first azimuth; for very short lines the answer itself.
  private func guess(_ p: InverseProblem) -> Guess {
    let s1 = p.β1.sine
    let c1 = p.β1.cosine
    let s2 = p.β2.sine
    let c2 = p.β2.cosine
    // Near the antipode: the astroid.
    let scale = abs(f) * .pi * c1 * c1
    let ω = p.λ12
    let along = s1 * s2 + c1 * c2 * ω.cosine
    if along < 0, scale > 0 {
      let y = s2 * c1 + c2 * s1  // sin(β₁ + β₂)
      let across = norm(y - s1 * c2 * (1 + ω.cosine), c2 * ω.sine)
      if across < 3 * scale { return .azimuth(antipodal(p, y: y / scale)) }
    }
    // Great circle with a mean scale of longitude (48), (49).
    let mean = (c1 + c2) / 2
    let w = (1 - e2 * mean * mean).squareRoot()
    let ω12 = min(p.longitude / w, .pi)
    let isNear = ω12 < 1
    let o = p.longitude / w < .pi ? SineCosine(radians: ω12) : p.λ12
    let sine12 = s2 * c1 - c2 * s1  // sin(β₂ − β₁)
    let versine = isNear ? o.sine * o.sine / (1 + o.cosine) : 1 - o.cosine
    let z1 = SineCosine(
      sine: c2 * o.sine,
      cosine: o.cosine >= 0
        ? sine12 + c2 * s1 * versine : s2 * c1 + c2 * s1 - c2 * s1 * (1 + o.cosine))
    let α1 = z1.normalized
    let sσ12 = norm(z1.sine, z1.cosine)
    let cσ12 = s1 * s2 + c1 * c2 * o.cosine
    if abs(f) < 1e-16 || (sσ12 < 1e-7 && cσ12 > 0) {
      // A sphere, or about a metre: there the relative error of the mean scale is f·σ², nothing.
      let z2 = SineCosine(
        sine: c1 * o.sine,
        cosine: o.cosine >= 0
          ? sine12 - c1 * s2 * versine : c1 * s2 * (1 + o.cosine) - (s2 * c1 + c2 * s1))
      let σ12 = atan2(sσ12, cσ12)
      return .solved(
        InverseResult(
          distance: a * w * σ12, σ12: σ12, α1: α1, α2: z2.normalized, ω12: o, β1: p.β1, β2: p.β2))
    }
    return .azimuth(α1.sine > 0 ? α1 : SineCosine(sine: 1, cosine: 0))
  }

  /// The azimuth to a nearly antipodal point (section 5).
  ///
  /// All geodesics from a point pass its antipode tangent to an astroid, whose scale is f·π·cos²β₁
  /// in latitude. With x along the parallel and y along the meridian in units of that scale,
  /// μ solves x²/(1 + μ)² + y²/μ² = 1 (55) and gives the tangent that is the shortest path (56),
  /// (57). On a prolate ellipsoid the cut lies along the meridian: x and y change places.
  private func antipodal(_ p: InverseProblem, y: Double) -> SineCosine {
    let x = -p.supplement / (abs(f) * .pi * p.β1.cosine)
    var α1: SineCosine
    if f > 0 {
      let μ = quarticRoot(p: x * x, q: y * y, ε: 1)
      if μ > 0 {
        α1 = SineCosine(sine: -x / (1 + μ), cosine: y / μ)
      } else {
        let s = min(1, -x)
        α1 = SineCosine(sine: s, cosine: -(max(0, 1 - s * s)).squareRoot())
      }
    } else {
      let μ = quarticRoot(p: y * y, q: x * x, ε: 1)
      if μ > 0 {
        α1 = SineCosine(sine: -x / μ, cosine: y / (1 + μ))
      } else {
        let c = max(-1, y)
        α1 = SineCosine(sine: (max(0, 1 - c * c)).squareRoot(), cosine: c)
      }
    }
    α1 = α1.normalized
    return α1.sine > 0 ? α1 : SineCosine(sine: 1, cosine: 0)
  }

  /// Where a geodesic with azimuth α₁ first crosses the second latitude northward.
  private struct Hit {
    var σ1, σ2: SineCosine
    var σ12: Double
    var α2: SineCosine
    var ω12: SineCosine
    var ε: Double
    /// λ₁₂(α₁) less the longitude sought, radians.
    var excess: Double
  }

  private func hit(_ p: InverseProblem, _ azimuth: SineCosine) -> Hit {
    let s1 = p.β1.sine
    let c1 = p.β1.cosine
    let s2 = p.β2.sine
    let c2 = p.β2.cosine
    // Equations (10) to (14).
    let sα0 = azimuth.sine * c1
    let sα1β1 = azimuth.sine * s1
    let cα0 = (azimuth.cosine * azimuth.cosine + sα1β1 * sα1β1).squareRoot()
    let isSymmetric = c1 == c2
    let cosα1β1 = azimuth.cosine * c1
    let α2 = SineCosine(
      sine: isSymmetric ? azimuth.sine : sα0 / c2,
      cosine: isSymmetric && abs(s2) == -s1
        ? abs(azimuth.cosine)
        : max(0, cosα1β1 * cosα1β1 + p.cosineSquares).squareRoot() / c2)  // (45)
    let σ1 = SineCosine(sine: s1, cosine: cosα1β1).normalized
    let σ2 = SineCosine(sine: s2, cosine: α2.cosine * c2).normalized
    var dσ = σ2 - σ1
    dσ.sine = max(0, dσ.sine) + 0
    let σ12 = dσ.radians
    let ω1 = SineCosine(sine: sα0 * s1, cosine: cosα1β1)
    let ω2 = SineCosine(sine: sα0 * s2, cosine: α2.cosine * c2)
    var ω12 = ω2 - ω1
    ω12.sine = max(0, ω12.sine) + 0
    let η = (ω12 - p.λ12).radians
    let ε = GeodesicSeries.epsilon(kSquared: cα0 * cα0 * ep2)
    let c3 = series.c3(ε)
    let b3 = c3.sineSum(σ2) - c3.sineSum(σ1)
    let excess = η - f * sα0 * series.a3(ε) * (σ12 + b3)  // (8), (23)
    return Hit(σ1: σ1, σ2: σ2, σ12: σ12, α2: α2, ω12: ω12, ε: ε, excess: excess)
  }

  /// Newton's method on α₁ with the derivative (46), and bisection where it would leave the
  /// bracket.
  private func refine(_ p: InverseProblem, _ start: SineCosine) -> InverseResult {
    var α1 = start
    var low = SineCosine(sine: Self.tiny, cosine: 1)
    var high = SineCosine(sine: Self.tiny, cosine: -1)
    var best = α1
    var bestHit = hit(p, α1)
    var current = bestHit
    var lengths = self.lengths(current.ε, σ12: current.σ12, σ1: current.σ1, σ2: current.σ2, p)
    var bestDistance = lengths.distance
    for _ in 0..<Self.maximumIterations {
      let v = current.excess
      if abs(v) <= Self.closeEnough { break }
      // λ₁₂ grows with α₁ at the root.
      if v > 0 { high = α1 } else { low = α1 }
      let slope: Double
      if current.α2.cosine == 0 {
        slope = -2 * (1 - e2 * p.β1.cosine * p.β1.cosine).squareRoot() / p.β1.sine  // (47)
      } else {
        slope = lengths.reducedLength / (a * current.α2.cosine * p.β2.cosine)  // (46)
      }
      let step = -v / slope
      var next = SineCosine(sine: 0, cosine: 0)
      if slope > 0, abs(step) < .pi {
        next = (α1 + SineCosine(radians: step)).normalized
      }
      let isInside =
        next.sine > 0 && (next - low).sine > 0 && (high - next).sine > 0
      if !isInside {
        next =
          SineCosine(
            sine: (low.sine + high.sine) / 2, cosine: (low.cosine + high.cosine) / 2
          ).normalized
      }
      if next == α1 { break }
      α1 = next
      current = hit(p, α1)
      lengths = self.lengths(current.ε, σ12: current.σ12, σ1: current.σ1, σ2: current.σ2, p)
      let hasStalled = abs(v) < 1e-12 && abs(current.excess) >= abs(bestHit.excess)
      if abs(current.excess) <= abs(bestHit.excess) {
        best = α1
        bestHit = current
        bestDistance = lengths.distance
      }
      if hasStalled { break }
    }
    return InverseResult(
      distance: bestDistance, σ12: bestHit.σ12, α1: best, α2: bestHit.α2.normalized,
      ω12: bestHit.ω12.normalized, β1: p.β1, β2: p.β2)
  }

  /// Bisection alone needs some sixty; Newton's method mostly two or three.
  private static var maximumIterations: Int { 120 }
  /// Radians of longitude: about 2 nm.
  private static var closeEnough: Double { 3e-16 }
}
