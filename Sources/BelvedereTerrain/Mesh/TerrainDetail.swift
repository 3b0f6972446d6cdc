import BelvedereGeoMath
import BelvedereGeodesy

/// Runs a body for every index below a count, in any order, on any threads, and waits.
public typealias TerrainWork = (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

/// How much the mesh of every tile of the ground errs, and between which heights the ground lies.
///
/// The finest surface is the mesh of ``finestLevel``, whose cells are finer than the model's samples;
/// where only coarser layers of a model reach, that of a coarser level.
/// A tile's error is at least the greatest vertical distance, anywhere in it, between its own mesh and
/// the finest surface, and at least ``ratio`` times its children's errors.
public struct TerrainDetail: Sendable {
  /// What is known of a tile; metres, before exaggeration.
  public struct Tile: Sendable, Equatable {
    /// How far the tile's mesh may lie from the finest surface.
    public var error: Float
    /// The finest surface lies between these.
    public var low, high: Float

    /// Level ground.
    init(at height: Double) { self.init(error: 0, low: Float(height), high: Float(height)) }

    init(error: Float, low: Float, high: Float) {
      self.error = error
      self.low = low
      self.high = high
    }
  }

  /// A parent's error is at least this many times its children's: of two levels only one morphs.
  static let ratio: Float = 1.5

  /// The ground.
  public let ground: TerrainMeshGround
  /// The level whose mesh is the finest surface.
  public let finestLevel: Int
  private let levels: [Level]

  /// The tiles of a level that the model's bounds touch.
  private struct Level {
    var x, y, columns, rows: Int
    var tiles: [Tile]

    @inline(__always) func index(_ tile: TerrainTileAddress) -> Int? {
      let world = (1 << tile.level) - 1
      let column = (tile.x - x) & world
      let row = tile.y - y
      guard column < columns, row >= 0, row < rows else { return nil }
      return row * columns + column
    }
  }

  /// Reads the whole ground once and measures the meshes of all levels.
  ///
  /// - Parameters:
  ///   - cell: how wide the finest cells may be, as a part of the model's resolution.
  ///   - maximumSamples: how many heights may be read for the finest level; a greater model's finest
  ///     surface is coarser than its samples.
  ///   - work: runs independent parts; serial unless told otherwise. The result does not depend on it.
  ///
  /// Cost: about 10 ns for each vertex of the finest mesh and 12 bytes for each of its tiles.
  public init(
    of ground: TerrainMeshGround, cell: Double = 1, maximumSamples: Int = 1 << 28,
    work: TerrainWork = { count, body in for i in 0..<count { body(i) } }
  ) {
    self.ground = ground
    guard let bounds = ground.bounds else {
      finestLevel = 0
      levels = [Level(x: 0, y: 0, columns: 0, rows: 0, tiles: [])]
      return
    }
    finestLevel = Self.finestLevel(
      bounds, resolution: ground.model.resolution, cell: cell, maximumSamples: maximumSamples)
    var levels = (0...finestLevel).map { Self.level($0, bounds) }
    let base = max(finestLevel - 3, 0)
    Self.measureFinest(
      ground, &levels, base: base, finest: finestLevel, cell: cell, work)
    for level in stride(from: base - 1, through: 0, by: -1) {
      Self.measure(ground, &levels, level, work)
    }
    self.levels = levels
  }

  /// What is known of a tile, at any level; beyond the finest there is no error.
  @inline(__always)
  public func tile(_ address: TerrainTileAddress) -> Tile {
    if address.level <= finestLevel {
      let level = levels[address.level]
      return level.index(address).map { level.tiles[$0] } ?? Tile(at: ground.unknown)
    }
    let up = address.level - finestLevel
    let level = levels[finestLevel]
    let known = TerrainTileAddress(level: finestLevel, x: address.x >> up, y: address.y >> up)
    guard let index = level.index(known) else { return Tile(at: ground.unknown) }
    return Tile(error: 0, low: level.tiles[index].low, high: level.tiles[index].high)
  }

  /// How many tiles are kept.
  public var tileCount: Int { levels.reduce(0) { $0 + $1.tiles.count } }

  private static func extent(
    _ bounds: GeographicBounds
  ) -> (west: Double, east: Double, north: Double, south: Double) {
    let w = MapPoint.worldWidth
    // A vertex that is rounded across the edge is still inside.
    let slack = 1e-3
    return (
      (bounds.west + 180) / 360 * w - slack, (bounds.east + 180) / 360 * w + slack,
      MapPoint(Coordinate(latitude: bounds.north, longitude: 0)).y - slack,
      MapPoint(Coordinate(latitude: bounds.south, longitude: 0)).y + slack
    )
  }

  private static func finestLevel(
    _ bounds: GeographicBounds, resolution: Double, cell: Double, maximumSamples: Int
  ) -> Int {
    let wanted = wantedCell(resolution, cell, bounds)
    let e = extent(bounds)
    let area = (e.east - e.west) * (e.south - e.north)
    var level = 0
    while level < TerrainTileAddress.maximumLevel {
      let width = MapPoint.worldWidth / Double(TerrainMeshGround.cells << level)
      if !(width > wanted) { break }
      if area / (width * width / 4) > Double(maximumSamples) { break }
      level += 1
    }
    return level
  }

  private static func level(_ level: Int, _ bounds: GeographicBounds) -> Level {
    let e = extent(bounds)
    let size = TerrainTileAddress(level: level, x: 0, y: 0).size
    let count = 1 << level
    let all = -count...(2 * count)
    let west = Int(flooring: e.west / size, in: all)
    let east = Int(flooring: e.east / size, in: all)
    let north = Int(flooring: e.north / size, in: 0...(count - 1))
    let south = Int(flooring: e.south / size, in: 0...(count - 1))
    let columns = min(east - west + 1, count)
    let rows = south - north + 1
    return Level(
      x: west, y: north, columns: columns, rows: rows,
      tiles: Array(repeating: Tile(at: 0), count: columns * rows))  // bounded: by maximumSamples
  }

  /// The four finest levels together: blocks of the finest grid, each a tile of level `base`.
  private static func measureFinest(
    _ ground: TerrainMeshGround, _ levels: inout [Level], base: Int, finest: Int, cell: Double,
    _ work: TerrainWork
  ) {
    let blocks = levels[base]
    let found = collectTerrain(blocks.columns * blocks.rows, work) { b -> [[Tile]] in
      block(
        TerrainTileAddress(
          level: base, x: blocks.x + b % blocks.columns, y: blocks.y + b / blocks.columns),
        ground, depth: finest - base, cell: cell)
    }
    let depth = finest - base
    for (b, all) in found.enumerated() {
      for (up, tiles) in all.enumerated() {
        let level = finest - up
        let side = 1 << (depth - up)
        for (t, tile) in tiles.enumerated() {
          let address = TerrainTileAddress(
            level: level, x: (blocks.x + b % blocks.columns) * side + t % side,
            y: (blocks.y + b / blocks.columns) * side + t / side)
          if let index = levels[level].index(address) { levels[level].tiles[index] = tile }
        }
      }
    }
  }

  /// What is known of the tiles of a block, from the finest level up to its own.
  private static func block(
    _ address: TerrainTileAddress, _ ground: TerrainMeshGround, depth: Int, cell: Double
  ) -> [[Tile]] {
    let n = TerrainMeshGround.cells
    // Where only coarser layers reach, the finest surface is coarser.
    let wanted = wantedCell(ground.resolution(in: box(address)), cell, box(address))
    var own = 0
    while own < depth, address.size / Double(n << own) > wanted { own += 1 }
    let width = n << own
    let heights = ground.heights(
      level: address.level + own, column: address.x * width, row: address.y * width,
      columns: width + 1, rows: width + 1)
    return heights.withUnsafeBufferPointer { h -> [[Tile]] in
      guard let h = h.baseAddress else { return [] }
      var all: [[Tile]] = []
      for up in 0...own {
        let side = 1 << (own - up)
        all.append(
          (0..<(side * side)).map { t in
            let corner = h + ((t / side) * (width + 1) + t % side) * (n << up)
            if up == 0 { return range(corner, stride: width + 1) }
            var tile = union(all[up - 1], side: side, of: t, error: 0)
            if tile.low < tile.high {
              tile.error = max(
                tile.error,
                MeshDeviation.greatest(corner, stride: width + 1, cells: n, step: 1 << up))
            }
            return tile
          })
      }
      // Tiles below the block's finest lie on it.
      while all.count <= depth {
        let side = 1 << all.count
        let above = all[0]
        let half = side / 2
        all.insert(
          (0..<(side * side)).map { t in
            let tile = above[t / side / 2 * half + t % side / 2]
            return Tile(error: 0, low: tile.low, high: tile.high)
          }, at: 0)
      }
      return all
    }
  }

  private static func box(_ address: TerrainTileAddress) -> GeographicBounds {
    let corner = address.corner
    let west = corner.x / MapPoint.worldWidth * 360 - 180
    return GeographicBounds(
      south: MapPoint(x: 0, y: corner.y + address.size).coordinate.latitude, west: west,
      north: corner.coordinate.latitude,
      east: west + address.size / MapPoint.worldWidth * 360)
  }

  /// Map points that a cell may be wide for a resolution in degrees of latitude.
  private static func wantedCell(
    _ resolution: Double, _ cell: Double, _ box: GeographicBounds
  ) -> Double {
    // Cells are widest where the box comes nearest to the equator.
    let nearest = box.south > 0 ? box.south : box.north < 0 ? box.north : 0
    return max(resolution, 1e-7) * 111_000 * cell / MapPoint.metersPerMapPoint(at: nearest)
  }

  /// A level whose finer ones are known: compared with the mesh three levels down, whose error is
  /// added.
  private static func measure(
    _ ground: TerrainMeshGround, _ levels: inout [Level], _ level: Int, _ work: TerrainWork
  ) {
    let here = levels[level]
    let below = levels[level + 1]
    let fine = levels[level + 3]
    let n = TerrainMeshGround.cells
    let width = n * 8
    let found = collectTerrain(here.tiles.count, work) { i -> Tile in
      let address = TerrainTileAddress(
        level: level, x: here.x + i % here.columns, y: here.y + i / here.columns)
      let heights = ground.heights(
        level: level + 3, column: address.x * width, row: address.y * width, columns: width + 1,
        rows: width + 1)
      var error = heights.withUnsafeBufferPointer { h in
        h.baseAddress.map { MeshDeviation.greatest($0, stride: width + 1, cells: n, step: 8) } ?? 0
      }
      var finer: Float = 0
      for t in 0..<64 {
        let tile = TerrainTileAddress(
          level: level + 3, x: address.x * 8 + t % 8, y: address.y * 8 + t / 8)
        finer = max(finer, fine.index(tile).map { fine.tiles[$0].error } ?? 0)
      }
      error += finer
      let children = (0..<4).map { c in
        below.index(address.child(c)).map { below.tiles[$0] } ?? Tile(at: ground.unknown)
      }
      var tile = union(children, side: 1, of: 0, error: 0)
      // Both surfaces lie between the lowest and the highest height.
      tile.error = max(tile.error, min(error, tile.high - tile.low))
      return tile
    }
    levels[level].tiles = found
  }

  /// What is known of a tile from its four children in a square of them.
  private static func union(
    _ children: [Tile], side: Int, of t: Int, error: Float
  ) -> Tile {
    let first = (t / side * 2) * side * 2 + t % side * 2
    var tile = Tile(error: error, low: .infinity, high: -.infinity)
    for c in [first, first + 1, first + side * 2, first + side * 2 + 1] {
      tile.error = max(tile.error, children[c].error * ratio)
      tile.low = min(tile.low, children[c].low)
      tile.high = max(tile.high, children[c].high)
    }
    return tile
  }

  private static func range(_ h: UnsafePointer<Float>, stride: Int) -> Tile {
    var low = SIMD8<Float>(repeating: h[TerrainMeshGround.cells])
    var high = low
    for row in 0...TerrainMeshGround.cells {
      let first = h + row * stride
      for column in Swift.stride(from: 0, to: TerrainMeshGround.cells, by: 8) {
        let v = UnsafeRawPointer(first + column).loadUnaligned(as: SIMD8<Float>.self)
        low.replace(with: v, where: v .< low)
        high.replace(with: v, where: v .> high)
      }
      let last = SIMD8(repeating: first[TerrainMeshGround.cells])
      low.replace(with: last, where: last .< low)
      high.replace(with: last, where: last .> high)
    }
    return Tile(error: 0, low: low.min(), high: high.max())
  }
}
