import BelvedereGeoMath
import BelvedereGeodesy

/// Runs a body for every index below a count, in any order, on any threads, and waits.
public typealias TerrainWork = (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

/// How much the mesh of every tile of the ground errs, and between which heights the ground lies.
///
/// The finest surface is the mesh of ``finestLevel``, whose cells are finer than the model's samples;
/// where only coarser layers of a model reach, that of a coarser level. Its vertices are not the samples, and it lies
/// off the ground by a part of how sharply it bends, which each finer level halves.
/// A tile's error is at least the greatest vertical distance, anywhere in it, between its own mesh and
/// the finest surface, and at least ``ratio`` times its children's errors, those of the finest being how far they
/// lie off the ground.
///
/// Nothing is read before it is asked for. The tiles of the four finest levels are measured in blocks
/// of 8 × 8; a coarser tile from all blocks in it. What was measured is kept, 12 bytes a tile. The
/// numbers do not depend on what was asked before.
///
/// Of a model that has coarser samples too, such as tiles of several zooms, a tile above the blocks is
/// measured from those alone, four to a cell of its mesh. Its error is then an estimate: one and a half
/// times what these samples show, at least a 600th of its width, at most two thirds of its parent's, which
/// bounds the errors in blocks as well. What is narrower than about a pixel may be left out of a
/// picture; where the finest samples show, the error is the true one again.
public struct TerrainDetail: Sendable {
  /// What is known of a tile; metres, before exaggeration.
  public struct Tile: Sendable, Equatable {
    /// How far the tile's mesh may lie from the ground.
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

    /// The same with a wall somewhere, from the lowest to the highest place.
    var standingUpright: Tile { Tile(error: high - low, low: low, high: high) }

    /// The same with the ground as far off its mesh, which may then be higher and lower, too.
    func erring(by error: Float) -> Tile {
      Tile(error: error, low: low - error, high: high + error)
    }
  }

  /// A parent's error is at least this many times its children's: of two levels only one morphs.
  static let ratio: Float = 1.5

  /// The ground.
  public let ground: TerrainMeshGround
  /// The level whose mesh is the finest surface.
  public let finestLevel: Int
  /// The level whose cells are finer than the model's samples: ``finestLevel`` or, of a model with too many of them, a
  /// finer one. Up to it tiles beyond the finest still show something.
  public let sampleLevel: Int
  /// The level of blocks. What is coarser costs much to measure.
  let blockLevel: Int
  /// The ground as the levels have it.
  let levels: TerrainLevels
  private let measuring: TileMeasuring
  private let store: TileDetailStore
  /// Tiles of levels beyond the finest.
  private let beyond = BeyondTiles()

  /// - Parameters:
  ///   - cell: how wide the finest cells may be, as a part of the model's resolution.
  ///   - maximumSamples: how many heights the finest level may have; a greater model's finest surface
  ///     is coarser than its samples. For 65,536 of them 8 bytes are kept. 2²⁸ unless given; for a
  ///     model that has coarser samples too 2³⁶.
  public init(of ground: TerrainMeshGround, cell: Double = 1, maximumSamples: Int? = nil) {
    let maximumSamples =
      maximumSamples ?? (ground.model.coarsened(to: .infinity) == nil ? 1 << 28 : 1 << 36)
    self.ground = ground
    let finest =
      ground.bounds.map {
        TileMeasuring.finestLevel(
          $0, resolution: ground.model.resolution, cell: cell, maximumSamples: maximumSamples)
      } ?? 0
    finestLevel = finest
    sampleLevel =
      ground.bounds.map {
        TileMeasuring.finestLevel(
          $0, resolution: ground.model.resolution, cell: cell, maximumSamples: .max)
      } ?? 0
    blockLevel = max(finest - 3, 0)
    levels = TerrainLevels(ground, count: blockLevel)
    measuring = TileMeasuring(
      levels: levels, finestLevel: finest, sampleLevel: sampleLevel, cell: cell)
    store = TileDetailStore(
      levels: ground.bounds.map { b in (0...finest).map { TileExtent(level: $0, b) } } ?? [],
      blockLevel: blockLevel, range: ground.knownRange)
  }

  /// Map points of the cells of the finest mesh in a box.
  package func finestCell(in box: GeographicBounds) -> Double {
    let wanted = measuring.wantedCell(in: box)
    var cell = MapPoint.worldWidth / Double(TerrainMeshGround.cells << sampleLevel)
    while cell * 2 <= wanted { cell *= 2 }
    return cell
  }

  /// The lowest and highest ground anywhere, told without reading.
  ///
  /// Of a model that would have to be read to tell, it is the range of ground on the Earth; where other
  /// heights are found they count from then on.
  var range: (low: Float, high: Float) { store.range }

  /// How many blocks there are, and how many of them were read.
  package var blocks: (count: Int, measured: Int) {
    guard !store.levels.isEmpty else { return (0, 0) }
    let count = store.levels[blockLevel].count
    return (count, (0..<count).count { store.isMeasured(block: $0) })
  }

  /// What is known of a tile, at any level; beyond the finest each level halves the error. Measured now
  /// if it never was.
  public func tile(_ address: TerrainTileAddress) -> Tile {
    if address.level >= blockLevel {
      if let known = known(address) { return known }
      measure([address])
      return known(address) ?? Tile(at: ground.unknown)
    }
    guard let index = index(address) else { return Tile(at: ground.unknown) }
    if let known = store.coarseTile(level: address.level, index: index) { return known }
    measure([address])
    return store.coarseTile(level: address.level, index: index) ?? Tile(at: ground.unknown)
  }

  /// What can be told of a tile without reading.
  ///
  /// Of a tile coarser than a block the heights are always those of all ground; its error is NaN while
  /// it is not measured.
  ///
  /// - Returns: `nil` where the tile's block is not measured.
  @inline(__always)
  func known(_ address: TerrainTileAddress) -> Tile? {
    let up = max(address.level - finestLevel, 0)
    let near = TerrainTileAddress(
      level: address.level - up, x: address.x >> up, y: address.y >> up)
    guard let index = index(near) else { return Tile(at: ground.unknown) }
    guard near.level >= blockLevel else {
      let range = store.range
      if range.low == range.high { return Tile(error: 0, low: range.low, high: range.high) }
      let error = store.coarseTile(level: near.level, index: index)?.error ?? .nan
      return Tile(error: error, low: range.low, high: range.high)
    }
    guard let block = blockIndex(near) else { return Tile(at: ground.unknown) }
    guard up > 0, let above = store.tile(near, block: block) else {
      return store.tile(near, block: block)
    }
    // On level ground, all finer ones are level, too.
    return above.error == 0 ? above : beyond.tile(address.canonical)
  }

  /// A tile beyond the finest level, measured where it never was, from the finest one that holds it down.
  private func measureBeyond(_ address: TerrainTileAddress) {
    guard known(address) == nil else { return }
    if address.level - 1 > finestLevel { measureBeyond(address.parent) }
    guard let parent = known(address.parent) else { return }
    var tile = measuring.beyond(address, greatest: parent.error / Self.ratio)
    // No part is nearer to an eye than the whole.
    tile.low = min(max(tile.low, parent.low), parent.high)
    tile.high = max(min(tile.high, parent.high), parent.low)
    beyond.keep(tile, at: address.canonical)
  }

  /// Measures tiles and all in them, as far as that was not done before.
  ///
  /// - Parameter work: runs independent parts; the result does not depend on it.
  func measure(
    _ tiles: [TerrainTileAddress],
    work: TerrainWork = { count, body in for i in 0..<count { body(i) } }
  ) {
    if levels.hasCoarser {
      survey(tiles, work)
      measureBlocks(tiles.filter { $0.level >= blockLevel }, work)
      return measureBeyond(tiles, work)
    }
    measureBlocks(tiles, work)
    measureBeyond(tiles, work)
    let top = tiles.map(\.level).min() ?? blockLevel
    // From the finest up: each is measured from those below it.
    for level in stride(from: blockLevel - 1, through: top, by: -1) {
      let missing = Set(tiles.filter { $0.level <= level }.flatMap { places(in: $0, level: level) })
        .filter { store.coarseTile(level: level, index: $0.index) == nil }
        .sorted { $0.index < $1.index }
      work(missing.count) { i in
        store.keep(coarse(missing[i].address), level: level, index: missing[i].index)
      }
    }
  }

  private func measureBeyond(_ tiles: [TerrainTileAddress], _ work: TerrainWork) {
    let finer = tiles.filter { $0.level > finestLevel }
    guard !finer.isEmpty else { return }
    beyond.makeRoom()
    work(finer.count) { measureBeyond(finer[$0]) }
  }

  private func measureBlocks(_ tiles: [TerrainTileAddress], _ work: TerrainWork) {
    let missing = Set(tiles.flatMap { places(in: $0, level: blockLevel) })
      .filter { !store.isMeasured(block: $0.index) }
      .sorted { $0.index < $1.index }
    work(missing.count) { i in
      let (block, index) = (missing[i].address, missing[i].index)
      store.keep(measuring.block(block, greatest: greatestError(block)), block: index)
    }
  }

  /// Measures wide tiles by coarser samples, first those that hold them.
  private func survey(_ tiles: [TerrainTileAddress], _ work: TerrainWork) {
    for level in 0..<blockLevel {
      let missing = Set(tiles.filter { $0.level >= level }.flatMap { places(in: $0, level: level) })
        .filter { store.coarseTile(level: level, index: $0.index) == nil }
        .sorted { $0.index < $1.index }
      work(missing.count) { i in
        let (address, index) = (missing[i].address, missing[i].index)
        store.keep(
          measuring.survey(address, greatest: greatestError(address)), level: level, index: index)
      }
    }
  }

  /// The greatest error that a tile may have, its parent being surveyed.
  private func greatestError(_ address: TerrainTileAddress) -> Float {
    guard levels.hasCoarser, address.level > 0, let index = index(address.parent),
      let parent = store.coarseTile(level: address.level - 1, index: index)
    else { return .infinity }
    return parent.error / Self.ratio
  }

  /// A tile above the block level whose finer ones are measured.
  private func coarse(_ address: TerrainTileAddress) -> Tile {
    let children = address.children.map { exact($0) }
    var finer: Float = 0
    for t in 0..<64 {
      let below = TerrainTileAddress(
        level: address.level + 3, x: address.x * 8 + t % 8, y: address.y * 8 + t / 8)
      finer = max(finer, exact(below).error)
    }
    return measuring.coarse(address, children: children, finer: finer)
  }

  /// A tile that is measured.
  private func exact(_ address: TerrainTileAddress) -> Tile {
    guard address.level < blockLevel, let index = index(address) else {
      return known(address) ?? Tile(at: ground.unknown)
    }
    return store.coarseTile(level: address.level, index: index) ?? Tile(at: ground.unknown)
  }

  @inline(__always)
  private func index(_ address: TerrainTileAddress) -> Int? {
    store.levels.isEmpty ? nil : store.levels[address.level].index(address)
  }

  @inline(__always)
  private func blockIndex(_ address: TerrainTileAddress) -> Int? {
    let up = address.level - blockLevel
    return store.levels[blockLevel].index(
      TerrainTileAddress(level: blockLevel, x: address.x >> up, y: address.y >> up))
  }

  private struct Place: Hashable {
    let address: TerrainTileAddress
    let index: Int
  }

  /// The tiles of a level that lie in a tile, or hold it, and in the model's bounds.
  private func places(in tile: TerrainTileAddress, level: Int) -> [Place] {
    guard !store.levels.isEmpty else { return [] }
    let extent = store.levels[level]
    let down = level - tile.level
    func place(_ x: Int, _ y: Int) -> Place? {
      let address = TerrainTileAddress(level: level, x: x, y: y).canonical
      return extent.index(address).map { Place(address: address, index: $0) }
    }
    if down <= 0 { return [place(tile.x >> -down, tile.y >> -down)].compactMap { $0 } }
    let world = 1 << level
    let x = tile.canonical.x << down
    let top = max(tile.y << down, extent.y)
    let bottom = min((tile.y + 1) << down, extent.y + extent.rows)
    guard top < bottom else { return [] }
    // The extent may begin in one world and end in the next.
    return [-world, 0, world].flatMap { shift -> [Place] in
      let first = max(x + shift, extent.x)
      let end = min(x + shift + (1 << down), extent.x + extent.columns)
      guard first < end else { return [] }
      return (top..<bottom).flatMap { y in (first..<end).compactMap { place($0, y) } }
    }
  }
}
