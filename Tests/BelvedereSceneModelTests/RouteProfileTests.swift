import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import Testing

/// Where a route lies on the ground, on a deck and in a bore.
@Suite struct RouteProfileTests {
  private let frame = LocalFrame(origin: Coordinate(latitude: 37.8, longitude: -122.4))

  private func at(_ x: Double, _ y: Double) -> Coordinate { frame.coordinate(at: Vector2(x, y)) }

  private func beam(
    _ joints: [(Double, Double, Double)], hasRoadway: Bool = true, width: Double = 20
  ) -> Beam {
    Beam(
      path: joints.map { .init(coordinate: at($0.0, $0.1), elevation: $0.2) }, width: width,
      depth: 2, color: Color(red: 1, green: 0, blue: 0),
      topColor: hasRoadway ? Color(red: 0, green: 0, blue: 0) : nil)
  }

  /// A bridge from south to north, up to 30 m above level ground at 5 m.
  private var bridge: Beam { beam([(0, -400, 5), (0, -200, 30), (0, 200, 30), (0, 400, 5)]) }

  private func profile(
    _ scene: Scene, _ path: [(Double, Double)],
    ground: @escaping @Sendable (Coordinate) -> Double = { _ in 5 }
  ) -> RouteProfile {
    RouteSupports(scene, ground: ground).profile(of: path.map { MapPoint(at($0.0, $0.1)) })
  }

  private func scene(_ beams: [Beam], _ tunnels: [Tunnel] = []) -> Scene {
    var scene = Scene()
    scene.beams = beams
    scene.tunnels = tunnels
    return scene
  }

  @Test func aRouteAlongADeckLiesOnItsTop() throws {
    let found = profile(scene([bridge]), [(3, -900), (3, 900)])
    #expect(found.pieces.map(\.support) == [.ground, .deck, .ground])
    let deck = try #require(found.pieces.dropFirst().first)
    var count = 0
    for place in deck.places {
      let p = frame.position(of: place.point)
      #expect(abs(p.x - 3) < 1e-6 && place.cover == 0)
      guard abs(p.y) < 400 else { continue }
      let axis = abs(p.y) <= 200 ? 30 : 30 - (abs(p.y) - 200) / 8
      // The top is half the deck's depth above its axis.
      #expect(abs(place.elevation - axis - 1) < 1e-6, "\(p.y): \(place.elevation)")
      count += 1
    }
    #expect(count >= 200)
    // It begins and ends on the ground, and no step is steeper than a ramp.
    #expect(abs((deck.places.first?.elevation ?? 0) - 5) < 1e-6)
    #expect(abs((deck.places.last?.elevation ?? 0) - 5) < 1e-6)
    for (a, b) in zip(deck.places, deck.places.dropFirst()) {
      let run = (frame.position(of: b.point) - frame.position(of: a.point)).length
      #expect(abs(b.elevation - a.elevation) <= 0.3 * run + 1e-6)
    }
    // The pieces follow each other and are all of the route.
    #expect(found.pieces.first?.ways.lowerBound == 0)
    for (a, b) in zip(found.pieces, found.pieces.dropFirst()) {
      #expect(a.ways.upperBound == b.ways.lowerBound)
    }
    let length = 1800 / frame.metersPerMapPoint
    #expect(abs((found.pieces.last?.ways.upperBound ?? 0) - length) < 1e-3)
  }

  @Test(arguments: [20.0, 45, 70, 90])
  func whatCrossesBeneathABridgeStaysOnTheGround(_ angle: Double) {
    let d = Quaternion(axis: Vector3(0, 0, 1), angle: .degrees(angle))
      .rotate(Vector3(0, 600, 0))
    for y in [0.0, 120] {
      let found = profile(scene([bridge]), [(-d.x, y - d.y), (d.x, y + d.y)])
      #expect(found.isOnGround, "\(angle)°: \(found.pieces.map(\.support))")
    }
  }

  /// Over the first metres of a bridge, which are hardly above the ground.
  @Test func aStreetAcrossItsEndIsNotOnIt() {
    #expect(profile(scene([bridge]), [(-600, -396), (600, -396)]).isOnGround)
  }

  @Test func besideABridgeAndOnABeamWithoutARoadwayItIsOnTheGround() {
    #expect(profile(scene([bridge]), [(40, -900), (40, 900)]).isOnGround)
    let bare = beam([(0, -400, 5), (0, 400, 5)], hasRoadway: false)
    #expect(profile(scene([bare]), [(0, -900), (0, 900)]).isOnGround)
    let mast = beam([(0, 0, 5), (1, 1, 80)])
    #expect(profile(scene([mast]), [(0, -900), (0, 900)]).isOnGround)
    #expect(profile(Scene(), [(0, -900), (0, 900)]).isOnGround)
  }

  @Test func ofTwoDecksItTakesTheOneThatItCameOnto() throws {
    // The lower deck ends on the ground, the upper one 12 m above it.
    let lower = beam([(0, -400, 5), (0, 0, 20), (0, 400, 5)])
    let upper = beam([(0, -400, 18), (0, 0, 32), (0, 400, 18)])
    for beams in [[lower, upper], [upper, lower]] {
      let found = profile(scene(beams), [(0, -900), (0, 900)])
      let middle = found.pieces.flatMap(\.places).min {
        abs(frame.position(of: $0.point).y) < abs(frame.position(of: $1.point).y)
      }
      #expect(abs((middle?.elevation ?? 0) - 21) < 0.2, "\(String(describing: middle))")
    }
  }

  @Test func anApproachAndABridgeAreOneWay() {
    let found = profile(
      scene([
        beam([(0, -400, 5), (0, -100, 25)]), beam([(0, -100, 25), (0, 100, 25)]),
        beam([(0, 100, 25), (0, 400, 5)]),
      ]), [(0, -900), (0, 900)])
    #expect(found.pieces.map(\.support) == [.ground, .deck, .ground])
  }

  @Test func aRouteThroughATunnelIsStraightBetweenTheGroundAtItsPortals() throws {
    let frame = self.frame
    // A ridge from west to east, 100 m high.
    let ground: @Sendable (Coordinate) -> Double = { c in
      let y = frame.position(of: c).y
      return 10 + 0.01 * y + 100 * max(0, 1 - abs(y) / 300)
    }
    let tunnel = Tunnel(path: [at(0, -300), at(0, 300)], width: 10)
    let found = profile(scene([], [tunnel]), [(0, -900), (0, 900)], ground: ground)
    #expect(found.pieces.map(\.support) == [.ground, .bore, .ground])
    let bore = try #require(found.pieces.dropFirst().first)
    for place in bore.places {
      let y = frame.position(of: place.point).y
      guard abs(y) < 299 else { continue }
      #expect(abs(place.elevation - 10 - 0.01 * y) < 0.05, "\(y): \(place.elevation)")
      #expect(abs(place.cover - 100 * (1 - abs(y) / 300)) < 0.1)
    }
    // Over the ridge, and given elevations.
    #expect(profile(scene([], [tunnel]), [(-900, 0), (900, 0)], ground: ground).isOnGround)
    let sunk = Tunnel(path: [at(0, -300), at(0, 0), at(0, 300)], elevations: [7, -20, 13])
    let deep = profile(scene([], [sunk]), [(0, -900), (0, 900)], ground: ground)
    let lowest = deep.pieces.flatMap(\.places).map(\.elevation).min()
    #expect(abs((lowest ?? 0) + 20) < 0.5)
  }

  @Test func aJogDoesNotThrowItOffTheBridge() {
    let found = profile(
      scene([bridge]), [(0, -900), (0, 0), (2, 0.1), (2.1, 0.2), (0, 0.5), (0, 900)])
    #expect(found.pieces.map(\.support) == [.ground, .deck, .ground])
  }

  @Test func aDeckThatDipsIntoAHillIsLeftForTheHill() {
    let frame = self.frame
    let ground: @Sendable (Coordinate) -> Double = { c in
      let y = frame.position(of: c).y
      return y > 150 ? 40 : 5
    }
    let found = profile(scene([bridge]), [(0, -900), (0, 900)], ground: ground)
    for place in found.pieces.flatMap(\.places) {
      #expect(place.elevation >= ground(place.point.coordinate) - 1e-9)
    }
  }

  @Test func acrossTheDateLineItIsTheSame() {
    let line = LocalFrame(origin: Coordinate(latitude: 10, longitude: 180))
    func place(_ x: Double) -> Coordinate { line.coordinate(at: Vector2(x, 0)) }
    var scene = Scene()
    scene.beams = [
      Beam(
        path: [(-300.0, 2.0), (0, 20), (300, 2)].map {
          .init(coordinate: place($0.0), elevation: $0.1)
        }, width: 20, depth: 1, color: Color(red: 1, green: 0, blue: 0),
        topColor: Color(red: 0, green: 0, blue: 0))
    ]
    for world in [-1.0, 0, 1] {
      let points = [-900.0, 900].map { x in
        MapPoint(
          x: line.mapPoint(at: Vector2(x, 0)).x + world * MapPoint.worldWidth,
          y: line.mapPoint(at: Vector2(x, 0)).y)
      }
      let found = RouteSupports(scene) { _ in 0 }.profile(of: points)
      #expect(found.pieces.map(\.support) == [.ground, .deck, .ground], "\(world)")
    }
  }

  @Test func senselessRoutesAreOnTheGround() {
    let supports = RouteSupports(scene([bridge])) { _ in 5 }
    let p = MapPoint(at(0, 0))
    #expect(supports.profile(of: []).isOnGround)
    #expect(supports.profile(of: [p]).isOnGround)
    #expect(supports.profile(of: [p, p, p]).isOnGround)
    #expect(supports.profile(of: [p, MapPoint(x: .nan, y: 3)]).isOnGround)
    // Around the world: the places are far apart, and there is an end to them.
    let far = (0...2000).map { MapPoint(x: p.x + Double($0) * 1e7, y: p.y) }
    #expect(supports.profile(of: far).pieces.count < 100)
  }

  @Test func ofVeryManyBridgesTheLongestOnesCount() throws {
    // Every other one is 20 m longer.
    let count = RouteSupports.mostElevated + 40
    let bridges = (0..<count).map { n -> Beam in
      let (south, half) = (Double(n) * 120, n % 2 == 0 ? 30.0 : 20.0)
      return beam([(0, south - half, 6), (0, south + half, 6)])
    }
    let found = profile(scene(bridges), [(0, -300), (0, Double(count) * 120 + 300)])
    let decks = found.pieces.filter { $0.support == .deck }
    #expect(decks.count == RouteSupports.mostElevated)
    let lengths = decks.map { $0.ways.upperBound - $0.ways.lowerBound }.sorted()
    #expect(lengths.count { $0 > (lengths.first ?? 0) * 1.2 } == count / 2)
    for (a, b) in zip(found.pieces, found.pieces.dropFirst()) {
      #expect(a.ways.upperBound == b.ways.lowerBound)
      #expect((a.support == .ground) != (b.support == .ground))
    }
  }
}
