import BelvedereGeodesy
import BelvedereJSON

/// What is left of a GeoJSON geometry once it is flattened: areas, lines and points.
struct GeoJSONGeometry {
  var polygons: [GeographicPolygon] = []
  var lines: [[Coordinate]] = []
  var points: [Coordinate] = []
  /// Holes without an area, which were left out.
  var droppedHoles = 0

  /// Why a geometry cannot be used.
  struct Problem: Error {
    let message: String
  }

  private let maximumVertices: Int
  private var vertices = 0

  /// Reads a geometry of any type; null is an empty one.
  init(_ value: JSONValue, maximumVertices: Int) throws(Problem) {
    self.maximumVertices = maximumVertices
    if case .null = value.content { return }
    try add(value)
  }

  private mutating func add(_ value: JSONValue) throws(Problem) {
    guard case .object(let members) = value.content else {
      throw Problem(message: "the geometry is \(value.kind), not an object")
    }
    guard let typeValue = members.first(where: { $0.name == "type" })?.value,
      case .string(let type) = typeValue.content
    else { throw Problem(message: "the geometry has no type") }
    let key = type == "GeometryCollection" ? "geometries" : "coordinates"
    guard let content = members.first(where: { $0.name == key })?.value else {
      throw Problem(message: "the \(type.prefix(30)) has no \(key)")
    }
    switch type {
    case "Point": points += try coordinates([content], atLeast: 1)
    case "MultiPoint": points += try coordinates(array(content), atLeast: 0)
    case "LineString": lines.append(try line(content))
    case "MultiLineString": for part in try array(content) { lines.append(try line(part)) }
    case "Polygon": try add(polygon: content)
    case "MultiPolygon": for part in try array(content) { try add(polygon: part) }
    case "GeometryCollection": for part in try array(content) { try add(part) }
    default: throw Problem(message: "unknown geometry type \"\(type.prefix(30))\"")
    }
  }

  private func array(_ value: JSONValue) throws(Problem) -> [JSONValue] {
    guard case .array(let values) = value.content else {
      throw Problem(message: "coordinates are \(value.kind), not an array")
    }
    return values
  }

  private mutating func coordinates(
    _ values: [JSONValue], atLeast minimum: Int
  ) throws(Problem) -> [Coordinate] {
    guard values.count >= minimum else {
      throw Problem(message: "\(values.count) position(s) where at least \(minimum) are needed")
    }
    vertices += values.count
    guard vertices <= maximumVertices else {
      throw Problem(message: "more than \(maximumVertices) vertices; split it into parts")
    }
    var result: [Coordinate] = []
    result.reserveCapacity(values.count)
    for value in values {
      switch GeoJSONPosition.read(value) {
      case .success(let coordinate): result.append(coordinate)
      case .failure(let problem): throw Problem(message: problem.message)
      }
    }
    return unwrapped(result)
  }

  private mutating func line(_ value: JSONValue) throws(Problem) -> [Coordinate] {
    try coordinates(array(value), atLeast: 2)
  }

  /// A ring that is not closed is closed; either winding is accepted.
  private mutating func add(polygon value: JSONValue) throws(Problem) {
    let parts = try array(value)
    guard let first = parts.first else { throw Problem(message: "a polygon has no rings") }
    guard let outer = cleanedRing(try coordinates(array(first), atLeast: 3)) else {
      throw Problem(message: "a polygon's outer ring has no area")
    }
    var rings = [outer]
    for part in parts.dropFirst() {
      let hole = try coordinates(array(part), atLeast: 0)
      if let ring = cleanedRing(hole) {
        rings.append(shifted(ring, besides: outer[0]))
      } else {
        droppedHoles += 1
      }
    }
    polygons.append(GeographicPolygon(rings: rings))
  }

  /// A hole on the same turn of the world as its outer ring.
  private func shifted(_ ring: [Coordinate], besides anchor: Coordinate) -> [Coordinate] {
    let turns = ((ring[0].longitude - anchor.longitude) / 360).rounded()
    guard turns != 0 else { return ring }
    return ring.map {
      Coordinate(latitude: $0.latitude, longitude: $0.longitude - turns * 360)
    }
  }
}
