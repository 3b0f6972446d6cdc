import BelvedereGeoMath
import BelvedereImaging
import BelvedereSceneModel

/// A ramp to a bridge: a roadway over banks, walls or nothing, closed wherever one of them ends beside another.
struct EmbankmentSolid {
  /// Of each joint, to the left and to the right: the roadway's edge, the lower edge of a deck there, a wall's foot below
  /// it, and the end of a bank.
  private struct Section {
    var edge, bottom, foot, toe: (left: Vector3, right: Vector3)
  }

  private let sections: [Section]
  private let beam: Beam
  private let embankment: Embankment
  private let seed: UInt16

  /// - Parameter joints: of the beam, metres; at least two.
  init?(
    _ joints: [Vector3], _ beam: Beam, _ embankment: Embankment, _ seed: UInt16,
    _ verticalExaggeration: Double
  ) {
    let count = joints.count
    guard count >= 2, beam.feet.count == count, embankment.bars.count == count - 1,
      embankment.sections.count == count
    else { return nil }
    (self.beam, self.embankment, self.seed) = (beam, embankment, seed)
    let path = MitredPath(joints)
    let half = beam.depth / 2
    sections = joints.indices.map { i in
      let bottom = joints[i].z - half
      let foot = min(beam.feet[i] * verticalExaggeration, bottom)
      let tilts = (
        embankment.sections[i].leftTilt * verticalExaggeration,
        embankment.sections[i].rightTilt * verticalExaggeration
      )
      func both(_ left: Double, _ right: Double, _ z: (Double, Double)) -> (Vector3, Vector3) {
        (
          path.place(i, aside: -beam.width / 2 - left, elevation: z.0),
          path.place(i, aside: beam.width / 2 + right, elevation: z.1)
        )
      }
      let (left, right) = (embankment.sections[i].leftToe, embankment.sections[i].rightToe)
      return Section(
        edge: both(0, 0, (joints[i].z + half + tilts.0, joints[i].z + half + tilts.1)),
        bottom: both(0, 0, (bottom + tilts.0, bottom + tilts.1)), foot: both(0, 0, (foot, foot)),
        toe: both(
          left.reach, right.reach,
          (left.elevation * verticalExaggeration, right.elevation * verticalExaggeration)))
    }
  }

  func add(to builder: inout SolidMeshBuilder) {
    for bar in embankment.bars.indices { add(bar: bar, to: &builder) }
    for joint in sections.indices { close(joint, to: &builder) }
  }

  private func add(bar: Int, to builder: inout SolidMeshBuilder) {
    let (a, b) = (sections[bar], sections[bar + 1])
    func add(_ corners: [Vector3], _ color: Color) {
      builder.add(plane: corners, color: color, seed: seed)
    }
    builder.add(
      roadway: [a.edge.left, a.edge.right, b.edge.right, b.edge.left], of: beam, seed: seed)
    switch embankment.bars[bar].left {
    case .deck: add([a.bottom.left, a.edge.left, b.edge.left, b.bottom.left], beam.color)
    case .wall: add([a.foot.left, a.edge.left, b.edge.left, b.foot.left], Embankment.stone)
    case .bank: builder.add(bank: [a.toe.left, a.edge.left, b.edge.left, b.toe.left], seed: seed)
    }
    switch embankment.bars[bar].right {
    case .deck: add([a.edge.right, a.bottom.right, b.bottom.right, b.edge.right], beam.color)
    case .wall: add([a.edge.right, a.foot.right, b.foot.right, b.edge.right], Embankment.stone)
    case .bank:
      builder.add(bank: [a.edge.right, a.toe.right, b.toe.right, b.edge.right], seed: seed)
    }
    if isDeck(bar) {
      add([a.bottom.right, a.bottom.left, b.bottom.left, b.bottom.right], beam.color)
    }
  }

  /// The roadway of a deck or ramp and the slopes of its banks: four corners each, in the order of their outlines.
  static func planes(
    _ joints: [Vector3], _ beam: Beam, _ verticalExaggeration: Double
  ) -> [(corners: [Vector3], isRoadway: Bool)] {
    let solid = beam.embankment.flatMap {
      EmbankmentSolid(joints, beam, $0, 0, verticalExaggeration)
    }
    guard let solid else {
      let path = MitredPath(joints)
      func edge(_ i: Int, _ side: Double) -> Vector3 {
        path.place(i, aside: side * beam.width / 2, elevation: joints[i].z + beam.depth / 2)
      }
      return joints.indices.dropLast().map {
        ([edge($0, -1), edge($0, 1), edge($0 + 1, 1), edge($0 + 1, -1)], true)
      }
    }
    return solid.embankment.bars.indices.flatMap { bar -> [(corners: [Vector3], isRoadway: Bool)] in
      let (a, b) = (solid.sections[bar], solid.sections[bar + 1])
      var planes = [
        (corners: [a.edge.left, a.edge.right, b.edge.right, b.edge.left], isRoadway: true)
      ]
      if solid.embankment.bars[bar].left == .bank {
        planes.append(([a.toe.left, a.edge.left, b.edge.left, b.toe.left], false))
      }
      if solid.embankment.bars[bar].right == .bank {
        planes.append(([a.edge.right, a.toe.right, b.toe.right, b.edge.right], false))
      }
      return planes
    }
  }

  private func isDeck(_ bar: Int) -> Bool {
    embankment.bars.indices.contains(bar) && embankment.bars[bar].isDeck
  }

  /// Ends what there is on one side of a joint and not on the other one, with faces across the way.
  private func close(_ joint: Int, to builder: inout SolidMeshBuilder) {
    let s = sections[joint]
    func add(_ corners: [Vector3], _ isForward: Bool, _ color: Color) {
      builder.add(
        plane: isForward ? corners.reversed() : corners, color: color, seed: seed)
    }
    let bars = embankment.bars.indices
    // What ends here as one comes from behind, and from ahead.
    for (bar, other, isForward) in [(joint - 1, joint, true), (joint, joint - 1, false)]
    where bars.contains(bar) {
      let isEnd = !bars.contains(other)
      if isEnd {
        add([s.bottom.left, s.bottom.right, s.edge.right, s.edge.left], isForward, beam.color)
      }
      if !isDeck(bar), isEnd || isDeck(other) {
        add(
          [s.foot.left, s.foot.right, s.bottom.right, s.bottom.left], isForward, Embankment.stone)
      }
      if embankment.bars[bar].left == .bank, isEnd || embankment.bars[other].left != .bank {
        add([s.toe.left, inner(s.foot.left, s.toe.left), s.edge.left], isForward, Embankment.stone)
      }
      if embankment.bars[bar].right == .bank, isEnd || embankment.bars[other].right != .bank {
        add(
          [inner(s.foot.right, s.toe.right), s.toe.right, s.edge.right], isForward, Embankment.stone
        )
      }
    }
  }

  /// A place below an edge, as deep as a bank's end.
  private func inner(_ foot: Vector3, _ toe: Vector3) -> Vector3 {
    Vector3(foot.x, foot.y, min(foot.z, toe.z))
  }
}
