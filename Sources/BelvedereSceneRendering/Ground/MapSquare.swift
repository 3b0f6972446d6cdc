/// Which square of the map: of painted ground, or of shadow. Texels are 2^`level` map points wide.
struct MapSquare: Hashable, Comparable {
  var level, x, y: Int

  /// A name that no square has.
  static let nowhere = MapSquare(level: .min, x: 0, y: 0)

  static func < (a: MapSquare, b: MapSquare) -> Bool {
    (a.level, a.y, a.x) < (b.level, b.y, b.x)
  }

  /// Map points of a texel's side.
  static func texelSize(_ level: Int) -> Double {
    level >= 0 ? Double(1 << level) : 1 / Double(1 << -level)
  }
}
