import BelvedereGeodesy
import BelvedereJSON
import BelvedereSceneModel
import BelvedereTestSupport
import Testing

/// Streets as their names say, from the pieces in which maps have them.
@Suite("Streets of one name") struct NamedWaysTests {
  private func road(
    _ name: String, _ path: [(Double, Double)], _ kind: Road.Kind = .street, bridge: Int = 0
  ) -> Road {
    var road = Road(
      kind: kind, path: path.map { Coordinate(latitude: $0.0, longitude: $0.1) }, name: name)
    road.bridge = bridge
    return road
  }

  private func streets(_ roads: [Road]) -> [NamedWay] {
    NamedWays(roads) { $0.name }.streets
  }

  @Test("pieces in any order and direction become one street, as long as all of them on WGS 84")
  func joined() throws {
    let places = (0...6).map { (i: Int) -> (Double, Double) in
      let t = Double(i)
      return (47 + 0.0007 * t, 8 + 0.001 * t * t / 6)
    }
    var length = 0.0
    for (a, b) in zip(places, places.dropFirst()) {
      length += try Geodesic.wgs84.inverse(
        from: Coordinate(latitude: a.0, longitude: a.1),
        to: Coordinate(latitude: b.0, longitude: b.1)
      ).distance
    }
    for seed in 0..<20 {
      var random = SplitMix64(seed: UInt64(seed))
      var roads = zip(places, places.dropFirst()).map { a, b -> Road in
        random.double(0...1) < 0.5 ? road("A", [a, b]) : road("A", [b, a])
      }
      roads.append(road("B", [places[3], (47, 8.1)]))
      roads.append(road("", [places[6], (47.1, 8.2)]))
      roads.shuffle(using: &random)
      let found = streets(roads)
      #expect(found.count == 2)
      let street = try #require(found.first { $0.name == "A" })
      #expect(street.path.count == 7)
      // Map lengths of such short ways are those of the ellipsoid but for the sphere's and the ellipsoid's difference.
      #expect(abs(street.length / length - 1) < 0.005, "\(street.length) of \(length)")
      let middle: MapPoint = street.place(at: street.length / 2)
      #expect(street.path[0] != middle && street.path[6] != middle)
      #expect(street.place(at: -5) == street.path[0] && street.place(at: 1e9) == street.path[6])
    }
  }

  @Test("at a fork the straightest goes on, and nothing turns back")
  func fork() throws {
    let stem = road("F", [(47, 8), (47, 8.001)])
    let bent = road("F", [(47, 8.001), (47.0006, 8.0017)])
    let straight = road("F", [(47, 8.001), (47.00002, 8.002)])
    let found = streets([bent, stem, straight])
    #expect(found.count == 2)
    let longest = try #require(found.max { $0.length < $1.length })
    let ends = [longest.path[0], longest.path[longest.path.count - 1]].map(\.coordinate.longitude)
    #expect(abs((ends.max() ?? 0) - 8.002) < 1e-9 && abs((ends.min() ?? 0) - 8) < 1e-9)
    let hairpin = streets([stem, road("F", [(47, 8.001), (47.0001, 8)])])
    #expect(hairpin.count == 2)
  }

  @Test("rings, the date line, bridges, rails, nothing, and places where many meet")
  func awkward() throws {
    let ring = streets([
      road("R", [(0, 0), (0, 0.001), (0.0008, 0.0016)]),
      road("R", [(0.0008, 0.0016), (0.0006, -0.0006), (0, 0)]),
    ])
    #expect(ring.count <= 2 && !ring.isEmpty)
    let across = try #require(streets([road("D", [(10, 179.999), (10, -179.999)])]).first)
    #expect(abs(across.length - 219.3) < 2, "\(across.length)")
    #expect(
      streets([road("N", [(0, 0), (0, 1)], .rail), road("N", [(0, 0), (0, 1)], bridge: 1)]).isEmpty)
    #expect(streets([road("N", [(0, 0)]), road("N", [(0, 0), (0, 0)]), road("N", [])]).isEmpty)
    #expect(streets([road("N", [(.nan, 0), (0, 1)])]).isEmpty)
    let star = (0..<40).map { road("S", [(0, 0), (0.001, 0.0001 * Double($0))]) }
    #expect(streets(star).count == 40)
    let loop = streets([road("L", [(0, 0), (0, 0.001), (0.001, 0.001), (0, 0)])])
    #expect(loop.count == 1)
  }

  @Test("streets after those of other roads are those that are made anew")
  func after() {
    forEachSeed(200) { random in
      let places = (0..<6).map { _ in
        (47 + random.double(0...0.002), 8 + random.double(0...0.002))
      }
      func some() -> [Road] {
        (0..<random.int(0...30)).map { _ in
          var road = road(
            random.pick(["A", "B", "C"]), [random.pick(places), random.pick(places)],
            random.pick([.street, .primary]))
          road.width = random.pick([5, 8])
          return road
        }
      }
      var roads = some()
      var known = NamedWays(roads, isEarlier: true) { $0.name }
      for _ in 0..<4 {
        // Some go, and some come.
        roads = roads.filter { _ in random.double(0...1) < 0.9 } + some().prefix(2)
        known = NamedWays(roads, after: known, isEarlier: true) { $0.name }
        let new = NamedWays(roads) { $0.name }
        func told(_ ways: NamedWays) -> [String] {
          ways.streets.map { "\($0.name) \($0.kind) \($0.path) \($0.distances)" }
        }
        try check(told(known) == told(new), "\(told(known)) for \(told(new))")
      }
    }
  }

  @Test("names, numbers and traffic of features")
  func attributes() {
    func tags(_ pairs: KeyValuePairs<String, String>) -> FeatureProperties {
      FeatureProperties(
        pairs.map { JSONMember(name: $0.key, value: JSONValue(.string($0.value))) })
    }
    #expect(RoadAttributes.name(tags(["FULLNAME": "Mission St"])) == "Mission St")
    #expect(RoadAttributes.route("A 8;E 80") == "A 8")
    #expect(RoadAttributes.route("  US   101 ") == "US 101")
    #expect(RoadAttributes.route("Route of the Sun") == "")
    #expect(RoadAttributes.traffic(tags(["congestion": "heavy"])) == .heavy)
    #expect(RoadAttributes.traffic(tags(["traffic": "unknown"])) == nil)
  }
}
