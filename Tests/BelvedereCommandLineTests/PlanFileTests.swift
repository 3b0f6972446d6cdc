import BelvedereTestSupport
import Foundation
import Testing

/// Flights of other programs through `belvedere plan`.
@Suite("belvedere plan, other programs' files") struct PlanFileTests {
  private static let flight = ["--from", "46.1,7.05,1500,50,30", "--to", "46.1,7.25,1200,55,90"]

  private func run(_ arguments: [String], input: String = "") throws -> Tool.Result {
    try Tool.run(["plan"] + arguments, input: input)
  }

  /// The numbers of a table, a row each.
  private func table(_ text: String) -> [[Double]] {
    text.split(separator: "\n").dropFirst().map { line in
      line.split(separator: ",").map { Double($0) ?? .nan }
    }
  }

  @Test(
    "a flight goes out and comes back as the same cameras",
    arguments: [
      ("flight.kml", 1e-9), ("flight.czml", 1e-9), ("flight.gltf", 1e-4),
      ("flight.maplibre.json", 1e-9), ("flight.mapkit.json", 1e-9), ("images.txt", 1e-9),
      ("transforms.json", 1e-9),
    ])
  func outAndBack(_ name: String, _ tolerance: Double) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/\(name)"
    let made = try run(Self.flight + ["-o", file, "--fps", "5"])
    #expect(made.status == 0, "\(made.errors)")
    let there = table(try run(Self.flight + ["-o", "-", "--format", "csv", "--fps", "5"]).text)
    let back = try run([file, "-o", "-", "--format", "csv", "--fps", "5"])
    #expect(back.status == 0, "\(back.errors)")
    let here = table(back.text)
    // COLMAP has no times: the last camera comes a whole step after the one before.
    #expect(here.count == there.count)
    for (a, b) in zip(there, here).dropLast(name == "images.txt" ? 1 : 0) {
      #expect(abs(a[1] - b[1]) < tolerance && abs(a[2] - b[2]) < tolerance)
      #expect(abs(a[3] - b[3]) < max(tolerance * 1e5, 1e-3))
      #expect(abs(a[4] - b[4]) < tolerance && abs(a[5] - b[5]) < tolerance * 2)
    }
    if name == "images.txt" {
      #expect(made.errors.contains("images.txt: time"))
      #expect(FileManager.default.fileExists(atPath: "\(folder.path)/cameras.txt"))
    }
  }

  @Test("a tour flies in its own time, and what it breaks is said and judged")
  func tour() throws {
    let kml = """
      <kml xmlns:gx="g"><gx:Tour><name>T</name><gx:Playlist>
      <gx:FlyTo><gx:duration>1</gx:duration><LookAt><longitude>7</longitude>
      <latitude>46</latitude><range>900</range></LookAt></gx:FlyTo>
      <gx:FlyTo><gx:duration>1</gx:duration><gx:flyToMode>smooth</gx:flyToMode><LookAt>
      <longitude>7.1</longitude><latitude>46</latitude><range>900</range></LookAt></gx:FlyTo>
      <gx:Wait><gx:duration>0.5</gx:duration></gx:Wait>
      </gx:Playlist></gx:Tour></kml>
      """
    let flown = try run(["-"], input: kml)
    #expect(flown.status == 0 && flown.text.hasPrefix("file, 1.5 s"), "\(flown.errors)")
    #expect(flown.errors.contains("faster than the limits of motion"))
    #expect(flown.errors.contains("gx:duration (line 2)"))
    let judged = try run(["-", "--check"], input: kml)
    #expect(judged.status == 1 && judged.errors.contains("does not pass"))
  }

  @Test("a broken file is refused with its name and the place")
  func broken() throws {
    let folder = try TemporaryFolder()
    let kml = try folder.write("broken.kml", "<kml>\n<LookAt><range>x</range></LookAt></kml>")
    let refused = try run([kml])
    #expect(refused.status == 3 && refused.errors.contains("broken.kml: line 2, range"))
    let frames = try folder.write(
      "transforms.json",
      "{\"w\":4,\"frames\":[{\"transform_matrix\":[[1,0,0,0],[0,1,0,0],[0,0,1,9],[0,0,0,1]]}]}")
    let lost = try run([frames])
    #expect(lost.status == 3 && lost.errors.contains("give an origin"), "\(lost.errors)")
    let placed = try run([frames, "--origin", "46,7,0"])
    #expect(placed.status == 0 && placed.text.contains("distance 9 m"), "\(placed.errors)")
    #expect(try run(Self.flight + ["-o", "x.glb"]).status == 2)
    #expect(try run([frames, "--origin", "95,7,0"]).status == 2)
  }

  /// Flights of several kinds: what `plan` is given for them.
  private func flights(_ folder: TemporaryFolder) throws -> [(name: String, arguments: [String])] {
    func camera(_ latitude: Double, _ longitude: Double, _ rest: String) -> String {
      "{\"centerCoordinate\":{\"latitude\":\(latitude),\"longitude\":\(longitude)},\(rest)}"
    }
    let tour = try folder.write(
      "tour.json",
      "["
        + [
          camera(46.55, 7.98, "\"distance\":400,\"pitch\":60,\"heading\":180"),
          camera(48.85, 2.35, "\"distance\":800,\"pitch\":65,\"heading\":120,\"hold\":2"),
          camera(40.7, -74, "\"distance\":1500,\"pitch\":45,\"heading\":90"),
          camera(37.7, -122.4, "\"distance\":500,\"pitch\":65,\"turn\":\"clockwise\""),
          camera(35.7, 139.7, "\"distance\":2500,\"pitch\":0,\"heading\":270"),
        ].joined(separator: ",") + "]")
    let start = camera(37.82, -122.48, "\"distance\":2500,\"pitch\":55,\"heading\":200")
    let shots = try folder.write(
      "shots.json",
      """
      {"fieldOfView":40,"shots":[{"shot":"hold","seconds":2,"camera":\(start)},
      {"shot":"orbit","degrees":360,"duration":30},{"shot":"dollyZoom","distance":1200},
      {"shot":"crane","altitude":1500}]}
      """)
    let turns = (0..<60).map { i -> String in
      let turn = 0.7 * Foundation.sin(Double(i) / 5)
      return "[\(7 + 0.001 * Double(i)),\(46 + 0.003 * turn)]"
    }
    let route = try folder.write(
      "route.geojson",
      """
      {"type":"Feature","properties":{},"geometry":{"type":"LineString",
      "coordinates":[\(turns.joined(separator: ","))]}}
      """)
    let near = ["--from", "46.55,7.98,4000,60,180", "--to", "46.6,8.05,2500,65,90"]
    let far = ["--from", "70,10,800,40", "--to", "75,-170,900,30"]
    return [
      ("near", near), ("far", far), ("tour", [tour]), ("shots", [shots]),
      ("route", [route, "--distance", "900", "--pitch", "60"]),
    ]
  }

  /// The greatest of every rate by its name, in a report.
  private func peaks(_ report: String) throws -> [String: Double] {
    let value = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any]
    let rates = value?["rates"] as? [[String: Any]] ?? []
    return Dictionary(
      rates.compactMap { rate in
        guard let name = rate["quantity"] as? String, let peak = rate["peak"] as? Double else {
          return nil
        }
        return (name, peak)
      }
    ) { a, _ in a }
  }

  @Test("what is written as JSON is read again as the same flight, and passes the same check")
  func ownJSONAgain() throws {
    let folder = try TemporaryFolder()
    for (name, arguments) in try flights(folder) {
      let file = folder.path + "/flight.json"
      let made = try run(arguments + ["-o", file, "--json", "--check"])
      #expect(made.status == 0, "\(name): \(made.errors)")
      let again = try run([file, "--json", "--check"])
      #expect(again.status == 0 && again.errors.isEmpty, "\(name): \(again.errors)")
      let (due, found) = (try peaks(made.text), try peaks(again.text))
      #expect(due.count == 8)
      for (rate, peak) in due {
        #expect(abs((found[rate] ?? 0) - peak) <= 0.012 * peak, "\(name): \(rate)")
      }
      let own = table(
        try run(arguments + ["-o", "-", "--format", "csv", "--fps", "7"]).text)
      let same = table(try run([file, "-o", "-", "--format", "csv", "--fps", "7"]).text)
      #expect(own.count == same.count && own.count > 10)
      for (p, q) in zip(own, same) {
        let apart = abs(p[1] - q[1]) + abs(remainder(p[2] - q[2], 360))
        // Degrees of the centre beside what is seen at the distance.
        #expect(p[0] == q[0] && apart * 111_000 < 1e-8 * p[3] + 1e-8, "\(name): \(p) \(q)")
        #expect(abs(p[3] / q[3] - 1) < 1e-8 && abs(p[4] - q[4]) < 1e-6, "\(name): \(p) \(q)")
        #expect(abs(remainder(p[5] - q[5], 360)) < 1e-6, "\(name): \(p) \(q)")
      }
    }
  }

  @Test(
    "cameras at times alone make a smooth flight again", arguments: ["flight.csv", "flight.kml"])
  func looksAgain(_ file: String) throws {
    let folder = try TemporaryFolder()
    for (name, arguments) in try flights(folder) {
      let path = "\(folder.path)/\(file)"
      let made = try run(arguments + ["-o", path, "--json"])
      #expect(made.status == 0, "\(name): \(made.errors)")
      let (due, found) = (try peaks(made.text), try peaks(try run([path, "--json"]).text))
      for (rate, peak) in due {
        #expect(abs((found[rate] ?? 0) - peak) <= 0.2 * peak, "\(name): \(rate)")
      }
    }
  }

  @Test(
    "looks at an even movement are flown as one, however they end, and pauses stay pauses",
    arguments: [[0.0], [1e-4], [1e-3, 1e-6]], [0.0, 3, 20])
  func evenLooks(_ last: [Double], _ pause: Double) throws {
    // North at 100 m/s, thirty times a second, with a pause in the middle and odd times at the end.
    var rows: [(time: Double, way: Double)] = (0...90).map { (Double($0) / 30, Double($0) / 30) }
    if pause > 0 { rows = rows.map { ($0.way > 1.5 ? $0.time + pause : $0.time, min($0.way, 3)) } }
    if pause > 0 { rows.insert((1.5 + pause, 1.5), at: 46) }
    for step in last where step > 0 {
      let end = rows[rows.count - 1]
      rows.append((end.time + step, end.way + step))
    }
    let csv =
      "time,latitude,longitude,distance\n"
      + rows.map { "\($0.time),\(46 + $0.way * 0.0009),7,500" }.joined(separator: "\n")
    let flown = table(
      try run(
        ["-", "--input-format", "csv", "-o", "-", "--format", "csv", "--fps", "240"], input: csv
      ).text)
    #expect(flown.count > 700)
    for camera in flown {
      let (time, way) = (camera[0], (camera[1] - 46) / 0.0009)
      let due = time <= 1.5 ? time : max(time - pause, 1.5)
      // Beside a sudden stop within a third of a frame; else exactly, to the rounding of degrees.
      let isNearPause = pause > 0 && (abs(time - 1.5) < 0.15 || abs(time - 1.5 - pause) < 0.15)
      #expect(abs(way - due) < (isNearPause ? 0.012 : 3e-6), "\(time): \(way - due)")
    }
  }

  @Test("cameras that were changed after the flight was written are the ones that are flown")
  func changedSamples() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/flight.json"
    _ = try run(Self.flight + ["-o", file])
    let text = try String(contentsOfFile: file, encoding: .utf8)
    // The fields of view are none of the samples' that are usual.
    guard let samples = text.range(of: "\"samples\""),
      let pitch = text.range(of: "\"pitch\": 50", range: samples.upperBound..<text.endIndex)
    else {
      Issue.record("no sample with the pitch 50")
      return
    }
    let changed = try folder.write(
      "changed.json", text.replacingCharacters(in: pitch, with: "\"pitch\": 40"))
    let flown = try run([changed, "-o", "-", "--format", "csv"])
    #expect(flown.status == 0 && flown.errors.contains("knots (samples[0])"), "\(flown.errors)")
    #expect(table(flown.text).first?[4] == 40)
    // A keyframe that was changed is told, and so is a duration.
    var members = text.replacingOccurrences(of: "\"duration\":", with: "\"duration\": 9, \"was\":")
    if let frames = members.range(of: "\"keyframes\""),
      let first = members.range(of: "\"pitch\": 50", range: frames.upperBound..<members.endIndex)
    {
      members.replaceSubrange(first, with: "\"pitch\": 40")
    }
    let told = try run(["-"], input: members)
    #expect(told.status == 0 && told.errors.contains("keyframes (keyframes[0])"), "\(told.errors)")
    #expect(told.errors.contains("duration (duration)"), "\(told.errors)")
    // Knots alone are the flight, too.
    if let knots = text.range(of: "\"knots\"") {
      let alone = try run(["-"], input: "{" + text[knots.lowerBound...])
      #expect(alone.status == 0 && alone.errors.isEmpty, "\(alone.errors)")
    }
    for (broken, error) in [
      ("\"knots\": 7", "knots: expected an array"),
      ("\"knots\": [{}]", "knots[0].centerCoordinate"),
    ] {
      let refused = try run(["-"], input: "{\"keyframes\": [], \(broken)}")
      #expect(refused.status == 3 && refused.errors.contains(error), "\(refused.errors)")
    }
  }

  @Test("an eye far above the planet is written as KML's Camera, too")
  func farEyes() throws {
    let made = try run([
      "--from", "37.7,-122.4,500,55", "--to", "35.7,139.7,500,55", "-o", "-", "--format", "kml",
      "--kml-camera",
    ])
    #expect(made.status == 0 && made.text.contains("<Camera>"), "\(made.errors)")
    let again = try run(["-", "--input-format", "kml", "--json"], input: made.text)
    #expect(again.status == 0, "\(again.errors)")
  }
}
