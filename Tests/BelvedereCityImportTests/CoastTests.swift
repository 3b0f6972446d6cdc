import BelvedereCityImport
import BelvedereGeodesy
import BelvedereOSM
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// Land from coastlines, by whether places are on it.
@Suite(.enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct CoastTests {
  private let box = GeographicBounds(south: 40, west: 5, north: 40.02, east: 5.02)

  /// The rings of land in the box of coastlines.
  private func land(_ ways: [[Coordinate]]) throws -> (rings: [[Coordinate]], said: String) {
    var town = TownText()
    // Something to be seen.
    town.box(40.001, 5.001, 0.0001, ["building": "yes"])
    for way in ways {
      var nodes = way.map { town.node($0.latitude, $0.longitude) }
      if way.first == way.last { nodes[nodes.count - 1] = nodes[0] }
      town.way(nodes, ["natural": "coastline"])
    }
    let (files, report) = try town.scene { $0.box = box }
    let text = files["land.geojson"] ?? ""
    let data = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let features = data?["features"] as? [[String: Any]] ?? []
    let rings = features.flatMap { feature -> [[[Double]]] in
      let geometry = feature["geometry"] as? [String: Any]
      if let polygons = geometry?["coordinates"] as? [[[[Double]]]] {
        return polygons.map { $0[0] }
      }
      return (geometry?["coordinates"] as? [[[Double]]]).map { [$0[0]] } ?? []
    }
    return (
      rings.map { $0.map { Coordinate(latitude: $0[1], longitude: $0[0]) } },
      report.dropped.map(\.reason).joined()
    )
  }

  /// Whether a place lies in an odd number of rings.
  private func contains(_ rings: [[Coordinate]], _ place: Coordinate) -> Bool {
    var isInside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst())
      where (a.latitude > place.latitude) != (b.latitude > place.latitude) {
        let x =
          a.longitude
          + (b.longitude - a.longitude) * (place.latitude - a.latitude) / (b.latitude - a.latitude)
        if x > place.longitude { isInside.toggle() }
      }
    }
    return isInside
  }

  @Test(
    "a coastline that ends inside goes on straight to the nearest edge, wherever along it that is")
  func openEnds() throws {
    let (south, west, size) = (40.0, 5.0, 0.02)
    func place(_ x: Double, _ y: Double) -> Coordinate {
      Coordinate(latitude: south + y * size, longitude: west + x * size)
    }
    // From near an edge to near the opposite one; the land is on the left.
    let near = 0.05
    for along in [0.1, 0.3, 0.45, 0.55, 0.7, 0.9] {
      let lines = [
        [place(along, near), place(along, 1 - near)], [place(along, 1 - near), place(along, near)],
        [place(near, along), place(1 - near, along)], [place(1 - near, along), place(near, along)],
      ]
      for (n, line) in lines.enumerated() {
        let (rings, said) = try land([line])
        #expect(said.contains("ends of coastlines within the box"))
        let isLandWest = n == 0
        let isLandNorth = n == 2
        for other in [0.02, 0.2, 0.4, 0.6, 0.8, 0.98] where abs(other - along) > 0.01 {
          for across in [0.01, 0.03, 0.5, 0.97, 0.99] {
            let isBefore = other < along
            let at = n < 2 ? place(other, across) : place(across, other)
            let isLand = n < 2 ? isBefore == isLandWest : isBefore != isLandNorth
            #expect(contains(rings, at) == isLand, "line \(n) at \(along): \(other), \(across)")
          }
        }
      }
    }
  }

  @Test("the scene says in which box its coast is known")
  func bounds() throws {
    var town = TownText()
    town.box(40.001, 5.001, 0.0001, ["building": "yes"])
    let line = [(40.0, 5.01), (40.02, 5.01)].map { town.node($0.0, $0.1) }
    town.way(line, ["natural": "coastline"])
    let (files, _) = try town.scene { $0.box = box }
    let scene = try JSONSerialization.jsonObject(with: Data((files["scene.json"] ?? "").utf8))
    let land = (scene as? [String: Any])?["land"] as? [String: Any]
    #expect(land?["file"] as? String == "land.geojson")
    let bounds = try #require(land?["bounds"] as? [String: Double])
    // The coast ends in the south and in the north; aside it is known one and a half times as far around.
    #expect(bounds["south"] == 40 && bounds["north"] == 40.02)
    #expect((4.95..<4.98).contains(bounds["west"] ?? 0), "\(bounds)")
    #expect((5.04..<5.07).contains(bounds["east"] ?? 0), "\(bounds)")
  }

  @Test("islands of any form, cut by the box or not, in pieces in any order")
  func islands() {
    forEachSeed(40) { random in
      // Two stars that do not meet, one to the south of the other, around and across the edges.
      var ways: [[Coordinate]] = []
      var stars: [[Coordinate]] = []
      for latitude in [40.0, 40.014] {
        let middle = Coordinate(
          latitude: latitude, longitude: Double.random(in: 4.99...5.03, using: &random))
        let count = Int.random(in: 3...40, using: &random)
        var ring = (0..<count).map { i -> Coordinate in
          let angle = 2 * Double.pi * Double(i) / Double(count)
          let radius = Double.random(in: 0.001...0.0065, using: &random)
          return Coordinate(
            latitude: middle.latitude + radius * Foundation.sin(angle),
            longitude: middle.longitude + radius * 3 * Foundation.cos(angle))
        }
        ring.append(ring[0])
        stars.append(ring)
        let cut = Int.random(in: 1..<ring.count - 1, using: &random)
        if Bool.random(using: &random) {
          ways += [Array(ring[cut...]), Array(ring[...cut])]
        } else {
          ways.append(ring)
        }
      }
      let (rings, said) = try land(ways)
      try check(!said.contains("coastlines"), said)
      let isReached = stars.joined().contains {
        box.contains(latitude: $0.latitude, longitude: $0.longitude)
      }
      for _ in 0..<300 where isReached {
        let place = Coordinate(
          latitude: Double.random(in: 40...40.02, using: &random),
          longitude: Double.random(in: 5...5.02, using: &random))
        try check(contains(rings, place) == contains(stars, place), "\(place)")
      }
    }
  }

  @Test func aCoastAcrossTheBoxHasTheLandOnItsLeft() throws {
    let north = [
      Coordinate(latitude: 40.01, longitude: 5.03), Coordinate(latitude: 40.01, longitude: 4.9),
    ]
    let south = Array(north.reversed())
    // Westwards the land is to the south.
    for (way, isSouth) in [(north, true), (south, false)] {
      let (rings, _) = try land([way])
      #expect(contains(rings, Coordinate(latitude: 40.005, longitude: 5.01)) == isSouth)
      #expect(contains(rings, Coordinate(latitude: 40.015, longitude: 5.01)) == !isSouth)
    }
    // A strait between two coasts.
    let (rings, _) = try land([
      [
        Coordinate(latitude: 40.005, longitude: 5.03), Coordinate(latitude: 40.005, longitude: 4.9),
      ],
      [
        Coordinate(latitude: 40.015, longitude: 4.9), Coordinate(latitude: 40.015, longitude: 5.03),
      ],
    ])
    let looks = [40.002, 40.01, 40.018].map {
      contains(rings, Coordinate(latitude: $0, longitude: 5.01))
    }
    #expect(looks == [true, false, true])
  }

  @Test func aCoastThatEndsIsLedToTheEdge() throws {
    let (rings, said) = try land([
      [Coordinate(latitude: 40.01, longitude: 5.03), Coordinate(latitude: 40.01, longitude: 5.002)]
    ])
    #expect(said.contains("ends of coastlines"))
    #expect(contains(rings, Coordinate(latitude: 40.005, longitude: 5.01)))
    #expect(!contains(rings, Coordinate(latitude: 40.015, longitude: 5.01)))
  }
}
