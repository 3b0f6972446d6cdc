import BelvedereGeodesy
import BelvedereImaging
import BelvedereRasterization
import BelvedereSceneModel
import CBelvedereShading

/// A scene's overlays with their outlines, from the lowest up.
final class OverlayOutlines: Sendable {
  fileprivate let shapes: [(shape: GroundFeatureIndex.OverlayShape, outline: OverlayOutline)]

  /// Cells that the finest grids of all overlays have together.
  private static let mostCells = 1 << 20

  init(_ shapes: [GroundFeatureIndex.OverlayShape], threads: Int) {
    let ordered = Overlay.Level.allCases.flatMap { level in
      shapes.filter { $0.overlay.level == level && $0.overlay.isDrawn }
    }
    let cells = Self.mostCells / max(ordered.count, 4)
    let made = SharedBuffer<OverlayOutline?>(repeating: nil, count: ordered.count)
    defer { made.deallocate() }
    Parallel.forEach(ordered.count, threads: threads) { n, _ in
      let shape = ordered[n]
      made[n] = OverlayOutline(
        shape.area.rings, isClosed: shape.isClosed, bounds: shape.area.bounds, mostCells: cells)
    }
    self.shapes = ordered.enumerated().compactMap { n, shape in made[n].map { (shape, $0) } }
  }
}

extension Overlay {
  /// Whether anything of it may be seen.
  fileprivate var isDrawn: Bool {
    let line = lineWidth > 0 ? strokeColor?.alpha ?? 0 : 0
    return alpha > 0 && max(fillColor?.alpha ?? 0, line) > 0
  }
}

/// The overlays of a picture, as the kernels have them.
final class OverlayTable: @unchecked Sendable {
  let overlays: FrozenArray<BelvedereOverlay>
  /// Keeps alive what the overlays point to.
  private let outlines: OverlayOutlines

  var isEmpty: Bool { overlays.count == 0 }

  /// - Parameter metersPerPoint: metres on the ground of a point of the screen, for the width of lines.
  init(_ outlines: OverlayOutlines, metersPerPoint: Double) {
    self.outlines = outlines
    overlays = FrozenArray(
      outlines.shapes.map { shape, outline in
        var overlay = BelvedereOverlay(shape.overlay, metersPerPoint: metersPerPoint)
        if !shape.isClosed { overlay.fill.3 = 0 }
        overlay.grids = outline.grids.base
        overlay.grid_count = Int32(truncatingIfNeeded: outline.grids.count)
        (overlay.x, overlay.y) = (outline.origin.x, outline.origin.y)
        (overlay.width, overlay.height) = (outline.size.x, outline.size.y)
        overlay.length = outline.length
        if outline.filled.count > 0 {
          overlay.filled = outline.filled.base
          overlay.filled_side = Int32(truncatingIfNeeded: OverlayOutline.filledSide)
        }
        return overlay
      })
  }

  /// Lays the overlays over an sRGB-encoded colour.
  func lay(over color: SIMD3<Float>, _ footprint: BelvedereFootprintOnMap) -> SIMD3<Float> {
    var rgb = (color.x, color.y, color.z)
    withUnsafePointer(to: footprint) { footprint in
      withUnsafeMutableBytes(of: &rgb) { bytes in
        belvedere_lay_overlays(
          overlays.base, Int32(truncatingIfNeeded: overlays.count), footprint,
          bytes.bindMemory(to: Float.self).baseAddress)
      }
    }
    return SIMD3(rgb.0, rgb.1, rgb.2)
  }
}

extension BelvedereOverlay {
  /// How an overlay looks, still without its outline.
  fileprivate init(_ overlay: Overlay, metersPerPoint: Double) {
    self.init()
    func color(_ c: Color?) -> (Float, Float, Float, Float) {
      guard let c else { return (0, 0, 0, 0) }
      func held(_ v: Double) -> Float { Float(min(max(0, v), 1)) }
      return (held(c.red), held(c.green), held(c.blue), held(c.alpha))
    }
    fill = color(overlay.fillColor)
    stroke = color(overlay.strokeColor)
    alpha = Float(min(max(0, overlay.alpha), 1))
    half_width = stroke.3 > 0 ? max(0, overlay.lineWidth) * metersPerPoint / 2 : 0
    (cap, join) = (Int32(BELVEDERE_ROUND_CAP), Int32(BELVEDERE_ROUND_JOIN))
    miter_limit = 10
    stroke_end = 1
  }
}
