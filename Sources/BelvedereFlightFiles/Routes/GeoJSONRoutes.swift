import BelvedereGeodesy

/// Lines of GeoJSON (RFC 7946).
enum GeoJSONRoutes {
  static let types: Set = [
    "FeatureCollection", "Feature", "GeometryCollection", "LineString", "MultiLineString",
    // No ways, which is then said.
    "Point", "MultiPoint", "Polygon", "MultiPolygon",
  ]

  static func read(_ root: JSONFields) throws(FlightFileError) -> [RouteFile.Route] {
    var routes: [RouteFile.Route] = []
    var places = 0
    try collect(root, name: nil, &routes, &places)
    return routes
  }

  private static func collect(
    _ object: JSONFields, name: String?, _ routes: inout [RouteFile.Route], _ places: inout Int
  ) throws(FlightFileError) {
    switch try object.string("type") {
    case "FeatureCollection":
      for feature in try object.items("features") {
        try collect(feature, name: nil, &routes, &places)
      }
    case "Feature":
      // A feature may have no geometry.
      guard let geometry = object.optional("geometry") else { return }
      let name = object.optional("properties")?.optional("name")
      try collect(geometry, name: name.flatMap { try? $0.string() }, &routes, &places)
    case "GeometryCollection":
      for geometry in try object.items("geometries") {
        try collect(geometry, name: name, &routes, &places)
      }
    case "LineString":
      let line = try coordinates(object.field("coordinates"), &places)
      routes.append(RouteFile.Route(name: name, coordinates: line))
    case "MultiLineString":
      var line: [Coordinate] = []
      for part in try object.items("coordinates") { line += try coordinates(part, &places) }
      routes.append(RouteFile.Route(name: name, coordinates: line))
    default: return
    }
  }

  private static func coordinates(
    _ list: JSONFields, _ places: inout Int
  ) throws(FlightFileError) -> [Coordinate] {
    var result: [Coordinate] = []
    for item in try list.items() {
      let numbers = try item.numbers()
      guard numbers.count >= 2 else {
        throw FlightFileError(.value, at: item.place, "expected a longitude and a latitude")
      }
      places += 1
      guard places <= RouteFile.maximumPlaces else {
        throw FlightFileError(
          .tooLarge, at: item.place,
          "more than \(RouteFile.maximumPlaces) places; simplify the line")
      }
      result.append(
        try RouteFile.place(latitude: numbers[1], longitude: numbers[0], at: item.place))
    }
    return result
  }
}
