import BelvedereGeodesy
import BelvedereRasterization

/// A square of painted ground: 256 × 256 texels with a border of one all round.
struct GroundTile {
  /// Texels along a side without the border, and with it.
  static let texels = 256
  static let stride = texels + 2

  /// sRGB-encoded red, green, blue, and the part that is water, from the lowest byte up.
  var base: FrozenArray<UInt32>
  /// What layers of tiles show there: red, green, blue, premultiplied, and opacity; `nil` for nothing.
  var layers: [FrozenArray<UInt32>?] = []
}
