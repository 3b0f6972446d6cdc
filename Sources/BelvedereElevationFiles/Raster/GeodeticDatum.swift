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
  /// The Dutch datum of the Rijksdriehoekstelsel; within 1 m of WGS 84 after the shift.
  ///
  /// Source: EPSG transformation 4833, "Amersfoort to WGS 84 (4)".
  case amersfoort = "Amersfoort"

  /// The ellipsoid of the datum.
  public var ellipsoid: Ellipsoid {
    switch self {
    case .wgs84: .wgs84
    case .nad83, .etrs89: Ellipsoid(semiMajorAxis: 6_378_137, flattening: 1 / 298.257222101)
    // Clarke 1866: axes of 6,378,206.4 and 6,356,583.8 m.
    case .nad27:
      Ellipsoid(
        semiMajorAxis: 6_378_206.4, flattening: (6_378_206.4 - 6_356_583.8) / 6_378_206.4)
    // Bessel 1841.
    case .amersfoort: Ellipsoid(semiMajorAxis: 6_377_397.155, flattening: 1 / 299.1528128)
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
    case .amersfoort: "the Dutch datum is shifted to WGS 84; places may be off by up to 1 m"
    }
  }

  /// From this datum to WGS 84; `nil` where it is taken for that.
  var shift: HelmertShift? {
    switch self {
    case .wgs84, .nad83, .etrs89: nil
    case .nad27: HelmertShift(move: Vector3(-8, 160, 176), turn: .zero, scale: 0)
    case .amersfoort:
      // 0.398957, −0.343988 and 1.877402 arc seconds.
      HelmertShift(
        move: Vector3(565.4171, 50.3319, 465.5524), turn: Vector3(1.9342, -1.6677, 9.1019),
        scale: 4.0725)
    }
  }

  /// A place of WGS 84 in this datum.
  func place(ofWGS84 latitude: Double, _ longitude: Double) -> (Double, Double) {
    guard let shift else { return (latitude, longitude) }
    return HelmertShift.place(
      latitude, longitude, from: .wgs84, to: ellipsoid, shift.unshifted)
  }

  /// A place of this datum in WGS 84.
  func wgs84(of latitude: Double, _ longitude: Double) -> (Double, Double) {
    guard let shift else { return (latitude, longitude) }
    return HelmertShift.place(latitude, longitude, from: ellipsoid, to: .wgs84, shift.shifted)
  }
}
