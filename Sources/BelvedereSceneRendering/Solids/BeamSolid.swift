import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// Turns beams into boxes.
struct BeamSolid {
  let frame: LocalFrame
  let verticalExaggeration: Double

  func add(_ beam: Beam, to builder: inout SolidMeshBuilder) {
    let seed = ObjectSeed.of(beam)
    let joints = beam.path.map { joint in
      let p = frame.position(of: joint.coordinate)
      return Vector3(p.x, p.y, joint.elevation * verticalExaggeration)
    }
    builder.hang()
    for i in joints.indices.dropLast() {
      addBox(joints[i], joints[i + 1], beam, seed: seed, to: &builder)
    }
  }

  private func addBox(
    _ a: Vector3, _ b: Vector3, _ beam: Beam, seed: UInt16, to builder: inout SolidMeshBuilder
  ) {
    let along = (b - a).normalized
    guard along != .zero else { return }
    // Level across, unless the bar stands upright: then across is east.
    let isUpright = abs(along.z) > 0.999
    let across = isUpright ? Vector3(1, 0, 0) : along.cross(Vector3(0, 0, 1)).normalized
    let upward = across.cross(along).normalized
    let w = across * (beam.width / 2)
    let h = upward * (beam.depth / 2)
    let c = [
      a - w - h, a + w - h, a + w + h, a - w + h, b - w - h, b + w - h, b + w + h, b - w + h,
    ]
    .map { SIMD3(Float($0.x), Float($0.y), Float($0.z)) }
    let sides: [(Vector3, [Int])] = [
      (upward, [3, 2, 6, 7]), (-upward, [0, 4, 5, 1]), (across, [1, 5, 6, 2]),
      (-across, [0, 3, 7, 4]), (along, [4, 7, 6, 5]), (-along, [0, 1, 2, 3]),
    ]
    for (n, (normal, corners)) in sides.enumerated() {
      let color = n == 0 ? beam.topColor ?? beam.color : beam.color
      builder.add(
        Face(
          normal: SIMD3(Float(normal.x), Float(normal.y), Float(normal.z)), origin: c[corners[0]],
          size: .zero, color: linear(color), kind: .beam, pattern: 0, seed: seed),
        vertices: corners.map { c[$0] }, triangles: [0, 1, 2, 0, 2, 3])
    }
  }
}
