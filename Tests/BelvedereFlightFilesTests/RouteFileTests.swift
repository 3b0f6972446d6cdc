import BelvedereFlightFiles
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct RouteFileTests {
  private static let gpx = """
    <?xml version="1.0"?>
    <gpx version="1.1" creator="a" xmlns="http://www.topografix.com/GPX/1/1">
      <metadata><name>Not a route</name></metadata>
      <wpt lat="1" lon="2"><name>Nor this</name></wpt>
      <rte><name>Short</name><rtept lat="46" lon="7"/><rtept lat="46.5" lon="7.25"/></rte>
      <trk><name>Long</name>
        <trkseg><trkpt lat="-33.5" lon="179.9"><ele>10</ele><time>x</time></trkpt>
          <trkpt lon="-179.9" lat="-33.6"/></trkseg>
        <trkseg><trkpt lat="-33.7" lon="-179.8"/></trkseg>
      </trk>
      <trk><trkseg><trkpt lat="0" lon="0"/></trkseg></trk>
    </gpx>
    """
  private static let kml = """
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document><name>Ways</name>
        <Placemark><name>Path</name><LineString><tessellate>1</tessellate><coordinates>
          7.0,46.0,0 7.25,46.5,100
          7.5,46.75
        </coordinates></LineString></Placemark>
        <Placemark><name>Point</name><Point><coordinates>1,2</coordinates></Point></Placemark>
        <Placemark><gx:Track><when>2020</when><gx:coord>-118.5 33.25 10</gx:coord>
          <gx:coord>-118.25 33.5 20</gx:coord></gx:Track></Placemark>
      </Document></kml>
    """
  private static let geojson = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"name": "Ridge"}, "geometry":
        {"type": "LineString", "coordinates": [[7, 46, 900], [7.25, 46.5]]}},
      {"type": "Feature", "properties": null, "geometry": null},
      {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [1, 2]}},
      {"type": "Feature", "properties": {}, "geometry": {"type": "GeometryCollection", "geometries": [
        {"type": "MultiLineString", "coordinates": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]}]}}]}
    """

  private func read(_ text: String) throws(FlightFileError) -> RouteFile {
    try RouteFile(Array(text.utf8))
  }

  private func pairs(_ route: RouteFile.Route) -> [[Double]] {
    route.coordinates.map { [$0.latitude, $0.longitude] }
  }

  @Test("Tracks and routes of GPX, segments joined, waypoints passed over")
  func tracks() throws {
    #expect(RouteFile.isRoute(Array(Self.gpx.utf8)))
    let file = try read(Self.gpx)
    #expect(file.routes.map(\.name) == ["Short", "Long"])
    #expect(pairs(file.routes[0]) == [[46, 7], [46.5, 7.25]])
    #expect(pairs(try file.route()) == [[-33.5, 179.9], [-33.6, -179.9], [-33.7, -179.8]])
    #expect(try file.route(named: "Short").coordinates.count == 2)
    #expect(throws: FlightFileError.self) { try file.route(named: "short") }
  }

  @Test("Lines and tracks of KML, with their features' names")
  func lines() throws {
    let file = try read(Self.kml)
    #expect(file.routes.map(\.name) == ["Path", "Ways"])
    #expect(pairs(file.routes[0]) == [[46, 7], [46.5, 7.25], [46.75, 7.5]])
    #expect(pairs(file.routes[1]) == [[33.25, -118.5], [33.5, -118.25]])
  }

  @Test("Lines of GeoJSON")
  func features() throws {
    #expect(RouteFile.isRoute(Array(Self.geojson.utf8)))
    let file = try read(Self.geojson)
    #expect(file.routes.map(\.name) == ["Ridge", nil])
    #expect(pairs(file.routes[0]) == [[46, 7], [46.5, 7.25]])
    #expect(pairs(file.routes[1]) == [[2, 1], [4, 3], [6, 5], [8, 7]])
    // GeoJSON it is, but no way.
    let point = #"{"type": "Point", "coordinates": [1, 2]}"#
    #expect(RouteFile.isRoute(Array(point.utf8)) && !RouteFile.hasRoute(Array(point.utf8)))
    let error = #expect(throws: FlightFileError.self) { try read(point) }
    #expect(error?.description.contains("LineString") == true)
    #expect(!RouteFile.isRoute(Array(#"{"shots": []}"#.utf8)))
  }

  @Test(
    "What is wrong is named with its place",
    arguments: [
      (#"<gpx><trk><trkseg><trkpt lon="1"/></trkseg></trk></gpx>"#, "line 1", "without lat"),
      ("<gpx><trk><trkseg>\n<trkpt lat=\"x\" lon=\"1\"/>", "line 2, lat", "got \"x\""),
      ("<gpx><rte><rtept lat=\"91\" lon=\"1\"/></rte></gpx>", "line 1", "between -90 and 90"),
      ("<gpx><rte><rtept lat=\"nan\" lon=\"1\"/></rte></gpx>", "line 1, lat", "a number"),
      ("<gpx><rte><rtept lat=\"1\" lon=\"1e7\"/></rte></gpx>", "line 1", "±1e6"),
      ("<gpx></gpx>", "", "no way of two places"),
      ("<html></html>", "line 1", "expected <gpx> or <kml>"),
      ("<gpx><trk>", "line 1, column", ""),
      ("<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx/>", "line 1", "document type"),
      ("<!DOCTYPE gpx>\n<gpx/>", "line 1", "document type"),
      (
        "<kml><Placemark><LineString><coordinates>1,2 3</coordinates></LineString></Placemark></kml>",
        "line 1", "a longitude and a latitude"
      ),
      (#"{"type": "LineString", "coordinates": [[1, 2], [3]]}"#, "coordinates[1]", "longitude"),
      (#"{"type": "LineString", "coordinates": [[1, 95], [3, 4]]}"#, "coordinates[0]", "-90"),
      (#"{"type": "LineString", "coordinates": 7}"#, "coordinates", "an array"),
      (#"{"type": "LineString", "coordinates": [[1, 2]]}"#, "", "no way of two places"),
      (#"{"type": "LineStri"#, "line 1", ""),
    ])
  func mistakes(_ text: String, _ place: String, _ reason: String) {
    do throws(FlightFileError) {
      _ = try read(text)
      Issue.record("read: \(text)")
    } catch {
      #expect(error.place.hasPrefix(place), "\(error)")
      #expect(reason.isEmpty || error.reason.contains(reason), "\(error)")
    }
  }

  @Test("Beginnings and flipped bytes end well")
  func damaged() {
    for text in [Self.gpx, Self.kml, Self.geojson] {
      let bytes = Array(text.utf8)
      for count in bytes.indices { _ = try? RouteFile(Array(bytes[..<count])) }
      forEachSeed(1000) { random in
        var broken = bytes
        for _ in 0..<random.int(1...4) {
          broken[random.int(0...(broken.count - 1))] = UInt8(
            truncatingIfNeeded: random.int(0...255))
        }
        guard let file = try? RouteFile(broken) else { return }
        for route in file.routes {
          try check(route.coordinates.allSatisfy { abs($0.latitude) <= 90 }, "\(route)")
        }
      }
    }
  }

  /// The count is that of `grep -c '<gx:coord>'` in the file.
  @Test("A flight of a helicopter that was recorded")
  func catalina() throws {
    guard let path = SharedData.file("kml/catalina-track.kml") else { return }
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let file = try RouteFile(bytes)
    #expect(file.routes.reduce(0) { $0 + $1.coordinates.count } == 213)
    #expect(
      file.routes.allSatisfy { $0.coordinates.allSatisfy { (33...34).contains($0.latitude) } })
  }
}
