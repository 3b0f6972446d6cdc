import BelvedereGeodesy
import BelvedereJSON

extension FeatureGeometry {
  /// Reads a geometry of GeoJSON of any type; null is an empty one.
  init(geoJSON value: JSONValue, maximumVertices: Int) throws(Problem) {
    self.init(maximumVertices: maximumVertices)
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
    GeoJSONMembers.check(members, as: .geometry, &repairs)
    switch type {
    case "Point": add(points: try coordinates([content], atLeast: 1))
    case "MultiPoint": add(points: try coordinates(array(content), atLeast: 0))
    case "LineString": add(line: try coordinates(array(content), atLeast: 2))
    case "MultiLineString":
      for part in try array(content) { add(line: try coordinates(array(part), atLeast: 2)) }
    case "Polygon": try add(geoJSONPolygon: content)
    case "MultiPolygon": for part in try array(content) { try add(geoJSONPolygon: part) }
    case "GeometryCollection":
      for part in try array(content) {
        if case .object(let inner) = part.content,
          case .string("GeometryCollection")? = inner.first(where: { $0.name == "type" })?.value
            .content
        {
          repairs.insert(.nested)
        }
        try add(part)
      }
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
    try count(values.count, atLeast: minimum)
    var result: [Coordinate] = []
    result.reserveCapacity(values.count)
    for value in values {
      switch GeoJSONPosition.read(value) {
      case .success(let place):
        result.append(place)
        if !GeoJSONPosition.isProper(value) { repairs.insert(.badNumbers) }
      case .failure(let problem): throw Problem(message: problem.message)
      }
    }
    return result
  }

  private mutating func add(geoJSONPolygon value: JSONValue) throws(Problem) {
    var rings: [[Coordinate]] = []
    for part in try array(value) {
      rings.append(try coordinates(array(part), atLeast: rings.isEmpty ? 3 : 0))
    }
    try add(written: rings)
  }

  /// Adds a polygon, and notes what is wrong with its rings.
  mutating func add(written rings: [[Coordinate]]) throws(Problem) {
    RingFlaws.find(in: rings, &repairs)
    try add(polygon: rings)
  }
}
