import BelvedereGeodesy
import BelvedereRasterization
import BelvedereTerrain

/// Slopes of the ground in a square of the map, finer than the triangles that are drawn there: light
/// shows what an outline does not.
final class SlopeGrid: Sendable {
  let address: TerrainTileAddress
  /// Cells along a side.
  let cells: Int
  /// `(cells + 1)²` pairs: rise towards the east and towards the north, before exaggeration.
  let slopes: FrozenArray<SIMD2<Float>>

  var byteCount: Int { slopes.count * 8 }

  init(_ address: TerrainTileAddress, cells n: Int, ground: TerrainMeshGround) {
    self.address = address
    cells = n
    let step = address.size / Double(n)
    // A border of one sample all round.
    let heights = ground.heights(
      spacing: step, column: address.x * n - 1, row: address.y * n - 1, columns: n + 3,
      rows: n + 3)
    var slopes: [SIMD2<Float>] = []
    slopes.reserveCapacity((n + 1) * (n + 1))
    for j in 0...n {
      let latitude = MapPoint(x: 0, y: address.corner.y + Double(j) * step).coordinate.latitude
      let meters = Float(2 * step * MapPoint.metersPerMapPoint(at: latitude))
      for i in 0...n {
        let k = (j + 1) * (n + 3) + i + 1
        slopes.append(
          SIMD2(heights[k + 1] - heights[k - 1], heights[k - n - 3] - heights[k + n + 3]) / meters)
      }
    }
    self.slopes = FrozenArray(slopes)
  }
}
