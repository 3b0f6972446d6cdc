import BelvedereGeodesy
import BelvedereImaging
import BelvedereRasterization
import BelvedereSceneModel
import CBelvedereShading

/// A scene's overlays with their outlines, from the lowest up.
final class OverlayOutlines: Sendable {
  struct Item {
    let shape: GroundFeatureIndex.OverlayShape
    /// Its number in the list of overlays.
    var number: Int
    let outline: OverlayOutline
    /// Those in the planes around the poles, by the numbers of ``Pole``; `nil` where it does not reach.
    let polar: [OverlayOutline?]
    /// Of a route that does not lie on the ground all along: its parts.
    let pieces: [RouteProfile.Piece]
  }

  fileprivate let shapes: [Item]

  /// Those of a map without overlays.
  static let none = OverlayOutlines([], supports: nil, threads: 1)

  /// Cells that the finest grids of all overlays have together.
  private static let mostCells = 1 << 20
  /// Those of overlays whose parts lie far apart: a grid has so many cells an edge that most are empty.
  private static let mostSparseCells = 1 << 23
  private static let cellsPerEdge = 64

  /// Those of two lists, level by level those of the first below those of the second.
  init(_ first: OverlayOutlines, _ second: OverlayOutlines) {
    shapes = Overlay.Level.allCases.flatMap { level in
      (first.shapes + second.shapes).filter { $0.shape.overlay.level == level }
    }
  }

  /// The same outlines of overlays further down a list.
  func moved(by count: Int) -> OverlayOutlines {
    OverlayOutlines(
      shapes.map {
        var item = $0
        item.number += count
        return item
      })
  }

  private init(_ shapes: [Item]) { self.shapes = shapes }

  /// - Parameter supports: on what routes lie beside the ground; `nil` where they all lie on it.
  init(_ shapes: [GroundFeatureIndex.OverlayShape], supports: RouteSupports?, threads: Int) {
    let ordered = Overlay.Level.allCases.flatMap { level in
      shapes.filter { $0.overlay.level == level && $0.overlay.isDrawn }
    }
    let count = max(ordered.count, 4)
    let cells = ordered.map { shape in
      guard shape.area.rings.count > 1 else { return Self.mostCells / count }
      let edges = shape.area.rings.reduce(0) { $0 + $1.count }
      return max(
        Self.mostCells / count, min(Self.mostSparseCells / count, Self.cellsPerEdge * edges))
    }
    let made = SharedBuffer<[OverlayOutline?]>(repeating: [], count: ordered.count)
    defer { made.deallocate() }
    Parallel.forEach(ordered.count, threads: threads) { n, _ in
      made[n] = Self.outlines(ordered[n], mostCells: cells[n])
    }
    self.shapes = ordered.enumerated().compactMap { n, shape in
      made[n][0].map {
        Item(
          shape: shape, number: shape.number, outline: $0, polar: Array(made[n].dropFirst()),
          pieces: supports?.pieces(of: shape) ?? [])
      }
    }
  }
}

extension OverlayOutlines {
  /// The outline on the map, and those around the poles.
  private static func outlines(
    _ shape: GroundFeatureIndex.OverlayShape, mostCells: Int
  ) -> [OverlayOutline?] {
    let (isClosed, bounds) = (shape.isClosed, shape.area.bounds)
    let isDashed = !shape.overlay.lineStyle.dash.isEmpty
    var lines = shape.polarLines?.map ?? EdgeLine.lines(shape.area.rings, isClosed: isClosed)
    let length = shape.polarLines?.length ?? lines.last?.end ?? 0
    if isDashed {
      lines =
        shape.polarLines == nil
        ? lines.map { $0.measured() } : lines.map { $0.cutByScale() ?? $0 }
    }
    let onMap = OverlayOutline(
      lines, isClosed: isClosed, bounds: bounds, length: length, mostCells: mostCells,
      isDashed: isDashed)
    let polar = Pole.allCases.map { pole -> OverlayOutline? in
      guard let lines = shape.polarLines?.charts[pole.rawValue],
        let bounds = GroundFeatureIndex.bounds(lines.map { $0.points.map(\.place) })
      else { return nil }
      return OverlayOutline(
        lines, isClosed: isClosed, bounds: bounds, length: length, mostCells: mostCells,
        isDashed: isDashed)
    }
    return [onMap] + polar
  }
}

extension RouteSupports {
  /// The parts of a route; none where all of it lies on the ground, and of what is no route.
  fileprivate func pieces(of shape: GroundFeatureIndex.OverlayShape) -> [RouteProfile.Piece] {
    guard shape.overlay.isRoute, !shape.isClosed, !isEmpty, shape.polarLines == nil else {
      return []
    }
    var start = 0.0
    var pieces: [RouteProfile.Piece] = []
    for line in shape.area.rings {
      let profile = profile(of: line.map { MapPoint(x: $0.x, y: $0.y) })
      // The ways of several lines follow each other.
      pieces += profile.pieces.map { $0.moved(by: start) }
      start = pieces.last?.ways.upperBound ?? start
    }
    return pieces.allSatisfy { $0.support == .ground } ? [] : pieces
  }
}

extension RouteProfile.Piece {
  fileprivate func moved(by way: Double) -> Self {
    var piece = self
    piece.ways = (ways.lowerBound + way)...(ways.upperBound + way)
    for i in piece.places.indices { piece.places[i].way += way }
    return piece
  }
}

extension Overlay {
  /// Whether anything of it may be seen.
  fileprivate var isDrawn: Bool {
    if tiles != nil { return alpha > 0 }
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
  /// Those that reach the planes around the poles, by the numbers of ``Pole``.
  private let polar: [FrozenArray<BelvedereOverlay>]
  /// For each of these the number of its outline.
  private let polarShapes: [[Int]]
  /// The parts of routes above and beneath the ground, from the lowest overlay up.
  let elevated: [ElevatedRoute]
  /// The layers of tiles among the overlays, by their numbers.
  let layers: [RasterSquares]
  /// For each of the overlays the number of its outline.
  private let shapeNumbers: [Int]
  /// Keeps alive what the overlays point to.
  private let outlines: OverlayOutlines
  private let stops: [FrozenArray<BelvedereStop>]

  var isEmpty: Bool { overlays.count == 0 }

  /// Layers of tiles that a picture may have.
  static let mostLayers = BELVEDERE_MOST_LAYERS

  /// The numbers of a level's overlays, or of its routes.
  func numbers(in level: Overlay.Level, areRoutes: Bool = false) -> [Int] {
    shapeNumbers.indices.filter {
      let overlay = overlay($0)
      return overlay.level == level && overlay.isRoute == areRoutes
    }
  }

  /// What an entry of ``overlays`` is made of.
  func overlay(_ n: Int) -> Overlay { outlines.shapes[shapeNumbers[n]].shape.overlay }

  /// Its number in the list of overlays.
  func number(_ n: Int) -> Int { outlines.shapes[shapeNumbers[n]].number }

  /// The overlays beyond the map's edge around a pole, from the lowest up, with their numbers in the list.
  func beyondEdge(
    around pole: Pole
  ) -> [(overlay: UnsafePointer<BelvedereOverlay>, number: Int)] {
    polarShapes[pole.rawValue].enumerated().map { n, shape in
      (polar[pole.rawValue].base + n, outlines.shapes[shape].number)
    }
  }

  /// - Parameters:
  ///   - metersPerPoint: metres on the ground of a point of the screen, for the width of lines and their
  ///     dashes. It is that at the picture's centre, so that dashes are alike all along a line, and stay where
  ///     they are when the camera turns or moves on.
  ///   - onGlobe: whether dashes are so long on the ground, or on the map, whose scale is then the same
  ///     everywhere.
  init(_ outlines: OverlayOutlines, metersPerPoint: Double, onGlobe: Bool) {
    self.outlines = outlines
    let stops = outlines.shapes.map { item in
      FrozenArray(item.shape.overlay.lineStyle.gradient.map { BelvedereStop($0) })
    }
    self.stops = stops
    var laid: [BelvedereOverlay] = []
    var numbers: [Int] = []
    var elevated: [ElevatedRoute] = []
    var layers: [RasterSquares] = []
    var polar = Pole.allCases.map { _ in [BelvedereOverlay]() }
    var polarShapes = Pole.allCases.map { _ in [Int]() }
    for (n, (item, stops)) in zip(outlines.shapes, stops).enumerated() {
      var overlay = BelvedereOverlay(
        item.shape, item.outline, stops, metersPerPoint: metersPerPoint)
      overlay.is_on_globe = onGlobe ? 1 : 0
      if let tiles = item.shape.overlay.tiles {
        layers.append(RasterSquares(tiles))
        overlay.tile_layer = Int32(truncatingIfNeeded: layers.count)
        overlay.half_width = 0
      }
      for (pole, outline) in item.polar.enumerated() {
        if overlay.tile_layer > 0 {
          polar[pole].append(overlay)
        } else if let outline {
          var beyond = BelvedereOverlay(
            item.shape, outline, stops, metersPerPoint: metersPerPoint)
          beyond.is_on_globe = 1
          polar[pole].append(beyond)
        } else {
          continue
        }
        polarShapes[pole].append(n)
      }
      if item.pieces.isEmpty {
        laid.append(overlay)
        numbers.append(n)
      }
      for piece in item.pieces {
        guard let part = overlay.part(piece.ways) else { continue }
        if piece.support == .ground {
          laid.append(part)
          numbers.append(n)
        } else {
          elevated.append(
            ElevatedRoute(
              overlay: part, level: item.shape.overlay.level, isBore: piece.support == .bore,
              places: piece.places))
        }
      }
    }
    overlays = FrozenArray(laid)
    self.polar = polar.map { FrozenArray($0) }
    self.polarShapes = polarShapes
    shapeNumbers = numbers
    self.elevated = elevated
    self.layers = layers
  }

  /// Lays the overlays over an sRGB-encoded colour.
  ///
  /// - Parameters:
  ///   - pole: around which the footprint lies, beyond the map's edge.
  ///   - shown: what each layer of tiles shows there.
  func lay(
    over color: SIMD3<Float>, _ footprint: BelvedereFootprintOnMap, around pole: Pole? = nil,
    layers shown: [SIMD4<Float>]
  ) -> SIMD3<Float> {
    let overlays = pole.map { polar[$0.rawValue] } ?? overlays
    var rgb = (color.x, color.y, color.z)
    var footprint = footprint
    shown.withUnsafeBytes { layers in
      footprint.layers = layers.bindMemory(to: Float.self).baseAddress
      withUnsafePointer(to: footprint) { footprint in
        withUnsafeMutableBytes(of: &rgb) { bytes in
          _ = belvedere_lay_overlays(
            overlays.base, nil, Int32(truncatingIfNeeded: overlays.count), footprint,
            bytes.bindMemory(to: Float.self).baseAddress)
        }
      }
    }
    return SIMD3(rgb.0, rgb.1, rgb.2)
  }
}

extension BelvedereOverlay {
  fileprivate init(
    _ shape: GroundFeatureIndex.OverlayShape, _ outline: OverlayOutline,
    _ stops: FrozenArray<BelvedereStop>, metersPerPoint: Double
  ) {
    self.init(shape.overlay, metersPerPoint: metersPerPoint)
    if !shape.isClosed { fill.3 = 0 }
    grids = outline.grids.base
    grid_count = Int32(truncatingIfNeeded: outline.grids.count)
    (x, y) = (outline.origin.x, outline.origin.y)
    (width, height) = (outline.size.x, outline.size.y)
    length = outline.length
    unit = outline.unit
    is_plain = shape.overlay.lineStyle.isPlain && !outline.hasSeams ? 1 : 0
    self.stops = stops.base
    stop_count = Int32(truncatingIfNeeded: stops.count)
  }

  /// The same line between two ways along it; `nil` where nothing of that is drawn.
  fileprivate func part(_ ways: ClosedRange<Double>) -> BelvedereOverlay? {
    guard length > 0 else { return nil }
    var part = self
    part.is_plain = 0
    let (low, high) = (ways.lowerBound / length, ways.upperBound / length)
    if low > part.stroke_start {
      part.stroke_start = low
      part.goes_on |= 1
    }
    if high < part.stroke_end {
      part.stroke_end = high
      part.goes_on |= 2
    }
    return part.stroke_start < part.stroke_end ? part : nil
  }

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
