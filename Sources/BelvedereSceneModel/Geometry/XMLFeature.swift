import BelvedereGeodesy

/// A feature of KML or GPX: a `Placemark`, a track, a route or a waypoint.
struct XMLFeature {
  /// A single place, and how high it lies.
  struct Point {
    var coordinate: Coordinate
    var elevation: Annotation.Elevation
  }

  var label = GeometryFile.Label()
  /// How good the label's line of description is; 0 for none.
  var detailRank = 0
  /// The number of its look in the file's list.
  var look: Int32 = 0
  var polygons: [GeographicPolygon] = []
  var lines: [[Coordinate]] = []
  /// Most have one place at most, which needs no list.
  private var firstPoint: Point?
  private var otherPoints: [Point] = []
  /// Whether the file says that it is not shown at first.
  var isHidden = false

  /// About how many bytes it takes while an overlay or an annotation is made of it, measured: those are there beside it.
  var memory: Int {
    let places =
      polygons.reduce(0) { $0 + $1.rings.reduce(0) { $0 + 32 + $1.count } }
      + lines.reduce(0) { $0 + 32 + $1.count }
    let texts = label.id.utf8.count + label.name.utf8.count + label.detail.utf8.count
    // Of places measured with a million of them.
    return (pointCount == 0 ? 720 : 420 * pointCount) + 32 * places + 2 * texts
  }

  var pointCount: Int { firstPoint == nil ? 0 : 1 + otherPoints.count }

  mutating func add(point: Point) {
    if firstPoint == nil { firstPoint = point } else { otherPoints.append(point) }
  }

  func forEachPoint(_ body: (Point) -> Void) {
    if let firstPoint { body(firstPoint) }
    otherPoints.forEach(body)
  }

  var isEmpty: Bool { polygons.isEmpty && lines.isEmpty && firstPoint == nil }
}

/// What of a KML or GPX file is not drawn as it stands there.
struct XMLGeometryNotes {
  /// Lines of one place, rings without an area.
  var dropped = 0
  /// Lines and areas that lie above the ground, or reach down to it.
  var raised = 0
  var hidden = 0
  /// Elements that are no shapes, by their names.
  var undrawn: [String: Int] = [:]
  var badStyles = 0, outsideStyles = 0, missingStyles = 0

  /// Elements of KML that are no shapes: pictures, models, tours and other files.
  static let undrawnElements: Set<String> = [
    "NetworkLink", "GroundOverlay", "ScreenOverlay", "PhotoOverlay", "Model", "Tour",
  ]

  /// Says it in the warnings of a file.
  func tell(_ file: SceneFile) {
    func tell(_ count: Int, _ one: String, _ several: String) {
      if count > 0 { file.warn("\(count) \(count == 1 ? one : several)") }
    }
    tell(
      dropped, "line or ring of too few places left out",
      "lines or rings of too few places left out")
    tell(
      raised, "line or area above the ground is drawn on it: overlays have no heights",
      "lines or areas above the ground are drawn on it: overlays have no heights")
    tell(
      hidden, "feature that the file hides (visibility 0) is drawn",
      "features that the file hides (visibility 0) are drawn")
    tell(
      badStyles, "colour, width or switch of a style is none; it is ignored",
      "colours, widths or switches of styles are none; they are ignored")
    tell(
      outsideStyles, "style is in another file, which is not followed",
      "styles are in other files, which are not followed")
    tell(
      missingStyles, "style is named that the file does not have",
      "styles are named that the file does not have")
    for (name, count) in undrawn.sorted(by: { $0.key < $1.key }) {
      let isLink = name == "NetworkLink"
      let words = isLink ? "not followed" : "not drawn"
      tell(count, "\(name) \(words)", "\(name)s \(words)")
    }
  }
}
