import BelvedereGeodesy

/// Geometry of a scene file.
enum ShapeDecoder {
  /// Polygon coordinates: an outer ring and its holes.
  static func polygon(_ node: SceneNode) throws(SceneError) -> GeographicPolygon {
    let parts = try node.elements(of: "rings")
    guard !parts.isEmpty else { throw node.error("a polygon needs an outer ring") }
    var rings: [[Coordinate]] = []
    for part in parts {
      guard let ring = cleanedRing(try part.positions(atLeast: 3)) else {
        throw part.error("the ring has no area: it needs three different corners")
      }
      rings.append(ring)
    }
    return GeographicPolygon(rings: rings)
  }

  static func line(_ node: SceneNode) throws(SceneError) -> [Coordinate] {
    try node.positions(atLeast: 2)
  }

  static func circle(_ node: SceneNode) throws(SceneError) -> (center: Coordinate, radius: Double) {
    let object = try SceneObject(node, .circle)
    return (
      try object.required("center", "[longitude, latitude]").position(),
      try object.required("radius", "metres").positive("a number of metres", upTo: 10_000_000)
    )
  }

  static func rectangle(_ node: SceneNode) throws(SceneError) -> GeographicPolygon {
    let object = try SceneObject(node, .rectangle)
    return GeographicPolygon(
      rectangleAround: try object.required("center", "[longitude, latitude]").position(),
      width: try object.required("width", "metres").positive("a number of metres", upTo: 100_000),
      depth: try object.required("depth", "metres").positive("a number of metres", upTo: 100_000),
      heading: try object["heading"]?.number("a heading in degrees", in: -3600...3600) ?? 0)
  }
}
