import BelvedereGeoMath
import BelvedereRasterization

/// What shading a band takes besides its frame.
struct BandShading {
  let band: RenderBand
  let solids: [SolidMesh]
  /// Shadows that were made for the whole picture; `nil` where each frame has its own.
  var fitted: (any Sunlight)?
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

  init(solids: [SolidMesh], tiles: [TerrainTile], earth: DrawnEarth, eye: Vector3) {
    batches = solids.map { $0.batch } + tiles.map { $0.batch }
    placements =
      solids.enumerated().map { earth.placement($1, batch: $0) }
      + tiles.enumerated().map { Frame.placement($1, batch: $0 + solids.count, eye: eye) }
  }
  /// The ground alone, its batches numbered as before.
  func withoutSolids(count: Int) -> FrameGeometry {
    var geometry = self
    geometry.placements.removeFirst(count)
    return geometry
  }

  /// The same with other solids in the same places.
  func with(solids: [SolidMesh]) -> FrameGeometry {
    var geometry = self
    for (n, mesh) in solids.enumerated() { geometry.batches[n] = mesh.batch }
    return geometry
  }
}
