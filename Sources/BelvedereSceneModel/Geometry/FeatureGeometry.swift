import BelvedereGeodesy

/// What is left of a feature's geometry once it is flattened: areas, lines and points.
package struct FeatureGeometry {
  package private(set) var polygons: [GeographicPolygon] = []
  package private(set) var lines: [[Coordinate]] = []
  package private(set) var points: [Coordinate] = []
  /// What was read otherwise than it stands there.
  package internal(set) var repairs = GeometryRepairs()
  /// Whether an edge takes the short way across the antimeridian that may be meant to take the long one.
  package private(set) var isDoubtful = false

  /// Why a geometry cannot be used.
  package struct Problem: Error {
    package let message: String
  }

  private let maximumVertices: Int
  private var vertices = 0

  /// An empty geometry.
  init(maximumVertices: Int) { self.maximumVertices = maximumVertices }

  /// Counts places before they are made.
  mutating func count(_ places: Int, atLeast minimum: Int) throws(Problem) {
    guard places >= minimum else {
      throw Problem(message: "\(places) position(s) where at least \(minimum) are needed")
    }
    vertices += places
    guard vertices <= maximumVertices else {
      throw Problem(message: "more than \(maximumVertices) vertices; split it into parts")
    }
  }

  mutating func add(points places: [Coordinate]) { points += unwrapped(places) }

  mutating func add(line places: [Coordinate]) {
    isDoubtful = isDoubtful || WholeTurns.isDoubtful(places)
    lines.append(WholeTurns.line(places))
  }

  /// A ring that is not closed is closed; either winding is accepted.
  mutating func add(polygon parts: [[Coordinate]]) throws(Problem) {
    guard let first = parts.first else { throw Problem(message: "a polygon has no rings") }
    guard let outer = cleanedRing(WholeTurns.ring(first)) else {
      throw Problem(message: "a polygon's outer ring has no area")
    }
    isDoubtful = isDoubtful || WholeTurns.isDoubtful(first)
    var rings = [outer]
    for part in parts.dropFirst() {
      if let ring = cleanedRing(WholeTurns.ring(part)) {
        rings.append(turned(ring, into: outer))
      } else {
        repairs.insert(.flatHole)
      }
    }
    polygons.append(GeographicPolygon(rings: rings))
  }
}
