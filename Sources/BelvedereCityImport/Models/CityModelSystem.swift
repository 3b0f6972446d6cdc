import BelvedereElevationFiles

/// What the coordinates of a city model mean, by the name that it gives.
struct CityModelSystem {
  let system: CoordinateReferenceSystem
  /// Whether latitudes come first, as EPSG's geographic systems have it.
  let isLatitudeFirst: Bool

  /// …/EPSG/0/7415, urn:ogc:def:crs:EPSG::7415, urn:adv:crs:ETRS89_UTM32*DE_DHHN2016_NH, or a compound of horizontal and
  /// vertical systems; `nil` for what is not known.
  init?(_ name: String) {
    for part in name.split(whereSeparator: { $0 == "," || $0 == "&" || $0 == "*" }) {
      let code = part.split { $0 == "/" || $0 == ":" || $0 == "=" }.last.map(String.init) ?? ""
      if ["CRS84", "CRS84h"].contains(code) {
        (system, isLatitudeFirst) = (.geographic(.wgs84), false)
        return
      }
      if let system = Self.known(code) {
        self.system = system
        isLatitudeFirst = system.isGeographic
        return
      }
    }
    return nil
  }

  private static func known(_ code: String) -> CoordinateReferenceSystem? {
    let number = Int(code.dropFirst(10))  // checked: nil for no number
    if code.hasPrefix("ETRS89_UTM"), let zone = number, (28...38).contains(zone) {
      return .utm(zone: zone, isNorth: true, datum: .etrs89)
    }
    switch Int(code) {  // checked: nil for no number
    // JGD2011, also with heights: WGS 84 within centimetres.
    case 6668, 6697: return .geographic(.wgs84)
    case 4937: return .geographic(.etrs89)
    // UTM with heights: DHHN92 and NN2000.
    case 5554: return .utm(zone: 31, isNorth: true, datum: .etrs89)
    case 5555, 5972: return .utm(zone: 32, isNorth: true, datum: .etrs89)
    case 5556, 5973: return .utm(zone: 33, isNorth: true, datum: .etrs89)
    default: return CoordinateReferenceSystem(text: code)
    }
  }
}
