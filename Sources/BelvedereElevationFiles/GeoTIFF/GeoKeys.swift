import BelvedereTerrain

/// The keys of a GeoTIFF file that say what its coordinates mean.
///
/// Source: OGC GeoTIFF Standard 1.1 (OGC 19-008r4).
struct GeoKeys {
  private let numbers: [Int: Int]
  private let doubles: [Int: Double]
  let layout: TIFFLayout

  init(_ directory: TIFFDirectory) throws {
    layout = directory.layout
    var numbers: [Int: Int] = [:]
    var doubles: [Int: Double] = [:]
    if let words = try directory.integers(.geoKeyDirectory), words.count >= 4 {
      let values = try directory.doubles(.geoDoubleParams) ?? []
      for i in 0..<min(words[3], (words.count - 4) / 4) {
        let key = words[4 + 4 * i]
        let place = words[5 + 4 * i]
        let value = words[7 + 4 * i]
        if place == 0 { numbers[key] = value }
        if place == 34736, value < values.count { doubles[key] = values[value] }
      }
    }
    self.numbers = numbers
    self.doubles = doubles
  }

  /// Whether a tie point names a sample and not a pixel's corner.
  var isPoint: Bool { numbers[1025] == 2 }

  /// Metres for each unit of the samples: the one that is named, or that of the vertical system.
  var metresPerUnit: Double {
    let ownUnit =
      switch numbers[4096] {
      case 5702, 6360: 9003
      case 8228: 9002
      default: 9001
      }
    return Self.length(ofUnit: numbers[4099] ?? ownUnit) ?? 1
  }

  /// What the elevations are counted from, in words; `nil` where the file does not say.
  var vertical: String? {
    switch numbers[4096] {
    case nil, 0, 32767: nil
    case 5773: "EGM96 geoid"
    case 3855: "EGM2008 geoid"
    case 5703, 6360, 8228: "NAVD88"
    case 5702, 7968: "NGVD29"
    case 5030, 4979, 5019: "ellipsoid"
    case .some(let code): "vertical system \(code)"
    }
  }

  /// The vertical system of a datum; `nil` where none is known, or it has no code.
  static func code(of datum: VerticalDatum) -> Int? {
    switch datum {
    case .ellipsoid: 5030
    case .meanSeaLevel(.egm96): 5773
    case .meanSeaLevel(.egm2008): 3855
    case .meanSeaLevel(.navd88): 5703
    case .meanSeaLevel(.ngvd29): 7968
    case .meanSeaLevel: nil
    }
  }

  /// Metres of a unit of length of EPSG; `nil` for others.
  private static func length(ofUnit code: Int) -> Double? {
    switch code {
    case 9001: 1
    case 9002: 0.3048
    case 9003: 1200.0 / 3937
    default: nil
    }
  }

  /// The system of the coordinates; `nil` where the file says nothing.
  func system() throws -> CoordinateReferenceSystem? {
    switch numbers[1024] ?? (numbers[3072] != nil ? 1 : numbers[2048] != nil ? 2 : 0) {
    case 1: return try projected()
    case 2: return try geographic()
    case 3:
      throw layout.error(
        "its coordinates are geocentric; rewrite it: gdalwarp -t_srs EPSG:4326 in.tif out.tif")
    default: return nil
    }
  }

  private func geographic() throws -> CoordinateReferenceSystem {
    let code = numbers[2048] ?? 32767
    if let unit = numbers[2054], unit != 9102, unit != 9122 {
      throw layout.error(
        "its coordinates are in an angular unit other than degrees; "
          + "rewrite it: gdalwarp -t_srs EPSG:4326 in.tif out.tif")
    }
    if let known = CoordinateReferenceSystem(epsg: code), case .geographic = known { return known }
    if code == 32767, let datum = datum { return .geographic(datum) }
    throw refusal(code)
  }

  private func projected() throws -> CoordinateReferenceSystem {
    let code = numbers[3072] ?? 32767
    let unit = numbers[3076] ?? 9001
    guard unit == 9001 else {
      throw layout.error(
        "its coordinates are in a unit other than metres; "
          + "rewrite it: gdalwarp -t_srs EPSG:4326 in.tif out.tif")
    }
    if let known = CoordinateReferenceSystem(epsg: code) {
      if case .geographic = known { throw refusal(code) }
      return known
    }
    if code == 32767, let utm = utm { return utm }
    throw refusal(code)
  }

  /// The datum where it is spelled out; `nil` for others.
  private var datum: GeodeticDatum? {
    if let code = numbers[2048],
      case .geographic(let datum)? = CoordinateReferenceSystem(epsg: code)
    {
      return datum
    }
    if numbers[2061] ?? 0 != 0 { return nil }
    switch numbers[2050] {
    case 6326: return .wgs84
    case 6269, 1116: return .nad83
    case 6267: return .nad27
    case 6258: return .etrs89
    case 6289: return .amersfoort
    default: break
    }
    // By its ellipsoid alone: WGS 84.
    if numbers[2056] == 7030 { return .wgs84 }
    if doubles[2057] == 6_378_137, let f = doubles[2059], abs(f - 298.257223563) < 1e-6 {
      return .wgs84
    }
    return nil
  }

  /// UTM where it is spelled out: a zone's number, or a transverse Mercator with its constants.
  private var utm: CoordinateReferenceSystem? {
    guard let datum else { return nil }
    switch numbers[3074] {
    case .some(let code) where (16001...16060).contains(code):
      return .utm(zone: code - 16000, isNorth: true, datum: datum)
    case .some(let code) where (16101...16160).contains(code):
      return .utm(zone: code - 16100, isNorth: false, datum: datum)
    default: break
    }
    guard numbers[3075] == 1, let meridian = doubles[3080] ?? doubles[3088],
      doubles[3081] ?? 0 == 0, doubles[3082] == 500_000, doubles[3092] == 0.9996,
      let northing = doubles[3083], northing == 0 || northing == 10_000_000
    else { return nil }
    let zone = (meridian + 183) / 6
    guard zone >= 1, zone <= 60, let number = Int(exactly: zone) else { return nil }
    return .utm(zone: number, isNorth: northing == 0, datum: datum)
  }

  private func refusal(_ code: Int) -> TerrainFileError {
    layout.error(
      "its coordinate reference system \(code == 32767 ? "is defined by itself and" : "EPSG:\(code)") "
        + "is not WGS 84, NAD83 or NAD27, UTM on one of them, RD New, or Web Mercator; "
        + "rewrite it: gdalwarp -t_srs EPSG:4326 in.tif out.tif")
  }
}
