import CBelvedereShading

/// The squares of ground that a picture shows, and those of shadow that it needs.
struct ShownSquares {
  var ground: Set<MapSquare> = []
  var shadow: Set<MapSquare> = []

  var count: Int { ground.count + shadow.count }

  /// What their texels take, about.
  var byteCount: Int {
    let (ground, shadow) = (BELVEDERE_TILE_STRIDE, BELVEDERE_SHADOW_STRIDE)
    return self.ground.count * ground * ground * 4 + self.shadow.count * shadow * shadow * 2
  }

  mutating func formUnion(_ other: ShownSquares) {
    ground.formUnion(other.ground)
    shadow.formUnion(other.shadow)
  }

  func subtracting(_ other: ShownSquares) -> ShownSquares {
    ShownSquares(
      ground: ground.subtracting(other.ground), shadow: shadow.subtracting(other.shadow))
  }

  /// Those that lie beside squares of others, or among them.
  func beside(_ others: ShownSquares) -> ShownSquares {
    ShownSquares(
      ground: ground.filter { $0.isBeside(others.ground) },
      shadow: shadow.filter { $0.isBeside(others.shadow) })
  }
}

extension MapSquare {
  /// Whether any of some squares of the same level is this one or touches it.
  fileprivate func isBeside(_ others: Set<MapSquare>) -> Bool {
    for dy in -1...1 {
      for dx in -1...1 where others.contains(MapSquare(level: level, x: x + dx, y: y + dy)) {
        return true
      }
    }
    return false
  }
}
