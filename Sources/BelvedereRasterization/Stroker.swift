import BelvedereGeoMath

/// Outlines of thick lines, as rings for ``CoverageMask`` with the non-zero rule.
public enum Stroker {
  /// Adds a polyline of a width: a rectangle a segment and a round joint a vertex, all of one
  /// orientation, so that overlaps add up to a winding number of the same sign.
  public static func add(
    _ path: [Vector2], width: Double, to mask: inout CoverageMask, roundCaps: Bool = true
  ) {
    let radius = width / 2
    // A circle is drawn with sides at most a quarter of a pixel away from the arc.
    let sides = Int(clamping: 3 + 2.2 * radius.squareRoot() * 2, in: 6...48)
    for i in path.indices.dropLast() {
      let a = path[i]
      let b = path[i + 1]
      let n = (b - a).normalized.perpendicular * radius
      if n == .zero { continue }
      mask.add(ring: [a - n, b - n, b + n, a + n])
    }
    guard radius > 0.6 else { return }
    for (i, p) in path.enumerated() {
      let isEnd = i == 0 || i == path.count - 1
      if isEnd ? !roundCaps : isNearlyStraight(path[i - 1], p, path[i + 1]) { continue }
      mask.add(ring: circle(around: p, radius: radius, sides: sides))
    }
  }

  private static func isNearlyStraight(_ a: Vector2, _ b: Vector2, _ c: Vector2) -> Bool {
    let u = (b - a).normalized
    let v = (c - b).normalized
    return u.dot(v) > 0.9995
  }

  /// A regular polygon, in the orientation of the rectangles above.
  static func circle(around center: Vector2, radius: Double, sides: Int) -> [Vector2] {
    var points: [Vector2] = []
    points.reserveCapacity(sides)
    // A rotation by recurrence needs no trigonometry beyond the first step.
    let angle = Angle.radians(2 * .pi / Double(sides))
    let step = Quaternion(axis: Vector3(0, 0, 1), angle: angle).rotate(Vector3(1, 0, 0))
    var d = Vector2(radius, 0)
    for _ in 0..<sides {
      points.append(center + d)
      d = Vector2(d.x * step.x - d.y * step.y, d.x * step.y + d.y * step.x)
    }
    return points
  }
}
