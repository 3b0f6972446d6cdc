import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTerrain

/// A piece of ground as it is drawn: its triangles, and slopes for shading.
struct TerrainTile {
  let address: TerrainTileAddress
  let batch: TriangleBatch
  /// From the eye for which it was made to the vertices' origin, and the factors of their components.
  let origin, scale: Vector3
  /// `nil` where the ground is level, and in shadow maps.
  let slopes: SlopeGrid?

  init(_ mesh: TerrainMeshTile, slopes: SlopeGrid?) {
    address = mesh.address
    origin = mesh.origin
    scale = mesh.scale
    self.slopes = slopes
    batch = TriangleBatch(
      positions: mesh.corners, indices: mesh.indices, cullsBackFaces: false, low: mesh.low,
      high: mesh.high)
  }

  /// Level ground that is no tile of the map: beyond its edge, towards a pole.
  init(level batch: TriangleBatch) {
    address = TerrainTileAddress(level: 0, x: 0, y: 0)
    self.batch = batch
    origin = .zero
    scale = Vector3(1, 1, 1)
    slopes = nil
  }
}
