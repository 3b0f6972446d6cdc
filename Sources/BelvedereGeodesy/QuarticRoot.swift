#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The largest κ ≥ 0 with p / (κ + ε)² + q / κ² = 1; 0 where there is none that is positive.
///
/// The equation is that of the foot of a perpendicular on an ellipse, and with ε = 1 that of the
/// tangent from a point to an astroid. Requires p, q, ε ≥ 0 and moderate sizes (no overflow).
///
/// Cost: one cube root or three trigonometric functions; no iteration.
/// Source: H. Vermeille, J. Geodesy 76, 451–454 (2002), doi:10.1007/s00190-002-0273-6; for points
/// inside the evolute as in C. F. F. Karney, arXiv:1102.1215, appendix B.
func quarticRoot(p: Double, q: Double, ε: Double) -> Double {
  let ε2 = ε * ε
  let r = (p + q - ε2) / 6
  if q == 0, r <= 0 { return 0 }
  // u is a root of the resolvent cubic, in whichever form does not cancel.
  let s = ε2 * p * q / 4
  let r2 = r * r
  let r3 = r * r2
  let discriminant = s * (2 * r3 + s)
  var u = r
  if discriminant >= 0 {
    var t3 = s + r3
    t3 += t3 < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()
    let t = cbrt(t3)
    u += t + (t != 0 ? r2 / t : 0)
  } else {
    // Three real roots, r < 0.
    let angle = atan2((-discriminant).squareRoot(), -(s + r3))
    u += 2 * r * cos(angle / 3)
  }
  let v = (u * u + ε2 * q).squareRoot()
  let uv = u < 0 ? ε2 * q / (v - u) : u + v
  let w = max(0, ε * (uv - q) / (2 * v))
  return uv / ((uv + w * w).squareRoot() + w)
}
