import BelvedereGeodesy

/// Items by their places, in cells of some hundred metres.
struct PlaceGrid {
  private struct Cell: Hashable {
    let x, y: Int
  }

  private static let size = 0.002
  private var cells: [Cell: [(item: Int, place: Coordinate)]] = [:]

  private static func cell(_ place: Coordinate) -> Cell {
    Cell(
      x: Int(clamping: (place.longitude / size).rounded(.down), in: -180_000...180_000),
      y: Int(clamping: (place.latitude / size).rounded(.down), in: -90_000...90_000))
  }

  mutating func add(_ item: Int, at place: Coordinate) {
    cells[Self.cell(place), default: []].append((item, place))
  }

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
    let (a, b) = (Self.cell(low), Self.cell(high))
    var found: [Int] = []
    func look(_ list: [(item: Int, place: Coordinate)]) {
      for (item, place) in list where CityShape.contains(ring, place) { found.append(item) }
    }
    if (b.x - a.x + 1) * (b.y - a.y + 1) > cells.count {
      cells.values.forEach(look)
    } else {
      for y in a.y...b.y {
        for x in a.x...b.x { cells[Cell(x: x, y: y)].map(look) }
      }
    }
    return found.sorted()
  }
}
