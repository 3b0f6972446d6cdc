import BelvedereGeoMath
import BelvedereSceneModel

/// Turns plane surfaces of buildings whose form is given into faces.
struct SurfaceSolid {
  let look: BuildingLook
  let seed: UInt16
  /// The elevation from which heights count.
  let base: Double

  /// - Parameter rings: outline and holes: places in the frame, metres above the base.
  func add(
    _ kind: Building.Surface.Kind, _ rings: [[Vector3]], to builder: inout SolidMeshBuilder
  ) {
    guard let outer = rings.first, let normal = Self.normal(of: outer) else { return }
    // Axes in the plane, seen from outside: to the right and up the slope.
    let level = Vector3(-normal.y, normal.x, 0)
    let right = level.length > 1e-6 ? level / level.length : Vector3(1, 0, 0)
    let up = normal.cross(right)
    let flat = rings.map { ring in ring.map { Vector2($0.dot(right), $0.dot(up)) } }
    let triangles = PolygonTriangulation.triangulate(flat)
    guard !triangles.isEmpty else { return }
    let corners = rings.joined().map { SIMD3(Float($0.x), Float($0.y), Float($0.z + base)) }
    let isWall = kind == .wall
    // Windows stand in rows on upright walls, below their gables.
    let heights = outer.map(\.z)
    let (low, high) = (heights.min() ?? 0, heights.max() ?? 0)
    let top = heights.filter { $0 > low + 0.3 * (high - low) }.min() ?? high
    let hasWindows =
      isWall && look.pattern > 0 && abs(normal.z) < 0.02 && (low < 1 || outer.count > 3)
    let along = flat.joined().map(\.x)
    let left = along.min() ?? 0
    let first = outer[0]
    let foot = first + right * (left - flat[0][0].x)
    builder.add(
      Face(
        normal: SIMD3(Float(normal.x), Float(normal.y), Float(normal.z)),
        origin: SIMD3(Float(foot.x), Float(foot.y), Float(hasWindows ? base : foot.z + base)),
        size: hasWindows ? SIMD2(Float((along.max() ?? 0) - left), Float(top)) : .zero,
        color: isWall ? look.wall : look.roof, kind: isWall ? .wall : .roof,
        pattern: hasWindows ? look.pattern : 0, seed: seed),
      vertices: corners, triangles: triangles)
  }

  /// The unit normal of a ring that may be a little bent; `nil` where it has no area.
  ///
  /// Source: Newell, in Sutherland, Sproull and Schumacker, "A Characterization of Ten Hidden-Surface Algorithms" (1974).
  private static func normal(of ring: [Vector3]) -> Vector3? {
    let origin = ring[0]
    var sum = Vector3.zero
    for i in 1..<(ring.count - 1) {
      sum += (ring[i] - origin).cross(ring[i + 1] - origin)
    }
    let length = sum.length
    return length > 1e-6 ? sum / length : nil
  }
}
