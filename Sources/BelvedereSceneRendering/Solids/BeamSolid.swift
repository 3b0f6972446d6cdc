import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
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
    if beam.isMitred, joints.count > 2 || beam.feet.count == joints.count {
      addRibbon(joints, beam, seed: seed, to: &builder)
      return
    }
    for i in joints.indices.dropLast() {
      addBox(joints[i], joints[i + 1], beam, seed: seed, to: &builder)
    }
  }

  /// Bars whose cross-sections are one where they meet, upright and half-way between both directions.
  private func addRibbon(
    _ joints: [Vector3], _ beam: Beam, seed: UInt16, to builder: inout SolidMeshBuilder
  ) {
    func unit(_ v: Vector3) -> Vector2 {
      let length = v.xy.length
      return length > 0 ? v.xy / length : .zero
    }
    // Lower left, lower right, upper right, upper left of each cross-section.
    let hasFeet = beam.feet.count == joints.count
    let sections = joints.indices.map { i -> [Vector3] in
      let u = i > 0 ? unit(joints[i] - joints[i - 1]) : unit(joints[1] - joints[0])
      let v = i + 1 < joints.count ? unit(joints[i + 1] - joints[i]) : u
      let sum = u + v
      let length = sum.length
      // In a hairpin as for the way in.
      let along = length > 0.2 ? sum / length : u
      let stretch = length > 0.2 ? min(2 / length, 2.5) : 1
      let right = Vector2(along.y, -along.x) * (beam.width / 2 * stretch)
      let half = beam.depth / 2
      let below =
        hasFeet ? min(beam.feet[i] * verticalExaggeration - joints[i].z, -half) : -half
      return [(-1.0, below), (1, below), (1, half), (-1, half)].map { side, rise in
        Vector3(joints[i].x + right.x * side, joints[i].y + right.y * side, joints[i].z + rise)
      }
    }
    func add(_ corners: [Vector3], _ color: Color) {
      let normal = (corners[2] - corners[0]).cross(corners[3] - corners[1])
      let length = normal.length
      guard length > 0 else { return }
      let n = normal / length
      let c = corners.map { SIMD3(Float($0.x), Float($0.y), Float($0.z)) }
      builder.add(
        Face(
          normal: SIMD3(Float(n.x), Float(n.y), Float(n.z)), origin: c[0], size: .zero,
          color: linear(color), kind: .beam, pattern: 0, seed: seed),
        vertices: c, triangles: [0, 1, 2, 0, 2, 3])
    }
    for i in sections.indices.dropLast() {
      let (a, b) = (sections[i], sections[i + 1])
      add([a[3], a[2], b[2], b[3]], beam.topColor ?? beam.color)
      add([a[1], a[0], b[0], b[1]], beam.color)
      add([a[2], a[1], b[1], b[2]], beam.color)
      add([a[0], a[3], b[3], b[0]], beam.color)
    }
    let (first, last) = (sections[0], sections[sections.count - 1])
    add([first[0], first[1], first[2], first[3]], beam.color)
    add([last[1], last[0], last[3], last[2]], beam.color)
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
