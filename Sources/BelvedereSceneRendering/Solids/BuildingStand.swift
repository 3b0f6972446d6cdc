import BelvedereGeodesy
import BelvedereSceneModel

/// Where a building stands.
///
/// What stands on another part of a building counts its heights from the ground of that part, and is lifted as far as
/// that is raised: no podium on a slope swallows the tower on it, and none floats.
struct BuildingStand {
  /// The elevation from which heights count, metres.
  let base: Double
  /// Metres from there to where it begins and to its top.
  let bottom, top: Double
  /// How many of them it is higher, and how many of them it is lifted, because ground would bury it or what it
  /// stands on.
  let raised, lifted: Double
  /// Whether the ground of its outline is not level.
  let isOnSlope: Bool

  /// - Parameters:
  ///   - foot: the part at the foot of those on which it stands; `nil` of what stands on the ground.
  ///   - ground: the ground's elevation, metres.
  /// - Returns: `nil` without an outline.
  init?(_ building: Building, on foot: Building?, ground: (Coordinate) -> Double) {
    let standing = foot ?? building
    guard let (base, highest) = standing.groundRange(ground) else { return nil }
    let rise = standing.risenHeight(lowest: base, highest: highest) - standing.height
    self.base = base
    isOnSlope = highest - base > 0.5
    (raised, lifted) = foot == nil ? (rise, 0) : (0, rise)
    bottom = building.minHeight + lifted
    top = building.height + rise
  }
}

extension Building {
  /// The lowest and the highest ground of its outline.
  fileprivate func groundRange(
    _ ground: (Coordinate) -> Double
  ) -> (lowest: Double, highest: Double)? {
    let levels = (footprint.rings.first ?? []).map(ground)
    guard let lowest = levels.min(), let highest = levels.max(), lowest.isFinite else { return nil }
    return (lowest, highest)
  }
}
