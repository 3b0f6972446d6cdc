import BelvedereGeoMath
import BelvedereRasterization

extension TriangleBatch {
  /// How far along a ray the first triangle lies that is seen from its front, in lengths of the
  /// direction; `nil` for none.
  ///
  /// Source: T. Möller, B. Trumbore, "Fast, minimum storage ray/triangle intersection", 1997.
  func firstHit(from origin: Vector3, along direction: Vector3) -> Double? {
    var best: Double?
    for first in stride(from: 0, to: indices.count - 2, by: 3) {
      let a = vertex(first)
      let (ab, ac) = (vertex(first + 1) - a, vertex(first + 2) - a)
      let p = direction.cross(ac)
      let determinant = ab.dot(p)
      // Negative: seen from behind. None: along the ray, or a triangle without area.
      guard determinant > 0 || (!cullsBackFaces && determinant < 0) else { continue }
      let away = origin - a
      let u = away.dot(p) / determinant
      guard u >= 0, u <= 1 else { continue }
      let q = away.cross(ab)
      let v = direction.dot(q) / determinant
      guard v >= 0, u + v <= 1 else { continue }
      let t = ac.dot(q) / determinant
      if t >= 0, t < best ?? .infinity { best = t }
    }
    return best
  }

  private func vertex(_ n: Int) -> Vector3 {
    let p = positions[Int(indices[n])]  // checked: 16 bits
    return Vector3(Double(p.x), Double(p.y), Double(p.z))
  }
}
