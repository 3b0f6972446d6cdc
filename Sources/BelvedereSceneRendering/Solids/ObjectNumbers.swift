import BelvedereSceneModel

/// Numbers of all that stands on a scene's ground: buildings first, then beams, trees and models.
struct ObjectNumbers {
  private let buildings, beams, trees: Int
  let count: Int

  init(_ scene: Scene) {
    buildings = scene.buildings.count
    beams = scene.beams.count
    trees = scene.trees.count
    count = buildings + beams + trees + scene.models.count
  }

  // A scene has at most ten million objects.
  func building(_ n: Int) -> UInt32 { UInt32(truncatingIfNeeded: n) }
  func beam(_ n: Int) -> UInt32 { UInt32(truncatingIfNeeded: buildings + n) }
  func tree(_ n: Int) -> UInt32 { UInt32(truncatingIfNeeded: buildings + beams + n) }
  func model(_ n: Int) -> UInt32 { UInt32(truncatingIfNeeded: buildings + beams + trees + n) }
}
