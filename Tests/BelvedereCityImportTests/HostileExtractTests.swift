import BelvedereCityImport
import BelvedereGeodesy
import BelvedereOSM
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// Extracts that are made to be read wrongly.
@Suite(
  "Hostile extracts", .enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct HostileExtractTests {
  /// A way of which a tag's value is "a", a zero byte and "b", as PBF.
  private static let zeroByte = """
    AAAADQoJT1NNSGVhZGVyGB4KHCIOT3NtU2NoZW1hLVYwLjYiCkRlbnNlTm9kZXMAAAALCgdPU01EYXRhGFwQUxpYeNrjkuFi4OJIKs3MScnMS+di\
    rkwt5mLJS8xN5WJOZEgSkhOS4WJhAgInzoYTX94zM1zgZ/DibDh0XX+BPMN8eSFhKUEORiEmRmYpJiYWJ1aQSlYAL98ROQ==
    """

  @Test("a text with a zero byte is refused, not read beyond its end")
  func zeroBytes() throws {
    let folder = try TemporaryFolder()
    let name = folder.path + "/zero.osm.pbf"
    try #require(Data(base64Encoded: Self.zeroByte)).write(to: URL(fileURLWithPath: name))
    let error = #expect(throws: OSMError.self) { _ = try CityImport(pbf: name) }
    #expect(error?.description.contains("tag of way 1 has a text with a zero byte") == true)
  }

  @Test("a file that would be far larger when it is unpacked than maps are is refused at once")
  func bomb() throws {
    let folder = try TemporaryFolder()
    let name = folder.path + "/bomb.osm.pbf"
    let start = try #require(Data(base64Encoded: Self.zeroByte))
    // The header's blob, and then some that say to have 31 MiB.
    let header = try #require(start.firstRange(of: Data("OSMData".utf8))).lowerBound - 6
    let blob = Data([0x10, 0x80, 0x80, 0xC0, 0x0F, 0x1A, 1, 0])
    let frame =
      Data([0, 0, 0, 11, 0x0A, 7]) + Data("OSMData".utf8) + Data([0x18, UInt8(blob.count)])
      + blob
    func write(_ count: Int) throws {
      let data = start[..<header] + Data((0..<count).flatMap { _ in frame })
      try data.write(to: URL(fileURLWithPath: name))
    }
    try write(1)
    let damaged = #expect(throws: OSMError.self) { _ = try CityImport(pbf: name) }
    #expect(damaged?.description.contains("blob 2") == true, "\(String(describing: damaged))")
    try write(40)
    let error = #expect(throws: OSMError.self) { _ = try CityImport(pbf: name) }
    #expect(
      error?.kind == .memory && error?.description.contains("1240 MiB when it is") == true,
      "\(String(describing: error))")
  }

  @Test("a member with the number 0 is refused")
  func zeroMember() throws {
    var town = TownText()
    let way = town.box(46, 7, 0.001, ["building": "yes"])
    town.relation([(way, "outer"), (0, "inner")], ["type": "multipolygon", "building": "yes"])
    let error = #expect(throws: OSMError.self) { _ = try town.scene() }
    #expect(error?.description.contains("member with the number 0") == true)
  }

  /// The time grows with the square of the places where each side is compared with all others; the test
  /// would take minutes.
  @Test("rings that zigzag are left out soon, and told once each; others are assembled")
  func zigzag() throws {
    var town = TownText()
    for row in 0..<2 {
      var nodes: [Int] = []
      for i in 0..<90_000 {
        let north: Double = 46 + Double(row) + 1e-6 * Double(i)
        nodes.append(town.node(north, i % 2 == 0 ? 7 : 8))
      }
      town.way(nodes + [nodes[0]], ["natural": "water"])
    }
    town.box(45, 7, 0.001, ["natural": "water"])
    let (files, report) = try town.scene()
    #expect(features(files["land-cover.geojson"]).count == 1)
    #expect(report.dropped.first { $0.reason.contains("rings are open") }?.count == 2)
  }

  @Test("a ring that cuts itself at many places is one area that is left out")
  func crossings() throws {
    var town = TownText()
    var nodes: [Int] = []
    for i in 0..<200 {
      let (north, east) = (Double(i * 7919 % 200), Double(i * 104_729 % 200))
      nodes.append(town.node(46 + 0.001 * north, 7 + 0.001 * east))
    }
    town.way(nodes + [nodes[0]], ["natural": "water"])
    town.box(45, 7, 0.001, ["natural": "water"])
    let report = try town.scene().report
    #expect(report.dropped.first { $0.reason.contains("rings are open") }?.count == 1)
  }

  @Test("memory for places is bounded, whatever their numbers")
  func memory() throws {
    var town = TownText()
    town.box(46, 7, 0.001, ["building": "yes"])
    let bytes = town.bytes
    let error = #expect(throws: OSMError.self) {
      _ = try CityImport(xml: bytes, maximumMemory: 10)
    }
    #expect(error?.kind == .memory && error?.description.contains("--memory") == true)
  }

  @Test("a key that stands twice counts once, and so does a relation")
  func twice() throws {
    var town = TownText()
    let way = town.box(46, 7, 0.001, ["building": "yes"])
    town.elements[town.elements.count - 1] = town.elements[town.elements.count - 1]
      .replacingOccurrences(
        of: "</way>", with: "<tag k=\"building\" v=\"house\"/></way>")
    let outline = town.box(46.01, 7, 0.001, [:])
    town.relation([(outline, "outer")], ["type": "multipolygon", "building": "school"])
    let last = try #require(town.elements.last)
    town.elements += [last, last]
    let (files, _) = try town.scene()
    let buildings = features(files["buildings.geojson"])
    #expect(buildings.count == 2)
    let first = try #require(buildings.first { $0.contains("way/\(way)") })
    #expect(first.ranges(of: "\"building\"").count == 1 && first.contains("yes"))
  }

  @Test(
    "XML is cut to the box that it says it is of, as PBF is; its waters are whole, but in a chosen box"
  )
  func declared() throws {
    var town = TownText()
    town.elements.append(
      "<bounds minlat=\"46\" minlon=\"7\" maxlat=\"46.01\" maxlon=\"7.01\"/>")
    town.box(46.002, 7.005, 0.02, ["natural": "wood"])
    town.box(46.001, 7.004, 0.03, ["natural": "water"])
    // Beside the box altogether.
    town.box(46.1, 7.1, 0.01, ["natural": "water", "name": "Elsewhere"])
    func covers(_ box: GeographicBounds?) throws -> (wood: String, water: String) {
      let all = features(try town.scene { $0.box = box }.files["land-cover.geojson"])
      #expect(all.count == 2)
      return (
        try #require(all.first { $0.contains("forest") }),
        try #require(all.first { $0.contains("\"water\"") })
      )
    }
    let declared = try covers(nil)
    #expect(declared.wood.contains("7.01") && !declared.wood.contains("7.025"))
    #expect(declared.water.contains("7.034") && declared.water.contains("46.031"))
    let chosen = try covers(GeographicBounds(south: 46, west: 7, north: 46.01, east: 7.01))
    #expect(chosen.water.contains("7.01") && !chosen.water.contains("7.034"))
  }
}
