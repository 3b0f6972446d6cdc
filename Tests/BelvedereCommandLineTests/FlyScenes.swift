import BelvedereTestSupport
import Foundation
import Testing

/// A small scene with names, a flight over it, and runs of `belvedere fly`.
struct FlyScene {
  let folder: TemporaryFolder

  static let scene = """
    {"belvedere": 1, "name": "Cove",
     "terrain": [{"bounds": {"south": 45.95, "west": 6.95, "north": 46.05, "east": 7.05},
       "hills": [{"center": [7.0, 46.004], "height": 240, "radius": 700}]}],
     "buildings": [{"file": "houses.geojson"}],
     "annotations": [
       {"at": [7.0, 46.0], "title": "Middle"},
       {"at": [7.001, 46.001], "title": "Second"},
       {"at": [7.002, 45.999], "title": "Third"},
       {"at": [6.999, 46.0005], "title": "Fourth"}]}
    """

  static func houses(height: Int = 30) -> String {
    """
    {"type": "FeatureCollection", "features": [{"type": "Feature",
      "properties": {"height": \(height)}, "geometry": {"type": "Polygon", "coordinates": [[
        [7.0, 46.0], [7.0006, 46.0], [7.0006, 46.0004], [7.0, 46.0004], [7.0, 46.0]]]}}]}
    """
  }

  static let flight = """
    {"waypoints": [
      {"centerCoordinate": {"latitude": 46, "longitude": 7}, "distance": 1500, "pitch": 45, "heading": 10},
      {"centerCoordinate": {"latitude": 46.001, "longitude": 7.001}, "distance": 1100, "pitch": 50,
       "heading": 60, "duration": 4}]}
    """

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/scene", withIntermediateDirectories: true)
    try folder.write("scene/scene.json", Self.scene)
    try folder.write("scene/houses.geojson", Self.houses())
    try folder.write("flight.json", Self.flight)
  }

  func path(_ name: String) -> String { folder.path + "/" + name }

  /// A command line; 41 frames of 64 by 36 pixels unless other options say otherwise.
  func arguments(_ output: String, _ more: [String] = []) -> [String] {
    var list = ["fly", path("scene"), path("flight.json"), "-o", path(output), "-q"]
    for (name, value) in [("--size", "64x36"), ("--fps", "10"), ("--quality", "draft")]
    where !more.contains(name) {
      list += [name, value]
    }
    return list + more
  }

  func fly(_ output: String, _ more: [String] = []) throws -> Tool.Result {
    try Tool.run(arguments(output, more))
  }

  /// Runs the program under a shell that prepares something.
  func shell(_ preparation: String, _ arguments: [String]) throws -> Tool.Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", preparation + "; exec \"$0\" \"$@\"", try #require(Tool.path)] + arguments
    let own = try TemporaryFolder()
    for name in [".stdout", ".stderr"] { try own.write(name, "") }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: own.path + "/.stdout")
    process.standardError = FileHandle(forWritingAtPath: own.path + "/.stderr")
    try process.run()
    process.waitUntilExit()
    return try Tool.result(process, own)
  }

  /// The frames of a folder by name.
  func frames(_ name: String) throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: path(name))
    return try Dictionary(
      uniqueKeysWithValues: names.filter { $0.hasSuffix(".png") }
        .map { ($0, try bytes(ofFile: path(name) + "/" + $0)) })
  }

  /// Waits until a running process has drawn some frames.
  func wait(for process: Process, toDraw count: Int, in name: String) throws {
    while process.isRunning, (try? frames(name).count) ?? 0 < count { usleep(5_000) }
    #expect(try frames(name).count >= count)
  }

  /// All entries of a folder that are no frames.
  func others(_ name: String) throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(atPath: path(name)).filter {
        !$0.hasSuffix(".png")
      })
  }

  /// A program `ffmpeg` that is a shell script, in a folder of its own.
  func fakeEncoder(_ script: String) throws -> String {
    let bin = path("bin")
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    let file = try folder.write("bin/ffmpeg", "#!/bin/sh\n" + script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    return bin
  }
}
