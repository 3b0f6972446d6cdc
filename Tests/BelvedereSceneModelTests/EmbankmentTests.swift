import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// What ramps to bridges stand on.
@Suite("Embankments of bridges") struct EmbankmentTests: RoadsInMetres {
  private static let degree = CoordinateRegion.metersPerDegree(at: 46)

  private static func metres(_ place: Coordinate) -> Vector2 {
    Vector2((place.longitude - 7) * degree.longitude, (place.latitude - 46) * degree.latitude)
  }

  /// A bridge over a street with a ramp to either side, west to east.
  private static func overpass(_ more: [Road] = [], over kind: Road.Kind = .street) -> [Road] {
    [
      road([(-300, 0), (-15, 0)]), road([(-15, 0), (15, 0)], bridge: 1),
      road([(15, 0), (300, 0)]), road([(0, -200), (0, 200)], kind: kind),
    ] + more
  }

  private static func box(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> GeographicPolygon {
    GeographicPolygon(rings: [
      [
        place(x.lowerBound, y.lowerBound), place(x.upperBound, y.lowerBound),
        place(x.upperBound, y.upperBound), place(x.lowerBound, y.upperBound),
      ]
    ])
  }

  private static func raised(
    _ roads: [Road], buildings: [Building] = [], waters: [GeographicPolygon] = [],
    slope: Double = 0
  ) -> Scene {
    var scene = Scene()
    scene.roads = roads
    scene.buildings = ObjectList(buildings)
    scene.landCover = waters.map { LandCover(kind: .water, polygon: $0) }
    if slope != 0 {
      let side = 201
      let samples = (0..<side).flatMap { j in
        (0..<side).map { _ in Float(200 + 5 * slope * Double(100 - j)) }
      }
      scene.ground = ElevationMosaic([
        HeightField(
          width: side, height: side,
          bounds: GeographicBounds(
            south: 46 - 502.5 / degree.latitude, west: 7 - 502.5 / degree.longitude,
            north: 46 + 502.5 / degree.latitude, east: 7 + 502.5 / degree.longitude),
          samples: samples)
      ])
    }
    scene.raiseBridges()
    return scene
  }

  /// A bar of a ramp: from where to where, and what is to the north and to the south of it.
  private struct Bar {
    var from, to: Vector2
    var north, south: Embankment.Side
    /// Metres of the roadway above the datum where it begins.
    var top: Double
  }

  private static func bars(_ scene: Scene) -> [Bar] {
    scene.beams.flatMap { beam -> [Bar] in
      guard let bank = beam.embankment else { return [] }
      return beam.path.indices.dropLast().map { k in
        let (a, b) = (metres(beam.path[k].coordinate), metres(beam.path[k + 1].coordinate))
        let isEast = b.x > a.x
        return Bar(
          from: isEast ? a : b, to: isEast ? b : a,
          north: isEast ? bank.bars[k].left : bank.bars[k].right,
          south: isEast ? bank.bars[k].right : bank.bars[k].left,
          top: beam.path[k].elevation + beam.depth / 2)
      }
    }
  }

  private static func pillars(_ scene: Scene) -> [Vector2] {
    scene.beams.filter { $0.path.count == 2 && $0.path[0].coordinate == $0.path[1].coordinate }
      .map { metres($0.path[0].coordinate) }
  }

  @Test("where there is room, ramps lie on banks that meet the ground")
  func banks() {
    let scene = Self.raised(Self.overpass())
    let bars = Self.bars(scene)
    #expect(bars.count > 8)
    #expect(bars.allSatisfy { $0.north == .bank && $0.south == .bank })
    for beam in scene.beams {
      guard let bank = beam.embankment else { continue }
      for (joint, toe) in zip(
        beam.path + beam.path,
        bank.sections.map(\.leftToe) + bank.sections.map(\.rightToe))
      {
        let top = joint.elevation + beam.depth / 2
        // One and a half metres out for each metre down, to a metre below the ground.
        #expect(abs(top - toe.reach / 1.5 - toe.elevation) < 0.05)
        #expect(abs(toe.elevation + 1) < 0.05, "\(toe)")
      }
    }
    // No low walls beside a road on a bank; the bridge has its own.
    #expect(scene.beams.count { $0.isMitred && $0.topColor == nil } == 2)
  }

  @Test("a building, a road or water beside a ramp leaves room for a wall only, on its side")
  func walls() {
    let house = Building(footprint: Self.box(20...70, 6...16), height: 8)
    let obstacles: [(String, Scene)] = [
      ("building", Self.raised(Self.overpass(), buildings: [house])),
      ("road", Self.raised(Self.overpass([Self.road([(18, 12), (70, 12)], width: 8)]))),
      ("water", Self.raised(Self.overpass(), waters: [Self.box(20...70, 7...90)])),
    ]
    for (name, scene) in obstacles {
      let bars = Self.bars(scene)
      let near = bars.filter { $0.from.x > 21 && $0.to.x < 60 }
      #expect(near.count > 1 && near.allSatisfy { $0.north == .wall }, "\(name)")
      #expect(bars.allSatisfy { $0.south == .bank }, "\(name)")
      #expect(bars.filter { $0.to.x < 0 }.allSatisfy { $0.north == .bank }, "\(name)")
      // The wall has a low one on top.
      #expect(scene.beams.count { $0.isMitred && $0.topColor == nil } == 3, "\(name)")
    }
    // That rises out of the roadway where it does not begin at the bridge.
    let low = obstacles[0].1.beams.filter { $0.isMitred && $0.topColor == nil }
      .filter { $0.path.contains { Self.metres($0.coordinate).x > 25 } }
    #expect(low.count == 1)
    for wall in low {
      let ends = [wall.path[0], wall.path[wall.path.count - 1]]
        .sorted { Self.metres($0.coordinate).x < Self.metres($1.coordinate).x }
      let roadway = obstacles[0].1.beams.filter { $0.embankment != nil }
        .flatMap { beam in beam.path.map { (at: $0.coordinate, top: $0.elevation + beam.depth / 2) }
        }
      func rise(_ end: Beam.Joint) -> Double? {
        let near = roadway.min {
          (Self.metres($0.at) - Self.metres(end.coordinate)).length
            < (Self.metres($1.at) - Self.metres(end.coordinate)).length
        }
        return near.map { end.elevation + wall.depth / 2 - $0.top }
      }
      #expect(abs((rise(ends[0]) ?? 0) - 0.77) < 0.05 && abs(rise(ends[1]) ?? 9) < 0.05)
    }
    // Farther away than the bank's foot nothing is in the way; nor is what hangs above the ground.
    let far = Self.raised(
      Self.overpass(), buildings: [Building(footprint: Self.box(20...70, 16...30), height: 8)])
    #expect(Self.bars(far).allSatisfy { $0.north == .bank })
    var roof = house
    roof.minHeight = 5
    #expect(
      Self.bars(Self.raised(Self.overpass(), buildings: [roof])).allSatisfy { $0.north == .bank })
  }

  @Test("on a steep hillside there is no room below the road")
  func hillside() {
    let scene = Self.raised(Self.overpass(), slope: 0.5)
    let high = Self.bars(scene).filter { abs($0.from.x) < 50 }
    #expect(high.count > 3 && high.allSatisfy { $0.south == .wall || $0.south == .deck })
    // A gentle one has it.
    #expect(Self.bars(Self.raised(Self.overpass(), slope: 0.1)).allSatisfy { $0.south == .bank })
    // Where a ramp comes down to the ground, it leans as that does.
    for beam in scene.beams {
      guard let bank = beam.embankment else { continue }
      let low = beam.path.indices.max {
        abs(Self.metres(beam.path[$0].coordinate).x) < abs(Self.metres(beam.path[$1].coordinate).x)
      }
      guard let low else { continue }
      let lean = abs(bank.sections[low].leftTilt) + abs(bank.sections[low].rightTilt)
      #expect(lean > 3.5 && lean < 4.6, "\(lean)")
    }
  }

  @Test("what is higher than a wall may be, and has no room, is a viaduct on pillars")
  func viaduct() {
    let scene = Self.raised(Self.overpass(over: .rail), slope: 0.6)
    var decks: [Double] = []
    for bar in Self.bars(scene) where abs(bar.from.y) < 1 {
      // The ground below the lower edge is 2.7 m lower than below the middle.
      let height = bar.top - 200 + 2.7
      if height > 8.1 {
        #expect(bar.north == .deck && bar.south == .deck, "\(bar)")
        decks.append(abs((bar.from.x + bar.to.x) / 2))
      } else if height < 6.8 {
        #expect(bar.north != .deck && bar.south != .deck, "\(bar)")
      }
    }
    let far = decks.max() ?? 0
    #expect(far > 30 && far < 60, "\(decks)")
    #expect(Self.pillars(scene).contains { abs($0.x) > 20 && abs($0.x) < far })
    // A deck has low walls to both sides.
    #expect(scene.beams.count { $0.isMitred && $0.topColor == nil } >= 6)
  }

  @Test("a ramp opens for what passes so far below it that there is room")
  func openings() {
    for (kind, x) in [(Road.Kind.street, 40.0), (.path, 38)] {
      let scene = Self.raised(
        Self.overpass([Self.road([(x, -80), (x, 80)], kind: kind, width: 6)]))
      let bars = Self.bars(scene)
      let open = bars.filter { $0.north == .deck || $0.south == .deck }
      // As wide as the way and a metre beside it.
      #expect(abs((open.map(\.from.x).min() ?? 0) - (x - 4)) < 0.1, "\(kind)")
      #expect(abs((open.map(\.to.x).max() ?? 0) - (x + 4)) < 0.1, "\(kind)")
      #expect(open.allSatisfy { $0.north == .deck && $0.south == .deck })
      // Beside the way no bank reaches onto it.
      #expect(bars.contains { $0.north == .bank && $0.to.x < x })
      #expect(bars.contains { $0.north == .bank && $0.from.x > x })
      #expect(Self.pillars(scene).allSatisfy { abs($0.x - x) > 3 })
    }
    // Too low: the ramp stays as it is.
    let low = Self.raised(Self.overpass([Self.road([(80, -80), (80, 80)])]))
    #expect(Self.bars(low).allSatisfy { $0.north != .deck })
    // Nor is anything opened for a road that joins.
    let joined = Self.raised([
      Self.road([(-300, 0), (-15, 0)]), Self.road([(-15, 0), (15, 0)], bridge: 1),
      Self.road([(15, 0), (40, 0), (300, 0)]), Self.road([(0, -200), (0, 200)]),
      Self.road([(40, 0), (40, 200)]),
    ])
    #expect(Self.bars(joined).allSatisfy { $0.north != .deck })
    // Two ways near to each other have one opening, and one beside the bridge goes on to it.
    let two = Self.raised(
      Self.overpass([
        Self.road([(22, -80), (22, 80)], width: 6), Self.road([(36, -80), (36, 80)], width: 6),
      ]))
    let open = Self.bars(two).filter { $0.north == .deck }
    #expect((open.map(\.from.x).min() ?? 99) < 15.1 && (open.map(\.to.x).max() ?? 0) > 39.8)
    #expect(
      Self.bars(two).filter { $0.from.x > 14 && $0.to.x < 40 }.allSatisfy { $0.north == .deck })
  }

  @Test("decks and ramps know how traffic flows on them")
  func traffic() {
    var roads = Self.overpass()
    roads[0].traffic = .heavy
    roads[1].traffic = .closed
    let scene = Self.raised(roads)
    let ways = scene.beams.filter { $0.topColor != nil }
    #expect(ways.count == 3)
    #expect(ways.count { $0.traffic == .closed && $0.embankment == nil } == 1)
    #expect(ways.count { $0.traffic == .heavy && $0.embankment != nil } == 1)
    #expect(ways.count { $0.traffic == nil } == 1)
    // No vehicle drives on a path.
    for i in roads.indices { roads[i].kind = .path }
    #expect(Self.raised(roads).beams.allSatisfy { $0.traffic == nil })
  }
}
