import BelvedereCityImport
import BelvedereGeodesy
import BelvedereOSM
import BelvedereTerrain
import Foundation
import Testing

/// Coastlines that end before the box does, that run the wrong way round, and that cross the antimeridian.
@Suite(.enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct CoastCaseTests {
  private static let box = GeographicBounds(south: 40, west: 5, north: 40.02, east: 5.02)

  /// What an import says of land and sea.
  private struct Shown {
    /// Polygons, each with its rings.
    var land: [[[Coordinate]]] = []
    var bounds: GeographicBounds?
    var said = ""
    var files: [String: String] = [:]

    /// Whether a place is land by the even-odd rule in one of the polygons.
    func isLand(_ latitude: Double, _ longitude: Double) -> Bool {
      land.contains { polygon in
        var isInside = false
        for ring in polygon {
          for (a, b) in zip(ring, ring.dropFirst())
          where (a.latitude > latitude) != (b.latitude > latitude) {
            let part = (latitude - a.latitude) / (b.latitude - a.latitude)
            if a.longitude + (b.longitude - a.longitude) * part > longitude { isInside.toggle() }
          }
        }
        return isInside
      }
    }
  }

  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// A place in the box, by parts of its width and height.
  private static func part(_ x: Double, _ y: Double) -> Coordinate {
    place(40 + 0.02 * y, 5 + 0.02 * x)
  }

  private func shown(
    _ ways: [[Coordinate]], box: GeographicBounds? = Self.box,
    _ elevations: (any ElevationModel)? = nil, town: TownText = TownText()
  ) throws -> Shown {
    var town = town
    // Something to be seen, in the middle of all.
    let first = ways[0][ways[0].count / 2]
    town.box(first.latitude, first.longitude, 0.00001, ["building": "yes"])
    for way in ways {
      var nodes = way.map { town.node($0.latitude, $0.longitude) }
      if way.first == way.last { nodes[nodes.count - 1] = nodes[0] }
      town.way(nodes, ["natural": "coastline"])
    }
    let (files, report) = try town.scene {
      $0.box = box
      $0.elevations = elevations
    }
    var result = Shown(said: report.dropped.map(\.reason).joined(separator: "\n"), files: files)
    let data = try files["land.geojson"].map {
      try JSONSerialization.jsonObject(with: Data($0.utf8))
    }
    for feature in (data as? [String: Any])?["features"] as? [[String: Any]] ?? [] {
      let geometry = feature["geometry"] as? [String: Any]
      let polygons =
        geometry?["coordinates"] as? [[[[Double]]]]
        ?? (geometry?["coordinates"] as? [[[Double]]]).map { [$0] } ?? []
      result.land += polygons.map { $0.map { $0.map { Self.place($0[1], $0[0]) } } }
    }
    let scene = try JSONSerialization.jsonObject(with: Data((files["scene.json"] ?? "").utf8))
    let land = (scene as? [String: Any])?["land"] as? [String: Any]
    if let b = land?["bounds"] as? [String: Double], let south = b["south"], let west = b["west"],
      let north = b["north"], let east = b["east"]
    {
      result.bounds = GeographicBounds(south: south, west: west, north: north, east: east)
    }
    return result
  }

  /// Ground of about one height to the west of a part of the box, and the sea at 0 m to the east.
  private static func ground(westOf part: Double, height: Float = 100) -> HeightField {
    HeightField(
      width: 101, height: 3,
      bounds: GeographicBounds(south: 39.9, west: 4.9, north: 40.1, east: 5.1),
      samples: (0..<303).map {
        4.9 + Double($0 % 101) * 0.002 < 5 + 0.02 * part ? height + Float($0 % 3) : 0
      })
  }

  @Test(
    "the coast of an extract that ends before the box is known up to its end, and beyond it the ground tells"
  )
  func knownPart() throws {
    // Northwards with the land in the west, from the southern edge to 4/5 of the height.
    let line = [Self.part(0.5, 0), Self.part(0.45, 0.4), Self.part(0.5, 0.8)]
    let known = try shown([line], Self.ground(westOf: 0.7))
    let bounds = try #require(known.bounds)
    #expect(abs(bounds.north - 40.016) < 1e-9)
    #expect(bounds.south == 40 && bounds.west == 5 && bounds.east == 5.02)
    #expect(known.said.contains("ends of coastlines within the box"))
    #expect(known.said.contains("elevations tell land from sea"))
    #expect(known.isLand(40.015, 5.009) && !known.isLand(40.015, 5.0105))
    #expect(known.land.joined().joined().allSatisfy { $0.latitude < 40.0161 })
    // Ground that reaches no sea tells nothing of it, nor does that of elsewhere.
    let away = HeightField(
      width: 2, height: 2, bounds: GeographicBounds(south: 41, west: 5, north: 42, east: 6),
      samples: [0, 0, 0, 0])
    // Ground of one height says nothing either.
    let plain = HeightField(
      width: 2, height: 2, bounds: GeographicBounds(south: 39, west: 4, north: 41, east: 6),
      samples: [100, 100, 100, 100])
    let silent = [nil, Self.ground(westOf: 9), away, plain, Self.ground(westOf: -9)]
    for ground in silent as [HeightField?] {
      let led = try shown([line], ground)
      #expect(led.bounds == Self.box)
      #expect(led.isLand(40.019, 5.009) && !led.isLand(40.019, 5.0125))
    }
  }

  @Test("a coast goes on in its own direction rather than straight to the nearest edge")
  func ownDirection() throws {
    // To the northeast, with turns of a harbour at its end.
    let line = [
      Self.part(0.2, 0), Self.part(0.7, 0.75), Self.part(0.72, 0.8), Self.part(0.74, 0.8),
    ]
    let led = try shown([line])
    for (x, y, isLand) in [
      (0.75, 0.9, true), (0.8, 0.98, true), (0.9, 0.9, false), (0.99, 0.99, false),
    ] {
      let at = Self.part(x, y)
      #expect(led.isLand(at.latitude, at.longitude) == isLand, "\(x) \(y)")
    }
  }

  @Test("a gap that is short beside the coast is closed")
  func gaps() throws {
    // From the west to the east with a way missing in the middle, the land in the north; and an island of which one is.
    let line = (0...40).map { Self.part(-0.1 + Double($0) * 0.03, 0.4 + ($0 % 2 == 0 ? 0.01 : 0)) }
    let known = try shown([Array(line[...19]), Array(line[20...])])
    #expect(known.said.isEmpty)
    #expect(known.isLand(40.015, 5.01) && !known.isLand(40.005, 5.01))
    let ring = (0..<60).map { i -> Coordinate in
      let angle = Double(i) / 30 * .pi
      return Self.part(0.5 + 0.1 * cos(angle), 0.5 + 0.1 * sin(angle))
    }
    let island = try shown([ring])
    #expect(island.isLand(40.01, 5.01) && !island.isLand(40.01, 5.015))
    #expect(island.said.isEmpty)
  }

  /// A ring around a part of the box, with the land in it, or around it where it is reversed.
  private static func ring(_ x: Double, _ y: Double, _ reach: Double, isReversed: Bool)
    -> [Coordinate]
  {
    let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1), (-1, -1)].map {
      part(x + reach * $0.0, y + reach * $0.1)
    }
    return isReversed ? corners.reversed() : corners
  }

  @Test(
    "a ring with the land around it is an island drawn wrong, a sea in land, or a sea in a box of land"
  )
  func wrongWayRound() throws {
    let lone = Self.ring(0.5, 0.5, 0.2, isReversed: true)
    let wrong = "have the land on their right"
    // Alone it is an island, unless the ground says that it is land all around, which that of one height does not.
    let plain = HeightField(
      width: 2, height: 2, bounds: GeographicBounds(south: 39, west: 4, north: 41, east: 6),
      samples: [100, 100, 100, 100])
    for ground in [nil, Self.ground(westOf: -4), plain] as [HeightField?] {
      let island = try shown([lone], ground)
      #expect(island.isLand(40.01, 5.01) && !island.isLand(40.002, 5.002))
      #expect(island.said.contains(wrong))
    }
    let lake = try shown([lone], Self.ground(westOf: 9))
    #expect(!lake.isLand(40.01, 5.01) && lake.isLand(40.002, 5.002))
    #expect(!lake.said.contains(wrong))
    // Beside another island, and in one.
    let beside = try shown([lone, Self.ring(0.1, 0.1, 0.05, isReversed: false)])
    #expect(beside.isLand(40.01, 5.01) && beside.isLand(40.002, 5.002))
    #expect(!beside.isLand(40.004, 5.018))
    #expect(beside.said.contains(wrong))
    let within = try shown([lone, Self.ring(0.5, 0.5, 0.4, isReversed: false)])
    #expect(!within.isLand(40.01, 5.01) && within.isLand(40.004, 5.01))
    #expect(!within.said.contains(wrong))
  }

  @Test("beside the capes of an island of which all was read there is some sea")
  func capes() throws {
    let ring = [(40.0, 5.0), (40.0, 5.02), (40.02, 5.02), (40.02, 5.0), (40.0, 5.0)].map(Self.place)
    let island = try shown([ring], box: nil)
    let bounds = try #require(island.bounds)
    #expect(bounds.south < 39.996 && bounds.west < 4.996)
    #expect(bounds.north > 40.024 && bounds.east > 5.024)
    #expect(island.isLand(40.01, 5.01))
  }

  @Test(
    "islands across the antimeridian, as one line or in pieces that end there",
    arguments: [
      nil, GeographicBounds(south: -17, west: 179.8, north: -16.6, east: 180.2),
      GeographicBounds(south: -17, west: -180.2, north: -16.6, east: -179.8),
    ] as [GeographicBounds?], [true, false])
  func antimeridian(_ box: GeographicBounds?, _ isCut: Bool) throws {
    // Counterclockwise from the south.
    let west = [(-16.85, 180.0), (-16.82, -179.92), (-16.78, -179.92), (-16.75, 180.0)]
    let east = [(-16.75, -180.0), (-16.78, 179.91), (-16.82, 179.91), (-16.85, -180.0)]
    let ways =
      isCut
      ? [west.map(Self.place), east.map(Self.place)]
      : [(west.dropFirst().dropLast() + east.dropFirst().dropLast() + [west[1]]).map(Self.place)]
    var town = TownText()
    for longitude in [179.95, -179.95] { town.box(-16.8, longitude, 0.0002, ["building": "yes"]) }
    town.way(
      [town.node(-16.81, 179.95), town.node(-16.81, -179.95)], ["highway": "primary"])
    town.way(
      [(-16.8, 179.99), (-16.8, -179.99), (-16.79, -179.99), (-16.79, 179.99)].map {
        town.node($0.0, $0.1)
      } + [town.node(-16.8, 179.99)], ["leisure": "park"])
    let island = try shown(ways, box: box, town: town)
    #expect(!island.said.contains("coastlines"))
    let bounds = try #require(island.bounds)
    #expect(bounds.east - bounds.west < 1)
    func isLand(_ longitude: Double) -> Bool {
      [-360.0, 0, 360].contains { island.isLand(-16.8, longitude + $0) }
    }
    for longitude in [179.92, 179.95, 180, -179.95, -179.93] { #expect(isLand(longitude)) }
    for longitude in [179.9, -179.9, 179.85, -179.85, 0, 90] { #expect(!isLand(longitude)) }
    // One road of 0.1°, not one around the world.
    let road = try #require(features(island.files["roads.geojson"]).first)
    #expect(features(island.files["roads.geojson"]).count == 1)
    let numbers = road.matches(of: /\[(-?[0-9.]+),\s*-?[0-9.]+\]/).compactMap { Double($0.1) }
    #expect(numbers.count == 2)
    #expect(abs(abs((numbers.last ?? 0) - (numbers.first ?? 0)) - 0.1) < 1e-6)
  }

  @Test(
    "a box inland of a coast that never crosses it is land, and one off it sea",
    arguments: [1, 2, 4])
  func inland(_ pieces: Int) throws {
    let corners = (0...28).map { i in
      let angle = Double(i % 28) * .pi / 14
      return Self.place(40.01 + 0.1 * sin(angle), 5.01 + 0.1 * cos(angle))
    }
    let size = 28 / pieces
    let ways = (0..<pieces).map { Array(corners[$0 * size...($0 + 1) * size]) }
    func land(_ ways: [[Coordinate]]) throws -> Bool {
      // The town's house stands on the coast, so that there is one in the box, too.
      var town = TownText()
      town.box(40.01, 5.01, 0.0001, ["building": "yes"])
      return try shown(ways, town: town).isLand(40.01, 5.005)
    }
    #expect(try land(ways))
    #expect(try !land(ways.map { $0.reversed() }))
    // A coast that goes round the box on three sides.
    #expect(try land([Array(corners[0...20])]))
    #expect(try !land([Array(corners[0...20].reversed())]))
  }

  @Test(
    "where an extract is smaller than the box that was asked for, its coast is known in the extract alone"
  )
  func declaredBox() throws {
    var town = TownText()
    town.elements.append(
      #"<bounds minlat="40" minlon="5" maxlat="40.02" maxlon="5.02"/>"#)
    let wide = GeographicBounds(south: 39.99, west: 4.99, north: 40.03, east: 5.03)
    // From the west to the east with the land in the north, as the extract has it.
    let line = [Self.place(40.008, 5), Self.place(40.01, 5.01), Self.place(40.012, 5.02)]
    let known = try shown([line], box: wide, town: town)
    let bounds = try #require(known.bounds)
    #expect(abs(bounds.south - 40) < 1e-9 && abs(bounds.east - 5.02) < 1e-9, "\(bounds)")
    #expect(known.isLand(40.015, 5.01) && !known.isLand(40.005, 5.01))
  }

  @Test(
    "a coast around the Earth has its pole within, whether the box goes round with it or not",
    arguments: [
      nil, GeographicBounds(south: -90, west: -180, north: -60, east: 180),
      GeographicBounds(south: -90, west: 170, north: -60, east: 190),
      GeographicBounds(south: -85, west: 0, north: -60, east: 90),
    ] as [GeographicBounds?], [1, 3])
  func polarCap(_ box: GeographicBounds?, _ pieces: Int) throws {
    // Westwards, with the land on the left in the south.
    let coast = (0...72).map { i in
      Self.place(-70 + 3 * sin(Double(i) / 12 * .pi), 180 - 5 * Double(i))
    }
    let size = 72 / pieces
    let ways = (0..<pieces).map { Array(coast[$0 * size...($0 + 1) * size]) }
    let cap = try shown(ways, box: box)
    #expect(!cap.said.contains("coastlines"), "\(cap.said)")
    let bounds = try #require(cap.bounds)
    if box == nil { #expect(bounds.south == -90 && bounds.west == -180 && bounds.east == 180) }
    for longitude in stride(from: bounds.west + 1.5, to: bounds.east, by: 7.3) {
      for (latitude, isLand) in [(-84.9, true), (-75, true), (-66.5, false)]
      where latitude > bounds.south && latitude < bounds.north {
        #expect(cap.isLand(latitude, longitude) == isLand, "\(latitude) \(longitude)")
      }
    }
    // A longer side would be taken for one that leads the other way round.
    for ring in cap.land.joined() {
      for (a, b) in zip(ring, ring.dropFirst()) {
        #expect(abs(a.longitude - b.longitude) <= 90.0001)
      }
    }
  }

  @Test(
    "coastlines of no length, or that lead back to where they began, say nothing of land and sea")
  func sideless() throws {
    let (a, b) = (Self.part(0.2, 0.2), Self.part(0.3, 0.25))
    for way in [[a, b, a], [a, b, Self.part(0.4, 0.4), b, a]] {
      let none = try shown([way])
      #expect(none.files["land.geojson"] == nil, "\(way)")
      #expect(none.said.contains("lead back to where they began"), "\(none.said)")
      // Beside a coast that is one they change nothing.
      let line = [Self.part(0.5, -0.1), Self.part(0.5, 1.1)]
      let known = try shown([line, way])
      #expect(known.isLand(40.01, 5.005) && !known.isLand(40.01, 5.015))
      #expect(!known.said.contains("ends of coastlines"), "\(known.said)")
    }
  }

  @Test("of coastlines that run against each other the longer one is taken at its word")
  func headOn() throws {
    let (south, middle, north) = (Self.part(0.5, -0.1), Self.part(0.5, 0.6), Self.part(0.5, 1.1))
    // The longer one northwards has the land in the west, and southwards in the east.
    for (ways, isWest) in [
      ([[south, middle], [north, middle]], true), ([[middle, south], [middle, north]], false),
    ] {
      for ways in [ways, Array(ways.reversed())] {
        let known = try shown(ways)
        #expect(known.said.contains("run against"), "\(known.said)")
        for latitude in [40.001, 40.01, 40.019] {
          #expect(
            known.isLand(latitude, 5.005) == isWest && known.isLand(latitude, 5.015) != isWest)
        }
      }
    }
  }
}
