import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereTerrain
import Synchronization

/// Draws the squares of shadow that pictures of the flat map need, and keeps them while the sun stands
/// still.
///
/// Source: a virtual shadow map (Fernando, Fernandez, Bala & Greenberg, "Adaptive Shadow Maps", 2001) in
/// an oblique projection on level ground.
final class ShadowStore: Sendable {
  private struct Key: Hashable {
    var square: MapSquare
    var space: ShadowSpace
    /// What stands there: how far buildings are extruded, and the factor of heights.
    var extrusion, heightFactor: Double
    var content: SolidContent
    var elevations: ShadowElevations
  }

  /// What one thread draws in.
  private struct Canvas: Sendable {
    let scratch: RasterizerScratch
    let buffer = VisibilityBuffer(
      width: ShadowLevel.stride, height: ShadowLevel.stride, samples: 1)

    init(_ budget: DrawingBudget) {
      scratch = RasterizerScratch(maximumTriangles: budget.triangles.map { $0 / 4 })
    }
  }

  private let kept: Kept<Key, FrozenArray<UInt16>>
  private let tiles: TileStore
  private let budget: DrawingBudget
  private let canvases = Mutex<[Canvas]>([])

  init(ground: DrawnGround, budget: DrawingBudget) {
    tiles = TileStore(ground: ground, budget: budget)
    kept = Kept(maximumBytes: budget.keptShadows, calls: budget.keptCalls)
    self.budget = budget
  }

  /// Squares of another scene on the same ground: of what differs ``forget(castBy:)`` must be told.
  init(after other: ShadowStore) {
    tiles = other.tiles
    kept = Kept(other.kept)
    budget = other.budget
  }

  /// Forgets the squares on which some solids at full height may cast shadows.
  func forget(castBy solids: [SolidMesh]) {
    guard !solids.isEmpty else { return }
    let casters = ShadowCasters(solids)
    kept.forget { !casters.casting(on: ShadowSquare($0.square, $0.space)).0.isEmpty }
  }

  /// Forgets all squares.
  func forgetAll() { kept.forget { _ in true } }

  /// Forgets the squares of some kinds of solids.
  func forget(_ content: SolidContent) { kept.forget { $0.content == content } }

  /// The elevations of all that may cast a shadow.
  static func elevations(
    _ ground: DrawnGround, _ solids: [SolidMesh], _ woods: WoodStore
  ) -> ShadowElevations {
    var (low, high) = (ground.range.lowerBound, ground.range.upperBound)
    if !woods.isEmpty { high += WoodStore.highest }
    for mesh in solids {
      low = min(low, Double(mesh.batch.lowerBound.z))
      high = max(high, Double(mesh.batch.upperBound.z))
    }
    return ShadowElevations(low...high)
  }

  /// Squares of shadow: rows of ``ShadowLevel/stride`` texels; `nil` for those left out.
  ///
  /// - Parameters:
  ///   - content: of what kinds the solids are.
  ///   - woods: trees between those of the scene; `nil` where there are no trees.
  ///   - extrusion: how far the buildings among the solids are extruded.
  ///   - progress: called before each square that has to be drawn; `false` leaves it out.
  func squares(
    _ keys: [MapSquare], _ space: ShadowSpace, _ elevations: ShadowElevations,
    solids: [SolidMesh], woods: WoodStore?, content: SolidContent, extrusion: Double,
    ground: DrawnGround, threads: Int,
    progress: @Sendable () -> Bool
  ) -> [FrozenArray<UInt16>?] {
    let casters = ShadowCasters(solids)
    let hasRelief = ground.range.lowerBound < ground.range.upperBound
    return kept.values(
      keys.map {
        Key(
          square: $0, space: space, extrusion: extrusion, heightFactor: ground.factor,
          content: content, elevations: elevations)
      }, threads: threads
    ) { key, _ in
      guard progress() else { return nil }
      let square = ShadowSquare(key.square, space)
      let canvas = canvases.withLock { $0.popLast() } ?? Canvas(budget)
      defer { canvases.withLock { $0.append(canvas) } }
      let (batches, placements) = casters.casting(on: square)
      canvas.buffer.restart()
      let rasterizer = Rasterizer(view: square.view, threads: 1, scratch: canvas.scratch)
      rasterizer.draw(placements, batches: batches, into: canvas.buffer)
      if let woods, !woods.isEmpty {
        let trees = woods.casters(on: square, Extrusion(part: extrusion, style: ground.style))
        let (batches, placements) = ShadowCasters(trees).casting(on: square)
        rasterizer.draw(placements, batches: batches, into: canvas.buffer)
      }
      if hasRelief {
        draw(square, heightFactor: ground.factor, rasterizer, into: canvas.buffer)
      }
      let texels = elevations.texels(
        UnsafePointer(canvas.buffer.depth.base), count: canvas.buffer.depth.count)
      return (texels, 2 * texels.count)
    }
  }
}

extension ShadowStore {
  /// Adds the ground that a square shows: in parts where it has too many tiles.
  private func draw(
    _ square: ShadowSquare, heightFactor: Double, _ rasterizer: Rasterizer,
    into buffer: VisibilityBuffer
  ) {
    let view = square.meshView(heightFactor: heightFactor)
    tiles.casters(
      for: view, in: TerrainFrustum(square.view, from: view.eye),
      atMost: budget.casterTiles ?? .max,
      parts: { n in square.view.parts(n).map { TerrainFrustum($0, from: view.eye) } }
    ) { relief in
      var placements: [BatchPlacement] = []
      for (n, tile) in relief.enumerated() {
        var placement = Frame.placement(tile, batch: n, eye: view.eye)
        placement.origin += square.reliefShift
        placements.append(placement)
      }
      rasterizer.draw(placements, batches: relief.map(\.batch), into: buffer)
    }
  }
}

/// The solids of a picture, and where they may cast shadows.
private final class ShadowCasters: Sendable {
  private struct Box {
    var west, east, north, south, low, high: Double
  }

  private let solids: [SolidMesh]
  /// Found out when the first square is drawn.
  private let found = Mutex<[Box]?>(nil)

  init(_ solids: [SolidMesh]) { self.solids = solids }

  private var boxes: [Box] {
    found.withLock { found in
      let boxes = found ?? solids.map(Self.box)
      found = boxes
      return boxes
    }
  }

  private static func box(_ mesh: SolidMesh) -> Box {
    let (low, high) = (mesh.batch.lowerBound, mesh.batch.upperBound)
    let k = 1 / mesh.metersPerMapPoint
    return Box(
      west: mesh.origin.x + Double(low.x) * k, east: mesh.origin.x + Double(high.x) * k,
      north: mesh.origin.y - Double(high.y) * k, south: mesh.origin.y - Double(low.y) * k,
      low: Double(low.z), high: Double(high.z))
  }

  /// The batches whose shadows may reach a square, and where they stand in its frame.
  func casting(on square: ShadowSquare) -> ([TriangleBatch], [BatchPlacement]) {
    var batches: [TriangleBatch] = []
    var placements: [BatchPlacement] = []
    let earth = DrawnEarth(frame: square.frame, globe: nil)
    let bounds = square.bounds
    let middle = bounds.minX + bounds.width / 2
    let (e, s) = (square.space.east, square.space.south)
    for (i, box) in boxes.enumerated() {
      let north = box.north + min(s * box.low, s * box.high)
      let south = box.south + max(s * box.low, s * box.high)
      guard south >= bounds.minY, north <= bounds.maxY else { continue }
      let west = box.west + min(e * box.low, e * box.high)
      let east = box.east + max(e * box.low, e * box.high)
      // The short way round the world.
      let distance = MapPoint(x: (west + east) / 2, y: 0)
        .shortDeltaX(from: MapPoint(x: middle, y: 0))
      guard abs(distance) <= (east - west + bounds.width) / 2 else { continue }
      placements.append(earth.placement(solids[i], batch: batches.count))
      batches.append(solids[i].batch)
    }
    return (batches, placements)
  }
}
