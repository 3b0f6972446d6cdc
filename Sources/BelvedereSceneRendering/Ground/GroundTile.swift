import BelvedereGeodesy
import BelvedereRasterization

/// A square of painted ground: 256 × 256 texels with a border of one all round.
struct GroundTile {
  /// Texels along a side without the border, and with it.
  static let texels = 256
  static let stride = texels + 2

  /// Which square: texels are 2^`level` map points wide.
  struct Key: Hashable, Comparable {
    var level, x, y: Int

    /// A key that no square has.
    static let nowhere = Key(level: .min, x: 0, y: 0)

    static func < (a: Key, b: Key) -> Bool { (a.level, a.y, a.x) < (b.level, b.y, b.x) }

    /// Map points of a texel's side.
    static func texelSize(_ level: Int) -> Double {
      level >= 0 ? Double(1 << level) : 1 / Double(1 << -level)
    }
  }

  /// sRGB-encoded red, green, blue, and the part that is water, from the lowest byte up.
  var base: FrozenArray<UInt32>
  /// Overlays: sRGB-encoded colour, premultiplied, and alpha; `nil` where there are none.
  var overlay: FrozenArray<UInt32>?
}
