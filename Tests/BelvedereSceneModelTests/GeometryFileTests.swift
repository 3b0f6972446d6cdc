import BelvedereFiles
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTestSupport
import BelvedereXML
import Foundation
import Testing

/// Areas and lines of GeoJSON, KML and GPX as overlays.
@Suite("Overlays of files", .enabled(if: XMLReader.isAvailable, "this build has no Expat"))
struct GeometryFileTests {
  private func overlays(
    _ text: String, _ name: String, style: String? = nil
  ) throws -> (overlays: [Overlay], warnings: [String], report: String) {
    let folder = try TemporaryFolder()
    let file = try folder.write(name, text)
    guard let style else {
      var sources = SceneSources()
      sources.overlays = [file]
      let loaded = try SceneLoader().load(sources)
      return (
        loaded.scene.overlays, loaded.warnings.map(\.description), "\(loaded.report)"
      )
    }
    let scene = try folder.write(
      "scene.json", "{\"belvedere\": 1, \"overlays\": [{\"file\": \"\(name)\"\(style)}]}")
    let loaded = try SceneLoader().load(path: scene)
    return (loaded.scene.overlays, loaded.warnings.map(\.description), "\(loaded.report)")
  }

  private static let kml = """
    <?xml version="1.0"?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>All</name>
    <Placemark><name>Lake</name><MultiGeometry>
    <Polygon><outerBoundaryIs><LinearRing><coordinates>7,46,0 7.1,46,0 7.1,46.1,0 7,46.1,0 7,46,0</coordinates></LinearRing>
    </outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>7.04,46.04 7.06,46.04 7.06,46.06 7.04,46.04
    </coordinates></LinearRing></innerBoundaryIs></Polygon>
    <LineString><coordinates>7,46 7.2,46.2</coordinates></LineString></MultiGeometry></Placemark>
    <Placemark><gx:Track><when>2020-01-01</when><gx:coord>179.9 10 5</gx:coord><gx:coord>-179.9 10 5</gx:coord></gx:Track>
    </Placemark>
    <Placemark><Point><coordinates>7,46</coordinates></Point></Placemark>
    </Document></kml>
    """

  @Test("KML's polygons with holes, lines and tracks under their names; places are counted")
  func kml() throws {
    let (overlays, _, report) = try overlays(Self.kml, "a.kml")
    #expect(overlays.map(\.name) == ["Lake", "Lake", ""] && report.contains("1"))
    let lake = try #require(overlays.first)
    #expect(lake.fillColor != nil && lake.strokeColor != nil)
    guard case .multiPolygon(let polygons) = lake.shape,
      case .multiPolyline(let shore) = overlays[1].shape,
      case .multiPolyline(let track) = overlays[2].shape
    else {
      Issue.record("other shapes")
      return
    }
    #expect(polygons.count == 1 && polygons[0].rings.map(\.count) == [4, 3])
    #expect(shore.map(\.count) == [2] && track.map(\.count) == [2])
    // The short way across the antimeridian.
    #expect(track[0].map(\.longitude) == [179.9, 180.1])
    #expect(overlays[1].fillColor == nil)
  }

  @Test("segments of GPX are lines of their own")
  func gpx() throws {
    let (overlays, _, _) = try overlays(
      """
      <gpx version="1.1"><wpt lat="46" lon="7"/><trk><trkseg><trkpt lat="46" lon="7"/><trkpt lat="46.1" lon="7.1"/></trkseg>
      <trkseg><trkpt lat="46.2" lon="7.1"/><trkpt lat="46.3" lon="7.1"/><trkpt lat="46.4" lon="7.2"/></trkseg>
      <trkseg><trkpt lat="46" lon="7"/></trkseg></trk><rte><rtept lat="1" lon="2"/><rtept lat="1.5" lon="2"/></rte></gpx>
      """, "a.gpx")
    guard case .multiPolyline(let lines)? = overlays.first?.shape else {
      Issue.record("no lines")
      return
    }
    #expect(overlays.count == 1 && lines.map(\.count) == [2, 3, 2])
  }

  @Test("the same shapes are the same overlays from GeoJSON, with the look that a scene gives")
  func geoJSON() throws {
    let style = ", \"strokeColor\": \"#0000ff\", \"lineWidth\": 5, \"route\": true"
    let ring = "[[7,46],[7.1,46],[7.1,46.1],[7,46.1],[7,46]]"
    let hole = "[[7.04,46.04],[7.06,46.04],[7.06,46.06],[7.04,46.04]]"
    let geo = try overlays(
      """
      {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "Lake"}, "geometry":
      {"type": "GeometryCollection", "geometries": [{"type": "Polygon", "coordinates": [\(ring), \(hole)]},
      {"type": "LineString", "coordinates": [[7,46],[7.2,46.2]]}]}}, {"type": "Feature", "properties": null, "geometry":
      {"type": "LineString", "coordinates": [[179.9,10],[-179.9,10]]}}]}
      """, "a.geojson", style: style)
    let kml = try overlays(Self.kml, "a.kml", style: style)
    #expect(geo.overlays == kml.overlays && geo.overlays.count == 3)
    #expect(geo.overlays.allSatisfy { $0.lineWidth == 5 && $0.isRoute && $0.fillColor == nil })
  }

  @Test("what is wrong is named with its line")
  func errors() throws {
    func message(_ text: String, _ name: String = "a.kml", style: String? = nil) -> String {
      do {
        let (found, warnings, _) = try overlays(text, name, style: style)
        return "\(found.count) \(warnings)"
      } catch {
        return "\(error)"
      }
    }
    #expect(message("<html>\n</html>").contains("a.kml:1: expected <kml> or <gpx>, got <html>"))
    #expect(
      message(
        "<kml><Placemark>\n<LineString><coordinates>7,x</coordinates></LineString></Placemark></kml>"
      ).contains("a.kml:2: expected a longitude"))
    #expect(
      message("<gpx>\n<trk><trkseg><trkpt lat=\"95\" lon=\"7\"/></trkseg></trk></gpx>", "a.gpx")
        .contains("a.gpx:2: latitudes"))
    #expect(
      message("<gpx>\n<trk><trkseg><trkpt lat=\"5\"/></trkseg></trk></gpx>", "a.gpx").contains(
        "needs lat and lon"))
    #expect(message("<kml><Placemark>").contains("line 1"))
    #expect(message("{\"type\": \"Nothing\"}", "a.json").contains("not GeoJSON"))
    #expect(message("<kml/>", style: "").contains("no area, no line and no place"))
    #expect(message("<kml/>").contains("no area, no line and no place"))
    #expect(message("PK\u{3}\u{4}").contains("cut short or damaged"))
    #expect(message("<kml/>", style: ", \"polygon\": []").contains("\"polygon\""))
    #expect(
      !message(
        "<kml><Polygon><innerBoundaryIs><LinearRing><coordinates>7,46 8,46 8,47</coordinates></LinearRing></innerBoundaryIs></Polygon></kml>"
      ).isEmpty)
  }

  @Test("cut files are an error or what there is of them")
  func cut() throws {
    let whole = Array(Self.kml.utf8)
    for count in stride(from: 1, to: whole.count, by: 37) {
      _ = try? overlays(String(decoding: whole.prefix(count), as: UTF8.self), "a.kml")
    }
  }
}
