import BelvedereTestSupport
import Foundation
import Testing

/// `belvedere import -`: sources that come from standard input.
@Suite("belvedere import of standard input") struct ImportInputTests {
  /// A street, as OpenStreetMap's XML.
  private static let street =
    #"<osm version="0.6"><node id="5" lat="50.001" lon="10"/><node id="6" lat="50.001" lon="10.001"/>"#
    + #"<way id="8"><nd ref="5"/><nd ref="6"/><tag k="highway" v="residential"/></way></osm>"#

  private static let house =
    #"{"type": "Feature", "properties": {"building": "yes"}, "geometry": {"type": "Polygon", "#
    + #""coordinates": [[[10, 50], [10.001, 50], [10.001, 50.001], [10, 50.001], [10, 50]]]}}"#

  private func contents(_ folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      files[name] = try bytes(ofFile: "\(folder)/\(name)")
    }
    return files
  }

  @Test("what comes from standard input becomes the scene that a file becomes", arguments: 0..<2)
  func sameAsFile(_ number: Int) throws {
    let folder = try TemporaryFolder()
    let text = [Self.street, Self.house][number]
    let file = try folder.write("source", text)
    let (scene, other) = (folder.path + "/scene", folder.path + "/other")
    let made = try Tool.run(["import", "-", "-o", scene], input: text)
    #expect(made.status == 0, "\(made.errors)")
    #expect(try Tool.run(["import", file, "-o", other, "--name", "scene"]).status == 0)
    #expect(try contents(scene) == contents(other))
  }

  @Test("the record knows standard input by its content")
  func again() throws {
    let folder = try TemporaryFolder()
    let scene = folder.path + "/scene"
    let house = try folder.write("house.geojson", Self.house)
    func make(_ text: String) throws -> Tool.Result {
      try Tool.run(["import", house, "-", "-o", scene, "--attribution", "Me"], input: text)
    }
    #expect(try make(Self.street).text.contains("1 building, 1 road"))
    let same = try make(Self.street)
    #expect(same.errors.contains("standard input has not changed"), "\(same.errors)")
    let changed = try make(Self.street.replacingOccurrences(of: "50.001", with: "50.002"))
    #expect(changed.status == 0 && !changed.errors.contains("standard input has not changed"))
    #expect(changed.errors.contains("house.geojson has not changed"), "\(changed.errors)")
  }

  @Test("what is refused is called standard input, and leaves nothing behind")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let output = folder.path + "/x"
    for (input, arguments, status, said) in [
      ("", ["-"], 3, "standard input: is empty"),
      ("\u{1F}\u{2}\u{3}", ["-"], 3, "standard input: is none of"),
      (String(repeating: "\0", count: 1 << 20), ["-"], 3, "standard input: is none of"),
      (Self.street, ["-", "-"], 2, "- is standard input, which is there once"),
      (String(Self.street.dropLast(20)), ["-"], 3, "standard input: "),
      (String(Self.house.dropLast(20)), ["-"], 3, "standard input: "),
      ("SQLite format 3\0 and no more", ["-"], 3, "standard input: "),
      ("PMTiles\u{3}", ["-"], 3, "standard input: "),
      ("<CityModel><a></CityModel>", ["-"], 3, "standard input: "),
      (#"{"type": "CityJSON", "version": "2.0"}"#, ["-"], 3, "standard input: "),
    ] {
      let refused = try Tool.run(["import"] + arguments + ["-o", output], input: input)
      #expect(
        refused.status == status && refused.errors.contains(said), "\(input): \(refused.errors)")
      #expect(!refused.errors.contains(".tmp"), "\(refused.errors)")
      #expect(!FileManager.default.fileExists(atPath: output), "\(input)")
    }
  }

  @Test("a disk without room is named")
  func room() throws {
    let folder = try TemporaryFolder()
    let text = Self.street + String(repeating: " ", count: 3 << 20)
    let input = try folder.write("map.osm", text)
    let process = try Tool.process([], folder: folder)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "ulimit -f 1000; exec \"$1\" import - -o \"$2/x\" < \"$3\"", "sh",
      try #require(Tool.path), folder.path, input,
    ]
    try process.run()
    process.waitUntilExit()
    let result = try Tool.result(process, folder)
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.errors.contains("has no room for standard input"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/x"))
  }

  @Test("ctrl-C while it comes leaves nothing behind")
  func interrupted() throws {
    let folder = try TemporaryFolder()
    let output = folder.path + "/x"
    let process = try Tool.process(["import", "-", "-o", output], folder: folder)
    let pipe = Pipe()
    process.standardInput = pipe
    try process.run()
    try pipe.fileHandleForWriting.write(
      contentsOf: Data((Self.street + String(repeating: " ", count: 1 << 17)).utf8))
    func isSpooling() -> Bool {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: output)) ?? []
      return names.contains { $0.hasSuffix(".tmp") }
    }
    while process.isRunning, !isSpooling() { usleep(1000) }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test("what a file says of itself moves no cursor and colours nothing")
  func escapes() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "town.geojson",
      #"""
      {"type": "FeatureCollection", "attribution": "\u001b]0;title\u0007me", "features": [
        {"type": "Feature", "id": "a", "properties": {"building": "yes"}, "geometry": {"type": "Polygon",
          "coordinates": [[[10, 50], [10.001, 50], [10.001, 50.001], [10, 50.001], [10, 50]]]}}]}
      """#)
    let made = try Tool.run(["import", file, "-o", folder.path + "/scene"])
    #expect(made.status == 0 && made.errors.contains("title?me"), "\(made.errors)")
    #expect(!made.errors.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
  }
}
