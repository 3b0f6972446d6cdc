import BelvedereAnnotations
import BelvedereImaging

/// What becomes of a file of areas, lines and places: overlays, and annotations with their names.
struct OverlayFile {
  /// What a scene says of the look of a file's overlays; it counts before what the file says.
  struct Look {
    /// Everything but the shape; colours are those that the scene gives.
    var overlay: Overlay
    var hasLineWidth: Bool

    /// A scene that says nothing of it.
    static let unsaid = Look(overlay: Overlay(shape: .multiPolyline([])), hasLineWidth: false)
  }

  private(set) var overlays: [Overlay] = []
  private(set) var annotations: [Annotation] = []

  var isEmpty: Bool { overlays.isEmpty && annotations.isEmpty }

  /// - Parameter look: what the scene says.
  /// - Throws: `LimitError` for more than a scene may hold.
  init(_ geometry: GeometryFile, in file: SceneFile, look: Look = .unsaid) throws {
    try file.count(
      objects: geometry.areas.count + geometry.lines.reduce(0) { $0 + $1.paths.count }
        + geometry.places.count)
    for area in geometry.areas {
      overlays.append(
        look.overlay(of: .multiPolygon(area.polygons), area.label, area.style, isArea: true))
    }
    for lines in geometry.lines {
      overlays.append(
        look.overlay(of: .multiPolyline(lines.paths), lines.label, lines.style, isArea: false))
    }
    annotations = geometry.places.map(Self.annotation)
    file.shared.report.add(SceneReport.places, in: file.name, by: annotations.count)
  }

  private static func annotation(_ place: GeometryFile.Place) -> Annotation {
    var annotation = Annotation(
      coordinate: place.coordinate, title: place.label.name, subtitle: place.label.detail,
      // What somebody lays over a map comes before what is on it.
      displayPriority: DisplayPriority.defaultHigh, id: place.label.id)
    annotation.elevation = place.elevation
    if let tint = place.tint {
      let opaque = Color(red: tint.red, green: tint.green, blue: tint.blue)
      annotation.appearance = .marker(MarkerStyle(tint: opaque))
    }
    return annotation
  }
}

extension OverlayFile.Look {
  /// An overlay of a file: what the scene gives, else what the file says, else a red line.
  fileprivate func overlay(
    of shape: Overlay.Shape, _ label: GeometryFile.Label, _ style: GeometryStyle, isArea: Bool
  ) -> Overlay {
    var result = overlay
    result.shape = shape
    if !label.name.isEmpty { result.name = label.name }
    if !label.id.isEmpty { result.id = label.id }
    let hasStroke = overlay.strokeColor != nil || !overlay.lineStyle.gradient.isEmpty
    if !hasStroke { result.strokeColor = style.stroke?.color }
    if overlay.fillColor == nil { result.fillColor = style.fill?.color }
    if !isArea { result.fillColor = nil }
    if !hasLineWidth, let width = style.lineWidth { result.lineWidth = width }
    // Where nobody speaks of colours it is seen all the same.
    if !hasStroke, overlay.fillColor == nil, style.stroke == nil, style.fill == nil {
      let bare = Overlay(bare: shape)
      (result.strokeColor, result.fillColor) = (bare.strokeColor, bare.fillColor)
      if !hasLineWidth { result.lineWidth = bare.lineWidth }
    }
    return result
  }
}
