import BelvedereGeoMath
import BelvedereGeodesy

/// Where the tiles of a view lie and how much of their errors shows.
///
/// Everything here depends on a tile's address alone, not on what else is drawn: two tiles that meet
/// agree on how the vertices between them move.
struct TileBounds {
  let view: TerrainMeshView
  let detail: TerrainDetail
  let place: Place
  /// Tiles that must be measured before anything here holds.
  let missing = MissingTiles()
  private let range: (low: Float, high: Float)

  enum Place {
    case flat(FlatPlace)
    case globe(GlobePlace)
  }

  init(view: TerrainMeshView, detail: TerrainDetail) {
    self.view = view
    self.detail = detail
    range = detail.range
    switch view.earth {
    case .flat(let origin, let scale):
      place = .flat(
        FlatPlace(origin: origin, scale: scale, eye: view.eye, factor: view.heightFactor))
    case .globe(let frame):
      place = .globe(
        GlobePlace(
          frame: frame, eye: view.eye, factor: view.heightFactor,
          lowest: Double(range.low)))
    }
  }

  /// What is known of a tile; a guess where it is missing.
  @inline(__always)
  func tile(_ address: TerrainTileAddress) -> TerrainDetail.Tile {
    if let known = detail.known(address) { return known }
    missing.addresses.append(address)
    return TerrainDetail.Tile(error: 0, low: range.low, high: range.high)
  }

  /// Metres that no point of the tile is nearer to the eye than; a child's are never fewer.
  @inline(__always)
  func distance(_ address: TerrainTileAddress, _ tile: TerrainDetail.Tile) -> Double {
    switch place {
    case .flat(let flat): flat.distance(address, tile)
    case .globe(let globe): globe.distance(address) { self.tile($0) }
    }
  }

  /// The same on level ground from beside the eye, of the flat map.
  private func beside(_ address: TerrainTileAddress) -> Double {
    if case .flat(let flat) = place { flat.beside(address).length } else { 0 }
  }

  /// Pixels that a tile's error may show as; never less than its children's, by
  /// ``TerrainDetail/ratio``.
  ///
  /// A tile above the blocks errs by no less than ``TerrainLevels/leastError`` of its width: that is
  /// what decides for great tiles near the eye, which need not be measured for it.
  @inline(__always)
  func shown(
    distance: @autoclosure () -> Double, _ address: TerrainTileAddress, _ tile: TerrainDetail.Tile
  ) -> Double {
    var error = 0.0
    let isUneven = tile.low != tile.high && view.heightFactor > 0
    if isUneven {
      error = Double(tile.error) * view.heightFactor
      if address.level < detail.blockLevel {
        let leastError = side(address) * TerrainLevels.leastError
        let least = pixels(leastError, distance(), address, tile)
        if least >= view.morphs { return least }
        if tile.error.isNaN { missing.addresses.append(address) }
        // Of NaN and a number this is the number.
        error = Double.maximum(error, leastError)
      }
    }
    if case .globe = place {
      error += GlobePlace.curvature(address, high: Double(tile.high) * view.heightFactor)
    }
    return error > 0 ? pixels(error, distance(), address, tile) : 0
  }

  @inline(__always)
  private func pixels(
    _ error: Double, _ distance: Double, _ address: TerrainTileAddress, _ tile: TerrainDetail.Tile
  ) -> Double {
    if let metres = view.metersPerPixel(beside: beside(address)) { return error / metres }
    let pixels = error * view.focalLength * view.spread / distance
    // What is upright shows less from above.
    if case .flat(let flat) = place { return pixels * flat.slant(address, tile) }
    return pixels
  }

  /// Metres of a tile's ground, seen from no nearer than a distance, that show as a pixel at most.
  func metersPerPixel(_ distance: Double, _ address: TerrainTileAddress) -> Double {
    1 / pixels(1, distance, address, tile(address))
  }

  /// How far a tile's children lie on its own mesh instead of theirs.
  @inline(__always)
  func morph(shown: Double) -> Morph {
    if shown >= view.morphs { return .none }
    let part = (view.morphs - shown) / (view.morphs - view.divides)
    // Rounded down: what is drawn errs no more than without steps.
    let steps = min(max(part, 0), 1) * Double(Morph.count)
    return Morph(steps: UInt8(steps.isNaN ? 0 : steps))  // checked: 0...64
  }

  /// The same of a tile by its address.
  @inline(__always)
  func morph(_ address: TerrainTileAddress) -> Morph {
    // Beyond the map's northern and southern edge nothing is drawn.
    guard address.y >= 0, address.y >> address.level == 0 else { return .none }
    let tile = tile(address)
    return morph(shown: shown(distance: distance(address, tile), address, tile))
  }

  var isGlobe: Bool {
    if case .globe = place { true } else { false }
  }

  /// Whether a tile certainly is not in view.
  ///
  /// - Parameters:
  ///   - low, high: the heights between which it is drawn.
  ///   - planes: those of the frustum that are looked at; on return those that the tile reaches across.
  @inline(__always)
  func isHidden(
    _ address: TerrainTileAddress, low: Float, high: Float, _ frustum: TerrainFrustum,
    _ planes: inout UInt32
  ) -> Bool {
    switch place {
    case .flat(let flat):
      let (center, half) = flat.box(address, low: low, high: high)
      return frustum.excludes(center: center, half: half, planes: &planes)
    case .globe(let globe):
      let (center, radius) = globe.sphere(address, low: low, high: high)
      return frustum.excludes(center: center, radius: radius)
        || globe.isBehindHorizon(center: center, radius: radius)
    }
  }

  /// The width of a tile in metres, about.
  @inline(__always)
  func side(_ address: TerrainTileAddress) -> Double {
    switch place {
    case .flat(let flat): address.size * flat.scale
    case .globe: address.size * GlobePlace.equatorScale
    }
  }
}

/// Tiles that were asked for before they were measured.
final class MissingTiles {
  var addresses: [TerrainTileAddress] = []
}

/// Tiles of the flat map, seen from an eye.
struct FlatPlace {
  let scale, factor: Double
  let eye: Vector3
  let origin: MapPoint

  init(origin: MapPoint, scale: Double, eye: Vector3, factor: Double) {
    self.origin = origin
    self.scale = scale
    self.eye = eye
    self.factor = factor
  }

  /// Metres east of the eye. The same bits for the same map point, whichever tile asks.
  @inline(__always) func east(_ x: Double) -> Double { (x - origin.x) * scale - eye.x }
  /// Metres north of the eye.
  @inline(__always) func north(_ y: Double) -> Double { (origin.y - y) * scale - eye.y }

  @inline(__always)
  func box(
    _ address: TerrainTileAddress, low: Float, high: Float
  ) -> (center: Vector3, half: Vector3) {
    let corner = address.corner
    let side = address.size * scale
    let west = east(corner.x)
    let north = north(corner.y)
    let bottom = Double(low) * factor - eye.z
    let top = Double(high) * factor - eye.z
    return (
      Vector3(west + side / 2, north - side / 2, (bottom + top) / 2),
      Vector3(side / 2, side / 2, (top - bottom) / 2)
    )
  }

  /// The greatest sine of the angle between the vertical and a way from the eye into a tile's box.
  @inline(__always)
  func slant(_ address: TerrainTileAddress, _ tile: TerrainDetail.Tile) -> Double {
    let corner = address.corner
    let size = address.size
    let dx = max(abs(east(corner.x)), abs(east(corner.x + size)))
    let dy = max(abs(north(corner.y)), abs(north(corner.y + size)))
    let dz = max(Double(tile.low) * factor - eye.z, eye.z - Double(tile.high) * factor, 0)
    let level = dx * dx + dy * dy
    return level > 0 ? (level / (level + dz * dz)).squareRoot() : 0
  }

  @inline(__always)
  func distance(_ address: TerrainTileAddress, _ tile: TerrainDetail.Tile) -> Double {
    let way = beside(address)
    let dz = max(
      Double(tile.low) * factor - eye.z, eye.z - Double(tile.high) * factor, 0)
    return (way.x * way.x + way.y * way.y + dz * dz).squareRoot()
  }

  /// Metres to the east or west and to the north or south that no point of the tile is nearer than.
  @inline(__always)
  func beside(_ address: TerrainTileAddress) -> Vector2 {
    let corner = address.corner
    let size = address.size
    // From the corners themselves: a child's box lies in its parent's, rounded too.
    return Vector2(
      max(east(corner.x), -east(corner.x + size), 0),
      max(north(corner.y + size), -north(corner.y), 0))
  }
}
