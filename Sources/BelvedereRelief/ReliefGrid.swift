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
    let pixel = abs(
      latitude(Double(firstY) + Double(height) / 2)
        - latitude(Double(firstY) + Double(height) / 2 + 1))
    // A coarser pixel than 8 samples skips some: rarely seen, and never a pattern, for they are
    // spread evenly.
    let taps = min(
      max(Int(clamping: (pixel / max(model.resolution, 1e-12)).rounded(.up), in: 1...8), 1), 8)
    func places(_ first: Int, _ count: Int, _ place: (Double) -> Double) -> [Double] {
      (0..<count * taps).map {
        place(Double(first) + (Double($0) + 0.5) / Double(taps))
      }
    }
    let longitudes = places(firstX, width, longitude)
    var result: [Float] = []
    result.reserveCapacity(width * height)
    for row in 0..<height {
      let latitudes = places(firstY + row, 1, latitude)
      let fine = model.elevations(
        latitudes: latitudes, longitudes: longitudes, by: taps == 1 ? .bicubic : .bilinear)
      if taps == 1 {
        result += fine
        continue
      }
      for column in 0..<width {
        var sum: Float = 0
        var count: Float = 0
        for j in 0..<taps {
          for i in 0..<taps {
            let value = fine[j * width * taps + column * taps + i]
            if !value.isNaN {
              sum += value
              count += 1
            }
          }
        }
        result.append(count > 0 ? sum / count : .nan)
      }
    }
    elevations = result
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
