import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite("From the screen to the globe and back") struct GlobeRoundTripTests {
  private func view(_ random: inout SplitMix64, maximumDistance: Double = 2e7) throws -> GlobeView {
    try GlobeView(
      camera: anyGlobeCamera(&random, maximumDistance: maximumDistance),
      viewport: anyViewport(&random),
      groundElevation: random.pick([0, random.double(-430...8000), 0]))
  }

  /// A point in the viewport; often one point below the horizon.
  private func point(_ view: GlobeView, _ random: inout SplitMix64) -> Vector2 {
    let anywhere = Vector2(
      random.double(0...view.viewport.width), random.double(0...view.viewport.height))
    guard random.oneIn(2), let azimuth = view.horizon.flatMap({ _ in random.double(-180...180) }),
      let edge = view.horizon?.point(azimuth: azimuth)
    else { return anywhere }
    let inward = (view.viewport.principalPoint - edge).normalized
    return edge + inward * random.pick([1, 0.01, random.double(0...10)])
  }

  @Test("project after unproject: 1e-9 points, one point under the horizon included")
  func screenToScreen() {
    var met = 0
    var worst = 0.0
    forEachSeed(20_000) { random in
      let view = try view(&random)
      let point = point(view, &random)
      let elevation = random.pick([
        view.groundElevation, 0, random.double(-400...9000), view.groundElevation,
      ])
      guard let ground = view.unproject(point, elevation: elevation).ground else { return }
      try check(
        ground.coordinate.isValid && ground.depth > 0 && ground.coordinate.longitude >= -180
          && ground.coordinate.longitude < 180, "\(view.camera) \(point): \(ground)")
      let result = view.project(ground.coordinate, elevation: elevation)
      guard let back = result.screen else {
        throw PropertyFailure("\(view.camera) \(view.viewport) \(point): \(ground), \(result)")
      }
      let off = (back.point - point).length
      let k = view.viewport.focalLength
      let ray = view.direction(through: point)
      let place = try view.frame.position(
        of: GeodeticPosition(ground.coordinate, height: elevation))
      // The elevation's own last place counts as the degrees' do.
      let rounding =
        degreeRounding(view, point, ground.depth)
        + k * ray.dot(ray) * 2e-15 / ground.depth
        * (place.length + view.camera.distance + abs(view.groundElevation) + abs(elevation))
      worst = max(worst, off - rounding)
      try check(
        off <= 1e-9 * max(1, point.length / 1e4) + rounding,
        "\(view.camera) \(view.viewport) \(point) \(elevation): \(back.point), \(ground), \(off) beyond \(rounding)"
      )
      met += 1
    }
    #expect(worst < 1e-9)
    #expect(met > 8000 || ProcessInfo.processInfo.environment["BELVEDERE_SEED"] != nil)
  }

  @Test("unproject after project: 1e-9 of the distance, over the sine of the angle at the ground")
  func groundToGround() {
    var met = 0
    var worst = 0.0
    forEachSeed(20_000) { random in
      let view = try view(&random)
      let d = view.camera.distance
      let reach = random.pick([0, 0.1, 1, 5]) * d
      let place = try Geodesic.wgs84.direct(
        from: view.camera.centerCoordinate, azimuth: random.double(0...360),
        distance: min(reach, 1.9e7) * random.double(0...1)
      ).coordinate
      let elevation = random.pick([0, view.groundElevation, random.double(-400...9000)])
      guard let screen = view.project(place, elevation: elevation).screen else { return }
      // The sine of the angle at which the eye sees the level surface there, positive from above. A
      // level surface above the ellipsoid hides nothing: it may be met before, or from the other side.
      let point = try view.frame.position(of: GeodeticPosition(place, height: elevation))
      let top = try view.frame.position(of: GeodeticPosition(place, height: elevation + 1000))
      let angle = (view.pose.eye - point).normalized.dot((top - point).normalized)
      let sine = view.eyePosition.height > elevation ? angle : -angle
      guard sine > 1e-6, abs(view.eyePosition.height - elevation) > 1e-6 else { return }
      let result = view.unproject(screen.point, elevation: elevation)
      guard let ground = result.ground else {
        throw PropertyFailure("\(view.camera) \(place) \(elevation): \(screen), \(result), \(sine)")
      }
      let gap = metersBetween(place, ground.coordinate)
      let scale = screen.depth + d + abs(view.groundElevation)
      worst = max(worst, (gap - 4e-9) * sine / scale)
      try check(
        gap <= 4e-9 + 1e-14 * scale / sine * max(1, screen.point.length / 1e3),
        "\(view.camera) \(view.viewport) \(place) \(elevation): \(gap) m at \(ground), sine \(sine)"
      )
      met += 1
    }
    #expect(worst < 1e-14)
    #expect(met > 4000 || ProcessInfo.processInfo.environment["BELVEDERE_SEED"] != nil)
  }

  @Test("what is found next to the horizon is seen, however near")
  func nextToTheHorizon() {
    var found = 0
    forEachSeed(3000) { random in
      let view = try view(&random)
      guard let horizon = view.horizon,
        let edge = horizon.point(azimuth: random.double(0...360))
      else { return }
      let inward = (view.viewport.principalPoint - edge).normalized
      for step in [1e-9, 1e-7, 1e-5, 1e-3, 0.1] {
        for way in [inward, -inward, Vector2(0, 1)] {
          guard let ground = view.unproject(edge + way * step).ground else { continue }
          found += 1
          let back = view.project(ground.coordinate, elevation: 0)
          try check(
            back.screen != nil, "\(view.camera): \(ground) \(step) beside the horizon: \(back)")
        }
      }
    }
    #expect(found > 1000 || ProcessInfo.processInfo.environment["BELVEDERE_SEED"] != nil)
  }

  @Test("the level surface at an elevation has that height everywhere")
  func levelSurface() {
    forEachSeed(5000) { random in
      let view = try view(&random)
      let elevation = random.pick([random.double(-1000...9000), 1e5, -5e5, view.groundElevation])
      let point = point(view, &random)
      guard let ground = view.unproject(point, elevation: elevation).ground else { return }
      let position = view.pose.eye + view.direction(through: point) * ground.depth
      let found = try view.frame.geodetic(of: position)
      let scale = ground.depth + view.camera.distance + abs(elevation)
      try check(
        abs(found.height - elevation) <= 1e-9 + 4e-15 * scale,
        "\(view.camera) \(point): height \(found.height), not \(elevation)")
    }
  }

  @Test("an eye below the surface meets it from below, looking up; looking down there is none")
  func fromBelow() throws {
    let view = try GlobeView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 31.5, longitude: 35.5), fromDistance: 100, pitch: 80,
        heading: 0), viewport: Viewport(width: 800, height: 600), groundElevation: -430)
    #expect(view.eyePosition.height < -400)
    let up = view.unproject(Vector2(400, 0), elevation: 0)
    let ground = try #require(up.ground)
    #expect(ground.depth > 0)
    #expect(
      (view.project(ground.coordinate).point.map { ($0 - Vector2(400, 0)).length } ?? 1) < 1e-6)
    #expect(view.unproject(Vector2(400, 600), elevation: 0) == .behindCamera)
    // The ground before the eye is seen though the ellipsoid lies above it.
    #expect(view.unproject(Vector2(400, 600), elevation: -430).ground != nil)
    #expect(
      view.project(Coordinate(latitude: 31.5, longitude: 35.5), elevation: -430).screen != nil)
    #expect(view.horizon == nil)
  }

  @Test("from an eye on the very surface there is nothing to meet")
  func fromTheSurface() throws {
    let view = try GlobeView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 20, longitude: 30), fromDistance: 1000, pitch: 0,
        heading: 0), viewport: Viewport(width: 100, height: 100))
    #expect(view.unproject(Vector2(50, 50), elevation: view.eyeAltitude) == .behindCamera)
    let level = try GlobeView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 20, longitude: 30), fromDistance: 1000, pitch: 90,
        heading: 0), viewport: Viewport(width: 100, height: 100))
    #expect(level.unproject(Vector2(50, 10), elevation: level.eyeAltitude) == .sky)
  }

  @Test("the misses have their reasons")
  func misses() throws {
    func view(pitch: Double, distance: Double = 1000) throws -> GlobeView {
      try GlobeView(
        camera: MapCamera(
          lookingAtCenter: Coordinate(latitude: 40, longitude: 10), fromDistance: distance,
          pitch: pitch, heading: 0), viewport: Viewport(width: 400, height: 300))
    }
    let level = try view(pitch: 90)
    #expect(level.unproject(Vector2(200, 0)) == .sky)
    #expect(level.unproject(Vector2(.nan, 0)) == .notFinite)
    #expect(level.unproject(Vector2(0, 0), elevation: .nan) == .notFinite)
    #expect(level.unproject(Vector2(0, 0), elevation: -6.3e6) == .outsideWorld)
    #expect(level.unproject(Vector2(200, 300), elevation: 5000) == .behindCamera)
    let down = try view(pitch: 0)
    #expect(down.unproject(Vector2(0, 0), elevation: 2000) == .behindCamera)
    #expect(
      down.unproject(Vector2(200, 150), elevation: 0, farDepth: 999) == .beyondFarLimit)
    let whole = try view(pitch: 0, distance: 2e8)
    #expect(whole.unproject(Vector2(0, 0)) == .sky)
    #expect(whole.unproject(Vector2(200, 150)).ground != nil)
    #expect(whole.project(Coordinate(latitude: .nan, longitude: 0)) == .outsideWorld)
    #expect(
      whole.project(Coordinate(latitude: 0, longitude: 0), elevation: .infinity) == .outsideWorld)
    if case .belowHorizon = whole.project(Coordinate(latitude: -40, longitude: -170)) {
    } else {
      Issue.record("the opposite side is seen")
    }
  }

  @Test("batches give what single points give")
  func batches() {
    forEachSeed(50) { random in
      let view = try view(&random)
      let places = (0..<100).map { _ in
        GeodeticPosition(anyPlace(&random), height: random.double(-100...9000))
      }
      try check(
        view.project(places) == places.map { view.project($0.coordinate, elevation: $0.height) },
        "\(view.camera)")
      let points = (0..<100).map { _ in point(view, &random) }
      try check(
        view.unproject(points, elevation: 5, farDepth: 1e6)
          == points.map { view.unproject($0, elevation: 5, farDepth: 1e6) }, "\(view.camera)")
      var results = [ProjectionResult](repeating: .outsideWorld, count: places.count)
      places.withUnsafeBufferPointer { source in
        results.withUnsafeMutableBufferPointer { view.project(source, into: $0) }
      }
      try check(results == view.project(places), "\(view.camera)")
      var ground = [UnprojectionResult](repeating: .sky, count: points.count)
      points.withUnsafeBufferPointer { source in
        ground.withUnsafeMutableBufferPointer {
          view.unproject(source, into: $0, elevation: 5, farDepth: 1e6)
        }
      }
      try check(
        ground == view.unproject(points, elevation: 5, farDepth: 1e6), "\(view.camera)")
    }
  }
}
