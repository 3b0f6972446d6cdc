import BelvedereGeodesy

/// The ground at the levels of a mesh.
///
/// A model of tiles of several zooms knows the ground more coarsely, too: wide tiles of a mesh then take
/// their heights from a coarser zoom, so that a picture costs by what is seen and not by what is
/// known. The heights of a vertex may then differ from level to level; tiles of one level agree.
struct TerrainLevels: Sendable {
  /// The model's own samples.
  let finest: TerrainMeshGround
  /// From level 0 on those that have grounds of their own; empty where the model knows one alone.
  private let coarser: [TerrainMeshGround]
  /// Metres of a map point where they are fewest.
  private let leastScale: Double

  /// Samples along a cell of a mesh's wide tile: between its vertices the ground is looked at.
  static let samples = 4
  /// Every wide tile errs by at least this part of its width: as steep mountains do. So it is divided
  /// before what its samples do not show is wide enough to be seen, about a pixel.
  static let leastError = 1.0 / 600

  /// - Parameter count: how many levels may have a ground of their own.
  init(_ ground: TerrainMeshGround, count: Int) {
    finest = ground
    guard let bounds = ground.bounds else {
      coarser = []
      leastScale = 0
      return
    }
    let scale = MapPoint.metersPerMapPoint(at: bounds.center.latitude)
    var isAlone = true
    let grounds = (0..<count).map { level -> TerrainMeshGround in
      let cell = TerrainTileAddress(level: level, x: 0, y: 0).size / Double(TerrainMeshGround.cells)
      let spacing = cell * scale / 111_000 / Double(Self.samples)
      guard let model = ground.model.coarsened(to: spacing) else { return ground }
      isAlone = false
      return TerrainMeshGround(model, floor: ground.floor, unknown: ground.unknown)
    }
    coarser = isAlone ? [] : grounds
    let farthest = min(max(abs(bounds.south), abs(bounds.north)), MapPoint.maximumLatitude)
    leastScale = MapPoint.metersPerMapPoint(at: farthest)
  }

  /// Whether heights may differ from level to level.
  var hasCoarser: Bool { !coarser.isEmpty }

  /// Whether vertices of a level may be higher or lower there than a level up.
  func differs(level: Int) -> Bool { level > 0 && level <= coarser.count }

  /// The ground whose heights the tiles of a level have.
  func ground(level: Int) -> TerrainMeshGround {
    level < coarser.count ? coarser[level] : finest
  }

  /// The heights of a tile's own mesh.
  func heights(of tile: TerrainTileAddress) -> [Float] {
    ground(level: tile.level).heights(of: tile)
  }

  /// Metres of a cell of a tile across which the model ends; 0 of others.
  func edgeError(_ address: TerrainTileAddress) -> Float {
    guard let bounds = finest.bounds else { return 0 }
    let e = TileExtent.edges(bounds)
    let (size, world) = (address.size, MapPoint.worldWidth)
    let corner = address.corner
    func crosses(_ edge: Double, _ low: Double) -> Bool { edge > low && edge < low + size }
    let isRound = e.east - e.west >= world
    // Columns are counted from the west; the same edge lies on every turn of the world.
    let isEnd =
      crosses(e.north, corner.y) || crosses(e.south, corner.y)
      || !isRound
        && [e.west, e.east].contains { edge in
          crosses(edge - ((edge - corner.x) / world).rounded(.down) * world, corner.x)
        }
    return isEnd ? Float(size * leastScale / Double(TerrainMeshGround.cells)) : 0
  }

  /// Metres by which a wide tile errs at least.
  func leastError(_ address: TerrainTileAddress) -> Float {
    Float(address.size * leastScale * Self.leastError)
  }
}
