import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTestSupport
import Testing

@Suite struct ShotListTests {
  private static let viewport = Viewport(width: 1280, height: 720, fieldOfView: 40)
  private static let bridge = MapCamera(
    lookingAtCenter: Coordinate(latitude: 37.8199, longitude: -122.4783), fromDistance: 2000,
    pitch: 50, heading: 200)
  private static let downtown = MapCamera(
    lookingAtCenter: Coordinate(latitude: 37.7952, longitude: -122.4028), fromDistance: 1500,
    pitch: 55, heading: 20)
  private static let route = (0...20).map {
    Coordinate(latitude: 37.80 + 0.002 * Double($0), longitude: -122.47 - 0.0004 * Double($0))
  }

  private static let shots: [CameraShot] = [
    CameraShot(.hold(seconds: 2), from: bridge),
    CameraShot(.orbit(degrees: 450, distance: 1800, pitch: 58), duration: 60),
    CameraShot(.dollyZoom(distance: 1200)),
    CameraShot(.crane(altitude: 900)),
    CameraShot(.transition(to: downtown, .recipe(nil))),
    CameraShot(.hold(seconds: 1.5)),
    CameraShot(.showBoth(goal: bridge, pitch: 10, hold: 2)),
    CameraShot(.follow(route, distance: 900, pitch: 50, lookAhead: 300)),
    CameraShot(.transition(to: downtown, .optimal(curvature: 1.4)), duration: 30),
    CameraShot(.waypoints([CameraWaypoint(bridge, fieldOfView: 25), CameraWaypoint(downtown)])),
  ]

  /// How far two cameras are from each other, in parts of the distance, radians and logarithms.
  private func difference(_ a: CameraMotion, _ b: CameraMotion) -> Double {
    let (p, q) = (MapPoint(a.camera.centerCoordinate), MapPoint(b.camera.centerCoordinate))
    let metres = MapPoint.metersPerMapPoint(at: a.camera.centerCoordinate.latitude)
    return max(
      abs(q.shortDeltaX(from: p)) * metres / a.camera.distance,
      abs(q.y - p.y) * metres / a.camera.distance,
      abs(b.camera.distance / a.camera.distance - 1), abs(b.camera.pitch - a.camera.pitch) / 57,
      abs((b.camera.heading - a.camera.heading).remainder(dividingBy: 360)) / 57,
      abs(b.fieldOfView - a.fieldOfView) / 57)
  }

  @Test("Shots join without a cut, and the camera rests between them")
  func noCuts() throws {
    let path = try CameraPath(shots: Self.shots, viewport: Self.viewport)
    // At a thousandth of a second nothing moves far, at any moment.
    let count = Int((path.duration * 200).rounded(.up))
    var last = path.motion(at: 0)
    for i in 1...count {
      let next = path.motion(at: path.duration * Double(i) / Double(count))
      let moved = difference(last, next)
      try #require(moved < 0.02, "\(moved) at \(path.duration * Double(i) / Double(count)) s")
      last = next
    }
    #expect(path.camera(at: 0) == Self.bridge)
    #expect(path.camera(at: path.duration) == Self.downtown)
    #expect(path.motion(at: 0).fieldOfView.rounded() == 40)
    var thresholds = FlightThresholds()
    thresholds.maximumJump = 1e-6
    #expect(try path.report(limits: .none).findings(against: thresholds) == [])
  }

  @Test("Each shot lasts as long as it is asked to, and begins where the one before ends")
  func durations() throws {
    var before: CameraPath?
    for end in 1...Self.shots.count {
      let path = try CameraPath(shots: Array(Self.shots[..<end]), viewport: Self.viewport)
      if let before {
        let seconds = path.duration - before.duration
        // The way to a shot that begins elsewhere comes on top.
        if let duration = Self.shots[end - 1].duration, end != 9 {
          #expect(abs(seconds - duration) < 1e-9, "shot \(end - 1)")
        }
        #expect(seconds > 0)
        for i in 0...50 {
          let time = before.duration * Double(i) / 50
          try #require(difference(path.motion(at: time), before.motion(at: time)) < 1e-12)
        }
      }
      before = path
    }
  }

  @Test("A lens stays as a shot left it")
  func lens() throws {
    let path = try CameraPath(shots: Array(Self.shots[..<6]), viewport: Self.viewport)
    let zoomed = try CameraPath(shots: Array(Self.shots[..<3]), viewport: Self.viewport)
    let wide = zoomed.motion(at: zoomed.duration).fieldOfView
    #expect(wide > 50)
    #expect(abs(path.motion(at: path.duration).fieldOfView - wide) < 1e-9)
  }

  @Test("Waypoints begin where the shot says, in the time that is asked for")
  func waypointsFromACamera() throws {
    let hold = CameraShot(.hold(seconds: 1), from: Self.downtown)
    let goal = CameraWaypoint(Self.downtown, fieldOfView: 40)
    for shots in [
      [CameraShot(.waypoints([goal]), from: Self.bridge, duration: 60)],
      [CameraShot(.waypoints([goal, goal]), from: Self.bridge, duration: 60)],
      [hold, CameraShot(.waypoints([goal]), from: Self.bridge, duration: 60)],
    ] {
      let path = try CameraPath(shots: shots, viewport: Self.viewport)
      #expect(path.camera(at: max(path.duration - 60, 0)) == Self.bridge)
      #expect(path.camera(at: path.duration) == Self.downtown)
      #expect(shots.count > 1 ? path.duration > 61 : abs(path.duration - 60) < 1e-9)
    }
    func failure(_ shot: CameraShot) -> FlightError? {
      do throws(ShotError) {
        _ = try CameraPath(shots: [hold, shot], viewport: Self.viewport)
        return nil
      } catch { return error.error }
    }
    // A route is flown to from a camera that is named, and that from where the shot before ends.
    let follow = CameraShot(
      .follow(
        [Self.bridge.centerCoordinate, Self.downtown.centerCoordinate], distance: 900, pitch: 50,
        lookAhead: nil),
      from: Self.downtown)
    #expect(try CameraPath(shots: [follow], viewport: Self.viewport).camera(at: 0) == Self.downtown)
    let led = try CameraPath(
      shots: [CameraShot(.hold(seconds: 1), from: Self.bridge), follow], viewport: Self.viewport)
    #expect(led.camera(at: 0) == Self.bridge)
    #expect(led.keyframes.contains { $0.camera == Self.downtown })
    // A place alone is flown to from where the shot before ends; before the first shot there is nothing.
    let alone = CameraShot(.waypoints([CameraWaypoint(Self.bridge)]), duration: 40)
    let path = try CameraPath(shots: [hold, alone], viewport: Self.viewport)
    #expect(abs(path.duration - 41) < 1e-9 && path.camera(at: 1) == Self.downtown)
    #expect(path.camera(at: 41) == Self.bridge)
    #expect(throws: ShotError.self) { try CameraPath(shots: [alone], viewport: Self.viewport) }
    // Indices are those of the list.
    var bad = goal
    bad.camera.distance = -1
    guard
      case .domain(let domain)? = failure(CameraShot(.waypoints([goal, bad]), from: Self.bridge))
    else {
      Issue.record("a distance below 0")
      return
    }
    #expect(domain.field == "waypoints[1].distance")
    var quick = goal
    quick.pace = .duration(0.01)
    guard
      case .tooShort(_, _, _, waypoint: 0)? = failure(
        CameraShot(.waypoints([quick]), from: Self.bridge))
    else {
      Issue.record("10 ms")
      return
    }
  }

  @Test("What is wrong names the shot")
  func errors() {
    func failure(_ shots: [CameraShot]) -> ShotError? {
      do throws(ShotError) {
        _ = try CameraPath(shots: shots, viewport: Self.viewport)
        return nil
      } catch { return error }
    }
    #expect(failure([])?.description.contains("at least one shot") == true)
    #expect(failure([CameraShot(.hold(seconds: 1))])?.description.contains("camera") == true)
    let hold = CameraShot(.hold(seconds: 1), from: Self.bridge)
    #expect(failure([hold, CameraShot(.hold(seconds: .nan))])?.shot == 1)
    #expect(failure([hold, CameraShot(.hold(seconds: -1))])?.shot == 1)
    #expect(
      failure([hold, hold, CameraShot(.orbit(degrees: .infinity, distance: nil, pitch: nil))])?.shot
        == 2)
    #expect(failure([hold, CameraShot(.dollyZoom(distance: 0))])?.shot == 1)
    #expect(failure([hold, CameraShot(.crane(altitude: -3))])?.shot == 1)
    #expect(failure([hold, CameraShot(.waypoints([]))])?.error == .noWaypoints)
    #expect(
      failure([hold, CameraShot(.follow([], distance: 100, pitch: 0, lookAhead: nil))])?.shot == 1)
    let quick = failure([
      hold, CameraShot(.orbit(degrees: 360, distance: nil, pitch: nil), duration: 0.5),
    ])
    guard case .tooShort(_, let least, _, _)? = quick?.error else {
      Issue.record("\(quick as ShotError?)")
      return
    }
    #expect(quick?.shot == 1 && least > 1)
  }
}
