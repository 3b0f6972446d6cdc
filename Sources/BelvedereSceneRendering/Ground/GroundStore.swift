import BelvedereRasterization
import BelvedereSceneModel
import BelvedereTerrain
import Synchronization

/// Paints the squares of ground that pictures show, and keeps them for the next pictures.
final class GroundStore: Sendable {
  private struct BaseKey: Hashable {
    var square: MapSquare
    var hasFootprints: Bool
  }

  private let scene: Scene
  let features: GroundFeatureIndex
  private let ground: DrawnGround
  private let relief: ReliefPainter?
  private let bases: Kept<BaseKey, FrozenArray<UInt32>>
  private let footprints = Mutex<[GroundFeatureIndex.Footprint]?>(nil)

  init(
    scene: Scene, features: GroundFeatureIndex, ground: DrawnGround, budget: DrawingBudget,
    cell: @escaping @Sendable (GeographicBounds) -> Double
  ) {
    self.scene = scene
    self.features = features
    self.ground = ground
    bases = Kept(maximumBytes: budget.keptGround)
    relief = scene.relief.map {
      ReliefPainter(style: $0, model: scene.ground, mesh: ground.meshGround, cell: cell)
    }
  }

  /// The overlays over the ground.
  var overlayShapes: [GroundFeatureIndex.OverlayShape] { features.overlays }

  /// Squares of ground, painted.
  ///
  /// - Parameters:
  ///   - hasFootprints: whether the outlines of buildings are painted, too.
  ///   - progress: called after each square that had to be painted with the part done; `false` leaves
  ///     out the rest.
  func squares(
    _ keys: [MapSquare], hasFootprints: Bool, threads: Int,
    progress: @escaping @Sendable (Double) -> Bool
  ) -> [(key: MapSquare, tile: GroundTile)] {
    let painter = GroundPainter(
      features: features, ground: ground, footprints: hasFootprints ? outlines() : [],
      relief: relief)
    let done = Atomic<Int>(0)
    @Sendable func isWanted() -> Bool {
      let n = done.wrappingAdd(1, ordering: .relaxed).newValue
      return progress(Double(min(n, keys.count)) / Double(keys.count))
    }
    let base = bases.values(
      keys.map { BaseKey(square: $0, hasFootprints: hasFootprints) }, threads: threads
    ) { key, _ in
      guard isWanted() else { return nil }
      let texels = painter.base(key.square)
      return (texels, 4 * texels.count)
    }
    return zip(keys, base).compactMap { key, base in
      base.map { (key, GroundTile(base: $0)) }
    }
  }

  private func outlines() -> [GroundFeatureIndex.Footprint] {
    footprints.withLock { kept in
      let made = kept ?? GroundFeatureIndex.footprints(scene)
      kept = made
      return made
    }
  }
}
