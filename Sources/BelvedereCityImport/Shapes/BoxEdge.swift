import BelvedereGeodesy
import BelvedereTerrain

/// The edge of a box, counterclockwise from its southwest as 0 to 4.
struct BoxEdge {
  private let box: GeographicBounds

  init(_ box: GeographicBounds) { self.box = box }

  /// Whether a place lies on the edge.
  func has(_ place: Coordinate) -> Bool {
    let (width, height) = (box.east - box.west, box.north - box.south)
    return min(abs(place.longitude - box.west), abs(place.longitude - box.east)) < 1e-9 * width
      || min(abs(place.latitude - box.south), abs(place.latitude - box.north)) < 1e-9 * height
  }

  /// Where a place on the edge is.
  func position(of place: Coordinate) -> Double {
    let x = min(max((place.longitude - box.west) / (box.east - box.west), 0), 1)
    let y = min(max((place.latitude - box.south) / (box.north - box.south), 0), 1)
    let nearest = min(y, 1 - x, 1 - y, x)
    if nearest == y { return x }
    if nearest == 1 - x { return 1 + y }
    return nearest == 1 - y ? 3 - x : 4 - y
  }

  /// The nearest place on the edge.
  func nearest(to place: Coordinate) -> Coordinate { self.place(at: position(of: place)) }

  /// How far it is from one position to another, counterclockwise.
  func distance(from a: Double, to b: Double) -> Double { b >= a ? b - a : b - a + 4 }

  /// The corners between two positions, counterclockwise.
  func corners(from a: Double, to b: Double) -> [Coordinate] {
    let way = distance(from: a, to: b)
    var corner = a.rounded(.down) + 1
    var result: [Coordinate] = []
    while corner - a < way {
      result.append(place(at: corner))
      corner += 1
    }
    return result
  }

  /// The corners of the box, counterclockwise.
  var corners: [Coordinate] { (0..<4).map { place(at: Double($0)) } }

  /// Where the ray from one place through another, which lies inside, meets the edge; `nil` where they are the same.
  func meeting(from a: Coordinate, through b: Coordinate) -> Coordinate? {
    let (dx, dy) = (b.longitude - a.longitude, b.latitude - a.latitude)
    let toSide = dx == 0 ? .infinity : ((dx > 0 ? box.east : box.west) - b.longitude) / dx
    let toTop = dy == 0 ? .infinity : ((dy > 0 ? box.north : box.south) - b.latitude) / dy
    let part = min(toSide, toTop)
    guard part.isFinite else { return nil }
    return nearest(
      to: Coordinate(latitude: b.latitude + part * dy, longitude: b.longitude + part * dx))
  }

  private func place(at position: Double) -> Coordinate {
    let side = position >= 4 ? position - 4 : position
    let part = side - side.rounded(.down)
    let (width, height) = (box.east - box.west, box.north - box.south)
    return switch Int(flooring: side, in: 0...3) {
    case 0: Coordinate(latitude: box.south, longitude: box.west + part * width)
    case 1: Coordinate(latitude: box.south + part * height, longitude: box.east)
    case 2: Coordinate(latitude: box.north, longitude: box.east - part * width)
    default: Coordinate(latitude: box.north - part * height, longitude: box.west)
    }
  }
}
