import BelvedereGeodesy
import BelvedereSceneModel
import CBelvedereShading

/// Where overlays of a level show on the ground, asked point by point: the same as what is drawn, with
/// the lines' ends and dashes and the parts of them that are left out.
struct OverlayReach {
  private let table: OverlayTable
  private let numbers: [Int]
  /// On the globe map points a metre are what they are at a place; on the flat map, at the camera's centre.
  private let fixedPointsPerMeter: Double?
  private let metersPerPixel: Double

  /// Whether there is no such overlay.
  var isEmpty: Bool { numbers.isEmpty }

  /// - Parameter metersPerPixel: on the ground in the middle of the picture: so finely tiles are looked at.
  init(
    _ table: OverlayTable, level: Overlay.Level, pointsPerMeter: Double?, metersPerPixel: Double
  ) {
    self.table = table
    // What is the map itself hides nothing of it, and nothing steps back from it.
    numbers = table.numbers(in: level).filter { !table.overlay($0).replacesMapContent }
    self.metersPerPixel = metersPerPixel
    fixedPointsPerMeter = pointsPerMeter
  }

  /// - Parameter numbers: of the table's overlays.
  init(
    _ table: OverlayTable, numbers: [Int], pointsPerMeter: Double?, metersPerPixel: Double
  ) {
    self.table = table
    self.numbers = numbers
    fixedPointsPerMeter = pointsPerMeter
    self.metersPerPixel = metersPerPixel
  }

  /// Says of points at which an overlay shows that it does, in whichever world they lie.
  func mark(_ points: UnsafeBufferPointer<MapPoint>, in shows: UnsafeMutableBufferPointer<Bool>) {
    mark(points[...], in: shows[...], numbers)
  }

  /// Points that are asked one by one.
  private static let fewest = 64
  /// Parts into which points are cut; those that follow each other are near each other.
  private static let divisions = 8

  /// - Parameter numbers: of the overlays that may show at the points.
  private func mark(
    _ points: Slice<UnsafeBufferPointer<MapPoint>>,
    in shows: Slice<UnsafeMutableBufferPointer<Bool>>, _ numbers: [Int]
  ) {
    var low = SIMD2(Double.infinity, .infinity)
    var high = -low
    for p in points {
      // What is not a number is in neither.
      let at = SIMD2(p.x, p.y)
      low.replace(with: at, where: at .< low)
      high.replace(with: at, where: at .> high)
    }
    guard low.x <= high.x else { return }
    let isLast = points.count <= Self.fewest
    let scale = fixedPointsPerMeter ?? Self.pointsPerMeter(from: low.y, to: high.y, isOne: isLast)
    var open: [Int] = []
    for n in numbers where mayShow(n, from: low, to: high, scale) {
      switch belvedere_overlay_in_box(
        table.overlays.base + n, scale, low.x, low.y, high.x, high.y)
      {
      case 0: continue
      case 1:
        for i in points.indices where points[i].x.isFinite { shows.base[i] = true }
        return
      default: open.append(n)
      }
    }
    guard !open.isEmpty else { return }
    if isLast {
      for n in open { mark(n, points, scale, shows) }
      return
    }
    let size = max((points.count + Self.divisions - 1) / Self.divisions, Self.fewest)
    for first in stride(from: points.startIndex, to: points.endIndex, by: size) {
      let part = first..<min(first + size, points.endIndex)
      mark(points[part], in: shows[part], open)
    }
  }

  /// Map points a metre on the globe: the most between two sides, or that in the middle of points that are near
  /// each other.
  private static func pointsPerMeter(from top: Double, to bottom: Double, isOne: Bool) -> Double {
    if isOne { return pointsPerMeter(at: (top + bottom) / 2) }
    return max(pointsPerMeter(at: top), pointsPerMeter(at: bottom))
  }

  private static func pointsPerMeter(at y: Double) -> Double {
    1 / MapPoint.metersPerMapPoint(at: MapPoint(x: 0, y: y).coordinate.latitude)
  }

  /// Whether an overlay may show at points in a box.
  @inline(__always)
  private func mayShow(
    _ n: Int, from low: SIMD2<Double>, to high: SIMD2<Double>, _ scale: Double
  ) -> Bool {
    let overlay = table.overlays.base + n
    let line = overlay.pointee.half_width * scale * belvedere_line_reach(overlay)
    let bounds = SIMD4(
      overlay.pointee.x - line, overlay.pointee.y - line,
      overlay.pointee.x + overlay.pointee.width + line,
      overlay.pointee.y + overlay.pointee.height + line)
    guard high.y >= bounds.y, low.y <= bounds.w else { return false }
    // In any world.
    let left = ((bounds.x - high.x) / MapPoint.worldWidth).rounded(.up)
    return left * MapPoint.worldWidth <= bounds.z - low.x
  }

  private func mark(
    _ n: Int, _ points: Slice<UnsafeBufferPointer<MapPoint>>, _ scale: Double,
    _ shows: Slice<UnsafeMutableBufferPointer<Bool>>
  ) {
    let layer = Int(table.overlays.base[n].tile_layer)  // checked: Int32 to Int
    if layer > 0 {
      table.layers[layer - 1].mark(points, pointsPerPixel: metersPerPixel * scale, in: shows)
      return
    }
    let places = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: points))
    let marks = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: shows))
    belvedere_mark_overlay(
      table.overlays.base + n, places.bindMemory(to: Double.self).baseAddress,
      Int32(truncatingIfNeeded: points.count), scale,
      marks.bindMemory(to: UInt8.self).baseAddress)
  }
}
