import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereRasterization
import BelvedereTerrain
import Synchronization

/// A map of relief from straight above, north up, in the Web Mercator plane.
public struct ReliefPicture: Sendable {
  /// The size in pixels, each at least 1.
  public let width, height: Int
  /// What is shown.
  public let box: GeographicBounds
  private let corner: MapPoint
  /// Map points of a pixel.
  private let step: Double

  /// A picture of a box that is as large as fits into a size, in the box's own proportions.
  ///
  /// - Parameters:
  ///   - box: latitudes beyond the map's edges are left out.
  ///   - maximumWidth, maximumHeight: pixels, at least 1.
  public init(showing box: GeographicBounds, maximumWidth: Int, maximumHeight: Int) {
    let limit = MapPoint.maximumLatitude
    let north = min(max(box.north, -limit), limit)
    let south = min(max(box.south, -limit), limit)
    let a = MapPoint(Coordinate(latitude: north, longitude: box.west))
    let b = MapPoint(Coordinate(latitude: south, longitude: box.east))
    let (w, h) = (max(b.x - a.x, 1e-6), max(b.y - a.y, 1e-6))
    step = max(w / Double(max(maximumWidth, 1)), h / Double(max(maximumHeight, 1)))
    width = Int(clamping: w / step, in: 1...max(maximumWidth, 1))
    height = Int(clamping: h / step, in: 1...max(maximumHeight, 1))
    corner = a
    self.box = GeographicBounds(south: south, west: box.west, north: north, east: box.east)
  }

  /// Degrees of latitude of a pixel in the middle.
  public var pixelDegrees: Double { (box.north - box.south) / Double(height) }

  /// Draws the picture. Where nothing is known it is transparent.
  ///
  /// - Parameter progress: called with the part done, by any thread; `false` stops the work.
  /// - Returns: `nil` where it was stopped.
  public func draw(
    _ model: some ElevationModel, style: ReliefStyle, threads: Int = 2,
    progress: (@Sendable (Double) -> Bool)? = nil
  ) -> Image? {
    var image = Image(width: width, height: height, fill: (0, 0, 0, 0))
    let rows = 64
    let strips = (height + rows - 1) / rows
    let done = Atomic<Int>(0)
    let isStopped = Atomic<Bool>(false)
    image.bytes.withUnsafeMutableBufferPointer { bytes in
      nonisolated(unsafe) let bytes = bytes
      Parallel.forEach(strips, threads: threads) { n, _ in
        if isStopped.load(ordering: .relaxed) { return }
        let range = (n * rows)..<min((n + 1) * rows, height)
        draw(range, model, style, into: bytes)
        let count = done.wrappingAdd(1, ordering: .relaxed).newValue
        if progress?(Double(count) / Double(strips)) == false {
          isStopped.store(true, ordering: .relaxed)
        }
      }
    }
    return isStopped.load(ordering: .relaxed) ? nil : image
  }

  private func latitude(_ y: Double) -> Double {
    MapPoint(x: 0, y: corner.y + y * step).coordinate.latitude
  }

  private func draw(
    _ range: Range<Int>, _ model: some ElevationModel, _ style: ReliefStyle,
    into bytes: UnsafeMutableBufferPointer<UInt8>
  ) {
    let margin = 2
    let grid = ReliefGrid(
      model, firstX: -margin, firstY: range.lowerBound - margin, width: width + 2 * margin,
      height: range.count + 2 * margin, latitude: latitude,
      longitude: { (corner.x + $0 * step) / MapPoint.worldWidth * 360 - 180 })
    for y in range {
      let metersPerPixel = Float(
        step * MapPoint.metersPerMapPoint(at: latitude(Double(y) + 0.5)))
      for x in 0..<width {
        guard let cell = grid.cell(x + margin, y - range.lowerBound + margin) else { continue }
        let east = cell.east / metersPerPixel
        let north = cell.north / metersPerPixel
        var color = style.color(elevation: cell.elevation, east: east, north: north)
        color = style.inked(
          color, elevation: cell.elevation,
          rise: (cell.east * cell.east + cell.north * cell.north).squareRoot(), width: 1)
        // Half a step of noise hides the steps of 8 bits.
        let noise = Self.noise(x, y)
        let v = pointwiseMin(pointwiseMax(color, .zero), SIMD3(repeating: 1)) * 255
        let i = 4 * (y * width + x)
        bytes[i] = UInt8(min(v.x + noise, 255))  // checked: within 0...255
        bytes[i + 1] = UInt8(min(v.y + noise, 255))  // checked: within 0...255
        bytes[i + 2] = UInt8(min(v.z + noise, 255))  // checked: within 0...255
        bytes[i + 3] = 255
      }
    }
  }

  /// A number in [0, 1) that varies from pixel to pixel without clumps (Jimenez, "Next Generation
  /// Post Processing in Call of Duty", 2014: interleaved gradient noise).
  private static func noise(_ x: Int, _ y: Int) -> Float {
    let t = 0.06711056 * Double(x) + 0.00583715 * Double(y)
    let u = 52.9829189 * (t - t.rounded(.down))
    return Float(u - u.rounded(.down))
  }
}
