import BelvedereFlatGeobuf
import BelvedereGeodesy

/// Items by their places: a packed tree of boxes over them, in an order in which neighbours are near, however dense they are.
///
/// Source: G. M. Morton, "A computer oriented geodetic data base and a new technique in file sequencing", 1966, for the order.
struct PlaceTree {
  private struct Entry {
    /// Of the place along Morton's curve.
    let key: UInt64
    let item: Int
    let place: Coordinate
  }

  /// Entries, or boxes, in a box above them.
  private static let width = 16
  private var entries: [Entry] = []
  /// Boxes of so many entries each, then of so many of these, up to a single one.
  private var levels: [[GeographicBox]] = []

  /// Adds an item; one without a place is never found.
  mutating func add(_ item: Int, at place: Coordinate) {
    guard place.latitude.isFinite, place.longitude.isFinite else { return }
    entries.append(Entry(key: Self.key(place), item: item, place: place))
  }

  /// Nothing is added any more.
  mutating func seal() {
    entries.sort { ($0.key, $0.item) < ($1.key, $1.item) }
    var boxes = Self.boxes(entries) { $0.add($1.place) }
    while !boxes.isEmpty {
      levels.append(boxes)
      boxes = boxes.count > 1 ? Self.boxes(boxes) { $0.add($1) } : []
    }
  }

  private static func boxes<Part>(
    _ parts: [Part], _ add: (inout GeographicBox, Part) -> Void
  ) -> [GeographicBox] {
    stride(from: 0, to: parts.count, by: width).map { start in
      var box = GeographicBox()
      for part in parts[start..<min(start + width, parts.count)] { add(&box, part) }
      return box
    }
  }

  /// The items within a ring, in their order.
  func items(within ring: [Coordinate]) -> [Int] {
    var box = GeographicBox()
    for place in ring { box.add(place) }
    return items(in: box) { CityShape.contains(ring, $1) }
  }

  /// The items in a box that are wanted, in their order.
  func items(in box: GeographicBox, _ isWanted: (Int, Coordinate) -> Bool) -> [Int] {
    guard !box.isEmpty, let root = levels.indices.last else { return [] }
    var found: [Int] = []
    var waiting = [(level: root, node: 0)]
    while let (level, node) = waiting.popLast() {
      guard levels[level][node].touches(box) else { continue }
      let first = node * Self.width
      if level > 0 {
        for child in first..<min(first + Self.width, levels[level - 1].count) {
          waiting.append((level - 1, child))
        }
        continue
      }
      for entry in entries[first..<min(first + Self.width, entries.count)]
      where box.encloses(entry.place) && isWanted(entry.item, entry.place) {
        found.append(entry.item)
      }
    }
    return Self.sorted(found)
  }

  /// Numbers in their order; of many near each other in time that grows with how many they are.
  private static func sorted(_ numbers: [Int]) -> [Int] {
    guard numbers.count > 64, let first = numbers.min(), let last = numbers.max(),
      (last - first) / 64 < numbers.count
    else { return numbers.sorted() }
    var words = [UInt64](repeating: 0, count: (last - first) / 64 + 1)
    for number in numbers { words[(number - first) / 64] |= 1 << ((number - first) % 64) }
    var result: [Int] = []
    result.reserveCapacity(numbers.count)
    for (n, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        result.append(first + 64 * n + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return result
  }

  /// Bits of the latitude and the longitude by turns, some four centimetres each.
  private static func key(_ place: Coordinate) -> UInt64 {
    func spread(_ degrees: Double) -> UInt64 {
      let part = min(max(degrees / 1440 + 0.5, 0), 1)
      var bits = UInt64(part * 4_294_967_295)  // checked: 0...2³²-1
      for (shift, mask): (UInt64, UInt64) in [
        (16, 0x0000_FFFF_0000_FFFF), (8, 0x00FF_00FF_00FF_00FF), (4, 0x0F0F_0F0F_0F0F_0F0F),
        (2, 0x3333_3333_3333_3333), (1, 0x5555_5555_5555_5555),
      ] {
        bits = (bits | bits << shift) & mask
      }
      return bits
    }
    return spread(place.latitude) << 1 | spread(place.longitude)
  }
}

extension GeographicBox {
  fileprivate func touches(_ other: GeographicBox) -> Bool {
    west <= other.east && other.west <= east && south <= other.north && other.south <= north
  }

  fileprivate func encloses(_ place: Coordinate) -> Bool {
    place.longitude >= west && place.longitude <= east && place.latitude >= south
      && place.latitude <= north
  }
}
