import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite("The eye over the globe") struct GlobeEyeTests {
  private let viewport = Viewport(width: 100, height: 100)

  @Test("the eye stands where look-at put it: 1e-14 of the distance")
  func eyeOfLookAt() {
    var refused = 0
    forEachSeed(5000) { random in
      let center = anyPlace(&random)
      let altitude = pow(10, random.double(0...7.3))
      let eye = try Geodesic.wgs84.direct(
        from: center, azimuth: random.double(0...360),
        distance: random.pick([0, 0.1, 1, 3]) * min(altitude, 6e6)
      ).coordinate
      let ground = random.pick([0, random.double(-430...8000)])
      let camera: MapCamera
      do {
        camera = try MapCamera(
          lookingAtCenter: center, fromEyeCoordinate: eye, eyeAltitude: altitude,
          groundElevation: ground, projection: .globe)
      } catch let error as DomainError {
        try check(error.field == "eye altitude", "\(error)")
        refused += 1
        return
      }
      let view = try GlobeView(camera: camera, viewport: viewport, groundElevation: ground)
      let wanted = try view.frame.position(
        of: GeodeticPosition(eye, height: ground + altitude))
      let off = (view.pose.eye - wanted).length
      try check(
        off <= 1e-14 * camera.distance + abs(ground + altitude).ulp,
        "\(center) \(eye) \(altitude): \(off) m")
      try check(
        abs(view.eyeAltitude - altitude) <= 1e-14 * camera.distance, "\(view.eyeAltitude)")
      try check(
        metersBetween(view.eyePosition.coordinate, eye) < 4e-9 + 1e-14 * camera.distance, "\(eye)")
    }
    #expect(refused > 20 || ProcessInfo.processInfo.environment["BELVEDERE_SEED"] != nil)
  }

  @Test("look-at from a camera's eye gives the camera back")
  func cameraBack() {
    forEachSeed(5000) { random in
      var camera = anyGlobeCamera(&random)
      camera.pitch = min(camera.pitch, 89)
      camera.distance = max(camera.distance, 100)
      let view = try GlobeView(camera: camera, viewport: viewport, groundElevation: 50)
      let back = try MapCamera(
        lookingAtCenter: camera.centerCoordinate,
        fromEyeCoordinate: view.eyePosition.coordinate, eyeAltitude: view.eyeAltitude,
        groundElevation: 50, projection: .globe)
      let other = try GlobeView(camera: back, viewport: viewport, groundElevation: 50)
      try check(
        (other.pose.eye - view.pose.eye).length < 5e-9 + 1e-14 * camera.distance,
        "\(camera): \(back)")
      try check(isClose(back.distance, camera.distance, absolute: 5e-9, relative: 1e-14), "\(back)")
    }
  }

  @Test("an eye over the center looks straight down and north")
  func above() throws {
    for latitude in [0.0, 37.8, 90, -90] {
      let center = Coordinate(latitude: latitude, longitude: -122)
      let camera = try MapCamera(
        lookingAtCenter: center, fromEyeCoordinate: center, eyeAltitude: 500,
        groundElevation: 123.456, projection: .globe)
      #expect(
        camera
          == MapCamera(lookingAtCenter: center, fromDistance: 500, pitch: 0, heading: 0))
    }
    let flat = try MapCamera(
      lookingAtCenter: Coordinate(latitude: 1, longitude: 2),
      fromEyeCoordinate: Coordinate(latitude: 1.1, longitude: 2.1), eyeAltitude: 500,
      projection: .flat)
    #expect(
      try flat
        == MapCamera(
          lookingAtCenter: Coordinate(latitude: 1, longitude: 2),
          fromEyeCoordinate: Coordinate(latitude: 1.1, longitude: 2.1), eyeAltitude: 500))
  }

  @Test("bad values are named")
  func domains() {
    func field(
      center: Coordinate = Coordinate(latitude: 90, longitude: 0),
      eye: Coordinate = Coordinate(latitude: 89.99, longitude: 0), altitude: Double = 100,
      ground: Double = 0
    ) -> String? {
      do {
        _ = try MapCamera(
          lookingAtCenter: center, fromEyeCoordinate: eye, eyeAltitude: altitude,
          groundElevation: ground, projection: .globe)
        return nil
      } catch {
        return error.field
      }
    }
    #expect(field() == nil)
    #expect(field(center: Coordinate(latitude: 90.1, longitude: 0)) == "center latitude")
    #expect(field(center: Coordinate(latitude: 0, longitude: .nan)) == "center longitude")
    #expect(field(eye: Coordinate(latitude: .infinity, longitude: 0)) == "eye latitude")
    #expect(field(eye: Coordinate(latitude: 0, longitude: .infinity)) == "eye longitude")
    #expect(field(altitude: 0) == "eye altitude")
    #expect(field(altitude: .nan) == "eye altitude")
    #expect(field(ground: .nan) == "elevation")
    // 10 m high, 100 km away: below the center's horizon.
    #expect(
      field(
        center: Coordinate(latitude: 0, longitude: 0),
        eye: Coordinate(latitude: 1, longitude: 0), altitude: 10) == "eye altitude")
  }
}
