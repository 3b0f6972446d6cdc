/// A position by latitude, longitude and height above the ellipsoid.
public struct GeodeticPosition: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Degrees north, within [−90, 90]: the angle of the surface normal.
  public var latitude: Double
  /// Degrees east; any finite value.
  public var longitude: Double
  /// Metres above the ellipsoid, along the normal.
  public var height: Double

  /// Makes a position; nothing is checked.
  public init(latitude: Double, longitude: Double, height: Double) {
    self.latitude = latitude
    self.longitude = longitude
    self.height = height
  }

  /// Makes a position above a coordinate.
  public init(_ coordinate: Coordinate, height: Double) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude, height: height)
  }

  /// The coordinate below.
  public var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

  public var description: String { "\(latitude), \(longitude), \(height) m" }
}
