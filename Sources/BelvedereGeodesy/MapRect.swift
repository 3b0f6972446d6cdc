/// A rectangle on the flat map. It may cross 180°: then it reaches outside the world's width.
public struct MapRect: Sendable, Hashable {
  /// The north-west corner and the extents, in map points.
  public var x, y, width, height: Double

  /// Makes a rectangle from its north-west corner and extents.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Makes a rectangle without extent at the map's north-west corner.
  public init() { self.init(x: 0, y: 0, width: 0, height: 0) }

  /// The smallest rectangle around some points, taken as they are; `nil` for none.
  public init?(enclosing points: some Sequence<MapPoint>) {
    var minX = Double.infinity
    var minY = Double.infinity
    var maxX = -Double.infinity
    var maxY = -Double.infinity
    for p in points {
      minX = min(minX, p.x)
      minY = min(minY, p.y)
      maxX = max(maxX, p.x)
      maxY = max(maxY, p.y)
    }
    guard minX <= maxX, minY <= maxY else { return nil }
    self.init(
      x: minX, y: minY, width: Self.extent(from: minX, reaching: maxX),
      height: Self.extent(from: minY, reaching: maxY))
  }

  /// The western edge.
  public var minX: Double { x }
  /// The northern edge.
  public var minY: Double { y }
  /// The eastern edge.
  public var maxX: Double { x + width }
  /// The southern edge.
  public var maxY: Double { y + height }
  /// The middle between west and east.
  public var midX: Double { x + width / 2 }
  /// The middle between north and south.
  public var midY: Double { y + height / 2 }
  /// The centre.
  public var mid: MapPoint { MapPoint(x: midX, y: midY) }

  /// Whether a point lies inside or on the north and west edges.
  public func contains(_ p: MapPoint) -> Bool {
    p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY
  }

  /// Whether two rectangles share a point of their interiors. An empty one has none.
  public func intersects(_ other: MapRect) -> Bool {
    !isEmpty && !other.isEmpty && minX < other.maxX && other.minX < maxX && minY < other.maxY
      && other.minY < maxY
  }
}
