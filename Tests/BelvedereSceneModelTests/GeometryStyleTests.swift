import BelvedereAnnotations
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereTestSupport
import BelvedereXML
import Testing

/// Looks, names and places of GeoJSON, KML and GPX.
@Suite("Looks of files", .enabled(if: XMLReader.isAvailable, "this build has no Expat"))
struct GeometryStyleTests {
  private func load(_ text: String, _ name: String, style: String? = nil) throws -> LoadedScene {
    let folder = try TemporaryFolder()
    let file = try folder.write(name, text)
    guard let style else {
      var sources = SceneSources()
      sources.overlays = [file]
      return try SceneLoader().load(sources)
    }
    let scene = try folder.write(
      "scene.json", "{\"belvedere\": 1, \"overlays\": [{\"file\": \"\(name)\"\(style)}]}")
    return try SceneLoader().load(path: scene)
  }

  private func color(_ hex: String) throws -> Color { try #require(Color(hex: hex)) }

  private func tint(_ annotation: Annotation) -> String {
    if case .marker(let marker) = annotation.appearance { marker.tint.hex } else { "" }
  }

  private static let kml = """
    <kml xmlns="http://www.opengis.net/kml/2.2"><Document>
    <Placemark id="p1"><name>Field</name><styleUrl>#map</styleUrl><Polygon><outerBoundaryIs><LinearRing><coordinates>
    7,46 7.1,46 7.1,46.1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
    <Placemark><name>Way</name><styleUrl>#map</styleUrl><Style><LineStyle><width>7</width></LineStyle></Style>
    <LineString><coordinates>7,46 7.2,46.2</coordinates></LineString></Placemark>
    <Placemark><name>Bare</name><Style><PolyStyle><fill>0</fill></PolyStyle></Style><Polygon><outerBoundaryIs><LinearRing>
    <coordinates>8,46 8.1,46 8.1,46.1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
    <Placemark><name>No edge</name><styleUrl>#edge</styleUrl><Polygon><outerBoundaryIs><LinearRing>
    <coordinates>9,46 9.1,46 9.1,46.1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
    <Placemark><name>Hut</name><description><![CDATA[<b>Food</b> &amp; beds<br/>at all times]]></description>
    <styleUrl>#map</styleUrl><Point><altitudeMode>relativeToGround</altitudeMode><coordinates>7.5,46.5,12</coordinates></Point>
    </Placemark><Placemark><MultiGeometry><Point><coordinates>1,2</coordinates></Point><Point>
    <altitudeMode>absolute</altitudeMode><coordinates>3,4,50</coordinates></Point></MultiGeometry></Placemark>
    <StyleMap id="map"><Pair><key>highlight</key><styleUrl>#edge</styleUrl></Pair><Pair><key>normal</key><styleUrl>#own</styleUrl>
    </Pair></StyleMap><Style id="own"><IconStyle><color>ff0000ff</color></IconStyle><LineStyle><color>80ff8000</color><width>3</width>
    </LineStyle><PolyStyle><color>4000ff00</color></PolyStyle></Style>
    <Style id="edge"><PolyStyle><color>ff112233</color><outline>0</outline></PolyStyle></Style>
    </Document></kml>
    """

  @Test("styles of KML: shared, by a map, on the spot; colours are aabbggrr")
  func kml() throws {
    let scene = try load(Self.kml, "a.kml").scene
    #expect(scene.overlays.map(\.name) == ["Field", "Bare", "No edge", "Way"])
    let field = scene.overlays[0]
    #expect(field.id == "p1" && field.lineWidth == 3)
    #expect(field.strokeColor?.hex == "#0080ff80" && field.fillColor?.hex == "#00ff0040")
    // What is said on the spot counts, and the rest is that of the shared style.
    #expect(scene.overlays[3].lineWidth == 7 && scene.overlays[3].strokeColor?.hex == "#0080ff80")
    #expect(scene.overlays[3].fillColor == nil)
    // What a style leaves open is white.
    #expect(scene.overlays[1].fillColor == nil && scene.overlays[1].strokeColor?.hex == "#ffffff")
    #expect(scene.overlays[2].fillColor?.hex == "#332211" && scene.overlays[2].strokeColor == nil)
  }

  @Test("places of KML are annotations with names, first lines of descriptions and heights")
  func places() throws {
    let loaded = try load(Self.kml, "a.kml")
    let marks = loaded.scene.annotations
    #expect(marks.map(\.title) == ["Hut", "", ""])
    #expect(marks[0].subtitle == "Food & beds" && tint(marks[0]) == "#ff0000")
    #expect(tint(marks[1]) == MarkerStyle.standardTint.hex)
    #expect(marks[0].coordinate == Coordinate(latitude: 46.5, longitude: 7.5))
    #expect(
      marks.map(\.elevation) == [.aboveGround(12), .aboveGround(0), .aboveSea(50)])
    #expect(loaded.report.count(SceneReport.places) == 3)
  }

  @Test("what a scene says of a file's look counts before what the file says")
  func override() throws {
    let given = ", \"strokeColor\": \"#123456\", \"fillColor\": \"#abcdef80\", \"lineWidth\": 9"
    let all = try load(Self.kml, "a.kml", style: given).scene.overlays
    #expect(all.allSatisfy { $0.strokeColor?.hex == "#123456" && $0.lineWidth == 9 })
    #expect(all.map { $0.fillColor?.hex } == ["#abcdef80", "#abcdef80", "#abcdef80", nil])
    // A width alone keeps the file's colours.
    let wide = try load(Self.kml, "a.kml", style: ", \"lineWidth\": 9").scene
    #expect(wide.overlays[0].lineWidth == 9 && wide.overlays[0].strokeColor?.hex == "#0080ff80")
    #expect(wide.annotations.count == 3)
    // Where neither speaks of colours it is seen all the same.
    let bare = try load(
      "<gpx><rte><rtept lat='1' lon='2'/><rtept lat='2' lon='2'/></rte></gpx>", "a.gpx", style: "")
    #expect(bare.scene.overlays[0].strokeColor != nil && bare.scene.overlays[0].lineWidth == 3)
    #expect(bare.warnings.isEmpty)
  }

  @Test("simplestyle-spec of GeoJSON, its defaults, and values that are none")
  func simpleStyle() throws {
    func feature(_ properties: String, _ geometry: String) -> String {
      "{\"type\": \"Feature\", \"properties\": {\(properties)}, \"geometry\": \(geometry)}"
    }
    let ring = "{\"type\": \"Polygon\", \"coordinates\": [[[7,46],[7.1,46],[7.1,46.1],[7,46]]]}"
    let line = "{\"type\": \"LineString\", \"coordinates\": [[7,46],[7.1,46]]}"
    let points = "{\"type\": \"MultiPoint\", \"coordinates\": [[7,46],[8,47,900]]}"
    let list = [
      feature("\"fill\": \"#0f0\", \"fill-opacity\": 0.5", ring),
      feature("\"stroke\": \"ff0000\", \"stroke-width\": 4, \"stroke-opacity\": 0.2", line),
      feature("\"stroke-width\": 0", ring), feature("\"stroke\": \"blue\"", line),
      feature("\"title\": \"Two\", \"marker-color\": \"#00f\", \"marker-symbol\": \"bus\"", points),
      feature("\"name\": \"Plain\"", ring),
    ].joined(separator: ",")
    let loaded = try load(
      "{\"type\": \"FeatureCollection\", \"features\": [\(list)]}", "a.geojson")
    let overlays = loaded.scene.overlays
    #expect(overlays.count == 5)
    #expect(
      overlays[0].fillColor?.hex == "#00ff0080" && overlays[0].strokeColor?.hex == "#555555"
        && overlays[0].lineWidth == 2)
    #expect(overlays[1].strokeColor == nil && overlays[1].fillColor?.hex == "#55555599")
    #expect(overlays[2].name == "Plain" && overlays[2].lineWidth == 3)
    #expect(overlays[3].strokeColor?.hex == "#ff000033" && overlays[3].lineWidth == 4)
    #expect(overlays[4].strokeColor?.hex == "#555555")
    #expect(loaded.warnings.count == 1)
    #expect(loaded.warnings[0].description.contains("\"stroke\" of 1 feature is"))
    let marks = loaded.scene.annotations
    #expect(marks.map(\.title) == ["Two", "Two"] && marks.allSatisfy { tint($0) == "#0000ff" })
  }

  @Test(
    "waypoints, tracks and routes of GPX keep their names; comments count where nothing else does")
  func gpx() throws {
    let loaded = try load(
      """
      <gpx version="1.1"><wpt lat="46" lon="7"><ele>900</ele><name>Hut</name><cmt>noted</cmt><desc>Beds</desc></wpt>
      <wpt lat="46.5" lon="7.5"><cmt>noted</cmt></wpt><rte><name>Way</name><rtept lat="46" lon="7"><name>not this</name></rtept>
      <rtept lat="46.1" lon="7"/></rte><trk><name>Walk</name><extensions><name>nor this</name></extensions><trkseg>
      <trkpt lat="46" lon="7"/><trkpt lat="46.1" lon="7"/></trkseg></trk></gpx>
      """, "a.gpx")
    #expect(loaded.scene.annotations.map(\.title) == ["Hut", ""])
    #expect(loaded.scene.annotations.map(\.subtitle) == ["Beds", "noted"])
    #expect(loaded.scene.overlays.map(\.name) == ["Way", "Walk"])
  }

  @Test("what is not drawn, or not as it stands there, is told; other files are not followed")
  func notes() throws {
    let loaded = try load(
      """
      <kml><Document><NetworkLink><Link><href>http://example.com/a.kml</href></Link></NetworkLink><GroundOverlay/>
      <Placemark><visibility>0</visibility><styleUrl>other.kml#x</styleUrl><LineString><extrude>1</extrude>
      <altitudeMode>absolute</altitudeMode><coordinates>7,46,9 7,47,9</coordinates></LineString></Placemark>
      <Placemark><styleUrl>#gone</styleUrl><Style><LineStyle><color>red</color></LineStyle></Style><LineString><coordinates>7,46 8,46
      </coordinates></LineString></Placemark><gx:Tour xmlns:gx="x"><gx:Playlist><gx:AnimatedUpdate><Update><Change><Placemark
      targetId="a"><name>x</name><Point><coordinates>1,2</coordinates></Point></Placemark></Change></Update></gx:AnimatedUpdate>
      </gx:Playlist></gx:Tour></Document></kml>
      """, "a.kml")
    let told = loaded.warnings.map(\.description).joined(separator: "\n")
    for words in [
      "1 NetworkLink not followed", "1 GroundOverlay not drawn", "1 Tour not drawn",
      "1 feature that the file hides", "1 line or area above the ground is",
      "1 style is in another file",
      "1 style is named", "1 colour, width or switch",
    ] { #expect(told.contains(words), "\(words) in \(told)") }
    #expect(loaded.scene.annotations.isEmpty && loaded.scene.overlays.count == 1)
  }

  @Test("maps of styles that lead to themselves end")
  func circle() throws {
    let scene = try load(
      """
      <kml><Document><StyleMap id="a"><Pair><key>normal</key><styleUrl>#b</styleUrl></Pair></StyleMap><StyleMap id="b"><Pair>
      <key>normal</key><styleUrl>#a</styleUrl></Pair></StyleMap><Placemark><styleUrl>#a</styleUrl><Point><coordinates>1,2
      </coordinates></Point></Placemark></Document></kml>
      """, "a.kml"
    ).scene
    #expect(scene.annotations.count == 1)
  }

  @Test("a collection of which every feature is damaged is refused, with a line and a place")
  func damaged() throws {
    let error = try #require(throws: SceneError.self) {
      try load(
        "{\"type\": \"FeatureCollection\", \"features\": [\n{\"type\": \"Feature\"}]}", "a.geojson")
    }
    #expect(error.line == 2 && error.path == "features[0]", "\(error)")
  }
}
