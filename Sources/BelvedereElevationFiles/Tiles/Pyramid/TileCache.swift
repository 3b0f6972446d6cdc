/// Decoded tiles, the least recently used leaving when there are too many bytes.
struct TileCache {
  /// A tile of the source, one made of a coarser zoom's, or one whose voids are filled.
  struct Key: Hashable {
    enum Kind: Hashable { case own, coarser, filled }

    var id: TileID
    var kind: Kind
  }

  /// What is known of a tile.
  private struct Entry {
    /// `nil` for a tile that is known to be absent.
    var tile: PyramidTile?
    var lastUse: Int
  }

  /// The most bytes of samples and of bookkeeping.
  let maximumBytes: Int
  private(set) var byteCount = 0
  private var entries: [Key: Entry] = [:]
  private var clock = 0

  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// The bytes that an entry counts for.
  private static func cost(_ tile: PyramidTile?) -> Int { 128 + (tile?.metres.count ?? 0) * 4 }

  /// What is known: `nil` for nothing, `.some(nil)` for a tile that is absent.
  mutating func find(_ key: Key) -> PyramidTile?? {
    clock += 1
    guard let index = entries.index(forKey: key) else { return nil }
    entries.values[index].lastUse = clock
    return .some(entries.values[index].tile)
  }

  mutating func insert(_ tile: PyramidTile?, for key: Key) {
    clock += 1
    let old = entries.updateValue(Entry(tile: tile, lastUse: clock), forKey: key)
    byteCount += Self.cost(tile) - (old.map { Self.cost($0.tile) } ?? 0)
    guard byteCount > maximumBytes else { return }
    // A quarter at once, so that the sorting is rare.
    for (oldest, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard byteCount > maximumBytes - maximumBytes / 4, oldest != key else { break }
      entries[oldest] = nil
      byteCount -= Self.cost(entry.tile)
    }
  }
}

/// A tile's samples and where they come from.
final class PyramidTile: Sendable {
  let metres: [Float]
  /// The zoom of the samples: the tile's own, or that of the coarser tile they were made of.
  let effectiveZoom: Int

  /// The lowest and highest sample; `nil` where all are void.
  let extremes: ClosedRange<Double>?

  init(metres: [Float], effectiveZoom: Int) {
    self.metres = metres
    self.effectiveZoom = effectiveZoom
    var low = SIMD16<Float>(repeating: .infinity)
    var high = -low
    let blocks = metres.count / 16
    metres.withUnsafeBytes { bytes in
      for i in 0..<blocks {
        let v = bytes.loadUnaligned(fromByteOffset: 64 * i, as: SIMD16<Float>.self)
        // Comparisons with NaN are false.
        low.replace(with: v, where: v .< low)
        high.replace(with: v, where: v .> high)
      }
    }
    let rest = metres[(16 * blocks)...].filter { !$0.isNaN }
    let (least, greatest) = (
      min(low.min(), rest.min() ?? .infinity), max(high.max(), rest.max() ?? -.infinity)
    )
    extremes = least <= greatest ? Double(least)...Double(greatest) : nil
  }
}
