import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTestSupport
import Testing

@Suite struct RecipeTests {
  private let moscone = Coordinate(latitude: 37.7838, longitude: -122.4033)
  private let goldenGatePark = Coordinate(latitude: 37.7694, longitude: -122.4822)
  private let newYork = Coordinate(latitude: 40.7128, longitude: -74.006)
  private let tokyo = Coordinate(latitude: 35.6812, longitude: 139.7671)

  @Test func distanceChoosesTheStyle() {
    #expect(TransitionStyle(forDistance: 0) == .plain)
    #expect(TransitionStyle(forDistance: 2_500.0.nextDown) == .plain)
    #expect(TransitionStyle(forDistance: 2_500) == .hop)
    #expect(TransitionStyle(forDistance: 50_000) == .hop)
    #expect(TransitionStyle(forDistance: 50_000.0.nextUp) == .long)
  }

  @Test func theHopLooksAtTheDestinationFromTheMiddle() throws {
    let from = try MapCamera.arriving(at: moscone)
    let to = try MapCamera.arriving(at: goldenGatePark)
    let (style, flight, _) = try CameraPath.recipe(
      from: from, to: to, limits: CameraLimits(pitchLimit: .none))
    #expect(style == .hop)
    #expect(flight.keyframes.count == 3)
    #expect(flight.keyframes[0].camera == from)
    #expect(flight.keyframes[2].camera == to)
    let middle = flight.keyframes[1].camera
    #expect(middle.centerCoordinate == goldenGatePark)
    #expect(abs(middle.altitude - 4 * to.altitude) < 1e-6)
    let view = try CameraView(camera: middle, viewport: Viewport(width: 16, height: 9))
    let p = MapPoint(moscone)
    let q = MapPoint(goldenGatePark)
    let eye = MapPoint(view.eyeCoordinate)
    #expect(abs(eye.x - (p.x + q.x) / 2) < 1e-3)
    #expect(abs(eye.y - (p.y + q.y) / 2) < 1e-3)
  }

  @Test func theLongWayGoesOverBothEndsAndTheShortWayRoundTheWorld() throws {
    let from = try MapCamera.arriving(at: newYork)
    let to = try MapCamera.arriving(at: tokyo)
    let (style, flight, _) = try CameraPath.recipe(from: from, to: to)
    #expect(style == .long)
    #expect(flight.keyframes.count == 4)
    let distance = try Geodesic.wgs84.inverse(from: newYork, to: tokyo).distance
    for (frame, place) in zip(flight.keyframes[1...2], [newYork, tokyo]) {
      #expect(frame.camera.centerCoordinate == place)
      #expect(frame.camera.altitude == distance)
      #expect(frame.camera.pitch == 0)
      #expect(frame.camera.heading == 0)
    }
    // Half-way across the flight is over the Pacific, not over Africa.
    let half = (flight.keyframes[1].time + flight.keyframes[2].time) / 2
    let longitude = flight.camera(at: half).centerCoordinate.longitude
    #expect(longitude < -74.006 && longitude > -180)
  }

  @Test func limitsHoldAtEveryKeyframeAndAreNamed() throws {
    let from = MapCamera(lookingAtCenter: moscone, fromDistance: 900, pitch: 89, heading: 350)
    let to = MapCamera(lookingAtCenter: newYork, fromDistance: 900, pitch: 10, heading: 10)
    let (_, flight, clamped) = try CameraPath.recipe(from: from, to: to)
    #expect(clamped == ["pitch"])
    for frame in flight.keyframes {
      let limit = PitchLimit.standard.maximumPitch(atDistance: frame.camera.distance)
      #expect(frame.camera.pitch <= limit)
    }
  }

  @Test func samplesBeginAndEndWithTheEndsAndAreFiniteBetween() throws {
    for seed in 0..<200 {
      var random = SplitMix64(seed: UInt64(seed))
      func camera() -> MapCamera {
        MapCamera(
          lookingAtCenter: Coordinate(
            latitude: random.double(-85...85), longitude: random.double(-180...180)),
          fromDistance: random.double(1...1e6), pitch: random.double(0...60),
          heading: random.double(0...360))
      }
      let from = camera()
      let to = camera()
      let (_, flight, _) = try CameraPath.recipe(
        from: from, to: to, limits: CameraLimits(pitchLimit: .none))
      let cameras = flight.samples(50)
      #expect(cameras.count == 51)
      #expect(cameras.first == from, "seed \(seed)")
      #expect(cameras.last == to, "seed \(seed)")
      for camera in cameras {
        try camera.validate()
      }
      #expect(flight.duration > 0)
    }
  }

  @Test func theFlightIsAtRestAtItsEndsAndContinuous() throws {
    let flight = try CameraPath.recipe(
      from: .arriving(at: moscone), to: .arriving(at: goldenGatePark)
    ).path
    let step = 1e-4
    var previous = flight.camera(at: 0)
    #expect(abs(flight.camera(at: step).distance / previous.distance - 1) < 1e-9)
    var time = 0.0
    while time <= flight.duration {
      time += 0.01
      let next = flight.camera(at: time)
      #expect(abs(next.distance / previous.distance - 1) < 0.05, "a jump at \(time)")
      previous = next
    }
  }

  @Test("the long style over a short way stays as high as its ends")
  func longOverAShortWay() throws {
    let from = MapCamera(lookingAtCenter: moscone, fromDistance: 500, pitch: 40, heading: 20)
    let to = MapCamera(lookingAtCenter: moscone, fromDistance: 900, pitch: 10, heading: 60)
    let path = try CameraPath.recipe(from: from, to: to, style: .long).path
    for camera in path.samples(200) {
      #expect((500 * (1 - 1e-9)...900 * (1 + 1e-9)).contains(camera.distance))
    }
  }

  @Test func edgeSamePlaceAndNaN() throws {
    let camera = try MapCamera.arriving(at: moscone)
    let flight = try CameraPath.recipe(from: camera, to: camera).path
    #expect(flight.duration == 0)
    #expect(flight.samples(4).allSatisfy { $0 == camera })
    #expect(flight.camera(at: .nan) == camera)
    let broken = MapCamera(
      lookingAtCenter: moscone, fromDistance: .nan, pitch: 0, heading: 0)
    #expect(throws: DomainError.self) { try CameraPath.recipe(from: broken, to: camera) }
  }
}
