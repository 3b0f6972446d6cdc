import BelvedereGeodesy

/// A feature of a file.
public struct FlatGeobufFeature: Sendable {
  /// A value of a property.
  public enum Value: Sendable, Hashable {
    case bool(Bool)
    case number(Double)
    /// A text; JSON and times, too, and whole numbers that a `Double` does not hold.
    case text(String)
  }

  /// Where it is, degrees; elevations are left out.
  public enum Geometry: Sendable {
    case points([Coordinate])
    case lines([[Coordinate]])
    /// Polygons of rings: the outer one, then its holes; the first place stands again at the end.
    case polygons([[[Coordinate]]])
    case collection([Geometry])
  }

  /// `nil` for none.
  public var geometry: Geometry?
  /// By the file's columns.
  public var properties: [(name: String, value: Value)]

  /// Makes a feature.
  public init(geometry: Geometry?, properties: [(name: String, value: Value)] = []) {
    (self.geometry, self.properties) = (geometry, properties)
  }
}
