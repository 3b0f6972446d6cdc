import BelvedereGeodesy
import BelvedereRasterization
import BelvedereTerrain
import Synchronization

/// Makes the tiles of ground for the passes of pictures, and keeps what the next picture needs too.
final class TileStore: Sendable {
  private struct Key: Hashable {
    var address: TerrainTileAddress
    var cells: Int
  }

  private struct Slopes {
    var kept: [Key: (grid: SlopeGrid, used: Int)] = [:]
    var bytes = 0
    var clock = 0
  }

  private let ground: DrawnGround
  private let mesh = Mutex<TerrainMesh?>(nil)
  private let slopes = Mutex(Slopes())
  private let budget: DrawingBudget

  init(ground: DrawnGround, budget: DrawingBudget) {
    self.ground = ground
    self.budget = budget
  }

  /// Ground in view of a light: triangles alone.
  func casters(
    for view: TerrainMeshView, in frustum: TerrainFrustum, threads: Int
  ) -> [TerrainTile] {
    meshTiles(for: view, in: frustum, showing: nil, threads: threads).tiles
      .map { TerrainTile($0, slopes: nil) }
  }

  /// The same some tiles at a time, by the calling thread.
  ///
  /// - Parameter parts: the view cut into so many parts each way.
  func casters(
    for view: TerrainMeshView, in frustum: TerrainFrustum, atMost most: Int,
    parts: (_ divisions: Int) -> [TerrainFrustum], body: ([TerrainTile]) -> Void
  ) {
    terrain().tiles(for: view, in: frustum, atMost: most, parts: parts) { tiles in
      body(tiles.map { TerrainTile($0, slopes: nil) })
    }
  }

  /// Ground in view of a camera, with slopes for its shading.
  ///
  /// - Parameter part: the part of the view that is shown; `nil` for all of it.
  /// - Returns: the tiles, and the tolerance within which they are drawn: greater than the view's where that
  ///   would need too many.
  func tiles(
    for view: TerrainMeshView, in frustum: TerrainFrustum, showing part: TerrainFrustum?,
    threads: Int
  ) -> (tiles: [TerrainTile], tolerance: Double) {
    let (tiles, tolerance) = meshTiles(for: view, in: frustum, showing: part, threads: threads)
    let detail = terrain().detail
    let keys = tiles.map { slopeKey($0, view, detail) }
    let grids = slopes.withLock { state in
      state.clock += 1
      return keys.map { key -> SlopeGrid? in
        guard let key, let index = state.kept.index(forKey: key) else { return nil }
        state.kept.values[index].used = state.clock
        return state.kept.values[index].grid
      }
    }
    var wanted: Set<Key> = []
    for (key, grid) in zip(keys, grids) {
      if let key, grid == nil { wanted.insert(key) }
    }
    let missing = Array(wanted)
    let buffer = SharedBuffer<SlopeGrid?>(repeating: nil, count: missing.count)
    defer { buffer.deallocate() }
    let ground = detail.ground
    let (isRound, hasWalls, endsInSea) = (
      self.ground.isRelief, self.ground.hasWalls, self.ground.endsInSea
    )
    Parallel.forEach(missing.count, threads: threads) { i, _ in
      buffer[i] = SlopeGrid(
        missing[i].address, cells: missing[i].cells, ground: ground, isRound: isRound,
        hasWalls: hasWalls, endsInSea: endsInSea)
    }
    var made: [Key: SlopeGrid] = [:]
    for (i, key) in missing.enumerated() { made[key] = buffer[i] }
    keep(made)
    let drawn = tiles.indices.map { i in
      TerrainTile(tiles[i], slopes: grids[i] ?? keys[i].flatMap { made[$0] })
    }
    return (drawn, tolerance)
  }

  /// How many tiles of a view may be seen in parts of it.
  func counts(
    for view: TerrainMeshView, in frustum: TerrainFrustum, showing parts: [TerrainFrustum],
    threads: Int
  ) -> [Int] {
    terrain().counts(for: view, in: frustum, showing: parts) { count, body in
      Parallel.forEach(count, threads: threads) { i, _ in body(i) }
    }
  }

  private func keep(_ made: [Key: SlopeGrid]) {
    slopes.withLock { state in
      for (key, grid) in made where state.kept[key] == nil {
        state.kept[key] = (grid, state.clock)
        state.bytes += grid.byteCount
      }
      guard state.bytes > budget.keptSlopes else { return }
      // The longest unused go first.
      for (key, entry) in state.kept.sorted(by: { $0.value.used < $1.value.used }) {
        guard state.bytes > budget.keptSlopes / 4 * 3, entry.used < state.clock else { break }
        state.kept[key] = nil
        state.bytes -= entry.grid.byteCount
      }
    }
  }

  /// The square and the fineness of a tile's slopes; `nil` where it is level.
  private func slopeKey(
    _ tile: TerrainMeshTile, _ view: TerrainMeshView, _ detail: TerrainDetail
  ) -> Key? {
    // What was drawn was measured.
    guard view.heightFactor > 0 else { return nil }
    let known = detail.tile(tile.address)
    if known.low == known.high { return nil }
    let scale =
      switch view.earth {
      case .flat(_, let scale): scale
      case .globe: MapPoint.metersPerMapPoint(at: tile.address.corner.coordinate.latitude)
      }
    // Below the level of the samples there is nothing finer to see.
    let up = max(tile.address.level - detail.sampleLevel, 0)
    let address = TerrainTileAddress(
      level: tile.address.level - up, x: tile.address.x >> up, y: tile.address.y >> up)
    let pixels = address.size * scale * view.focalLength / max(tile.distance, 1)
    var cells = TerrainMeshGround.cells
    let finest = 2 * TerrainMeshGround.cells << (detail.sampleLevel - address.level)
    // A map of relief lives by its shading.
    let widest = ground.isRelief ? 1.5 : 4.0
    while cells < min(finest, 512), Double(cells) * widest < pixels { cells *= 2 }
    return Key(address: address.canonical, cells: cells)
  }

  private func meshTiles(
    for view: TerrainMeshView, in frustum: TerrainFrustum, showing part: TerrainFrustum?,
    threads: Int
  ) -> (tiles: [TerrainMeshTile], tolerance: Double) {
    terrain().tiles(for: view, in: frustum, showing: part) { count, body in
      Parallel.forEach(count, threads: threads) { i, _ in body(i) }
    }
  }

  /// Map points of the finest mesh's cells in a box.
  func finestCell(in box: GeographicBounds) -> Double { terrain().detail.finestCell(in: box) }

  /// The ground's mesh, begun when it is first needed.
  private func terrain() -> TerrainMesh {
    mesh.withLock { kept in
      if let kept { return kept }
      let detail = TerrainDetail(of: ground.meshGround, cell: ground.finestCell)
      let made = TerrainMesh(
        detail: detail, cache: TerrainTileCache(bytes: budget.keptHeights),
        drawnBytes: budget.keptVertices)
      kept = made
      return made
    }
  }
}
