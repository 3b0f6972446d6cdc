import BelvedereGeoMath

/// The joints of a chain whose bars meet in mitres: cross-sections are upright, and half-way between both directions.
struct MitredPath {
  let joints: [Vector3]
  /// Level and to the right, as far as a metre beside the bars reaches in the mitre.
  private let rights: [Vector2]

  init(_ joints: [Vector3]) {
    self.joints = joints
    func unit(_ v: Vector3) -> Vector2 {
      let length = v.xy.length
      return length > 0 ? v.xy / length : .zero
    }
    rights = joints.indices.map { i in
      let u = i > 0 ? unit(joints[i] - joints[i - 1]) : unit(joints[1] - joints[0])
      let v = i + 1 < joints.count ? unit(joints[i + 1] - joints[i]) : u
      let sum = u + v
      let length = sum.length
      // In a hairpin as for the way in.
      let along = length > 0.2 ? sum / length : u
      let stretch = length > 0.2 ? min(2 / length, 2.5) : 1
      return Vector2(along.y, -along.x) * stretch
    }
  }

  /// A place beside a joint, metres to its right.
  func place(_ i: Int, aside: Double, elevation: Double) -> Vector3 {
    let p = joints[i].xy + rights[i] * aside
    return Vector3(p.x, p.y, elevation)
  }
}
