import BelvedereGeodesy

/// A place on or above the flat map.
public struct MapPosition: Sendable, Hashable, Codable {
  /// Where it lies. A latitude beyond the map's edge is held at it, as in ``CameraView``.
  public var coordinate: Coordinate
  /// Metres above the map's datum.
  public var elevation: Double

  /// Makes a position; nothing is checked.
  public init(_ coordinate: Coordinate, elevation: Double = 0) {
    self.coordinate = coordinate
    self.elevation = elevation
  }

  /// Makes a position; nothing is checked.
  public init(latitude: Double, longitude: Double, elevation: Double = 0) {
    self.init(Coordinate(latitude: latitude, longitude: longitude), elevation: elevation)
  }
}
