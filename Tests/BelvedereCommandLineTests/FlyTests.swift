import BelvedereImaging
import BelvedereTestSupport
import Foundation
import Testing

@Suite("belvedere fly") struct FlyTests {
  @Test("frames have the same bytes whatever the threads, the part, the order and what was there")
  func sameBytes() throws {
    let scene = try FlyScene()
    #expect(try scene.fly("a/", ["--threads", "1"]).status == 0)
    let frames = try scene.frames("a")
    #expect(frames.count == 41 && frames["000040.png"] != nil)
    #expect(try scene.others("a") == ["film.json", ".film.lock"])
    for threads in ["2", "7"] {
      #expect(try scene.fly("t\(threads)/", ["--threads", threads]).status == 0)
      #expect(try scene.frames("t\(threads)") == frames)
    }
    for part in [3, 1, 5, 2, 4] {
      #expect(try scene.fly("parts/", ["--shard", "\(part)/5"]).status == 0)
    }
    #expect(try scene.frames("parts") == frames)
    // From the end, one by one, the rest afterwards.
    for frame in [40, 7, 23] { #expect(try scene.fly("b/", ["--frames", "\(frame)"]).status == 0) }
    #expect(try scene.frames("b").count == 3)
    let rest = try scene.fly("b", ["--json"])
    #expect(rest.text.contains("\"kept\": 3") && rest.text.contains("\"drawn\": 38"))
    #expect(try scene.frames("b") == frames)
  }

  @Test("a route is followed as belvedere plan follows it, and other ways make other films")
  func route() throws {
    let scene = try FlyScene()
    try scene.folder.write(
      "hike.gpx",
      """
      <gpx><trk><name>short</name><trkseg><trkpt lat="46" lon="7"/><trkpt lat="46.0005" lon="7"/></trkseg></trk>
      <trk><name>long</name><trkseg><trkpt lat="46" lon="7"/><trkpt lat="46.001" lon="7.003"/>
      <trkpt lat="46.002" lon="7.003"/></trkseg></trk></gpx>
      """)
    let following = [
      "--distance", "800", "--pitch", "50", "--look-ahead", "150", "--route", "long",
    ]
    let plan = try Tool.run(
      ["plan", scene.path("hike.gpx"), "-o", scene.path("plan.json"), "-q"] + following)
    #expect(plan.status == 0, "\(plan.errors)")
    func fly(_ flight: String, _ output: String, _ more: [String]) throws -> Tool.Result {
      try Tool.run(
        [
          "fly", scene.path("scene"), scene.path(flight), "-o", scene.path(output), "-q", "--size",
          "48x32", "--fps", "1", "--quality", "draft",
        ] + more)
    }
    for (flight, output, more) in [
      ("hike.gpx", "a/", following), ("plan.json", "b/", []),
      ("hike.gpx", "c/", ["--distance", "500", "--route", "long"]), ("hike.gpx", "d/", []),
    ] {
      let film = try fly(flight, output, more)
      #expect(film.status == 0, "\(film.errors)")
    }
    let frames = try scene.frames("a")
    #expect(frames.count > 2)
    func picture(_ frame: [UInt8]?) throws -> Image { try PNG.decodeImage(try #require(frame)) }
    // Between cameras that were read the way differs by a little; the first one is the same.
    let (first, last) = (try #require(frames.keys.min()), try #require(frames.keys.max()))
    let planned = try scene.frames("b")
    let start = try picture(frames[first])
    let plannedStart = try picture(planned[first])
    #expect(plannedStart == start && planned.keys.max() == last)
    for other in ["c", "d"] {
      let otherStart = try picture(try scene.frames(other)[first])
      #expect(otherStart != start)
    }
    // Frames that were made otherwise are not taken for one's own.
    let again = try fly("hike.gpx", "a/", ["--distance", "801"] + following.dropFirst(2))
    let kept = try scene.frames("a")[first]
    #expect(again.status != 0 || kept != frames[first])
    let refused = try fly("flight.json", "e/", ["--distance", "800"])
    #expect(refused.status == 2 && refused.errors.contains("--distance"))
    let unknown = try fly("hike.gpx", "e/", ["--route", "none"])
    #expect(unknown.status != 0 && unknown.errors.contains("none"), "\(unknown.errors)")
  }

  @Test("a clearance raises the flight, as in a plan")
  func clearance() throws {
    let folder = try TemporaryFolder()
    // A ridge from north to south, 1500 m high, and a way across it.
    let row = (0..<61).map { abs($0 - 30) < 3 ? "1500" : "100" }.joined(separator: " ")
    let rows = [String](repeating: row, count: 41).joined(separator: "\n")
    let ridge = try folder.write(
      "ridge.asc",
      "ncols 61\nnrows 41\nxllcenter 7\nyllcenter 46\ncellsize 0.005\nNODATA_value -9999\n\(rows)\n"
    )
    let way = try folder.write(
      "way.gpx",
      #"<gpx><trk><trkseg><trkpt lat="46.1" lon="7.05"/><trkpt lat="46.1" lon="7.25"/></trkseg></trk></gpx>"#
    )
    func least(_ more: [String]) throws -> (status: Int32, clearance: Double, words: String) {
      let made = try Tool.run(
        ["fly", "--dem", ridge, way, "--report", "-", "--distance", "1500", "--pitch", "50"] + more)
      let report = try? JSONSerialization.jsonObject(with: Data(made.text.utf8)) as? [String: Any]
      let found = (report?["clearance"] as? [String: Any])?["found"] as? Double
      return (made.status, found ?? .nan, made.errors)
    }
    let low = try least([])
    #expect(low.status == 0 && low.clearance < 0, "\(low)")
    let high = try least(["--clearance", "700", "--lift-ends"])
    #expect(high.status == 0 && high.words.contains("raised by"), "\(high)")
    #expect(abs(high.clearance - 700) < 0.2, "\(high)")
    let stuck = try least(["--clearance", "9000"])
    #expect(stuck.status == 1 && stuck.words.contains("too low"), "\(stuck)")
    let alone = try least(["--lift-ends"])
    #expect(alone.status == 2 && alone.words.contains("--clearance"), "\(alone)")
  }

  @Test("torn, foreign and missing frames are drawn anew, the others are kept")
  func repair() throws {
    let scene = try FlyScene()
    #expect(try scene.fly("a/").status == 0)
    let frames = try scene.frames("a")
    let torn = try #require(frames["000010.png"])
    try scene.folder.write("a/000010.png", Array(torn[..<(torn.count / 2)]))
    try scene.folder.write("a/000011.png", try PNG.encode(Image(width: 64, height: 36)))
    try scene.folder.write("a/000012.png", "")
    try scene.folder.write("a/000013.png", torn)
    try FileManager.default.removeItem(atPath: scene.path("a/000014.png"))
    let result = try scene.fly("a/", ["--json"])
    #expect(result.status == 0 && result.text.contains("\"drawn\": 5"))
    #expect(try scene.frames("a") == frames)
  }

  @Test("killed at any instant it goes on, and the film is the same")
  func kills() throws {
    let scene = try FlyScene()
    #expect(try scene.fly("whole.y4m").status == 0)
    let film = try bytes(ofFile: scene.path("whole.y4m"))
    #expect(film.starts(with: Array("YUV4MPEG2 W64 H36 F10:1 ".utf8)))
    #expect(film.count > 41 * (64 * 36 * 3 / 2 + 6))
    #expect(!FileManager.default.fileExists(atPath: scene.path("whole.y4m.frames")))
    var random = SplitMix64(seed: 7)
    for run in 0..<12 {
      let own = try TemporaryFolder()
      let process = try Tool.process(scene.arguments("film.y4m"), folder: own)
      try process.run()
      usleep(UInt32(random.next() % 300_000))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let isThere = FileManager.default.fileExists(atPath: scene.path("film.y4m"))
      if isThere { #expect(try bytes(ofFile: scene.path("film.y4m")) == film, "run \(run)") }
    }
    #expect(try scene.fly("film.y4m").status == 0)
    #expect(try bytes(ofFile: scene.path("film.y4m")) == film)
    #expect(
      Set(scene.folder.contents) == ["film.y4m", "flight.json", "scene", "whole.y4m"])
  }

  @Test("ctrl-C ends with 130 and leaves whole frames only")
  func interruption() throws {
    let scene = try FlyScene()
    for (signal, status) in [(SIGINT, 130), (SIGTERM, 143)] {
      let own = try TemporaryFolder()
      let name = "film\(status)"
      let process = try Tool.process(scene.arguments("\(name)/", ["--fps", "240"]), folder: own)
      try process.run()
      try scene.wait(for: process, toDraw: 5, in: name)
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      #expect(process.terminationStatus == Int32(status))
      let others = try scene.others(name)
      #expect(others == ["film.json", ".film.lock"], "\(others)")
    }
  }

  @Test("a changed scene, flight or option is refused with the reason, and nothing is touched")
  func changed() throws {
    let scene = try FlyScene()
    #expect(try scene.fly("a/", ["--frames", "0-3"]).status == 0)
    let frames = try scene.frames("a")
    let size = try scene.fly("a/", ["--size", "32x18"])
    #expect(size.status == 4 && size.errors.contains("size 64x36, now 32x18"))
    let quality = try scene.fly("a/", ["--quality", "standard"])
    #expect(quality.status == 4 && quality.errors.contains("--quality draft, now standard"))
    try scene.folder.write("scene/houses.geojson", FlyScene.houses(height: 31))
    let houses = try scene.fly("a/")
    #expect(houses.status == 4 && houses.errors.contains("houses.geojson has changed"))
    try scene.folder.write("scene/houses.geojson", FlyScene.houses())
    try scene.folder.write(
      "flight.json", FlyScene.flight.replacingOccurrences(of: "1100", with: "1101"))
    let flight = try scene.fly("a/")
    #expect(flight.status == 4 && flight.errors.contains("the flight has changed"))
    #expect(try scene.frames("a") == frames)
    try scene.folder.write("flight.json", FlyScene.flight)
    #expect(try scene.fly("a/", ["--threads", "1"]).status == 0)
  }

  @Test("two processes share a folder, and one at a time makes a film")
  func together() throws {
    let scene = try FlyScene()
    #expect(try scene.fly("alone/", ["--fps", "30"]).status == 0)
    let folders = [try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder()]
    let processes = try folders.map {
      try Tool.process(scene.arguments("both/", ["--fps", "30", "--json"]), folder: $0)
    }
    for process in processes { try process.run() }
    var drawn = 0
    for (process, folder) in zip(processes, folders) {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      let text = String(decoding: try bytes(ofFile: folder.path + "/.stdout"), as: UTF8.self)
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      drawn += try #require(object["drawn"] as? Int)
    }
    // Each frame once.
    #expect(drawn == 121)
    #expect(try scene.frames("both") == scene.frames("alone"))

    let own = try TemporaryFolder()
    let first = try Tool.process(scene.arguments("film.y4m", ["--fps", "240"]), folder: own)
    try first.run()
    try scene.wait(for: first, toDraw: 3, in: "film.y4m.frames")
    let second = try scene.fly("film.y4m", ["--fps", "240"])
    #expect(second.status == 4 && second.errors.contains("another process"))
    first.waitUntilExit()
    #expect(first.terminationStatus == 0)
  }

  @Test("frames and parts outside the film are refused, with the valid ones")
  func ranges() throws {
    let scene = try FlyScene()
    let outside = try scene.fly("a/", ["--frames", "30-41"])
    #expect(outside.status == 2 && outside.errors.contains("0-40"))
    for more in [
      ["--frames", "5-3"], ["--frames", "x"], ["--shard", "0/5"], ["--shard", "6/5"],
      ["--shard", "1"],
      ["--fps", "0"], ["--fps", "241"], ["--motion-blur", "0"], ["--crf", "20"], ["--size", "0x5"],
      ["--sheet", "a.jpg"], ["--overlays-from", "5-3"], ["--samples", "3"],
      ["--progress", "openjd", "--json"],
    ] {
      #expect(try scene.fly("a/", more).status == 2, "\(more)")
    }
    #expect(try scene.fly("a.mov").errors.contains(".mov"))
    #expect(try scene.fly("odd.mp4", ["--size", "63x36"]).errors.contains("62x36"))
    #expect(Set(scene.folder.contents) == ["flight.json", "scene"])
  }

  @Test("charts, a report and a contact sheet are written beside the film, or alone")
  func papers() throws {
    let scene = try FlyScene()
    let result = try scene.fly(
      "film.y4m",
      [
        "--sheet", scene.path("sheet.png"), "--sheet-frames", "6", "--charts", scene.path("c.svg"),
        "--report", scene.path("r.json"), "--keep-frames", scene.path("kept"),
      ])
    #expect(result.status == 0, "\(result.errors)")
    let sheet = try PNG.decodeImage(bytes(ofFile: scene.path("sheet.png")))
    #expect(sheet.width == 8 + 3 * 72)
    #expect(try bytes(ofFile: scene.path("c.svg")).starts(with: Array("<svg".utf8)))
    #expect(
      String(decoding: try bytes(ofFile: scene.path("r.json")), as: UTF8.self).contains("duration"))
    #expect(try scene.frames("kept").count == 41)
    var arguments = scene.arguments("x")
    arguments.removeSubrange(3...4)
    let alone = try Tool.run(
      arguments + ["--sheet", scene.path("alone.png"), "--sheet-frames", "6"])
    #expect(alone.status == 0, "\(alone.errors)")
    #expect(alone.text.isEmpty)
    let told = try Tool.run(
      arguments.filter { $0 != "-q" } + ["--sheet", scene.path("told.png"), "--sheet-frames", "2"])
    #expect(told.text.hasSuffix("told.png\n"), "\(told.text)")
    #expect(try bytes(ofFile: scene.path("alone.png")) == bytes(ofFile: scene.path("sheet.png")))
    let part = try Tool.run(
      arguments + ["--sheet", scene.path("part.png"), "--sheet-frames", "6", "--frames", "0-1"])
    #expect(part.status == 0, "\(part.errors)")
    #expect(try PNG.decodeImage(bytes(ofFile: scene.path("part.png"))).width < sheet.width)
  }

  @Test("a film that is as quick as a map on a screen is told, and --pace slows it")
  func pace() throws {
    let scene = try FlyScene()
    let plan = try Tool.run(
      [
        "plan", "--from", "46,7,1500,40", "--to", "46.002,7.02,1500,40", "-o",
        scene.path("flight.json"),
      ])
    #expect(plan.status == 0, "\(plan.errors)")
    let arguments = scene.arguments("a/").filter { $0 != "-q" } + ["--frames", "0"]
    let quick = try Tool.run(arguments)
    #expect(quick.status == 0 && quick.errors.contains("--pace calm takes "), "\(quick.errors)")
    for options in [["--pace", "calm"], ["--duration", "9"]] {
      let told = try Tool.run(
        arguments.map { $0.hasSuffix("a/") ? scene.path("b\(options[1])/") : $0 } + options)
      #expect(told.status == 0 && !told.errors.contains("--pace"), "\(told.errors)")
    }
  }

  @Test("standard output and progress for schedulers")
  func streams() throws {
    let scene = try FlyScene()
    #expect(try scene.fly("film.y4m").status == 0)
    var arguments = scene.arguments("x")
    arguments[4] = "-"
    let stream = try Tool.run(arguments)
    #expect(stream.status == 0)
    #expect(try stream.output == bytes(ofFile: scene.path("film.y4m")))
    let told = try scene.fly("a/", ["--progress", "openjd"])
    let last = told.text.split(separator: "\n").last { $0.hasPrefix("openjd_progress: ") }
    #expect(last == "openjd_progress: 100.0")
    // The flight from standard input.
    arguments = scene.arguments("b/")
    arguments[2] = "-"
    #expect(try Tool.run(arguments, input: FlyScene.flight).status == 0)
    #expect(try scene.frames("b").count == 41)
  }
}
