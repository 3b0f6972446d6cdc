import BelvedereRasterization
import BelvedereSceneModel
import BelvedereTerrain
import Synchronization

/// Paints the squares of ground that pictures show, and keeps them for the next pictures.
final class GroundStore: Sendable {
  private struct BaseKey: Hashable {
    var square: MapSquare
    var hasFootprints: Bool
    var look: GroundLook
  }

  private struct LayerKey: Hashable {
    var square: MapSquare
    var layer: RasterSquares
  }

  private let scene: Scene
  let features: GroundFeatureIndex
  private let ground: DrawnGround
  private let relief: ReliefPainter?
  /// Paints what lies beyond the scene; `nil` for nothing.
  let world: WorldPainter?
  /// What the scene says of land and sea.
  let shore: SceneShore
  private let bases: Kept<BaseKey, FrozenArray<UInt32>>
  /// Of those in which there is nothing no texels.
  private let layers: Kept<LayerKey, FrozenArray<UInt32>>
  /// Without roads.
  private let bareBases: Kept<BaseKey, FrozenArray<UInt32>>
  private let bare: Scene
  private let towns = Mutex<TownDensity?>(nil)
  private let footprints = Mutex<[GroundFeatureIndex.Footprint]?>(nil)

  /// - Parameter bare: the scene without what is streamed, which says where the world begins.
  init(
    scene: Scene, bare: Scene, features: GroundFeatureIndex, ground: DrawnGround,
    budget: DrawingBudget, cell: @escaping @Sendable (GeographicBounds) -> Double
  ) {
    self.scene = scene
    self.bare = bare
    self.features = features
    self.ground = ground
    bases = Kept(maximumBytes: budget.keptGround, calls: budget.keptCalls)
    layers = Kept(maximumBytes: budget.keptGround / 2, calls: budget.keptCalls)
    bareBases = Kept(maximumBytes: budget.keptGround / 8, calls: 1)
    shore = SceneShore(bare, land: features.land)
    world = WorldPainter(bare, shore)
    relief = scene.relief.map {
      ReliefPainter(style: $0, model: scene.ground, mesh: ground.meshGround, cell: cell)
    }
  }

  /// Squares of a scene of which a part is in memory, after those of another part.
  init(
    scene: Scene, features: GroundFeatureIndex, after other: GroundStore,
    _ changes: consuming ContentChanges
  ) {
    self.scene = scene
    self.features = features
    bare = other.bare
    let known = other.towns.withLock { $0 }
    towns.withLock { $0 = known }
    (ground, relief, world, shore) = (other.ground, other.relief, other.world, other.shore)
    bases = Kept(other.bases) { key in
      changes.touch(key.square, hasFootprints: key.hasFootprints)
    }
    bareBases = Kept(other.bareBases) { changes.touch($0.square, hasFootprints: false) }
    layers = Kept(other.layers)
  }

  /// The overlays over the ground.
  var overlayShapes: [GroundFeatureIndex.OverlayShape] { features.overlays }

  /// Squares of ground, painted.
  ///
  /// - Parameters:
  ///   - look: as what the ground is painted.
  ///   - layers: tiles that lie over it.
  ///   - hasFootprints: whether the outlines of buildings are painted, too.
  ///   - progress: called after each square that had to be painted with the part done; `false` leaves
  ///     out the rest.
  func squares(
    _ keys: [MapSquare], look: GroundLook = GroundLook(), layers: [RasterSquares] = [],
    hasFootprints: Bool, threads: Int,
    progress: @escaping @Sendable (Double) -> Bool
  ) -> [(key: MapSquare, tile: GroundTile)] {
    let painter = GroundPainter(
      features: features, ground: ground, footprints: hasFootprints ? outlines() : [],
      relief: relief, look: look, world: world, shore: shore, country: country(look))
    let done = Atomic<Int>(0)
    @Sendable func isWanted() -> Bool {
      let n = done.wrappingAdd(1, ordering: .relaxed).newValue
      let all = keys.count * (1 + layers.count)
      return progress(Double(min(n, all)) / Double(all))
    }
    let base = bases.values(
      keys.map { BaseKey(square: $0, hasFootprints: hasFootprints, look: look) }, threads: threads
    ) { key, _ in
      guard isWanted() else { return nil }
      let texels = painter.base(key.square)
      return (texels, 4 * texels.count)
    }
    let laid = layers.map { layer in
      self.layers.values(keys.map { LayerKey(square: $0, layer: layer) }, threads: threads) {
        key, _ in
        guard isWanted() else { return nil }
        let texels = key.layer.texels(key.square) ?? []
        return (FrozenArray(texels), 4 * texels.count + 64)
      }
    }
    return zip(keys, base).enumerated().compactMap { n, entry in
      entry.1.map { base in
        var tile = GroundTile(base: base)
        tile.layers = laid.map { $0[n].flatMap { $0.count > 0 ? $0 : nil } }
        return (entry.0, tile)
      }
    }
  }

  /// Squares of ground without roads, painted.
  func bareSquares(
    _ keys: [MapSquare], look: GroundLook, threads: Int
  ) -> [MapSquare: FrozenArray<UInt32>] {
    if keys.isEmpty { return [:] }
    var look = look
    look.hasTraffic = false
    if case .imagery(let tiles, _) = look.base { look.base = .imagery(tiles, hasRoads: false) }
    let painter = GroundPainter(
      features: GroundFeatureIndex(land: features.land, covers: features.covers, roads: []),
      ground: ground, footprints: [], relief: relief, look: look, world: world, shore: shore,
      country: country(look))
    let painted = bareBases.values(
      keys.map { BaseKey(square: $0, hasFootprints: false, look: look) }, threads: threads
    ) { key, _ in
      let texels = painter.base(key.square)
      return (texels, 4 * texels.count)
    }
    return Dictionary(
      uniqueKeysWithValues: zip(keys, painted).compactMap { key, texels in
        texels.map { (key, $0) }
      })
  }

  /// Where the world is shown its climates colour the scene, too.
  private func country(_ look: GroundLook) -> OpenCountry? {
    guard world != nil, look.theme == .standard else { return nil }
    return OpenCountry(
      ground: ground,
      towns: towns.withLock { kept in
        let made = kept ?? TownDensity(bare)
        kept = made
        return made
      })
  }

  /// The outlines of buildings, made once.
  func outlines() -> [GroundFeatureIndex.Footprint] {
    footprints.withLock { kept in
      let made = kept ?? GroundFeatureIndex.footprints(scene)
      kept = made
      return made
    }
  }
}
