#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The extents of a region in degrees.
public struct CoordinateSpan: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Degrees from edge to edge.
  public var latitudeDelta, longitudeDelta: Double

  /// Makes a span.
  public init(latitudeDelta: Double, longitudeDelta: Double) {
    self.latitudeDelta = latitudeDelta
    self.longitudeDelta = longitudeDelta
  }

  /// Makes a span of nothing, 0° by 0°.
  public init() { self.init(latitudeDelta: 0, longitudeDelta: 0) }

  public var description: String { "\(latitudeDelta)° × \(longitudeDelta)°" }
}

/// A rectangle of latitudes and longitudes around a centre.
public struct CoordinateRegion: Sendable, Hashable, CustomStringConvertible {
  /// The middle.
  public var center: Coordinate
  /// The full extents.
  public var span: CoordinateSpan

  /// Makes a region.
  public init(center: Coordinate, span: CoordinateSpan) {
    self.center = center
    self.span = span
  }

  /// Makes a region of nothing at 0° N, 0° E.
  public init() {
    self.init(center: Coordinate(latitude: 0, longitude: 0), span: CoordinateSpan())
  }

  public var description: String { "\(span) around \(center)" }

  /// Makes a region of so many metres from edge to edge.
  ///
  /// The length of a degree follows the truncated series in multiples of the latitude that
  /// reproduces MapKit's results bit for bit (National Geospatial-Intelligence Agency, "Length of
  /// a degree of latitude and longitude").
  public init(center: Coordinate, latitudinalMeters: Double, longitudinalMeters: Double) {
    let degree = Self.metersPerDegree(at: center.latitude)
    self.init(
      center: center,
      span: CoordinateSpan(
        latitudeDelta: latitudinalMeters / degree.latitude,
        longitudeDelta: longitudinalMeters / degree.longitude))
  }

  /// The length in metres of a degree of latitude and of longitude at a latitude.
  public static func metersPerDegree(
    at latitude: Double
  ) -> (latitude: Double, longitude: Double) {
    let φ = latitude * .pi / 180
    return (
      111132.92 - 559.82 * cos(2 * φ) + 1.175 * cos(4 * φ) - 0.0023 * cos(6 * φ),
      111412.84 * cos(φ) - 93.5 * cos(3 * φ) + 0.118 * cos(5 * φ)
    )
  }
}
