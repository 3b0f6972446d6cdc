/// A polygon in view coordinates, clipped plane by plane (Sutherland & Hodgman 1974).
///
/// A triangle cut by five planes has at most eight vertices. In doubles, because an edge that starts
/// far behind the eye meets the near plane where floats would move it by many pixels.
struct ClipPolygon {
  /// A corner, and how much of each of the triangle's vertices is in it.
  struct Vertex {
    var position: SIMD3<Double>
    var weights: SIMD3<Double>
  }

  private(set) var vertices: [Vertex]

  init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
    vertices = [
      Vertex(position: a, weights: SIMD3(1, 0, 0)), Vertex(position: b, weights: SIMD3(0, 1, 0)),
      Vertex(position: c, weights: SIMD3(0, 0, 1)),
    ]
  }

  /// Keeps the part where normal·v + offset ≥ 0.
  mutating func clip(normal: SIMD3<Double>, offset: Double) {
    guard let last = vertices.last else { return }
    var kept: [Vertex] = []
    kept.reserveCapacity(vertices.count + 1)
    var previous = last
    var previousDistance = (normal * previous.position).sum() + offset
    for vertex in vertices {
      let distance = (normal * vertex.position).sum() + offset
      if (distance >= 0) != (previousDistance >= 0) {
        // Always from inside to outside, so that neighbours that share the edge agree on the point.
        let inside = distance >= 0 ? vertex : previous
        let outside = distance >= 0 ? previous : vertex
        let a = max(distance, previousDistance)
        let b = min(distance, previousDistance)
        let t = a / (a - b)
        kept.append(
          Vertex(
            position: inside.position + (outside.position - inside.position) * t,
            weights: inside.weights + (outside.weights - inside.weights) * t))
      }
      if distance >= 0 { kept.append(vertex) }
      previous = vertex
      previousDistance = distance
    }
    vertices = kept
  }
}
