/// What the `.prj` file beside a raster says: well-known text of OGC or Esri.
///
/// Known are geographic systems, Web Mercator and UTM, by name or by their constants.
enum ProjectionText {
  /// The system of a text; `nil` for others.
  static func system(_ text: String) -> CoordinateReferenceSystem? {
    let plain = text.uppercased().filter { $0 != " " && $0 != "_" && !$0.isNewline }
    guard let datum = datum(plain) else { return nil }
    if plain.hasPrefix("GEOGCS[") || plain.hasPrefix("GEOGCRS[") {
      return unit(plain) ? .geographic(datum) : nil
    }
    guard plain.hasPrefix("PROJCS[") else { return nil }
    if plain.contains("MERCATORAUXILIARYSPHERE") || plain.contains("PSEUDO-MERCATOR") {
      return .webMercator
    }
    guard plain.contains("PROJECTION[\"TRANSVERSEMERCATOR\"]"),
      parameter("FALSEEASTING", plain) == 500_000, parameter("SCALEFACTOR", plain) == 0.9996,
      parameter("LATITUDEOFORIGIN", plain) ?? 0 == 0,
      let meridian = parameter("CENTRALMERIDIAN", plain),
      let northing = parameter("FALSENORTHING", plain), northing == 0 || northing == 10_000_000,
      plain.contains("UNIT[\"METER\",1") || plain.contains("UNIT[\"METRE\",1")
    else { return nil }
    let zone = (meridian + 183) / 6
    guard zone >= 1, zone <= 60, let number = Int(exactly: zone) else { return nil }
    return .utm(zone: number, isNorth: northing == 0, datum: datum)
  }

  private static func datum(_ text: String) -> GeodeticDatum? {
    let names: [(String, GeodeticDatum)] = [
      ("WGS1984", .wgs84), ("WGS84", .wgs84), ("NORTHAMERICAN1983", .nad83),
      ("NORTHAMERICANDATUM1983", .nad83), ("NAD83", .nad83), ("NORTHAMERICAN1927", .nad27),
      ("NORTHAMERICANDATUM1927", .nad27), ("NAD27", .nad27), ("ETRS1989", .etrs89),
      ("ETRS89", .etrs89), ("EUROPEANTERRESTRIALREFERENCESYSTEM1989", .etrs89),
    ]
    guard let start = text.range(of: "DATUM[\"") else { return nil }
    let rest = text[start...]
    return names.first { rest.prefix(60).contains($0.0) }?.1
  }

  /// Whether angles are degrees.
  private static func unit(_ text: String) -> Bool { text.contains("UNIT[\"DEGREE\"") }

  private static func parameter(_ name: String, _ text: String) -> Double? {
    guard let start = text.range(of: "PARAMETER[\"\(name)\",") else { return nil }
    return Double(text[start...].prefix { $0 != "]" })
  }
}

extension String {
  /// Where the text after the first occurrence of another text starts.
  fileprivate func range(of other: String) -> Index? {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(other) { return rest.index(rest.startIndex, offsetBy: other.count) }
      rest = rest.dropFirst()
    }
    return nil
  }
}
