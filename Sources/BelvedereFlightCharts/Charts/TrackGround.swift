import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereRelief

/// Shaded relief below a track.
enum TrackGround {
  /// Pixels along an edge.
  private static let side = 260
  /// Paper, as a map without ground has it.
  private static let unknown: (UInt8, UInt8, UInt8, UInt8) = (243, 245, 243, 255)

  static func picture(of ground: any FlightGround, in extent: MapExtent) -> Image {
    let cell = extent.side / Double(side)
    // One more on each side, for slopes.
    let across = side + 2
    var heights: [Float] = []
    heights.reserveCapacity(across * across)
    for row in 0..<across {
      for column in 0..<across {
        let place = extent.corner + (Vector2(Double(column), Double(row)) - 0.5) * cell
        let known = ground.knownElevation(at: MapPoint(x: place.x, y: place.y))
        heights.append(known.map { Float($0) } ?? .nan)
      }
    }
    let known = heights.filter { !$0.isNaN }
    let (low, high) = (known.min() ?? 0, known.max() ?? 0)
    let style = ReliefStyle(
      palette: HypsometricPalette(
        land: Double(max(low, 0))...Double(max(high, max(low, 0) + 1)), hasSea: low < 0))
    // Slopes of a wide map are steepened so that they are seen.
    let metres = Float(extent.metres / Double(side))
    let steep = max(1, 0.04 * metres * Float(side) / max(high - low, 1))
    let scale = steep / (2 * max(metres, 1e-3))
    var image = Image(width: side, height: side)
    for row in 0..<side {
      for column in 0..<side {
        let i = (row + 1) * across + column + 1
        guard !heights[i].isNaN else {
          image[column, row] = unknown
          continue
        }
        /// How much higher it is at another place, 0 where that is not known.
        func rise(_ other: Int) -> Float {
          heights[other].isNaN ? 0 : heights[other] - heights[i]
        }
        let color = style.color(
          elevation: heights[i], east: (rise(i + 1) - rise(i - 1)) * scale,
          north: (rise(i - across) - rise(i + across)) * scale)
        // Paler than a map, for what is drawn upon it.
        func byte(_ value: Float) -> UInt8 {
          UInt8(clamping: Int(clamping: Double(255 * (0.25 + 0.75 * value)), in: 0...255))
        }
        image[column, row] = (byte(color.x), byte(color.y), byte(color.z), 255)
      }
    }
    return image
  }
}
