import BelvedereTerrain
import Synchronization

/// Tiles of all zooms, decoded and kept; a missing tile is made of a coarser one.
final class TilePyramid: Sendable {
  let source: any TileSource
  /// What the source says about itself: asked once, for it holds lists.
  let info: TileSourceInfo
  let encoding: TileEncoding
  /// Samples along a tile's edge, a power of two.
  let size: Int
  /// log₂ of the size.
  let shift: Int
  /// All tiles, where the source lists them.
  let listed: Set<TileID>?
  private let knownWholeZooms = Mutex<[Int]?>(nil)
  private let knownCoverage = Mutex<TileCoverage??>(nil)
  private let knownExtremes = Mutex<[TileID: ClosedRange<Double>?]>([:])
  /// Some 50 bytes each.
  private static let mostExtremes = 1 << 18
  private let cache: Mutex<TileCache>
  private let noted = Mutex(Problems())

  /// How many tiles the source was asked for, and how many of these it has.
  private let asked = Mutex((all: 0, found: 0))

  /// Whether tiles were asked for and the source has not a single one.
  var isWithoutTiles: Bool { asked.withLock { $0.all > 0 && $0.found == 0 } }

  private struct Problems {
    var first: [TileProblem] = []
    var count = 0
  }

  init(source: any TileSource, encoding: TileEncoding, size: Int, cacheBytes: Int) {
    self.source = source
    info = source.info
    listed = info.tiles.map { Set($0) }
    self.encoding = encoding
    self.size = size
    shift = size.trailingZeroBitCount
    cache = Mutex(TileCache(maximumBytes: max(cacheBytes, 1 << 20)))
  }

  /// The zooms, coarsest first, that have a tile wherever a finer zoom has one, as far as that is known.
  var wholeZooms: [Int] {
    knownWholeZooms.withLock { known in
      if let known { return known }
      let found = coverage?.wholeZooms ?? source.wholeZooms()
      known = found
      return found
    }
  }

  /// Where there are tiles, as far as is known.
  var coverage: TileCoverage? {
    knownCoverage.withLock { known in
      if let known { return known }
      let found = source.coverage()?.inOrder
      known = .some(found)
      return found
    }
  }

  /// The tiles that could not be used, at most 100, and how many there are: causes before what
  /// followed from them, else in the order of the tiles, whichever thread was first.
  var problems: (first: [TileProblem], count: Int) {
    let (first, count) = noted.withLock { ($0.first, $0.count) }
    func order(_ problem: TileProblem) -> [Int] {
      let id = problem.tile
      return [problem.isConsequence ? 1 : 0, id.zoom, id.y, id.x]
    }
    return (first.sorted { order($0).lexicographicallyPrecedes(order($1)) }, count)
  }

  /// The most bytes that are kept.
  var maximumCachedBytes: Int { cache.withLock { $0.maximumBytes } }

  /// The bytes that are kept now.
  var cachedBytes: Int { cache.withLock { $0.byteCount } }

  /// The lowest and highest sample of a tile; `nil` without one. Remembered when the tile itself no longer is.
  func extremes(_ id: TileID) -> ClosedRange<Double>? {
    if let known = knownExtremes.withLock({ $0[id] }) { return known }
    let found = tile(id)?.extremes
    knownExtremes.withLock { known in
      if known.count >= Self.mostExtremes { known = [:] }
      known[id] = .some(found)
    }
    return found
  }

  /// Whether a tile may be there, or a coarser one that holds it; told at once, by what is known already.
  func mayHave(_ id: TileID) -> Bool {
    guard info.includes(id) else { return false }
    return knownCoverage.withLock { known in
      guard case .some(.some(let coverage)) = known else { return true }
      return coverage.mayReach(columns: id.x...id.x, rows: id.y...id.y, ofZoom: id.zoom)
    }
  }

  /// A tile's samples, its own or made of the finest coarser tile; `nil` where there is neither.
  func tile(_ id: TileID) -> PyramidTile? {
    guard mayHave(id) else { return nil }
    if let own = own(id) { return own }
    let key = TileCache.Key(id: id, kind: .coarser)
    if let known = cache.withLock({ $0.find(key) }) { return known }
    let made = make(id)
    cache.withLock { $0.insert(made, for: key) }
    return made
  }

  /// The source's own tile.
  private func own(_ id: TileID) -> PyramidTile? {
    guard info.zooms.contains(id.zoom) else { return nil }
    let key = TileCache.Key(id: id, kind: .own)
    if let known = cache.withLock({ $0.find(key) }) { return known }
    let tile: PyramidTile?
    do {
      tile = try load(id)
      asked.withLock {
        $0.all += 1
        if tile != nil { $0.found += 1 }
      }
    } catch {
      noted.withLock {
        $0.count += 1
        if $0.first.count < 100 { $0.first.append(TileProblem(tile: id, error)) }
      }
      tile = nil
    }
    cache.withLock { $0.insert(tile, for: key) }
    return tile
  }

  private func load(_ id: TileID) throws -> PyramidTile? {
    guard let bytes = try source.tile(id) else { return nil }
    let name = "\(source.name), tile \(id)"
    let samples = try TileSamples(png: bytes, name: name, encoding: encoding)
    guard samples.size == size else {
      throw TerrainFileError(
        file: name,
        reason: "has \(samples.size) samples on a side, but \(size) are expected")
    }
    return PyramidTile(metres: samples.metres, effectiveZoom: id.zoom)
  }

  /// The finest coarser zoom that has a tile's area; `nil` where there is none, or where the source has
  /// the tile itself.
  func coarserZoom(_ id: TileID) -> Int? {
    guard mayHave(id), own(id) == nil else { return nil }
    return finestZoom(above: id)
  }

  private func finestZoom(above id: TileID) -> Int? {
    let coarsest = info.zooms.lowerBound
    var zoom = min(id.zoom - 1, info.zooms.upperBound)
    while zoom >= coarsest, own(id.ancestor(atZoom: zoom)) == nil { zoom -= 1 }
    return zoom >= coarsest ? zoom : nil
  }

  /// Samples of the bilinear surface of the finest coarser zoom that has the tile's area.
  private func make(_ id: TileID) -> PyramidTile? {
    guard let zoom = finestZoom(above: id) else { return nil }
    let home = id.ancestor(atZoom: zoom)
    let scale = 1 / Double(1 << (id.zoom - zoom))
    // Places in samples of the coarser tile; −1 and `size` are its neighbours'.
    func places(_ number: Int, _ home: Int) -> [(index: Int, fraction: Double)] {
      (0..<size).map {
        let place = (Double(number << shift + $0) + 0.5) * scale - 0.5 - Double(home << shift)
        let index = Int(flooring: place, in: -1...size)
        return (index, place - Double(index))
      }
    }
    let (columns, rows) = (places(id.x, home.x), places(id.y, home.y))
    let (left, top) = (columns[0].index, rows[0].index)
    let width = columns[size - 1].index - left + 2
    let window = TileLevel(pyramid: self, zoom: zoom).samples(
      around: home, columns: left..<(left + width), rows: top..<(rows[size - 1].index + 2))
    let count = size * size
    let metres = [Float](unsafeUninitializedCapacity: count) { out, initialized in
      window.withUnsafeBufferPointer { window in
        for (j, row) in rows.enumerated() {
          let first = (row.index - top) * width - left
          for (i, column) in columns.enumerated() {
            let k = first + column.index
            let (a, b) = (Double(window[k]), Double(window[k + 1]))
            let (c, d) = (Double(window[k + width]), Double(window[k + width + 1]))
            let (above, below) = (a + (b - a) * column.fraction, c + (d - c) * column.fraction)
            let value = Float(above + (below - above) * row.fraction)
            let nearest =
              window[
                k + (column.fraction < 0.5 ? 0 : 1) + (row.fraction < 0.5 ? 0 : width)]
            out[j << shift + i] = value.isNaN && nearest.isOutsideData ? nearest : value
          }
        }
      }
      initialized = count
    }
    return PyramidTile(metres: metres, effectiveZoom: zoom)
  }
}

/// A tile that could not be used.
public struct TileProblem: Sendable, Hashable, CustomStringConvertible {
  /// The tile.
  public let tile: TileID
  /// What is wrong, and what helps.
  public let reason: String
  /// Whether the network is to blame, not the tile.
  public let isOfNetwork: Bool
  /// Whether the tile was not asked for because of others.
  let isConsequence: Bool

  init(tile: TileID, _ error: any Error) {
    self.tile = tile
    reason = "\(error)"
    isOfNetwork = error is TileNetworkError
    isConsequence = (error as? TileNetworkError)?.kind == .givenUp
  }

  public var description: String { reason }
}
