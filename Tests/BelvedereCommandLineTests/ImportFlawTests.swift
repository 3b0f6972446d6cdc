import BelvedereTestSupport
import Foundation
import Testing

/// Sources, records and options that are odd, and what is said of them.
@Suite("Flaws of imports") struct ImportFlawTests {
  private static let house =
    #"{"type":"Feature","properties":{"building":"yes"},"geometry":{"type":"Polygon","coordinates":[[[7,46],[7.001,46],[7.001,46.001],[7,46]]]}}"#
  private static let mark =
    "<kml><Placemark><name>A</name><Point><coordinates>7,46</coordinates></Point></Placemark></kml>"

  private func file(_ scene: String, _ name: String) throws -> String {
    try String(contentsOfFile: "\(scene)/\(name)", encoding: .utf8)
  }

  @Test("trees at both ends of the world are in a scene that opens")
  func farTrees() throws {
    let folder = try TemporaryFolder()
    func tree(_ place: String) -> String {
      #"{"type":"Feature","properties":{"natural":"tree"},"geometry":{"type":"Point","coordinates":[\#(place)]}}"#
    }
    let source = try folder.write(
      "far.geojson",
      #"{"type":"FeatureCollection","features":[\#(["7.42,43.73", "-170.42,-43.73", "20,70"].map(tree).joined(separator: ","))]}"#
    )
    let scene = folder.path + "/scene"
    #expect(try Tool.run(["import", source, "-o", scene]).status == 0)
    let info = try Tool.run(["info", scene, "--json"])
    #expect(info.status == 0, "\(info.errors)")
    let value = try JSONSerialization.jsonObject(with: Data(info.output)) as? [String: Any]
    #expect((value?["counts"] as? [String: Int])?["trees"] == 3)
    let extent = try #require(value?["extent"] as? [String: Double])
    #expect(abs((extent["south"] ?? 0) + 43.73) < 1e-5 && abs((extent["north"] ?? 0) - 70) < 1e-5)
  }

  @Test("a record that an import did not write is told with its field, and not believed")
  func forgedRecords() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write("house.geojson", Self.house)
    let scene = folder.path + "/scene"
    #expect(try Tool.run(["import", source, "-o", scene]).status == 0)
    let record = try file(scene, "import.json")
    let layer = "sources[0].layers[0]"
    for (changes, words) in [
      (
        [(#""streamed": false"#, #""streamed": true"#), (#""size": null"#, #""size": 0"#)],
        "\(layer).size: is no size in metres"
      ),
      (
        [(#""streamed": false"#, #""streamed": 1"#)], "\(layer).streamed: is not true or false"
      ),
      (
        [(#""standsFor": null"#, #""standsFor": 20"#), (#""size": null"#, #""size": 20"#)],
        "\(layer).standsFor: is not below the size"
      ),
      (
        [(#""name": "buildings""#, #""name": "venues""#)],
        "\(layer).file: \"buildings.fgb\" is no file of venues"
      ),
      (
        [(#""name": "buildings""#, #""name": "land""#)],
        "\(layer).file: \"buildings.fgb\" is no file of land"
      ),
    ] {
      var forged = record
      for (old, new) in changes { forged = forged.replacing(old, with: new) }
      #expect(forged != record)
      try folder.write("scene/import.json", forged)
      let made = try Tool.run(["import", source, "-o", scene])
      #expect(made.status == 0, "\(made.errors)")
      #expect(made.errors.contains("import.json: \(words)"), "\(made.errors)")
      #expect(made.text.contains("1 building"), "\(made.text)")
      #expect(try Tool.run(["info", scene]).status == 0)
      #expect(try file(scene, "import.json") == record)
    }
  }

  @Test("the same box written another turn of the world away makes the same scene")
  func turns() throws {
    let folder = try TemporaryFolder()
    let wood = try folder.write(
      "wood.geojson",
      #"{"type":"Feature","properties":{"natural":"wood"},"geometry":{"type":"Polygon","coordinates":[[[-172.9,-14],[-172.89,-14],[-172.89,-13.99],[-172.9,-13.99],[-172.9,-14]]]}}"#
    )
    var scenes: [[String]] = []
    for box in [
      "-14.1,-173.1,-13.9,-172.1", "-14.1,186.9,-13.9,187.9", "-14.1,-533.1,-13.9,-532.1",
    ] {
      let scene = folder.path + "/scene\(scenes.count)"
      let made = try Tool.run(["import", wood, "-o", scene, "--bbox", box, "--name", "wood"])
      #expect(made.status == 0 && made.text.contains("trees"), "\(made.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: scene).sorted()
      scenes.append(
        try names.map { $0 + " " + (try bytes(ofFile: "\(scene)/\($0)")).description })
    }
    #expect(scenes[1] == scenes[0] && scenes[2] == scenes[0])
  }

  @Test("a box in another order is told with the one that was meant")
  func boxes() throws {
    let folder = try TemporaryFolder()
    let house = try folder.write("house.geojson", Self.house)
    func errors(_ box: String, _ status: Int32) throws -> String {
      let result = try Tool.run(["import", house, "-o", folder.path + "/scene", "--bbox", box])
      #expect(result.status == status, "\(box): \(result.errors)")
      return result.errors
    }
    // West first, where it makes no box; where it makes one; north first; over the antimeridian.
    #expect(try errors("-122.5,37.7,-122.4,37.8", 2).contains("may be 37.7,-122.5,37.8,-122.4"))
    #expect(try errors("7,46,7.1,46.1", 3).contains("it is 46,7,46.1,7.1"))
    #expect(try errors("46.1,7,46,7.1", 2).contains("may be 46,7,46.1,7.1"))
    #expect(try errors("-20,170,-10,-170", 2).contains("may be -20,170,-10,190"))
    #expect(try errors("46,7,46.1", 2).contains("must be four degrees, south,west,north,east"))
  }

  @Test("archives that are damaged, cut short, locked or of something else are told apart")
  func archives() throws {
    let folder = try TemporaryFolder()
    func errors(_ name: String, _ bytes: [UInt8]) throws -> String {
      let source = try folder.write(name, bytes)
      let result = try Tool.run(["import", source, "-o", folder.path + "/scene"])
      #expect(result.status == 3, "\(name): \(result.errors)")
      return result.errors
    }
    let whole = StoredZip.bytes([(name: "doc.kml", bytes: Array(Self.mark.utf8))])
    for count in [2, 4, 25, whole.count - 1] {
      let text = try errors("cut.kmz", Array(whole.prefix(count)))
      #expect(text.contains("cut short or damaged"), "\(count): \(text)")
    }
    var locked = whole
    let directory = try #require(
      locked.indices.first { locked[$0...].starts(with: Array("PK".utf8) + [1, 2]) })
    locked[directory + 8] |= 1
    let text = try errors("locked.kmz", locked)
    #expect(text.contains("is encrypted; unpack it with its password"), "\(text)")
    #expect(!text.contains("xmllint"))
    let other = StoredZip.bytes([(name: "a.txt", bytes: [1])])
    #expect(try errors("other.zip", other).contains("without the .kml of a KMZ"))
  }

  @Test("what is wrong in a member of an archive is told with one name of each")
  func members() throws {
    let folder = try TemporaryFolder()
    let map = StoredZip.bytes([(name: "x/doc.kml", bytes: Array("<kml><a>".utf8))])
    let venue = StoredZip.bytes([
      (name: "manifest.json", bytes: Array(#"{"version":"1.0.0"}"#.utf8)),
      (name: "venue.geojson", bytes: Array("{bad".utf8)),
    ])
    for (name, bytes, words) in [
      ("a.kmz", map, "x/doc.kml: line 1"), ("hall.zip", venue, "venue.geojson:1: not valid JSON"),
    ] {
      let source = try folder.write(name, bytes)
      let file = try Tool.run(["import", source, "-o", folder.path + "/scene"])
      #expect(file.errors.hasPrefix("error: \(source): \(words)"), "\(file.errors)")
      let again = try TemporaryFolder()
      let process = try Tool.process(
        ["import", "-", "-o", folder.path + "/scene"], folder: again, input: bytes)
      try process.run()
      process.waitUntilExit()
      let piped = try Tool.result(process, again)
      #expect(piped.errors.hasPrefix("error: standard input: \(words)"), "\(piped.errors)")
    }
  }

  @Test("features of KML that do not fit into --memory are refused")
  func memory() throws {
    let folder = try TemporaryFolder()
    let marks = (0..<20_000).map {
      "<Placemark><name>\($0)</name><Point><coordinates>7,46</coordinates></Point></Placemark>"
    }
    let source = try folder.write("many.kml", "<kml><Document>\(marks.joined())</Document></kml>")
    let refused = try Tool.run(["info", "--overlay", source, "--memory", "8M"])
    #expect(refused.status == 6, "\(refused.errors)")
    #expect(refused.errors.contains("many.kml has features that need at least about "))
    #expect(refused.errors.contains("(those up to line 1 pass the limit)"))
    let asked = try #require(refused.errors.firstMatch(of: /at least about ([0-9]+) MiB/)?.1)
    #expect(try Tool.run(["info", "--overlay", source, "--memory", "\(asked)M"]).status == 0)
    // Two files share the memory.
    #expect(try Tool.run(["info", "--overlay", source, "--memory", "16M"]).status == 0)
    let both = try Tool.run(["info", "--overlay", source, "--overlay", source, "--memory", "16M"])
    #expect(both.status == 6, "\(both.errors)")
  }

  @Test("GeoJSON and FlatGeobuf that do not fit into --memory are told with what suffices")
  func featureMemory() throws {
    let folder = try TemporaryFolder()
    let houses = (0..<20_000).map { i in
      let (west, south) = (7 + 0.001 * Double(i % 150), 46 + 0.001 * Double(i / 150))
      let corners = [(0.0, 0.0), (5e-4, 0), (5e-4, 5e-4), (0, 5e-4), (0, 0)].map {
        "[\(west + $0.0),\(south + $0.1)]"
      }
      return
        #"{"type":"Feature","properties":{"building":"yes"},"geometry":{"type":"Polygon","coordinates":[[\#(corners.joined(separator: ","))]]}}"#
    }
    let text = try folder.write(
      "houses.geojson",
      #"{"type":"FeatureCollection","features":["# + "\n" + houses.joined(separator: ",\n") + "]}")
    let scene = folder.path + "/scene"
    #expect(try Tool.run(["import", text, "-o", scene, "--no-streamed"]).status == 0)
    for (file, place) in [(text, /line [0-9]+/), (scene + "/buildings.fgb", /features\[[0-9]+\]/)] {
      func info(_ memory: String) throws -> Tool.Result {
        try Tool.run(["info", "--buildings", file, "--memory", memory])
      }
      let refused = try info(file == text ? "16M" : "10M")
      #expect(refused.status == 6 && refused.errors.contains(place), "\(refused.errors)")
      let asked = try #require(
        refused.errors.firstMatch(of: /at least about ([0-9]+) MiB/)?.1, "\(refused.errors)")
      let enough = try info("\(asked)M")
      #expect(!enough.errors.contains("while they are read"), "\(enough.errors)")
    }
  }

  @Test("the memory that is asked for suffices")
  func askedMemory() throws {
    let folder = try TemporaryFolder()
    let ground = try folder.write(
      "flat.asc",
      "ncols 200\nnrows 200\nxllcorner 7\nyllcorner 46\ncellsize 0.001\n"
        + (0..<200).map { _ in Array(repeating: "400", count: 200).joined(separator: " ") }
        .joined(separator: "\n") + "\n")
    func render(_ memory: String) throws -> Tool.Result {
      try Tool.run([
        "render", "--dem", ground, "-o", folder.path + "/a.png", "--size", "64x36", "--memory",
        memory,
      ])
    }
    var asked = try render("8M")
    #expect(asked.status == 6 && asked.errors.contains("at least about"), "\(asked.errors)")
    // That of the picture alone, and then that of all.
    let least = try #require(asked.errors.firstMatch(of: /about ([0-9]+) MiB/)?.1)
    asked = try render("\(least)M")
    if asked.status == 6 {
      let enough = try #require(asked.errors.firstMatch(of: /about ([0-9]+) MiB/)?.1)
      asked = try render("\(enough)M")
    }
    #expect(asked.status == 0, "\(asked.errors)")
  }

  @Test("options that say nothing, or of nothing that is there")
  func options() throws {
    let folder = try TemporaryFolder()
    let house = try folder.write("house.geojson", Self.house)
    let scene = folder.path + "/scene"
    for option in ["--attribution", "--licence"] {
      for text in ["", " "] {
        let result = try Tool.run(["import", house, "-o", scene, option, text])
        #expect(
          result.status == 2 && result.errors.contains("\(option) is empty"), "\(result.errors)")
      }
    }
    #expect(try Tool.run(["import", house, "-o", scene]).status == 0)
    let level = try Tool.run(["info", scene, "--level", "1"])
    #expect(level.status == 0 && level.errors.contains("has no indoor venue"), "\(level.errors)")
    #expect(try !Tool.run(["info", scene]).errors.contains("venue"))
  }

  @Test("names cannot make up messages, nor turn what stands behind them")
  func names() throws {
    let folder = try TemporaryFolder()
    let scene = try folder.write(
      "s.json",
      #"{"belvedere": 1, "name": "a\nerror: b\u202ec\u2066d\u2028e", "k\nwarning: l": 1}"#)
    let result = try Tool.run(["info", scene])
    #expect(result.status == 0)
    #expect(result.text.hasPrefix("a?error: b?c?d?e\n"), "\(result.text)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }

  @Test("areas of towns and their parts have their names, and a title is one")
  func places() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(
      "parts.geojson",
      #"""
      {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Polygon","coordinates":[[[7,46],[7.001,46],[7.001,46.001],[7,46.001],[7,46]]]}},
        {"type":"Feature","properties":{"title":"B"},"geometry":{"type":"Point","coordinates":[7.01,46]}},
        {"type":"Feature","properties":{"name":"C"},"geometry":{"type":"Point","coordinates":[7.02,46]}}]}
      """#)
    let scene = folder.path + "/scene"
    let made = try Tool.run([
      "import", source, "-o", scene, "--as", "\(source):place=suburb",
    ])
    #expect(made.status == 0 && made.text.contains("3 names"), "\(made.text)\(made.errors)")
    let names =
      try JSONSerialization.jsonObject(
        with: Data(try file(scene, "names.json").utf8)) as? [String: Any]
    let list = try #require(names?["annotations"] as? [[String: Any]])
    #expect(list.compactMap { $0["title"] as? String }.sorted() == ["A", "B", "C"])
    #expect(
      list.allSatisfy { $0["displayPriority"] as? Int == 231 && $0["style"] as? String == "label" })
    let middle = try #require(list.first { $0["title"] as? String == "A" }?["at"] as? [Double])
    #expect(abs(middle[0] - 7.0005) < 1e-6 && abs(middle[1] - 46.0005) < 1e-6)
  }

  @Test("a picture of a pole needs as few squares of ground as any other")
  func poles() throws {
    let folder = try TemporaryFolder()
    let scene = folder.path + "/scene"
    let house = try folder.write("house.geojson", Self.house)
    #expect(try Tool.run(["import", house, "-o", scene]).status == 0)
    for place in ["90,0", "-90,0"] {
      let made = try Tool.run([
        "render", scene, "--center=\(place)", "--distance", "1e-9", "--projection", "globe",
        "--no-pitch-limit", "--size", "32x24", "--json", "-o", folder.path + "/a.png",
      ])
      #expect(made.status == 0, "\(made.errors)")
      let value = try JSONSerialization.jsonObject(with: Data(made.output)) as? [String: Any]
      let squares = (value?["statistics"] as? [String: Int])?["ground tiles"] ?? 0
      #expect((1...60).contains(squares), "\(place): \(squares)")
    }
  }
}
