/// Which tiles of each zoom there are, as runs of numbers along the zoom's Hilbert curve: of a pyramid
/// of millions of tiles a few thousand runs.
///
/// The numbers of a tile's children are four times its own and the three after it.
struct TileCoverage {
  /// By zoom.
  private var runs: [[Range<UInt64>]] = Array(repeating: [], count: TileID.maximumZoom + 1)

  mutating func add(_ id: TileID) { add(id.hilbertNumber..<(id.hilbertNumber + 1)) }

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

  /// The zooms, coarsest first, that have a tile wherever a finer one has one.
  var wholeZooms: [Int] {
    let runs = runs.map { Self.joined($0.sorted { $0.lowerBound < $1.lowerBound }) }
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
