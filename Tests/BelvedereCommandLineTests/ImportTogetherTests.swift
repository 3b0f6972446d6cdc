import BelvedereTestSupport
import Dispatch
import Foundation
import Testing

/// Imports into one folder at once, and those after one that was killed.
@Suite("belvedere import, killed and at once") struct ImportTogetherTests {
  /// A house and a street around a place.
  private static func map(_ longitude: Double) -> String {
    let corners = [(0.0, 0.0), (2e-4, 0), (2e-4, 1e-4), (0, 1e-4)].enumerated().map { n, d in
      #"<node id="\#(n + 1)" lat="\#(50 + d.1)" lon="\#(longitude + d.0)"/>"#
    }
    let refs = [1, 2, 3, 4, 1].map { #"<nd ref="\#($0)"/>"# }.joined()
    return #"<osm version="0.6">\#(corners.joined())"#
      + #"<node id="5" lat="50.001" lon="\#(longitude)"/><node id="6" lat="50.001" lon="\#(longitude + 0.001)"/>"#
      + #"<way id="7">\#(refs)<tag k="building" v="yes"/></way>"#
      + #"<way id="8"><nd ref="5"/><nd ref="6"/><tag k="highway" v="residential"/></way></osm>"#
  }

  private static func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test(
    "a second import into the folder is refused while the first one works, and not once it was killed"
  )
  func twoAtOnce() throws {
    guard let tool = Tool.path else { return }
    let folder = try TemporaryFolder()
    let map = try folder.write("a.osm", Self.map(10))
    let scene = folder.path + "/scene"
    // It waits for what is to come.
    let first = Process()
    first.executableURL = URL(fileURLWithPath: tool)
    first.arguments = ["import", "-", "-o", scene]
    let pipe = Pipe()
    first.standardInput = pipe
    (first.standardOutput, first.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try first.run()
    // What it is shows in the first bytes, and more are to come.
    let start = Self.map(11).prefix(200) + String(repeating: " ", count: 300_000)
    DispatchQueue.global().async {
      try? pipe.fileHandleForWriting.write(contentsOf: Data(start.utf8))
    }
    // The folder is locked before what comes is kept in it.
    func isSpooling() -> Bool {
      ((try? FileManager.default.contentsOfDirectory(atPath: scene)) ?? [])
        .contains { $0.hasSuffix(".tmp") }
    }
    while first.isRunning, !isSpooling() { usleep(1000) }
    let second = try Tool.run(["import", map, "-o", scene])
    #expect(second.status == 4, "\(second.errors)")
    #expect(second.errors.contains("another import is writing there"), "\(second.errors)")
    kill(first.processIdentifier, SIGKILL)
    first.waitUntilExit()
    let third = try Tool.run(["import", map, "-o", scene])
    #expect(third.status == 0, "\(third.errors)")
    #expect(
      try Self.names(scene) == ["buildings.fgb", "import.json", "roads.fgb", "scene.json"])
  }

  @Test("what killed imports made goes with the next one, and nothing that somebody else made")
  func killed() throws {
    guard let tool = Tool.path else { return }
    let folder = try TemporaryFolder()
    // Many layers, so that putting them in their places takes a while.
    let maps = try (0..<24).map { n in
      try folder.write("m\(n).osm", Self.map(10 + 0.01 * Double(n)))
    }
    let scene = folder.path + "/scene"
    try FileManager.default.createDirectory(atPath: scene, withIntermediateDirectories: true)
    // Names that imports give, too.
    for name in ["roads-99.fgb", "trees-40m.fgb", "notes.txt"] {
      try folder.write("scene/\(name)", "mine")
    }
    for round in 0..<12 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: tool)
      let format = round % 2 == 0 ? ["--streamed"] : ["--layers", "geojson"]
      process.arguments = ["import"] + maps + ["-o", scene] + format
      (process.standardOutput, process.standardError) = (
        FileHandle.nullDevice, FileHandle.nullDevice
      )
      let marks =
        round % 2 == 0
        ? ["buildings-20m-2.fgb", "buildings-20m-20.fgb"] : ["roads-3.geojson", "roads-22.geojson"]
      let mark = "\(scene)/\(marks[round / 2 % 2])"
      let inode =
        (try? FileManager.default.attributesOfItem(atPath: mark))?[.systemFileNumber] as? Int
      try process.run()
      for _ in 0..<20_000 where process.isRunning {
        let now =
          (try? FileManager.default.attributesOfItem(atPath: mark))?[.systemFileNumber] as? Int
        if now != nil, now != inode { break }
        usleep(200)
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let last = try Tool.run(["import", maps[0], "-o", scene])
    #expect(last.status == 0, "\(last.errors)")
    #expect(
      try Self.names(scene) == [
        "buildings.fgb", "import.json", "notes.txt", "roads-99.fgb", "roads.fgb", "scene.json",
        "trees-40m.fgb",
      ])
    // As if nothing had been there.
    let fresh = folder.path + "/fresh"
    #expect(try Tool.run(["import", maps[0], "-o", fresh]).status == 0)
    for name in try Self.names(fresh) {
      #expect(try bytes(ofFile: "\(fresh)/\(name)") == bytes(ofFile: "\(scene)/\(name)"), "\(name)")
    }
  }

  @Test("a file that a killed import would have made stays where somebody else made it")
  func announced() throws {
    let folder = try TemporaryFolder()
    let map = try folder.write("a.osm", Self.map(10))
    let scene = folder.path + "/scene"
    #expect(try Tool.run(["import", map, "-o", scene]).status == 0)
    // The record of an import that was killed when it had made one of two files.
    try folder.write("scene/roads-640m.fgb", "")
    try folder.write("scene/roads-320m.fgb", "mine")
    let record = try String(contentsOfFile: scene + "/import.json", encoding: .utf8)
    let digest = try #require(
      record.firstMatch(of: #/"file": "roads.fgb"[^}]*"digest": "([^"]*)"/#)?.1
        ?? record.firstMatch(of: #/"digest": "([^"]*)"/#)?.1)
    try FileManager.default.removeItem(atPath: scene + "/roads-640m.fgb")
    try FileManager.default.copyItem(
      atPath: scene + "/roads.fgb", toPath: scene + "/roads-640m.fgb")
    let left = ["roads-640m.fgb", "roads-320m.fgb", "../a.osm"].map {
      #"{"file": "\#($0)", "digest": "\#(digest)"}"#
    }
    let end = try #require(record.lastIndex(of: "}"))
    try folder.write(
      "scene/import.json",
      String(record[..<end]) + ", \"leftovers\": [" + left.joined(separator: ", ") + "]}")
    #expect(try Tool.run(["import", map, "-o", scene]).status == 0)
    #expect(
      try Self.names(scene) == [
        "buildings.fgb", "import.json", "roads-320m.fgb", "roads.fgb", "scene.json",
      ])
    #expect(try String(contentsOfFile: scene + "/import.json", encoding: .utf8) == record)
    #expect(FileManager.default.fileExists(atPath: map))
  }
}
