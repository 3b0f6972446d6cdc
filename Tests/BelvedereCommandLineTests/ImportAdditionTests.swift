import BelvedereOSM
import BelvedereTestSupport
import BelvedereXML
import Foundation
import Testing

/// `belvedere import` of what is put into a scene as it is: overlays, models and venues.
@Suite(
  "belvedere import of additions", .enabled(if: XMLReader.isAvailable, "this build has no Expat"))
struct ImportAdditionTests {
  private static let track =
    "<?xml version=\"1.0\"?><!-- a <kml> of old --><gpx version=\"1.1\"><trk><name>Way</name><trkseg>"
    + "<trkpt lat=\"50\" lon=\"10\"/><trkpt lat=\"50.001\" lon=\"10.001\"/></trkseg></trk></gpx>"

  private static let zone =
    "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Placemark><name>Zone</name><Polygon><outerBoundaryIs>"
    + "<LinearRing><coordinates>10,50 10.001,50 10.001,50.001 10,50</coordinates></LinearRing>"
    + "</outerBoundaryIs></Polygon></Placemark></kml>"

  private static let house =
    #"{"type": "Feature", "properties": {"building": "yes"}, "geometry": {"type": "Polygon", "#
    + #""coordinates": [[[10, 50], [10.001, 50], [10.001, 50.001], [10, 50.001], [10, 50]]]}}"#

  /// A venue of one floor with one room.
  private static func venue(in folder: TemporaryFolder, isWhole: Bool = true) throws -> String {
    let hall = folder.path + "/hall"
    try FileManager.default.createDirectory(atPath: hall, withIntermediateDirectories: true)
    func feature(_ id: String, _ properties: String) -> String {
      #"{"type": "FeatureCollection", "features": [{"type": "Feature", "id": "\#(id)", "properties": {\#(properties)}, "#
        + #""geometry": {"type": "Polygon", "coordinates": [[[10, 50], [10.001, 50], [10.001, 50.001], [10, 50]]]}}]}"#
    }
    try folder.write("hall/manifest.json", #"{"version": "1.0.0", "language": "en"}"#)
    try folder.write("hall/notes.txt", "none of the venue's")
    if isWhole {
      try folder.write(
        "hall/level.geojson",
        feature("l0", #""ordinal": 0, "short_name": {"en": "2"}, "name": {"en": "Ground"}"#))
      try folder.write(
        "hall/unit.geojson", feature("u0", #""level_id": "l0", "category": "room""#))
    }
    return hall
  }

  private func files(_ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
  }

  @Test("sources far from each other, and elevations of elsewhere, are told")
  func reach() throws {
    let folder = try TemporaryFolder()
    let house = try folder.write("house.geojson", Self.house)
    let tower = try folder.write("tower.glb", GLBWriter.box().glb)
    func grid(_ name: String, _ west: Double, _ south: Double) throws -> String {
      try folder.write(
        name,
        "ncols 2\nnrows 2\nxllcorner \(west)\nyllcorner \(south)\ncellsize 0.01\n5 6\n7 8\n")
    }
    let (near, other) = (try grid("near.asc", 9.995, 49.995), try grid("other.asc", 40, 20))
    func warnings(_ arguments: [String]) throws -> String {
      let made = try Tool.run(
        ["import", house] + arguments + ["-o", folder.path + "/scene", "--attribution", "Me"])
      #expect(made.status == 0, "\(made.errors)")
      try? FileManager.default.removeItem(atPath: folder.path + "/scene")
      return made.errors
    }
    let fine = try warnings([tower, "--place", "50.1,10", "--dem", near])
    #expect(!fine.contains("km"), "\(fine)")
    // Latitude and longitude changed for each other.
    let swapped = try warnings([tower, "--place", "10,50"])
    #expect(
      swapped.contains("tower.glb: lies ") && swapped.contains("latitude first"), "\(swapped)")
    let elsewhere = try warnings(["--dem", other])
    #expect(elsewhere.contains("other.asc: knows no ground where"), "\(elsewhere)")
  }

  @Test("KML may begin with a feature", arguments: ["Document", "Folder", "Placemark"])
  func bareKML(root: String) throws {
    let folder = try TemporaryFolder()
    let place = "<name>A</name><Point><coordinates>10,50</coordinates></Point>"
    let inner = root == "Placemark" ? place : "<Placemark>\(place)</Placemark>"
    let file = try folder.write("bare.kml", "<\(root)>\(inner)</\(root)>")
    let scene = folder.path + "/scene"
    let made = try Tool.run(["import", file, "-o", scene, "--attribution", "Me"])
    #expect(made.status == 0, "\(made.errors)")
    #expect(try files(scene).contains("overlay.kml"))
  }

  @Test("files that no import made stay, as do those that are read, and links lead nowhere")
  func others() throws {
    let folder = try TemporaryFolder()
    let zone = try folder.write("zone.kml", Self.zone)
    let track = try folder.write("track.gpx", Self.track)
    let scene = folder.path + "/scene"
    try FileManager.default.createDirectory(atPath: scene, withIntermediateDirectories: true)
    let own = try folder.write("scene/overlay.kml", "mine")
    let refused = try Tool.run(["import", zone, "-o", scene, "--attribution", "Me"])
    #expect(
      refused.status == 4 && refused.errors.contains("overlay.kml: is there and was not imported"))
    #expect(try files(scene) == ["overlay.kml"])
    #expect(try bytes(ofFile: own) == Array("mine".utf8))
    try FileManager.default.removeItem(atPath: own)
    try FileManager.default.createSymbolicLink(atPath: own, withDestinationPath: track)
    #expect(try Tool.run(["import", zone, "-o", scene, "--attribution", "Me"]).status == 4)
    #expect(try bytes(ofFile: track) == Array(Self.track.utf8))
    try FileManager.default.removeItem(atPath: own)
    #expect(try Tool.run(["import", track, zone, "-o", scene, "--attribution", "Me"]).status == 0)
    // What is in its place now would be replaced by the other, and removed.
    let again = try Tool.run(
      ["import", scene + "/overlay-2.kml", "-o", scene, "--attribution", "Me"])
    #expect(
      again.status == 2 && again.errors.contains("copy it elsewhere first"), "\(again.errors)")
    #expect(try bytes(ofFile: scene + "/overlay-2.kml") == Array(Self.zone.utf8))
    #expect(try Tool.run(["import", zone, "-o", scene, "--attribution", "Me"]).status == 0)
    #expect(try files(scene) == ["import.json", "overlay.kml", "scene.json"])
  }

  @Test("overlays, a model and a venue come into the scene beside a city, and are drawn")
  func everything() throws {
    let folder = try TemporaryFolder()
    let sources = [
      try folder.write("house.geojson", Self.house), try folder.write("track.gpx", Self.track),
      try folder.write("zone.kml", Self.zone),
      try folder.write("tower.glb", GLBWriter.box().glb), try Self.venue(in: folder),
    ]
    let scene = folder.path + "/scene"
    let arguments =
      ["import"] + sources + ["-o", scene, "--attribution", "Me", "--place", "50.002,10,5,30"]
    let made = try Tool.run(arguments)
    #expect(made.status == 0, "\(made.errors)")
    #expect(
      made.text.contains("2 lines, areas and places of overlays, 1 model, 1 venue"), "\(made.text)")
    #expect(
      try files(scene) == [
        "buildings.fgb", "import.json", "model-4", "model-4/tower.glb", "overlay-2.gpx",
        "overlay-3.kml", "scene.json", "venue-5", "venue-5/level.geojson",
        "venue-5/manifest.json", "venue-5/unit.geojson",
      ])
    #expect(try bytes(ofFile: scene + "/overlay-2.gpx") == Array(Self.track.utf8))
    let text = try String(contentsOfFile: scene + "/scene.json", encoding: .utf8)
    for said in [
      #""at": ["#, "50.002", #""height": 5"#, #""heading": 30"#, #""name": "tower""#,
      #""file": "venue-5""#, #""file": "overlay-3.kml""#,
    ] { #expect(text.contains(said), "\(said): \(text)") }
    let drawn = try Tool.run(["render", scene, "-o", folder.path + "/a.png", "--size", "64x36"])
    #expect(drawn.status == 0, "\(drawn.errors)")
    let info = try Tool.run(["info", scene])
    #expect(info.text.contains("models: 1"), "\(info.text)")
    // The same again is the same, and what is no more is removed with its folders.
    let before = try bytes(ofFile: scene + "/scene.json")
    let again = try Tool.run(arguments)
    #expect(again.errors.contains("track.gpx has not changed"), "\(again.errors)")
    #expect(try bytes(ofFile: scene + "/scene.json") == before)
    #expect(
      try Tool.run(["import", sources[0], "-o", scene, "--attribution", "Me"]).status == 0)
    #expect(try files(scene) == ["buildings.fgb", "import.json", "scene.json"])
  }

  @Test(
    "a model stands south and west of null, too, and one of standard input has a name of its own")
  func south() throws {
    let folder = try TemporaryFolder()
    let tower = try folder.write("tower.glb", GLBWriter.box().glb)
    let scene = folder.path + "/scene"
    let process = try Tool.process(
      ["import", tower, "-", "-o", scene, "--place", "-33.9,-70.6,-2,-30", "--place", "-34,-70.6"],
      folder: folder, input: GLBWriter.box().glb)
    try process.run()
    process.waitUntilExit()
    let made = try Tool.result(process, folder)
    #expect(made.status == 0, "\(made.errors)")
    #expect(
      try files(scene) == [
        "import.json", "model", "model-2", "model-2/model.glb", "model/tower.glb", "scene.json",
      ])
    let text = try String(contentsOfFile: scene + "/scene.json", encoding: .utf8)
    #expect(text.contains("[-70.6, -33.9]") && text.contains("[-70.6, -34]"), "\(text)")
    #expect(text.contains("\"height\": -2") && text.contains("\"heading\": -30"), "\(text)")
  }

  @Test("a venue has the level that --level says")
  func level() throws {
    let folder = try TemporaryFolder()
    let hall = try Self.venue(in: folder)
    let scene = folder.path + "/scene"
    // A short name that is a number, too.
    for (level, said) in [
      ("0", "\"level\": 0"), ("2", "\"level\": 2"), ("Ground", "\"level\": \"Ground\""),
    ] {
      let made = try Tool.run(["import", hall, "-o", scene, "--level", level])
      #expect(made.status == 0, "\(made.errors)")
      let text = try String(contentsOfFile: scene + "/scene.json", encoding: .utf8)
      #expect(text.contains(said), "\(text)")
      let shown = try Tool.run(["info", scene])
      #expect(shown.status == 0, "\(level): \(shown.errors)")
    }
    let missing = try Tool.run(["import", hall, "-o", scene, "--level", "-3"])
    #expect(missing.status == 3 && missing.errors.contains("hall: there is no level \"-3\" in it"))
    #expect(missing.errors.contains(#"there are 0 ("2", "Ground")"#), "\(missing.errors)")
    let drawn = try Tool.run([
      "render", scene, "-o", folder.path + "/a.png", "--size", "64x36", "--level", "0",
    ])
    #expect(drawn.status == 0, "\(drawn.errors)")
    let none = try Tool.run(["info", scene, "--level", "Attic"])
    #expect(none.status == 3 && none.errors.contains("\"Attic\""), "\(none.errors)")
  }

  @Test("KMZ and a packed venue are copied as they are")
  func archives() throws {
    let folder = try TemporaryFolder()
    let zone = try folder.write(
      "zone.kmz", StoredZip.bytes([(name: "doc.kml", bytes: Array(Self.zone.utf8))]))
    let hall = try Self.venue(in: folder)
    let inner = try files(hall).map { name in
      (name: "hall/\(name)", bytes: try bytes(ofFile: "\(hall)/\(name)"))
    }
    let packed = try folder.write("hall.zip", StoredZip.bytes(inner))
    let scene = folder.path + "/scene"
    let made = try Tool.run([
      "import", zone, packed, "-o", scene, "--attribution", "Me", "--level", "Ground",
    ])
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.text.contains("1 line, area or place of an overlay, 1 venue"), "\(made.text)")
    #expect(try files(scene) == ["import.json", "overlay.kmz", "scene.json", "venue-2.zip"])
    let unpacked = try Tool.run(["info", hall + "/../scene", "--json"])
    #expect(unpacked.text.contains("\"overlays\": 3"), "\(unpacked.text)")
    let other = try folder.write("other.zip", StoredZip.bytes([(name: "a.txt", bytes: [1])]))
    let refused = try Tool.run(["import", other, "-o", folder.path + "/x"])
    #expect(refused.status == 3 && refused.errors.contains("unpack it with unzip"))
    let bz2 = try folder.write("a.osm.bz2", "BZh9")
    let told = try Tool.run(["import", bz2, "-o", folder.path + "/x"])
    #expect(told.status == 3 && told.errors.contains("bunzip2, or convert"), "\(told.errors)")
    #expect(told.errors.contains("osmium cat"))
  }

  @Test("a track alone lies on the ground that --dem gives")
  func track() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<20).map { j in (0..<20).map { "\(100 + 9 * (($0 + j) % 7))" } }
      .map { $0.joined(separator: " ") }
    let dem = try folder.write(
      "hills.asc",
      "ncols 20\nnrows 20\nxllcenter 9.99\nyllcenter 49.99\ncellsize 0.001\n"
        + rows.joined(separator: "\n") + "\n")
    let scene = folder.path + "/scene"
    let made = try Tool.run(["import", "-", "-o", scene, "--dem", dem], input: Self.track)
    #expect(made.status == 0, "\(made.errors)")
    #expect(
      try files(scene) == ["hills.asc", "import.json", "overlay.gpx", "scene.json"])
    let drawn = try Tool.run(["render", scene, "-o", folder.path + "/a.png", "--size", "64x36"])
    #expect(drawn.status == 0, "\(drawn.errors)")
  }

  @Test("the files beside a model come with it, and none from elsewhere")
  func siblings() throws {
    let folder = try TemporaryFolder()
    let inner = folder.path + "/in"
    try FileManager.default.createDirectory(
      atPath: inner + "/parts", withIntermediateDirectories: true)
    let box = GLBWriter.box()
    let text = String(decoding: box.gltf, as: UTF8.self)
    let range = try #require(
      text.range(of: #"data:application/octet-stream;base64,[^"]*"#, options: .regularExpression))
    func model(_ uri: String) throws -> String {
      try folder.write("in/tower.gltf", text.replacingCharacters(in: range, with: uri))
    }
    try folder.write("in/parts/a b.bin", box.binary)
    try folder.write("outside.bin", box.binary)
    try FileManager.default.createSymbolicLink(
      atPath: inner + "/link.bin", withDestinationPath: folder.path + "/outside.bin")
    let scene = folder.path + "/scene"
    let options = ["-o", scene, "--place", "50,10", "--attribution", "Me"]
    let made = try Tool.run(["import", try model("parts/a%20b.bin")] + options)
    #expect(made.status == 0, "\(made.errors)")
    #expect(
      try files(scene) == [
        "import.json", "model", "model/parts", "model/parts/a b.bin", "model/tower.gltf",
        "scene.json",
      ])
    #expect(
      try Tool.run(["render", scene, "-o", folder.path + "/a.png", "--size", "64x36"]).status == 0)
    try FileManager.default.removeItem(atPath: scene)
    for (uri, said) in [
      ("../outside.bin", "leaves its folder"), ("../../../../etc/passwd", "leaves its folder"),
      ("/etc/passwd", "leaves its folder"), ("link.bin", "is a link that leaves its folder"),
      ("file:///etc/passwd", "not a file beside the model"), ("none.bin", "no such file"),
    ] {
      let refused = try Tool.run(["import", try model(uri)] + options)
      #expect(refused.status == 3 && refused.errors.contains(said), "\(uri): \(refused.errors)")
      #expect(refused.errors.contains("tower.gltf: "), "\(refused.errors)")
      #expect(!refused.errors.contains("--allow-outside-files"), "\(refused.errors)")
      #expect(!FileManager.default.fileExists(atPath: scene), "\(uri)")
    }
    // What is named by a link is the file to which that leads.
    _ = try model("parts/a%20b.bin")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/linked.gltf", withDestinationPath: inner + "/tower.gltf")
    #expect(try Tool.run(["import", folder.path + "/linked.gltf"] + options).status == 0)
  }

  @Test("what cannot be an addition is named with its place and what helps, and nothing stays")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let output = folder.path + "/x"
    let glb = GLBWriter.box().glb
    let tower = try folder.write("tower.glb", glb)
    let kml = try folder.write("zone.kml", Self.zone)
    func file(_ name: String, _ text: String) throws -> String { try folder.write(name, text) }
    let bomb =
      "<?xml version=\"1.0\"?><!DOCTYPE kml [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><kml>&b;</kml>"
    for (arguments, status, said) in [
      ([tower], 2, "say it with --place"), ([kml, "--place", "1,2"], 2, "--place is of models"),
      ([tower, "--place", "95,2"], 2, "latitude"),
      ([tower, "--place", "1"], 2, "latitude,longitude"),
      ([tower, "--place", "89,2"], 2, "85.05"), ([tower, "--place", "1,2,x"], 2, "metres above"),
      ([tower, tower, "--place", "1,2"], 2, "once for each"),
      ([tower, "--place", "1,2", "--place", "1,2"], 2, "once for each"),
      ([tower, "--place", "1,2", "--bbox", "40,9,41,10"], 3, "lies in --bbox"),
      ([kml, "--bbox", "40,9,41,10"], 3, "nothing of it lies in --bbox"),
      (
        [try folder.write("cut.glb", Array(glb.dropLast(8))), "--place", "1,2"], 3,
        "cut.glb: is cut off"
      ),
      ([try file("cut.kml", String(Self.zone.dropLast(30)))], 3, "cut.kml: line 1, column"),
      ([try file("cut.gpx", String(Self.track.dropLast(30)))], 3, "xmllint"),
      ([try file("bomb.kml", bomb)], 3, "line 1, column 36: declares a document type"),
      ([try file("type.gpx", "<!DOCTYPE gpx>" + Self.track)], 3, "declares a document type"),
      (
        [
          try file(
            "type.gml",
            "<!DOCTYPE CityModel>\n<CityModel xmlns=\"http://www.opengis.net/citygml/2.0\"/>")
        ], 3, "declares a document type"
      ),
      (
        [
          try file(
            "net.kml",
            "<kml><NetworkLink><Link><href>http://127.0.0.1/a.kml</href></Link></NetworkLink></kml>"
          )
        ], 3, "net.kml: nothing of it is shown on a map; 1 NetworkLink not followed;"
      ),
      (
        [try file("bad.gpx", "<gpx>\n<wpt lat=\"x\" lon=\"1\"/></gpx>")], 3,
        "bad.gpx: line 2: <wpt> needs"
      ),
      ([try Self.venue(in: folder, isWhole: false)], 3, "hall: the venue has no levels"),
      ([kml, "--level", "1"], 2, "--level is of venues"),
    ] as [([String], Int32, String)] {
      let refused = try Tool.run(["import"] + arguments + ["-o", output])
      #expect(
        refused.status == status && refused.errors.contains(said), "\(arguments): \(refused.errors)"
      )
      #expect(!FileManager.default.fileExists(atPath: output), "\(arguments)")
    }
    let bare = try file("bare.gltf", #"{"asset": {"version": "2.0"}}"#)
    let empty = try Tool.run(["import", bare, "-o", output, "--place", "1,2"])
    #expect(empty.status == 3 && empty.errors.contains("nothing of it is shown"), "\(empty.errors)")
    // Nobody knows the temporary file.
    let cut = try Tool.process(
      ["import", "-", "-o", output, "--place", "1,2"], folder: folder, input: Array(glb.dropLast(8))
    )
    try cut.run()
    cut.waitUntilExit()
    let cutResult = try Tool.result(cut, folder)
    #expect(
      cutResult.errors.hasPrefix("error: standard input: is cut off"), "\(cutResult.errors)")
    let lone = try Tool.run(
      ["import", "-", "-o", output, "--place", "1,2"], input: #"{"asset": {"version": "2.0"}}"#)
    #expect(lone.status == 3 && lone.errors.contains("give a .glb"), "\(lone.errors)")
  }

  @Test("a folder of the scene that is a link is not written through")
  func linked() throws {
    let folder = try TemporaryFolder()
    let scene = folder.path + "/scene"
    for name in [scene, folder.path + "/elsewhere"] {
      try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: scene + "/model", withDestinationPath: folder.path + "/elsewhere")
    let tower = try folder.write("tower.glb", GLBWriter.box().glb)
    let refused = try Tool.run(["import", tower, "-o", scene, "--place", "1,2"])
    #expect(refused.status == 4 && refused.errors.contains("is a link"), "\(refused.errors)")
    #expect(try files(folder.path + "/elsewhere").isEmpty)
  }
}
