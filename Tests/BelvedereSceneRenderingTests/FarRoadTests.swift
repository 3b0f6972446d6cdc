import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import Testing

/// Main roads from so far away that they are lines of the map.
@Suite struct FarRoadTests {
  private let center = TestScenes.center

  /// By how many levels a road through a meadow is lighter than it, seen straight down: the one of its pixels that differs most.
  private func contrast(
    _ kind: Road.Kind, width: Double = 20, distance: Double, cover: LandCover.Kind = .grass,
    _ map: StandardMapConfiguration = StandardMapConfiguration(), sun elevation: Double = 45
  ) throws -> Double {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 4)]
    scene.landCover = [LandCover(kind: cover, polygon: TestScenes.box(around: center, degrees: 3))]
    let frame = LocalFrame(origin: center)
    scene.roads = [
      Road(
        kind: kind, width: width,
        path: [-1.0, 1].map { frame.coordinate(at: Vector2($0 * 60_000, 0)) })
    ]
    var options = TestScenes.options(width: 48, height: 180, samples: 4, threads: 2)
    (options.configuration, options.light) = (
      .standard(map), Light(sunElevation: elevation)
    )
    let image = try SceneRenderer(scene: scene).render(
      camera: TestScenes.camera(center, distance: distance, pitch: 0, heading: 0),
      options: options
    ).image
    let rows = (0..<image.height).map { y in
      (0..<image.width).reduce(0.0) { sum, x in
        let i = 4 * (y * image.width + x)
        let c = SIMD3(
          Double(image.bytes[i]), Double(image.bytes[i + 1]), Double(image.bytes[i + 2]))
        return sum + (c * SIMD3(0.2126, 0.7152, 0.0722)).sum()
      } / Double(image.width)
    }
    // The road lies in the middle, the meadow all around.
    let meadow = (rows[..<60].reduce(0, +) + rows[120...].reduce(0, +)) / 120
    let road = rows[80..<100].max { abs($0 - meadow) < abs($1 - meadow) }
    return try #require(road) - meadow
  }

  @Test(arguments: [Road.Kind.motorway, .primary])
  func mainRoadsAreLightLinesFromAfar(_ kind: Road.Kind) throws {
    for (distance, least) in [(16_000.0, 10.0), (30_000, 18), (60_000, 18)] {
      let contrast = try contrast(kind, distance: distance)
      #expect(contrast > least, "\(kind) from \(distance) m: \(contrast)")
    }
  }

  /// A tram or a train is a thin dark line over a city's extent, and gone where a country is seen.
  @Test func railwaysAreThinDarkLines() throws {
    for (distance, most) in [(4000.0, -27.0), (6000, -17)] {
      let contrast = try contrast(.rail, width: 3, distance: distance)
      #expect(contrast < most, "from \(distance) m: \(contrast)")
    }
    #expect(try abs(contrast(.rail, width: 3, distance: 60_000)) < 3)
  }

  /// Those that are second to them can be seen where they are drawn, and stay behind them.
  @Test func otherRoadsAreFainter() throws {
    let main = try contrast(.motorway, distance: 20_000)
    let second = try contrast(.secondary, distance: 20_000)
    #expect(second > 4)
    #expect(second < 0.8 * main, "\(second), \(main)")
  }

  /// In cities as well, and on every map.
  @Test func mainRoadsAreSeenOnEveryMap() throws {
    for appearance in MapConfiguration.Appearance.allCases {
      for emphasis in MapConfiguration.EmphasisStyle.allCases {
        for cover in [LandCover.Kind.urban, .forest] {
          var map = StandardMapConfiguration()
          (map.appearance, map.emphasisStyle) = (appearance, emphasis)
          let contrast = try contrast(.motorway, distance: 30_000, cover: cover, map)
          #expect(contrast > 6, "\(appearance) \(emphasis) \(cover): \(contrast)")
        }
      }
    }
  }

  /// On pale ground, too, where they turn from darker to lighter than it.
  @Test(arguments: [6000.0, 9000, 12_000, 16_000, 20_000, 30_000, 60_000])
  func mainRoadsAreSeenOnSand(_ distance: Double) throws {
    let contrast = try contrast(.primary, distance: distance, cover: .beach)
    #expect(abs(contrast) > 3, "\(contrast)")
  }

  /// Near by asphalt is grey.
  @Test func nearRoadsKeepTheirColor() throws {
    #expect(try abs(contrast(.motorway, distance: 2000)) < 14)
  }

  /// Where lamps are lit roads get their own grey by and by.
  @Test func linesFadeAtDusk() throws {
    let all = try stride(from: 0.5, through: -5.5, by: -0.5).map {
      try contrast(.motorway, distance: 30_000, sun: $0)
    }
    for (a, b) in zip(all, all.dropFirst()) { #expect(abs(a - b) < 6, "\(all)") }
  }

  /// Roads fade before they are left out.
  @Test func roadsVanishGradually() throws {
    let all = try [120_000.0, 200_000, 260_000, 320_000, 400_000].map {
      try contrast(.motorway, distance: $0)
    }
    for (a, b) in zip(all, all.dropFirst()) { #expect(b < a + 1, "\(all)") }
    #expect(try #require(all.last) < 3, "\(all)")
  }
}
