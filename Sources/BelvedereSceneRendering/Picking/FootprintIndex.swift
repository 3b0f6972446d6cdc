import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import Synchronization

/// Finds the building whose outline is painted on the ground at a place.
///
/// Straight from above buildings are outlines on the ground, whatever the hills do; while they grow with
/// the camera's pitch, what the ground still hides of them is. Prepared once somebody asks.
final class FootprintIndex: Sendable {
  private struct Made {
    let footprints: [GroundFeatureIndex.Footprint]
    let squares: SquareIndex
  }

  private let footprints: @Sendable () -> [GroundFeatureIndex.Footprint]
  private let made = Mutex<Made?>(nil)

  /// - Parameter footprints: makes those of a scene, from the lowest up, or has them.
  init(_ footprints: @escaping @Sendable () -> [GroundFeatureIndex.Footprint]) {
    self.footprints = footprints
  }

  /// The number in the scene's list of the building that is painted uppermost; `nil` for none.
  func building(at point: MapPoint) -> Int? {
    let made = made.withLock { kept in
      if let kept { return kept }
      let footprints = footprints()
      let new = Made(
        footprints: footprints, squares: SquareIndex(footprints.lazy.map(\.area.bounds)))
      kept = new
      return new
    }
    // The world's other turns have the same outlines, one of which may cross the map's edge.
    let turns = [0, -1, 1].map { $0 * MapPoint.worldWidth }
    let around = turns.flatMap { made.squares.around(MapPoint(x: point.x + $0, y: point.y)) }
    return around.filter { made.footprints[$0].area.contains(point) }.max()
      .map { made.footprints[$0].index }
  }
}
