import BelvedereOSM
import BelvedereTestSupport
import BelvedereXML
import Foundation
import Testing

/// Whom imported data are owed to, and under which licences they are.
@Suite("licences of imports")
struct ImportLicenceTests {
  private static let park =
    #"{"type":"Feature","properties":{"leisure":"park"},"geometry":{"type":"Polygon","coordinates":[[[7,46],[7.001,46],[7.001,46.001],[7,46]]]}}"#

  private static func collection(_ members: String) -> String {
    #"{"type":"FeatureCollection",\#(members)"features":[\#(park)]}"#
  }

  private static let openDatabase = "Open Database License 1.0 (ODbL-1.0)"

  /// What `import --json` and `info` say of attributions and licences.
  private func licences(
    _ arguments: [String], in folder: TemporaryFolder, _ name: String = "scene"
  ) throws -> [[String]] {
    let scene = folder.path + "/" + name
    let made = try Tool.run(["import"] + arguments + ["-o", scene, "--json"])
    #expect(made.status == 0, "\(made.errors)")
    let info = try Tool.run(["info", scene, "--json"])
    func lists(_ text: String) throws -> [[String]] {
      let value = try #require(
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      return ["attribution", "licences"].map { value[$0] as? [String] ?? [] }
    }
    let (told, shown) = (try lists(made.text), try lists(info.text))
    #expect(told == shown)
    return told
  }

  @Test("GeoJSON says them in members of its own")
  func geoJSON() throws {
    let folder = try TemporaryFolder()
    let own = try folder.write(
      "own.geojson", Self.collection(#""copyright":"The county","license":"CC BY 4.0","#))
    let open = try folder.write(
      "open.geojson", Self.collection(#""licence":"https://www.openstreetmap.org/copyright","#))
    let bare = try folder.write("bare.geojson", Self.collection(""))
    var told = try licences([own], in: folder)
    #expect(told == [["The county"], ["CC BY 4.0"]])
    told = try licences([open, own], in: folder)
    #expect(
      told == [["© OpenStreetMap contributors", "The county"], [Self.openDatabase, "CC BY 4.0"]])
    told = try licences([bare, "--attribution", "Made with Natural Earth"], in: folder)
    #expect(told[1] == ["public domain (Natural Earth)"])
    told = try licences([bare, "--attribution", "Me", "--license", "ODbL"], in: folder)
    #expect(told == [["Me"], [Self.openDatabase]])
    told = try licences([own, "--licence", "by agreement"], in: folder)
    #expect(told == [["The county"], ["by agreement"]])
    let text = try Tool.run(["import", own, "-o", folder.path + "/scene", "--again"])
    #expect(text.errors.contains("note: The county\nnote: licences: CC BY 4.0\n"), "\(text.errors)")
    let info = try Tool.run(["info", folder.path + "/scene"])
    #expect(info.text.contains("  attribution: The county\n  licence: CC BY 4.0\n"))
    // What has not changed keeps them.
    let again = try Tool.run(["import", own, "-o", folder.path + "/scene"])
    #expect(again.errors.contains("has not changed") && again.errors.contains("licences: CC BY"))
  }

  @Test("tiles, city models and venues say them in their metadata")
  func metadata() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(
      "cube.city.json",
      """
      {"type": "CityJSON", "version": "2.0", "transform": {"scale": [1, 1, 1], "translate": [0, 0, 0]},
       "metadata": {"referenceSystem": "https://www.opengis.net/def/crs/EPSG/0/32632", "attribution": "The city",
         "constraints": {"legalConstraints": "CC0 1.0"}},
       "CityObjects": {"a": {"type": "Building", "geometry": [{"type": "MultiSurface", "lod": "1",
         "boundaries": [[[0, 1, 2, 3]]]}]}},
       "vertices": [[500000, 5100000, 0], [500010, 5100000, 0], [500010, 5100010, 5], [500000, 5100010, 5]]}
      """)
    #expect(try licences([model], in: folder) == [["The city"], ["CC0 1.0"]])
  }

  @Test(
    "GPX says them in its copyright, KML of its author",
    .enabled(if: XMLReader.isAvailable, "this build has no Expat"))
  func xml() throws {
    let folder = try TemporaryFolder()
    let track = try folder.write(
      "a.gpx",
      """
      <gpx version="1.1"><metadata><author><name>Nobody</name></author>
      <copyright author="The club"><year>2020</year><license>https://example.org/free</license></copyright></metadata>
      <wpt lat="50" lon="10"><name>A</name></wpt></gpx>
      """)
    let zone = try folder.write(
      "a.kml",
      """
      <kml xmlns:atom="http://www.w3.org/2005/Atom"><Document><atom:author><atom:name>The office</atom:name></atom:author>
      <Placemark><atom:author><atom:name>Nobody</atom:name></atom:author><name>B</name>
      <Point><coordinates>10,50</coordinates></Point></Placemark></Document></kml>
      """)
    let told = try licences([track, zone], in: folder)
    #expect(told == [["The club", "The office"], ["https://example.org/free"]])
  }
}
