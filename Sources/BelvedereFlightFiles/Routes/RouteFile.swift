import BelvedereGeodesy

/// Ways over the ground from files: what a camera follows.
///
/// | file | a route is |
/// | --- | --- |
/// | GPX 1.0 and 1.1 | a track (`trk`, its segments joined) or a route (`rte`) |
/// | KML 2.2 | a `LineString` or a `gx:Track` (those of a `gx:MultiTrack` one after another) |
/// | GeoJSON (RFC 7946) | a `LineString`; the parts of a `MultiLineString` joined |
///
/// Elevations and times of files are passed over: a camera looks at the ground, at the pace of its flight.
public struct RouteFile: Sendable, Hashable {
  /// A way of a file.
  public struct Route: Sendable, Hashable {
    /// What the file calls it.
    public var name: String?
    /// In order, at least two.
    public var coordinates: [Coordinate]

    /// Makes a route.
    public init(name: String? = nil, coordinates: [Coordinate]) {
      self.name = name
      self.coordinates = coordinates
    }
  }

  /// In the file's order, at least one.
  public let routes: [Route]

  /// The most places that a file may have.
  public static let maximumPlaces = 1_000_000

  /// Whether some bytes are GPX or GeoJSON, whatever comes later in them.
  ///
  /// KML holds tours and views as well as ways, and only ``hasRoute(_:options:)`` tells.
  public static func isRoute(
    _ bytes: [UInt8], options: FlightFile.Options = FlightFile.Options()
  ) -> Bool {
    switch firstCharacter(bytes) {
    case UInt8(ascii: "<"):
      return String(decoding: bytes.prefix(4096), as: UTF8.self).contains("<gpx")
    case UInt8(ascii: "{"):
      guard let root = try? JSONFields.parse(bytes, options),
        let type = try? root.string("type")
      else { return false }
      return GeoJSONRoutes.types.contains(type)
    default: return false
    }
  }

  /// Whether some bytes can be read as routes.
  public static func hasRoute(
    _ bytes: [UInt8], options: FlightFile.Options = FlightFile.Options()
  ) -> Bool {
    (try? RouteFile(bytes, options: options)) != nil
  }

  /// Reads a file; which of the formats it is follows from its content.
  ///
  /// - Parameter options: bounds of memory and depth.
  /// - Throws: ``FlightFileError`` that names the line or the member, for a file without a line of two
  ///   places, too.
  public init(
    _ bytes: [UInt8], options: FlightFile.Options = FlightFile.Options()
  ) throws(FlightFileError) {
    var routes: [Route]
    if Self.firstCharacter(bytes) == UInt8(ascii: "<") {
      let scanner = RouteScanner()
      try FlightXML.parse(bytes, maximumDepth: options.maximumDepth, to: scanner)
      routes = scanner.routes
    } else {
      routes = try GeoJSONRoutes.read(JSONFields.parse(bytes, options))
    }
    routes.removeAll { $0.coordinates.count < 2 }
    guard !routes.isEmpty else {
      throw FlightFileError(
        .unsupported,
        "there is no way of two places or more in it: neither a track or route of GPX, nor a LineString "
          + "or gx:Track of KML, nor a LineString or MultiLineString of GeoJSON; a flight follows a way, "
          + "and single places are no waypoints without a distance")
    }
    self.routes = routes
  }

  /// The route by a name, or the longest by its number of places where no name is given.
  ///
  /// - Throws: ``FlightFileError`` that lists the names there are.
  public func route(named name: String? = nil) throws(FlightFileError) -> Route {
    guard let name else {
      return routes.max { $0.coordinates.count < $1.coordinates.count } ?? routes[0]
    }
    if let found = routes.first(where: { $0.name == name }) { return found }
    let names = routes.compactMap(\.name).prefix(8).map { "\"\($0.prefix(40))\"" }
    throw FlightFileError(
      .value,
      "no route is called \"\(name.prefix(40))\"; "
        + (names.isEmpty ? "none has a name" : "there are \(names.joined(separator: ", "))"))
  }

  private static func firstCharacter(_ bytes: [UInt8]) -> UInt8? {
    bytes.prefix(4096).first { $0 > 32 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
  }

  /// A place within its domain.
  static func place(
    latitude: Double, longitude: Double, at place: String
  ) throws(FlightFileError) -> Coordinate {
    guard abs(latitude) <= 90 else {
      throw FlightFileError(
        .value, at: place, "a latitude must lie between -90 and 90 degrees, got \(latitude)")
    }
    guard longitude.isFinite, abs(longitude) <= 1e6 else {
      throw FlightFileError(
        .value, at: place, "a longitude must be degrees within ±1e6, got \(longitude)")
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
