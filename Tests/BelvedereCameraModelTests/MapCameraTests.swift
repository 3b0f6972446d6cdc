import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct MapCameraTests {
  @Test func lookingFromTheEyeGivesTheCameraBack() {
    forEachSeed(4000) { random in
      let camera = MapCamera(
        lookingAtCenter: Coordinate(
          latitude: random.double(-80...80),
          longitude: random.pick([random.double(-180...180), 180, -180, 179.999])),
        fromDistance: random.double(50...100_000), pitch: random.double(0.5...88),
        heading: random.double(0...360))
      let view = try CameraView(camera: camera, viewport: Viewport(width: 10, height: 10))
      let found = try MapCamera(
        lookingAtCenter: camera.centerCoordinate, fromEyeCoordinate: view.eyeCoordinate,
        eyeAltitude: camera.altitude)
      try check(
        isClose(found.distance, camera.distance, relative: 1e-9), "\(camera) is \(found)")
      // A coordinate is exact to some 10⁻⁸ m.
      let angle = max(1e-7, 1e-5 / (camera.distance * sin(camera.pitch * .pi / 180)))
      try check(isClose(found.pitch, camera.pitch, absolute: angle), "\(camera) is \(found)")
      try check(angleBetween(found.heading, camera.heading) < angle, "\(camera) is \(found)")
    }
  }

  @Test func theEyeOfALookAtCameraStandsWhereItWasPut() {
    forEachSeed(4000) { random in
      let center = Coordinate(
        latitude: random.double(-80...80),
        longitude: random.pick([random.double(-180...180), 179.9999, -179.9999]))
      let eye = Coordinate(
        latitude: center.latitude + random.double(-0.5...0.5),
        longitude: center.longitude + random.double(-0.5...0.5))
      let altitude = random.double(1...200_000)
      let camera = try MapCamera(
        lookingAtCenter: center, fromEyeCoordinate: eye, eyeAltitude: altitude)
      let view = try CameraView(camera: camera, viewport: Viewport(width: 10, height: 10))
      let expected = view.frame.position(of: eye)
      let error = (view.eye - Vector3(expected.x, expected.y, altitude)).length
      try check(error <= 1e-9 * camera.distance, "\(eye) over \(center): \(error) m away")
      try check(
        isClose(camera.altitude, altitude, absolute: 1e-9 * camera.distance), "\(camera.altitude)")
      try check(camera.pitch >= 0 && camera.pitch < 90, "pitch \(camera.pitch)")
    }
  }

  @Test func anEyeOverTheCenterLooksStraightDownAndNorth() throws {
    for longitude in [-122.4, 180, -180, 0] {
      let c = Coordinate(latitude: 37.8, longitude: longitude)
      let camera = try MapCamera(
        lookingAtCenter: c, fromEyeCoordinate: c, eyeAltitude: 750)
      #expect(camera.pitch == 0)
      #expect(camera.heading == 0)
      #expect(camera.distance == 750)
    }
    let acrossTheDateLine = try MapCamera(
      lookingAtCenter: Coordinate(latitude: 5, longitude: 180),
      fromEyeCoordinate: Coordinate(latitude: 5, longitude: -180), eyeAltitude: 9)
    #expect(acrossTheDateLine.pitch == 0 && acrossTheDateLine.heading == 0)
  }

  @Test func anEyeDueWestLooksEastAt45Degrees() throws {
    let c = Coordinate(latitude: 0, longitude: 10)
    let west = LocalFrame(origin: c).coordinate(at: Vector2(-1000, 0))
    let camera = try MapCamera(lookingAtCenter: c, fromEyeCoordinate: west, eyeAltitude: 1000)
    #expect(isClose(camera.heading, 90, absolute: 1e-9))
    #expect(isClose(camera.pitch, 45, absolute: 1e-9))
    #expect(isClose(camera.distance, 1000 * 2.0.squareRoot(), relative: 1e-12))
  }

  @Test func badEyesAndCentersAreNamed() {
    let good = Coordinate(latitude: 1, longitude: 2)
    func field(
      center: Coordinate = Coordinate(latitude: 1, longitude: 2), eye: Coordinate,
      _ altitude: Double
    ) -> String? {
      do {
        _ = try MapCamera(
          lookingAtCenter: center, fromEyeCoordinate: eye, eyeAltitude: altitude)
        return nil
      } catch {
        return error.field
      }
    }
    #expect(field(eye: good, 100) == nil)
    for bad in [Double.nan, .infinity, 0, -1, 1e300] {
      #expect(field(eye: good, bad) == "eyeAltitude", "\(bad)")
    }
    for bad in [Double.nan, .infinity, 90, -89] {
      let c = Coordinate(latitude: bad, longitude: 0)
      #expect(field(eye: c, 1) == "fromEyeCoordinate.latitude", "\(bad)")
      #expect(field(center: c, eye: good, 1) == "lookingAtCenter.latitude", "\(bad)")
    }
    let nowhere = Coordinate(latitude: 0, longitude: .nan)
    #expect(field(eye: nowhere, 1) == "fromEyeCoordinate.longitude")
    #expect(field(center: nowhere, eye: good, 1) == "lookingAtCenter.longitude")
  }

  @Test func anAltitudeGivesTheDistanceAlongTheLineOfSight() throws {
    let c = Coordinate(latitude: 1, longitude: 2)
    let camera = try MapCamera(
      lookingAtCenter: c, fromAltitude: 500, pitch: 60, heading: -90)
    #expect(isClose(camera.distance, 1000, relative: 1e-14))
    #expect(isClose(camera.altitude, 500, relative: 1e-14))
    #expect(camera.heading == 270)
    for pitch in [90, 89.95, -1, 400, .nan] {
      #expect(throws: DomainError.self, "\(pitch)") {
        try MapCamera(lookingAtCenter: c, fromAltitude: 500, pitch: pitch, heading: 0)
      }
    }
    for altitude in [0, -1, .nan, .infinity] {
      #expect(throws: DomainError.self, "\(altitude)") {
        try MapCamera(lookingAtCenter: c, fromAltitude: altitude, pitch: 0, heading: 0)
      }
    }
  }

  @Test func theAltitudeIsExactStraightDownAndAtTheHorizon() {
    func camera(_ pitch: Double) -> MapCamera {
      MapCamera(
        lookingAtCenter: Coordinate(latitude: 0, longitude: 0), fromDistance: 800, pitch: pitch,
        heading: 0)
    }
    #expect(camera(0).altitude == 800)
    #expect(camera(90).altitude == 0)
    #expect(isClose(camera(60).altitude, 400, relative: 1e-15))
  }
}

@Suite struct CameraLimitsTests {
  private func camera(distance: Double, pitch: Double) -> MapCamera {
    MapCamera(
      lookingAtCenter: Coordinate(latitude: 37, longitude: -122), fromDistance: distance,
      pitch: pitch, heading: 33)
  }

  @Test func thePitchLimitPassesThroughItsAnchors() {
    let limit = PitchLimit.standard
    #expect(isClose(limit.maximumPitch(atDistance: 2_000), 69, absolute: 0.5))
    #expect(isClose(limit.maximumPitch(atDistance: 10_000), 57, absolute: 0.5))
    #expect(limit.maximumPitch(atDistance: 5_000_000) == 0)
    #expect(limit.maximumPitch(atDistance: 1e9) == 0)
    #expect(PitchLimit.none.maximumPitch(atDistance: 1e9) == 90)
  }

  @Test func thePitchLimitFallsMonotonicallyFromAtMost85Degrees() {
    var last = 85.0
    for i in 0...6000 {
      let distance = pow(10, -3 + 12 * Double(i) / 6000)
      let pitch = PitchLimit.standard.maximumPitch(atDistance: distance)
      #expect(pitch >= 0 && pitch <= last, "\(pitch)° at \(distance) m")
      last = pitch
    }
  }

  @Test func thePitchLimitHasNoKink() {
    // The slope by log distance, from the left and from the right, everywhere.
    func value(_ t: Double) -> Double { PitchLimit.standard.maximumPitch(atDistance: exp(t)) }
    // Steps that leave nothing out: a kink of a degree a factor e would show wherever it is.
    let h = log(1e11) / 4000
    for i in 0...4000 {
      let t = log(0.01) + Double(i) * h
      let left = (value(t) - value(t - h)) / h
      let right = (value(t + h) - value(t)) / h
      #expect(abs(left - right) < 0.5, "\(left) and \(right) at \(exp(t)) m")
    }
  }

  @Test func clampingTwiceChangesNothingMore() {
    forEachSeed(3000) { random in
      let limits = CameraLimits(
        boundary: random.oneIn(2)
          ? CameraBoundary(
            mapRect: MapRect(
              x: random.double(-1e9...1e9), y: random.double(5e7...1.5e8),
              width: random.double(0...3e8), height: random.double(0...6e7))) : nil,
        zoomRange: CameraZoomRange(
          minCenterCoordinateDistance: random.oneIn(2) ? random.double(1...5000) : nil,
          maxCenterCoordinateDistance: random.oneIn(2) ? random.double(5000...1e7) : nil),
        pitchLimit: random.pick([.standard, .none]))
      let given = anyCamera(&random)
      let once = limits.clamp(given)
      let twice = limits.clamp(once.camera)
      try check(twice.camera == once.camera && twice.isUnchanged, "\(limits): \(twice)")
      try check(once.camera.heading == given.heading, "the heading changed")
      try once.camera.validate()
    }
  }

  @Test func withoutABoundaryTheCenterStays() {
    forEachSeed(1000) { random in
      let given = anyCamera(&random)
      let limits = CameraLimits(
        zoomRange: try CameraZoomRange(minimumDistance: 100, maximumDistance: 50_000))
      let result = limits.clamp(given)
      try check(
        result.camera.centerCoordinate == given.centerCoordinate, "the center moved")
      try check(!result.clamped.contains("centerCoordinate"), "\(result.clamped)")
    }
  }

  @Test func whatWasClampedIsNamed() throws {
    let limits = CameraLimits(
      zoomRange: try CameraZoomRange(minimumDistance: 500, maximumDistance: 20_000))
    #expect(limits.clamp(camera(distance: 1000, pitch: 10)).clamped == [])
    let near = limits.clamp(camera(distance: 10, pitch: 10))
    #expect(near.clamped == ["distance"])
    #expect(near.camera.distance == 500)
    let far = limits.clamp(camera(distance: 1e6, pitch: 80))
    #expect(far.clamped == ["distance", "pitch"])
    #expect(far.camera.distance == 20_000)
    #expect(far.camera.pitch == PitchLimit.standard.maximumPitch(atDistance: 20_000))
  }

  @Test func aBoundaryHoldsTheCenterAlsoAcross180Degrees() throws {
    // Ten degrees to each side of 180°.
    let width = MapPoint.worldWidth / 18
    let boundary = MapRect(
      x: MapPoint.worldWidth - width / 2, y: 1e8, width: width, height: 1e7)
    let limits = CameraLimits(boundary: try CameraBoundary(boundary))
    func clamped(_ longitude: Double) -> (Double, Bool) {
      let camera = MapCamera(
        lookingAtCenter: Coordinate(
          latitude: MapPoint(x: 0, y: 1.05e8).coordinate.latitude, longitude: longitude),
        fromDistance: 1000, pitch: 0, heading: 0)
      let result = limits.clamp(camera)
      return (result.camera.centerCoordinate.longitude, result.clamped == ["centerCoordinate"])
    }
    #expect(clamped(175) == (175, false))
    #expect(clamped(-175) == (-175, false))
    #expect(isClose(clamped(150).0, 170, absolute: 1e-9))
    #expect(isClose(clamped(-150).0, -170, absolute: 1e-9))
    #expect(clamped(-150).1)
  }
}

@Suite struct BuildingAppearanceTests {
  @Test func nothingIsExtrudedNorVisibleStraightDown() {
    #expect(BuildingAppearance.extrusion(atPitch: 0) == 0)
    #expect(BuildingAppearance.opacityOverOverlay(atPitch: 0) == 0)
    #expect(BuildingAppearance.extrusion(atPitch: 10) == 1)
    #expect(BuildingAppearance.extrusion(atPitch: 90) == 1)
  }

  @Test func bothGrowMonotonicallyAndWithoutAJump() {
    var lastExtrusion = 0.0
    var lastOpacity = 0.0
    for i in 0...9000 {
      let pitch = Double(i) / 100
      let extrusion = BuildingAppearance.extrusion(atPitch: pitch)
      let opacity = BuildingAppearance.opacityOverOverlay(atPitch: pitch)
      #expect(extrusion >= lastExtrusion && extrusion - lastExtrusion < 0.002)
      #expect(opacity >= lastOpacity && opacity - lastOpacity < 0.002)
      #expect(extrusion <= 1 && opacity < 1)
      lastExtrusion = extrusion
      lastOpacity = opacity
    }
    #expect(BuildingAppearance.opacityOverOverlay(atPitch: 90) == 0.65)
    #expect(BuildingAppearance.opacityOverOverlay(atPitch: 60, maximum: 0.4) == 0.4)
  }
}
