import BelvedereGeodesy

/// A part of the ground as a mesh for one view.
public struct TerrainMeshTile: Sendable {
  /// Which part.
  public var address: TerrainTileAddress
  /// (cells + 1)² vertices in metres from the eye along the axes of the view's frame, row-major from
  /// the north-west. Two tiles that meet have the same bits for the same vertex.
  public var positions: [SIMD3<Float>]
  /// The sides on which the neighbour is one level coarser; see ``TerrainMeshIndices``.
  public var coarserSides: Int
  /// Whether the tile is a level plain, drawn with few triangles.
  public var isLevel: Bool
  /// Metres that no point of the tile is nearer to the eye than.
  public var distance: Double

  /// Three indices a triangle, counter-clockwise seen from above.
  public var indices: [UInt16] {
    TerrainMeshIndices.triangles(coarser: coarserSides, isLevel: isLevel)
  }
}

/// The ground as triangles, as fine as a view asks for.
///
/// A quadtree of tiles, each a grid of ``TerrainMeshGround/cells`` cells a side. A tile is divided while
/// its error, seen from the eye, shows as more than half the tolerance. Its children begin on its own
/// mesh and reach their own heights as the error grows by half: nothing jumps when tiles are divided
/// or joined. How far they have come depends on the eye and the tile's address alone, and a vertex
/// on a border follows the coarser side, so that neighbours agree to the last bit.
///
/// Accuracy: what is drawn lies at most the view's tolerance off the finest surface, in pixels; held
/// by `TerrainMeshErrorTests`. Positions are exact to single precision, 6e-8 of their distance from the
/// eye.
public struct TerrainMesh: Sendable {
  /// The ground and what is known of its tiles.
  public let detail: TerrainDetail
  /// Tiles of earlier views.
  public let cache: TerrainTileCache

  /// Makes a mesh of a ground.
  public init(detail: TerrainDetail, cache: TerrainTileCache = TerrainTileCache()) {
    self.detail = detail
    self.cache = cache
  }

  /// The tiles in view, in order of their addresses.
  ///
  /// - Parameters:
  ///   - view: decides how fine the tiles are. A shadow map has the camera's, so that surfaces do not
  ///     shade themselves.
  ///   - frustum: what is in view.
  ///   - work: runs independent parts; the result does not depend on it.
  public func tiles(
    for view: TerrainMeshView, in frustum: TerrainFrustum,
    work: TerrainWork = { count, body in for i in 0..<count { body(i) } }
  ) -> [TerrainMeshTile] {
    let bounds = TileBounds(view: view, detail: detail)
    let selection = TerrainSelection(bounds, frustum)
    let drawing = TileDrawing(selection, bounds, detail, cache, work)
    return collectTerrain(selection.leaves.count, work) { drawing.tile(selection.leaves[$0]) }
  }

  /// The part of the finest surface's heights that tiles show: only for tests and measurements.
  package func selection(
    for view: TerrainMeshView, in frustum: TerrainFrustum
  ) -> [TerrainTileAddress] {
    let selection = TerrainSelection(TileBounds(view: view, detail: detail), frustum)
    return selection.leaves.map { selection.nodes[$0.node].address }
  }
}
