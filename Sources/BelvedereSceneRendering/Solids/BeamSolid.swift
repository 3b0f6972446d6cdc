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
    if let embankment = beam.embankment {
      let solid = EmbankmentSolid(joints, beam, embankment, seed, verticalExaggeration)
      solid?.add(to: &builder)
      return
    }
    if beam.isMitred, joints.count > 2 || beam.feet.count == joints.count || beam.road != nil {
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
    // Lower left, lower right, upper right, upper left of each cross-section.
    let hasFeet = beam.feet.count == joints.count
    let path = MitredPath(joints)
    let half = beam.depth / 2
    let sections = joints.indices.map { i -> [Vector3] in
      let below =
        hasFeet ? min(beam.feet[i] * verticalExaggeration - joints[i].z, -half) : -half
      return [(-1.0, below), (1, below), (1, half), (-1, half)].map { side, rise in
        path.place(i, aside: side * beam.width / 2, elevation: joints[i].z + rise)
      }
    }
    func add(_ corners: [Vector3], _ color: Color) {
      builder.add(plane: corners, color: color, seed: seed)
    }
    for i in sections.indices.dropLast() {
      let (a, b) = (sections[i], sections[i + 1])
      // The upper side has at most five strips.
      builder.beginPiece(faces: 10)
      builder.add(roadway: [a[3], a[2], b[2], b[3]], of: beam, seed: seed)
      add([a[1], a[0], b[0], b[1]], beam.color)
      add([a[2], a[1], b[1], b[2]], beam.color)
      add([a[0], a[3], b[3], b[0]], beam.color)
      if i == 0 { add([a[0], a[1], a[2], a[3]], beam.color) }
      if i == sections.count - 2 { add([b[1], b[0], b[3], b[2]], beam.color) }
      builder.endPiece()
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
    builder.beginPiece(faces: sides.count)
    defer { builder.endPiece() }
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

extension SolidMeshBuilder {
  /// Adds a part of a beam with three or four corners, counter-clockwise from outside; nothing where it has no area.
  mutating func add(
    plane corners: [Vector3], color: Color, seed: UInt16, kind: Face.Kind = .beam,
    pattern: UInt8 = 0, size: SIMD2<Float> = .zero
  ) {
    let last = corners.count - 1
    let normal = (corners[2] - corners[0]).cross(corners[last] - corners[1])
    let length = normal.length
    guard length > 0 else { return }
    let n = normal / length
    let c = corners.map { SIMD3(Float($0.x), Float($0.y), Float($0.z)) }
    add(
      Face(
        normal: SIMD3(Float(n.x), Float(n.y), Float(n.z)), origin: c[0], size: size,
        color: linear(color), kind: kind, pattern: pattern, seed: seed),
      vertices: c, triangles: corners.count == 4 ? [0, 1, 2, 0, 2, 3] : [0, 1, 2])
  }

  /// Adds the upper side of a bar of a beam: of a road with strips beside it, and one for traffic on its middle.
  ///
  /// - Parameter corners: left and right where it begins, then right and left where it ends.
  mutating func add(roadway corners: [Vector3], of beam: Beam, seed: UInt16) {
    guard let kind = beam.road else {
      add(plane: corners, color: beam.topColor ?? beam.color, seed: seed)
      return
    }
    let verge = min(beam.verge / beam.width, 0.4)
    var cuts = [0, verge, 1 - verge, 1]
    var parts: [RoadPaint.Part] = [.kerb, .roadway, .kerb]
    if let traffic = beam.traffic {
      let half = TrafficStyle.part * (1 - 2 * verge) / 2
      cuts = [0, verge, 0.5 - half, 0.5 + half, 1 - verge, 1]
      parts = [.kerb, .roadway, .traffic(traffic), .roadway, .kerb]
    }
    func across(_ a: Vector3, _ b: Vector3) -> [Vector3] { cuts.map { a + (b - a) * $0 } }
    let (a, b) = (across(corners[0], corners[1]), across(corners[3], corners[2]))
    for (k, part) in parts.enumerated() {
      let plane = [a[k], a[k + 1], b[k + 1], b[k]]
      if part == .kerb, !RoadPaint.hasKerb(kind) {
        add(plane: plane, color: beam.color, seed: seed)
        continue
      }
      let paint = RoadPaint(kind: kind, part: part)
      add(
        plane: plane, color: beam.topColor ?? beam.color, seed: seed, kind: .roadway,
        pattern: paint.pattern)
    }
  }

  /// Adds a bank, which will have the colour of the ground in its middle.
  mutating func add(bank corners: [Vector3], seed: UInt16) {
    let middle = corners.reduce(Vector3.zero) { $0 + $1 } / Double(corners.count)
    add(
      plane: corners, color: Embankment.earth, seed: seed, kind: .bank,
      size: SIMD2(Float(middle.x), Float(middle.y)))
  }
}
