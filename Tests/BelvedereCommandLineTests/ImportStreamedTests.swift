import BelvedereJSON
import BelvedereTestSupport
import Foundation
import Testing

/// `belvedere import --streamed`, and what is done with such scenes.
@Suite("belvedere import --streamed") struct ImportStreamedTests {
  /// Rows of houses along streets.
  private static var map: String {
    var (nodes, ways) = ("", "")
    var next = 1
    func node(_ x: Double, _ y: Double) -> Int {
      nodes += #"<node id="\#(next)" lat="\#(50 + y)" lon="\#(10 + x)"/>"#
      next += 1
      return next - 1
    }
    for row in 0..<12 {
      let y = 6e-4 * Double(row)
      for n in 0..<16 {
        let x = 3e-4 * Double(n)
        let corners = [(0.0, 0.0), (2e-4, 0), (2e-4, 1e-4), (0, 1e-4)].map {
          node(x + $0.0, y + $0.1)
        }
        let refs = (corners + corners.prefix(1)).map { #"<nd ref="\#($0)"/>"# }.joined()
        ways +=
          #"<way id="\#(next)">\#(refs)<tag k="building" v="yes"/><tag k="building:levels" v="\#(1 + n % 4)"/><tag k="name" v="Haus \#(row)-\#(n)"/></way>"#
      }
      let ends = [node(0, y - 2e-4), node(5e-3, y - 2e-4)]
      ways +=
        #"<way id="\#(next)"><nd ref="\#(ends[0])"/><nd ref="\#(ends[1])"/><tag k="highway" v="residential"/></way>"#
    }
    return #"<osm version="0.6">\#(nodes)\#(ways)</osm>"#
  }

  @Test(
    "of an import that fails in its second source nothing stays, and a scene that is there stays whole"
  )
  func failure() throws {
    let folder = try TemporaryFolder()
    let map = try folder.write("town.osm", Self.map)
    let broken = try folder.write("broken.osm", String(Self.map.prefix(3000)))
    let scene = folder.path + "/new/scene"
    for isStreamed in [false, true] {
      let options = isStreamed ? ["--streamed"] : []
      let made = try Tool.run(["import", map, broken, "-o", scene] + options)
      #expect(made.status == 3 && made.errors.contains("broken.osm"), "\(made.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/new"))
    }
    #expect(try Tool.run(["import", map, "-o", scene]).status == 0)
    func contents() throws -> [String: Data] {
      let names = try FileManager.default.contentsOfDirectory(atPath: scene)
      return try Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, try Data(contentsOf: URL(fileURLWithPath: scene + "/" + $0)))
        })
    }
    let before = try contents()
    #expect(try Tool.run(["import", map, broken, "-o", scene, "--streamed"]).status == 3)
    #expect(try contents() == before)
  }

  @Test("text is never streamed, and what is said of it holds")
  func said() throws {
    let folder = try TemporaryFolder()
    let map = try folder.write("town.osm", Self.map)
    let scene = folder.path + "/scene"
    func layers(_ options: [String]) throws -> String {
      let made = try Tool.run(["import", map, "-o", scene] + options)
      #expect(made.status == 0, "\(made.errors)")
      return try String(contentsOfFile: scene + "/scene.json", encoding: .utf8)
    }
    #expect(try !layers([]).contains("streamed"))
    #expect(try layers(["--streamed"]).contains("streamed"))
    #expect(try !layers(["--no-streamed"]).contains("streamed"))
    #expect(try !layers(["--layers", "geojson"]).contains("streamed"))
  }

  @Test("what a killed import left behind goes with the next one, and nothing of one that runs")
  func abandoned() throws {
    let folder = try TemporaryFolder()
    let map = try folder.write("town.osm", Self.map)
    let scene = folder.path + "/scene"
    try FileManager.default.createDirectory(atPath: scene, withIntermediateDirectories: true)
    // No process has such a number.
    let (dead, own) = (".belvedere-99999999-abc.tmp", ".belvedere-\(getpid())-abc.tmp")
    for name in [dead, own, "notes.tmp"] { _ = try folder.write("scene/\(name)", "x") }
    #expect(try Tool.run(["import", map, "-o", scene]).status == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: scene)
    #expect(!left.contains(dead) && left.contains(own) && left.contains("notes.tmp"), "\(left)")
  }

  @Test("a streamed scene is drawn, filmed, asked, and imported again")
  func scene() throws {
    let folder = try TemporaryFolder()
    let map = try folder.write("town.osm", Self.map)
    let (streamed, whole) = (folder.path + "/streamed", folder.path + "/whole")
    let made = try Tool.run(["import", map, "-o", streamed, "--streamed"])
    #expect(made.status == 0 && made.text.contains("12 roads, 192 buildings"), "\(made.errors)")
    #expect(try Tool.run(["import", map, "-o", whole]).status == 0)
    let again = try Tool.run(["import", map, "-o", streamed, "--streamed"])
    #expect(again.errors.contains("has not changed") && again.text == made.text)
    let info = try Tool.run(["info", streamed])
    #expect(info.text.contains("streamed roads: 12, up to 160 m"), "\(info.text)")
    // All of them together, as of a scene that is read whole.
    for line in ["  buildings: 192\n", "  roads: 12\n"] {
      #expect(info.text.contains(line), "\(info.text)")
      #expect(try Tool.run(["info", whole]).text.contains(line))
    }
    #expect(info.text.contains("that stand for those up to 20 m"), "\(info.text)")
    let view = [
      "--center", "50.0033,10.0024", "--distance", "500", "--pitch", "60", "--size", "192x108",
      "--hide-labels",
    ]
    func picture(_ scene: String, _ name: String) throws -> [UInt8] {
      let path = folder.path + "/" + name
      let drawn = try Tool.run(["render", scene, "-o", path] + view)
      #expect(drawn.status == 0, "\(drawn.errors)")
      return try bytes(ofFile: path)
    }
    // The descriptions beside the pixels name what was counted in the files, but the pixels are the same.
    #expect(try picture(streamed, "a.rgb") == picture(whole, "b.rgb"))
    let question =
      #"{"op":"pick","camera":{"centerCoordinate":{"latitude":50.00305,"longitude":10.0022},"distance":300,"pitch":0,"heading":0},"viewport":{"width":400,"height":400},"point":{"x":200,"y":200}}"#
      + "\n"
    let answers = try [streamed, whole].map {
      try Tool.run(["query", "--scene", $0], input: question).text
    }
    #expect(answers[0].contains(#""kind":"building""#) && answers[0].contains(#""index":null"#))
    #expect(
      answers[0].replacing(#/"index":(null|[0-9]+),/#, with: "")
        == answers[1].replacing(#/"index":(null|[0-9]+),/#, with: ""))
    // Written otherwise, no file of it stays.
    #expect(try Tool.run(["import", map, "-o", streamed]).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: streamed).sorted()
    #expect(names == ["buildings.fgb", "import.json", "roads.fgb", "scene.json"], "\(names)")
  }

  @Test("frames are the same whichever of them are drawn, and text has no index")
  func films() throws {
    let folder = try TemporaryFolder()
    let map = try folder.write("town.osm", Self.map)
    let scene = folder.path + "/scene"
    #expect(try Tool.run(["import", map, "-o", scene, "--streamed"]).status == 0)
    let camera =
      #"{"centerCoordinate":{"latitude":50.0033,"longitude":10.0024},"distance":400,"pitch":60,"heading":0}"#
    let flight = try folder.write(
      "flight.json", "[\(camera), \(camera.replacing("10.0024", with: "10.05"))]")
    func frames(_ name: String, _ arguments: [String]) throws -> [String: [UInt8]] {
      let path = folder.path + "/" + name
      let drawn = try Tool.run(
        ["fly", scene, flight, "-o", path, "--size", "96x54", "--fps", "2"] + arguments)
      #expect(drawn.status == 0, "\(drawn.errors)")
      var frames: [String: [UInt8]] = [:]
      for file in try FileManager.default.contentsOfDirectory(atPath: path)
      where file.hasSuffix(".png") { frames[file] = try bytes(ofFile: "\(path)/\(file)") }
      return frames
    }
    let all = try frames("all", [])
    let some = try frames("some", ["--frames", "5-7", "--threads", "1"])
    #expect(some.count == 3 && all.count > 8)
    for (name, bytes) in some { #expect(all[name] == bytes, "\(name)") }
    let text = try Tool.run(["import", map, "-o", scene, "--streamed", "--layers", "geojson"])
    #expect(text.status != 0 && text.errors.contains("--streamed"), "\(text.errors)")
  }

  @Test("a shell that allows few open files is no limit, or is named")
  func openFiles() throws {
    guard let tool = Tool.path else { return }
    let folder = try TemporaryFolder()
    let map = try folder.write("town.osm", Self.map)
    let made = try Tool.run(["import", map, "-o", folder.path + "/scene", "--streamed"])
    #expect(made.status == 0, "\(made.errors)")
    // The same layers many times.
    let path = folder.path + "/scene/scene.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let list = try #require(text.firstMatch(of: #/"streamed"\s*:\s*\[([^\]]*)\]/#))
    let layers = [String](repeating: String(list.1), count: 20).joined(separator: ",")
    _ = try folder.write("scene/scene.json", text.replacing(list.1, with: layers))
    func info(_ limit: String) throws -> (status: Int32, errors: String) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "ulimit \(limit) 40; exec '\(tool)' info '\(folder.path)/scene'"]
      let errors = Pipe()
      (process.standardError, process.standardOutput) = (errors, FileHandle.nullDevice)
      try process.run()
      let said = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: said, as: UTF8.self))
    }
    let soft = try info("-Sn")
    #expect(soft.status == 0, "\(soft.errors)")
    let hard = try info("-n")
    #expect(hard.status != 0 && hard.errors.contains("raise 'ulimit -n'"), "\(hard.errors)")
  }
}
