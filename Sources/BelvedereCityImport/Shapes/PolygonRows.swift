import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereTerrain

/// A polygon whose sides are known by rows, so that many places are looked up in it.
struct PolygonRows {
  let box: GeographicBox
  private let sides: [(a: Coordinate, b: Coordinate)]
  /// The sides that reach into each row, as numbers one row after another, and where each row begins.
  private let numbers: [Int]
  private let begins: [Int]

  init(_ rings: [[Coordinate]]) {
    var box = GeographicBox()
    var sides: [(a: Coordinate, b: Coordinate)] = []
    for ring in rings {
      guard var a = ring.last else { continue }
      for b in ring {
        box.add(b)
        if a.latitude != b.latitude { sides.append((a, b)) }
        a = b
      }
    }
    (self.box, self.sides) = (box, sides)
    // Sides that reach through many rows make fewer of them.
    let height = sides.reduce(0) { $0 + abs($1.b.latitude - $1.a.latitude) }
    let share = height / max(box.north - box.south, 1e-12)
    let wanted = 4 * Double(sides.count) / max(share, 16)
    let rows = Int(clamping: wanted, in: 1...max(1, sides.count))
    func range(_ side: (a: Coordinate, b: Coordinate)) -> ClosedRange<Int> {
      let (low, high) = (
        min(side.a.latitude, side.b.latitude), max(side.a.latitude, side.b.latitude)
      )
      return Self.row(low, box, rows)...Self.row(high, box, rows)
    }
    var counts = [Int](repeating: 0, count: rows + 1)
    for side in sides { for row in range(side) { counts[row + 1] += 1 } }
    for row in 0..<rows { counts[row + 1] += counts[row] }
    var next = counts
    var numbers = [Int](repeating: 0, count: counts[rows])
    for (n, side) in sides.enumerated() {
      for row in range(side) {
        numbers[next[row]] = n
        next[row] += 1
      }
    }
    (self.numbers, begins) = (numbers, counts)
  }

  private static func row(_ latitude: Double, _ box: GeographicBox, _ rows: Int) -> Int {
    let part = (latitude - box.south) / (box.north - box.south)
    return Int(clamping: part * Double(rows), in: 0...rows - 1)
  }

  /// Whether a place lies inside, by the even-odd rule.
  func contains(_ place: Coordinate) -> Bool {
    guard place.latitude >= box.south, place.latitude <= box.north,
      place.longitude >= box.west, place.longitude <= box.east
    else { return false }
    var isInside = false
    let row = Self.row(place.latitude, box, begins.count - 1)
    for n in numbers[begins[row]..<begins[row + 1]] {
      let (a, b) = sides[n]
      guard (a.latitude > place.latitude) != (b.latitude > place.latitude) else { continue }
      let part = (place.latitude - a.latitude) / (b.latitude - a.latitude)
      if place.longitude < a.longitude + (b.longitude - a.longitude) * part { isInside.toggle() }
    }
    return isInside
  }
}
