/// The height of a ray above a bilinear patch along the ray: A·s² + B·s + C.
struct PatchHeight {
  var a, b, c: Double

  /// The height at a parameter.
  @inline(__always) func callAsFunction(_ s: Double) -> Double { (a * s + b) * s + c }

  /// The first root in [0, length]; `nil` where there is none.
  ///
  /// The signs at the ends decide whether there is one; the closed form only says where. So a ray that
  /// is above the patch at one end and below at the other always has a root, whatever is rounded.
  ///
  /// Source: the form without cancellation of Press et al., "Numerical Recipes", 5.6.
  @inline(__always) func firstRoot(_ length: Double, atEnd end: Double) -> Double? {
    if c == 0 { return 0 }
    let isCrossing = (c > 0) != (end > 0) || end == 0
    if !isCrossing {
      // Twice or never: the parabola must turn towards 0 between the ends.
      guard a * c > 0, a * b < 0, abs(b) < 2 * abs(a) * length else { return nil }
    }
    let discriminant = b * b - 4 * a * c
    if !isCrossing, discriminant < 0 { return nil }
    let root = max(discriminant, 0).squareRoot()
    let q = -0.5 * (b + (b < 0 ? -root : root))
    let first = c / q
    let second = q / a
    var found = first > 0 ? first : .infinity
    if second > 0, second < found { found = second }
    return min(found, length)
  }
}
