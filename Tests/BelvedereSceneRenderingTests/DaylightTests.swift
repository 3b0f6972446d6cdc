import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import Testing

/// Pictures through the day.
@Suite struct DaylightTests {
  private let center = TestScenes.center

  private func picture(
    _ light: Light, pitch: Double = 60, heading: Double = 0, width: Int = 160, height: Int = 90,
    _ change: (inout RenderOptions) -> Void = { _ in }
  ) throws -> RenderedImage {
    var scene = TestScenes.village(at: center)
    scene.light = light
    var options = TestScenes.options(width: width, height: height)
    change(&options)
    return try SceneRenderer(scene: scene).render(
      camera: TestScenes.camera(center, distance: 700, pitch: pitch, heading: heading),
      options: options)
  }

  private func mean(_ image: Image) -> SIMD3<Double> {
    var sum = SIMD3<Double>.zero
    for i in 0..<(image.width * image.height) {
      sum += SIMD3(
        Double(image.bytes[4 * i]), Double(image.bytes[4 * i + 1]), Double(image.bytes[4 * i + 2]))
    }
    return sum / Double(image.width * image.height)
  }

  @Test func theDayFadesWithoutAJump() throws {
    var last: Double?
    for step in 0...60 {
      let elevation = 30 - Double(step)
      let color = try mean(
        picture(Light(sunAzimuth: 250, sunElevation: elevation), width: 64, height: 36).image)
      let level = color.dot(SIMD3(0.2126, 0.7152, 0.0722))
      if let last {
        #expect(
          level < last + 4, "brighter at \(elevation)° than a degree before: \(level), \(last)")
        #expect(level > last - 18, "a jump to \(elevation)°: \(level), \(last)")
      }
      last = level
    }
    #expect(try #require(last) < 50)
  }

  /// The low sun is golden: what it lights is redder beside the shadows than by day.
  @Test func theLowSunIsGolden() throws {
    func warmth(_ elevation: Double) throws -> Double {
      var scene = Scene()
      scene.land = [TestScenes.box(around: center, degrees: 1)]
      scene.light = Light(sunAzimuth: 180, sunElevation: elevation)
      let c = mean(
        try SceneRenderer(scene: scene).render(
          camera: TestScenes.camera(center, distance: 700, pitch: 0, heading: 0),
          options: TestScenes.options(width: 32, height: 32)
        ).image)
      return c.x / c.z
    }
    let values = try [50.0, 20, 8].map(warmth)
    #expect(values == values.sorted(), "\(values)")
  }

  /// Grey ground is golden in the evening and blue after it; it never turns maroon, with less green than red and blue.
  @Test func groundIsNotMagentaAtDusk() throws {
    func color(_ elevation: Double) throws -> SIMD3<Double> {
      var scene = Scene()
      scene.land = [TestScenes.box(around: center, degrees: 1)]
      scene.landCover = [
        LandCover(kind: .urban, polygon: TestScenes.box(around: center, degrees: 1))
      ]
      scene.light = Light(sunAzimuth: 260, sunElevation: elevation)
      return mean(
        try SceneRenderer(scene: scene).render(
          camera: TestScenes.camera(center, distance: 700, pitch: 0, heading: 0),
          options: TestScenes.options(width: 32, height: 32)
        ).image)
    }
    // By how much less green there is in the light than at noon.
    let noon = try color(60)
    for elevation in [12.0, 8, 6, 4, 2, 0, -2, -4] {
      let light = try color(elevation) / noon
      let share = light.y / (light.x * light.z).squareRoot()
      #expect(share > 0.935, "\(share) of the green at \(elevation)°")
      if (6...12).contains(elevation) {
        #expect(light.x > 1.03 * light.z, "not golden at \(elevation)°: \(light)")
      }
    }
  }

  /// Windows and streets shine at night, and do not by day.
  @Test func lampsAreLitAtNight() throws {
    func shining(_ elevation: Double) throws -> Int {
      let image = try picture(
        Light(sunAzimuth: 250, sunElevation: elevation), pitch: 75, width: 320, height: 180
      ).image
      let level = mean(image).dot(SIMD3(0.2126, 0.7152, 0.0722))
      return (0..<(320 * 180)).count { i in
        let (r, b) = (Double(image.bytes[4 * i]), Double(image.bytes[4 * i + 2]))
        return r > 90 && r > 1.4 * b && r > 2.5 * level
      }
    }
    let (night, dusk, day) = (try shining(-20), try shining(-5), try shining(20))
    #expect(night > 100 && dusk > 50 && day == 0, "\(night), \(dusk), \(day)")
  }

  /// A pyramid that begins at the ground is lived in, and a spire is not.
  @Test func pyramidsHaveWindowsAtNight() throws {
    func shining(from bottom: Double) throws -> Int {
      var scene = Scene()
      scene.land = [TestScenes.box(around: center, degrees: 1)]
      var building = TestScenes.block(at: center, height: bottom + 120)
      (building.minHeight, building.roof, building.roofHeight) = (bottom, .pyramid, 120)
      scene.buildings = [building]
      scene.light = Light(sunElevation: -20)
      let image = try SceneRenderer(scene: scene).render(
        camera: TestScenes.camera(center, distance: 500, pitch: 70, heading: 0),
        options: TestScenes.options(width: 160, height: 120, samples: 4)
      ).image
      return (0..<(160 * 120)).count { Double(image.bytes[4 * $0]) > 90 }
    }
    let (pyramid, spire) = (try shining(from: 0), try shining(from: 20))
    #expect(pyramid > 80 && spire < 10, "\(pyramid), \(spire)")
  }

  /// So is a round tower, of whose walls none is wide enough for a window.
  @Test func roundTowersHaveWindowsAtNight() throws {
    func shining(_ corners: Int) throws -> Int {
      let frame = LocalFrame(origin: center)
      let ring = (0..<corners).map { i in
        let turned = Quaternion(
          axis: Vector3(0, 0, 1), angle: .degrees(360 * Double(i) / Double(corners))
        ).rotate(Vector3(15, 0, 0))
        return frame.coordinate(at: Vector2(turned.x, turned.y))
      }
      var scene = Scene()
      scene.land = [TestScenes.box(around: center, degrees: 1)]
      scene.buildings = [
        Building(
          footprint: GeographicPolygon(rings: [ring]), height: 29, use: .residential, id: "a")
      ]
      scene.light = Light(sunElevation: -20)
      let image = try SceneRenderer(scene: scene).render(
        camera: TestScenes.camera(center, distance: 150, pitch: 70, heading: 0),
        options: TestScenes.options(width: 160, height: 120, samples: 4)
      ).image
      return (0..<(160 * 120)).count { Double(image.bytes[4 * $0]) > 190 }
    }
    let (square, round) = (try shining(4), try shining(48))
    #expect(square > 25 && round > square / 2, "\(square), \(round)")
  }

  /// Dithered bytes have the mean of the exact colours over any small square; others do not.
  @Test func ditheringKeepsTheMean() throws {
    func worst(_ quality: RenderQuality) throws -> Double {
      let light = Light(sunAzimuth: 250, sunElevation: 6)
      func sky(_ depth: Int, _ quality: RenderQuality) throws -> RenderedImage {
        try picture(light, pitch: 88, heading: 70, width: 128, height: 64) {
          $0.quality = quality
          $0.depth = depth
          $0.samples = 1
          $0.limits = CameraLimits(pitchLimit: .none)
        }
      }
      let exact = try #require(try sky(16, quality).deepImage)
      let image = try sky(8, quality).image
      var worst = 0.0
      for y in stride(from: 0, to: 16, by: 16) {
        for x in stride(from: 0, to: 128, by: 16) {
          for channel in 0..<3 {
            var (a, b) = (0.0, 0.0)
            for j in y..<(y + 16) {
              for i in x..<(x + 16) {
                let k = 4 * (j * 128 + i) + channel
                a += Double(exact.samples[k]) / 257
                b += Double(image.bytes[k])
              }
            }
            worst = max(worst, abs(a - b) / 256)
          }
        }
      }
      return worst
    }
    let (dithered, plain) = (try worst(.standard), try worst(.draft))
    #expect(dithered < 0.08, "\(dithered) levels")
    #expect(plain > 2 * dithered, "\(plain) levels")
  }

  /// A scene with a time has the sun of that time, on the map and on the globe.
  @Test(arguments: [MapProjection.flat, .globe])
  func aTimePutsTheSunInItsPlace(_ projection: MapProjection) throws {
    let time = try UniversalTime(iso8601: "2026-06-21T18:00:00-07:00")
    let byTime = try picture(Light(time: time)) { $0.projection = projection }
    let sun = try SolarPosition(at: time, coordinate: center)
    // The village reaches 3 km.
    #expect(abs(byTime.light.sunAzimuth - sun.azimuth) < 0.1)
    #expect(abs(byTime.light.sunElevation - sun.apparentElevation) < 0.1)
    #expect(byTime.light.time == nil)
    let byAngles = try picture(byTime.light) { $0.projection = projection }
    // Edges of shadows move by parts of a texel where the last bits of the direction differ.
    let difference = try #require(ImageDifference(byTime.image, byAngles.image, tolerance: 24))
    #expect(difference.count <= 4)
    // The options' light counts more than the scene's.
    let other = try picture(Light()) {
      $0.projection = projection
      $0.light = Light(time: time)
    }
    #expect(other.image == byTime.image)
    #expect(other.light == byTime.light)
  }

  @Test func depthsThatThereAreNotAreErrors() throws {
    for depth in [0, 1, 10, 32] {
      #expect(throws: DomainError.self) { try picture(Light()) { $0.depth = depth } }
    }
  }
}

extension SIMD3<Double> {
  fileprivate func dot(_ other: SIMD3<Double>) -> Double { (self * other).sum() }
}
