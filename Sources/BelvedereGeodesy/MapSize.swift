/// A width and height on the flat map, in map points.
public struct MapSize: Sendable, Hashable, Codable {
  /// Map points.
  public var width, height: Double

  /// Makes a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size of the world, 2²⁸ by 2²⁸.
  public static let world = MapSize(width: MapPoint.worldWidth, height: MapPoint.worldWidth)
}
