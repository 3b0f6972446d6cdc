import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct OptimalFlightTests {
  private let berlin = MapCamera(
    lookingAtCenter: Coordinate(latitude: 52.52, longitude: 13.405), fromDistance: 800, pitch: 60,
    heading: 350)
  private let paris = MapCamera(
    lookingAtCenter: Coordinate(latitude: 48.8584, longitude: 2.2945), fromDistance: 1500,
    pitch: 40, heading: 30)

  /// Degrees from one direction to another, of their difference.
  private func turn(_ difference: Double) -> Double { remainder(difference, 360) }

  /// A camera anywhere on the flat map.
  private func anyCamera(_ random: inout SplitMix64) -> MapCamera {
    MapCamera(
      lookingAtCenter: Coordinate(
        latitude: random.double(-84...84), longitude: random.double(-180...180)),
      fromDistance: 10.0 * Double(1 << random.int(0...20)), pitch: random.double(0...85),
      heading: random.double(0...360))
  }

  @Test func theCentreRunsAlongTheGeodesic() throws {
    var random = SplitMix64(seed: 1)
    var checked = 0
    while checked < 100 {
      let (a, b) = (anyCamera(&random), anyCamera(&random))
      let between = try Geodesic.wgs84.inverse(from: a.centerCoordinate, to: b.centerCoordinate)
      // Of nearly opposite points the azimuth is as uncertain as they are.
      guard between.distance < 19_000_000 else { continue }
      let flight = try CameraPath.optimal(from: a, to: b).path
      let places = (1..<20).map { flight.camera(at: flight.duration * Double($0) / 20) }
      // Close to a pole, and where it leaves the map, the flight may take another way.
      let line = try Geodesic.wgs84.line(from: a.centerCoordinate, to: b.centerCoordinate)
      let highest = try (0...1000).map {
        abs(try line.position(fraction: Double($0) / 1000).coordinate.latitude)
      }.max()
      guard highest ?? 90 < 78 else { continue }
      for place in places {
        let first = try Geodesic.wgs84.inverse(
          from: a.centerCoordinate, to: place.centerCoordinate)
        let rest = try Geodesic.wgs84.inverse(
          from: place.centerCoordinate, to: b.centerCoordinate)
        #expect(abs(first.distance + rest.distance - between.distance) < 1e-7)
      }
      checked += 1
    }
  }

  @Test func everyCameraKeepsTheLimitsAndTheEndsAreMet() throws {
    var random = SplitMix64(seed: 2)
    for n in 0..<200 {
      var limits = CameraLimits()
      if n % 2 == 1 {
        limits.zoomRange = try CameraZoomRange(minimumDistance: 50, maximumDistance: 20_000)
      }
      if n % 4 == 2 {
        limits.boundary = try CameraBoundary(
          CoordinateRegion(
            center: Coordinate(latitude: 20, longitude: 175), latitudinalMeters: 6_000_000,
            longitudinalMeters: 9_000_000))
      }
      let (a, b) = (anyCamera(&random), anyCamera(&random))
      let (flight, clamped) = try CameraPath.optimal(from: a, to: b, limits: limits)
      let frames = flight.keyframes
      #expect(frames.first?.camera == limits.clamp(a).camera)
      #expect(frames.last?.camera == limits.clamp(b).camera)
      #expect(clamped.isEmpty == (limits.allows(a) && limits.allows(b)))
      for camera in flight.samples(200) {
        let held = limits.clamp(camera).camera
        let isInside =
          abs(held.pitch - camera.pitch) < 1e-9
          && abs(held.distance - camera.distance) <= 1e-9 * camera.distance
          && abs(held.centerCoordinate.latitude - camera.centerCoordinate.latitude) < 1e-9
          && abs(
            turn(
              held.centerCoordinate.longitude - camera.centerCoordinate.longitude)) < 1e-9
        #expect(isInside, "\(camera) is held to \(held)")
        try camera.validate()
      }
      for frame in frames { #expect(flight.camera(at: frame.time) == frame.camera) }
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
    }
  }

  @Test func itStartsAndEndsAtRestAndNeverJumps() throws {
    let flight = try CameraPath.optimal(from: berlin, to: paris).path
    #expect(flight.duration > 5 && flight.duration < 20)
    func state(_ time: Double) -> [Double] {
      let camera = flight.camera(at: time)
      let p = MapPoint(camera.centerCoordinate)
      let screen = berlin.distance / 40_000_000 * MapPoint.worldWidth
      return [
        p.x / screen, p.y / screen, camera.distance / berlin.distance, camera.pitch,
        camera.heading,
      ]
    }
    let h = 1e-3
    for (time, sign) in [(0, 1.0), (flight.duration, -1.0)] {
      let (a, b) = (state(time), state(time + sign * h))
      // Of a movement from rest without acceleration next to nothing is done after a millisecond.
      for (x, y) in zip(a, b) { #expect(abs(x - y) < 1e-6, "\(time) \(a) \(b)") }
    }
    let steps = 20_000
    var last = flight.camera(at: 0)
    for i in 1...steps {
      let camera = flight.camera(at: flight.duration * Double(i) / Double(steps))
      #expect(abs(camera.distance / last.distance - 1) < 0.01)
      #expect(abs(camera.pitch - last.pitch) < 0.1)
      #expect(abs(turn(camera.heading - last.heading)) < 0.1)
      last = camera
    }
  }

  @Test func theFlightBackIsTheMirrorImage() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<50 {
      let (a, b) = (anyCamera(&random), anyCamera(&random))
      let between = try Geodesic.wgs84.inverse(from: a.centerCoordinate, to: b.centerCoordinate)
      guard between.distance < 19_000_000 else { continue }
      let there = try CameraPath.optimal(from: a, to: b).path
      let back = try CameraPath.optimal(from: b, to: a).path
      #expect(abs(there.duration - back.duration) < 1e-9 * there.duration)
      for i in 0...20 {
        let t = there.duration * Double(i) / 20
        let (p, q) = (there.camera(at: t), back.camera(at: back.duration - t))
        let apart = try Geodesic.wgs84.inverse(from: p.centerCoordinate, to: q.centerCoordinate)
        #expect(apart.distance < 1e-5 && abs(p.distance - q.distance) < 1e-9 * p.distance)
        #expect(abs(p.pitch - q.pitch) < 1e-9)
        #expect(abs(turn(p.heading - q.heading)) < 1e-9)
      }
    }
  }

  @Test func itRisesUntilBothEndsAreInSightAndThePitchGivesWay() throws {
    let flight = try CameraPath.optimal(from: berlin, to: paris).path
    #expect(flight.keyframes.count == 3)
    let apex = flight.keyframes[1].camera
    let way = try Geodesic.wgs84.inverse(
      from: berlin.centerCoordinate, to: paris.centerCoordinate
    ).distance
    // ρ² = 2: nearly as wide as the way.
    #expect(abs(apex.distance * 0.5359 / way - 1) < 0.01)
    #expect(apex.pitch < 5)
    // A zoom range is followed where the flight would leave it.
    var limits = CameraLimits()
    limits.zoomRange = try CameraZoomRange(maximumDistance: 100_000)
    let low = try CameraPath.optimal(from: berlin, to: paris, limits: limits).path
    #expect(low.keyframes.count == 4)
    #expect(low.keyframes[1].camera.distance == 100_000)
    #expect(low.keyframes[2].camera.distance == 100_000)
    #expect(low.duration > flight.duration)
  }

  @Test func whatDoesNotMoveStaysAndAloneTurnsStillTakeTime() throws {
    let still = try CameraPath.optimal(from: berlin, to: berlin).path
    #expect(still.duration == 0 && still.keyframes.count == 1)
    #expect(still.camera(at: 3) == berlin)
    var turned = berlin
    turned.heading = 10
    turned.pitch = 0
    let flight = try CameraPath.optimal(from: berlin, to: turned).path
    #expect(flight.duration > 0.8)
    for camera in flight.samples(100) {
      #expect(camera.centerCoordinate == berlin.centerCoordinate)
      #expect(abs(camera.distance - berlin.distance) < 1e-9)
      // The shorter way, over north.
      #expect(camera.heading >= 350 || camera.heading <= 10)
    }
  }

  @Test func polesAntipodesAndTheDateLineAreOrdinary() throws {
    func camera(_ latitude: Double, _ longitude: Double, _ distance: Double) -> MapCamera {
      MapCamera(
        lookingAtCenter: Coordinate(latitude: latitude, longitude: longitude),
        fromDistance: distance, pitch: 45, heading: 90)
    }
    let edge = MapPoint.maximumLatitude
    let pairs = [
      (camera(edge, 0, 500), camera(edge, 180, 500)), (camera(0, 0, 1e3), camera(0, 180, 1e7)),
      (camera(37.7, -122.4, 500), camera(35.7, 139.8, 500)),
      (camera(-edge, -180, 1e9), camera(edge, 180, 1e-3)),
    ]
    for (a, b) in pairs {
      for fieldOfView in [0.1, 30, 179] {
        let flight = try CameraPath.optimal(from: a, to: b, fieldOfView: fieldOfView).path
        for camera in flight.samples(500) { try camera.validate() }
      }
    }
    let pacific = try CameraPath.optimal(from: pairs[2].0, to: pairs[2].1).path
    let middle = pacific.camera(at: pacific.duration / 2).centerCoordinate
    #expect(middle.longitude > 170 || middle.longitude < -150)
  }

  @Test func nonsenseIsRefusedByName() {
    for bad in [0, 180, -30, 1e-9, 179.5, .nan] {
      #expect(throws: DomainError.self) {
        try CameraPath.optimal(from: berlin, to: paris, fieldOfView: bad)
      }
    }
    #expect(throws: DomainError.self) {
      try CameraPath.optimal(from: berlin, to: paris, curvature: .nan)
    }
    for tiny in [Double.leastNonzeroMagnitude, 1e-308, 1e-307, 1e-100, 1e-7] {
      var near = paris
      near.distance = tiny
      var limits = CameraLimits()
      limits.zoomRange = try? CameraZoomRange(maximumDistance: 10)
      #expect(throws: DomainError.self) {
        try CameraPath.optimal(from: near, to: berlin, limits: limits)
      }
    }
    var lost = paris
    lost.distance = .nan
    #expect(throws: DomainError.self) { try CameraPath.optimal(from: berlin, to: lost) }
  }

  /// Where the flight reaches its greatest distance at an end there is no way left on which the pitch could change.
  @Test(
    "a greatest distance that is an end's makes no jump, and the flight is read again as the same")
  func farthestAtAnEnd() throws {
    var random = SplitMix64(seed: 41)
    for n in 0..<120 {
      func camera() -> MapCamera {
        MapCamera(
          lookingAtCenter: Coordinate(
            latitude: 45.78 + Double.random(in: -0.3...0.3, using: &random),
            longitude: 2.8 + Double.random(in: -0.3...0.3, using: &random)),
          fromDistance: exp(Double.random(in: 5...8.5, using: &random)),
          pitch: Double.random(in: 0...80, using: &random),
          heading: Double.random(in: 0...360, using: &random))
      }
      let (a, b) = (camera(), camera())
      var limits = CameraLimits(pitchLimit: n % 3 == 0 ? .none : .standard)
      let farthest = max(a.distance, b.distance) * [1, 1 + 1e-9, 1 + 1e-4, 1.02][n % 4]
      limits.zoomRange = try CameraZoomRange(minimumDistance: nil, maximumDistance: farthest)
      let path = try CameraPath.optimal(from: a, to: b, limits: limits).path
      let steps = 4000
      let step = path.duration / Double(steps)
      var last = path.camera(at: 0)
      for i in 1...steps {
        let next = path.camera(at: step * Double(i))
        // The limit of 45 degrees a second, and a twentieth of a second's part of rounding.
        #expect(abs(next.pitch - last.pitch) <= 45.5 * step + 1e-6, "\(n): \(a) \(b) at \(i)")
        #expect(next.distance <= farthest * (1 + 1e-9), "\(n): \(a) \(b) at \(i)")
        last = next
      }
      let again = try CameraPath(knots: path.knots())
      let (was, found) = (try path.report().rates, try again.report().rates)
      for (old, new) in zip(was, found) where ![.centerFlow, .groundFlow].contains(old.quantity) {
        #expect(
          new.peak <= old.peak * 1.01 + 1e-3,
          "\(n) \(old.quantity): \(old.peak) \(new.peak), \(a) \(b)")
      }
    }
  }
}
