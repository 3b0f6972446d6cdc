import BelvedereGeoMath
import BelvedereGeodesy

/// What latitudes and longitudes are counted from.
public enum GeodeticDatum: String, Sendable, Hashable {
  /// The World Geodetic System 1984.
  case wgs84 = "WGS 84"
  /// The North American Datum 1983, taken for WGS 84: they differ by 1 to 2 m.
  case nad83 = "NAD83"
  /// The European Terrestrial Reference System 1989, taken for WGS 84: they differ by under 1 m.
  case etrs89 = "ETRS89"
  /// The North American Datum 1927, shifted by the mean of the 48 contiguous states.
  ///
  /// Up to 100 m away from WGS 84; within 10 m after the shift there, within 30 m elsewhere.
  /// Source: EPSG transformation 1173 (NIMA TR 8350.2): −8, +160, +176 m.
  case nad27 = "NAD27"

  /// The ellipsoid of the datum.
  public var ellipsoid: Ellipsoid {
    switch self {
    case .wgs84: .wgs84
    case .nad83, .etrs89: Ellipsoid(semiMajorAxis: 6_378_137, flattening: 1 / 298.257222101)
    // Clarke 1866: axes of 6,378,206.4 and 6,356,583.8 m.
    case .nad27:
      Ellipsoid(
        semiMajorAxis: 6_378_206.4, flattening: (6_378_206.4 - 6_356_583.8) / 6_378_206.4)
    }
  }

  /// What a caller should know about the datum's accuracy; `nil` where there is nothing to know.
  package var note: String? {
    switch self {
    case .wgs84: nil
    case .nad83: "NAD83 is taken for WGS 84; places may be off by 1 to 2 m"
    case .etrs89: "ETRS89 is taken for WGS 84; places may be off by up to 1 m"
    case .nad27:
      "NAD27 is shifted to WGS 84 by the mean of the contiguous United States; "
        + "places may be off by 10 m, elsewhere by 30 m"
    }
  }

  /// A place of WGS 84 in this datum.
  func place(ofWGS84 latitude: Double, _ longitude: Double) -> (Double, Double) {
    self == .nad27
      ? Self.moved(latitude, longitude, from: .wgs84, to: ellipsoid, by: -1)
      : (latitude, longitude)
  }

  /// A place of this datum in WGS 84.
  func wgs84(of latitude: Double, _ longitude: Double) -> (Double, Double) {
    self == .nad27
      ? Self.moved(latitude, longitude, from: ellipsoid, to: .wgs84, by: 1)
      : (latitude, longitude)
  }

  private static func moved(
    _ latitude: Double, _ longitude: Double, from: Ellipsoid, to: Ellipsoid, by sign: Double
  ) -> (Double, Double) {
    let position = GeodeticPosition(latitude: latitude, longitude: longitude, height: 0)
    guard let place = try? from.ecef(of: position),
      let moved = try? to.geodetic(
        ofECEF: Vector3(
          place.x - 8 * sign, place.y + 160 * sign, place.z + 176 * sign))
    else { return (.nan, .nan) }
    // On the turn that it was given on.
    let turns = ((longitude - moved.longitude) / 360).rounded()
    return (moved.latitude, moved.longitude + 360 * turns)
  }
}
