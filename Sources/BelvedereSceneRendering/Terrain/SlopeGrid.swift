import BelvedereGeodesy
import BelvedereRasterization
import BelvedereTerrain
import CBelvedereShading

/// Slopes of the ground in a square of the map, finer than the triangles that are drawn there: light
/// shows what an outline does not.
final class SlopeGrid: Sendable {
  let address: TerrainTileAddress
  /// Cells along a side.
  let cells: Int
  /// `(cells + 1)²` pairs: rise towards the east and towards the north, before exaggeration.
  let slopes: FrozenArray<SIMD2<Float>>
  /// The greatest of them, in any direction, in squares of so many cells, row by row.
  let steepest: FrozenArray<Float>
  private static let steepCells = Int(clamping: BELVEDERE_STEEP_CELLS)

  var byteCount: Int { slopes.count * 8 + steepest.count * 4 }

  /// - Parameters:
  ///   - isRound: whether slopes between the model's samples are those of the bicubic surface, which shows
  ///     no facets.
  ///   - hasWalls: whether known ground ends in walls that are shaded as such.
  ///   - endsInSea: whether voids of the model are the sea, beside which there is a shore and no wall.
  init(
    _ address: TerrainTileAddress, cells n: Int, ground: TerrainMeshGround, isRound: Bool,
    hasWalls: Bool, endsInSea: Bool
  ) {
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
    let latitude = MapPoint(x: 0, y: address.corner.y + address.size / 2).coordinate.latitude
    let cell = address.size / Double(TerrainMeshGround.cells)
    if hasWalls {
      let ends =
        endsInSea
        ? ground.seaFilled(
          heights, spacing: step, column: address.x * n - 1, row: address.y * n - 1, columns: n + 3)
        : heights
      Self.raise(
        &slopes, cells: n, ends, around: Float(ground.unknown),
        atLeast: WallRule.leastHeight(cell: cell * MapPoint.metersPerMapPoint(at: latitude)))
    }
    self.slopes = FrozenArray(slopes)
    steepest = FrozenArray(Self.steepest(slopes, cells: n))
  }

  private static func steepest(_ slopes: [SIMD2<Float>], cells n: Int) -> [Float] {
    let side = (n + steepCells - 1) / steepCells
    var most = [Float](repeating: 0, count: side * side)
    for square in most.indices {
      let (top, left) = (square / side * steepCells, square % side * steepCells)
      // With the far sides: between samples slopes are interpolated.
      for j in top...min(top + steepCells, n) {
        for i in left...min(left + steepCells, n) {
          let slope = slopes[j * (n + 1) + i]
          most[square] = max(most[square], (slope * slope).sum())
        }
      }
      most[square].formSquareRoot()
    }
    return most
  }

  /// Gives the walls around a model that stands free, cells of the mesh that are known at some corners
  /// only, the slope of walls: they are shaded as one, not as the ground above them.
  ///
  /// An edge that runs askew is a stair of cells; each takes the direction of those around it.
  ///
  /// Where the known ground ends about as high as what is around it there is no wall.
  ///
  /// - Parameters:
  ///   - heights: with a border of one sample, NaN where nothing is known.
  ///   - level: the height of the ground around the model.
  ///   - least: metres above or below it from which on there is a wall.
  private static func raise(
    _ slopes: inout [SIMD2<Float>], cells n: Int, _ heights: [Float], around level: Float,
    atLeast least: Float
  ) {
    guard heights.contains(where: \.isNaN), heights.contains(where: { !$0.isNaN }) else { return }
    let mesh = TerrainMeshGround.cells
    let step = n / mesh
    // Upwards, for each cell of the mesh; nothing where it is no wall.
    let ways = (0..<(mesh * mesh)).map { c -> SIMD2<Float>? in
      let first = (c / mesh * step + 1) * (n + 3) + c % mesh * step + 1
      let south = step * (n + 3)
      let ends = [first, first + step, first + south, first + south + step].map { heights[$0] }
      let corners = ends.map { $0.isNaN ? Float(0) : 1 }
      // Comparisons with NaN are false.
      guard corners.contains(0), ends.contains(where: { abs($0 - level) > least }) else {
        return nil
      }
      return SIMD2(
        corners[1] + corners[3] - corners[0] - corners[2],
        corners[0] + corners[1] - corners[2] - corners[3])
    }
    for c in ways.indices where ways[c] != nil {
      let (y, x) = (c / mesh, c % mesh)
      var sum = SIMD2<Float>.zero
      for j in max(y - 3, 0)...min(y + 3, mesh - 1) {
        for i in max(x - 3, 0)...min(x + 3, mesh - 1) { sum += ways[j * mesh + i] ?? .zero }
      }
      let length = (sum * sum).sum().squareRoot()
      guard length > 0 else { continue }
      for j in (y * step)...((y + 1) * step) {
        for i in (x * step)...((x + 1) * step) { slopes[j * (n + 1) + i] = sum / length * wall }
      }
    }
  }

  /// Metres of rise for each across of a wall: so many that next to all of what lies between a wall and the level
  /// ground beside it is told from both.
  private static let wall: Float = 40_000
  /// The upward part of normals below which they are a wall's: no ground is as steep.
  static let leastRise: Float = 0.0025

  /// The mean rise from height to height; at the edge of what is known that of the known side, so
  /// that the ground keeps its light up to the edge of a model that stands free. Beyond it is level.
  private static func rise(_ before: Float, _ here: Float, _ after: Float) -> Float {
    if here.isNaN { return 0 }
    if before.isNaN { return after.isNaN ? 0 : after - here }
    return after.isNaN ? here - before : (after - before) / 2
  }
}
