import BelvedereGeoMath
import BelvedereGeodesy

/// Measures the meshes of tiles.
struct TileMeasuring: Sendable {
  typealias Tile = TerrainDetail.Tile

  let levels: TerrainLevels
  let finestLevel: Int
  /// The level whose cells are finer than the model's samples.
  let sampleLevel: Int
  /// How wide the finest cells may be, as a part of the model's resolution.
  let cell: Double

  private var ground: TerrainMeshGround { levels.finest }

  /// What is known of the tiles of a block, from the finest level up to its own.
  ///
  /// - Parameter greatest: the greatest error that the block's own tile may have.
  func block(_ address: TerrainTileAddress, greatest: Float = .infinity) -> [[Tile]] {
    var all = block(address)
    // A child errs less than its parent by the ratio.
    var greatest = greatest
    for level in all.indices.reversed() where greatest.isFinite {
      for t in all[level].indices { all[level][t].error = min(all[level][t].error, greatest) }
      greatest /= TerrainDetail.ratio
    }
    return all
  }

  private func block(_ address: TerrainTileAddress) -> [[Tile]] {
    let n = TerrainMeshGround.cells
    let depth = finestLevel - address.level
    // Where only coarser layers reach, the finest surface is coarser.
    let box = Self.box(address)
    guard ground.model.mayHaveData(in: box) else {
      return (0...depth).map { up in
        let count = 1 << (2 * (depth - up))
        return Array(repeating: Tile(at: ground.unknown), count: count)
      }
    }
    let wanted = wantedCell(in: box)
    var own = 0
    while own < depth, address.size / Double(n << own) > wanted { own += 1 }
    let width = n << own
    // With a vertex more on every side, for the bends at the edges.
    let stride = width + 3
    let known = ground.knownHeights(
      level: address.level + own, column: address.x * width - 1, row: address.y * width - 1,
      columns: stride, rows: stride)
    let side = 1 << own
    // How far the finest surface lies off the ground, in the finest tiles.
    let bends = known.withUnsafeBufferPointer { h -> [Float] in
      guard let h = h.baseAddress.map({ $0 + stride + 1 }) else { return [] }
      return (0..<(side * side)).map { t in
        let corner = h + ((t / side) * stride + t % side) * n
        // A wall is followed by finer tiles, if there are any.
        let isEnd = finestLevel < sampleLevel && Self.isEnd(corner, stride: stride)
        return isEnd ? .nan : MeshBend.greatest(corner, stride: stride, cells: n) * Self.bentPart
      }
    }
    return ground.levelled(known).withUnsafeBufferPointer { h -> [[Tile]] in
      guard let h = h.baseAddress.map({ $0 + stride + 1 }) else { return [] }
      var all: [[Tile]] = []
      for up in 0...own {
        let side = 1 << (own - up)
        all.append(
          (0..<(side * side)).map { t in
            let corner = h + ((t / side) * stride + t % side) * (n << up)
            if up == 0 {
              let tile = Self.range(corner, stride: stride)
              return bends[t].isNaN ? tile.standingUpright : tile.erring(by: bends[t])
            }
            var tile = Self.union(all[up - 1], side: side, of: t, error: 0)
            if tile.low < tile.high {
              tile.error = max(
                tile.error,
                MeshDeviation.greatest(corner, stride: stride, cells: n, step: 1 << up))
            }
            return tile
          })
      }
      // Tiles below the block's finest come nearer to the ground.
      while all.count <= depth {
        let side = 1 << all.count
        let above = all[0]
        let half = side / 2
        all.insert(
          (0..<(side * side)).map { t in
            let tile = above[t / side / 2 * half + t % side / 2]
            return Tile(error: tile.error / 2, low: tile.low, high: tile.high)
          }, at: 0)
      }
      return all
    }
  }

  /// What is known of a tile finer than those of blocks: how sharply its own mesh bends.
  ///
  /// - Parameter greatest: the greatest error that it may have.
  func beyond(_ address: TerrainTileAddress, greatest: Float) -> Tile {
    let n = TerrainMeshGround.cells
    let stride = n + 3
    let known = ground.knownHeights(
      level: address.level, column: address.x * n - 1, row: address.y * n - 1, columns: stride,
      rows: stride)
    func corner(_ h: UnsafeBufferPointer<Float>) -> UnsafePointer<Float>? {
      h.baseAddress.map { $0 + stride + 1 }
    }
    let bend = known.withUnsafeBufferPointer {
      corner($0).map { MeshBend.greatest($0, stride: stride, cells: n) } ?? 0
    }
    // Where the known ground ends a wall stands, as far off as a cell is wide, until that is as narrow as a sample's.
    let isEnd = address.level < sampleLevel && known.contains(where: \.isNaN)
    return ground.levelled(known).withUnsafeBufferPointer {
      corner($0).map {
        let tile = Self.range($0, stride: stride)
        guard isEnd else { return tile.erring(by: min(bend * Self.bentPart, greatest)) }
        var wall = tile.standingUpright
        wall.error = min(wall.error, greatest)
        return wall
      } ?? Tile(at: ground.unknown)
    }
  }

  /// The part of a bend by which a mesh lies off the ground that it follows.
  ///
  /// Where a profile bends between two vertices, by J in the units of its slope, a straight line of length h between
  /// them lies up to J·h/4 off it, and the differences of second order at both vertices are J·h together: the
  /// greatest of many bends shows most of it at one. Halving h halves it. Less is taken, for hardly a mesh meets the
  /// worst bend in the worst place, and tiles are divided at half of the tolerance: what is drawn keeps it, held by
  /// `TerrainMeshErrorTests`. Where the known ground ends it is upright, which no mesh follows: that counts as no bend.
  private static let bentPart: Float = 0.15

  /// How much more than its samples show a surveyed tile may err: each halving of their distance
  /// shows about 0.6 times as much anew, and of the two that were looked at not all adds up.
  private static let surveyedPart: Float = 1.5

  /// A wide tile as coarser samples know it.
  ///
  /// - Parameter greatest: the greatest error that it may have.
  func survey(_ address: TerrainTileAddress, greatest: Float) -> Tile {
    let n = TerrainMeshGround.cells
    let step = TerrainLevels.samples
    let width = n * step
    let heights = levels.ground(level: address.level).heights(
      level: address.level + step.trailingZeroBitCount, column: address.x * width,
      row: address.y * width, columns: width + 1, rows: width + 1)
    let error = heights.withUnsafeBufferPointer { h in
      h.baseAddress.map { MeshDeviation.greatest($0, stride: width + 1, cells: n, step: step) } ?? 0
    }
    // Where the model ends a wall stands as far off as a cell is wide, whatever errs within.
    let least = max(levels.leastError(address), levels.edgeError(address))
    return Tile(
      error: max(min(error * Self.surveyedPart, greatest), least),
      low: heights.min() ?? 0, high: heights.max() ?? 0)
  }

  /// A tile whose finer ones are known: compared with the mesh three levels down, whose error is added.
  ///
  /// - Parameters:
  ///   - children: its four children.
  ///   - finer: the greatest error of the tiles three levels down.
  func coarse(_ address: TerrainTileAddress, children: [Tile], finer: Float) -> Tile {
    let n = TerrainMeshGround.cells
    let width = n * 8
    let heights = ground.heights(
      level: address.level + 3, column: address.x * width, row: address.y * width,
      columns: width + 1, rows: width + 1)
    let error = heights.withUnsafeBufferPointer { h in
      h.baseAddress.map { MeshDeviation.greatest($0, stride: width + 1, cells: n, step: 8) } ?? 0
    }
    var tile = Self.union(children, side: 1, of: 0, error: 0)
    // Both surfaces lie between the lowest and the highest height.
    tile.error = max(tile.error, min(error + finer, tile.high - tile.low))
    return tile
  }

  /// The level whose cells are as fine as a model's samples.
  static func finestLevel(
    _ bounds: GeographicBounds, resolution: Double, cell: Double, maximumSamples: Int
  ) -> Int {
    let wanted = wantedCell(resolution, cell, bounds)
    let e = TileExtent.edges(bounds)
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

  private static func box(_ address: TerrainTileAddress) -> GeographicBounds {
    let corner = address.corner
    let west = corner.x / MapPoint.worldWidth * 360 - 180
    return GeographicBounds(
      south: MapPoint(x: 0, y: corner.y + address.size).coordinate.latitude, west: west,
      north: corner.coordinate.latitude,
      east: west + address.size / MapPoint.worldWidth * 360)
  }

  /// Map points that a cell of the finest surface may be wide in a box.
  func wantedCell(in box: GeographicBounds) -> Double {
    Self.wantedCell(ground.resolution(in: box), cell, box)
  }

  /// Map points that a cell may be wide for a resolution in degrees of latitude.
  private static func wantedCell(
    _ resolution: Double, _ cell: Double, _ box: GeographicBounds
  ) -> Double {
    // Cells are widest where the box comes nearest to the equator.
    let nearest = box.south > 0 ? box.south : box.north < 0 ? box.north : 0
    return max(resolution, 1e-7) * 111_000 * cell / MapPoint.metersPerMapPoint(at: nearest)
  }

  /// What is known of a tile from its four children in a square of them.
  private static func union(
    _ children: [Tile], side: Int, of t: Int, error: Float
  ) -> Tile {
    var tile = Tile(error: error, low: .infinity, high: -.infinity)
    for c in Self.children(of: t, side) {
      tile.error = max(tile.error, children[c].error * TerrainDetail.ratio)
      tile.low = min(tile.low, children[c].low)
      tile.high = max(tile.high, children[c].high)
    }
    return tile
  }

  /// The four children of a tile in a square of them, twice as many on a side.
  private static func children(of t: Int, _ side: Int) -> [Int] {
    let first = (t / side * 2) * side * 2 + t % side * 2
    return [first, first + 1, first + side * 2, first + side * 2 + 1]
  }

  /// Whether nothing is known of some of a tile's vertices.
  private static func isEnd(_ h: UnsafePointer<Float>, stride: Int) -> Bool {
    (0...TerrainMeshGround.cells).contains { row in
      (0...TerrainMeshGround.cells).contains { h[row * stride + $0].isNaN }
    }
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
