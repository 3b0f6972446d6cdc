import BelvedereTestSupport
import Foundation
import Testing

/// `belvedere import` of city models.
@Suite("belvedere import of city models") struct ImportModelTests {
  /// A box of 10 m by the Golden Gate.
  private static func box(_ system: String) -> String {
    """
    {"type": "CityJSON", "version": "2.0", \(system) "transform": {"scale": [1, 1, 1], "translate": [547000, 4185000, 30]},
     "CityObjects": {"box": {"type": "Building", "geometry": [{"type": "MultiSurface", "lod": "1.2", "boundaries": [
      [[0, 3, 2, 1]], [[4, 5, 6, 7]], [[0, 1, 5, 4]], [[1, 2, 6, 5]], [[2, 3, 7, 6]], [[3, 0, 4, 7]]]}]}},
     "vertices": [[0,0,0],[10,0,0],[10,10,0],[0,10,0],[0,0,12],[10,0,12],[10,10,12],[0,10,12]]}
    """
  }

  private static let utm =
    #""metadata": {"referenceSystem": "https://www.opengis.net/def/crs/EPSG/0/32610"},"#

  @Test("a model becomes a scene that is drawn")
  func box() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write("box.city.json", Self.box(Self.utm))
    let scene = folder.path + "/scene"
    let made = try Tool.run(["import", model, "-o", scene])
    #expect(made.status == 0 && made.text.contains("1 building of a city model"), "\(made.errors)")
    #expect(made.errors.contains("--attribution"), "\(made.errors)")
    let drawn = try Tool.run(["render", scene, "-o", folder.path + "/a.png", "--size", "64x36"])
    #expect(drawn.status == 0, "\(drawn.errors)")
    let plain = try folder.write("plain.city.json", Self.box(""))
    let again = try Tool.run(
      ["import", plain, "-o", scene, "--crs", "EPSG:32610", "--attribution", "Me", "-q"])
    #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
    let text = try String(contentsOfFile: scene + "/city-model.json", encoding: .utf8)
    #expect(text.contains("\"surfaces\"") && text.contains("\"height\":12"), "\(text)")
  }

  @Test("what cannot be imported leaves nothing behind, and the remedy is named")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let output = folder.path + "/out"
    let plain = try folder.write("plain.json", Self.box(""))
    let far = try folder.write(
      "far.json", Self.box(Self.utm).replacingOccurrences(of: "4185000", with: "1e12"))
    let geo = try folder.write("geo.json", #"{"type": "FeatureCollection", "features": []}"#)
    let list = try folder.write("list.json", "[1, 2]")
    let other = try folder.write("map.osm", "<osm></osm>")
    for (arguments, status, said) in [
      ([plain], 3, "--crs"), ([plain, "--crs", "EPSG:2056"], 2, "EPSG:25832"),
      ([geo], 3, "nothing of it is shown on a map"),
      ([geo, "--as", "building"], 2, "must be a tag of OpenStreetMap"),
      ([plain, "--crs", "EPSG:32610", "--as", "building=yes"], 2, "--as is of GeoJSON"),
      ([list], 3, "is no CityJSON"),
      ([other, "--crs", "EPSG:7415"], 2, "--crs is of city models"),
      ([plain, "--crs", "EPSG:32610", "--tile-zoom", "3"], 2, "--tile-zoom"),
      ([plain, "--crs", "EPSG:32610", "--bbox", "10,10,11,11"], 3, "nothing of it"),
      (
        [far], 3,
        "such as 547000 1000000000000, are taken for EPSG:32610, UTM zone 10N, WGS 84, and lie far outside"
      ),
    ] as [([String], Int32, String)] {
      let result = try Tool.run(["import"] + arguments + ["-o", output])
      #expect(
        result.status == status && result.errors.contains(said), "\(arguments): \(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: output), "\(arguments)")
    }
  }

  @Test("footprints of GeoJSON become a scene that is drawn")
  func footprints() throws {
    let folder = try TemporaryFolder()
    let scene = folder.path + "/town"
    let feature =
      #"{"type": "Feature", "properties": {"confidence": -1}, "geometry": {"type": "Polygon", "#
      + #""coordinates": [[[7, 46], [7.001, 46], [7.001, 46.001], [7, 46.001], [7, 46]]]}}"#
    let other = feature.replacingOccurrences(of: "7.001", with: "6.999")
    let file = try folder.write("footprints.geojsonl", "\(feature)\n\(other)\n")
    let bare = try Tool.run(["import", file, "-o", scene])
    #expect(bare.status == 3 && bare.errors.contains("--as says it"), "\(bare.errors)")
    let result = try Tool.run(
      ["import", file, "-o", scene, "--as", "building=yes", "--attribution", "City of Town"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(String(decoding: result.output, as: UTF8.self).contains("2 buildings"))
    let drawn = try Tool.run(["render", scene, "-o", folder.path + "/a.png", "--size", "64x36"])
    #expect(drawn.status == 0, "\(drawn.errors)")
  }

  @Test("surfaces of a scene that are none are named")
  func scene() throws {
    let folder = try TemporaryFolder()
    func building(_ surfaces: String) -> String {
      """
      {"belvedere": 1, "buildings": [{"rectangle": {"center": [7, 46], "width": 9, "depth": 9}, "height": 9, \
      "surfaces": \(surfaces)}]}
      """
    }
    for (surfaces, said) in [
      (#"[{"kind": "roof", "rings": [[[7, 46, 1], [7.1, 46, 1]]]}]"#, "three corners"),
      (
        #"[{"kind": "roof", "rings": [[[7, 46], [7.1, 46], [7, 46.1]]]}]"#,
        "[longitude, latitude, height]"
      ),
      (#"[{"kind": "floor", "rings": []}]"#, "floor"),
      (#"[{"kind": "wall", "rings": []}]"#, "outline"),
      (#"[{"kind": "wall"}]"#, "rings"),
      (#"[{"kind": "wall", "rings": [[[7, 46, 1e9]]]}]"#, "metres"),
      (#"[{"kind": "wall", "rings": [[[7, 99, 1], [7, 46, 1], [8, 46, 1]]]}]"#, "latitude"),
    ] {
      let file = try folder.write("scene.json", building(surfaces))
      let result = try Tool.run(["render", file, "-o", folder.path + "/a.png", "--size", "32x18"])
      #expect(result.status == 3 && result.errors.contains(said), "\(surfaces): \(result.errors)")
      #expect(result.errors.contains("scene.json"), "\(result.errors)")
    }
  }
}
