import BelvedereGeodesy

/// Overlays of a scene file.
enum OverlayDecoder {
  /// What a file without any shape is told.
  static let nothing = "there is no area, no line and no place in it"

  /// The overlays, and the annotations of the files among them.
  static func overlays(_ node: SceneNode) throws -> ([Overlay], [Annotation]) {
    let items = try node.elements(of: "overlays")
    try node.file.count(objects: items.count)
    var overlays: [Overlay] = []
    var annotations: [Annotation] = []
    for item in items {
      let object = try SceneObject(item, .overlay)
      if object["file"] == nil {
        overlays.append(try overlay(object, try shape(object)))
      } else {
        let content = try content(object)
        overlays.join(content.overlays)
        annotations.join(content.annotations)
      }
    }
    return (overlays, annotations)
  }

  /// What a file holds, in the look that the scene gives it or in its own.
  private static func content(_ object: SceneObject) throws -> OverlayFile {
    let (item, name) = (object.node, try object.exactlyOne(of: shapes + ["file"]).node)
    let (file, data) = try item.file.read(
      name, maximumBytes: item.file.limits.readableJSONBytes,
      remedy: "split the file or raise --memory")
    let look = OverlayFile.Look(
      overlay: try look(object, .multiPolyline([])), hasLineWidth: object["lineWidth"] != nil)
    let content = try OverlayFile(GeometryFile(data, file), in: file, look: look)
    if content.isEmpty { name.warn("\(file.name): \(nothing)") }
    warnOfStyle(look.overlay, item)
    for overlay in content.overlays { warnOfPoints(overlay, item) }
    return content
  }

  private static let shapes = [
    "polygon", "multiPolygon", "polyline", "multiPolyline", "geodesic", "circle", "tiles",
  ]

  private static func overlay(
    _ object: SceneObject, _ shape: Overlay.Shape
  ) throws -> Overlay {
    let overlay = try look(object, shape)
    if overlay.tiles == nil, overlay.fillColor == nil, overlay.strokeColor == nil,
      overlay.lineStyle.gradient.isEmpty
    {
      object.node.warn("has neither fillColor nor strokeColor; it is not seen")
    }
    warnOfStyle(overlay, object.node)
    warnOfPoints(overlay, object.node)
    return overlay
  }

  /// An overlay of a shape, as the scene says that it looks.
  private static func look(
    _ object: SceneObject, _ shape: Overlay.Shape
  ) throws -> Overlay {
    var overlay = Overlay(shape: shape)
    overlay.name = try object["name"]?.string() ?? ""
    overlay.id = try object["id"]?.string() ?? ""
    if overlay.tiles != nil { refuseLines(object) }
    overlay.fillColor = try object["fillColor"]?.color()
    overlay.strokeColor = try object["strokeColor"]?.color()
    overlay.lineStyle = try lineStyle(object)
    if let value = object["lineWidth"] {
      overlay.lineWidth = try value.positive(
        "a number of points", upTo: 1000, toOmit: "leave strokeColor out for no line")
    }
    if let value = object["alpha"] { overlay.alpha = try value.number("an opacity", in: 0...1) }
    if let value = object["blendMode"] {
      overlay.blendMode = try value.choice("blendMode", as: BlendMode.self)
    }
    if let value = object["level"] {
      overlay.level = try value.choice("level", as: Overlay.Level.self)
    }
    if let value = object["route"] { overlay.isRoute = try value.bool() }
    return overlay
  }

  private static func called(_ overlay: Overlay) -> String {
    let name = overlay.name.isEmpty ? overlay.id : overlay.name
    return name.isEmpty ? "" : " (\"\(name.prefix(60))\")"
  }

  /// Warns of styles in which nothing of a line is drawn.
  private static func warnOfStyle(_ overlay: Overlay, _ item: SceneNode) {
    let called = called(overlay)
    let style = overlay.lineStyle
    if style.strokeStart >= style.strokeEnd {
      let how = style.strokeStart > style.strokeEnd ? "is above" : "is no less than"
      item.warn(
        "the line of the overlay\(called) is not drawn: strokeStart \(style.strokeStart) \(how) "
          + "strokeEnd \(style.strokeEnd)")
    }
    if style.cap == .butt, !style.dash.isEmpty, style.hasNoDash {
      item.warn(
        "the line of the overlay\(called) is not drawn: its dashes have no length, and the lineCap butt "
          + "adds none; give a dash above 0, or the lineCap round for dots")
    }
  }

  /// Warns of lines that are points.
  private static func warnOfPoints(_ overlay: Overlay, _ item: SceneNode) {
    let called = called(overlay)
    let lines: [[Coordinate]]
    switch overlay.shape {
    case .polyline(let line), .geodesicPolyline(let line): lines = [line]
    case .multiPolyline(let all): lines = all
    default: return
    }
    let points = lines.filter { line in line.allSatisfy { $0 == line.first } }.count
    guard points > 0 else { return }
    let which =
      lines.count == 1
      ? "the line of the overlay\(called) is"
      : "\(points) of the \(lines.count) lines of the overlay\(called) are"
    item.warn("\(which) not drawn: all points are the same")
  }

  private static func shape(_ object: SceneObject) throws -> Overlay.Shape {
    let source = try object.exactlyOne(of: shapes)
    switch source.name {
    case "polygon": return .polygon(try ShapeDecoder.polygon(source.node))
    case "multiPolygon":
      return .multiPolygon(
        try source.node.elements(of: "polygons").map { try ShapeDecoder.polygon($0) })
    case "polyline": return .polyline(try ShapeDecoder.line(source.node))
    case "multiPolyline":
      return .multiPolyline(
        try source.node.elements(of: "lines").map { try ShapeDecoder.line($0) })
    case "tiles": return .tiles(try tiles(source.node))
    case "geodesic": return .geodesicPolyline(try ShapeDecoder.line(source.node))
    default:
      let circle = try ShapeDecoder.circle(source.node)
      return .circle(circle.center, circle.radius)
    }
  }

  private static func tiles(_ node: SceneNode) throws -> TileOverlay {
    let object = try SceneObject(node, .tiles)
    let file = try object.required("file", "a folder of tiles, an MBTiles or a PMTiles file")
    var tiles = TileOverlay(tiles: try ConfigurationDecoder.tiles(file))
    tiles.minimumZoom = try object["minimumZoom"].map(zoom)
    tiles.maximumZoom = try object["maximumZoom"].map(zoom)
    if let low = tiles.minimumZoom, let high = tiles.maximumZoom, low > high {
      throw node.error("minimumZoom \(low) must not be above maximumZoom \(high)")
    }
    let zooms = tiles.tiles.zooms
    if tiles.minimumZoom ?? 0 > zooms.upperBound || tiles.maximumZoom ?? .max < zooms.lowerBound {
      throw node.error(
        "has no zoom of the tiles, which have \(zooms.lowerBound) to \(zooms.upperBound)")
    }
    tiles.canReplaceMapContent = try object["canReplaceMapContent"]?.bool() ?? false
    return tiles
  }

  private static func zoom(_ node: SceneNode) throws(SceneError) -> Int {
    let number = try node.number("a zoom", in: 0...24)
    guard let zoom = Int(exactly: number) else {
      throw node.error("expected a zoom as a whole number, got \(node.value.excerpt)")
    }
    return zoom
  }

  /// Warns of keys that mean nothing for tiles.
  private static func refuseLines(_ object: SceneObject) {
    for name in [
      "fillColor", "strokeColor", "lineWidth", "lineCap", "lineJoin", "miterLimit", "lineDash",
      "lineDashPhase", "strokeStart", "strokeEnd", "gradient", "route",
    ] { object[name]?.warn("has no effect beside \"tiles\"") }
  }

  private static func lineStyle(_ object: SceneObject) throws -> LineStyle {
    var style = LineStyle()
    if let value = object["lineCap"] {
      style.cap = try value.choice("lineCap", as: LineStyle.Cap.self)
    }
    if let value = object["lineJoin"] {
      style.join = try value.choice("lineJoin", as: LineStyle.Join.self)
    }
    if let value = object["miterLimit"] {
      style.miterLimit = try value.number("a number of line widths", in: 1...1000)
    }
    if let value = object["lineDash"] { style.dash = try dash(value) }
    if let value = object["lineDashPhase"] {
      style.dashPhase = try value.number("a number of points", in: -1e6...1e6)
    }
    if let value = object["strokeStart"] {
      style.strokeStart = try value.number("a part of the length", in: 0...1)
    }
    if let value = object["strokeEnd"] {
      style.strokeEnd = try value.number("a part of the length", in: 0...1)
    }
    if let value = object["gradient"] { style.gradient = try gradient(value) }
    return style
  }

  private static func dash(_ node: SceneNode) throws -> [Double] {
    let items = try node.elements(of: "lengths of dashes and gaps")
    guard items.count <= LineStyle.mostDashes else {
      throw node.error(
        "has \(items.count) lengths; \(LineStyle.mostDashes) are most: give the pattern once")
    }
    let dash = try items.map { try $0.number("a number of points", in: 0...1e6) }
    guard dash.isEmpty || dash.contains(where: { $0 > 0 }) else {
      throw node.error("has no length; give a dash above 0, or leave it out for a whole line")
    }
    return dash
  }

  private static func gradient(_ node: SceneNode) throws -> [LineStyle.GradientStop] {
    var stops: [LineStyle.GradientStop] = []
    for item in try node.elements(of: "colours along the line") {
      let object = try SceneObject(item, .gradientStop)
      let stop = LineStyle.GradientStop(
        location: try object.required("at", "a part of the length")
          .number("a part of the length", in: 0...1),
        color: try object.required("color", "#rrggbb").color())
      if let last = stops.last, stop.location < last.location {
        throw item.error("comes before the stop above it; sort the stops by \"at\"")
      }
      stops.append(stop)
    }
    return stops
  }
}
