import BelvedereGeodesy
import BelvedereImaging
import BelvedereRasterization
import BelvedereSceneModel
import CBelvedereShading

/// A scene's overlays with their outlines, from the lowest up.
final class OverlayOutlines: Sendable {
  fileprivate let shapes: [(shape: GroundFeatureIndex.OverlayShape, outline: OverlayOutline)]

  /// Those of a map without overlays.
  static let none = OverlayOutlines([], threads: 1)

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
    let line = lineWidth > 0 ? strokeAlpha : 0
    return alpha > 0 && max(fillColor?.alpha ?? 0, line) > 0
  }
}

extension Overlay {
  /// The greatest opacity of its line.
  var strokeAlpha: Double {
    lineStyle.gradient.map(\.color.alpha).max() ?? strokeColor?.alpha ?? 0
  }
}

/// The overlays of a picture, as the kernels have them.
final class OverlayTable: @unchecked Sendable {
  let overlays: FrozenArray<BelvedereOverlay>
  /// Keeps alive what the overlays point to.
  private let outlines: OverlayOutlines
  private let stops: [FrozenArray<BelvedereStop>]

  var isEmpty: Bool { overlays.count == 0 }

  /// The numbers of a level's overlays.
  func numbers(in level: Overlay.Level) -> [Int] {
    outlines.shapes.indices.filter { outlines.shapes[$0].shape.overlay.level == level }
  }

  /// - Parameter metersPerPoint: metres on the ground of a point of the screen, for the width of lines.
  init(_ outlines: OverlayOutlines, metersPerPoint: Double) {
    self.outlines = outlines
    let stops = outlines.shapes.map { shape, _ in
      FrozenArray(shape.overlay.lineStyle.gradient.map { BelvedereStop($0) })
    }
    self.stops = stops
    overlays = FrozenArray(
      zip(outlines.shapes, stops).map { item, stops in
        let (shape, outline) = item
        var overlay = BelvedereOverlay(shape.overlay, metersPerPoint: metersPerPoint)
        if !shape.isClosed { overlay.fill.3 = 0 }
        overlay.grids = outline.grids.base
        overlay.grid_count = Int32(truncatingIfNeeded: outline.grids.count)
        (overlay.x, overlay.y) = (outline.origin.x, outline.origin.y)
        (overlay.width, overlay.height) = (outline.size.x, outline.size.y)
        overlay.length = outline.length
        overlay.unit = outline.unit
        overlay.is_plain = shape.overlay.lineStyle.isPlain && outline.isListed ? 1 : 0
        overlay.stops = stops.base
        overlay.stop_count = Int32(truncatingIfNeeded: stops.count)
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
        _ = belvedere_lay_overlays(
          overlays.base, nil, Int32(truncatingIfNeeded: overlays.count), footprint,
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
    fill = overlay.fillColor?.heldComponents ?? (0, 0, 0, 0)
    stroke = overlay.strokeColor?.heldComponents ?? (0, 0, 0, 0)
    alpha = Float(min(max(0, overlay.alpha), 1))
    let width = overlay.strokeAlpha > 0 ? min(max(0, overlay.lineWidth), 1e9) : 0
    half_width = width * metersPerPoint / 2
    blend = overlay.blendMode.kernelMode
    let style = overlay.lineStyle
    cap = Int32(truncatingIfNeeded: style.cap.kernelCap)
    join = Int32(truncatingIfNeeded: style.join.kernelJoin)
    miter_limit = Float(min(max(1, style.miterLimit), 1000))
    stroke_start = max(0, style.strokeStart)
    stroke_end = min(style.strokeEnd, 1)
    let pattern = (style.dash.count % 2 == 0 ? style.dash : style.dash + style.dash)
      .prefix(2 * LineStyle.mostDashes)
    let length = pattern.reduce(0, +)
    guard length > 0, length.isFinite, pattern.allSatisfy({ $0 >= 0 }), style.dashPhase.isFinite
    else { return }
    BelvedereShading.fill(&dash, pattern.map { $0 * metersPerPoint })
    dash_count = Int32(truncatingIfNeeded: pattern.count / 2 * 2)
    dash_length = length * metersPerPoint
    dash_phase = style.dashPhase * metersPerPoint
  }
}

extension LineStyle {
  /// Whether a line is drawn whole, in one colour and with round joints.
  fileprivate var isPlain: Bool {
    join == .round && dash.isEmpty && gradient.isEmpty && strokeStart <= 0 && strokeEnd >= 1
  }
}

extension BelvedereStop {
  fileprivate init(_ stop: LineStyle.GradientStop) {
    self.init()
    at = Float(min(max(0, stop.location), 1))
    color = stop.color.heldComponents
  }
}

extension Color {
  /// Components within [0, 1]; what is not a number becomes 0.
  fileprivate var heldComponents: (Float, Float, Float, Float) {
    func held(_ v: Double) -> Float { Float(min(max(0, v), 1)) }
    return (held(red), held(green), held(blue), held(alpha))
  }
}

extension LineStyle.Cap {
  fileprivate var kernelCap: Int {
    switch self {
    case .butt: BELVEDERE_BUTT_CAP
    case .round: BELVEDERE_ROUND_CAP
    case .square: BELVEDERE_SQUARE_CAP
    }
  }
}

extension LineStyle.Join {
  fileprivate var kernelJoin: Int {
    switch self {
    case .miter: BELVEDERE_MITER_JOIN
    case .round: BELVEDERE_ROUND_JOIN
    case .bevel: BELVEDERE_BEVEL_JOIN
    }
  }
}

extension BlendMode {
  /// The kernels' number of a mode: they have the modes in the same order.
  fileprivate var kernelMode: Int32 {
    Int32(truncatingIfNeeded: BELVEDERE_NORMAL + (Self.allCases.firstIndex(of: self) ?? 0))
  }
}
