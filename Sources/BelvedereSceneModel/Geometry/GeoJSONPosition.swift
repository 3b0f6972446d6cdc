import BelvedereGeodesy
import BelvedereJSON

/// Positions as GeoJSON writes them: `[longitude, latitude]` and perhaps an elevation.
enum GeoJSONPosition {
  struct Problem: Error {
    let message: String
  }

  static func read(_ value: JSONValue) -> Result<Coordinate, Problem> {
    guard case .array(let numbers) = value.content, numbers.count >= 2,
      case .number(let longitude) = numbers[0].content,
      case .number(let latitude) = numbers[1].content
    else {
      return .failure(Problem(message: "expected [longitude, latitude], got \(value.excerpt)"))
    }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    if let flaw = flaw(of: place) { return .failure(Problem(message: flaw)) }
    return .success(place)
  }

  /// Whether a position that was read has two or three members, all of them numbers.
  static func isProper(_ value: JSONValue) -> Bool {
    guard case .array(let numbers) = value.content, numbers.count != 2 else { return true }
    guard numbers.count == 3, case .number = numbers[2].content else { return false }
    return true
  }

  /// Why a position of any file cannot be one; `nil` where it can.
  static func flaw(of place: Coordinate) -> String? {
    let (latitude, longitude) = (place.latitude, place.longitude)
    if abs(latitude) <= 90, abs(longitude) <= 540 { return nil }
    guard abs(latitude) <= 90 else {
      let isSwapped = abs(longitude) <= 90 && abs(latitude) <= 180
      return "latitude must be between -90 and 90 degrees, got \(latitude); "
        + (isSwapped ? "are the two swapped? " : "") + "the order is [longitude, latitude]"
    }
    return "longitude must be between -540 and 540 degrees, got \(longitude)"
  }
}

/// The same places with longitudes that never jump by more than half a turn: a line across the
/// antimeridian stays in one piece.
func unwrapped(_ coordinates: [Coordinate]) -> [Coordinate] {
  var result = coordinates
  for i in result.indices.dropFirst() {
    let jump = result[i].longitude - result[i - 1].longitude
    if abs(jump) > 180 { result[i].longitude -= (jump / 360).rounded() * 360 }
  }
  return result
}

/// A hole on the same turn of the world as its outer ring, which may go around all of it.
func turned(_ ring: [Coordinate], into outer: [Coordinate]) -> [Coordinate] {
  let (west, east) = outer.reduce((Double.infinity, -Double.infinity)) {
    (min($0.0, $1.longitude), max($0.1, $1.longitude))
  }
  let turns = ((ring[0].longitude - (west + east) / 2) / 360).rounded(.toNearestOrEven)
  guard turns != 0 else { return ring }
  return ring.map {
    Coordinate(latitude: $0.latitude, longitude: $0.longitude - turns * 360)
  }
}

/// A ring without repeated vertices, the closing one included; `nil` with fewer than three or with all on one line,
/// unless that goes around a pole.
func cleanedRing(_ coordinates: [Coordinate]) -> [Coordinate]? {
  var ring: [Coordinate] = []
  ring.reserveCapacity(coordinates.count)
  for coordinate in coordinates where coordinate != ring.last { ring.append(coordinate) }
  while ring.count > 1, ring.first == ring.last { ring.removeLast() }
  guard ring.count >= 3, let origin = ring.first else { return nil }
  // Not the sum of these areas: that of a symmetric figure of eight is 0.
  let hasCorner = (1..<(ring.count - 1)).contains { i in
    let ax = ring[i].longitude - origin.longitude
    let ay = ring[i].latitude - origin.latitude
    let bx = ring[i + 1].longitude - origin.longitude
    let by = ring[i + 1].latitude - origin.latitude
    return ax * by != ay * bx
  }
  if hasCorner { return ring }
  let turn = ring.indices.reduce(0.0) { turn, i in
    let step = ring[(i + 1) % ring.count].longitude - ring[i].longitude
    return turn + step - (step / 360).rounded() * 360
  }
  return abs(turn) > 180 ? ring : nil
}
