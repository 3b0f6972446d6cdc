import BelvedereGeodesy
import BelvedereXML

/// Areas, lines, places and looks of KML 2.2 and of GPX 1.0 and 1.1. Times are passed over.
///
/// Of KML those are `Polygon`, `LineString`, `LinearRing`, `gx:Track` and `Point`; of GPX the segments of
/// tracks, routes, and waypoints.
final class XMLGeometryScanner: XMLReceiver {
  /// Why the file cannot be used.
  struct Problem: Error {
    let line: Int
    let message: String
  }

  /// Features with a shape, in the file's order.
  private var features = XMLFeatureList()
  private(set) var notes = XMLGeometryNotes()
  /// What GPX says in its `copyright`, and KML of its author.
  private(set) var credit = DataCredit()

  private let maximumPlaces, maximumMemory: Int
  private var placeCount = 0
  /// About how many bytes the features take while a scene is made of them.
  private(set) var memory = 0
  /// Where they take more than they may, from which on none is kept; `nil` where they do not.
  private(set) var passedLine: Int?
  private var stack: [String] = []
  private var text: [UInt8] = []
  private var isCollecting = false
  /// How deep the element is whose contents are passed over; `nil` for none.
  private var skipped: Int?
  /// The line or ring that is read, and the altitude of its last place.
  private var places: [Coordinate] = []
  private var altitude: Double?
  /// How the altitudes of the geometry that is read are meant, and whether it reaches down to the ground.
  private var altitudeMode = "", isExtruded = false
  /// The rings of the polygon that is read, the outer one first.
  private var rings: [[Coordinate]] = []
  private var feature = XMLFeature()
  private var look = KMLStyleScanner.Reference()
  /// Looks of features, which many share: without any, and others.
  private var looks = [KMLStyleScanner.Reference()]
  private var numbers: [KMLStyleScanner.Reference: Int32] = [KMLStyleScanner.Reference(): 0]
  private var styles = KMLStyleScanner()

  private static let maximumText = 256 << 20
  /// About how many bytes a look takes in the list and in its index.
  private static let lookMemory = 600
  private static let maximumName = 4096
  /// What may change or describe features, and is none.
  private static let passedOver: Set<String> = ["Update", "extensions", "ExtendedData", "Tour"]
  private static let geometries: Set<String> = [
    "Point", "LineString", "LinearRing", "Polygon", "Track",
  ]
  private static let featureElements: Set<String> = ["Placemark", "trk", "rte", "wpt"]

  /// - Parameters:
  ///   - maximumPlaces: of all lines, rings and points together.
  ///   - maximumMemory: bytes for the features, above which they are counted alone.
  init(maximumPlaces: Int, maximumMemory: Int) {
    (self.maximumPlaces, self.maximumMemory) = (maximumPlaces, maximumMemory)
  }

  /// The features, which are kept no longer.
  func takeFeatures() -> XMLFeatureList {
    defer { features = XMLFeatureList() }
    return features
  }

  /// The look of a feature, once the file is read.
  func style(of feature: XMLFeature) -> KMLStyle {
    let style = styles.style(of: looks[Int(feature.look)])  // checked: of the list
    (notes.badStyles, notes.outsideStyles) = (styles.flaws, styles.outside)
    notes.missingStyles = styles.missing
    return style
  }

  func start(_ name: String, _ attributes: XMLAttributes, line: Int) throws {
    let name = Self.local(name)
    if stack.isEmpty, !["gpx", "kml", "Document", "Folder", "Placemark"].contains(name) {
      throw Problem(
        line: line, message: "expected <kml> or <gpx>, got <\(name.prefix(40))>")
    }
    let parent = stack.last
    stack.append(name)
    isCollecting = false
    guard skipped == nil else { return }
    text.removeAll(keepingCapacity: true)
    if XMLGeometryNotes.undrawnElements.contains(name) { notes.undrawn[name, default: 0] += 1 }
    if Self.passedOver.contains(name) {
      skipped = stack.count
      return
    }
    if Self.featureElements.contains(name) { try finish(line) }
    if Self.geometries.contains(name) { beginGeometry(name) }
    styles.start(name, id: ["Style", "StyleMap"].contains(name) ? attributes["id"] : nil)
    switch name {
    case "copyright" where parent == "metadata":
      if let author = attributes["author"] { credit.add(attribution: author) }
    case "Placemark": feature.label.id = String((attributes["id"] ?? "").prefix(Self.maximumName))
    case "Polygon": rings = []
    case "LineString", "LinearRing", "Track", "trkseg", "rte": places = []
    case "trkpt", "rtept": try add(attributes, name, line)
    case "wpt":
      places = []
      try add(attributes, name, line)
      addPoint()
    default: break
    }
    isCollecting =
      ["coordinates", "coord"].contains(name) || isLabel(name, of: parent)
      || KMLStyleScanner.wants(name, in: parent)
      || ["altitudeMode", "extrude", "visibility"].contains(name)
      || (name == "license" && parent == "copyright") || (name == "name" && parent == "author")
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
    defer { stack.removeLast() }
    if let depth = skipped {
      if stack.count == depth { skipped = nil }
      return
    }
    let parent = stack.dropLast().last
    let word = isCollecting ? self.word : ""
    isCollecting = false
    styles.end(name, in: parent, word, feature: &look)
    switch name {
    case "coordinates": try addCoordinates(line)
    case "coord": try addTuple(text[...], separator: UInt8(ascii: " "), line)
    case "altitudeMode": altitudeMode = word
    case "extrude": isExtruded = word == "1" || word == "true"
    case "visibility" where parent == "Placemark": feature.isHidden = word == "0"
    case "license" where parent == "copyright": credit.add(licence: word)
    // Authors of features, and of GPX, which says of its copyright whose it is, own none of it.
    case "name" where parent == "author" && stack.first == "kml" && stack.count == 4:
      credit.add(attribution: word)
    case "LinearRing" where stack.contains("Polygon"): endRing()
    case "LineString", "LinearRing", "Track", "trkseg", "rte": endLine(isRing: name == "LinearRing")
    case "Point": addPoint()
    case "Polygon":
      if !rings.isEmpty {
        feature.polygons.append(GeographicPolygon(rings: rings))
        noteHeight()
      }
    default: setLabel(name, of: parent, word)
    }
    if Self.featureElements.contains(name) || stack.count == 1 { try finish(line) }
  }

  /// Ends the feature that is read.
  private func finish(_ line: Int) throws {
    if !feature.isEmpty {
      memory += feature.memory
      feature.look = number(of: look)
      if memory > maximumMemory, passedLine == nil {
        (passedLine, features) = (line, XMLFeatureList())
      }
      if feature.isHidden { notes.hidden += 1 }
      if passedLine == nil { features.append(feature) }
    }
    (feature, look) = (XMLFeature(), KMLStyleScanner.Reference())
  }

  /// The number of a look among all.
  private func number(of look: KMLStyleScanner.Reference) -> Int32 {
    if let number = numbers[look] { return number }
    // There are no more than places, which are counted.
    let number = Int32(clamping: looks.count)
    memory += Self.lookMemory
    looks.append(look)
    numbers[look] = number
    return number
  }

  private func isLabel(_ name: String, of parent: String?) -> Bool {
    guard let parent, Self.featureElements.contains(parent) else { return false }
    return ["name", "description", "desc", "cmt", "Snippet"].contains(name)
  }

  private func setLabel(_ name: String, of parent: String?, _ word: String) {
    guard isLabel(name, of: parent) else { return }
    if name == "name" { return feature.label.name = word }
    // A snippet is made for one line; a comment counts where nothing else describes the place.
    let rank = name == "Snippet" ? 3 : name == "cmt" ? 1 : 2
    let line = PlainText.line(of: word)
    guard rank > feature.detailRank, !line.isEmpty else { return }
    (feature.label.detail, feature.detailRank) = (line, rank)
  }

  /// The text without white space around it, as far as a name may be long.
  private var word: String {
    var part = text[...].drop { $0 <= 32 }
    while let last = part.last, last <= 32 { part.removeLast() }
    return String(decoding: part.prefix(Self.maximumText(of: stack.last)), as: UTF8.self)
  }

  private static func maximumText(of name: String?) -> Int {
    ["description", "desc", "cmt"].contains(name) ? 4 * maximumName : maximumName
  }

  // MARK: Geometry

  private func beginGeometry(_ name: String) {
    altitude = nil
    // A polygon's rings lie as the polygon does.
    if name != "LinearRing" || !stack.contains("Polygon") {
      (altitudeMode, isExtruded) = ("", false)
      places = []
    }
  }

  /// Notes a line or area that does not lie on the ground.
  private func noteHeight() {
    if isExtruded || !["", "clampToGround", "clampToSeaFloor"].contains(altitudeMode) {
      notes.raised += 1
    }
  }

  private func addPoint() {
    guard var place = places.first else { return notes.dropped += 1 }
    if abs(place.longitude) > 540 { place.longitude.formRemainder(dividingBy: 360) }
    var elevation = Annotation.Elevation.aboveGround(0)
    // What annotations of scenes may have.
    if let altitude, (-12_000...1_000_000).contains(altitude) {
      switch altitudeMode {
      case "relativeToGround" where altitude >= -10_000: elevation = .aboveGround(altitude)
      case "absolute": elevation = .aboveSea(altitude)
      default: break
      }
    }
    feature.add(point: XMLFeature.Point(coordinate: place, elevation: elevation))
  }

  private func endRing() {
    guard let ring = cleanedRing(WholeTurns.ring(places)) else {
      notes.dropped += 1
      return
    }
    if stack.contains("innerBoundaryIs") {
      // A hole lies on the same turn of the world as what it is in.
      guard let outer = rings.first else { return notes.dropped += 1 }
      rings.append(turned(ring, into: outer))
    } else {
      rings.insert(ring, at: 0)
    }
  }

  private func endLine(isRing: Bool) {
    if isRing, let first = places.first, first != places.last { places.append(first) }
    guard places.count > 1 else { return notes.dropped += 1 }
    feature.lines.append(WholeTurns.line(places))
    noteHeight()
  }

  /// `longitude,latitude[,altitude]`, parted by white space.
  private func addCoordinates(_ line: Int) throws {
    let isPoint = stack.dropLast().last == "Point"
    for tuple in text.split(whereSeparator: { $0 <= 32 }) {
      try addTuple(tuple, separator: UInt8(ascii: ","), line)
      if isPoint { return }
    }
  }

  private func addTuple(_ tuple: ArraySlice<UInt8>, separator: UInt8, _ line: Int) throws {
    let parts = tuple.split(separator: separator).prefix(3).map {
      Double(String(decoding: $0, as: UTF8.self).trimmingPrefix(while: \.isWhitespace))
    }
    guard parts.count >= 2, let longitude = parts[0], let latitude = parts[1] else {
      let got = String(decoding: tuple.prefix(40), as: UTF8.self)
      throw Problem(line: line, message: "expected a longitude and a latitude, got \"\(got)\"")
    }
    altitude = parts.count > 2 ? parts[2] : nil
    try add(latitude, longitude, line)
  }

  private func add(_ attributes: XMLAttributes, _ name: String, _ line: Int) throws {
    guard let latitude = attributes["lat"].flatMap(Double.init),
      let longitude = attributes["lon"].flatMap(Double.init)
    else { throw Problem(line: line, message: "<\(name)> needs lat and lon in degrees") }
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
