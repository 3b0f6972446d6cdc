import Belvedere

/// The names of members that an object of a request may have.
struct QueryFields: Sendable {
  private let names: Set<String>
  /// Those long enough to be told from other words when they are mistyped.
  private let long: [String]

  init(_ names: [String]) {
    self.names = Set(names)
    long = names.filter { $0.utf8.count >= 4 }
  }

  func contains(_ name: String) -> Bool { names.contains(name) }

  func closest(to name: String) -> String? { closestMatch(to: name, among: long, slips: 1) }

  static let request = QueryFields([
    "id", "op", "coordinate", "mapPoint", "latitude", "longitude", "x", "y", "from", "to",
    "azimuth",
    "distance", "maximumSegment", "lookingAtCenter", "fromEyeCoordinate", "eyeAltitude", "camera",
    "limits", "viewport", "elevation", "point", "projection", "farDepth", "mapRect", "region",
    "coordinates", "pitch", "heading", "style", "samples", "height", "minimumDistance",
    "annotations",
  ])
  static let snapshot = QueryFields([
    "id", "output", "camera", "region", "mapRect", "pitch", "heading", "width", "height", "scale",
    "fieldOfView", "projection", "limits", "elevationStyle", "quality", "samples", "depth", "sun",
    "time", "overlays", "annotations", "coordinates", "points", "configuration",
    "showsOverlays", "showsAnnotations", "flattenUnderOverlays",
  ])
  static let camera = QueryFields([
    "centerCoordinate", "distance", "pitch", "heading", "fieldOfView",
  ])
  static let place = QueryFields(["coordinate", "latitude", "longitude", "height"])
  static let viewport = QueryFields(["width", "height", "fieldOfView", "padding"])
  static let padding = QueryFields(["top", "left", "bottom", "right"])
  static let limits = QueryFields([
    "zoomRange", "boundary", "pitchLimit", "isPitchEnabled", "isRotateEnabled",
  ])
  static let zoomRange = QueryFields(["minimumDistance", "maximumDistance"])
}
