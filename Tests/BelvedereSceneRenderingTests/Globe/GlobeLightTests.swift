import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Foundation
import Testing

/// Sun, sky and air on pictures of the globe.
@Suite struct GlobeLightTests {
  private func brightness(_ p: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)) -> Double {
    0.2126 * Double(p.red) + 0.7152 * Double(p.green) + 0.0722 * Double(p.blue)
  }

  /// Where the sun stands over a place of the ellipsoid, degrees, for one that stands over another.
  private func sunElevation(
    _ place: Coordinate, _ azimuth: Double, _ elevation: Double, over center: Coordinate
  ) -> Double {
    func axes(_ c: Coordinate) -> (east: Vector3, north: Vector3, up: Vector3) {
      let (φ, λ) = (c.latitude * .pi / 180, c.longitude * .pi / 180)
      return (
        Vector3(-sin(λ), cos(λ), 0), Vector3(-sin(φ) * cos(λ), -sin(φ) * sin(λ), cos(φ)),
        Vector3(cos(φ) * cos(λ), cos(φ) * sin(λ), sin(φ))
      )
    }
    let (e, n, u) = axes(center)
    let (a, h) = (azimuth * .pi / 180, elevation * .pi / 180)
    let sun = (e * sin(a) + n * cos(a)) * cos(h) + u * sin(h)
    return asin(sun.dot(axes(place).up)) * 180 / .pi
  }

  @Test(arguments: [(37.8, -122.4, 235.0, 38.0), (-20, 170, 80, 5), (70, 30, 300, -20)])
  func fromSpaceOneSideIsDayAndOneIsNight(
    _ latitude: Double, _ longitude: Double, _ azimuth: Double, _ elevation: Double
  ) throws {
    let c = Coordinate(latitude: latitude, longitude: longitude)
    var scene = Scene()
    scene.light = Light(sunAzimuth: azimuth, sunElevation: elevation)
    let options = GlobeScenes.options(fieldOfView: 36)
    let camera = MapCamera(lookingAtCenter: c, fromDistance: 20_000_000, pitch: 0, heading: 0)
    let view = try GlobeScenes.view(camera, options)
    let image = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    var day: [Double] = []
    var night: [Double] = []
    var space: [Double] = []
    for y in stride(from: 0, to: 120, by: 2) {
      for x in stride(from: 0, to: 160, by: 2) {
        let p = Vector2(Double(x) + 0.5, Double(y) + 0.5)
        let value = brightness(image[x, y])
        guard let place = view.unproject(p).coordinate else {
          // The limb's glow is a pixel wide.
          let isFar = [-2.0, 2].allSatisfy { dx in
            [-2.0, 2].allSatisfy { view.unproject(p + Vector2(dx, $0)).coordinate == nil }
          }
          if isFar { space.append(value) }
          continue
        }
        let e = sunElevation(place, azimuth, elevation, over: c)
        if e > 15 { day.append(value) }
        if e < -15 { night.append(value) }
      }
    }
    #expect(space.count > 500)
    #expect(space.allSatisfy { $0 < 1 }, "space shines: \(space.max() ?? 0)")
    if elevation > -16 {
      #expect(day.count > 200)
      #expect(day.allSatisfy { $0 > 25 }, "a dark place by day: \(day.min() ?? 0)")
    }
    #expect(night.count > 200 || elevation > 30)
    #expect(night.allSatisfy { $0 < 8 }, "a bright place by night: \(night.max() ?? 0)")
  }

  /// At the limb the air shines blue over the Earth's edge, and it is dark 100 km above it.
  @Test func theAirIsAThinBlueLimb() throws {
    let options = GlobeScenes.options(width: 60, height: 240, fieldOfView: 6)
    let height = 400_000.0
    let dip = acos(6_378_137 / (6_378_137 + height)) * 180 / .pi
    let camera = try GlobeScenes.camera(
      over: Coordinate(latitude: 0, longitude: 0), height: height, depression: dip + 0.5,
      heading: 90)
    var scene = Scene()
    scene.light = Light(sunAzimuth: 90, sunElevation: 60)
    let image = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    let view = try GlobeScenes.view(camera, options)
    let horizon = try #require(view.horizon?.point(azimuth: 90)).y
    // The horizon lies 2,300 km away: so many metres a pixel.
    let scale = 2_293_000 / view.viewport.focalLength
    func pixel(_ above: Double) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
      image[30, Int(horizon - above / scale)]
    }
    let low = pixel(15_000)
    #expect(low.blue > low.red && brightness(low) > 60, "15 km over the edge: \(low)")
    let ladder = [5_000.0, 20_000, 35_000, 50_000].map { brightness(pixel($0)) }
    #expect(ladder == ladder.sorted(by: >), "\(ladder)")
    #expect(brightness(pixel(62_000)) < 3)
  }

  @Test(arguments: [(37.8, 0.0), (-70, 100), (84, 200), (0, 290)])
  func shadowsFallAwayFromTheSun(_ latitude: Double, _ azimuth: Double) throws {
    let c = Coordinate(latitude: latitude, longitude: -122.4)
    var scene = Scene()
    scene.light = Light(sunAzimuth: azimuth, sunElevation: 45)
    scene.land = [TestScenes.box(around: c, degrees: 1)]
    var built = scene
    built.buildings = [TestScenes.block(at: c, height: 60)]
    let options = GlobeScenes.options()
    let camera = MapCamera(
      lookingAtCenter: c, fromDistance: 500, pitch: 40, heading: azimuth + 90)
    let view = try GlobeScenes.view(camera, options)
    let empty = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    let full = try SceneRenderer(scene: built).render(camera: camera, options: options).image
    func ratio(_ meters: Double) throws -> Double {
      let place = try Geodesic.wgs84.direct(
        from: c, azimuth: meters < 0 ? azimuth + 180 : azimuth, distance: abs(meters)
      ).coordinate
      let p = try #require(view.project(place).point)
      return brightness(full[Int(p.x), Int(p.y)]) / brightness(empty[Int(p.x), Int(p.y)])
    }
    #expect(try ratio(40) > 0.93)
    #expect(try ratio(-45) < 0.75)
    #expect(try ratio(-110) > 0.93)
  }

  /// Seen from near, the flat map and the globe are one place in one light.
  ///
  /// Over a way s from the centre the Earth drops by s²/2R, 0.6 m at the corners of the picture, and
  /// the flat map's metres are those of a sphere, up to 0.67 % longer than the ellipsoid's: a point a
  /// third of the picture off the middle is moved by 0.4 pixels at most. Colours change by the horizon's
  /// haze, and shadows have softer edges in the flat map.
  @Test(arguments: [(1300.0, 60.0), (1800, 0), (600, 40), (4000, 50)])
  func nearTheGroundTheGlobeIsTheFlatMap(_ distance: Double, _ pitch: Double) throws {
    let c = TestScenes.center
    let renderer = SceneRenderer(scene: TestScenes.village(at: c))
    let camera = MapCamera(
      lookingAtCenter: c, fromDistance: distance, pitch: pitch, heading: 12)
    var options = TestScenes.options()
    let flat = try renderer.render(camera: camera, options: options).image
    options.projection = .globe
    let globe = try renderer.render(camera: camera, options: options).image
    #expect(flat != globe)
    // A pixel may show what its neighbour shows on the other picture, within a sixteenth.
    var (far, sum) = (0, 0.0)
    for y in 1..<89 {
      for x in 1..<159 {
        let p = globe[x, y]
        func channels(_ q: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)) -> [Int] {
          [Int(q.red), Int(q.green), Int(q.blue)]
        }
        let around = (-1...1).flatMap { dy in (-1...1).map { channels(flat[x + $0, y + dy]) } }
        let own = channels(p)
        var worst = 0
        for k in 0..<3 {
          let values = around.map { $0[k] }
          let (low, high) = (values.min() ?? 0, values.max() ?? 0)
          worst = max(worst, low - own[k], own[k] - high)
        }
        if worst > 24 { far += 1 }
        sum += Double(abs(own[1] - channels(flat[x, y])[1]))
      }
    }
    #expect(far <= 40, "\(far) pixels are of another place")
    #expect(sum / Double(88 * 158) < 2.5, "mean difference \(sum / Double(88 * 158))")
  }

  @Test func theBytesDoNotDependOnTheNumberOfThreads() throws {
    let c = TestScenes.center
    for (distance, pitch) in [(1200.0, 65.0), (15_000, 70), (600_000, 60), (20_000_000, 20)] {
      let camera = MapCamera(
        lookingAtCenter: c, fromDistance: distance, pitch: pitch, heading: 15)
      func picture(_ threads: Int) throws -> Image {
        try SceneRenderer(scene: TestScenes.village(at: c)).render(
          camera: camera, options: GlobeScenes.options(threads: threads)
        ).image
      }
      let expected = try picture(1)
      #expect(try picture(2) == expected, "2 threads from \(distance) m")
      #expect(try picture(7) == expected, "7 threads from \(distance) m")
    }
  }

  @Test func goldenVillageOnTheGlobe() throws {
    let image = try SceneRenderer(scene: TestScenes.village(at: TestScenes.center)).render(
      camera: TestScenes.camera(TestScenes.center, distance: 1300, pitch: 66, heading: 12),
      options: GlobeScenes.options(width: 160, height: 90)
    ).image
    try expectGolden(image, "village-globe", tolerance: 4, allowedPixels: 20)
  }

  @Test func goldenEarth() throws {
    let image = try SceneRenderer(scene: TestScenes.village(at: TestScenes.center)).render(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 20, longitude: -140), fromDistance: 20_000_000,
        pitch: 0, heading: 0), options: GlobeScenes.options(fieldOfView: 36)
    ).image
    try expectGolden(image, "earth", tolerance: 4, allowedPixels: 20)
  }
}
