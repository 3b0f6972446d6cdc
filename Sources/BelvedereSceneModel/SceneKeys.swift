/// The keys that an object of a scene file may have. The JSON Schema of the format lists the same.
public struct SceneKeys: Sendable, Hashable {
  /// The object's name in messages.
  public let title: String
  /// Its definition in the schema.
  public let definition: String
  /// The keys.
  public let names: [String]

  init(_ title: String, _ definition: String, _ names: [String]) {
    self.title = title
    self.definition = definition
    self.names = names
  }

  static let scene = SceneKeys(
    "the scene", "scene",
    [
      "$schema", "belvedere", "name", "description", "attribution", "licences", "include", "camera",
      "cameras",
      "projection", "pitchLimit", "light", "terrain", "verticalExaggeration", "land", "landCover",
      "roads", "tunnels", "buildings", "beams", "trees", "models", "streamed", "venues",
      "overlays",
      "annotations", "ornaments", "font", "configuration", "imagery", "world",
    ])
  static let configuration = SceneKeys(
    "a configuration", "configuration",
    [
      "kind", "elevation", "emphasis", "appearance", "pointsOfInterest", "labels", "buildings",
      "traffic",
    ])
  static let pointsOfInterest = SceneKeys(
    "a filter", "pointsOfInterest", ["including", "excluding"])
  static let imagery = SceneKeys("imagery", "imagery", ["file"])
  static let camera = SceneKeys(
    "a camera", "camera",
    ["centerCoordinate", "distance", "pitch", "heading", "fieldOfView", "description"])
  static let coordinate = SceneKeys("a coordinate", "coordinate", ["latitude", "longitude"])
  static let light = SceneKeys(
    "the light", "light", ["sunAzimuth", "sunElevation", "time", "visibility"])
  static let terrain = SceneKeys(
    "a terrain", "terrain",
    [
      "file", "url", "crs", "encoding", "zoom", "tileSize", "bounds", "scale", "offset", "hills",
    ])
  static let bounds = SceneKeys("bounds", "bounds", ["south", "west", "north", "east"])
  static let hill = SceneKeys("a hill", "hill", ["center", "height", "radius"])
  static let file = SceneKeys("a file", "file", ["file"])
  static let land = SceneKeys("a file of land", "landFile", ["file", "bounds"])
  static let landCover = SceneKeys(
    "a land cover", "landCover", ["kind", "polygon", "trees", "file"])
  static let road = SceneKeys(
    "a road", "road",
    ["kind", "width", "name", "ref", "traffic", "path", "bridge", "file"])
  static let tunnel = SceneKeys("a tunnel", "tunnel", ["path", "width", "name"])
  static let building = SceneKeys(
    "a building", "building",
    [
      "footprint", "rectangle", "circle", "height", "minHeight", "taper", "roof", "roofHeight",
      "roofDirection",
      "ridge",
      "color", "roofColor", "use", "windows", "id", "name", "file", "surfaces",
    ])
  static let surface = SceneKeys("a surface", "surface", ["kind", "rings"])
  static let rectangle = SceneKeys(
    "a rectangle", "rectangle", ["center", "width", "depth", "heading"])
  static let circle = SceneKeys("a circle", "circle", ["center", "radius"])
  static let beam = SceneKeys(
    "a beam", "beam", ["path", "width", "depth", "color", "topColor", "name"])
  static let tree = SceneKeys("a tree", "tree", ["at", "height", "kind", "file"])
  static let model = SceneKeys(
    "a model", "model",
    ["file", "at", "elevation", "height", "heading", "scale", "id", "name"])
  static let streamed = SceneKeys(
    "a streamed layer", "streamed", ["file", "kind", "size", "standsFor"])
  static let venue = SceneKeys("a venue", "venue", ["file", "level"])
  static let overlay = SceneKeys(
    "an overlay", "overlay",
    [
      "polygon", "multiPolygon", "polyline", "multiPolyline", "geodesic", "circle", "fillColor",
      "strokeColor", "lineWidth", "lineCap", "lineJoin", "miterLimit", "lineDash", "lineDashPhase",
      "strokeStart", "strokeEnd", "gradient", "alpha", "blendMode", "level", "route", "name",
      "id", "tiles", "file",
    ])
  static let tiles = SceneKeys(
    "tiles", "tiles", ["file", "minimumZoom", "maximumZoom", "canReplaceMapContent"])
  static let annotation = SceneKeys(
    "an annotation", "annotation",
    [
      "at", "elevation", "height", "on", "id", "title", "subtitle", "titleVisibility",
      "subtitleVisibility", "titleSize", "titleWeight", "style", "tint", "glyph", "glyphColor",
      "image", "displayPriority",
      "zPriority", "selectedZPriority", "collisionMode", "clusteringIdentifier", "selected",
      "occlusion", "category",
    ])
  static let annotationImage = SceneKeys(
    "an annotation's image", "annotationImage", ["file", "scale", "anchor", "centerOffset"])
  static let ornaments = SceneKeys(
    "ornaments", "ornaments", ["compass", "scaleBar", "attribution"])
  static let gradientStop = SceneKeys("a colour along a line", "gradientStop", ["at", "color"])
  static let blocks = SceneKeys(
    "a block table", "blocks",
    [
      "belvedereBlocks", "origin", "unit", "styles", "rows", "terraces", "attribution",
      "description",
    ])
  static let blockStyle = SceneKeys(
    "a block style", "blockStyle", ["use", "roof", "roofHeight", "color", "roofColor", "windows"])
  static let trees = SceneKeys(
    "a tree table", "trees",
    ["belvedereTrees", "origin", "unit", "kinds", "rows", "attribution", "description"])

  /// The tables of everything that a `scene.json` may hold.
  public static let ofScenes: [SceneKeys] = [
    scene, camera, coordinate, light, terrain, bounds, hill, file, land, landCover, road,
    tunnel,
    building, rectangle, circle, beam, tree, model, streamed, venue, overlay, gradientStop,
    annotation,
    annotationImage,
    ornaments, configuration, pointsOfInterest, imagery, tiles,
  ]
}
