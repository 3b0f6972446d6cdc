import BelvedereGeodesy
import BelvedereJSON

/// A height known at a place.
public struct SpotHeight: Sendable, Hashable {
  /// Where.
  public let coordinate: Coordinate
  /// Metres above the sea.
  public let height: Double
  /// The summit's name, for the spots that have one.
  public let name: String?

  /// Reads `{"spots": [[lon, lat, metres, "name"?], …]}`.
  package static func read(_ document: JSONValue, file: String) throws -> [SpotHeight] {
    guard let rows = document.member("spots")?.items else {
      throw AuthoringError(file: file, reason: "has no array \"spots\"")
    }
    return try rows.map { row in
      guard let items = row.items, (3...4).contains(items.count),
        let longitude = items[0].number, let latitude = items[1].number,
        let height = items[2].number
      else {
        throw AuthoringError(
          file: file, reason: "line \(row.line): a spot is [lon, lat, metres, \"name\"?]")
      }
      return SpotHeight(
        coordinate: Coordinate(latitude: latitude, longitude: longitude), height: height,
        name: items.count == 4 ? items[3].text : nil)
    }
  }
}
