import BelvedereGeoMath
import BelvedereRasterization

/// What shading a band takes besides its frame.
struct BandShading {
  let band: RenderBand
  let solids: [SolidMesh]
  /// Shadows that were made for the whole picture; `nil` where each frame has its own.
  var fitted: (any Sunlight)?
}

/// What becomes of slender parts of solids.
enum FineDrawing {
  /// They are drawn as all else.
  case drawn
  /// They are left out.
  case leftOut
  /// They are left out of the samples, and it is found out what of them is seen.
  case shown
}

/// What is drawn, and what shading needs of it.
struct DrawnSurfaces {
  var geometry: FrameGeometry
  let table: SurfaceTable
}

/// The batches of a picture and where they stand: solids first, then tiles of ground.
struct FrameGeometry {
  private(set) var batches: [TriangleBatch]
  private(set) var placements: [BatchPlacement]
  /// Parts of solids that may be slender.
  private(set) var slender: [SlenderBatch]

  init(solids: [SolidMesh], tiles: [TerrainTile], earth: DrawnEarth, eye: Vector3) {
    batches = solids.map { $0.batch } + tiles.map { $0.batch }
    placements =
      solids.enumerated().map { earth.placement($1, batch: $0) }
      + tiles.enumerated().map { Frame.placement($1, batch: $0 + solids.count, eye: eye) }
    slender = solids.enumerated().compactMap {
      $1.pieces.count > 0 ? SlenderBatch(placement: $0, pieces: $1.pieces) : nil
    }
  }
  /// The ground alone, its batches numbered as before.
  func withoutSolids(count: Int) -> FrameGeometry {
    var geometry = self
    geometry.placements.removeFirst(count)
    geometry.slender = []
    return geometry
  }

  /// The same with other solids in the same places.
  func with(solids: [SolidMesh]) -> FrameGeometry {
    var geometry = self
    for (n, mesh) in solids.enumerated() { geometry.batches[n] = mesh.batch }
    return geometry
  }
}
