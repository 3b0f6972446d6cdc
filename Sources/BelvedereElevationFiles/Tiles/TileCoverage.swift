import BelvedereGeoMath
import BelvedereTerrain

/// Which tiles of each zoom there are, as runs of numbers along the zoom's Hilbert curve: of a pyramid
/// of millions of tiles a few thousand runs.
///
/// The numbers of a tile's children are four times its own and the three after it.
public struct TileCoverage: Sendable {
  /// By zoom.
  private var runs: [[Range<UInt64>]] = Array(repeating: [], count: TileID.maximumZoom + 1)

  /// No tiles.
  public init() {}

  /// Some tiles.
  public init(_ tiles: some Sequence<TileID>) { for id in tiles { add(id) } }

  /// Adds a tile.
  public mutating func add(_ id: TileID) { add(id.hilbertNumber..<(id.hilbertNumber + 1)) }

  /// Adds tiles by their numbers along the curves of all zooms.
  mutating func add(_ numbers: Range<UInt64>) {
    var first: UInt64 = 0
    for zoom in runs.indices {
      let count = UInt64(1) << UInt64(2 * zoom)  // checked: at most 48 bits
      let part = numbers.clamped(to: first..<(first + count))
      if !part.isEmpty {
        let run = (part.lowerBound - first)..<(part.upperBound - first)
        if let last = runs[zoom].last, last.upperBound == run.lowerBound {
          runs[zoom][runs[zoom].count - 1] = last.lowerBound..<run.upperBound
        } else {
          runs[zoom].append(run)
        }
      }
      first += count
    }
  }

  /// The same with the runs of each zoom in order, no two of which touch.
  var inOrder: TileCoverage {
    var coverage = self
    coverage.runs = runs.map { Self.joined($0.sorted { $0.lowerBound < $1.lowerBound }) }
    return coverage
  }

  /// Whether there may be a tile over some tiles of a zoom: one of them, one that holds any, or one close to them.
  /// Of a coverage that is ``inOrder``.
  ///
  /// - Parameter columns: may lie beyond the world's edge.
  func mayReach(columns: ClosedRange<Int>, rows: ClosedRange<Int>, ofZoom zoom: Int) -> Bool {
    // Of at most 4 × 4 tiles of a coarser zoom each holds a part of every curve.
    var up = 0
    while up < zoom, max(columns.count, rows.count) >> up > 3 { up += 1 }
    let coarse = zoom - up
    for y in (rows.lowerBound >> up)...(rows.upperBound >> up) {
      for x in (columns.lowerBound >> up)...(columns.upperBound >> up) {
        let home = TileID(checkedZoom: coarse, x: x & ((1 << coarse) - 1), y: y)
        if (0...zoom).contains(where: { has($0, over: home) }) { return true }
      }
    }
    return false
  }

  /// Whether a zoom has a tile that holds another, or that lies in it.
  private func has(_ zoom: Int, over tile: TileID) -> Bool {
    let runs = runs[zoom]
    guard !runs.isEmpty else { return false }
    let home = tile.ancestor(atZoom: zoom)
    // Tiles of coarser zooms come before.
    let before = ((UInt64(1) << UInt64(2 * home.zoom)) - 1) / 3  // checked: at most 48 bits
    let down = UInt64(2 * (zoom - home.zoom))  // checked: at most 48
    let first = (home.hilbertNumber - before) << down
    let next = runs.partitioningIndex { $0.upperBound > first }
    return next < runs.count && runs[next].lowerBound < first + 1 << down
  }

  /// The zooms, coarsest first, that have a tile wherever a finer one has one.
  var wholeZooms: [Int] {
    let runs = inOrder.runs
    var isWhole = runs.map { !$0.isEmpty }
    for (zoom, own) in runs.enumerated() where !own.isEmpty {
      var above = own
      for coarser in (0..<zoom).reversed() {
        above = Self.joined(above.map { ($0.lowerBound >> 2)..<(($0.upperBound - 1) >> 2 + 1) })
        if isWhole[coarser], !Self.holds(runs[coarser], above) { isWhole[coarser] = false }
      }
    }
    return isWhole.indices.filter { isWhole[$0] }
  }

  /// The box of the tiles that have no finer one within them: of a pyramid over a region those of the finest zoom,
  /// however far the coarser ones reach beyond it; `nil` without tiles.
  var finestBounds: GeographicBounds? {
    var bounds: GeographicBounds?
    // Where there are tiles of finer zooms, as numbers of the zoom's own.
    var finer: [Range<UInt64>] = []
    for zoom in runs.indices.reversed() {
      let own = Self.joined(runs[zoom].sorted { $0.lowerBound < $1.lowerBound })
      for run in Self.rest(of: own, without: finer) {
        let box = Self.bounds(of: run, zoom: zoom)
        bounds = bounds?.union(box) ?? box
      }
      let both = (own + finer).sorted { $0.lowerBound < $1.lowerBound }
      finer = Self.joined(both.map { ($0.lowerBound >> 2)..<(($0.upperBound - 1) >> 2 + 1) })
    }
    return bounds
  }

  /// What joined runs leave of others.
  private static func rest(
    of runs: [Range<UInt64>], without others: [Range<UInt64>]
  ) -> [Range<UInt64>] {
    var rest: [Range<UInt64>] = []
    var next = 0
    for run in runs {
      var start = run.lowerBound
      while next < others.count, others[next].upperBound <= start { next += 1 }
      var i = next
      while i < others.count, others[i].lowerBound < run.upperBound {
        if others[i].lowerBound > start { rest.append(start..<others[i].lowerBound) }
        start = max(start, others[i].upperBound)
        i += 1
      }
      if start < run.upperBound { rest.append(start..<run.upperBound) }
    }
    return rest
  }

  /// The box of a run: each part of it whose count is a power of four, and that begins at a multiple of it, is a
  /// tile of a coarser zoom.
  private static func bounds(of run: Range<UInt64>, zoom: Int) -> GeographicBounds {
    var (low, high) = (SIMD2(repeating: Int.max), SIMD2(repeating: 0))
    var start = run.lowerBound
    while start < run.upperBound {
      var level = 0
      while level < zoom {
        let size = UInt64(4) << UInt64(2 * level)  // checked: at most 48 bits
        guard start & (size - 1) == 0, start + size <= run.upperBound else { break }
        level += 1
      }
      let above = zoom - level
      // Tiles of all coarser zooms come before it.
      let before = ((UInt64(1) << UInt64(2 * above)) - 1) / 3  // checked: at most 48 bits
      let step = UInt64(2 * level)  // checked: at most 48
      if let tile = TileID(hilbertNumber: before + start >> step) {
        let corner = SIMD2(tile.x << level, tile.y << level)
        low = pointwiseMin(low, corner)
        high = pointwiseMax(high, corner &+ ((1 << level) - 1))
      }
      start += 1 << step
    }
    guard low.x <= high.x, low.y <= high.y else { return TileSourceInfo.world }
    return TileID(checkedZoom: zoom, x: low.x, y: low.y).bounds
      .union(TileID(checkedZoom: zoom, x: high.x, y: high.y).bounds)
  }

  /// Runs in order, those that touch or overlap as one.
  private static func joined(_ runs: [Range<UInt64>]) -> [Range<UInt64>] {
    var result: [Range<UInt64>] = []
    for run in runs {
      if let last = result.last, last.upperBound >= run.lowerBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
      } else {
        result.append(run)
      }
    }
    return result
  }

  /// Whether some joined runs lie in others.
  private static func holds(_ all: [Range<UInt64>], _ some: [Range<UInt64>]) -> Bool {
    var next = 0
    for run in some {
      while next < all.count, all[next].upperBound < run.upperBound { next += 1 }
      guard next < all.count, all[next].lowerBound <= run.lowerBound else { return false }
    }
    return true
  }
}
