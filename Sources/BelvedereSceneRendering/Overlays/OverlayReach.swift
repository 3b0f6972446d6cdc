import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// Where overlays of a level show on the ground, asked point by point.
///
/// It agrees with what ``GroundPainter`` paints up to a texel, over which an edge is smoothed there.
struct OverlayReach: Sendable {
  private let shapes: [ShapeReach]

  /// Whether there is no such overlay.
  var isEmpty: Bool { shapes.isEmpty }

  init(_ overlays: [GroundFeatureIndex.OverlayShape], level: Overlay.Level, lineScale: LineScale) {
    shapes = overlays.compactMap { shape in
      shape.overlay.level == level ? ShapeReach(shape, lineScale) : nil
    }
  }

  /// Says of points at which an overlay shows that it does, in whichever world they lie.
  func mark(_ points: UnsafeBufferPointer<MapPoint>, in shows: UnsafeMutableBufferPointer<Bool>) {
    // Points that follow each other are near each other, and most overlays elsewhere.
    let run = 64
    for first in stride(from: 0, to: points.count, by: run) {
      let part = first..<min(first + run, points.count)
      let some = UnsafeBufferPointer(rebasing: points[part])
      var low = SIMD2(Double.infinity, .infinity)
      var high = -low
      for p in some {
        // What is not a number is in neither.
        let at = SIMD2(p.x, p.y)
        low.replace(with: at, where: at .< low)
        high.replace(with: at, where: at .> high)
      }
      guard low.x <= high.x else { continue }
      for shape in shapes where shape.mayShow(from: low, to: high) {
        shape.mark(some, in: UnsafeMutableBufferPointer(rebasing: shows[part]))
      }
    }
  }
}

/// Where one overlay shows.
private final class ShapeReach: Sendable {
  private let bounds: MapRect
  /// The interior; `nil` where it is not filled.
  private let interior: EdgeRows?
  /// The outline; `nil` where it is not drawn.
  private let outline: EdgeRows?
  /// Half of the outline's width in metres.
  private let radius: Double
  private let grid: ReachGrid

  /// An outline with more edges than so many side by side is looked at cell by cell only.
  private static let mostEdges = 512

  /// `nil` for an overlay that shows nowhere.
  init?(_ shape: GroundFeatureIndex.OverlayShape, _ lineScale: LineScale) {
    let overlay = shape.overlay
    let isFilled = shape.isClosed && (overlay.fillColor?.alpha ?? 0) > 0
    let isDrawn = overlay.lineWidth > 0 && overlay.strokeAlpha > 0
    guard overlay.alpha > 0, isFilled || isDrawn else { return nil }
    radius = isDrawn ? overlay.lineWidth * lineScale.metersPerPoint / 2 : 0
    let tight = shape.area.bounds
    // A metre has most map points where the map is stretched most.
    let latitudes = [tight.minY, tight.maxY].map { MapPoint(x: 0, y: $0).coordinate.latitude }
    let margin =
      latitudes.map { [radius] in radius / MapPoint.metersPerMapPoint(at: $0) }.max() ?? 0
    bounds = MapRect(
      x: tight.minX - margin, y: tight.minY - margin, width: tight.width + 2 * margin,
      height: tight.height + 2 * margin)
    interior = isFilled ? EdgeRows(shape.area.rings, isClosed: true, margin: 0) : nil
    outline =
      isDrawn ? EdgeRows(shape.area.rings, isClosed: shape.isClosed, margin: margin) : nil
    var grid = ReachGrid(bounds)
    grid.markEdges(shape.area.rings, isClosed: shape.isClosed, margin: margin)
    if max(interior?.meanCount ?? 0, outline?.meanCount ?? 0) > Self.mostEdges {
      grid.settle(isFilled ? shape.area.rings : [], isDrawn: isDrawn)
    } else if let interior {
      grid.fill(interior)
    }
    self.grid = grid
  }

  /// Whether it may show at points in a box.
  @inline(__always)
  func mayShow(from low: SIMD2<Double>, to high: SIMD2<Double>) -> Bool {
    guard high.y >= bounds.minY, low.y <= bounds.maxY else { return false }
    if high.x >= bounds.minX, low.x <= bounds.maxX { return true }
    // In another world.
    return low.x <= bounds.maxX - MapPoint.worldWidth
      || high.x >= bounds.minX + MapPoint.worldWidth
  }

  func mark(_ points: UnsafeBufferPointer<MapPoint>, in shows: UnsafeMutableBufferPointer<Bool>) {
    let (bounds, grid) = (bounds, grid)
    let (maxX, maxY) = (bounds.maxX, bounds.maxY)
    // Beyond this a point is nearer to the overlay in another world.
    let lowest = min(bounds.minX, maxX - MapPoint.worldWidth)
    let highest = max(maxX, bounds.minX + MapPoint.worldWidth)
    grid.cells.withUnsafeBufferPointer { cells in
      for (n, p) in points.enumerated() {
        guard !shows[n], p.y >= bounds.minY, p.y <= maxY else { continue }
        if p.x >= bounds.minX, p.x <= maxX {
          let cell = cells[grid.index(p.x, p.y)]
          shows[n] = cell == .inside || (cell == .edge && isAtEdge(Vector2(p.x, p.y)))
        } else if p.x > lowest, p.x < highest {
          continue
        }
        if !shows[n] { shows[n] = isElsewhere(p) }
      }
    }
  }

  /// Whether it shows at a point in other worlds.
  private func isElsewhere(_ p: MapPoint) -> Bool {
    let first = ((bounds.minX - p.x) / MapPoint.worldWidth).rounded(.up)
    let last = ((bounds.maxX - p.x) / MapPoint.worldWidth).rounded(.down)
    guard first <= last, last - first < 16 else { return false }
    var world = first
    while world <= last {
      if world != 0, shows(Vector2(p.x + world * MapPoint.worldWidth, p.y)) { return true }
      world += 1
    }
    return false
  }

  /// At a point within the bounds.
  private func shows(_ p: Vector2) -> Bool {
    let cell = grid.cells[grid.index(p.x, p.y)]
    return cell == .inside || (cell == .edge && isAtEdge(p))
  }

  /// By the edges themselves.
  private func isAtEdge(_ p: Vector2) -> Bool {
    if let interior, interior.isInside(p) { return true }
    guard let outline else { return false }
    let latitude = MapPoint(x: 0, y: p.y).coordinate.latitude
    return outline.isNear(p, within: radius / MapPoint.metersPerMapPoint(at: latitude))
  }
}
