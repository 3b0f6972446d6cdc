import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct ShotTests {
  private let bridge = MapCamera(
    lookingAtCenter: Coordinate(latitude: 37.8199, longitude: -122.4783), fromDistance: 2000,
    pitch: 60, heading: 200)

  @Test func aCraneThatALimitStopsSaysWhere() throws {
    let start = MapCamera(
      lookingAtCenter: Coordinate(latitude: 46, longitude: 7), fromDistance: 3000, pitch: 45,
      heading: 0)
    do {
      _ = try CameraPath.crane(start, toAltitude: 100)
      Issue.record("the camera would look up more than the limit allows")
    } catch {
      guard case .excludedOnTheWay(let part, _) = error else { throw error }
      #expect(part > 0.1 && part < 1)
      #expect("\(error)".contains("% of its way") && !"\(error)".contains("waypoint"), "\(error)")
    }
  }

  /// Lengths of the curve are its times: a swing of the heading once made its own time, and the more time the farther
  /// it swung, fourteen times round over two of these stations.
  @Test func theHeadingOfARouteDoesNotSwingItselfUp() throws {
    let stations: [(latitude: Double, longitude: Double, heading: Double)] = [
      (1.4658179, 9.9999953, 158.43244), (1.4652330176, 10.0002812741, 41.28443),
      (1.4654093053, 10.0000683481, 25.87544), (1.4660415196, 10.0000904374, 48.08222),
      (1.4665116382, 10.0005336290, 59.83532), (1.4667727, 10.0011243, 62.32750),
    ]
    let path = try CameraPath(
      through: stations.map {
        CameraWaypoint(
          MapCamera(
            lookingAtCenter: Coordinate(latitude: $0.latitude, longitude: $0.longitude),
            fromDistance: 356, pitch: 55, heading: $0.heading))
      }, limits: CameraLimits(), motion: .standard, source: .route)
    let headings = path.samples(4000).map(\.heading)
    let turned = zip(headings, headings.dropFirst()).reduce(0) { sum, pair in
      sum + abs((pair.1 - pair.0).remainder(dividingBy: 360))
    }
    #expect(turned < 360, "\(turned) degrees")
    #expect(path.duration < 15, "\(path.duration) s")
  }

  /// A walk round a lake, once and twice, is flown round it, however far away the camera is beside it.
  @Test func smallRoundsAreFlown() throws {
    for (round, laps, distance) in [(1500.0, 1, 1500.0), (3000, 2, 1500), (1500, 1, 800)] {
      let frame = LocalFrame(origin: Coordinate(latitude: 46.5, longitude: 8))
      let radius = round / (2 * .pi)
      let count = 80 * laps
      let route = (0...count).map { i in
        let angle = 2 * Double.pi * Double(laps * i) / Double(count)
        return frame.coordinate(at: Vector2(radius * sin(angle), radius * cos(angle)))
      }
      let path = try CameraPath.following(route, distance: distance, pitch: 50)
      let places = path.samples(2000).map { frame.position(of: $0.centerCoordinate) }
      let flown = zip(places, places.dropFirst()).reduce(0) {
        $0 + ($1.1 - $1.0).length
      }
      #expect(flown > 0.7 * round * Double(laps), "\(flown) m of \(laps) times \(round) m")
      #expect(path.duration < 60)
    }
  }

  @Test func anOrbitGoesRoundEvenlyAndComesBack() throws {
    let path = try CameraPath.orbit(bridge, by: 720)
    #expect(abs(path.camera(at: path.duration).heading - 200) < 1e-9)
    var turned = 0.0
    var last = bridge.heading
    for camera in path.samples(2000) {
      turned += (camera.heading - last).remainder(dividingBy: 360)
      last = camera.heading
      #expect(camera.centerCoordinate == bridge.centerCoordinate)
      #expect(abs(camera.distance - 2000) < 1e-6 && abs(camera.pitch - 60) < 1e-9)
    }
    #expect(abs(turned - 720) < 1e-6)
    // Even in the middle: no stop after each part.
    let rates = (20...80).map { path.motion(at: path.duration * Double($0) / 100).velocity.heading }
    #expect(rates.min()! > 0.9 * rates.max()! && rates.max()! <= 90.9)
    var end = bridge
    end.distance = 500
    end.pitch = 70
    let arc = try CameraPath.orbit(bridge, by: -90, toward: end)
    let arrived = arc.camera(at: arc.duration)
    #expect(arrived.distance == 500 && arrived.pitch == 70 && abs(arrived.heading - 110) < 1e-9)
    #expect(throws: FlightError.self) { try CameraPath.orbit(bridge, by: .nan) }
  }

  @Test func aDollyZoomKeepsTheSizeAtTheCentre() throws {
    let path = try CameraPath.dollyZoom(bridge, to: 600)
    let size = 2000 * tan(15 * Double.pi / 180)
    for i in 0...200 {
      let motion = path.motion(at: path.duration * Double(i) / 200)
      let seen = motion.camera.distance * tan(motion.fieldOfView * .pi / 360)
      #expect(abs(seen / size - 1) < 1e-11)
    }
    #expect(path.motion(at: path.duration).fieldOfView > 80)
    #expect(throws: FlightError.self) { try CameraPath.dollyZoom(bridge, to: 1) }
    #expect(throws: FlightError.self) { try CameraPath.dollyZoom(bridge, to: .nan) }
  }

  @Test func aCraneKeepsTheEyeOnTheVertical() throws {
    for altitude in [700, 3000.0] {
      let path = try CameraPath.crane(bridge, toAltitude: altitude)
      let reach = 2000 * sin(60 * Double.pi / 180)
      for camera in path.samples(500) {
        let own = camera.distance * sin(camera.pitch * .pi / 180)
        #expect(abs(own - reach) < 1e-4 * camera.distance, "\(own) \(reach)")
        #expect(camera.centerCoordinate == bridge.centerCoordinate)
      }
      #expect(abs(path.camera(at: path.duration).altitude - altitude) < 1e-6)
    }
    var down = bridge
    down.pitch = 0
    let lift = try CameraPath.crane(down, toAltitude: 4000)
    #expect(lift.samples(50).allSatisfy { $0.pitch == 0 })
    #expect(throws: FlightError.self) { try CameraPath.crane(bridge, toAltitude: 0) }
  }

  @Test func bothAreShownBeforeTheLanding() throws {
    var random = SplitMix64(seed: 61)
    for _ in 0..<40 {
      var a = random.camera(-60...60)
      a.distance = min(a.distance, 20_000)
      var b = random.camera(near: a)
      b.centerCoordinate.longitude += random.double(-0.5...0.5)
      let viewport = Viewport(
        width: 1280, height: 720, padding: EdgePadding(top: 60, left: 40, bottom: 40, right: 40))
      let (path, both) = try CameraPath.showingBoth(
        a, andLandingOn: b, in: viewport, pitch: random.double(0...40))
      let view = try CameraView(camera: both, viewport: viewport)
      for place in [a.centerCoordinate, b.centerCoordinate] {
        let point = try #require(view.project(place).point)
        #expect(point.x > 39.99 && point.x < 1240.01 && point.y > 59.99 && point.y < 680.01)
      }
      // Lower, one of them is out.
      var lower = both
      lower.distance *= 0.97
      let near = try CameraView(camera: lower, viewport: viewport)
      let inside = [a.centerCoordinate, b.centerCoordinate].allSatisfy {
        guard let p = near.project($0).point else { return false }
        return p.x >= 40 && p.x <= 1240 && p.y >= 60 && p.y <= 680
      }
      #expect(!inside || both.distance <= CameraFit.defaultMinimumDistance)
      #expect(path.keyframes.contains { $0.camera == both })
      #expect(path.camera(at: path.duration) == b)
    }
    var limits = CameraLimits()
    limits.zoomRange = try CameraZoomRange(maximumDistance: 3000)
    var far = bridge
    far.centerCoordinate.longitude = -120
    #expect(throws: FlightError.self) {
      try CameraPath.showingBoth(
        bridge, andLandingOn: far, in: Viewport(width: 640, height: 480), limits: limits)
    }
  }

  @Test func aRouteIsFollowedWithTheViewAhead() throws {
    // A zigzag of right angles along the Pacific's middle, across 180°.
    let route = (0...40).map { i in
      let (north, east) = (Double((i + 1) / 2), Double(i / 2))
      return Coordinate(latitude: 10 + 0.01 * north, longitude: 179.9 + 0.01 * east)
    }
    let path = try CameraPath.following(route, distance: 3000, pitch: 60)
    let last = path.camera(at: path.duration).centerCoordinate
    #expect(abs(last.latitude - route[40].latitude) < 1e-9)
    #expect(path.camera(at: 0).centerCoordinate.latitude == route[0].latitude)
    for camera in path.samples(1000) {
      // North-east on the whole, and never far from the route.
      #expect((0...90.1).contains(camera.heading) || camera.heading > 359.9)
      let nearest = route.map { place in
        hypot(
          place.latitude - camera.centerCoordinate.latitude,
          (place.longitude - camera.centerCoordinate.longitude).remainder(dividingBy: 360))
      }.min()!
      #expect(nearest < 0.012, "\(camera)")
    }
    func field(_ route: [Coordinate], _ ahead: Double = 100) -> String? {
      do {
        _ = try CameraPath.following(route, distance: 100, pitch: 0, lookAhead: ahead)
        return nil
      } catch FlightError.domain(let error) { return error.field } catch { return "other" }
    }
    #expect(field([]) == "route" && field([route[0], route[0]]) == "route")
    #expect(field([route[0], Coordinate(latitude: .nan, longitude: 0)]) == "route[1].latitude")
    #expect(field(route, 0) == "lookAhead" && field(route, .nan) == "lookAhead")
    // Over less than a tenth of the distance a spike would be a point at which the view turns round.
    #expect(field(route, 9.9) == "lookAhead" && field(route, 10) == nil)
  }

  /// A receiver of GPS wanders while its bearer rests: the view must not turn with it.
  @Test("a track that wanders at pauses is flown in minutes, and past them")
  func pausingTracks() throws {
    for seed in 0..<12 {
      var random = SplitMix64(seed: UInt64(seed))
      let noise = random.pick([1.0, 3, 8])
      var (east, north, way) = (0.0, 0.0, 0.0)
      var route: [Coordinate] = []
      func add() {
        // The sum of three even numbers is nearly normal.
        func off() -> Double { noise * (0..<3).reduce(0) { sum, _ in sum + random.double(-1...1) } }
        route.append(
          Coordinate(
            latitude: 46 + (north + off()) / 111_200, longitude: 8 + (east + off()) / 77_400))
      }
      for i in 0..<300 {
        way += random.double(-0.2...0.2)
        (east, north) = (east + 6 * sin(way), north + 6 * cos(way))
        add()
        if i == 100 || i == 200 { for _ in 0..<random.int(10...600) { add() } }
      }
      let distance = pow(10, random.double(2.2...3.7))
      for part in [0.1, 0.2, 0.5, 1] {
        let path = try CameraPath.following(
          route, distance: distance, pitch: 55, lookAhead: part * distance * 1.000001)
        #expect(path.duration < 1500, "\(seed), \(part): \(path.duration) s")
        let report = try path.report()
        let findings = report.findings(
          against: FlightThresholds(keeping: .standard, maximumJump: 1e-6))
        #expect(findings.isEmpty, "\(seed), \(part): \(findings)")
        #expect(
          path.camera(at: path.duration).centerCoordinate.latitude
            == route[route.count - 1].latitude)
      }
    }
  }

  @Test("routes with spikes, ways back and hairpins are flown in minutes, and pass their own check")
  func spikyRoutes() throws {
    func place(_ east: Double, _ north: Double) -> Coordinate {
      Coordinate(latitude: 46 + north / 111_200, longitude: 8 + east / 77_400)
    }
    let line = (0...20).map { place(100 * Double($0), 0) }
    let spike = Array(line[...10]) + [place(1000, 400)] + Array(line[10...])
    let zigzag = (0...40).map { place(60 * Double($0), $0 % 2 == 0 ? 0 : 250) }
    for (name, route) in [
      ("spike", spike), ("back", line + line.reversed()), ("zigzag", zigzag),
    ] {
      for ahead in [60.0, 200, 600] {
        let path = try CameraPath.following(route, distance: 600, pitch: 55, lookAhead: ahead)
        #expect(path.duration < 900, "\(name), \(ahead): \(path.duration) s")
        let findings = try path.report().findings(
          against: FlightThresholds(keeping: .standard, maximumJump: 1e-6))
        #expect(findings.isEmpty, "\(name), \(ahead): \(findings)")
      }
    }
  }

  @Test func theViewTurnsBeforeTheBend() throws {
    let start = Coordinate(latitude: 46, longitude: 8)
    let corner = try Geodesic.wgs84.direct(from: start, azimuth: 0, distance: 2000).coordinate
    let end = try Geodesic.wgs84.direct(from: corner, azimuth: 90, distance: 2000).coordinate
    let path = try CameraPath.following(
      [start, corner, end], distance: 600, pitch: 50, lookAhead: 400)
    // The corner is half-way.
    let before = path.samples(4000).prefix(2000).compactMap {
      camera -> (left: Double, heading: Double)? in
      let left = try? Geodesic.wgs84.inverse(from: camera.centerCoordinate, to: corner).distance
      return left.map { ($0, remainder(camera.heading, 360)) }
    }
    // 900 m before it the way ahead is straight; 200 m before it the place 400 m ahead lies half to the right.
    let far = try #require(before.min { abs($0.left - 900) < abs($1.left - 900) })
    let near = try #require(before.min { abs($0.left - 200) < abs($1.left - 200) })
    #expect(abs(far.heading) < 1, "\(far)")
    #expect(near.heading > 25 && near.heading < 65, "\(near)")
  }

  @Test func aPathIsRestoredBitForBitFromJSON() throws {
    var random = SplitMix64(seed: 62)
    let optimal = try CameraPath.optimal(from: random.camera(), to: random.camera()).path
    let paths = [
      try CameraPath(through: random.waypoints(5)), optimal, optimal.reversed(),
      try optimal.redirected(at: 1, to: random.camera()), try CameraPath(resting: random.camera()),
    ]
    for path in paths {
      let data = try JSONEncoder().encode(path)
      let back = try JSONDecoder().decode(CameraPath.self, from: data)
      #expect(back == path && back.samples(100) == path.samples(100))
      // Damaged text is refused or is another path, and never a crash.
      let text = try #require(String(data: data, encoding: .utf8))
      for _ in 0..<60 {
        var bytes = Array(text.utf8)
        for _ in 0...2 { bytes[random.int(0...(bytes.count - 1))] = UInt8(random.int(32...126)) }
        if let other = try? JSONDecoder().decode(CameraPath.self, from: Data(bytes)) {
          _ = other.samples(20)
        }
      }
    }
  }
}
