import BelvedereTestSupport
import Foundation
import Testing

/// What `belvedere import` and others say of what cannot be done, or hardly was meant.
@Suite("Messages of imports") struct ImportMessageTests {
  private static let park =
    #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[7,46],[7.001,46],[7.001,46.001],[7,46]]]}}"#
  private static let lane =
    #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[7,46],[7.001,46]]}}"#

  @Test("each source that does not say whom its data are owed to is named")
  func owed() throws {
    let folder = try TemporaryFolder()
    func source(_ name: String, _ feature: String, _ member: String) throws -> String {
      try folder.write(
        name, #"{"type":"FeatureCollection",\#(member)"features":[\#(feature)]}"#)
    }
    let said = try source("said.geojson", Self.park, #""attribution":"The county","#)
    let silent = try source("silent.geojson", Self.lane, "")
    let common = ["--as", "\(said):leisure=park", "--as", "\(silent):highway=service"]
    let words = "does not say whom its data are owed to; say it with --attribution"
    func errors(_ more: [String]) throws -> String {
      let result = try Tool.run(
        ["import", said, silent, "-o", folder.path + "/scene"] + common + more)
      #expect(result.status == 0, "\(result.errors)")
      return result.errors
    }
    let found = try errors([])
    #expect(found.contains("\(silent): \(words), and those of the others, too"), "\(found)")
    #expect(!found.contains("\(said): does not say") && found.contains("note: The county"))
    #expect(try !errors(["--attribution", "Two counties"]).contains("does not say"))
  }

  @Test("what is missing or cannot be made is named with what helps")
  func missing() throws {
    let folder = try TemporaryFolder()
    let scene = folder.path + "/scene"
    let park = try folder.write("park.geojson", Self.park)
    let none = folder.path + "/none"
    for (arguments, status, words) in [
      (["import", none, "-o", scene], 3, "there is no such file; check the name"),
      (
        ["import", park, "--as", "building=yes", "--dem", none, "-o", scene], 3,
        "none: there is no such file; check the name"
      ),
      (["import", park, "--as", "building=yes", "-o", ""], 4, "\"\": is not a folder's name"),
      (
        ["import", park, "--as", "building=yes", "-o", "/proc/none/scene"], 4,
        "cannot be made: No such file or directory; choose another place"
      ),
    ] {
      let result = try Tool.run(arguments)
      #expect(result.status == Int32(status), "\(arguments): \(result.errors)")
      #expect(result.errors.contains(words), "\(arguments): \(result.errors)")
    }
    #expect(
      try Tool.run(["import", park, "--as", "building=yes", "-o", scene, "-q"]).status == 0)
    let jobs = try Tool.run(["snapshot", scene, "--jobs", none, "-o", folder.path])
    #expect(
      jobs.status == 3 && jobs.errors.contains("there is no such file; check the name"),
      "\(jobs.errors)")
    let flight = try folder.write(
      "flight.json",
      #"[{"centerCoordinate":{"latitude":46,"longitude":7},"distance":900,"pitch":60,"heading":0,"time":0},{"centerCoordinate":{"latitude":46.001,"longitude":7},"distance":900,"pitch":60,"heading":0,"time":1}]"#
    )
    let film = try Tool.run(
      ["fly", scene, flight, "-o", folder.path + "/a.y4m", "--memory", "64M"])
    #expect(film.status == 6 && film.errors.contains("the limit of 64 MiB"), "\(film.errors)")
  }

  @Test("--as is of all sources, or of the one before the colon")
  func kinds() throws {
    let folder = try TemporaryFolder()
    let park = try folder.write("park.geojson", Self.park)
    let lane = try folder.write("lane.geojson", Self.lane)
    let scene = folder.path + "/scene"
    func run(_ tags: [String]) throws -> Tool.Result {
      try Tool.run(
        ["import", park, lane, "-o", scene] + tags.flatMap { ["--as", $0] })
    }
    let both = try run(["\(park):leisure=park", "\(lane):highway=path"])
    #expect(
      both.status == 0 && both.text.contains("1 area of land cover, 1 road"), "\(both.errors)")
    // Of the other source nothing has changed.
    let house = try run(["\(park):building=yes", "\(lane):highway=path"])
    #expect(
      house.text.contains("1 building, 1 road") && house.errors.contains("lane.geojson has not"),
      "\(house.errors)")
    // Keys have colons, too.
    let levels = try run(["building=yes", "building:levels=3", "highway=path"])
    #expect(levels.status == 0 && levels.text.contains("1 building"), "\(levels.errors)")
    let other = try run(["other.geojson:building=yes"])
    #expect(
      other.status == 2 && other.errors.contains("other.geojson is none of the sources"),
      "\(other.errors)")
  }

  @Test("a source that is there twice is left out, and told")
  func twice() throws {
    let folder = try TemporaryFolder()
    let park = try folder.write("park.geojson", Self.park)
    let same = try folder.write("same.geojson", Self.park)
    let lane = try folder.write("lane.geojson", Self.lane)
    let scene = folder.path + "/scene"
    for _ in 0..<2 {
      let made = try Tool.run([
        "import", park, lane, same, "-o", scene, "--as", "building=yes", "--as", "highway=path",
      ])
      #expect(made.status == 0 && made.text.contains("1 building, 1 road"), "\(made.text)")
      #expect(
        made.errors.contains("same.geojson: is the same as") && made.errors.contains("left out"),
        "\(made.errors)")
    }
    // As another thing it is none.
    let other = try Tool.run([
      "import", park, same, "-o", scene, "--as", "\(park):building=yes", "--as",
      "\(same):leisure=park",
    ])
    #expect(!other.errors.contains("the same as") && other.text.contains("1 building"))
  }

  @Test("what lies beyond the map's edge is told, by the import and with a picture")
  func polar() throws {
    let folder = try TemporaryFolder()
    let pole = try folder.write(
      "pole.geojson",
      #"{"type":"Feature","properties":{"place":"town","name":"Polaris"},"geometry":{"type":"Point","coordinates":[11,88]}}"#
    )
    let scene = folder.path + "/scene"
    let made = try Tool.run(["import", pole, "-o", scene])
    #expect(made.errors.contains("beyond 85.05° of latitude"), "\(made.errors)")
    func render(_ arguments: [String]) throws -> String {
      try Tool.run(
        ["render", scene, "-o", folder.path + "/a.png", "--size", "64x36"] + arguments
      ).errors
    }
    #expect(try render([]).contains("--projection globe shows names"))
    #expect(try !render(["--projection", "globe"]).contains("beyond"))
  }
}
