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
    guard abs(latitude) <= 90 else {
      let isSwapped = abs(longitude) <= 90 && abs(latitude) <= 180
      return .failure(
        Problem(
          message: "latitude must be between -90 and 90 degrees, got \(latitude); "
            + (isSwapped ? "are the two swapped? " : "") + "the order is [longitude, latitude]"))
    }
    guard abs(longitude) <= 540 else {
      return .failure(
        Problem(message: "longitude must be between -540 and 540 degrees, got \(longitude)"))
    }
    return .success(Coordinate(latitude: latitude, longitude: longitude))
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

/// A ring without repeated vertices, the closing one included; `nil` with fewer than three or
/// without an area.
func cleanedRing(_ coordinates: [Coordinate]) -> [Coordinate]? {
  var ring: [Coordinate] = []
  ring.reserveCapacity(coordinates.count)
  for coordinate in coordinates where coordinate != ring.last { ring.append(coordinate) }
  while ring.count > 1, ring.first == ring.last { ring.removeLast() }
  guard ring.count >= 3, let origin = ring.first else { return nil }
  var twiceArea = 0.0
  for i in 1..<(ring.count - 1) {
    let ax = ring[i].longitude - origin.longitude
    let ay = ring[i].latitude - origin.latitude
    let bx = ring[i + 1].longitude - origin.longitude
    let by = ring[i + 1].latitude - origin.latitude
    twiceArea += ax * by - ay * bx
  }
  return twiceArea == 0 ? nil : ring
}
