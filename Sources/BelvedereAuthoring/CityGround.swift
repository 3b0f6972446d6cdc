import BelvedereGeoMath
import BelvedereGeodesy
import Foundation

/// Where nothing may be built: parks, lakes and squares, and everything outside the land.
package struct CityGround: Sendable {
  package struct Area: Sendable {
    let name: String
    let polygon: CityPolygon
    /// Whether streets of the grids end here; squares crossed by streets say no.
    let stopsStreets: Bool
  }

  package let frame: LocalFrame
  package let areas: [Area]
  package let land: CityLand

  package init(frame: LocalFrame, parks: CitySource, land: CitySource?) throws {
    self.frame = frame
    areas = try parks.required("open").array().map { area in
      Area(
        name: try area.required("name").string(),
        polygon: try CityGround.outline(area, in: frame),
        stopsStreets: try area.number("streets", or: 0) == 0)
    }
    self.land = CityLand(
      polygons: try land.map { try CityGround.polygons(ofGeoJSON: $0, in: frame) } ?? [])
  }

  /// `"polygon"`, or a rectangle `"at"` with `"size": [across, along]` and `"heading"`.
  package static func outline(_ source: CitySource, in frame: LocalFrame) throws -> CityPolygon {
    if let ring = try source.optional("polygon") {
      return CityPolygon(try ring.coordinates(), in: frame)
    }
    let size = try source.required("size").numbers()
    guard size.count == 2 else { throw source.error("a size needs two numbers") }
    let rectangle = CityRectangle(
      center: frame.position(of: try source.required("at").coordinate()), width: size[0],
      depth: size[1], heading: try source.number("heading", or: 0))
    return CityPolygon(rings: [rectangle.corners])
  }

  private static func polygons(
    ofGeoJSON source: CitySource, in frame: LocalFrame
  ) throws -> [CityPolygon] {
    var result: [CityPolygon] = []
    func polygon(_ rings: CitySource) throws {
      result.append(
        CityPolygon(
          rings: try rings.array().map { try $0.coordinates().map { frame.position(of: $0) } }))
    }
    func geometry(_ geometry: CitySource) throws {
      switch try geometry.required("type").string() {
      case "Polygon": try polygon(geometry.required("coordinates"))
      case "MultiPolygon":
        for part in try geometry.required("coordinates").array() { try polygon(part) }
      default: break
      }
    }
    switch try source.required("type").string() {
    case "FeatureCollection":
      for feature in try source.required("features").array() {
        try geometry(feature.required("geometry"))
      }
    case "Feature": try geometry(source.required("geometry"))
    default: try geometry(source)
    }
    return result
  }

  /// Whether a point is on the land; everything is where no land is given.
  package func isLand(_ p: Vector2) -> Bool { land.contains(p) }

  package func isOpen(_ p: Vector2) -> Bool { areas.contains { $0.polygon.contains(p) } }

  /// Whether a street of a grid may run here.
  package func takesStreet(_ p: Vector2) -> Bool {
    isLand(p) && !areas.contains { $0.stopsStreets && $0.polygon.contains(p) }
  }

  /// Whether a building may stand here.
  package func takes(_ rectangle: CityRectangle) -> Bool {
    let corners = rectangle.corners
    for i in 0..<4 {
      let a = corners[i]
      if isOpen(a) || !isLand(a) { return false }
      let b = (a + corners[(i + 1) % 4]) / 2
      if isOpen(b) { return false }
    }
    return !isOpen(rectangle.center) && isLand(rectangle.center)
  }
}
