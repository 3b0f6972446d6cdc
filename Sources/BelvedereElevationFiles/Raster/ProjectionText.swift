/// What the `.prj` file beside a raster says: well-known text of OGC or Esri.
///
/// Known are geographic systems, Web Mercator, UTM and RD New, by name or by their constants.
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
    if datum == .amersfoort {
      let isNew =
        plain.contains("STEREOGRAPHIC\"]") && parameter("FALSEEASTING", plain) == 155_000
        && parameter("FALSENORTHING", plain) == 463_000
      return isNew ? .rijksdriehoek : nil
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

  /// The text of a system in Esri's form; `nil` for one that lies nowhere known.
  static func text(of system: CoordinateReferenceSystem) -> String? {
    func projected(_ name: String, _ datum: GeodeticDatum, _ rest: String) -> String {
      "PROJCS[\"\(name)\",\(geographic(datum)),\(rest),UNIT[\"Meter\",1.0]]"
    }
    func parameters(_ values: [(String, Double)]) -> String {
      values.map { "PARAMETER[\"\($0.0)\",\($0.1)]" }.joined(separator: ",")
    }
    switch system {
    case .local: return nil
    case .geographic(let datum): return geographic(datum)
    case .webMercator:
      return projected(
        "WGS_1984_Web_Mercator_Auxiliary_Sphere", .wgs84,
        "PROJECTION[\"Mercator_Auxiliary_Sphere\"],"
          + parameters([
            ("False_Easting", 0), ("False_Northing", 0), ("Central_Meridian", 0),
            ("Standard_Parallel_1", 0), ("Auxiliary_Sphere_Type", 0),
          ]))
    case .utm(let zone, let isNorth, let datum):
      return projected(
        "\(names(of: datum).name)_UTM_Zone_\(zone)\(isNorth ? "N" : "S")", datum,
        "PROJECTION[\"Transverse_Mercator\"],"
          + parameters([
            ("False_Easting", 500_000), ("False_Northing", isNorth ? 0 : 10_000_000),
            ("Central_Meridian", Double(zone * 6 - 183)), ("Scale_Factor", 0.9996),
            ("Latitude_Of_Origin", 0),
          ]))
    case .rijksdriehoek:
      return projected(
        "RD_New", .amersfoort,
        "PROJECTION[\"Double_Stereographic\"],"
          + parameters([
            ("False_Easting", 155_000), ("False_Northing", 463_000),
            ("Central_Meridian", 5 + 23 / 60 + 15.5 / 3600), ("Scale_Factor", 0.9999079),
            ("Latitude_Of_Origin", 52 + 9 / 60 + 22.178 / 3600),
          ]))
    }
  }

  private static func geographic(_ datum: GeodeticDatum) -> String {
    let (name, spheroid) = names(of: datum)
    return "GEOGCS[\"GCS_\(name)\",DATUM[\"D_\(name)\",SPHEROID[\(spheroid)]],"
      + "PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]]"
  }

  private static func names(of datum: GeodeticDatum) -> (name: String, spheroid: String) {
    switch datum {
    case .wgs84: ("WGS_1984", "\"WGS_1984\",6378137.0,298.257223563")
    case .nad83: ("North_American_1983", "\"GRS_1980\",6378137.0,298.257222101")
    case .etrs89: ("ETRS_1989", "\"GRS_1980\",6378137.0,298.257222101")
    case .nad27: ("North_American_1927", "\"Clarke_1866\",6378206.4,294.9786982")
    case .amersfoort: ("Amersfoort", "\"Bessel_1841\",6377397.155,299.1528128")
    }
  }

  private static func datum(_ text: String) -> GeodeticDatum? {
    let names: [(String, GeodeticDatum)] = [
      ("WGS1984", .wgs84), ("WGS84", .wgs84), ("NORTHAMERICAN1983", .nad83),
      ("NORTHAMERICANDATUM1983", .nad83), ("NAD83", .nad83), ("NORTHAMERICAN1927", .nad27),
      ("NORTHAMERICANDATUM1927", .nad27), ("NAD27", .nad27), ("ETRS1989", .etrs89),
      ("ETRS89", .etrs89), ("EUROPEANTERRESTRIALREFERENCESYSTEM1989", .etrs89),
      ("AMERSFOORT", .amersfoort),
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
