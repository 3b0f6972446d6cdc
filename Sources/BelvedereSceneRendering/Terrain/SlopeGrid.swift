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

  /// - Parameter isRound: whether slopes between the model's samples are those of the bicubic surface,
  ///   which shows no facets.
  init(_ address: TerrainTileAddress, cells n: Int, ground: TerrainMeshGround, isRound: Bool) {
    self.address = address
    cells = n
    let step = address.size / Double(n)
    // A border of one sample all round.
    let low = Float(ground.floor)
    let heights = ground.coarsened(toCells: step, at: address.corner).knownHeights(
      spacing: step, column: address.x * n - 1, row: address.y * n - 1, columns: n + 3,
      rows: n + 3, isRound: isRound
    ).map { $0.isFinite ? max($0, low) : .nan }
    var slopes: [SIMD2<Float>] = []
    slopes.reserveCapacity((n + 1) * (n + 1))
    for j in 0...n {
      let latitude = MapPoint(x: 0, y: address.corner.y + Double(j) * step).coordinate.latitude
      let meters = Float(step * MapPoint.metersPerMapPoint(at: latitude))
      for i in 0...n {
        let k = (j + 1) * (n + 3) + i + 1
        slopes.append(
          SIMD2(
            Self.rise(heights[k - 1], heights[k], heights[k + 1]),
            Self.rise(heights[k + n + 3], heights[k], heights[k - n - 3])) / meters)
      }
    }
    self.slopes = FrozenArray(slopes)
  }

  /// The mean rise from height to height; at the edge of what is known that of the known side, so
  /// that the ground keeps its light up to the edge of a model that stands free. Beyond it is level.
  private static func rise(_ before: Float, _ here: Float, _ after: Float) -> Float {
    if here.isNaN { return 0 }
    if before.isNaN { return after.isNaN ? 0 : after - here }
    return after.isNaN ? here - before : (after - before) / 2
  }
}
