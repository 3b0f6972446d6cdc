import BelvedereGeoMath

/// Mercator's ordinate near a latitude as a power series, and its inverse: for many conversions
/// around one origin without a transcendental function each.
///
/// ψ(φ₀ + δ) − ψ(φ₀) and φ(ψ₀ + ε) − φ(ψ₀), all in radians. The coefficients follow from
/// ψ′ = sec φ and φ′ = sech ψ by the recurrences of products of power series (Knuth, The Art of
/// Computer Programming, vol. 2, 4.7).
package struct MercatorSeries: Sendable, Hashable {
  /// The coefficients of the powers 1 to 12; the rest is zero.
  package let forward, inverse: SIMD16<Double>
  /// How far from the origin the series hold, radians.
  package let forwardReach, inverseReach: Double

  private static let terms = 12
  /// The part of the radius of convergence in which 12 terms leave less than 1e-16 of the sum:
  /// 0.05¹² / 13.
  private static let part = 0.05

  /// The series around a frame's origin.
  package init(_ frame: LocalFrame) {
    let secant = 1 / frame.cosine
    let tangent = (secant * secant - 1).squareRoot() * (frame.ordinate < 0 ? -1 : 1)
    // s′ = s·t, t′ = s² along φ; c′ = −c·q, q′ = c² along ψ, q = sin φ.
    forward = Self.coefficients(secant, tangent, sign: 1)
    inverse = Self.coefficients(frame.cosine, tangent * frame.cosine, sign: -1)
    let φ = abs(frame.center.latitude) * .pi / 180
    forwardReach = Self.part * (.pi / 2 - φ)
    inverseReach =
      Self.part * (frame.ordinate * frame.ordinate + .pi * .pi / 4).squareRoot()
  }

  /// The integral of a(x) where a′ = sign·a·b and b′ = a².
  private static func coefficients(_ a0: Double, _ b0: Double, sign: Double) -> SIMD16<Double> {
    var a = SIMD16<Double>(repeating: 0)
    var b = a
    var integral = a
    a[0] = a0
    b[0] = b0
    for k in 0..<terms {
      let next = Double(k + 1)
      integral[k] = a[k] / next
      guard k + 1 < terms else { break }
      var ab = 0.0
      var aa = 0.0
      for i in 0...k {
        ab += a[i] * b[k - i]
        aa += a[i] * a[k - i]
      }
      a[k + 1] = sign * ab / next
      b[k + 1] = aa / next
    }
    return integral
  }

  /// The sum of c₁x + c₂x² + … by Horner's rule, in all lanes.
  ///
  /// Not generic over the count of lanes: other modules would call it unspecialised, which takes
  /// hundreds of times as long.
  @inlinable @inline(__always) package static func sum(
    _ c: SIMD16<Double>, _ x: SIMD8<Double>
  ) -> SIMD8<Double> {
    typealias Lanes = SIMD8<Double>
    var s = Lanes(repeating: c[11])
    s = s * x + Lanes(repeating: c[10])
    s = s * x + Lanes(repeating: c[9])
    s = s * x + Lanes(repeating: c[8])
    s = s * x + Lanes(repeating: c[7])
    s = s * x + Lanes(repeating: c[6])
    s = s * x + Lanes(repeating: c[5])
    s = s * x + Lanes(repeating: c[4])
    s = s * x + Lanes(repeating: c[3])
    s = s * x + Lanes(repeating: c[2])
    s = s * x + Lanes(repeating: c[1])
    s = s * x + Lanes(repeating: c[0])
    return s * x
  }
}
