import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRelief
import BelvedereTerrain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Paints squares of ground by their elevation: tints, shading, contours.
struct ReliefPainter {
  let style: ReliefStyle
  let model: ElevationMosaic
  let mesh: TerrainMeshGround
  /// Map points of the cells of the mesh in a box.
  let cell: @Sendable (GeographicBounds) -> Double

  /// The texels of a square with its border: sRGB-encoded colour, and the part that is water.
  func paint(corner: Vector2, texel: Double, metersPerTexel: Double) -> [SIMD4<Float>] {
    let stride = GroundTile.stride
    // Slopes need a neighbour on each side.
    let grid = ReliefGrid(
      model, firstX: -1, firstY: -1, width: stride + 2, height: stride + 2,
      latitude: { MapPoint(x: 0, y: corner.y + $0 * texel).coordinate.latitude },
      longitude: { (corner.x + $0 * texel) / MapPoint.worldWidth * 360 - 180 })
    var style = self.style
    style.shading *= Self.strength
    // Slopes grow gentle where texels are coarse.
    let samples = metersPerTexel / max(model.resolution * 111_000, 1e-6)
    if samples > 1 { style.steepening *= pow(samples, 0.25) }
    let meters = Float(metersPerTexel)
    let unknown = SIMD4(Self.unknown(style), 0)
    let shores = shores(corner: corner, texel: texel, metersPerTexel: metersPerTexel)
    let shore = style.palette.map { SIMD4($0.landColor(1), 0) } ?? unknown
    return (0..<stride * stride).map { i in
      guard let cell = grid.cell(i % stride + 1, i / stride + 1) else {
        return shores?[i] == true ? shore : unknown
      }
      var color = style.color(
        elevation: cell.elevation, east: cell.east / meters, north: cell.north / meters)
      color = style.inked(
        color, elevation: cell.elevation,
        rise: (cell.east * cell.east + cell.north * cell.north).squareRoot(), width: 1.1)
      return SIMD4(color, 0)
    }
  }

  /// The texels of a square that lie on the slope between land and the sea in its voids, in cells of the mesh
  /// that are known at some corners only; `nil` where there is none.
  private func shores(corner: Vector2, texel: Double, metersPerTexel: Double) -> [Bool]? {
    guard style.palette?.hasSea == true, mesh.unknown == 0 else { return nil }
    let stride = GroundTile.stride
    let side = texel * Double(stride)
    func place(_ x: Double, _ y: Double) -> Coordinate {
      Coordinate(
        latitude: MapPoint(x: 0, y: y).coordinate.latitude,
        longitude: x / MapPoint.worldWidth * 360 - 180)
    }
    let (a, b) = (place(corner.x, corner.y), place(corner.x + side, corner.y + side))
    let box = GeographicBounds(
      south: b.latitude, west: a.longitude, north: a.latitude, east: b.longitude)
    let known = model.bounds
    // Far inside and outside there is no edge.
    guard mesh.model.reaches(box) else { return nil }
    // A narrower slope is as wide as a texel.
    let spacing = max(cell(box), texel)
    let column = Int(flooring: corner.x / spacing, in: -(1 << 40)...(1 << 40))
    let row = Int(flooring: corner.y / spacing, in: -(1 << 40)...(1 << 40))
    let count = Int(clamping: (side / spacing).rounded(.up) + 2, in: 2...1024)
    let margin = spacing * 2 / MapPoint.worldWidth * 360
    let isInside =
      known.contains(latitude: box.north + margin, longitude: box.west - margin)
      && known.contains(latitude: box.south - margin, longitude: box.east + margin)
    if isInside, model.models.count == 1, model.models[0] is HeightField { return nil }
    let ground = mesh.coarsened(toCells: spacing, at: MapPoint(x: corner.x, y: corner.y))
    let heights = ground.knownHeights(
      spacing: spacing, column: column, row: row, columns: count, rows: count)
    // Where the known ground ends about as high as the sea there is no slope.
    let base = WallRule.leastHeight(cell: spacing * metersPerTexel / texel)
    guard heights.contains(where: { $0 > base }), heights.contains(where: \.isNaN) else {
      return nil
    }
    let filled = ground.seaFilled(
      heights, spacing: spacing, column: column, row: row, columns: count)
    func cells(_ first: Double, _ number: Int) -> [Int] {
      (0..<stride).map {
        let place = (first + (Double($0) + 0.5) * texel) / spacing - Double(number)
        return Int(flooring: place, in: 0...(count - 2))
      }
    }
    let (columns, rows) = (cells(corner.x, column), cells(corner.y, row))
    return rows.flatMap { row in
      columns.map { column in
        let k = row * count + column
        let (a, b) = (filled[k], filled[k + 1])
        let (c, d) = (filled[k + count], filled[k + count + 1])
        // Comparisons with NaN are false.
        guard a > base || b > base || c > base || d > base, !(a + b + c + d).isNaN else {
          return false
        }
        return (heights[k] + heights[k + 1] + heights[k + count] + heights[k + count + 1]).isNaN
      }
    }
  }

  /// What the walls of a model show that stands free: a sober gray.
  static let section = SIMD3<Float>(0.56, 0.53, 0.50)

  /// The renderer's sun shades slopes too.
  private static let strength = 0.6

  /// Where nothing is known: the sea, or paper.
  private static func unknown(_ style: ReliefStyle) -> SIMD3<Float> {
    guard let palette = style.palette, palette.hasSea else { return SIMD3(0.85, 0.855, 0.86) }
    return palette.waterColor(0)
  }
}
