import BelvedereImaging
import BelvedereJSON
import BelvedereTestSupport
import Foundation
import Testing

@Suite("belvedere plan") struct PlanTests {
  private static let start = "46.1,7.05,1500,50,30"
  private static let goal = "46.1,7.25,1200,55,90"

  /// An Esri grid with a ridge from north to south, 1500 m high.
  private func ridge(_ folder: borrowing TemporaryFolder) throws -> String {
    let row = (0..<61).map { abs($0 - 30) < 3 ? "1500" : "100" }.joined(separator: " ")
    let rows = [String](repeating: row, count: 41).joined(separator: "\n")
    return try folder.write(
      "ridge.asc",
      "ncols 61\nnrows 41\nxllcenter 7\nyllcenter 46\ncellsize 0.005\nNODATA_value -9999\n\(rows)\n"
    )
  }

  private func run(_ arguments: [String], input: String? = nil) throws -> Tool.Result {
    try Tool.run(["plan"] + arguments, input: input ?? "")
  }

  private func json(_ text: String) throws -> [String: JSONValue] {
    guard case .object(let members) = try JSONParser.parse(Array(text.utf8)).content else {
      return [:]
    }
    return Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) })
  }

  private func number(_ value: JSONValue?) -> Double? {
    if case .number(let number)? = value?.content { return number }
    return nil
  }

  private func items(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let items)? = value?.content { return items }
    return []
  }

  @Test("a flight is written as JSON and CSV, and read again")
  func writesAndReads() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/flight.json"
    let made = try run(["--from", Self.start, "--to", Self.goal, "-o", file])
    #expect(made.status == 0 && made.text.hasPrefix("optimal, "))
    let flight = try json(String(contentsOfFile: file, encoding: .utf8))
    let duration = try #require(number(flight["duration"]))
    #expect(items(flight["keyframes"]).count == 3)
    // With its samples it is the same flight.
    let same = try json(run([file, "-o", "-"]).text)
    #expect(abs(try #require(number(same["duration"])) - duration) < 1e-9)
    // Its keyframes alone lead another one through the same cameras at the same times.
    let frames = JSONValue(
      .object([JSONMember(name: "keyframes", value: JSONValue(.array(items(flight["keyframes"]))))])
    )
    let again = try run(["-", "-o", "-"], input: JSONWriter.pretty(frames))
    #expect(again.status == 0, "\(again.errors)")
    let other = try json(again.text)
    #expect(abs(try #require(number(other["duration"])) - duration) < 1e-9)
    #expect(items(other["keyframes"]).count == 3)
    // The least time is one number, and taken.
    let refused = try run([
      "--from", Self.start, "--to", Self.goal, "--duration", "\(duration / 2)",
    ])
    let said = (duration * 10_000).rounded(.up) / 10_000
    #expect(
      refused.status == 1 && refused.errors.contains("\(said) s or more"), "\(refused.errors)")
    #expect(
      try run(["--from", Self.start, "--to", Self.goal, "--duration", "\(duration)"]).status == 0)
    let table = try run([
      "--from", Self.start, "--to", Self.goal, "-o", "-", "--format", "csv",
      "--fps", "10",
    ])
    let lines = table.text.split(separator: "\n")
    #expect(lines[0] == "time,latitude,longitude,distance,pitch,heading,fieldOfView")
    #expect(lines.count == Int((duration * 10).rounded(.up)) + 2)
    let last = lines[lines.count - 1].split(separator: ",").compactMap { Double($0) }
    #expect(last == [duration, 46.1, 7.25, 1200, 55, 90, last[6]] && abs(last[6] - 30) < 1e-9)
    let piped = try run(["-", "--json"], input: String(contentsOfFile: file, encoding: .utf8))
    #expect(piped.status == 0)
  }

  @Test("what rises between waypoints is said, and bounded")
  func rises() throws {
    func camera(_ longitude: Double) -> String {
      "{\"centerCoordinate\": {\"latitude\": 46, \"longitude\": \(longitude)}, \"distance\": 2000}"
    }
    let tour = "[\(camera(7)), \(camera(7.02)), \(camera(9)), \(camera(11))]"
    let made = try run(["-"], input: tour)
    #expect(made.status == 0 && made.errors.contains("rises between waypoints 1 and 2 to "))
    #expect(made.errors.contains("2 and 3 to ") && !made.errors.contains("0 and 1"))
    #expect(items(try json(run(["-", "--json"], input: tour).text)["rises"]).count == 2)
    let low = try run(["-", "--max-distance", "2000"], input: tour)
    #expect(low.status == 0 && !low.errors.contains("rises"), "\(low.errors)")
    let bounded = try run(["-", "--max-distance", "5000"], input: tour)
    #expect(bounded.errors.contains("1 and 2 to 5 km"), "\(bounded.errors)")
  }

  @Test("a target that is hidden from the ends, too, is seen where they may be raised")
  func risesToSee() throws {
    let folder = try TemporaryFolder()
    let dem = try ridge(folder)
    let flight = [
      "--from", "46.05,7.05,800,55,90", "--to", "46.15,7.05,800,55,90", "--dem", dem, "--see",
      "46.1,7.3,5", "--seen", "1",
    ]
    let hidden = try run(flight)
    #expect(hidden.status == 1 && hidden.errors.contains("; --lift-ends raises the first"))
    let report = try json(run(flight + ["--lift-ends", "--json"]).text)
    guard case .object(let members)? = report["visibility"]?.content else {
      Issue.record("no visibility")
      return
    }
    #expect(number(members.first { $0.name == "share" }?.value) == 1)
    // The ridge is 1,500 m high from 7.135°; by similar triangles the eye must be above it by as much as the line from
    // the target's foot rises.
    let lift = try #require(number(report["lift"]))
    #expect(lift > 1500 && lift < 6000, "\(lift)")
    #expect(
      try run(Array(flight.prefix(6)) + ["--lift-ends"]).errors.contains("goes with --clearance"))
  }

  @Test("over a ridge a flight is raised, or the place is named")
  func ground() throws {
    let folder = try TemporaryFolder()
    let dem = try ridge(folder)
    let flight = ["--from", Self.start, "--to", Self.goal, "--style", "plain", "--dem", dem]
    let bare = try json(run(flight + ["--json"]).text)
    let raised = try json(run(flight + ["--clearance", "300", "--json"]).text)
    func clearance(_ report: [String: JSONValue]) throws -> Double? {
      guard case .object(let members)? = report["clearance"]?.content else { return nil }
      return number(members.first { $0.name == "atLeast" }?.value)
    }
    #expect(try #require(try clearance(bare)) < 0)
    #expect(try #require(try clearance(raised)) > 299.8)
    #expect(try #require(number(raised["lift"])) > 500)
    let blocked = try run(flight + ["--clearance", "5000"])
    #expect(
      blocked.status == 1 && blocked.errors.contains("starts too low")
        && blocked.errors.contains("--lift-ends"))
    let held = try run(flight + ["--clearance", "300", "--max-distance", "1600"])
    #expect(held.status == 1 && held.errors.contains("zoom range"))
    // The distance that is named serves, and a little less does not; what the place lacks is told.
    let words = held.errors.split(separator: " ")
    let option = try #require(words.firstIndex(of: "--max-distance"))
    let distance = try #require(Double(words[option + 1]))
    let served = flight + ["--clearance", "300", "--max-distance"]
    #expect(try run(served + ["\(distance)"]).status == 0)
    #expect(try run(served + ["\(distance * 0.98)"]).status == 1)
    // A flight that rises of itself stays lower where it has to be raised within the range.
    let rising = ["--from", Self.start, "--to", Self.goal, "--dem", dem, "--clearance", "3000"]
    let narrow = try run(rising + ["--lift-ends", "--max-distance", "2000"])
    let said = try #require(narrow.errors.firstMatch(of: /--max-distance ([0-9.]+) allows it\n/))
    for factor in [1, 1.1, 1.5, 2, 3, 6] {
      let limit = try #require(Double(said.1)) * factor
      let made = try run(rising + ["--lift-ends", "--max-distance", "\(limit)", "--json"])
      #expect(made.status == 0, "\(made.errors)")
      guard case .object(let members)? = try json(made.text)["distance"]?.content else {
        Issue.record("no distance")
        continue
      }
      let farthest = try #require(number(members.first { $0.name == "greatest" }?.value))
      #expect(farthest <= limit * (1 + 1e-9) && (farthest > 0.85 * limit || factor > 4))
    }
    // So does one through waypoints, and one that is read from standard input says that it was not tried.
    func waypoint(_ text: String) -> String {
      let parts = text.split(separator: ",")
      return "{\"centerCoordinate\": {\"latitude\": \(parts[0]), \"longitude\": \(parts[1])}, "
        + "\"distance\": \(parts[2]), \"pitch\": \(parts[3]), \"heading\": \(parts[4])}"
    }
    let tour =
      "[\(waypoint(Self.start)), \(waypoint("46.1,7.15,900,40,60")), \(waypoint(Self.goal))]"
    let file = try folder.write("tour.json", tour)
    let options = ["--dem", dem, "--clearance", "3000", "--lift-ends", "--max-distance"]
    let low = try run([file] + options + ["1600"])
    let wanted = try #require(low.errors.firstMatch(of: /--max-distance ([0-9.]+) allows it\n/))
    for factor in [1, 1.2, 2] {
      let limit = "\(try #require(Double(wanted.1)) * factor)"
      let made = try run([file] + options + [limit])
      #expect(made.status == 0, "\(made.errors)")
    }
    #expect(try run(["-"] + options + ["1600"], input: tour).errors.contains("or somewhat more"))
    let lack = try #require(held.errors.firstMatch(of: /needed: (-?[0-9.]+) m above/))
    #expect(try #require(Double(lack.1)) < 0, "\(held.errors)")
    // A place behind the ridge is seen for a part of the time, and longer where that is asked for.
    let see = flight + ["--see", "46.1,7.2,5"]
    func share(_ text: String) throws -> Double? {
      guard case .object(let members)? = try json(text)["visibility"]?.content else { return nil }
      return number(members.first { $0.name == "share" }?.value)
    }
    let before = try #require(try share(run(see + ["--json"]).text))
    #expect(before > 0.1 && before < 0.9, "\(before)")
    let more = try run(see + ["--seen", "\(before + 0.1)", "--json"])
    #expect(try #require(try share(more.text)) >= before + 0.1)
    // A flight that is longer than that takes is the same one, slower.
    let needed = try #require(number(try json(more.text)["duration"]))
    for duration in [1.5 * needed, 4 * needed] {
      let slow = try run(
        see + ["--seen", "\(before + 0.1)", "--json", "--duration", "\(duration)"])
      #expect(slow.status == 0, "\(slow.errors)")
      #expect(abs((number(try json(slow.text)["duration"]) ?? 0) - duration) < 1e-6)
      #expect(try #require(try share(slow.text)) >= before + 0.1 - 1e-6)
    }
  }

  @Test("buildings are obstacles")
  func buildings() throws {
    let folder = try TemporaryFolder()
    let tower = try folder.write(
      "tower.geojson",
      """
      {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"height": 900},
      "geometry": {"type": "Polygon", "coordinates": [[[7.14, 46.05], [7.16, 46.05], [7.16, 46.15],
      [7.14, 46.15], [7.14, 46.05]]]}}]}
      """)
    let flight = [
      "--from", Self.start, "--to", Self.goal, "--style", "plain", "--buildings", tower,
    ]
    let raised = try run(flight + ["--clearance", "100", "--json"])
    #expect(raised.status == 0, "\(raised.errors)")
    #expect(try #require(number(try json(raised.text)["lift"])) > 100)
  }

  @Test("a check fails with what does not pass, and the exit status is 1")
  func checks() throws {
    let flight = ["--from", Self.start, "--to", Self.goal]
    let passed = try run(flight + ["--check", "--json"])
    #expect(passed.status == 0, "\(passed.errors)")
    guard case .bool(true)? = try json(passed.text)["passes"]?.content else {
      Issue.record("does not pass")
      return
    }
    #expect(try run(flight + ["--check"]).text.contains("passes"))
    #expect(try !run(flight).text.contains("passes"))
    let slow = try run(
      flight + ["--require", "maximumDuration=1", "--require", "zoomRate=0.1", "--json"])
    #expect(slow.status == 1 && slow.errors.contains("maximumDuration"))
    #expect(items(try json(slow.text)["findings"]).count == 2)
    // A recipe has its own pace, faster than the limits of motion.
    let recipe = try run(flight + ["--style", "recipe", "--check"])
    #expect(recipe.status == 1 && recipe.errors.contains("maximumRates"))
    let short = try run(flight + ["--duration", "1"])
    #expect(short.status == 1 && short.errors.contains("allows"))
  }

  @Test("shots keep the limits of motion, and what limits of cameras change is said")
  func limits() throws {
    // A recipe's own pace would be too fast.
    let shots = """
      {"shots": [{"shot": "hold", "seconds": 1, "camera": {"centerCoordinate": {"latitude": 46.1,
      "longitude": 7.05}, "distance": 1500, "pitch": 50, "heading": 30}},
      {"shot": "transition", "style": "hop", "to": {"centerCoordinate": {"latitude": 46.1,
      "longitude": 7.25}, "distance": 1200, "pitch": 55, "heading": 90}},
      {"shot": "crane", "altitude": 2500}, {"shot": "orbit", "degrees": 200}]}
      """
    let kept = try run(["-", "--check", "--json"], input: shots)
    #expect(kept.status == 0, "\(kept.errors)")
    let report = try json(kept.text)
    #expect(items(report["findings"]).isEmpty && number(report["turnRate"]) ?? 9 < 1)
    let far = try run([
      "--from", "46.1,7.05,1000,10", "--to", "46.1,7.25,1200,20", "--min-distance", "5000",
    ])
    for words in ["--from: distance 1000.0 → 5000.0 (minimumDistance)", "--to: distance 1200.0"] {
      #expect(far.status == 0 && far.errors.contains(words), "\(far.errors)")
    }
  }

  @Test("charts are SVG or PNG, the same page")
  func charts() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/flight.svg"
    let made = try run([
      "--from", Self.start, "--to", Self.goal, "--dem", try ridge(folder), "--charts", file, "-q",
    ])
    #expect(made.status == 0 && made.text.isEmpty, "\(made.errors)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>\n"))
    #expect(text.contains("Elevation of the eye"))
    let both = ["\(folder.path)/a.svg", "\(folder.path)/a.png"]
    let twice = try run(
      ["--from", Self.start, "--to", Self.goal, "-q"] + both.flatMap { ["--charts", $0] })
    #expect(twice.status == 0, "\(twice.errors)")
    let picture = try PNG.decodeImage([UInt8](Data(contentsOf: URL(fileURLWithPath: both[1]))))
    let drawn = try String(contentsOfFile: both[0], encoding: .utf8)
    #expect(picture.width == 2656 && drawn.contains("width=\"1328\""))
    let streamed = try run(["--from", Self.start, "--to", Self.goal, "--charts", "-"])
    #expect(streamed.text.hasPrefix("<svg "))
  }

  @Test("what a flight was raised for it passes, to the metre that was asked for")
  func requiredClearance() throws {
    let folder = try TemporaryFolder()
    let dem = try ridge(folder)
    let flight = ["--from", Self.start, "--to", Self.goal, "--dem", dem, "--lift-ends"]
    let kept = flight + ["--clearance", "700", "--require"]
    #expect(try run(kept + ["minimumClearance=700"]).status == 0)
    #expect(try run(kept + ["minimumClearance=5000"]).status == 1)
  }

  @Test("longitudes many turns away are the same places")
  func farLongitudes() throws {
    let camera =
      "{\"centerCoordinate\": {\"latitude\": 46, \"longitude\": -1e308}, \"distance\": 900}"
    let near = "{\"centerCoordinate\": {\"latitude\": 46.1, \"longitude\": 7}, \"distance\": 900}"
    let made = try run(["-"], input: "[\(camera), \(near)]")
    #expect(made.status == 0 && !made.text.contains("inf"), "\(made.text)")
    #expect(
      try run(["--from", "46,7,900", "--to", "46,8,900", "--max-distance", "1e-320"]).status == 2)
  }

  @Test("what is wrong is named with its remedy")
  func badInput() throws {
    let folder = try TemporaryFolder()
    let flight = ["--from", Self.start, "--to", Self.goal]
    let camera = #"{"centerCoordinate": {"latitude": 46, "longitude": 7}, "distance": 900}"#
    for (arguments, input, status, words) in [
      ([], nil, 2, "--from and --to"), (["--from", "1,2,3"], nil, 2, "--from and --to"),
      (["--from", "1,2,-3", "--to", "1,2,3"], nil, 2, "distance"),
      (["--from", "1,2,nan", "--to", "1,2,3"], nil, 2, "expected"),
      (["--from", "99,2,3", "--to", "1,2,3"], nil, 2, "latitude"),
      (flight + ["-o", "x.kmz"], nil, 2, "not as .kmz"),
      (flight + ["-o", "x.txt"], nil, 2, ".json, .maplibre.json, .mapkit.json, .csv, "),
      (flight + ["--charts", "x.gif"], nil, 2, "SVG or PNG"),
      (flight + ["-o", "-", "--json"], nil, 2, "standard output"),
      (flight + ["--clearance", "10"], nil, 2, "needs ground"),
      (flight + ["--require", "zoomRat=3"], nil, 2, "did you mean zoomRate"),
      (flight + ["--limit", "speed=3"], nil, 2, "groundSpeed"),
      (flight + ["--seen", "0.5"], nil, 2, "--see"),
      (flight + ["-o", "/nowhere/at/all.json"], nil, 4, "folder"),
      (
        flight + ["-o", "-", "--format", "csv", "--fps", "10000", "--duration", "1000000"], nil, 6,
        "fewer"
      ),
      (["\(folder.path)/none.json"], nil, 3, "none.json"), (["-"], "", 3, "standard input"),
      (["-"], "[]", 3, "waypoint"), (["-"], "{\"keyframes\": 3}", 3, "array"),
      (["-"], "[\(camera), {\"distance\": 3}]", 3, "waypoints[1].centerCoordinate"),
      (["-"], "[\(camera.dropLast()), \"turn\": \"left\"}]", 3, "clockwise"),
      (["-"], "{\"keyframes\": [\(camera)]}", 3, "time"),
      (["-"], "[\(camera), \(camera.dropLast()), \"hodl\": 3}]", 3, "mean \"hold\""),
      (["-"], "[\(camera), \(camera.dropLast()), \"sped\": 3}]", 3, "waypoints[1].sped"),
      (["-"], "{\"keyframes\": [\(camera.dropLast()), \"tme\": 0}]}", 3, "mean \"time\""),
      (flight + ["--require", "nonsense=1"], nil, 2, "maximumDuration, "),
      (["-"], String(repeating: "[", count: 1000), 3, "standard input"),
    ] as [([String], String?, Int32, String)] {
      let result = try run(arguments, input: input)
      #expect(
        result.status == status, "\(arguments) \(input ?? ""): \(result.status) \(result.errors)")
      #expect(result.errors.contains(words), "\(arguments) \(input ?? ""): \(result.errors)")
      #expect(result.text.isEmpty, "\(arguments)")
    }
  }

  @Test("a duration that is too short is refused with one that serves, in few digits")
  func leastDuration() throws {
    let flight = ["--from", Self.start, "--to", Self.goal]
    let refused = try run(flight + ["--duration", "0.5"])
    let words = try #require(
      refused.errors.wholeMatch(of: /.* allows ([0-9.]+) s or more.*/.dotMatchesNewlines()))
    #expect(refused.status == 1 && words.1.count < 9, "\(refused.errors)")
    let kept = try run(flight + ["--duration", String(words.1)])
    #expect(kept.status == 0, "\(kept.errors)")
  }

  @Test("waypoints hold, pace and turn")
  func waypoints() throws {
    func camera(_ longitude: Double, _ more: String) -> String {
      "{\"centerCoordinate\": {\"latitude\": 46, \"longitude\": \(longitude)}, \"distance\": 900\(more)}"
    }
    let tour =
      "[\(camera(7, "")), \(camera(7.01, ", \"hold\": 2, \"duration\": 9")), "
      + "\(camera(7.02, ", \"turn\": 360, \"speed\": 50"))]"
    let result = try run(["-", "-o", "-"], input: tour)
    #expect(result.status == 0, "\(result.errors)")
    let flight = try json(result.text)
    let times = items(flight["keyframes"]).compactMap { item -> Double? in
      guard case .object(let members) = item.content else { return nil }
      return number(members.first { $0.name == "time" }?.value)
    }
    #expect(times.count == 4 && times[1] == 9 && times[2] == 11)
    // 773 m at 50 m/s.
    #expect(abs(times[3] - 11 - 15.46) < 0.1, "\(times)")
  }

  @Test("shots make a flight, and what is wrong with one is named")
  func shots() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "way.gpx",
      "<gpx><trk><trkseg>"
        + (0...9).map { "<trkpt lat=\"46.1\" lon=\"\(7.05 + 0.01 * Double($0))\"/>" }.joined()
        + "</trkseg></trk></gpx>")
    let camera =
      #"{"centerCoordinate": {"latitude": 46.1, "longitude": 7.05}, "distance": 1500, "pitch": 50}"#
    let file = try folder.write(
      "shots.json",
      """
      {"fieldOfView": 45, "shots": [
        {"shot": "hold", "camera": \(camera), "seconds": 2},
        {"shot": "orbit", "degrees": -90, "duration": 15},
        {"shot": "follow", "route": "way.gpx", "distance": 1200, "pitch": 45},
        {"shot": "transition", "to": \(camera), "curvature": 1.2}]}
      """)
    let made = try run([file, "-o", "-", "--check"])
    #expect(made.status == 0, "\(made.errors)")
    let flight = try json(made.text)
    let frames = items(flight["keyframes"])
    #expect(try #require(number(flight["duration"])) > 17)
    guard case .object(let last) = try #require(frames.last).content else { return }
    #expect(number(last.first { $0.name == "distance" }?.value) == 1500)
    for (shot, place) in [
      (#"{"shot": "obrit", "degrees": 3}"#, "did you mean \"orbit\""),
      (#"{"shot": "orbit"}"#, "shots[1].degrees is missing"),
      (#"{"shot": "orbit", "degrees": 3, "degres": 4}"#, "shots[1].degres"),
      (#"{"shot": "orbit", "degrees": 300, "duration": 1}"#, "shots[1]: 1.0 s is too short"),
      (#"{"shot": "follow", "route": "none.gpx", "distance": 3}"#, "none.gpx"),
      (#"{"shot": "follow", "route": {"overlay": "a"}, "distance": 3}"#, "give --scene"),
      (#"{"shot": "follow", "route": [], "distance": 3}"#, "shots[1].route must be 2"),
      (#"{"shot": "transition", "to": 3}"#, "shots[1].to must be an object"),
      (#"{"shot": "orbit", "degrees": 3, "camera": {"fieldOfView": 70}}"#, "fieldOfView 70.0"),
    ] {
      let wrong = try folder.write(
        "wrong.json",
        #"{"shots": [{"shot": "hold", "seconds": 1, "camera": \#(camera)}, \#(shot)]}"#)
      let result = try run([wrong])
      #expect(result.status == 3 && result.errors.contains(place), "\(result.errors)")
    }
  }

  @Test("the route of a file is followed")
  func follows() throws {
    let folder = try TemporaryFolder()
    let way = try folder.write(
      "way.geojson",
      #"{"type": "LineString", "coordinates": [[7.05, 46.1], [7.1, 46.12], [7.2, 46.1]]}"#)
    let made = try run([way, "--distance", "800", "--pitch", "40", "-o", "-"])
    #expect(made.status == 0, "\(made.errors)")
    let frames = items(try json(made.text)["keyframes"])
    #expect(frames.count > 10)
    for frame in frames {
      guard case .object(let members) = frame.content else { continue }
      #expect(
        abs(try #require(number(members.first { $0.name == "distance" }?.value)) - 800) < 1e-6)
    }
    // A single place is no way, and it is said what is.
    let point = try run(["-"], input: #"{"type": "Point", "coordinates": [7, 46]}"#)
    #expect(point.status == 3 && point.errors.contains("LineString"), "\(point.errors)")
    // A recorded track beside a view of all of it.
    let track = """
      <kml><Document><LookAt><longitude>7.1</longitude><latitude>46.1</latitude><range>9000</range></LookAt>
      <Placemark><LineString><coordinates>7.05,46.1 7.1,46.12 7.2,46.1</coordinates></LineString></Placemark>
      </Document></kml>
      """
    let followed = try run(
      ["-", "--distance", "800", "--pitch", "40", "-o", "-", "--format", "csv"], input: track)
    let same = try run([way, "--distance", "800", "--pitch", "40", "-o", "-", "--format", "csv"])
    #expect(followed.status == 0 && followed.text == same.text, "\(followed.errors)")
    let twisted = try run([
      "--from", Self.start, "--to", Self.goal, "--look-ahead", "20",
    ])
    #expect(twisted.status == 2 && twisted.errors.contains("--look-ahead"))
  }

  @Test("a waypoint beyond the pitch limit is refused with the option that keeps it")
  func pitchLimitOfWaypoints() throws {
    let camera =
      "{\"centerCoordinate\":{\"latitude\":46,\"longitude\":7},\"distance\":4e6,\"pitch\":60}"
    let refused = try run(["-"], input: "[\(camera)]")
    #expect(refused.status == 3 && refused.errors.contains("--no-pitch-limit"), "\(refused.errors)")
    #expect(try run(["-", "--no-pitch-limit"], input: "[\(camera)]").status == 0)
  }

  @Test("over voids that are filled a target is seen as over any ground, and soon")
  func filledVoids() throws {
    let folder = try TemporaryFolder()
    // A ridge between the flight and the target, and a void far from both, or none.
    func share(void: String) throws -> Double? {
      let rows = (0..<200).map { row in
        (0..<200).map { column in
          row == 190 && column == 190 ? void : column == 100 ? "900" : "10"
        }.joined(separator: " ")
      }
      let grid = try folder.write(
        "grid\(void).asc",
        "ncols 200\nnrows 200\nxllcorner 7\nyllcorner 46\ncellsize 0.001\nNODATA_value -9999\n"
          + rows.joined(separator: "\n") + "\n")
      let seen = try json(
        run([
          "--from", "46.1,7.05,500,60", "--to", "46.1,7.08,500,60", "--dem", grid, "--fill-voids",
          "--see", "46.1,7.15,2", "--json",
        ]).text)
      guard case .object(let members)? = seen["visibility"]?.content else { return nil }
      return number(members.first { $0.name == "share" }?.value)
    }
    let due = try #require(try share(void: "10"))
    #expect(due > 0.1 && due < 0.9)
    #expect(try share(void: "-9999") == due)
  }
}
