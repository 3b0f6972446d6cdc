/// How far vertices lie on a coarser mesh, from not at all to wholly, in steps too small to be seen.
///
/// A step is a 64th: less than a hundredth of a pixel. Between steps a tile stays as it is.
struct Morph: Equatable {
  /// 0 to ``count``.
  var steps: UInt8

  static let count: UInt8 = 64
  static let none = Morph(steps: 0)
  static let whole = Morph(steps: count)

  /// The part, 0 to 1.
  @inline(__always) var part: Float { Float(steps) / Float(Self.count) }
}

/// How a tile's vertices lie between its own heights and its parent's mesh.
struct TileMovement: Equatable {
  /// How far the vertices that it has and its parent has not lie on the parent's mesh.
  var inside = Morph.none
  /// The same on the northern, eastern, southern and western border, in a morph's steps.
  var sides = SIMD4<UInt8>(repeating: 0)
  /// The same at the corners, in the order of ``TerrainTileAddress/children``; of importance where the
  /// level has heights of its own.
  var corners = SIMD4<UInt8>(repeating: 0)
  /// Where vertices lie elsewhere than on their own heights: bits 0 to 3 on the borders, bit 4 inside,
  /// bits 5 to 8 at the corners.
  var moved = 0

  /// Whether all vertices lie on their own heights.
  @inline(__always) var isPlain: Bool { moved == 0 }

  /// On its own heights.
  init() {}

  /// - Parameters:
  ///   - inside: of the four children of a tile.
  ///   - border: on the parent's sides, where its neighbours have a say.
  ///   - corner: at the parent's corner that is the child's too, where three neighbours have a say;
  ///     `nil` where all levels have the same heights, and no corner ever moves.
  ///   - address: the child's.
  ///   - parent: how the parent moves.
  @inline(__always)
  init(
    inside: Morph, border: SIMD4<UInt8>, corner: UInt8?, of address: TerrainTileAddress,
    in parent: TileMovement
  ) {
    self.inside = inside
    sides = SIMD4(repeating: inside.steps)
    let (vertical, horizontal) = address.outerPair
    sides[vertical] = border[vertical]
    sides[horizontal] = border[horizontal]
    let own = (address.x & 1) | (address.y & 1) << 1
    // Beside the parent's corner: the middles of its two sides, and its own middle.
    corners[own] = corner ?? 0
    corners[own ^ 2] = border[horizontal]
    corners[own ^ 1] = border[vertical]
    corners[own ^ 3] = inside.steps
    if inside != .none || parent.moved & 16 != 0 {
      moved = 511
    } else {
      // What moves on a border of the parent moves in those children alone that touch it.
      for side in 0..<4 where side == vertical || side == horizontal {
        if sides[side] > 0 || parent.moved >> side & 1 != 0 { moved |= 1 << side }
      }
      guard let corner else { return }
      if corner > 0 || parent.moved >> (5 + own) & 1 != 0 { moved |= 32 << own }
      if moved >> horizontal & 1 != 0 { moved |= 32 << (own ^ 2) }
      if moved >> vertical & 1 != 0 { moved |= 32 << (own ^ 1) }
    }
  }
}
