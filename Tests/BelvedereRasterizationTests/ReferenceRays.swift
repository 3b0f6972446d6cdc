import BelvedereGeoMath
import BelvedereRasterization

/// What a ray through each pixel meets first: every triangle is tried, one after the other, in doubles.
struct ReferenceRays {
  struct Hit: Equatable {
    var triangle: TriangleID
    /// Along the view's line of sight.
    var depth: Double
  }

  private struct Triangle {
    var id: TriangleID
    var a, ab, ac: Vector3
    var isOneSided: Bool
  }

  private let view: RasterView
  private var triangles: [Triangle] = []

  /// Batches where they are, not placed.
  init(_ batches: [TriangleBatch], view: RasterView) {
    self.view = view
    for (number, batch) in batches.enumerated() {
      let corners = batch.positions.map { Vector3(Double($0.x), Double($0.y), Double($0.z)) }
      for t in 0..<batch.triangleCount {
        let c = (0..<3).map { corners[Int(batch.indices[3 * t + $0])] }
        triangles.append(
          Triangle(
            id: TriangleID(rawValue: UInt32(number) << 12 | UInt32(t)), a: c[0] - view.eye,
            ab: c[1] - c[0], ac: c[2] - c[0], isOneSided: batch.cullsBackFaces))
      }
    }
  }

  /// The nearest triangle at a position of the screen, in pixels; of those equally far the first.
  ///
  /// Möller & Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", 1997.
  func hit(x: Double, y: Double) -> Hit? {
    let k = view.focalLength
    // Along it a step of 1 is a unit of depth.
    let ray =
      view.right * ((x - view.center.x) / k) + view.up * ((view.center.y - y) / k) + view.forward
    var nearest: Hit?
    for t in triangles {
      let p = ray.cross(t.ac)
      let facing = t.ab.dot(p)
      if facing == 0 || (t.isOneSided && facing < 0) { continue }
      let from = t.a * -1
      let u = from.dot(p) / facing
      if u < 0 || u > 1 { continue }
      let q = from.cross(t.ab)
      let v = ray.dot(q) / facing
      if v < 0 || u + v > 1 { continue }
      let depth = t.ac.dot(q) / facing
      if depth >= view.near, depth < nearest?.depth ?? .infinity {
        nearest = Hit(triangle: t.id, depth: depth)
      }
    }
    return nearest
  }
}
