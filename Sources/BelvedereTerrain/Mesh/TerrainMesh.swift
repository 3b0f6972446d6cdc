import BelvedereGeoMath
import BelvedereGeodesy
import Synchronization

/// A part of the ground as a mesh for one view.
public struct TerrainMeshTile: Sendable {
  /// Which part.
  public var address: TerrainTileAddress
  /// (cells + 1)² vertices, row-major from the north-west: ``origin`` + ``scale`` · position is where
  /// one lies. Two tiles that meet have the same bits for the same vertex.
  public var positions: [SIMD3<Float>]
  /// Metres from the eye along the axes of the view's frame to where positions are counted from; the
  /// same for all tiles of a view. On the globe it is the eye itself.
  public var origin: Vector3
  /// Metres for each unit of the positions along each axis; the same for all tiles of a view.
  public var scale: Vector3
  /// A box around the positions.
  public var low, high: SIMD3<Float>
  /// The positions that triangles have, and of these three a triangle, counter-clockwise seen from above: as few as
  /// the view's tolerance allows.
  public var corners: [SIMD3<Float>]
  public var indices: [UInt16]
  /// The sides on which the neighbour is one level coarser: bits 0 north, 1 east, 2 south, 3 west.
  public var coarserSides: Int
  /// Whether the tile is a level plain.
  public var isLevel: Bool
  /// Metres that no point of the tile is nearer to the eye than.
  public var distance: Double
  /// A tile of a later view of the same mesh that has this version has these positions.
  public var version: UInt64

  /// Metres from the eye to a vertex along the axes of the view's frame.
  public func offset(_ vertex: Int) -> Vector3 { origin + Vector3(positions[vertex]) * scale }
}

/// The ground as triangles, as fine as a view asks for.
///
/// A quadtree of tiles, each a grid of ``TerrainMeshGround/cells`` cells a side. A tile is divided while
/// its error, seen from the eye, shows as more than half the tolerance. Its children begin on its own
/// mesh and reach their own heights as the error grows by half: nothing jumps when tiles are divided
/// or joined. How far they have come depends on the eye and the tile's address alone, and a vertex
/// on a border follows the coarser side, so that neighbours agree to the last bit.
///
/// Of a tile's vertices only those are drawn that show: its triangles leave out what a 25th of the
/// tolerance hides.
///
/// Positions do not depend on where the eye stands but for the shape of the ground, so that tiles are kept
/// from view to view and only those that move are made anew; what is drawn is the same as without
/// earlier views. Copies of a mesh share what they keep.
///
/// Accuracy: what is drawn lies at most the view's tolerance off the finest surface, in pixels; held
/// by `TerrainMeshErrorTests`. In the flat map positions are exact beside the heights, which are of
/// single precision; on the globe they are exact to 6e-8 of their distance from the eye.
public struct TerrainMesh: Sendable {
  /// The ground and what is known of its tiles.
  public let detail: TerrainDetail
  /// Tiles of earlier views.
  public let cache: TerrainTileCache
  /// What the last view drew.
  private let kept: DrawnTilesKeeper

  /// Makes a mesh of a ground.
  ///
  /// - Parameter drawnBytes: about how many bytes of tiles as they were drawn are kept for the next
  ///   views; those of the last view are kept even beyond.
  public init(
    detail: TerrainDetail, cache: TerrainTileCache = TerrainTileCache(), drawnBytes: Int = 64 << 20
  ) {
    self.detail = detail
    self.cache = cache
    kept = DrawnTilesKeeper(bytes: drawnBytes)
  }

  /// About how many bytes are kept for the next views.
  public var byteCount: Int { cache.byteCount + kept.byteCount }

  /// The tiles in view, in the quadtree's order.
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
    tiles(for: view, in: frustum, showing: nil, work: work).tiles
  }

  /// The tiles in view that may be seen in a part of it: they are those of the whole view.
  ///
  /// - Parameter part: `nil` for all of the view.
  /// - Returns: the tiles, and the tolerance within which they lie: greater than the view's where the whole
  ///   view would have had too many.
  public func tiles(
    for view: TerrainMeshView, in frustum: TerrainFrustum, showing part: TerrainFrustum?,
    work: TerrainWork = { count, body in for i in 0..<count { body(i) } }
  ) -> (tiles: [TerrainMeshTile], tolerance: Double) {
    kept.use { $0.tiles(for: view, in: frustum, showing: part, detail, cache, work) }
  }

  /// The tiles in view, some at a time.
  ///
  /// - Parameters:
  ///   - most: how many tiles there may be at once, about.
  ///   - parts: the view cut into so many parts each way, 2, 4 or 8; of use where it has more tiles.
  ///   - body: is called with the tiles of each part; some are tiles of several.
  public func tiles(
    for view: TerrainMeshView, in frustum: TerrainFrustum, atMost most: Int,
    parts: (_ divisions: Int) -> [TerrainFrustum], body: ([TerrainMeshTile]) -> Void
  ) {
    kept.use {
      $0.tiles(for: view, in: frustum, atMost: most, parts: parts, detail, cache, body)
    }
  }

  /// How many tiles of a view may be seen in parts of it. Their vertices are not made.
  public func counts(
    for view: TerrainMeshView, in frustum: TerrainFrustum, showing parts: [TerrainFrustum],
    work: TerrainWork = { count, body in for i in 0..<count { body(i) } }
  ) -> [Int] {
    kept.use { $0.counts(for: view, in: frustum, showing: parts, detail, work) }
  }
}

/// What is kept between views. Who comes while another draws begins anew.
final class DrawnTilesKeeper: Sendable {
  private struct State {
    var idle: DrawnTiles?
    var byteCount = 0
    var made: UInt64 = 0
  }

  private let state = Mutex(State())
  private let bytes: Int

  init(bytes: Int) { self.bytes = bytes }

  var byteCount: Int { state.withLock { $0.byteCount } }

  func use<Result>(_ body: (DrawnTiles) -> Result) -> Result {
    let tiles = state.withLock { state -> DrawnTiles in
      if let idle = state.idle {
        state.idle = nil
        return idle
      }
      state.made += 1
      return DrawnTiles(bytes: bytes, number: state.made)
    }
    let result = body(tiles)
    let byteCount = tiles.byteCount
    state.withLock {
      $0.idle = tiles
      $0.byteCount = byteCount
    }
    return result
  }
}
