import BelvedereGeodesy

/// A square of the map, by its level in the quadtree (0 is the world) and its place there.
public struct TerrainTileAddress: Hashable, Comparable, Sendable {
  /// The level, 0 to ``maximumLevel``; column and row, from the north-west. A column outside
  /// 0..<2^level is the same ground one world away.
  public var level, x, y: Int

  /// The deepest level; its tiles are 10 m wide at the equator.
  public static let maximumLevel = 22

  /// Makes an address.
  public init(level: Int, x: Int, y: Int) {
    self.level = level
    self.x = x
    self.y = y
  }

  /// Map points along a side; exact.
  public var size: Double { MapPoint.worldWidth / Double(1 << level) }

  /// The north-west corner, exact; x may lie a world away.
  public var corner: MapPoint { MapPoint(x: Double(x) * size, y: Double(y) * size) }

  /// The tile one level up.
  public var parent: TerrainTileAddress {
    TerrainTileAddress(level: level - 1, x: x >> 1, y: y >> 1)
  }

  /// The four tiles one level down: north-west, north-east, south-west, south-east.
  public var children: [TerrainTileAddress] { (0..<4).map { child($0) } }

  @inline(__always) func child(_ n: Int) -> TerrainTileAddress {
    TerrainTileAddress(level: level + 1, x: 2 * x + (n & 1), y: 2 * y + (n >> 1))
  }

  /// The tile of the same level across a side: 0 north, 1 east, 2 south, 3 west.
  @inline(__always) func neighbor(_ side: Int) -> TerrainTileAddress {
    switch side {
    case 0: TerrainTileAddress(level: level, x: x, y: y - 1)
    case 1: TerrainTileAddress(level: level, x: x + 1, y: y)
    case 2: TerrainTileAddress(level: level, x: x, y: y + 1)
    default: TerrainTileAddress(level: level, x: x - 1, y: y)
    }
  }

  /// The two sides that lie on the parent's border: north or south, east or west.
  @inline(__always) var outerPair: (vertical: Int, horizontal: Int) {
    (y & 1 == 0 ? 0 : 2, x & 1 == 0 ? 3 : 1)
  }

  /// The same ground with a column within 0..<2^level.
  public var canonical: TerrainTileAddress {
    TerrainTileAddress(level: level, x: x & ((1 << level) - 1), y: y)
  }

  /// A number that no other address within a world of the map has.
  @inline(__always) var key: UInt64 {
    let column = UInt64(truncatingIfNeeded: x + (1 << 28)) & 0x1fff_ffff
    let row = UInt64(truncatingIfNeeded: y + (1 << 28)) & 0x1fff_ffff
    return UInt64(truncatingIfNeeded: level) << 58 | column << 29 | row
  }

  public static func < (a: Self, b: Self) -> Bool { (a.level, a.y, a.x) < (b.level, b.y, b.x) }
}
