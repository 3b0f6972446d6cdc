import BelvedereGeodesy
import BelvedereRasterization

/// How much of what stands on the ground is drawn, and of the ground's own heights.
struct Extrusion: Hashable {
  /// The part of their height to which buildings and trees are extruded.
  let part: Double
  /// The part of the ground's elevation that is drawn.
  let style: Double

  /// All of it.
  static let full = Extrusion(part: 1, style: 1)
}

/// On what a face stands: its vertices are extruded from there.
struct FaceStand {
  /// The elevation of the ground; not a number for what has an elevation of its own.
  let base: Float
  /// The least part of its height to which the object is extruded: a footprint lies a hand above the
  /// ground, so that it is seen even when nothing is extruded.
  let least: Float
  /// The part of its height by which the object is raised over the ground that would bury it: where the ground is
  /// flattened it is not.
  var raised: Float = 0
  /// Metres by which it is lifted with a part below it that is raised so.
  var lifted: Float = 0
  /// The first vertex of the face; its others follow.
  var firstVertex: UInt32 = 0
  /// The number of the object to which the face belongs, in its cell.
  var object: UInt32 = 0

  static let none = FaceStand()

  /// - Parameter isOnSlope: whether the ground hides a part of the footprint; where nothing is extruded its outline on the
  ///   ground is seen, and no corner of it comes through.
  init(base: Float, height: Float, isOnSlope: Bool) {
    self.base = base
    // Of parts on each other the higher one lies on top.
    let top = isOnSlope ? 0.01 : 0.3 + 0.002 * height
    least = min(top / max(height, 0.3), 1)
  }

  private init() {
    base = .nan
    least = 1
  }
}

extension SolidScene {
  /// These solids, which stand at full height on the ground as it is, drawn otherwise.
  ///
  /// - Parameter earlier: some of them that are drawn so.
  func extruded(
    _ extrusion: Extrusion, after earlier: SolidScene?, threads: Int
  ) -> SolidScene {
    if extrusion == .full { return self }
    return drawn(after: earlier, threads: threads) { $0.extruded(extrusion) }
  }
}

extension SolidMesh {
  /// The same mesh extruded otherwise. Elevations are linear in both parts.
  func extruded(_ extrusion: Extrusion) -> SolidMesh {
    let part = Float(extrusion.part)
    let style = Float(extrusion.style)
    var positions = batch.positions
    var faces = (0..<faces.count).map { self.faces.base[$0] }
    for i in faces.indices {
      let stand = stands.base[i]
      let hangs = stand.base.isNaN
      if hangs, style >= 1 { continue }
      // What has an elevation of its own sinks with the ground; a trace of it lies above a flat map.
      let scale =
        hangs ? max(style, 0.003) : max(part, stand.least) * (1 - stand.raised * (1 - style))
      let base = hangs ? 0 : stand.base
      let foot = base + stand.lifted * (1 - style)
      func raised(_ z: Float) -> Float { base * style + (z - foot) * scale }
      let first = Int(stand.firstVertex)  // checked: widens
      let end =
        i + 1 < faces.count
        ? Int(stands.base[i + 1].firstVertex) : positions.count  // checked: widens
      for n in first..<end { positions[n].z = raised(positions[n].z) }
      faces[i].origin.z = raised(faces[i].origin.z)
      if faces[i].kind != .bank { faces[i].size.y *= scale }
      if faces[i].kind == .foliage {
        faces[i].size.x *= scale
      } else {
        // Normals of what is flattened lean the other way.
        let n = faces[i].normal * SIMD3(scale, scale, 1)
        faces[i].normal = n / (n * n).sum().squareRoot()
      }
    }
    var mesh = self
    mesh.batch = TriangleBatch(
      positions: positions, indices: batch.indices, cullsBackFaces: batch.cullsBackFaces)
    mesh.faces = FrozenArray(faces)
    mesh.refitSkins(from: self)
    return mesh
  }
}
