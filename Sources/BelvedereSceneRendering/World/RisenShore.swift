import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

/// The shore of coarse elevations around a place as a smooth line.
///
/// Where the ground rises steeply from the sea the line of equal elevation between samples has a corner at each of them.
/// The shore is where half of the ground around a place is land, weighed by a cubic B-spline over squares of five by five
/// places of a lattice. That lies on the whole map, so that all pictures of a shore are the same, and is twice as fine as the
/// samples.
struct RisenShore: Sendable {
  /// Map points from place to place of the lattice.
  private let step: Double
  /// The first place of the values, and how many there are.
  private let column, row: Int
  private let width, height: Int
  /// How much of the ground around each place is land, row by row.
  private let values: [Float]

  /// Places beyond the window whose elevations count: two of the square and two of the spline.
  private static let margin = 4
  /// Places along each side at most.
  private static let most = 1200.0
  /// The part of land by which it changes from place to place at least, where distances are told.
  private static let leastSlope: Float = 0.08

  /// - Parameters:
  ///   - window: map points.
  ///   - texel: what is smaller than a texel is not seen.
  /// - Returns: `nil` where the samples are no larger than the texels, and where nothing is known.
  init?(_ model: ElevationMosaic, in window: MapRect, texel: Double) {
    // One lattice for all that the samples lie on, so that there is no step between windows.
    let latitude = min(max(model.bounds.center.latitude, -80), 80)
    let near = model.sources.map(\.model).filter { source in
      !source.bounds.intersections(with: Self.bounds(window)).isEmpty
    }
    guard let resolution = near.map(\.resolution).min(), resolution > 0 else { return nil }
    let step =
      resolution * CoordinateRegion.metersPerDegree(at: latitude).latitude
      / MapPoint.metersPerMapPoint(at: latitude) / 2
    guard step > texel, max(window.width, window.height) < Self.most * step else { return nil }
    self.step = step
    let all = -(1 << 40)...(1 << 40)
    func line(_ at: Double) -> Int { Int(flooring: at / step, in: all) }
    let (column, row) = (line(window.minX) - Self.margin, line(window.minY) - Self.margin)
    width = line(window.maxX) + 1 + Self.margin - column
    height = line(window.maxY) + 1 + Self.margin - row
    (self.column, self.row) = (column, row)
    let longitudes = (0..<width).map {
      wrappedLongitude(Double(column + $0) * step / MapPoint.worldWidth * 360 - 180)
    }
    let latitudes = (0..<height).map {
      MapPoint(x: 0, y: Double(row + $0) * step).coordinate.latitude
    }
    let risen = model.elevations(latitudes: latitudes, longitudes: longitudes).map { elevation in
      elevation.isFinite ? min(max(elevation - Float(SceneShore.leastRise) + 0.5, 0), 1) : 0
    }
    values = Self.means(of: risen, width: width, height: height)
  }

  private static func bounds(_ window: MapRect) -> GeographicBounds {
    let (low, high) = (
      MapPoint(x: window.midX, y: window.maxY).coordinate,
      MapPoint(x: window.midX, y: window.minY).coordinate
    )
    let half = window.width / MapPoint.worldWidth * 180
    return GeographicBounds(
      south: low.latitude, west: low.longitude - half, north: high.latitude,
      east: low.longitude + half)
  }

  /// The means over squares of five by five.
  private static func means(of values: [Float], width: Int, height: Int) -> [Float] {
    var result = values
    for (size, stride, count) in [(width, 1, height), (height, width, width)] {
      let source = result
      for line in 0..<count {
        let start = stride == 1 ? line * width : line
        for k in 2..<size - 2 {
          let i = start + k * stride
          let beside = source[i - stride] + source[i + stride]
          let beyond = source[i - 2 * stride] + source[i + 2 * stride]
          result[i] = (source[i] + beside + beyond) / 5
        }
      }
    }
    return result
  }

  /// Map points from the shore at a place in the window, positive on land; far from it no more than some places of the
  /// lattice.
  func distance(at p: Vector2) -> Float {
    let (x, y) = (p.x / step - Double(column), p.y / step - Double(row))
    let i = Int(flooring: x, in: 1...max(width - 3, 1))
    let k = Int(flooring: y, in: 1...max(height - 3, 1))
    let (across, along) = (Self.weights(Float(x - Double(i))), Self.weights(Float(y - Double(k))))
    var (value, dx, dy) = (Float(0), Float(0), Float(0))
    for line in 0..<4 {
      let start = (k - 1 + line) * width + i - 1
      let four = SIMD4(values[start], values[start + 1], values[start + 2], values[start + 3])
      let here = (four * across.value).sum()
      value += here * along.value[line]
      dx += (four * across.slope).sum() * along.value[line]
      dy += here * along.slope[line]
    }
    let slope = max((dx * dx + dy * dy).squareRoot(), Self.leastSlope)
    return (value - 0.5) / slope * Float(step)
  }

  /// Those of the four places around one, and how they change from place to place.
  private static func weights(_ t: Float) -> (value: SIMD4<Float>, slope: SIMD4<Float>) {
    let s = 1 - t
    return (
      SIMD4(
        s * s * s, 4 - 6 * t * t + 3 * t * t * t, 4 - 6 * s * s + 3 * s * s * s, t * t * t) / 6,
      SIMD4(-s * s, t * (3 * t - 4), s * (4 - 3 * s), t * t) / 2
    )
  }
}
