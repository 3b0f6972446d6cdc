/// A width and height on the flat map, in map points.
public struct MapSize: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Map points.
  public var width, height: Double

  /// Makes a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Makes the size of nothing, 0 by 0.
  public init() { self.init(width: 0, height: 0) }

  /// The size of the world, 2²⁸ by 2²⁸.
  public static let world = MapSize(width: MapPoint.worldWidth, height: MapPoint.worldWidth)

  public var description: String { "\(width) × \(height)" }
}
