import BelvedereGeoMath
import BelvedereGeodesy

/// A square of the map, about a kilometre wide, whose solids are drawn together.
struct SolidCellKey: Hashable, Comparable {
  let x, y: Int

  /// Map points along its side: 2^13, so that a square of a streamed layer is made of some.
  static let side = Double(1 << level)
  static let level = 13

  init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  /// The square that a place is in.
  init(_ coordinate: Coordinate) {
    let p = MapPoint(coordinate)
    let limit = -(1 << 40)...(1 << 40)
    x = Int(flooring: p.x / Self.side, in: limit)
    y = Int(flooring: p.y / Self.side, in: limit)
  }

  var middle: Coordinate {
    MapPoint(x: (Double(x) + 0.5) * Self.side, y: (Double(y) + 0.5) * Self.side).coordinate
  }

  static func < (a: SolidCellKey, b: SolidCellKey) -> Bool { (a.y, a.x) < (b.y, b.x) }
}

/// Where on the map something is, as one number: near places mostly have near numbers (Morton 1966).
struct MortonCode {
  let code: UInt64

  /// To 32 map points.
  init(_ p: MapPoint) {
    func spread(_ v: Double) -> UInt64 {
      var x = UInt64(Int(flooring: v / 32, in: 0...0xFF_FFFF))  // checked: 24 bits
      x = (x | x << 16) & 0x0000_FFFF_0000_FFFF
      x = (x | x << 8) & 0x00FF_00FF_00FF_00FF
      x = (x | x << 4) & 0x0F0F_0F0F_0F0F_0F0F
      x = (x | x << 2) & 0x3333_3333_3333_3333
      return (x | x << 1) & 0x5555_5555_5555_5555
    }
    code = spread(p.x) | spread(p.y) << 1
  }
}
