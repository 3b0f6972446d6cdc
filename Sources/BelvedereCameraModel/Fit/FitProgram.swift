import BelvedereGeoMath

/// A linear program in three unknowns with few rows, solved by looking at every vertex.
///
/// The unknowns are the eye along the screen's right, its top and the line of sight; what is
/// greatest is the last, the way forward.
struct FitProgram {
  /// `normal · eye ≤ bound`, the normal a unit vector.
  private struct Row {
    var normal: Vector3
    var bound: Double

    /// Whether a point keeps the row but for rounding.
    func allows(_ p: Vector3) -> Bool {
      let sum = normal.dot(p)
      let size =
        abs(normal.x * p.x) + abs(normal.y * p.y) + abs(normal.z * p.z) + abs(bound)
      return sum - bound <= 1e-11 * size
    }
  }

  private var rows: [Row] = []

  /// Asks for `normal · eye ≤ bound`. Rows without direction or bound ask for nothing.
  mutating func require(_ normal: Vector3, atMost bound: Double) {
    let length = normal.length
    guard length > 0, bound.isFinite else { return }
    rows.append(Row(normal: normal * (1 / length), bound: bound / length))
  }

  private func allows(_ p: Vector3) -> Bool { rows.allSatisfy { $0.allows(p) } }

  /// The eye furthest forward; `nil` where no eye keeps all rows.
  func furthestForward() -> Vector3? {
    var best: Vector3?
    for i in rows.indices {
      for j in rows.indices where j > i {
        let direction = rows[i].normal.cross(rows[j].normal)
        for k in rows.indices where k > j {
          let determinant = direction.dot(rows[k].normal)
          guard abs(determinant) > 1e-12 else { continue }
          let (a, b, c) = (rows[i], rows[j], rows[k])
          let p =
            (b.normal.cross(c.normal) * a.bound + c.normal.cross(a.normal) * b.bound
              + direction * c.bound) * (1 / determinant)
          if let best, best.z >= p.z { continue }
          if allows(p) { best = p }
        }
      }
    }
    return best
  }

  /// The allowed eye nearest to another in the plane of the other's `z`; `nil` where there is none.
  func nearest(to wanted: Vector3) -> Vector3? {
    if allows(wanted) { return wanted }
    var best: Vector3?
    func consider(_ p: Vector3) {
      guard p.x.isFinite, p.y.isFinite else { return }
      if let best, (best - wanted).length <= (p - wanted).length { return }
      if allows(p) { best = p }
    }
    for (i, a) in rows.enumerated() {
      let flat = Vector3(a.normal.x, a.normal.y, 0)
      let excess = a.normal.dot(wanted) - a.bound
      consider(wanted - flat * (excess / flat.dot(flat)))
      for b in rows[(i + 1)...] {
        let determinant = a.normal.x * b.normal.y - a.normal.y * b.normal.x
        guard abs(determinant) > 1e-12 else { continue }
        let (s, t) = (a.bound - a.normal.z * wanted.z, b.bound - b.normal.z * wanted.z)
        consider(
          Vector3(
            (s * b.normal.y - t * a.normal.y) / determinant,
            (t * a.normal.x - s * b.normal.x) / determinant, wanted.z))
      }
    }
    return best
  }
}
