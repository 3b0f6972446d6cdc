import BelvedereGeodesy
import BelvedereJSON

/// Reads a feature of GeoJSON from its text without a value for each number of its coordinates.
///
/// What is written otherwise than nearly all features are, or wrong, it leaves to the reader of values.
struct PlainFeature {
  private let text: UnsafeBufferPointer<UInt8>
  private var at = 0
  private var geometry: FeatureGeometry
  /// Members that are not those of a feature.
  private var others: [JSONMember] = []
  /// Places of the list that is being read.
  private var places: [Coordinate] = []

  init(_ text: UnsafeBufferPointer<UInt8>, maximumVertices: Int) {
    self.text = text
    geometry = FeatureGeometry(maximumVertices: maximumVertices)
  }

  /// The feature that is all of the text; `nil` for what is left to others.
  ///
  /// - Parameter isStrict: whether one with other members than those of a feature is left to others, too.
  mutating func feature(isStrict: Bool) -> MapFeature? {
    var (isFeature, hasGeometry) = (false, false)
    var (id, properties): (String?, [JSONMember]?) = (nil, nil)
    guard take("{") else { return nil }
    repeat {
      guard let name = name() else { return nil }
      if isText(name, "type"), !isFeature {
        guard let word = word(), isText(word, "Feature") else { return nil }
        isFeature = true
      } else if isText(name, "id"), id == nil {
        switch value()?.content {
        case .string(let text): id = text
        case .number(let number): id = short(number)
        case .null: id = ""
        default: return nil
        }
      } else if isText(name, "properties"), properties == nil {
        switch value()?.content {
        case .object(let members): properties = members
        case .null: properties = []
        default: return nil
        }
      } else if isText(name, "geometry"), !hasGeometry {
        guard readGeometry() else { return nil }
        hasGeometry = true
      } else {
        let name = String(decoding: UnsafeBufferPointer(rebasing: text[name]), as: UTF8.self)
        // One of a feature's own is there twice then.
        guard !isStrict, !["type", "id", "properties", "geometry"].contains(name),
          !others.contains(where: { $0.name == name }), let value = value()
        else { return nil }
        others.append(JSONMember(name: name, value: value))
      }
    } while take(",")
    guard take("}"), isFeature, hasGeometry else { return nil }
    skipSpace()
    guard at == text.count else { return nil }
    GeoJSONMembers.check(others, as: .feature, &geometry.repairs)
    return MapFeature(
      id: id ?? "", properties: FeatureProperties(properties ?? []), geometry: geometry)
  }

  // MARK: Geometry

  private enum Content {
    case place(Coordinate)
    case line([Coordinate])
    case rings([[Coordinate]])
    case polygons([[[Coordinate]]])
  }

  private mutating func readGeometry() -> Bool {
    var (type, content): (Range<Int>?, Content?) = (nil, nil)
    guard take("{") else { return false }
    repeat {
      guard let name = name() else { return false }
      if isText(name, "type"), type == nil {
        type = word()
        guard type != nil else { return false }
      } else if isText(name, "coordinates"), content == nil {
        content = coordinates()
        guard content != nil else { return false }
      } else {
        return false
      }
    } while take(",")
    guard take("}"), let type, let content else { return false }
    do throws(FeatureGeometry.Problem) {
      return try add(content, ofType: type)
    } catch {
      return false
    }
  }

  private mutating func add(
    _ content: Content, ofType type: Range<Int>
  ) throws(FeatureGeometry.Problem) -> Bool {
    switch content {
    case .place(let place) where isText(type, "Point"):
      try geometry.count(1, atLeast: 1)
      geometry.add(points: [place])
    case .line(let places) where isText(type, "LineString"): try addLine(places)
    case .line(let places) where isText(type, "MultiPoint"):
      try geometry.count(places.count, atLeast: 0)
      geometry.add(points: places)
    case .rings(let lines) where isText(type, "MultiLineString"):
      for line in lines { try addLine(line) }
    case .rings(let rings) where isText(type, "Polygon"): try addPolygon(rings)
    case .polygons(let polygons) where isText(type, "MultiPolygon"):
      for rings in polygons { try addPolygon(rings) }
    default: return false
    }
    return true
  }

  private mutating func addLine(_ places: [Coordinate]) throws(FeatureGeometry.Problem) {
    try geometry.count(places.count, atLeast: 2)
    geometry.add(line: places)
  }

  private mutating func addPolygon(_ rings: [[Coordinate]]) throws(FeatureGeometry.Problem) {
    for (n, ring) in rings.enumerated() { try geometry.count(ring.count, atLeast: n == 0 ? 3 : 0) }
    try geometry.add(written: rings)
  }

  private mutating func coordinates() -> Content? {
    switch depth {
    case 1: place().map { .place($0) }
    case 2: line().map { .line($0) }
    case 3: list { $0.line() }.map { .rings($0) }
    case 4: list { $0.list { $0.line() } }.map { .polygons($0) }
    default: nil
    }
  }

  /// How many arrays begin here, one in the other.
  private var depth: Int {
    var (next, depth) = (at, 0)
    while next < text.count {
      switch text[next] {
      case UInt8(ascii: "["): depth += 1
      case 9, 10, 13, 32: break
      default: return depth
      }
      next += 1
    }
    return depth
  }

  private mutating func list<Part>(_ part: (inout Self) -> Part?) -> [Part]? {
    guard take("[") else { return nil }
    var parts: [Part] = []
    repeat {
      guard let part = part(&self) else { return nil }
      parts.append(part)
    } while take(",")
    return take("]") ? parts : nil
  }

  private mutating func line() -> [Coordinate]? {
    guard take("[") else { return nil }
    places.removeAll(keepingCapacity: true)
    repeat {
      guard let place = place() else { return nil }
      places.append(place)
    } while take(",")
    // No larger than they are.
    return take("]") ? places.withUnsafeBufferPointer { Array($0) } : nil
  }

  /// A position of two numbers, or of three.
  private mutating func place() -> Coordinate? {
    guard take("["), let longitude = number(), take(","), let latitude = number() else {
      return nil
    }
    if take(","), number() == nil { return nil }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    return take("]") && GeoJSONPosition.flaw(of: place) == nil ? place : nil
  }

  private mutating func number() -> Double? {
    skipSpace()
    if let number = PlainNumber.read(text, at: &at) { return number }
    guard case .number(let number)? = value()?.content else { return nil }
    return number
  }

  // MARK: Text

  private mutating func skipSpace() {
    while at < text.count {
      let byte = text[at]
      guard byte <= 32, byte == 32 || byte == 10 || byte == 13 || byte == 9 else { return }
      at += 1
    }
  }

  /// Goes past a character, if it comes next.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard at < text.count, text[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// Where the letters of a member's name are, whose value comes next.
  private mutating func name() -> Range<Int>? {
    guard let name = word(), take(":") else { return nil }
    return name
  }

  /// Where the letters of a text are that holds nothing but ASCII as it is.
  private mutating func word() -> Range<Int>? {
    guard take("\"") else { return nil }
    let start = at
    while at < text.count {
      let byte = text[at]
      at += 1
      if byte == UInt8(ascii: "\"") { return start..<at - 1 }
      guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\\") else { return nil }
    }
    return nil
  }

  private func isText(_ range: Range<Int>, _ other: StaticString) -> Bool {
    guard range.count == other.utf8CodeUnitCount else { return false }
    for i in 0..<range.count where text[range.lowerBound + i] != other.utf8Start[i] { return false }
    return true
  }

  /// A value of any kind within the feature.
  private mutating func value() -> JSONValue? {
    skipSpace()
    return JSONParser.value(in: text, at: &at, depth: 1)
  }
}

extension MapFeature {
  /// A feature of GeoJSON that is all of a text and written as most are; `nil` for one that is to be read as a value.
  ///
  /// - Parameter isStrict: whether it may have no members but those of a feature.
  package init?(plainGeoJSON text: [UInt8], isStrict: Bool, maximumVertices: Int) {
    let feature = text.withUnsafeBufferPointer { text in
      var reader = PlainFeature(text, maximumVertices: maximumVertices)
      return reader.feature(isStrict: isStrict)
    }
    guard let feature else { return nil }
    self = feature
  }
}
