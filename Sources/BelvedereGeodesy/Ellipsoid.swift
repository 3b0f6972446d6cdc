/// An ellipsoid of revolution.
///
/// Coded as `{"semiMajorAxis", "flattening"}`.
public struct Ellipsoid: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The semi-major axis in metres.
  public let semiMajorAxis: Double
  /// The flattening; 0 is a sphere.
  public let flattening: Double

  /// Makes an ellipsoid from its semi-major axis in metres and its flattening.
  public init(semiMajorAxis: Double, flattening: Double) {
    self.semiMajorAxis = semiMajorAxis
    self.flattening = flattening
  }

  /// The World Geodetic System 1984 (NIMA TR 8350.2).
  public static let wgs84 = Ellipsoid(semiMajorAxis: 6_378_137, flattening: 1 / 298.257223563)

  public var description: String {
    self == .wgs84 ? "WGS 84" : "semi-major axis \(semiMajorAxis) m, flattening \(flattening)"
  }
}
