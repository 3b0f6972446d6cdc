import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereTerrain

/// A square of the map, of which what a streamed layer has in it is read at once.
///
/// Squares beside each other share no things that have one place, such as buildings.
public struct StreamedCell: Sendable, Hashable, Comparable {
  /// The layer's number in ``Scene/streamed``.
  public var layer: Int
  /// The square's side is 2^`level` map points, 0 to ``worldLevel``.
  public var level: Int
  /// Squares to the west and to the north of it.
  public var x, y: Int

  /// The level of the square that is the world.
  public static let worldLevel = 28

  /// Makes a square.
  public init(layer: Int, level: Int, x: Int, y: Int) {
    (self.layer, self.level, self.x, self.y) = (layer, level, x, y)
  }

  /// All of a layer.
  public static func world(ofLayer layer: Int) -> StreamedCell {
    StreamedCell(layer: layer, level: worldLevel, x: 0, y: 0)
  }

  public static func < (a: StreamedCell, b: StreamedCell) -> Bool {
    (a.layer, a.level, a.y, a.x) < (b.layer, b.level, b.y, b.x)
  }

  /// Its side in map points.
  public var side: Double { Double(1 << level) }

  /// The square on the map.
  public var rect: MapRect {
    MapRect(x: Double(x) * side, y: Double(y) * side, width: side, height: side)
  }

  /// The four squares that make it up.
  public var quarters: [StreamedCell] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].map {
      StreamedCell(layer: layer, level: level - 1, x: 2 * x + $0.0, y: 2 * y + $0.1)
    }
  }

  /// How many squares lie beside each other around the world.
  private var count: Int { 1 << (Self.worldLevel - level) }

  /// The square in degrees. Those at the map's edges hold what lies beyond, too, so that each place is in one.
  ///
  /// - Parameter isOpen: whether those beside ±180° do; else places there are in squares on further turns of the world.
  func box(isOpen: Bool) -> GeographicBox {
    let box = GeographicBounds(rect)
    return GeographicBox(
      west: isOpen && x == 0 ? -.infinity : box.west,
      south: y == count - 1 ? -.infinity : box.south,
      east: isOpen && x == count - 1 ? .infinity : box.east,
      north: y == 0 ? .infinity : box.north)
  }
}
