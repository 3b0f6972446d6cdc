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
    return (0..<stride * stride).map { i in
      guard let cell = grid.cell(i % stride + 1, i / stride + 1) else { return unknown }
      var color = style.color(
        elevation: cell.elevation, east: cell.east / meters, north: cell.north / meters)
      color = style.inked(
        color, elevation: cell.elevation,
        rise: (cell.east * cell.east + cell.north * cell.north).squareRoot(), width: 1.1)
      return SIMD4(color, 0)
    }
  }

  /// The renderer's sun shades slopes too.
  private static let strength = 0.6

  /// Where nothing is known: the sea, or paper.
  private static func unknown(_ style: ReliefStyle) -> SIMD3<Float> {
    guard let palette = style.palette, palette.hasSea else { return SIMD3(0.85, 0.855, 0.86) }
    return palette.waterColor(0)
  }
}
