import BelvedereLimits
import BelvedereSceneModel
import BelvedereTestSupport
import BelvedereXML
import Testing

/// Damaged and hostile overlays: an error or what there is of them, in bounded time.
@Suite("Hostile overlays", .enabled(if: XMLReader.isAvailable, "this build has no Expat"))
struct HostileGeometryTests {
  private static let seeds = [
    """
    <kml xmlns="http://www.opengis.net/kml/2.2"><Document><Style id="a"><LineStyle><color>ff0000ff</color><width>2</width></LineStyle>
    <PolyStyle><fill>0</fill></PolyStyle></Style><StyleMap id="m"><Pair><key>normal</key><styleUrl>#a</styleUrl></Pair></StyleMap>
    <Placemark id="x"><name>N</name><description><![CDATA[<b>x</b>&lt;]]></description><styleUrl>#m</styleUrl><MultiGeometry><Point>
    <altitudeMode>absolute</altitudeMode><coordinates>7,46,5</coordinates></Point><Polygon><outerBoundaryIs><LinearRing><coordinates>
    7,46 8,46 8,47</coordinates></LinearRing></outerBoundaryIs></Polygon></MultiGeometry></Placemark></Document></kml>
    """,
    """
    <gpx><wpt lat="46" lon="7"><name>W</name></wpt><trk><name>T</name><trkseg><trkpt lat="46" lon="7"/><trkpt lat="46.1" lon="7"/>
    </trkseg></trk><rte><rtept lat="1" lon="2"/><rtept lat="1.5" lon="2"/></rte></gpx>
    """,
    """
    {"type": "FeatureCollection", "features": [{"type": "Feature", "id": 7, "properties": {"name": "n", "stroke": "#f00",
    "fill-opacity": 0.4, "description": "a<br>b"}, "geometry": {"type": "GeometryCollection", "geometries": [{"type": "Point",
    "coordinates": [7, 46]}, {"type": "Polygon", "coordinates": [[[7,46],[8,46],[8,47],[7,46]]]}]}}]}
    """,
  ]

  private func load(_ bytes: [UInt8], limits: Limits = .standard) throws -> LoadedScene {
    let folder = try TemporaryFolder()
    var sources = SceneSources()
    sources.overlays = [try folder.write("a", bytes)]
    return try SceneLoader(limits: limits).load(sources)
  }

  @Test("cut, flipped, doubled and swapped bytes")
  func damaged() throws {
    for seed in Self.seeds { _ = try load(Array(seed.utf8)) }
    forEachSeed(900) { random in
      var bytes = Array(Self.seeds[Int(random.next() % 3)].utf8)
      for _ in 0..<(1 + random.next() % 4) {
        let at = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + 1 + Int(random.next() % 40)))
        case 2: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 30)], at: at)
        default: bytes.removeSubrange(at...)
        }
        if bytes.isEmpty { bytes = [60] }
      }
      do {
        let scene = try load(bytes).scene
        for mark in scene.annotations {
          try check(
            abs(mark.coordinate.latitude) <= 90, "a latitude of \(mark.coordinate.latitude)")
          try check(abs(mark.coordinate.longitude) <= 540, "\(mark.coordinate.longitude)")
        }
        for overlay in scene.overlays {
          try check(overlay.lineWidth > 0 && overlay.lineWidth <= 1000, "\(overlay.lineWidth)")
        }
      } catch let error as PropertyFailure {
        throw error
      } catch {
        try check(!"\(error)".isEmpty, "an error without words")
      }
    }
  }

  @Test(
    "deep elements and arrays, document types, many attributes and too many objects are refused")
  func bounds() throws {
    func message(_ text: String, limits: Limits = .standard) -> String {
      do {
        _ = try load(Array(text.utf8), limits: limits)
        return ""
      } catch { return "\(error)" }
    }
    let deep = String(repeating: "<Folder>", count: 100_000)
    #expect(message("<kml>" + deep).contains("elements deep"))
    let nested = String(repeating: "[", count: 100_000)
    #expect(
      message("{\"type\": \"Point\", \"coordinates\": " + nested).contains("column"))
    for root in ["kml [<!ENTITY a \"b\">]", "kml", "kml SYSTEM \"kml.dtd\""] {
      let refused = message("\n<!DOCTYPE \(root)><kml/>")
      #expect(
        refused.contains("line 2, column") && refused.contains("document type"), "\(refused)")
    }
    func many(_ count: Int) -> String { (0..<count).map { " a\($0)=\"\"" }.joined() }
    #expect(message("<kml\(many(257))/>").contains("more than 256 attributes"))
    #expect(!message("<kml\(many(256))/>").contains("attributes"))
    #expect(
      message("<kml a=\"\(String(repeating: "x", count: (1 << 20) + 1))\"/>").contains("1 MiB"))
    var limits = Limits.standard
    limits.maximumObjects = 10
    let places = String(repeating: "<wpt lat=\"1\" lon=\"2\"/>", count: 11)
    #expect(message("<gpx>\(places)</gpx>", limits: limits).contains("limit of 10 objects"))
    limits = .standard
    limits.maximumPolygonVertices = 10
    #expect(message("<gpx>\(places)</gpx>", limits: limits).contains("more than 10 places"))
  }

  @Test("descriptions of a megabyte of tags become a short line in little time")
  func descriptions() throws {
    let tags = String(repeating: "<b><i>", count: 200_000)
    let text =
      "<kml><Placemark><description><![CDATA[\(tags)]]></description><Point><coordinates>1,2</coordinates></Point>"
    let scene = try load(Array((text + "</Placemark></kml>").utf8)).scene
    #expect(scene.annotations.count == 1 && (scene.annotations.first?.subtitle.count ?? 99) <= 80)
    let words = String(repeating: "word ", count: 200_000)
    let long = "<gpx><wpt lat='1' lon='2'><desc>\(words)</desc></wpt></gpx>"
    let mark = try #require(try load(Array(long.utf8)).scene.annotations.first)
    #expect(mark.subtitle.hasSuffix("word…") && mark.subtitle.count <= 80)
  }
}
