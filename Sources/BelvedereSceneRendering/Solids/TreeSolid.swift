import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// Turns trees into crowns of a few triangles.
struct TreeSolid {
  let frame: LocalFrame
  /// The elevation on which a tree stands; `nil` where none does.
  let ground: (Coordinate) -> Double?

  func add(_ tree: Tree, to builder: inout SolidMeshBuilder) {
    let p = frame.position(of: tree.coordinate)
    guard let z = ground(tree.coordinate) else { return }
    Self.add(
      tree.kind, height: tree.height, at: Vector3(p.x, p.y, z), seed: ObjectSeed.of(tree),
      to: &builder)
  }

  /// Adds a tree.
  ///
  /// - Parameters:
  ///   - size: metres from the ground to the top.
  ///   - p: its foot in the frame.
  static func add(
    _ kind: Tree.Kind, height size: Double, at p: Vector3, seed: UInt16,
    to builder: inout SolidMeshBuilder
  ) {
    let z = p.z
    let height = max(size, 0.3)
    builder.stand(at: z, height: height)
    let variation = Float(seed & 255) / 255 - 0.5
    let profile: [(radius: Double, z: Double)]
    let color: SIMD3<Float>
    switch kind {
    case .broadleaf:
      let r = size * 0.36
      profile = [(0.25 * r, 0.16), (0.95 * r, 0.42), (0.82 * r, 0.74), (0, 1)]
      color = SIMD3(0.098, 0.160, 0.058)
    case .conifer:
      let r = size * 0.24
      profile = [(0.3 * r, 0.06), (r, 0.24), (0.55 * r, 0.62), (0, 1)]
      color = SIMD3(0.056, 0.110, 0.056)
    case .palm:
      let r = size * 0.22
      profile = [(0.06 * r, 0), (0.06 * r, 0.78), (r, 0.86), (0, 1)]
      color = SIMD3(0.115, 0.170, 0.070)
    }
    let sides = 6
    var vertices: [SIMD3<Float>] = []
    let turn = Angle.degrees(Double(seed % 60))
    for level in profile {
      for side in 0..<(level.radius > 0 ? sides : 1) {
        let angle = Angle.radians(turn.radians + 2 * .pi * Double(side) / Double(sides))
        let d = Quaternion(axis: Vector3(0, 0, 1), angle: angle)
          .rotate(Vector3(level.radius, 0, 0))
        vertices.append(
          SIMD3(Float(p.x + d.x), Float(p.y + d.y), Float(z + height * level.z)))
      }
    }
    var triangles: [Int] = []
    for level in 0..<(profile.count - 1) {
      let low = level * sides
      let high = low + sides
      for side in 0..<sides {
        let following = (side + 1) % sides
        if profile[level + 1].radius > 0 {
          triangles += [low + side, low + following, high + following]
          triangles += [low + side, high + following, high + side]
        } else {
          triangles += [low + side, low + following, high]
        }
      }
    }
    builder.add(
      Face(
        normal: SIMD3(0, 0, 1),
        origin: SIMD3(Float(p.x), Float(p.y), Float(z + height * 0.45)),
        size: SIMD2(Float(height * 0.5), Float(height)), color: color * (1 + 0.5 * variation),
        kind: .foliage, pattern: 0, seed: seed),
      vertices: vertices, triangles: triangles)
  }
}
