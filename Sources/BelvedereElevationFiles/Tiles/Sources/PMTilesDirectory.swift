/// A directory of a PMTiles file: entries in the order of their tiles' numbers along the Hilbert
/// curves of all zooms.
struct PMTilesDirectory: Sendable {
  struct Entry: Sendable, Hashable {
    /// The number of the first tile.
    var tile: UInt64
    /// How many tiles in a row share the contents; 0 for a leaf directory.
    var run: UInt64
    /// The place within the section of tiles or of leaf directories.
    var offset, count: UInt64
  }

  let entries: [Entry]

  /// The most entries of a directory; a writer that follows the specification stays far below.
  static let maximumEntries = 1 << 20

  /// Reads a directory; `nil` where it is damaged.
  ///
  /// - Parameter bytes: The directory, not compressed.
  init?(_ bytes: [UInt8]) {
    var reader = VarintReader(bytes)
    // An entry takes at least four bytes.
    guard let announced = reader.next(), announced <= UInt64(bytes.count / 4),  // checked: positive
      announced <= UInt64(Self.maximumEntries)  // checked: positive
    else { return nil }
    let count = Int(announced)  // checked: at most maximumEntries
    var entries = [Entry](
      repeating: Entry(tile: 0, run: 0, offset: 0, count: 0), count: count)
    var tile: UInt64 = 0
    for i in 0..<count {
      guard let step = reader.next() else { return nil }
      let (sum, overflow) = tile.addingReportingOverflow(step)
      guard !overflow, i == 0 || step > 0 else { return nil }
      tile = sum
      entries[i].tile = tile
    }
    for i in 0..<count {
      guard let run = reader.next(), !entries[i].tile.addingReportingOverflow(run).overflow else {
        return nil
      }
      entries[i].run = run
    }
    for i in 0..<count {
      guard let length = reader.next(), length > 0 else { return nil }
      entries[i].count = length
    }
    for i in 0..<count {
      guard let value = reader.next() else { return nil }
      if value > 0 {
        entries[i].offset = value - 1
      } else {
        // Right behind the entry before.
        guard i > 0 else { return nil }
        let (sum, overflow) = entries[i - 1].offset.addingReportingOverflow(entries[i - 1].count)
        guard !overflow else { return nil }
        entries[i].offset = sum
      }
    }
    // What is left over was made to be inflated, not to be read.
    guard reader.isAtEnd else { return nil }
    self.entries = entries
  }

  /// The entry that a tile's number falls into: its own, a run's, or a leaf's that may hold it.
  func entry(for tile: UInt64) -> Entry? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].tile <= tile { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[low - 1]
    return entry.run == 0 || tile - entry.tile < entry.run ? entry : nil
  }
}

/// Whole numbers in groups of seven bits, the lowest first.
struct VarintReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// The next number; `nil` where the bytes end or it has more than 64 bits.
  mutating func next() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      let group = UInt64(byte & 127)  // checked: a byte
      guard shift < 63 || group <= 1 else { return nil }
      value |= group << shift
      if byte < 128 { return value }
      shift += 7
      guard shift <= 63 else { return nil }
    }
    return nil
  }
}

extension TileID {
  /// The number of the tile along the Hilbert curves of all zooms, as PMTiles counts.
  package var hilbertNumber: UInt64 {
    // Tiles of all coarser zooms: (4ᶻ − 1) / 3.
    let before = ((UInt64(1) << UInt64(2 * zoom)) - 1) / 3  // checked: at most 48 bits
    var (x, y) = (x, y)
    var distance: UInt64 = 0
    var side = zoom > 0 ? 1 << (zoom - 1) : 0
    while side > 0 {
      let right = x & side != 0
      let low = y & side != 0
      let quadrant = right ? (low ? 2 : 3) : (low ? 1 : 0)
      // checked: both positive, at most 2²⁴
      distance += UInt64(side) * UInt64(side) * UInt64(quadrant)  // checked: at most 48 bits
      if !low {
        if right {
          x = side - 1 - (x & (side - 1))
          y = side - 1 - (y & (side - 1))
        }
        (x, y) = (y, x)
      }
      side >>= 1
    }
    return before + distance
  }

  /// The tile of a number along the Hilbert curves; `nil` beyond the deepest zoom that is read.
  package init?(hilbertNumber: UInt64) {
    var zoom = 0
    var before: UInt64 = 0
    while true {
      let count = UInt64(1) << UInt64(2 * zoom)  // checked: at most 48 bits
      if hilbertNumber - before < count { break }
      before += count
      zoom += 1
      guard zoom <= TileID.maximumZoom else { return nil }
    }
    var rest = hilbertNumber - before
    var (x, y) = (0, 0)
    for level in 0..<zoom {
      let side = 1 << level
      let right = rest & 2 != 0
      let low = (rest & 1 != 0) != right
      if !low {
        if right {
          x = side - 1 - x
          y = side - 1 - y
        }
        (x, y) = (y, x)
      }
      if right { x += side }
      if low { y += side }
      rest >>= 2
    }
    self.init(checkedZoom: zoom, x: x, y: y)
  }
}
