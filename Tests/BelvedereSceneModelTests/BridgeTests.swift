import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Bridges") struct BridgeTests: RoadsInMetres {
  private static func east(_ place: Coordinate) -> Double {
    (place.longitude - 7) * CoordinateRegion.metersPerDegree(at: 46).longitude
  }

  private static func raised(_ roads: [Road], ground: ElevationMosaic = ElevationMosaic()) -> Scene
  {
    var scene = Scene()
    scene.roads = roads
    scene.ground = ground
    scene.raiseBridges()
    return scene
  }

  /// The roadway of a deck at its joints: metres east, and its elevation.
  private static func tops(_ scene: Scene, _ number: Int = 0) -> [(east: Double, top: Double)] {
    let decks = scene.beams.filter { $0.topColor != nil }
    guard decks.indices.contains(number) else { return [] }
    return decks[number].path.map { (east($0.coordinate), $0.elevation + decks[number].depth / 2) }
  }

  /// A valley 300 m wide between 50 m in the west and 80 m in the east.
  private static func valley() -> ElevationMosaic {
    let degree = CoordinateRegion.metersPerDegree(at: 46)
    let (columns, step) = (201, 5.0)
    var samples: [Float] = []
    for _ in 0..<3 {
      for i in 0..<columns {
        let x = Double(i - 100) * step
        samples.append(x <= -150 ? 50 : x >= 150 ? 80 : 5)
      }
    }
    return ElevationMosaic([
      HeightField(
        width: columns, height: 3,
        bounds: GeographicBounds(
          south: 46 - 500 / degree.latitude, west: 7 - 500 / degree.longitude,
          north: 46 + 500 / degree.latitude, east: 7 + 500 / degree.longitude),
        samples: samples)
    ])
  }

  @Test("a deck that is cut off above the ground ends on a pier as wide as it is")
  func cut() {
    let scene = Self.raised([
      Self.road([(-300, 0), (-150, 0)]), Self.road([(-150, 0), (120, 0)], bridge: 1),
      Self.road([(100, -200), (100, 200)], kind: .rail),
    ])
    let piers = scene.beams.filter {
      $0.topColor == nil && !$0.isMitred && $0.path.count == 2
        && $0.path[0].coordinate != $0.path[1].coordinate
    }
    #expect(piers.count == 1)
    let top = Self.tops(scene).max { $0.east < $1.east }?.top ?? 0
    #expect(top > 6)
    for pier in piers {
      let east = pier.path.map { Self.east($0.coordinate) }
      #expect(east.allSatisfy { $0 > 118 && $0 < 120 }, "\(east)")
      let wide = abs(pier.path[0].coordinate.latitude - pier.path[1].coordinate.latitude) * 111_000
      #expect(wide > 8 && wide < 9.1, "\(wide)")
      let (middle, half) = (pier.path[0].elevation, pier.depth / 2)
      #expect(middle - half < -1 && abs(middle + half - (top - 1.2)) < 0.05, "\(pier)")
    }
    // Where the road goes on there is none.
    let whole = Self.raised([
      Self.road([(-300, 0), (-150, 0)]), Self.road([(-150, 0), (150, 0)], bridge: 1),
      Self.road([(150, 0), (300, 0)]), Self.road([(0, -200), (0, 200)]),
    ])
    #expect(
      whole.beams.allSatisfy {
        $0.topColor != nil || $0.isMitred || $0.path[0].coordinate == $0.path[1].coordinate
      })
  }

  @Test("where decks meet no low wall stands across a roadway")
  func mouths() {
    let scene = Self.raised([
      Self.road([(-200, 0), (0, 0), (200, 0)], bridge: 1),
      Self.road([(0, 0), (0, 200)], bridge: 1),
      Self.road([(-400, 0), (-200, 0)]), Self.road([(200, 0), (400, 0)]),
      Self.road([(0, 200), (0, 400)]),
    ])
    let walls = scene.beams.filter { $0.isMitred && $0.topColor == nil }
    #expect(walls.count >= 5)
    let degree = CoordinateRegion.metersPerDegree(at: 46)
    for wall in walls {
      for (a, b) in zip(wall.path, wall.path.dropFirst()) {
        for k in 0...20 {
          let t = Double(k) / 20
          let (p, q) = (a.coordinate, b.coordinate)
          let x = Self.east(p) + (Self.east(q) - Self.east(p)) * t
          let y = (p.latitude + (q.latitude - p.latitude) * t - 46) * degree.latitude
          #expect(!(abs(x) < 3.5 && y > -3.5 && y < 20), "\(x) \(y)")
          #expect(!(abs(y) < 3.5 && abs(x) < 20), "\(x) \(y)")
        }
      }
    }
    // Elsewhere they stand.
    #expect(walls.contains { $0.path.contains { abs(Self.east($0.coordinate)) > 190 } })
  }

  @Test("a deck has an even grade from one side of a valley to the other")
  func grade() {
    let scene = Self.raised(
      [
        Self.road([(-400, 0), (-160, 0)]), Self.road([(-160, 0), (20, 0)], bridge: 1),
        Self.road([(20, 0), (160, 0)], bridge: 1), Self.road([(160, 0), (400, 0)]),
      ], ground: Self.valley())
    let tops = Self.tops(scene)
    // Two ways with the same tags are one deck.
    #expect(scene.beams.count { $0.topColor != nil } == 1)
    #expect(tops.count > 20)
    for (x, top) in tops {
      let expected = 50 + 30 * (x + 160) / 320
      #expect(abs(top - expected) < 0.3, "\(x): \(top)")
    }
    // Pillars stand in the valley, every 30 m or so, from the ground to the deck.
    let pillars = scene.beams.filter {
      $0.path.count == 2 && $0.topColor == nil && $0.path[0].coordinate == $0.path[1].coordinate
    }
    #expect((6...11).contains(pillars.count), "\(pillars.count)")
    for pillar in pillars {
      #expect(pillar.path[0].elevation < 6 && pillar.path[1].elevation > 45)
    }
  }

  @Test("a deck over a road leaves room for it, no steeper than ways are")
  func crossing() {
    for (kind, room) in [(Road.Kind.street, 6.0), (.rail, 7.5), (.path, 4)] {
      let scene = Self.raised([
        Self.road([(-600, 0), (-200, 0)]), Self.road([(-200, 0), (200, 0)], bridge: 1),
        Self.road([(200, 0), (600, 0)]), Self.road([(0, -100), (0, 100)], kind: kind),
      ])
      let tops = Self.tops(scene)
      let middle = tops.min { abs($0.east) < abs($1.east) }
      #expect(abs((middle?.top ?? 0) - room) < 0.3, "\(kind): \(middle?.top ?? 0)")
      for (a, b) in zip(tops, tops.dropFirst()) {
        #expect(abs(b.top - a.top) <= 0.0701 * (b.east - a.east))
      }
      #expect(abs((tops.first?.top ?? 9) - 0.12) < 1e-6 && abs((tops.last?.top ?? 9) - 0.12) < 1e-6)
      // No pillar stands on the road below.
      for pillar in scene.beams where pillar.path[0].coordinate == pillar.path[1].coordinate {
        #expect(abs(Self.east(pillar.path[0].coordinate)) > 4)
      }
    }
  }

  @Test("a long deck has room below it near the poles, too", arguments: [-84.0, -60, 0, 78, 84.5])
  func polar(_ latitude: Double) {
    let frame = LocalFrame(origin: Coordinate(latitude: latitude, longitude: 7))
    func road(_ path: [(Double, Double)], bridge: Int = 0) -> Road {
      var road = Road(
        kind: .street, path: path.map { frame.coordinate(at: Vector2($0.0, $0.1)) })
      road.bridge = bridge
      return road
    }
    let scene = Self.raised([
      road([(-2600, 0), (-1500, 0)]), road([(-1500, 0), (1500, 0)], bridge: 1),
      road([(1500, 0), (2600, 0)]), road([(-1500, -900), (1500, 900)]),
    ])
    let deck = scene.beams.first { $0.topColor != nil }
    let top = deck.map { deck in deck.path.map { $0.elevation + deck.depth / 2 }.max() ?? 0 }
    #expect(abs((top ?? 0) - 6) < 0.5, "\(top ?? 0)")
  }

  @Test("a short span between tunnels rises only as far as its grade allows")
  func short() {
    var scene = Scene()
    scene.roads = [
      Self.road([(-15, 0), (15, 0)], bridge: 1), Self.road([(0, -100), (0, 100)]),
    ]
    scene.tunnels = [
      Tunnel(path: [Self.place(-100, 0), Self.place(-15, 0)]),
      Tunnel(path: [Self.place(15, 0), Self.place(100, 0)]),
    ]
    scene.raiseBridges()
    let highest = Self.tops(scene).map(\.top).max() ?? 0
    #expect(highest > 0.25 && highest < 1.2, "\(highest)")
  }

  @Test("levels are stacked, and ways that part are one where they do")
  func levels() {
    let scene = Self.raised([
      Self.road([(-900, 0), (-600, 0)]), Self.road([(-600, 0), (0, 0)], bridge: 2),
      Self.road([(0, 0), (600, 0)], bridge: 2), Self.road([(600, 0), (900, 0)]),
      // A ramp that leaves the upper way.
      Self.road([(0, 0), (300, 200)], bridge: 2, width: 5), Self.road([(300, 200), (400, 200)]),
      // A way beneath it, above a street.
      Self.road([(-300, -600), (-300, -900)]), Self.road([(-300, -600), (-300, 600)], bridge: 1),
      Self.road([(-300, 600), (-300, 900)]), Self.road([(-400, 40), (-200, 40)]),
    ])
    var heights: [String: Set<Double>] = [:]
    for beam in scene.beams where beam.topColor != nil {
      for joint in beam.path {
        let key =
          "\((joint.coordinate.latitude * 1e7).rounded()) \((joint.coordinate.longitude * 1e7).rounded())"
        heights[key, default: []].insert(((joint.elevation + beam.depth / 2) * 1e6).rounded())
      }
    }
    #expect(heights.values.allSatisfy { $0.count == 1 })
    var upper: [Double] = []
    for beam in scene.beams where beam.topColor != nil && beam.width == 9 {
      for joint in beam.path
      where abs(Self.east(joint.coordinate) + 300) < 8 && abs(joint.coordinate.latitude - 46) < 1e-5
      {
        upper.append(joint.elevation + beam.depth / 2)
      }
    }
    // Six metres above the lower way, which is six above the street near by, but for the grade down to it.
    #expect((upper.max() ?? 0) > 10.5, "\(upper)")
  }

  @Test("a viaduct that is cut off at both ends stays above what it crosses")
  func cutOff() {
    let scene = Self.raised([
      Self.road([(-300, 0), (300, 0)], bridge: 1), Self.road([(0, -100), (0, 100)]),
    ])
    let tops = Self.tops(scene).map(\.top)
    #expect(tops.allSatisfy { abs($0 - 6) < 0.2 }, "\(tops)")
  }

  @Test("out of a tunnel a bridge leads from the ground")
  func portal() {
    var scene = Scene()
    scene.ground = Self.valley()
    scene.roads = [Self.road([(-160, 0), (160, 0)], bridge: 1)]
    scene.tunnels = [
      Tunnel(path: [Self.place(-400, 0), Self.place(-160, 0)]),
      Tunnel(path: [Self.place(160, 0), Self.place(400, 0)]),
    ]
    scene.raiseBridges()
    let tops = Self.tops(scene)
    #expect(abs((tops.first?.top ?? 0) - 50.12) < 0.01 && abs((tops.last?.top ?? 0) - 80.12) < 0.01)
  }

  @Test("tags say which roads lie on bridges, and on which level")
  func tags() throws {
    let folder = try TemporaryFolder()
    func feature(_ y: Double, _ properties: String) -> String {
      #"{"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[7, \#(y)], [7.001, \#(y)]]}, "#
        + #""properties": {"highway": "primary", \#(properties)}}"#
    }
    let path = try folder.write(
      "r.geojson",
      #"{"type": "FeatureCollection", "features": ["#
        + [
          #""bridge": "yes""#, #""bridge": "viaduct", "layer": "2""#,
          #""bridge": "no", "layer": "1""#,
          #""bridge": "yes", "layer": "-1""#, #""bridge": "yes", "layer": "99""#, #""name": "a""#,
        ].enumerated().map { feature(46 + 0.01 * Double($0), $1) }.joined(separator: ", ") + "]}")
    let scene = try SceneLoader().load(SceneSources(roads: [path])).scene
    #expect(scene.roads.map(\.bridge) == [1, 2, 0, 1, 9, 0])
    #expect(scene.beams.count { $0.topColor != nil } == 4)
  }

  @Test("odd ways make no trouble")
  func odd() {
    forEachSeed(60) { random in
      var roads: [Road] = []
      for _ in 0..<random.int(1...12) {
        var path: [Coordinate] = []
        for _ in 0..<random.int(0...6) {
          path.append(
            random.oneIn(6) && !path.isEmpty
              ? path[0]
              : Coordinate(
                latitude: random.pick([0, 46, 85, 46.0001]) + random.double(-0.001...0.001),
                longitude: random.pick([7, 180, -180, 7.0001]) + random.double(-0.001...0.001)))
        }
        var road = Road(kind: .street, width: random.double(0.5...30), path: path)
        road.bridge = random.int(0...3)
        roads.append(road)
      }
      let scene = Self.raised(roads)
      for beam in scene.beams {
        for joint in beam.path {
          try check(
            joint.elevation.isFinite && joint.coordinate.latitude.isFinite
              && joint.coordinate.longitude.isFinite && abs(joint.elevation) < 2000,
            "\(joint)")
        }
      }
    }
  }
}
