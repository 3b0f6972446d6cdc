/// A polygon in view coordinates, clipped plane by plane (Sutherland & Hodgman 1974).
///
/// A triangle cut by five planes has at most eight vertices. In doubles, because an edge that starts
/// far behind the eye meets the near plane where floats would move it by many pixels.
struct ClipPolygon {
  private(set) var vertices: [SIMD3<Double>]

  init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) { vertices = [a, b, c] }

  /// Keeps the part where normal·v + offset ≥ 0.
  mutating func clip(normal: SIMD3<Double>, offset: Double) {
    guard let last = vertices.last else { return }
    var kept: [SIMD3<Double>] = []
    kept.reserveCapacity(vertices.count + 1)
    var previous = last
    var previousDistance = (normal * previous).sum() + offset
    for vertex in vertices {
      let distance = (normal * vertex).sum() + offset
      if (distance >= 0) != (previousDistance >= 0) {
        // Always from inside to outside, so that neighbours that share the edge agree on the point.
        let inside = distance >= 0 ? vertex : previous
        let outside = distance >= 0 ? previous : vertex
        let a = max(distance, previousDistance)
        let b = min(distance, previousDistance)
        kept.append(inside + (outside - inside) * (a / (a - b)))
      }
      if distance >= 0 { kept.append(vertex) }
      previous = vertex
      previousDistance = distance
    }
    vertices = kept
  }
}
