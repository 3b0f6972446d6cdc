import BelvedereTestSupport
import Foundation
import Testing

/// What examiners of `belvedere plan` found.
@Suite("Examined plans") struct ExaminedPlanTests {
  @Test("a flight whose duration is a hair more than a whole number of frames is read again")
  func lastFrame() throws {
    let folder = try TemporaryFolder()
    for (seconds, fps) in [("8.3", "30"), ("16.1", "30"), ("4.4", "25"), ("8.8", "25")] {
      for ending in ["json", "csv"] {
        let file = "\(folder.path)/flight.\(ending)"
        let made = try Tool.run([
          "plan", "--from", "46.55,7.98,4000,60,180", "--to", "46.55,7.98,3500,60,190",
          "--duration", seconds, "--fps", fps, "-o", file,
        ])
        #expect(made.status == 0, "\(made.errors)")
        let read = try Tool.run(["plan", file])
        #expect(read.status == 0 && read.text.contains("\(seconds) s"), "\(read.errors)")
      }
    }
  }

  @Test("what a route cannot be followed for names its file, and what is left of it is said")
  func routesOfFiles() throws {
    let folder = try TemporaryFolder()
    func gpx(_ places: [(Double, Double)]) throws -> String {
      let points = places.map { "<trkpt lat=\"\($0.0)\" lon=\"\($0.1)\"/>" }.joined()
      return try folder.write(
        "way.gpx",
        "<gpx xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\(points)</trkseg></trk></gpx>"
      )
    }
    let pole = try Tool.run(["plan", gpx([(89, 0), (88, 0)])])
    #expect(
      pole.status == 3 && pole.errors.contains("way.gpx: route[0].latitude"), "\(pole.errors)")
    let steep = try Tool.run(["plan", gpx([(46, 8), (46.1, 8)]), "--pitch", "88"])
    #expect(
      steep.status != 0 && steep.errors.contains("--no-pitch-limit")
        && !steep.errors.contains("waypoint"), "\(steep.errors)")
    let track = (0..<400).map { i in
      let angle = 2 * Double.pi * Double(i) / 40
      return (46 + 5e-4 * sin(angle), 8 + 7e-4 * cos(angle))
    }
    let far = try Tool.run(["plan", gpx(track)])
    #expect(far.status == 3 && far.errors.contains("choose a smaller distance"), "\(far.errors)")
    #expect(try Tool.run(["plan", gpx(track), "--distance", "600"]).status == 0)
    let bends = (0..<80).map { i -> (Double, Double) in
      let east: Double = i % 2 == 0 ? 0 : 1e-3
      return (46 + 2e-4 * Double(i), 8 + east)
    }
    let smooth = try Tool.run(["plan", gpx(bends)])
    #expect(smooth.status == 0 && smooth.errors.contains("m of the route"), "\(smooth.errors)")
    // A road of 890 m with a roundabout of 50 m in its middle, and without it.
    let (road, middle) = ((0...40).map { (46 + 2e-4 * Double($0), 8.0) }, 21)
    let round = (0...40).map { i in
      let angle = 2 * Double.pi * Double(i) / 20
      return (46 + 2e-4 * Double(middle) + 2.2e-4 * sin(angle), 8 + 3.2e-4 * (1 - cos(angle)))
    }
    let turned = try gpx(Array(road[..<middle]) + round + Array(road[(middle + 1)...]))
    let cut = try Tool.run(["plan", turned, "--distance", "100", "--pitch", "20"])
    #expect(cut.status == 0 && cut.errors.contains("m from the route at 46.004"), "\(cut.errors)")
    let straight = try Tool.run(["plan", gpx(road), "--distance", "100", "--pitch", "20"])
    #expect(straight.status == 0 && straight.errors.isEmpty, "\(straight.errors)")
  }

  @Test("options and members that would have no effect are told or refused")
  func noEffect() throws {
    let folder = try TemporaryFolder()
    let still = try Tool.run(
      ["plan", "--from", "10,10,1000,40,10", "--to", "10,10,1000,40,10", "--duration", "5"])
    #expect(
      still.status == 0 && still.errors.contains("--duration has no effect"), "\(still.errors)")
    func waypoints(_ more: String) throws -> String {
      try folder.write(
        "w.json",
        #"[{"centerCoordinate": {"latitude": 10, "longitude": 10}, "distance": 1000}, "#
          + #"{"centerCoordinate": {"latitude": 10.01, "longitude": 10}, "distance": 1000, \#(more)}]"#
      )
    }
    for (more, said) in [
      (#""heading": 90, "turn": 30"#, "waypoints[1].turn"),
      (#""duration": 20, "speed": 100"#, "waypoints[1].duration"),
    ] {
      let refused = try Tool.run(["plan", try waypoints(more)])
      #expect(refused.status != 0 && refused.errors.contains(said), "\(refused.errors)")
    }
    for more in [#""heading": 90, "turn": "clockwise""#, #""turn": 30"#, #""speed": 100"#] {
      #expect(try Tool.run(["plan", try waypoints(more)]).status == 0, "\(more)")
    }
  }

  @Test(
    "flights of hours are written with fewer cameras, and waypoints that stand take no duration")
  func long() throws {
    let folder = try TemporaryFolder()
    func place(_ more: String, _ latitude: Double = 10) -> String {
      #"{"centerCoordinate": {"latitude": \#(latitude), "longitude": 10}, "distance": 1000\#(more)}"#
    }
    let day = try folder.write("d.json", "[\(place(#", "hold": 20000"#)), \(place("", 10.1))]")
    let flight = folder.path + "/f.json"
    let plan = try Tool.run(["plan", day, "-o", flight])
    #expect(plan.status == 0 && plan.errors.contains("a camera every 0.2"), "\(plan.errors)")
    #expect(try Tool.run(["plan", flight, "-q", "--check"]).status == 0)
    #expect(try Tool.run(["plan", day, "-q", "-o", flight, "--fps", "30"]).status == 6)
    let still = try Tool.run(
      ["plan", try folder.write("s.json", "[\(place("")), \(place(""))]"), "--duration", "9"])
    #expect(still.errors.contains("--duration has no effect"), "\(still.errors)")
    let wrong = try Tool.run(
      ["plan", try folder.write("w.json", "[\(place("")), \(place(#", "duration": -1"#, 11))]")])
    #expect(wrong.errors.contains("waypoints[1].duration must"), "\(wrong.errors)")
  }

  @Test("a route that is one place names its file")
  func onePlace() throws {
    let folder = try TemporaryFolder()
    let line = try folder.write(
      "r.geojson", #"{"type": "LineString", "coordinates": [[7, 43], [7, 43]]}"#)
    let plan = try Tool.run(["plan", line])
    #expect(plan.status == 3 && plan.errors.contains("r.geojson: route must"), "\(plan.errors)")
  }

  @Test("a flight through thousands of cameras is written and read again")
  func many() throws {
    let folder = try TemporaryFolder()
    let cameras = (0..<1500).map { i in
      #"{"centerCoordinate": {"latitude": \#(20 + 0.002 * Double(i * 7 % 5)), "longitude": \#(10 + 0.003 * Double(i))}, "#
        + #""distance": \#(300 + i * 37 % 900), "pitch": \#(i * 13 % 60), "heading": \#(i * 47 % 360)}"#
    }
    let path = try folder.write("w.json", "[" + cameras.joined(separator: ",") + "]")
    let flight = folder.path + "/f.json"
    #expect(try Tool.run(["plan", path, "-q", "-o", flight, "--fps", "1"]).status == 0)
    let again = try Tool.run(["plan", flight, "-q"])
    #expect(again.status == 0, "\(again.errors)")
  }

  /// A raster in UTM lies askew in its box of degrees; what lies between was looked at without end.
  @Test("what is seen from beyond a raster in UTM is told in a moment")
  func askew() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<40).map { _ in Array(repeating: "1700", count: 40).joined(separator: " ") }
    let dem = try folder.write(
      "g.asc",
      "ncols 40\nnrows 40\nxllcorner 559705\nyllcorner 4380220\ncellsize 3\nNODATA_value 0\n"
        + rows.joined(separator: "\n") + "\n")
    let plan = try Tool.run([
      "plan", "--from", "39.5698,-104.3046,50", "--to", "39.5698,-104.303,50", "--see",
      "39.5698,-104.3045,2", "--dem", dem, "--crs", "EPSG:32613", "-q", "--json",
    ])
    #expect(plan.status == 0 && plan.text.contains("\"share\": 0.55"), "\(plan.errors)")
  }

  @Test("--fov is that of flights whose files have none, and said to be without effect on others")
  func lens() throws {
    let folder = try TemporaryFolder()
    let (map, scene, table) = ("m.mapkit.json", "m.gltf", "m.csv")
    let ends = ["--from", "10,10,1000", "--to", "10.01,10,1200,30,40", "-q", "-o"]
    #expect(try Tool.run(["plan"] + ends + ["\(folder.path)/\(map)"]).status == 0)
    #expect(
      try Tool.run(["plan", "\(folder.path)/\(map)", "-q", "-o", "\(folder.path)/\(scene)"]).status
        == 0)
    let given = try Tool.run(
      ["plan", "\(folder.path)/\(map)", "--fov", "60", "-q", "-o", "\(folder.path)/\(table)"])
    #expect(given.status == 0, "\(given.errors)")
    let lines = String(decoding: try bytes(ofFile: "\(folder.path)/\(table)"), as: UTF8.self)
      .split(separator: "\n").dropFirst()
    #expect(lines.count > 10 && lines.allSatisfy { $0.hasSuffix(",60") })
    let other = try Tool.run(["plan", "\(folder.path)/\(scene)", "--fov", "50"])
    #expect(other.status == 0 && other.errors.contains("--fov has no effect"), "\(other.errors)")
  }

  @Test("a route whose joints nearly meet passes the same check when it is read again")
  func route() throws {
    let folder = try TemporaryFolder()
    let places = [
      "111.43550921372139, 30.625338316936336", "111.4346242526843, 30.625986453809706",
      "111.43371534434931, 30.626609567949433", "111.43286369597959, 30.627289949838914",
    ].map { "[\($0)]" }
    let path = try folder.write(
      "r.geojson",
      #"{"type": "LineString", "coordinates": [\#(places.joined(separator: ", "))]}"#)
    let flight = folder.path + "/f.json"
    let made = try Tool.run([
      "plan", path, "--distance", "1800", "--pitch", "32", "--look-ahead", "1100", "-o", flight,
      "--check",
    ])
    #expect(made.status == 0, "\(made.errors)")
    let again = try Tool.run(["plan", flight, "--check"])
    #expect(again.status == 0, "\(again.errors)")
  }
}
