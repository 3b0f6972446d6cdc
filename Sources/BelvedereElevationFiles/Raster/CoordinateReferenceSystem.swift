import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a raster's coordinates mean.
public enum CoordinateReferenceSystem: Sendable, Hashable, CustomStringConvertible {
  /// x is longitude, y is latitude, both in degrees.
  case geographic(GeodeticDatum)
  /// Spherical Web Mercator in metres (EPSG:3857).
  case webMercator
  /// Universal transverse Mercator in metres; zones 1...60.
  case utm(zone: Int, isNorth: Bool, datum: GeodeticDatum)
  /// The Dutch Rijksdriehoekstelsel in metres, "RD New".
  case rijksdriehoek
  /// Coordinates that lie nowhere known.
  case local

  /// The system of an EPSG code: 4326, 4269, 4267, 4258, 3857, 326zz, 327zz, 269zz, 267zz, 258zz, 28992
  /// and their close relatives; `nil` for others. Of compound systems, such as 7415, the horizontal one.
  public init?(epsg code: Int) {
    switch code {
    case 4326, 4979: self = .geographic(.wgs84)
    // NAD83, its realisations HARN, CORS96, NSRS2007 and 2011.
    case 4269, 4152, 6783, 4759, 6318: self = .geographic(.nad83)
    case 4258: self = .geographic(.etrs89)
    case 4267: self = .geographic(.nad27)
    case 3857, 3785, 900_913, 102_100, 102_113: self = .webMercator
    case 32601...32660: self = .utm(zone: code - 32600, isNorth: true, datum: .wgs84)
    case 32701...32760: self = .utm(zone: code - 32700, isNorth: false, datum: .wgs84)
    case 26901...26923: self = .utm(zone: code - 26900, isNorth: true, datum: .nad83)
    // NAD83(2011), as the 3D Elevation Program uses it.
    case 6330...6348: self = .utm(zone: code - 6329, isNorth: true, datum: .nad83)
    case 26701...26722: self = .utm(zone: code - 26700, isNorth: true, datum: .nad27)
    case 25828...25838: self = .utm(zone: code - 25800, isNorth: true, datum: .etrs89)
    case 28992, 7415: self = .rijksdriehoek
    default: return nil
    }
  }

  /// The system of a text such as `EPSG:32610` or `4326`; `nil` for others.
  public init?(text: String) {
    let digits = text.lowercased().hasPrefix("epsg:") ? text.dropFirst(5) : text[...]
    guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let code = Int(digits)  // checked: nil for other texts
    else { return nil }
    self.init(epsg: code)
  }

  public var description: String {
    switch self {
    case .geographic(let datum): "latitude and longitude, \(datum.rawValue)"
    case .webMercator: "Web Mercator"
    case .utm(let zone, let isNorth, let datum):
      "UTM zone \(zone)\(isNorth ? "N" : "S"), \(datum.rawValue)"
    case .rijksdriehoek: "RD New, \(GeodeticDatum.amersfoort.rawValue)"
    case .local: "unknown"
    }
  }

  /// The datum; `nil` where coordinates lie nowhere known.
  public var datum: GeodeticDatum? {
    switch self {
    case .geographic(let datum), .utm(_, _, let datum): datum
    case .webMercator: .wgs84
    case .rijksdriehoek: .amersfoort
    case .local: nil
    }
  }

  /// Whether the coordinates are degrees.
  public var isGeographic: Bool {
    if case .geographic = self { return true }
    return false
  }

  /// The EPSG code that stands for the system; `nil` where there is none.
  public var epsg: Int? {
    switch self {
    case .geographic(.wgs84): 4326
    case .geographic(.nad83): 4269
    case .geographic(.etrs89): 4258
    case .geographic(.nad27): 4267
    case .geographic(.amersfoort): 4289
    case .webMercator: 3857
    case .utm(let zone, let isNorth, .wgs84): (isNorth ? 32600 : 32700) + zone
    case .utm(let zone, _, .nad83): 26900 + zone
    case .utm(let zone, _, .etrs89): 25800 + zone
    case .utm(let zone, _, .nad27): 26700 + zone
    case .utm(_, _, .amersfoort): nil
    case .rijksdriehoek: 28992
    case .local: nil
    }
  }
}

/// Turns places of WGS 84 into a raster's coordinates and back.
///
/// Accuracy: 5 nm, and what ``GeodeticDatum`` says of the datum.
public struct CoordinateConversion: Sendable, Hashable {
  /// The system of the raster's coordinates.
  public let system: CoordinateReferenceSystem
  let transverse: TransverseMercator?
  private let stereographic: ObliqueStereographic?

  /// Makes a conversion.
  public init(_ system: CoordinateReferenceSystem) {
    self.system = system
    transverse =
      if case .utm(let zone, let isNorth, let datum) = system {
        TransverseMercator(zone: zone, isNorth: isNorth, ellipsoid: datum.ellipsoid)
      } else {
        nil
      }
    stereographic =
      system == .rijksdriehoek
      ? ObliqueStereographic(ellipsoid: GeodeticDatum.amersfoort.ellipsoid) : nil
  }

  /// The raster's coordinates of a place in degrees; `nil` where the system does not reach.
  ///
  /// Geographic longitudes are not wrapped.
  public func project(latitude: Double, longitude: Double) -> (x: Double, y: Double)? {
    guard abs(latitude) <= 90, longitude.isFinite else { return nil }
    switch system {
    case .geographic(let datum):
      let place = datum.place(ofWGS84: latitude, longitude)
      return (place.1, place.0)
    case .webMercator:
      guard abs(latitude) < 89.99 else { return nil }
      let radius = Ellipsoid.wgs84.semiMajorAxis
      return (
        radius * longitude * .pi / 180, radius * atanh(sin(latitude * .pi / 180))
      )
    case .utm(_, _, let datum):
      let place = datum.place(ofWGS84: latitude, longitude)
      return transverse?.project(latitude: place.0, longitude: place.1)
    case .rijksdriehoek:
      let place = GeodeticDatum.amersfoort.place(ofWGS84: latitude, longitude)
      return stereographic?.project(latitude: place.0, longitude: place.1)
    case .local: return nil
    }
  }

  /// The place in degrees of the raster's coordinates; `nil` where there is none.
  ///
  /// The longitude is not wrapped.
  public func unproject(x: Double, y: Double) -> (latitude: Double, longitude: Double)? {
    guard x.isFinite, y.isFinite else { return nil }
    switch system {
    case .geographic(let datum):
      guard abs(y) <= 90 else { return nil }
      let place = datum.wgs84(of: y, x)
      return (place.0, place.1)
    case .webMercator:
      let radius = Ellipsoid.wgs84.semiMajorAxis
      return (atan(sinh(y / radius)) * 180 / .pi, x / radius * 180 / .pi)
    case .utm(_, _, let datum):
      guard let place = transverse?.unproject(x: x, y: y) else { return nil }
      let wgs84 = datum.wgs84(of: place.latitude, place.longitude)
      return (wgs84.0, wgs84.1)
    case .rijksdriehoek:
      guard let place = stereographic?.unproject(x: x, y: y) else { return nil }
      let wgs84 = GeodeticDatum.amersfoort.wgs84(of: place.latitude, place.longitude)
      return (wgs84.0, wgs84.1)
    case .local: return nil
    }
  }
}
