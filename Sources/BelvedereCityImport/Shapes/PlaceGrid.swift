import BelvedereFlatGeobuf
import BelvedereGeodesy

/// Items by their places, in cells of some hundred metres.
struct PlaceGrid {
  /// A cell, row by row, and what lies in it.
  private struct Entry {
    let y, x: Int32
    let item: Int
    let place: Coordinate
  }

  private static let size = 0.002
  private var entries: [Entry] = []

  private static func cell(_ place: Coordinate) -> (y: Int32, x: Int32) {
    func number(_ degrees: Double) -> Int32 {
      Int32(clamping: Int(clamping: (degrees / size).rounded(.down), in: -180_000...180_000))
    }
    return (number(place.latitude), number(place.longitude))
  }

  mutating func add(_ item: Int, at place: Coordinate) {
    let (y, x) = Self.cell(place)
    entries.append(Entry(y: y, x: x, item: item, place: place))
  }

  /// Nothing is added any more.
  mutating func seal() { entries.sort { ($0.y, $0.x, $0.item) < ($1.y, $1.x, $1.item) } }

  /// The items within a ring, in their order.
  func items(within ring: [Coordinate]) -> [Int] {
    guard let first = ring.first else { return [] }
    var (low, high) = (first, first)
    for place in ring {
      low = Coordinate(
        latitude: min(low.latitude, place.latitude), longitude: min(low.longitude, place.longitude))
      high = Coordinate(
        latitude: max(high.latitude, place.latitude),
        longitude: max(high.longitude, place.longitude))
    }
    let box = GeographicBox(
      west: low.longitude, south: low.latitude, east: high.longitude, north: high.latitude)
    return items(in: box) { CityShape.contains(ring, $1) }
  }

  /// The items around a box that are wanted, in their order.
  func items(in box: GeographicBox, _ isWanted: (Int, Coordinate) -> Bool) -> [Int] {
    guard !box.isEmpty else { return [] }
    let a = Self.cell(Coordinate(latitude: box.south, longitude: box.west))
    let b = Self.cell(Coordinate(latitude: box.north, longitude: box.east))
    var found: [Int] = []
    var row = a.y
    while row <= b.y {
      var n = firstEntry(from: (row, a.x))
      // Rows in which nothing lies are left out.
      guard n < entries.count else { break }
      row = max(row, entries[n].y)
      guard row <= b.y else { break }
      n = firstEntry(from: (row, a.x))
      while n < entries.count, entries[n].y == row, entries[n].x <= b.x {
        let entry = entries[n]
        if isWanted(entry.item, entry.place) { found.append(entry.item) }
        n += 1
      }
      row += 1
    }
    return found.sorted()
  }

  private func firstEntry(from cell: (y: Int32, x: Int32)) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if (entries[middle].y, entries[middle].x) < cell { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
