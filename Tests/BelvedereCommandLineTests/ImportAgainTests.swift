import BelvedereTestSupport
import Foundation
import Testing

/// `belvedere import` of several sources, and again into the same folder.
@Suite("belvedere import again") struct ImportAgainTests {
  /// A house and a street around a place.
  private static func map(_ longitude: Double, levels: Int = 2) -> String {
    let corners = [(0.0, 0.0), (2e-4, 0), (2e-4, 1e-4), (0, 1e-4)].enumerated().map { n, d in
      #"<node id="\#(n + 1)" lat="\#(50 + d.1)" lon="\#(longitude + d.0)"/>"#
    }
    let refs = [1, 2, 3, 4, 1].map { #"<nd ref="\#($0)"/>"# }.joined()
    return #"<osm version="0.6">\#(corners.joined())"#
      + #"<node id="5" lat="50.001" lon="\#(longitude)"/><node id="6" lat="50.001" lon="\#(longitude + 0.001)"/>"#
      + #"<way id="7">\#(refs)<tag k="building" v="yes"/><tag k="building:levels" v="\#(levels)"/></way>"#
      + #"<way id="8"><nd ref="5"/><nd ref="6"/><tag k="highway" v="residential"/></way></osm>"#
  }

  private static func modified(_ path: String) throws -> Date {
    try #require(
      FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
  }

  @Test("several sources become one scene, and only those that have changed are read again")
  func sources() throws {
    let folder = try TemporaryFolder()
    let a = try folder.write("a.osm", Self.map(10))
    let b = try folder.write("b.osm", Self.map(10.01))
    let scene = folder.path + "/scene"
    func make(_ arguments: [String] = []) throws -> Tool.Result {
      try Tool.run(["import", a, b, "-o", scene] + arguments)
    }
    let first = try make()
    #expect(first.status == 0 && first.text.contains("2 roads, 2 buildings"), "\(first.text)")
    #expect(!first.errors.contains("not changed"))
    let info = try Tool.run(["info", scene])
    #expect(info.text.contains("buildings: 2") && info.text.contains("roads: 2"), "\(info.text)")
    func contents() throws -> [String: [UInt8]] {
      var files: [String: [UInt8]] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: scene) {
        files[name] = try bytes(ofFile: "\(scene)/\(name)")
      }
      return files
    }
    let before = try contents()
    // Nothing has changed: nothing is read, and the scene is the same.
    let again = try make()
    #expect(again.status == 0 && again.text == first.text)
    #expect(
      again.errors.contains("a.osm has not changed")
        && again.errors.contains("b.osm has not changed"))
    #expect(try contents() == before)
    // One has changed: the other's files stay.
    try folder.write("b.osm", Self.map(10.01, levels: 9))
    let third = try make()
    #expect(third.errors.contains("a.osm has not changed") && !third.errors.contains("b.osm has"))
    let after = try contents()
    #expect(after["buildings.fgb"] == before["buildings.fgb"])
    #expect(after["buildings-2.fgb"] != before["buildings-2.fgb"])
    // As if it had been made at once.
    let fresh = folder.path + "/fresh"
    #expect(try Tool.run(["import", a, b, "-o", fresh, "--name", "a"]).status == 0)
    for (name, bytes) in after {
      #expect(try BelvedereTestSupport.bytes(ofFile: "\(fresh)/\(name)") == bytes, "\(name)")
    }
    // --again reads all, and so does a file that somebody has changed.
    #expect(try !make(["--again"]).errors.contains("has not changed"))
    try Data("x".utf8).write(to: URL(fileURLWithPath: scene + "/roads.fgb"))
    let mended = try make()
    #expect(!mended.errors.contains("a.osm has not") && mended.errors.contains("b.osm has not"))
    #expect(try contents() == after)
  }

  @Test("files of layers that are no more are removed, and no others")
  func stale() throws {
    let folder = try TemporaryFolder()
    let a = try folder.write("a.osm", Self.map(10))
    let b = try folder.write("b.osm", Self.map(10.01))
    let scene = folder.path + "/scene"
    #expect(try Tool.run(["import", a, b, "-o", scene]).status == 0)
    try folder.write("scene/mine.txt", "mine")
    let other = try Tool.run(["import", a, "-o", scene, "--layers", "geojson"])
    #expect(other.status == 0 && !other.errors.contains("has not changed"), "\(other.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: scene).sorted()
    #expect(
      names == ["buildings.geojson", "import.json", "mine.txt", "roads.geojson", "scene.json"])
    #expect(try Tool.run(["info", scene]).text.contains("buildings: 1"))
  }

  @Test("a record that is damaged or forged is as good as none")
  func forged() throws {
    let folder = try TemporaryFolder()
    let a = try folder.write("a.osm", Self.map(10))
    let scene = folder.path + "/scene"
    #expect(try Tool.run(["import", a, "-o", scene]).status == 0)
    let record = try String(contentsOfFile: scene + "/import.json", encoding: .utf8)
    try folder.write("outside.fgb", "outside")
    try folder.write("scene/mine.json", "mine")
    for text in [
      "", "{", "[]", "{\"sources\": 7}", "{\"sources\": [{}]}",
      record.replacingOccurrences(of: "buildings.fgb", with: "../outside.fgb"),
      record.replacingOccurrences(of: "\"count\": 1", with: "\"count\": 1e99"),
      // What a record names is removed where it is a layer no more, and nothing else is.
      record.replacingOccurrences(of: "roads.fgb", with: ".."),
      record.replacingOccurrences(of: "roads.fgb", with: "."),
      record.replacingOccurrences(of: "roads.fgb", with: "mine.json"),
    ] {
      try folder.write("scene/import.json", text)
      let made = try Tool.run(["import", a, "-o", scene])
      #expect(made.status == 0 && made.text.contains("1 building"), "\(text): \(made.errors)")
      #expect(made.errors.contains("warning: \(scene)/import.json: "), "\(text): \(made.errors)")
      #expect(try Tool.run(["info", scene]).text.contains("buildings: 1"))
    }
    #expect(FileManager.default.fileExists(atPath: folder.path + "/outside.fgb"))
    // The field is named, also where two layers have one file: that is no matter of --dem.
    for (text, said) in [
      ("{\n\"sources\": 7,,}", "line 2: is not valid JSON"),
      (
        record.replacingOccurrences(of: "\"count\": 1", with: "\"count\": -1"),
        "sources[0].layers[0].count: is no number"
      ),
      (
        record.replacingOccurrences(of: "roads.fgb", with: "buildings.fgb")
          .replacingOccurrences(of: "\"name\": \"roads\"", with: "\"name\": \"buildings\""),
        "sources[0].layers[1].file: \"buildings.fgb\" is another layer's, too"
      ),
      (
        record.replacingOccurrences(of: "\"name\": \"roads\"", with: "\"name\": \"rods\""),
        ".name: is no layer's"
      ),
    ] {
      try folder.write("scene/import.json", text)
      let made = try Tool.run(["import", a, "-o", scene])
      #expect(made.status == 0 && made.errors.contains(said), "\(text): \(made.errors)")
    }
    #expect(FileManager.default.fileExists(atPath: scene + "/mine.json"))
  }

  @Test(
    "a file that a forged record names, and that no import made, is neither removed nor replaced")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let a = try folder.write("a.osm", Self.map(10))
    let scene = folder.path + "/scene"
    #expect(try Tool.run(["import", a, "-o", scene]).status == 0)
    let record = try String(contentsOfFile: scene + "/import.json", encoding: .utf8)
    func layer(_ name: String) -> String {
      #"{"name": "files", "file": "\#(name)", "count": 1, "digest": "x"}"#
    }
    let files = ["roads-7.geojson", "model-2/mine.txt"]
    try FileManager.default.createDirectory(
      atPath: scene + "/model-2", withIntermediateDirectories: true)
    for file in files { try folder.write("scene/\(file)", "mine") }
    let forged = record.replacingOccurrences(
      of: "\"layers\": [", with: "\"layers\": [" + files.map { layer($0) + "," }.joined())
    #expect(forged != record)
    try folder.write("scene/import.json", forged)
    #expect(try Tool.run(["import", a, "-o", scene]).status == 0)
    for file in files { #expect(FileManager.default.fileExists(atPath: "\(scene)/\(file)")) }
    // Without a scene a record says nothing of whose files are there.
    try FileManager.default.createDirectory(
      atPath: folder.path + "/other", withIntermediateDirectories: true)
    try folder.write("other/buildings.fgb", "mine")
    try folder.write("other/import.json", record)
    let made = try Tool.run(["import", a, "-o", folder.path + "/other"])
    #expect(made.status == 4 && made.errors.contains("was not imported"), "\(made.errors)")
    #expect(
      try String(contentsOfFile: folder.path + "/other/buildings.fgb", encoding: .utf8) == "mine")
  }

  @Test("a source that is refused leaves the scene as it was")
  func refused() throws {
    let folder = try TemporaryFolder()
    let a = try folder.write("a.osm", Self.map(10))
    let scene = folder.path + "/scene"
    #expect(try Tool.run(["import", a, "-o", scene]).status == 0)
    let before = try FileManager.default.contentsOfDirectory(atPath: scene).sorted()
    let bad = try folder.write("b.osm", "<osm><way id=\"x\"/></osm>")
    let made = try Tool.run(["import", a, bad, "-o", scene])
    #expect(made.status == 3 && made.errors.contains("b.osm"), "\(made.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scene).sorted() == before)
    #expect(try Tool.run(["import", a, folder.path + "/none.osm", "-o", scene]).status == 3)
  }
}
