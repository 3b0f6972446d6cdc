import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

/// A camera anywhere on Earth, 20 m to 20,000 km away, at any pitch short of the horizon.
private func legalCamera(_ random: inout SplitMix64) -> MapCamera {
  MapCamera(
    lookingAtCenter: Coordinate(
      latitude: random.pick([random.double(-85...85), 0, 85.0511287798066, -85.0511287798066]),
      longitude: random.pick([random.double(-180...180), 180, -180, 0, 540, -899.5])),
    fromDistance: 20 * pow(10, random.double(0...6)),
    pitch: random.pick([random.double(0...85), 0, 1e-9, 85, 89.9, 45]),
    heading: random.double(0...360))
}

@Suite("From the screen to the ground and back") struct RoundTripTests {
  /// Rows from the bottom of the screen up to one point below the horizon.
  private func point(_ view: CameraView, _ random: inout SplitMix64) -> Vector2 {
    let x = random.double(0...view.viewport.width)
    let highest = max((view.horizonY ?? -1e9) + 1, 0)
    let y = random.pick([highest, view.viewport.height, random.double(0...1)])
    return Vector2(x, y <= 1 ? highest + (view.viewport.height - highest) * y : y)
  }

  @Test("project after unproject: 1e-9 points, one point under the horizon included")
  func screenToScreen() {
    forEachSeed(20_000) { random in
      let viewport = Viewport(
        width: random.double(100...4000), height: random.double(100...3000),
        fieldOfView: random.pick([30, random.double(5...120)]))
      let ground = random.pick([0, random.double(-400...8000)])
      let view = try CameraView(
        camera: legalCamera(&random), viewport: viewport, groundElevation: ground)
      let point = point(view, &random)
      guard case .success(let hit) = view.unprojectToFrame(point, elevation: ground) else {
        throw PropertyFailure("\(view.camera) at \(point): no ground")
      }
      let back = try #require(view.project(hit.position).screen)
      try check(
        (back.point - point).length <= 1e-9, "\(view.camera) at \(point): back at \(back)")
      try check(isClose(back.depth, hit.depth, relative: 1e-9), "\(back.depth) \(hit.depth)")
      // By way of degrees, whose rounding is up to 3 nm each way.
      guard let place = view.unproject(point, elevation: ground).ground else { return }
      let again = try #require(view.project(place.coordinate, elevation: ground).screen)
      let ray = view.direction(through: point)
      let rounding = 6e-9 * viewport.focalLength / hit.depth * ray.length
      try check(
        (again.point - point).length <= 1e-9 + rounding,
        "\(view.camera) at \(point): back at \(again) through \(place.coordinate)")
    }
  }

  @Test("unproject after project: 1e-9 of the viewing distance")
  func groundToGround() {
    forEachSeed(20_000) { random in
      let viewport = Viewport(width: 1920, height: 1080, fieldOfView: random.pick([30, 60, 5]))
      let view = try CameraView(camera: legalCamera(&random), viewport: viewport)
      guard let start = view.unproject(point(view, &random)).ground else { return }
      let place = start.coordinate
      let screen = try #require(view.project(place).screen)
      let back = try #require(view.unproject(screen.point).ground)
      let difference = (view.frame.position(of: back.coordinate) - view.frame.position(of: place))
      let distance = start.depth * view.direction(through: screen.point).length
      // Beside it the rounding of degrees, and of the point on the screen seen at a grazing angle.
      try check(
        difference.length <= 1e-9 * distance + 6e-9,
        "\(view.camera) \(place): \(difference.length) m away from \(distance) m")
    }
  }

  @Test("the misses have their reasons, and no number looks plausible")
  func misses() throws {
    func view(pitch: Double, distance: Double = 1000, latitude: Double = 0) throws -> CameraView {
      try CameraView(
        camera: MapCamera(
          lookingAtCenter: Coordinate(latitude: latitude, longitude: 0), fromDistance: distance,
          pitch: pitch, heading: 0), viewport: Viewport(width: 100, height: 100))
    }
    let middle = Vector2(50, 50)
    let level = try view(pitch: 90)
    #expect(level.unproject(Vector2(50, 50)) == .sky)
    #expect(level.unproject(Vector2(50, 49)) == .sky)
    #expect(level.unproject(Vector2(50, 51), elevation: -1).ground?.elevation == -1)
    #expect(level.unproject(Vector2(50, 51), elevation: 1) == .behindCamera)
    #expect(level.unproject(Vector2(50, 49), elevation: 1).ground != nil)
    let down = try view(pitch: 0)
    #expect(down.unproject(middle, elevation: 2000) == .behindCamera)
    #expect(down.unproject(middle, elevation: 0, farDepth: 999) == .beyondFarLimit)
    #expect(down.unproject(middle, elevation: 0, farDepth: 1000).coordinate != nil)
    #expect(down.unproject(Vector2(.nan, 0)) == .notFinite)
    #expect(down.unproject(middle, elevation: .infinity) == .notFinite)
    #expect(try view(pitch: 80, distance: 5e6).unproject(Vector2(50, 21)) == .outsideWorld)
    #expect(try view(pitch: 0, distance: 1e9).unproject(Vector2(0, 50)) == .outsideWorld)
    let here = Coordinate(latitude: 0, longitude: 0)
    #expect(down.project(here, elevation: 1500) == .behindCamera(depth: -500))
    #expect(down.project(here, elevation: 1000) == .behindCamera(depth: 0))
    #expect(down.project(Coordinate(latitude: .nan, longitude: 0)) == .outsideWorld)
    #expect(down.project(Coordinate(latitude: 91, longitude: 0)) == .outsideWorld)
    #expect(down.project(here, elevation: .nan) == .outsideWorld)
    #expect(down.unproject(middle, elevation: 2000).reason == "behindCamera")
    #expect(level.unproject(middle).reason == "sky")
    #expect(down.unproject(middle).reason == nil)
  }

  @Test("a turn of longitude changes nothing, whole worlds away")
  func worldsAway() {
    forEachSeed(2000) { random in
      var camera = legalCamera(&random)
      camera.centerCoordinate.longitude = random.double(-180...180)
      var other = camera
      let turns = 360 * Double(random.int(-5...5))
      other.centerCoordinate.longitude += turns
      let viewport = Viewport(width: 800, height: 600)
      let a = try CameraView(camera: camera, viewport: viewport)
      let b = try CameraView(camera: other, viewport: viewport)
      let point = point(a, &random)
      guard let place = a.unproject(point).coordinate, let same = b.unproject(point).coordinate
      else { return }
      // Adding turns rounds the longitude of the other camera, up to 3e-13 degrees.
      try check(
        angleBetween(place.longitude, same.longitude) < 1e-12
          && place.latitude == same.latitude, "\(place) \(same)")
    }
  }

  @Test("batches give what single points give")
  func batches() {
    forEachSeed(400) { random in
      var camera = legalCamera(&random)
      camera.centerCoordinate.longitude = random.pick([random.double(-180...180), 179.99, -180])
      let view = try CameraView(
        camera: camera, viewport: Viewport(width: 1000, height: 800),
        groundElevation: random.double(-100...100))
      let count = random.int(0...21)
      let points = (0..<count).map { _ in
        random.pick([
          point(view, &random), Vector2(.nan, 4), Vector2(random.double(-1e6...1e6), -1e5),
        ])
      }
      let elevation = random.double(-100...100)
      let ground = view.unproject(points, elevation: elevation, farDepth: 20 * camera.distance)
      try check(ground.count == count, "\(ground.count) results")
      for (point, found) in zip(points, ground) {
        let single = view.unproject(point, elevation: elevation, farDepth: 20 * camera.distance)
        try check(found.reason == single.reason, "\(camera) \(point): \(found), not \(single)")
        guard let a = found.ground, let b = single.ground else { continue }
        try check(
          a.coordinate.longitude >= -180 && a.coordinate.longitude < 180, "\(a.coordinate)")
        let away =
          view.frame.position(of: a.coordinate) - view.frame.position(of: b.coordinate)
        try check(away.length <= 6e-9 + 1e-14 * b.depth, "\(camera) \(point): \(a), not \(b)")
      }
      let places = points.map { point -> GeodeticPosition in
        let c = view.unproject(point).coordinate ?? Coordinate(latitude: 10, longitude: 500)
        return GeodeticPosition(
          latitude: random.pick([c.latitude, 95, .nan]), longitude: c.longitude,
          height: elevation)
      }
      let screen = view.project(places)
      for (place, found) in zip(places, screen) {
        let single = view.project(place.coordinate, elevation: place.height)
        try check(
          (found.point == nil) == (single.point == nil), "\(camera) \(place): \(found) \(single)")
        guard let a = found.point, let b = single.point else { continue }
        let size = max(1, abs(b.x), abs(b.y))
        try check((a - b).length <= 1e-9 * size, "\(camera) \(place): \(a), not \(b)")
      }
    }
  }
}
