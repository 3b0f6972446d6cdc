import BelvedereGeodesy
import BelvedereJSON
import BelvedereSceneModel
import BelvedereTestSupport
import Testing

/// Features of GeoJSON that are read from their text, beside the values of the same text.
@Suite("Plain features of GeoJSON") struct PlainFeatureTests {
  private static let maximumVertices = 200

  /// What a reader makes of a text, in words; `nil` where it makes nothing of it.
  private static func words(_ feature: MapFeature?) -> String? {
    guard let feature else { return nil }
    let geometry = feature.geometry
    return """
      \(feature.id) \(feature.properties.texts(within: ["tags"])) \(geometry.points) \(geometry.lines)
      \(geometry.polygons.map(\.rings)) \(geometry.repairs) \(geometry.isDoubtful)
      """
  }

  private static func plain(_ text: String, isStrict: Bool = false) -> String? {
    words(
      MapFeature(
        plainGeoJSON: Array(text.utf8), isStrict: isStrict, maximumVertices: maximumVertices))
  }

  private static func general(_ bytes: [UInt8]) -> String? {
    guard let value = try? JSONParser.parse(bytes) else { return nil }
    return words(try? MapFeature(geoJSON: value, maximumVertices: maximumVertices))
  }

  private static func number(_ random: inout SplitMix64, _ most: Double) -> String {
    let number = random.double(-most...most)
    return switch random.int(0...9) {
    case 0: "\(number)"
    case 1: "\((number * 1e7).rounded() / 1e7)"
    case 2: "\(Int(number))"
    case 3: "\(Int(number))e0"
    case 4: "-0.0"
    case 5: "\(Int(number)).000000000000000000001"
    default: "\((number * 1e7).rounded() / 1e7)"
    }
  }

  private static func space(_ random: inout SplitMix64) -> String {
    random.oneIn(6) ? random.pick([" ", "\n", "\t", "\r\n  "]) : ""
  }

  private static func list(_ parts: [String], _ random: inout SplitMix64) -> String {
    var text = "["
    for (n, part) in parts.enumerated() {
      text += (n > 0 ? "," : "") + space(&random) + part + space(&random)
    }
    return text + "]"
  }

  private static func place(_ random: inout SplitMix64) -> String {
    var numbers = [number(&random, 190), number(&random, 90)]
    if random.oneIn(8) { numbers.append(number(&random, 500)) }
    return list(numbers, &random)
  }

  private static func line(_ least: Int, _ random: inout SplitMix64) -> String {
    var places = (0..<random.int(least...8)).map { _ in place(&random) }
    if random.oneIn(6) { places.append(places[0]) }
    return list(places, &random)
  }

  private static func rings(_ random: inout SplitMix64) -> String {
    let rings = (0..<random.int(1...3)).map { _ -> String in
      var places = (0..<random.int(3...7)).map { _ in place(&random) }
      if !random.oneIn(6) { places.append(places[0]) }
      return list(places, &random)
    }
    return list(rings, &random)
  }

  private static func geometry(_ random: inout SplitMix64) -> String {
    let (type, coordinates): (String, String) =
      switch random.int(0...5) {
      case 0: ("Point", place(&random))
      case 1: ("MultiPoint", line(1, &random))
      case 2: ("LineString", line(2, &random))
      case 3: ("MultiLineString", list([line(2, &random), line(2, &random)], &random))
      case 4: ("MultiPolygon", list([rings(&random), rings(&random)], &random))
      default: ("Polygon", rings(&random))
      }
    var members = [#""type": "\#(type)""#, #""coordinates": \#(coordinates)"#]
    if random.oneIn(3) { members.reverse() }
    return "{" + members.joined(separator: "," + space(&random)) + "}"
  }

  private static let properties = [
    #""building": "yes""#, #""height": 12.5"#, #""name": "Caf\u00e9 \"Wien\"""#,
    #""name": "Straße""#,
    #""lit": true"#, #""note": null"#, #""names": {"primary": "A", "common": [1, {"b": "]}"}]}"#,
    #""tags": {"roof:shape": "gabled"}"#, #""levels": -1e2"#, #""list": [1, [2]]"#,
  ]

  /// A feature as programs write them, and whether all of it is plain.
  private static func feature(_ random: inout SplitMix64) -> String {
    let own = properties.filter { _ in random.oneIn(3) }
    var members = [
      #""type": "Feature""#,
      #""properties": \#(random.oneIn(10) ? "null" : "{\(own.joined(separator: ", "))}")"#,
      #""geometry":\#(space(&random))\#(geometry(&random))"#,
    ]
    if random.oneIn(2) {
      members.append(#""id":"# + random.pick([#""way/1""#, "17", "1.5", "null", #""ß""#]))
    }
    if random.oneIn(4) { members.append(#""bbox": [1, 2, 3, 4]"#) }
    if random.oneIn(8) { members.append(#""bbox2": "no box""#) }
    if random.oneIn(3) { members.shuffle(using: &random) }
    return "{" + members.joined(separator: "," + space(&random)) + "}" + space(&random)
  }

  @Test("what is written as programs write it is read, and as its values are")
  func wellFormed() {
    forEachSeed(4000) { random in
      let text = Self.feature(&random)
      let general = Self.general(Array(text.utf8))
      // Two names may be the same, and a ring may have no area or more places than may be.
      guard let general else { return try check(Self.plain(text) == nil, text) }
      let plain = Self.plain(text)
      try check(plain == general, "\(text)\n\(plain ?? "nothing")\n\(general)")
    }
  }

  @Test("what is damaged is never read as something else")
  func damaged() {
    let letters = Array("{}[]\",:.-+eE019 \n\\nul\u{1}é".utf8)
    forEachSeed(20_000) { random in
      var bytes = Array(Self.feature(&random).utf8)
      for _ in 0..<random.int(1...3) {
        let place = random.int(0...bytes.count - 1)
        switch random.int(0...3) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(random.pick(letters), at: place)
        case 2: bytes[place] = random.pick(letters)
        default: bytes.removeSubrange(place..<min(bytes.count, place + random.int(1...9)))
        }
        if bytes.isEmpty { return }
      }
      let plain = Self.words(
        MapFeature(
          plainGeoJSON: bytes, isStrict: false, maximumVertices: Self.maximumVertices))
      guard let plain else { return }
      let general = Self.general(bytes)
      try check(
        plain == general,
        "\(String(decoding: bytes, as: UTF8.self))\n\(plain)\n\(general ?? "nothing")")
    }
  }

  @Test(
    "what only the reader of values may judge is left to it",
    arguments: [
      #"{"type":"Feature","properties":{},"geometry":null}"#,
      #"{"type":"Feature","properties":{},"geometry":{"type":"GeometryCollection","geometries":[]}}"#,
      #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[7,91]}}"#,
      #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[7,46,1,2]}}"#,
      #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[[7,46]]}}"#,
      #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[7,46]]}}"#,
      #"{"type":"Feature","properties":[],"geometry":{"type":"Point","coordinates":[7,46]}}"#,
      #"{"type":"Feature","id":[1],"properties":{},"geometry":{"type":"Point","coordinates":[7,46]}}"#,
      #"{"type":"Feature","type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[7,46]}}"#,
      #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[7,46]}} 1"#,
      #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[07,46]}}"#,
      #"{"type":"Feature","properties":{"a":1,"a":2},"geometry":{"type":"Point","coordinates":[7,46]}}"#,
    ])
  func leftToOthers(_ text: String) {
    #expect(Self.plain(text) == nil)
  }

  @Test(
    "one by itself has no other members than those of a feature, or is left to the reader of values"
  )
  func byItself() {
    let point = #""properties":{},"geometry":{"type":"Point","coordinates":[7,46]}"#
    #expect(Self.plain(#"{"type":"Feature",\#(point)}"#, isStrict: true) != nil)
    #expect(Self.plain(#"{"type":"Feature",\#(point),"licence":"ODbL"}"#, isStrict: true) == nil)
    #expect(Self.plain(#"{"type":"Feature",\#(point),"licence":"ODbL"}"#) != nil)
  }
}
