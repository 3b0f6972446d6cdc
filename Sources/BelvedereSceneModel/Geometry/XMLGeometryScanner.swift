import BelvedereGeodesy
import BelvedereXML

/// Areas, lines and places of KML 2.2 and of GPX 1.0 and 1.1. Altitudes and times are passed over.
///
/// Of KML those are `Polygon`, `LineString`, `LinearRing`, `gx:Track` and `Point`; of GPX the segments of
/// tracks, routes, and waypoints.
final class XMLGeometryScanner: XMLReceiver {
  /// Why the file cannot be used.
  struct Problem: Error {
    let line: Int
    let message: String
  }

  private(set) var areas: [GeometryFile.Area] = []
  private(set) var lines: [[Coordinate]] = []
  private(set) var pointCount = 0
  /// Lines of one place, rings without an area.
  private(set) var dropped = 0

  private let maximumPlaces: Int
  private var placeCount = 0
  private var stack: [String] = []
  private var text: [UInt8] = []
  private var isCollecting = false
  /// The line or ring that is read.
  private var places: [Coordinate] = []
  /// The rings of the polygon that is read, the outer one first.
  private var rings: [[Coordinate]] = []
  /// The polygons and the name of the feature that is read.
  private var feature = GeometryFile.Area(name: "", polygons: [])

  private static let maximumText = 256 << 20

  init(maximumPlaces: Int) { self.maximumPlaces = maximumPlaces }

  func start(_ name: String, _ attributes: XMLAttributes, line: Int) throws {
    let name = Self.local(name)
    if stack.isEmpty, !["gpx", "kml", "Document", "Folder", "Placemark"].contains(name) {
      throw Problem(
        line: line, message: "expected <kml> or <gpx>, got <\(name.prefix(40))>")
    }
    stack.append(name)
    text.removeAll(keepingCapacity: true)
    switch name {
    case "Placemark": feature = GeometryFile.Area(name: "", polygons: [])
    case "Polygon": rings = []
    case "LineString", "LinearRing", "Track", "trkseg", "rte": places = []
    case "trkpt", "rtept":
      guard let latitude = attributes["lat"].flatMap(Double.init),
        let longitude = attributes["lon"].flatMap(Double.init)
      else { throw Problem(line: line, message: "<\(name)> needs lat and lon in degrees") }
      try add(latitude, longitude, line)
    case "wpt": pointCount += 1
    default: break
    }
    isCollecting = ["coordinates", "coord"].contains(name) || name == "name" && isOfFeature
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws {
    guard isCollecting else { return }
    guard text.count + bytes.count <= Self.maximumText else {
      throw Problem(line: line, message: "more than \(Self.maximumText >> 20) MiB of text at once")
    }
    text.append(contentsOf: bytes)
  }

  func end(_ name: String, line: Int) throws {
    let name = Self.local(name)
    isCollecting = false
    switch name {
    case "coordinates": try addCoordinates(line)
    case "coord": try addTuple(text[...], separator: UInt8(ascii: " "), line)
    case "name" where isOfFeature:
      feature.name = String(decoding: text.prefix(4096), as: UTF8.self)
    case "LinearRing" where stack.contains("Polygon"): endRing()
    case "LineString", "LinearRing", "Track", "trkseg", "rte": endLine(isRing: name == "LinearRing")
    case "Polygon":
      if !rings.isEmpty { feature.polygons.append(GeographicPolygon(rings: rings)) }
    case "Placemark":
      if !feature.polygons.isEmpty { areas.append(feature) }
    default: break
    }
    stack.removeLast()
  }

  private var isOfFeature: Bool { stack.dropLast().last == "Placemark" }

  private func endRing() {
    guard let ring = cleanedRing(unwrapped(places)) else {
      dropped += 1
      return
    }
    if stack.contains("innerBoundaryIs") {
      // A hole lies on the same turn of the world as what it is in.
      guard let first = rings.first?.first else { return dropped += 1 }
      let turns = ((ring[0].longitude - first.longitude) / 360).rounded()
      rings.append(
        ring.map {
          Coordinate(latitude: $0.latitude, longitude: $0.longitude - turns * 360)
        })
    } else {
      rings.insert(ring, at: 0)
    }
  }

  private func endLine(isRing: Bool) {
    if isRing, let first = places.first, first != places.last { places.append(first) }
    if places.count > 1 { lines.append(unwrapped(places)) } else { dropped += 1 }
  }

  /// `longitude,latitude[,altitude]`, parted by white space.
  private func addCoordinates(_ line: Int) throws {
    if stack.dropLast().last == "Point" {
      pointCount += 1
      return
    }
    for tuple in text.split(whereSeparator: { $0 <= 32 }) {
      try addTuple(tuple, separator: UInt8(ascii: ","), line)
    }
  }

  private func addTuple(_ tuple: ArraySlice<UInt8>, separator: UInt8, _ line: Int) throws {
    let parts = tuple.split(separator: separator).prefix(2).map {
      Double(String(decoding: $0, as: UTF8.self).trimmingPrefix(while: \.isWhitespace))
    }
    guard parts.count == 2, let longitude = parts[0], let latitude = parts[1] else {
      let got = String(decoding: tuple.prefix(40), as: UTF8.self)
      throw Problem(line: line, message: "expected a longitude and a latitude, got \"\(got)\"")
    }
    try add(latitude, longitude, line)
  }

  private func add(_ latitude: Double, _ longitude: Double, _ line: Int) throws {
    placeCount += 1
    guard placeCount <= maximumPlaces else {
      throw Problem(line: line, message: "more than \(maximumPlaces) places; split the file")
    }
    guard abs(latitude) <= 90, abs(longitude) <= 1e6 else {
      throw Problem(
        line: line,
        message: "latitudes lie within ±90 and longitudes within ±1e6 degrees, got "
          + "\(latitude), \(longitude)")
    }
    places.append(Coordinate(latitude: latitude, longitude: longitude))
  }

  private static func local(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }
}
