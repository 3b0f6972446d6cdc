import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// Roads on the ground that lead up to bridges.
@Suite("Bridge ramps") struct BridgeRampTests: RoadsInMetres {
  private static let degree = CoordinateRegion.metersPerDegree(at: 46)

  private static func metres(_ place: Coordinate) -> Vector2 {
    Vector2((place.longitude - 7) * degree.longitude, (place.latitude - 46) * degree.latitude)
  }

  private static func raised(
    _ roads: [Road], tunnels: [Tunnel] = [], ground: ElevationMosaic = ElevationMosaic()
  ) -> Scene {
    var scene = Scene()
    (scene.roads, scene.tunnels, scene.ground) = (roads, tunnels, ground)
    scene.raiseBridges()
    return scene
  }

  /// An even slope, metres a metre.
  private static func slope(_ east: Double, _ north: Double) -> ElevationMosaic {
    let side = 201
    var samples: [Float] = []
    for j in 0..<side {
      for i in 0..<side {
        samples.append(Float(200 + 10 * (east * Double(i - 100) + north * Double(100 - j))))
      }
    }
    return ElevationMosaic([
      HeightField(
        width: side, height: side,
        bounds: GeographicBounds(
          south: 46 - 1005 / degree.latitude, west: 7 - 1005 / degree.longitude,
          north: 46 + 1005 / degree.latitude, east: 7 + 1005 / degree.longitude),
        samples: samples)
    ])
  }

  /// The roadways of a scene: where, and metres above the datum.
  private static func roadways(_ scene: Scene) -> [[(at: Vector2, top: Double)]] {
    scene.beams.filter { $0.topColor != nil }.map { beam in
      beam.path.map { (metres($0.coordinate), $0.elevation + beam.depth / 2) }
    }
  }

  private static func top(_ scene: Scene, _ x: Double, _ y: Double, within: Double = 8) -> Double {
    roadways(scene).joined().filter { ($0.at - Vector2(x, y)).length < within }.map(\.top).max()
      ?? 0
  }

  /// The steepest grade of all roadways.
  private static func steepest(_ scene: Scene) -> Double {
    var grade = 0.0
    for way in roadways(scene) {
      for (a, b) in zip(way, way.dropFirst()) {
        let run = (b.at - a.at).length
        // The lap below a deck is some decimetres long.
        if run > 1.5 { grade = max(grade, abs(b.top - a.top) / run) }
      }
    }
    return grade
  }

  private static func overpass(_ kind: Road.Kind = .street, half: Double = 15) -> [Road] {
    [
      road([(-300, 0), (-half, 0)]), road([(-half, 0), (half, 0)], bridge: 1),
      road([(half, 0), (300, 0)]), road([(0, -200), (0, 200)], kind: kind),
    ]
  }

  @Test("a short bridge has its clearance, and the roads beside it lead down to the ground")
  func overpass() {
    for (kind, room) in [(Road.Kind.street, 6.0), (.rail, 7.5), (.path, 4)] {
      let scene = Self.raised(Self.overpass(kind))
      #expect(abs(Self.top(scene, 0, 0, within: 1) - room) < 0.01, "\(kind)")
      #expect(Self.steepest(scene) <= 0.0701, "\(kind): \(Self.steepest(scene))")
      // The deck and two ramps, which end on the ground as far away as they must.
      let ways = Self.roadways(scene)
      #expect(ways.count == 3)
      for way in ways.dropFirst() {
        let low = way.min { $0.top < $1.top }
        #expect((low?.top ?? 9) < 0.2)
        let length = abs(low?.at.x ?? 0) - 15
        #expect(length > room / 0.07 - 30 && length < room / 0.07 + 70, "\(kind): \(length)")
      }
      // No crack at the bridge's ends.
      for x in [-15.0, 15] {
        let tops = ways.joined().filter { abs($0.at.x - x) < 0.1 }.map(\.top)
        #expect(tops.count == 2 && abs(tops[0] - tops[1]) < 0.03, "\(tops)")
      }
      // Embankments reach below the ground, and nothing of them lies on what is crossed.
      for beam in scene.beams where !beam.feet.isEmpty {
        #expect(beam.feet.allSatisfy { $0 < -1 } && beam.feet.count == beam.path.count)
        #expect(beam.path.allSatisfy { abs(Self.metres($0.coordinate).x) > 13 })
      }
    }
  }

  @Test("a bridge that is long enough has no ramps")
  func unneeded() {
    let scene = Self.raised(Self.overpass(half: 200))
    #expect(Self.roadways(scene).count == 1)
    #expect(scene.beams.allSatisfy { $0.feet.isEmpty })
    #expect(scene.roads.filter { $0.bridge == 0 }.allSatisfy { $0.joints.isEmpty })
    #expect(abs(Self.top(scene, 200, 0, within: 0.1) - 0.12) < 1e-6)
    // It has the gentler grade that it had.
    #expect(abs(Self.top(scene, 0, 0, within: 8) - 6) < 0.01)
    #expect(Self.steepest(scene) < 0.0501, "\(Self.steepest(scene))")
  }

  @Test("all ways that meet on a ramp are as high there, and each leads down")
  func junction() {
    let scene = Self.raised(
      Self.overpass() + [
        Self.road([(40, -150), (40, 0), (40, 150)]), Self.road([(40, 0), (70, 40)], width: 5),
        Self.road([(-15, 0), (-60, 90), (-60, 300)]),
      ])
    // The main way has no place of its own at the junction: a crossing on another level.
    #expect(Self.roadways(scene).count == 4)
    let joined = Self.raised([
      Self.road([(-300, 0), (-15, 0)]), Self.road([(-15, 0), (15, 0)], bridge: 1),
      Self.road([(15, 0), (40, 0), (300, 0)]), Self.road([(0, -200), (0, 200)]),
      Self.road([(40, -150), (40, 0), (40, 150)]), Self.road([(40, 0), (70, 40)], width: 5),
    ])
    let tops = Self.roadways(joined).joined().filter { ($0.at - Vector2(40, 0)).length < 0.1 }
      .map(\.top)
    #expect(tops.count >= 3 && (tops.max() ?? 0) - (tops.min() ?? 0) < 1e-6 && tops[0] > 3)
    #expect(Self.steepest(joined) <= 0.0701)
    #expect(Self.top(joined, 40, 140) < 0.2 && Self.top(joined, 40, 25) > 1)
  }

  @Test("trains climb less steeply, and walkers more")
  func kinds() {
    for (kind, grade, isSteps) in [
      (Road.Kind.rail, 0.025, false), (.path, 0.2, false), (.path, 0.55, true),
    ] {
      var roads = [
        Self.road([(-390, 0), (-15, 0)], kind: kind, width: 3),
        Self.road([(-15, 0), (15, 0)], bridge: 1, kind: kind, width: 3),
        Self.road([(15, 0), (390, 0)], kind: kind, width: 3), Self.road([(0, -90), (0, 90)]),
      ]
      for i in [0, 2] { roads[i].isSteps = isSteps }
      let scene = Self.raised(roads)
      #expect(abs(Self.top(scene, 0, 0, within: 1) - 6) < 0.01)
      #expect(Self.steepest(scene) <= grade + 1e-3, "\(kind): \(Self.steepest(scene))")
      #expect(Self.steepest(scene) > grade - 0.01)
    }
  }

  @Test("a footbridge has short ramps, and all that meet at its end are as high there")
  func footbridge() {
    var roads = [
      Self.road([(-9, 0), (9, 0)], bridge: 1, kind: .path, width: 2.5),
      Self.road([(-9, 0), (-9, 60)], kind: .path, width: 2.5),
      Self.road([(-9, 0), (-9, -60)], kind: .path, width: 2.5),
      Self.road([(9, 0), (60, 0)], kind: .path, width: 2.5), Self.road([(0, -90), (0, 90)]),
    ]
    for i in 1...3 { roads[i].isSteps = true }
    let scene = Self.raised(roads)
    #expect(abs(Self.top(scene, 0, 0, within: 1) - 6) < 0.01)
    for beam in scene.beams where beam.embankment != nil {
      #expect(beam.path.allSatisfy { Self.metres($0.coordinate).length < 9 + 25 })
    }
    let tops = Self.roadways(scene).joined().filter { ($0.at - Vector2(-9, 0)).length < 0.1 }
      .map(\.top)
    #expect(tops.count == 3 && (tops.max() ?? 9) - (tops.min() ?? 0) < 0.03, "\(tops)")
  }

  @Test("a ramp never reaches farther than it may, and a tunnel holds its bridge down")
  func held() {
    // The ground falls nearly as steeply as the ramp.
    let scene = Self.raised(
      [
        Self.road([(-900, 0), (-15, 0)], kind: .rail),
        Self.road([(-15, 0), (15, 0)], bridge: 1, kind: .rail),
        Self.road([(15, 0), (900, 0)], kind: .rail), Self.road([(0, -90), (0, 90)]),
      ], ground: Self.slope(-0.02, 0))
    var farthest = 0.0
    for beam in scene.beams where !beam.feet.isEmpty {
      for joint in beam.path { farthest = max(farthest, abs(Self.metres(joint.coordinate).x)) }
    }
    #expect(farthest > 390 && farthest < 460, "\(farthest)")
    #expect(Self.steepest(scene) <= 0.0264, "\(Self.steepest(scene))")
    let portal = Self.raised(
      [
        Self.road([(-15, 0), (15, 0)], bridge: 1), Self.road([(15, 0), (300, 0)]),
        Self.road([(0, -90), (0, 90)]),
      ], tunnels: [Tunnel(path: [Self.place(-300, 0), Self.place(-15, 0)])])
    #expect(abs(Self.top(portal, -15, 0, within: 0.1) - 0.12) < 1e-6)
    #expect(Self.steepest(portal) <= 0.0701)
    let highest = Self.roadways(portal).joined().map(\.top).max() ?? 9
    #expect(highest > 1.5 && highest < 3.2, "\(highest)")
  }

  @Test("a way that comes round below its own bridge stays on the ground there")
  func loop() {
    let scene = Self.raised([
      Self.road([(-15, 0), (15, 0)], bridge: 1),
      Self.road([
        (15, 0), (18, 0), (18, -12), (0, -12), (0, 12), (-18, 12), (-18, 0), (-15, 0),
      ]),
    ])
    #expect(Self.steepest(scene) <= 0.0701)
    // As high as the way round is long.
    let highest = Self.roadways(scene)[0].map(\.top).max() ?? 0
    #expect(highest > 2.5 && highest < 4.4, "\(highest)")
    for joint in scene.roads[1].joints where Self.metres(joint.coordinate).length < 8 {
      #expect((joint.elevation ?? 0) < 0.2, "\(joint)")
    }
  }

  @Test("what is far away changes nothing")
  func local() {
    let near = Self.raised(Self.overpass())
    var random = SplitMix64(seed: 3)
    var roads = Self.overpass()
    for _ in 0..<40 {
      let (x, y) = (random.double(600...2000), random.double(-900...900))
      roads.append(
        Self.road([(x, y), (x + 30, y)], bridge: random.int(0...2)))
      roads.append(Self.road([(x + 30, y), (x + 300, y + 20)]))
      roads.append(Self.road([(x + 15, y - 60), (x + 15, y + 60)], kind: .rail))
    }
    let far = Self.raised(roads)
    #expect(Set(near.beams).isSubset(of: Set(far.beams)))
    // Nor does the order of the roads.
    let turned = Self.raised(Self.overpass().reversed())
    #expect(Set(turned.beams.flatMap(\.path)) == Set(near.beams.flatMap(\.path)))
  }

  /// A bent road over others, with junctions and dead ends, on a slope.
  private static func town(_ random: inout SplitMix64) -> (roads: [Road], half: Double) {
    let half = random.double(10...60)
    var east: [(Double, Double)] = [(half, 0)]
    var west: [(Double, Double)] = [(-half, 0)]
    var roads: [Road] = []
    for _ in 0..<6 {
      let (a, b) = (east[east.count - 1], west[west.count - 1])
      east.append((a.0 + random.double(3...160), a.1 + random.double(-40...40)))
      west.append((b.0 - random.double(3...160), b.1 + random.double(-40...40)))
      for end in [a, b] where random.oneIn(2) {
        let sign = random.oneIn(2) ? 1.0 : -1
        roads.append(
          road(
            [end, (end.0 + random.double(-20...20), end.1 + sign * random.double(5...300))],
            kind: random.pick([.street, .service]), width: random.double(2...12)))
      }
    }
    roads.append(road(east))
    roads.append(road(west))
    roads.append(road([(-half, 0), (half, 0)], bridge: 1))
    roads.append(
      road([(0, -500), (0, -20), (0, 20), (0, 500)], kind: random.pick([.rail, .street])))
    return (roads, half)
  }

  @Test("grades are kept, nothing is torn apart, and there is room below bridges")
  func town() {
    forEachSeed(60) { random in
      let (roads, _) = Self.town(&random)
      let (east, north) = (random.double(-0.03...0.03), random.double(-0.03...0.03))
      let scene = Self.raised(roads, ground: Self.slope(east, north))
      for beam in scene.beams where beam.topColor != nil {
        for (a, b) in zip(beam.path, beam.path.dropFirst()) {
          let run = (Self.metres(b.coordinate) - Self.metres(a.coordinate)).length
          if run > 1.5 {
            try check(abs(b.elevation - a.elevation) <= 0.0701 * run + 0.001, "\(a) \(b)")
          }
        }
      }
      var at: [SIMD2<Int>: [Double]] = [:]
      for joint in Self.roadways(scene).joined() {
        let key = SIMD2(
          Int(flooring: joint.at.x * 20 + 0.5, in: -100_000...100_000),
          Int(flooring: joint.at.y * 20 + 0.5, in: -100_000...100_000))
        at[key, default: []].append(joint.top)
      }
      for tops in at.values {
        try check((tops.max() ?? 0) - (tops.min() ?? 0) < 0.1, "\(tops)")
      }
      let isRail = scene.roads.contains { $0.kind == .rail }
      let ground = scene.ground.elevation(latitude: 46, longitude: 7) ?? 0
      let room = Self.top(scene, 0, 0, within: 9) - ground
      try check(room > (isRail ? 7.5 : 6) - 0.8, "\(room)")
    }
  }

  @Test("odd ways make no trouble")
  func odd() {
    forEachSeed(80) { random in
      var roads = Self.overpass()
      let ends = [Self.place(-15, 0), Self.place(15, 0), Self.place(40, 0)]
      for _ in 0..<random.int(1...30) {
        var path: [Coordinate] = []
        for _ in 0..<random.int(0...5) {
          switch random.int(0...6) {
          case 0: path.append(random.pick(ends))
          case 1: path.append(path.last ?? ends[0])
          case 2: path.append(Coordinate(latitude: .nan, longitude: 7))
          case 3: path.append(Coordinate(latitude: 46, longitude: .infinity))
          case 4: path.append(Coordinate(latitude: random.double(-90...90), longitude: 367))
          default:
            path.append(Self.place(random.double(-300...300), random.double(-100...100)))
          }
        }
        if random.oneIn(2) { path.insert(random.pick(ends), at: 0) }
        var road = Road(
          kind: random.pick(Road.Kind.allCases), width: random.double(0.5...30), path: path)
        road.isDrawn = !random.oneIn(5)
        road.bridge = random.oneIn(4) ? random.int(0...3) : 0
        roads.append(road)
      }
      let scene = Self.raised(roads)
      for beam in scene.beams {
        try check(beam.feet.isEmpty || beam.feet.count == beam.path.count, "\(beam)")
        for joint in beam.path {
          try check(
            joint.elevation.isFinite && joint.coordinate.isValid && abs(joint.elevation) < 200,
            "\(joint)")
        }
      }
    }
  }

  @Test("a hostile number of ways ends soon, without ramps")
  func many() {
    var roads = Self.overpass()
    var random = SplitMix64(seed: 5)
    for _ in 0..<60_000 {
      let t = random.double(0...1)
      roads.append(
        Self.road([(15, 0), (15 + 300 * t, random.double(-200...200))]))
    }
    var scene = Scene()
    #expect(processorSeconds { scene = Self.raised(roads) } < 20)
    #expect(scene.beams.allSatisfy { $0.feet.isEmpty })
  }
}
