import BelvedereSceneModel

/// Numbers of all that stands on a scene's ground: buildings first, then beams, then trees.
struct ObjectNumbers {
  private let buildings, beams: Int
  let count: Int

  init(_ scene: Scene) {
    buildings = scene.buildings.count
    beams = scene.beams.count
    count = buildings + beams + scene.trees.count
  }

  // A scene has at most ten million objects.
  func building(_ n: Int) -> UInt32 { UInt32(truncatingIfNeeded: n) }
  func beam(_ n: Int) -> UInt32 { UInt32(truncatingIfNeeded: buildings + n) }
  func tree(_ n: Int) -> UInt32 { UInt32(truncatingIfNeeded: buildings + beams + n) }
}
