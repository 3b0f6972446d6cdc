import BelvedereGeodesy
import BelvedereXML

/// Tracks and routes of GPX, lines and tracks of KML.
final class RouteScanner: XMLReceiver {
  private(set) var routes: [RouteFile.Route] = []

  private var stack: [String] = []
  private var text: [UInt8] = []
  private var isCollecting = false
  /// The line that is being read, and how deep its element lies.
  private var line: (route: RouteFile.Route, depth: Int)?
  private var places = 0
  /// Of the KML features around, from the outermost.
  private var names: [String?] = []

  private static let lines: Set = ["trk", "rte", "LineString", "Track", "MultiTrack"]
  private static let features: Set = ["Document", "Folder", "Placemark"]
  /// Longer lists of coordinates are no line that a camera could follow.
  private static let maximumText = 64 << 20

  func start(
    _ name: String, _ attributes: XMLAttributes, line number: Int
  ) throws(FlightFileError) {
    let name = Self.local(name)
    if stack.isEmpty, name != "gpx", name != "kml", !Self.features.contains(name) {
      throw FlightFileError(
        .unsupported, at: "line \(number)", "expected <gpx> or <kml>, got <\(name.prefix(40))>")
    }
    stack.append(name)
    text.removeAll(keepingCapacity: true)
    if Self.features.contains(name) { names.append(nil) }
    if line == nil, Self.lines.contains(name) {
      line = (
        RouteFile.Route(name: names.last(where: { $0 != nil }) ?? nil, coordinates: []), stack.count
      )
    }
    if line != nil, name == "trkpt" || name == "rtept" {
      try add(
        latitude: degrees(attributes, "lat", number), longitude: degrees(attributes, "lon", number),
        number)
    }
    isCollecting = name == "name" || line != nil && (name == "coordinates" || name == "coord")
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, line number: Int) throws(FlightFileError) {
    guard isCollecting else { return }
    let limit = stack.last == "coordinates" ? Self.maximumText : 4096
    guard text.count + bytes.count <= limit else {
      throw FlightFileError(
        .tooLarge, at: "line \(number)",
        "more than \(limit) bytes of text in <\(stack.last?.prefix(40) ?? "")>")
    }
    text.append(contentsOf: bytes)
  }

  func end(_ name: String, line number: Int) throws(FlightFileError) {
    let name = Self.local(name)
    let wasCollecting = isCollecting
    isCollecting = false
    if wasCollecting {
      switch name {
      case "name": named(trimmed(text[...]))
      case "coordinates": try coordinates(number)
      case "coord": try coordinate(text[...], separator: UInt8(ascii: " "), number)
      default: break
      }
    }
    if let line, line.depth == stack.count {
      routes.append(line.route)
      self.line = nil
    }
    if Self.features.contains(name) { _ = names.popLast() }
    stack.removeLast()
  }

  private func named(_ name: String) {
    guard !name.isEmpty, stack.count > 1 else { return }
    let parent = stack[stack.count - 2]
    if let depth = line?.depth, depth == stack.count - 1 {
      line?.route.name = name
    } else if Self.features.contains(parent), !names.isEmpty {
      names[names.count - 1] = name
    }
  }

  /// A list of `longitude,latitude[,altitude]`, parted by white space.
  private func coordinates(_ number: Int) throws(FlightFileError) {
    for tuple in text.split(whereSeparator: { $0 <= 32 }) {
      try coordinate(tuple, separator: UInt8(ascii: ","), number)
    }
  }

  private func coordinate(
    _ tuple: ArraySlice<UInt8>, separator: UInt8, _ number: Int
  ) throws(FlightFileError) {
    let parts = tuple.split(separator: separator).map { Double(trimmed($0)) }
    guard parts.count >= 2, let longitude = parts[0], let latitude = parts[1] else {
      throw FlightFileError(
        .value, at: "line \(number)",
        "expected a longitude and a latitude, got \"\(trimmed(tuple.prefix(40)))\"")
    }
    try add(latitude: latitude, longitude: longitude, number)
  }

  private func add(latitude: Double, longitude: Double, _ number: Int) throws(FlightFileError) {
    places += 1
    guard places <= RouteFile.maximumPlaces else {
      throw FlightFileError(
        .tooLarge, at: "line \(number)",
        "more than \(RouteFile.maximumPlaces) places; simplify the line")
    }
    line?.route.coordinates.append(
      try RouteFile.place(latitude: latitude, longitude: longitude, at: "line \(number)"))
  }

  private func degrees(
    _ attributes: XMLAttributes, _ name: String, _ line: Int
  ) throws(FlightFileError) -> Double {
    guard let text = attributes[name] else {
      throw FlightFileError(.value, at: "line \(line)", "a point without \(name)")
    }
    guard let value = Double(text), value.isFinite else {
      throw FlightFileError(
        .value, at: "line \(line), \(name)", "expected a number, got \"\(text.prefix(40))\"")
    }
    return value
  }

  private static func local(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }
}
