import BelvedereGeodesy
import BelvedereOSM
import BelvedereSceneModel
import BelvedereTerrain

/// Longitudes of shapes across the antimeridian, where data leap from 180 to -180.
enum WorldTurns {
  /// A feature of OpenStreetMap, of which no segment is half a turn long, that goes on beyond ±180°.
  static func unwrapped(_ feature: OSMFeature) -> OSMFeature {
    var feature = feature
    switch feature.shape {
    case .point: break
    case .line(let line):
      feature.shape = .line(WholeTurns.isAround(line) ? WholeTurns.line(line) : unwrapped(line))
    case .area(let polygons): feature.shape = .area(polygons.map(unwrapped(polygon:)))
    }
    return feature
  }

  /// A line that goes on beyond ±180° where it leaps by more than half a turn.
  static func unwrapped(_ line: [Coordinate]) -> [Coordinate] {
    guard leaps(line) else { return line }
    var result = line
    for i in line.indices.dropFirst() {
      result[i] = near(line[i], result[i - 1].longitude)
    }
    return result
  }

  /// A polygon that goes on beyond ±180°, with its holes on the same turn of the world.
  static func unwrapped(polygon rings: [[Coordinate]]) -> [[Coordinate]] {
    guard rings.contains(where: leaps),
      let outer = rings.first.map({ WholeTurns.isAround($0) ? WholeTurns.ring($0) : unwrapped($0) }
      ),
      let middle = middle(outer)
    else { return rings }
    return [outer]
      + rings.dropFirst().map { ring in
        let hole = unwrapped(ring)
        let turns = self.middle(hole).map { ((middle - $0) / 360).rounded() } ?? 0
        return shifted(hole, by: turns * 360)
      }
  }

  /// Degrees by which a shape is moved, whole turns, to meet a box: several where that is wide, none where it does not.
  static func shifts(of line: [Coordinate], in box: GeographicBounds) -> [Double] {
    var (west, east) = (Double.infinity, -Double.infinity)
    for place in line {
      west = min(west, place.longitude)
      east = max(east, place.longitude)
    }
    guard west <= east else { return [] }
    return [-720, -360, 0, 360, 720].filter { shift in
      // What another turn has at the edge alone lies there on this one, too.
      shift == 0
        ? west <= box.east && east >= box.west
        : west + shift < box.east && east + shift > box.west
    }
  }

  static func shifted(_ line: [Coordinate], by degrees: Double) -> [Coordinate] {
    degrees == 0
      ? line
      : line.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude + degrees) }
  }

  /// A ring whose edges are at most a quarter of a turn long.
  static func stepped(_ ring: [Coordinate]) -> [Coordinate] { WholeTurns.stepped(ring) }

  private static func leaps(_ line: [Coordinate]) -> Bool {
    zip(line, line.dropFirst()).contains { abs($1.longitude - $0.longitude) > 180 }
  }

  private static func near(_ place: Coordinate, _ longitude: Double) -> Coordinate {
    let turns = ((longitude - place.longitude) / 360).rounded()
    return Coordinate(latitude: place.latitude, longitude: place.longitude + 360 * turns)
  }

  private static func middle(_ ring: [Coordinate]) -> Double? {
    let longitudes = ring.map(\.longitude)
    guard let west = longitudes.min(), let east = longitudes.max() else { return nil }
    return (west + east) / 2
  }
}
