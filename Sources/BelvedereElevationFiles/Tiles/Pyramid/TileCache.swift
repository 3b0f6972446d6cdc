/// Decoded tiles, the least recently used leaving when there are too many bytes.
///
/// A list runs through the tiles in the order of their use: finding one, and letting the oldest go, costs
/// the same however many there are.
struct TileCache {
  /// A tile of the source, one made of a coarser zoom's, or one whose voids are filled.
  struct Key: Hashable {
    enum Kind: UInt64 { case own, coarser, filled }

    /// Zoom, kind, column and row in one number.
    private let bits: UInt64

    init(id: TileID, kind: Kind) {
      // bounded: a zoom is at most 24, columns and rows have as many bits
      bits =
        UInt64(truncatingIfNeeded: id.zoom) << 58 | kind.rawValue << 56
        | UInt64(truncatingIfNeeded: id.x) << 28 | UInt64(truncatingIfNeeded: id.y)
    }
  }

  /// What is known of a tile, and its neighbours in the list.
  private struct Entry {
    let key: Key
    /// `nil` for a tile that is known to be absent.
    var tile: PyramidTile?
    var newer, older: Int
  }

  /// The most bytes of samples and of bookkeeping; the newest tile stays even beyond.
  let maximumBytes: Int
  private(set) var byteCount = 0
  private var entries: [Entry] = []
  private var places: [Key: Int] = [:]
  /// Places among the entries that are free.
  private var free: [Int] = []
  /// The ends of the list; −1 while it is empty.
  private var newest = -1
  private var oldest = -1

  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// The bytes that an entry counts for.
  private static func cost(_ tile: PyramidTile?) -> Int { 128 + (tile?.metres.count ?? 0) * 4 }

  /// What is known: `nil` for nothing, `.some(nil)` for a tile that is absent.
  mutating func find(_ key: Key) -> PyramidTile?? {
    guard let place = places[key] else { return nil }
    if place != newest {
      unlink(place)
      link(place)
    }
    return .some(entries[place].tile)
  }

  mutating func insert(_ tile: PyramidTile?, for key: Key) {
    if let place = places[key] {
      byteCount += Self.cost(tile) - Self.cost(entries[place].tile)
      entries[place].tile = tile
      unlink(place)
      link(place)
    } else {
      let entry = Entry(key: key, tile: tile, newer: -1, older: -1)
      let place = free.popLast() ?? entries.count
      if place < entries.count { entries[place] = entry } else { entries.append(entry) }
      places[key] = place
      byteCount += Self.cost(tile)
      link(place)
    }
    while byteCount > maximumBytes, oldest != newest { forget(oldest) }
  }

  private mutating func forget(_ place: Int) {
    unlink(place)
    places[entries[place].key] = nil
    byteCount -= Self.cost(entries[place].tile)
    entries[place].tile = nil
    free.append(place)
  }

  private mutating func unlink(_ place: Int) {
    let (newer, older) = (entries[place].newer, entries[place].older)
    if newer >= 0 { entries[newer].older = older } else { newest = older }
    if older >= 0 { entries[older].newer = newer } else { oldest = newer }
  }

  /// Makes an entry the newest.
  private mutating func link(_ place: Int) {
    entries[place].newer = -1
    entries[place].older = newest
    if newest >= 0 { entries[newest].newer = place } else { oldest = place }
    newest = place
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
