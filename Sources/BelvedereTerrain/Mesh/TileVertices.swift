import BelvedereGeoMath
import BelvedereGeodesy

/// Where the vertices of tiles stand in a view, and relative to what.
enum TileVertices {
  case flat(FlatLattice)
  case globe(GlobePlace)

  init(_ bounds: TileBounds) {
    switch bounds.place {
    case .flat(let flat): self = .flat(FlatLattice(flat))
    case .globe(let globe): self = .globe(globe)
    }
  }

  private static let n = TerrainMeshGround.cells
  private static let row = n + 1
  /// Vertices of a tile.
  static let count = row * row

  /// Whether vertices made for another view serve here too.
  func isSame(as other: TileVertices) -> Bool {
    switch (self, other) {
    case (.flat(let a), .flat(let b)): a.anchor == b.anchor
    case (.globe(let a), .globe(let b)):
      a.frame == b.frame && a.eye == b.eye && a.factor == b.factor
    default: false
    }
  }

  /// Metres from the eye to the vertices' origin, and metres for each unit of theirs.
  func placement(eye: Vector3) -> (origin: Vector3, scale: Vector3) {
    switch self {
    case .flat(let lattice): lattice.placement
    case .globe: (.zero, Vector3(1, 1, 1))
    }
  }

  /// Writes a tile's vertices on its own heights.
  func write(
    _ address: TerrainTileAddress, _ heights: [Float], to out: UnsafeMutablePointer<SIMD3<Float>>
  ) {
    switch self {
    case .flat(let lattice): lattice.write(address, heights, to: out)
    case .globe(let globe):
      let vertices = GlobeVertices(address, globe)
      for j in 0...Self.n {
        for i in 0...Self.n {
          let k = j * Self.row + i
          out[k] = vertices.offset(i, j, height: heights[k])
        }
      }
    }
  }

  /// Moves a tile's vertices towards its parent's mesh.
  ///
  /// Vertices that the parent has too come to lie where the parent has them, as far as they move where
  /// the level has heights of its own. Each other one lies between its own place and the middle of the
  /// parent's edge that it halves. By induction tiles that share a vertex have the same bits for it.
  ///
  /// - Parameters:
  ///   - out: the vertices on the tile's own heights; of no importance where all of it moves.
  ///   - parent: the parent's vertices as they are drawn.
  ///   - differs: whether the level has heights of its own. What does not move wholly then has a parent
  ///     on its own heights: of two levels only one moves.
  static func move(
    _ out: UnsafeMutablePointer<SIMD3<Float>>, _ address: TerrainTileAddress,
    _ movement: TileMovement, parent: UnsafePointer<SIMD3<Float>>, differs: Bool
  ) {
    let corner = parent + (address.y & 1) * n / 2 * row + (address.x & 1) * n / 2
    let inside = movement.inside
    let sides = (0..<4).map { Morph(steps: movement.sides[$0]) }
    let half = n / 2
    for j in 0...half {
      for i in 0...half {
        let (k, above) = (2 * j * row + 2 * i, corner[j * row + i])
        guard differs else {
          out[k] = above
          continue
        }
        let (top, left) = (j == 0, i == 0)
        let morph =
          switch (top || j == half, left || i == half) {
          case (true, true): Morph(steps: movement.corners[(left ? 0 : 1) + (top ? 0 : 2)])
          case (true, false): sides[top ? 0 : 2]
          case (false, true): sides[left ? 3 : 1]
          case (false, false): inside
          }
        if morph == .whole {
          out[k] = above
        } else if morph != .none {
          out[k] += (above - out[k]) * morph.part
        }
      }
    }
    @inline(__always)
    func put(_ k: Int, between step: Int, _ morph: Morph) {
      guard morph != .none else { return }
      let a = out[k - step]
      let middle = a + (out[k + step] - a) * 0.5
      out[k] = morph == .whole ? middle : out[k] + (middle - out[k]) * morph.part
    }
    for j in stride(from: 0, through: n, by: 2) {
      let morph = j == 0 ? sides[0] : j == n ? sides[2] : inside
      for i in stride(from: 1, to: n, by: 2) { put(j * row + i, between: 1, morph) }
    }
    for j in stride(from: 1, to: n, by: 2) {
      put(j * row, between: row, sides[3])
      for i in stride(from: 2, to: n, by: 2) { put(j * row + i, between: row, inside) }
      put(j * row + n, between: row, sides[1])
      for i in stride(from: 1, to: n, by: 2) {
        // Along the diagonal of the parent's cell.
        let diagonal = (i / 2 + j / 2) & 1 == 0 ? row + 1 : row - 1
        put(j * row + i, between: diagonal, inside)
      }
    }
  }
}

/// Vertices of the flat map: eights of map points east and north of an anchor, and elevations.
///
/// They do not depend on where the camera stands: a tile that keeps its shape keeps its vertices.
/// Meridians and parallels of all levels lie on whole multiples of powers of two; within 5000 km of the
/// anchor single precision holds them exactly.
struct FlatLattice {
  /// A map point near the eye, on a grid so coarse that flights seldom leave its cell.
  let anchor: MapPoint
  let placement: (origin: Vector3, scale: Vector3)

  /// Map points a unit: about a metre.
  private static let unit = 8.0
  /// Map points between anchors, 600 km at the equator.
  private static let step = Double(1 << 22)

  init(_ place: FlatPlace) {
    func nearest(_ x: Double) -> Double { (x / Self.step).rounded() * Self.step }
    anchor = MapPoint(
      x: nearest(place.origin.x + place.eye.x / place.scale),
      y: nearest(place.origin.y - place.eye.y / place.scale))
    let s = place.scale * Self.unit
    placement = (
      Vector3(place.east(anchor.x), place.north(anchor.y), -place.eye.z),
      Vector3(s, s, place.factor)
    )
  }

  func write(
    _ address: TerrainTileAddress, _ heights: [Float], to out: UnsafeMutablePointer<SIMD3<Float>>
  ) {
    let n = TerrainMeshGround.cells
    let spacing = Float(address.size / Double(n) / Self.unit)
    let corner = address.corner
    let west = Float((corner.x - anchor.x) / Self.unit)
    let north = Float((anchor.y - corner.y) / Self.unit)
    heights.withUnsafeBufferPointer { heights in
      for j in 0...n {
        let y = north - Float(j) * spacing
        for i in 0...n {
          let k = j * (n + 1) + i
          out[k] = SIMD3(west + Float(i) * spacing, y, heights[k])
        }
      }
    }
  }
}
