import BelvedereRasterization
import BelvedereTerrain

/// A piece of ground as it is drawn: its triangles, and slopes for shading.
struct TerrainTile {
  let mesh: TerrainMeshTile
  let batch: TriangleBatch
  /// `nil` where the ground is level, and in shadow maps.
  let slopes: SlopeGrid?

  init(_ mesh: TerrainMeshTile, slopes: SlopeGrid?) {
    self.mesh = mesh
    self.slopes = slopes
    batch = TriangleBatch(
      positions: mesh.positions, indices: mesh.indices, cullsBackFaces: false, low: mesh.low,
      high: mesh.high)
  }
}
