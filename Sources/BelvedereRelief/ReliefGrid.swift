import BelvedereGeoMath
import BelvedereTerrain

/// Elevations in the middles of pixels: means over the pixel where the model is finer, the bicubic
/// surface where it is coarser.
public struct ReliefGrid: Sendable {
  /// A pixel's elevation in metres, and its rise in metres for each pixel towards the east and north.
  public struct Cell: Sendable {
    public let elevation, east, north: Float
  }

  private let width, height: Int
  private let elevations: [Float]

  /// Samples a model.
  ///
  /// - Parameters:
  ///   - firstX, firstY: the number of the first column and row.
  ///   - latitude, longitude: degrees at a place in rows and columns; pixel middles lie at + ½.
  public init(
    _ model: some ElevationModel, firstX: Int, firstY: Int, width: Int, height: Int,
    latitude: (Double) -> Double, longitude: (Double) -> Double
  ) {
    self.width = width
    self.height = height
    let rows = firstY..<(firstY + height)
    let columns = firstX..<(firstX + width)
    let box = GeographicBounds(
      south: latitude(Double(rows.upperBound)), west: longitude(Double(columns.lowerBound)),
      north: latitude(Double(rows.lowerBound)), east: longitude(Double(columns.upperBound)))
    let pixel = abs(
      latitude(Double(firstY) + Double(height) / 2)
        - latitude(Double(firstY) + Double(height) / 2 + 1))
    // Of coarser samples two are in a pixel still.
    let model = model.coarsened(to: pixel / 2) ?? model
    guard let resolutions = model.resolutions(in: box) else {
      elevations = Array(repeating: .nan, count: width * height)  // bounded: the caller's picture
      return
    }
    // A coarser pixel than 8 samples skips most: rarely seen, and never a pattern, for they are
    // spread evenly. The ground then costs by what is seen of it, not by what is known of it.
    let ratio = pixel / max(resolutions.lowerBound, 1e-12)
    let taps = ratio > 32 ? 3 : ratio > 8 ? 4 : Int(clamping: ratio.rounded(.up), in: 1...8)
    // Between samples of a coarse source, where a fine one reaches in too, the surface is round.
    let isRound = taps == 1 || pixel / Double(taps) < resolutions.upperBound
    let wide = abs(longitude(Double(firstX) + 1) - longitude(Double(firstX)))
    if let nodes = ReliefNodes(pixel: max(pixel, wide), resolution: resolutions.lowerBound),
      let values = nodes.elevations(
        columns: columns, rows: rows, latitude: latitude, longitude: longitude,
        sampling: { Self.elevations(model, $0, $1, isRound: true) })
    {
      elevations = values
      return
    }
    func places(_ range: Range<Int>, _ place: (Double) -> Double) -> [Double] {
      range.flatMap { n in
        (0..<taps).map { place(Double(n) + (Double($0) + 0.5) / Double(taps)) }
      }
    }
    let longitudes = places(columns, longitude)
    var result: [Float] = []
    result.reserveCapacity(width * height)
    // As many rows at once as share the work of reading and still fit the processor's cache.
    let step = max((1 << 16) / (width * taps * taps), 1)
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
      let part = first..<min(first + step, rows.upperBound)
      let fine = Self.elevations(
        model, places(part, latitude), longitudes, isRound: isRound)
      if taps == 1 { result += fine } else { Self.addMeans(fine, width, taps, to: &result) }
    }
    elevations = result
  }

  /// Elevations by the bicubic rule, or the bilinear one; where the bicubic surface ends before the
  /// bilinear one, as half a sample within the border of tiles, by the latter.
  private static func elevations(
    _ model: some ElevationModel, _ latitudes: [Double], _ longitudes: [Double], isRound: Bool
  ) -> [Float] {
    guard isRound else { return model.elevations(latitudes: latitudes, longitudes: longitudes) }
    var round = model.elevations(latitudes: latitudes, longitudes: longitudes, by: .bicubic)
    guard round.contains(where: \.isNaN) else { return round }
    let straight = model.elevations(latitudes: latitudes, longitudes: longitudes)
    for i in round.indices where round[i].isNaN { round[i] = straight[i] }
    return round
  }

  /// Adds the means over pixels of rows of values, `taps` of them for a pixel each way.
  private static func addMeans(
    _ fine: [Float], _ width: Int, _ taps: Int, to result: inout [Float]
  ) {
    let stride = width * taps
    fine.withUnsafeBufferPointer { fine in
      for row in 0..<(fine.count / (stride * taps)) {
        for column in 0..<width {
          var sum: Float = 0
          var count: Float = 0
          for j in 0..<taps {
            let first = (row * taps + j) * stride + column * taps
            for value in fine[first..<(first + taps)] where !value.isNaN {
              sum += value
              count += 1
            }
          }
          result.append(count > 0 ? sum / count : .nan)
        }
      }
    }
  }

  /// A pixel not on the grid's border; `nil` where nothing is known. By Horn's formula, unknown
  /// neighbours taken to be as high as the pixel.
  public func cell(_ x: Int, _ y: Int) -> Cell? {
    let k = y * width + x
    let c = elevations[k]
    guard !c.isNaN else { return nil }
    func at(_ i: Int) -> Float {
      let value = elevations[i]
      return value.isNaN ? c : value
    }
    let (nw, n, ne) = (at(k - width - 1), at(k - width), at(k - width + 1))
    let (w, e) = (at(k - 1), at(k + 1))
    let (sw, s, se) = (at(k + width - 1), at(k + width), at(k + width + 1))
    return Cell(
      elevation: c, east: (ne + 2 * e + se - nw - 2 * w - sw) / 8,
      north: (nw + 2 * n + ne - sw - 2 * s - se) / 8)
  }
}
