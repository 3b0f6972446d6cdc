import BelvedereCameraModel
import BelvedereFlatGeobuf
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// The colours of land on which nothing is mapped.
@Suite("Open country") struct OpenCountryTests {
  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  private static let holland = place(52.1, 5.6)
  private static let sahara = place(23, 10)

  /// Houses of 12 m by 12 m in rows.
  private static func houses(
    at c: Coordinate, count: Int = 17, spacing: Double = 34
  ) -> [Building] {
    let frame = LocalFrame(origin: c)
    return (0..<count * count).map { i in
      let (x, y) = (Double(i % count - count / 2), Double(i / count - count / 2))
      return Building(
        footprint: GeographicPolygon(
          rectangleAround: frame.coordinate(at: Vector2(x, y) * spacing), width: 12, depth: 12,
          heading: 0), height: 5)
    }
  }

  /// A scene of a few houses.
  private static func scene(at c: Coordinate) -> Scene {
    var scene = Scene()
    scene.showsWorld = true
    scene.light = Light(sunAzimuth: 180, sunElevation: 65)
    scene.buildings = ObjectList(houses(at: c, count: 1))
    return scene
  }

  private struct Mean {
    var (red, green, blue) = (0.0, 0.0, 0.0)
    /// What grows makes more of green than of red.
    var greenness: Double { green - red }
  }

  /// The mean of a picture from straight above, some metres across.
  private static func mean(
    _ scene: Scene, east: Double = 0, north: Double = 0, across: Double = 60, of c: Coordinate,
    _ configuration: MapConfiguration? = nil
  ) throws -> Mean {
    let at = LocalFrame(origin: c).coordinate(at: Vector2(east, north))
    var options = TestScenes.options(width: 24, height: 24)
    options.configuration = configuration
    let picture = try SceneRenderer(scene: scene).render(
      camera: MapCamera(
        lookingAtCenter: at, fromDistance: across / 2 / tan(15 * .pi / 180), pitch: 0, heading: 0),
      options: options
    ).image
    var mean = Mean()
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let p = picture[x, y]
        mean.red += Double(p.red)
        mean.green += Double(p.green)
        mean.blue += Double(p.blue)
      }
    }
    let count = Double(picture.width * picture.height)
    return Mean(red: mean.red / count, green: mean.green / count, blue: mean.blue / count)
  }

  @Test(
    "where it rains the land is green, in a desert it is sand, and without the world it is neither")
  func climates() throws {
    let (holland, sahara) = (Self.holland, Self.sahara)
    let green = try Self.mean(Self.scene(at: holland), east: 900, of: holland)
    let sand = try Self.mean(Self.scene(at: sahara), east: 900, of: sahara)
    #expect(green.greenness > 4)
    #expect(sand.greenness < -12)
    for configuration in [
      MapConfiguration.standard(
        StandardMapConfiguration(emphasisStyle: .muted, appearance: .light)),
      .standard(StandardMapConfiguration(emphasisStyle: .default, appearance: .dark)),
    ] {
      let a = try Self.mean(Self.scene(at: holland), east: 900, of: holland, configuration)
      let b = try Self.mean(Self.scene(at: sahara), east: 900, of: sahara, configuration)
      #expect(abs(a.greenness - b.greenness) < 3)
    }
    let bare = [holland, sahara].map { c in
      var scene = Self.scene(at: c)
      scene.showsWorld = false
      return scene
    }
    let a = try Self.mean(bare[0], east: 900, of: holland)
    let b = try Self.mean(bare[1], east: 900, of: sahara)
    #expect(abs(a.greenness - b.greenness) < 3)
  }

  @Test("towns stand on paved ground, which ends softly")
  func towns() throws {
    let c = Self.holland
    var scene = Self.scene(at: c)
    let open = try Self.mean(scene, east: 17, north: 17, across: 14, of: c)
    scene.buildings = ObjectList(Self.houses(at: c))
    // Between four houses in the middle, and farther and farther out.
    let places = [17.0, 323, 425, 527, 1700]
    let greens = try places.map {
      try Self.mean(scene, east: $0, north: 17, across: 14, of: c).greenness
    }
    #expect(open.greenness > 4)
    #expect(greens[0] < -3)
    #expect(greens[4] > 4)
    #expect(zip(greens, greens.dropFirst()).allSatisfy { $0 <= $1 + 1.5 }, "\(greens)")
    #expect(greens[1..<4].contains { $0 > greens[0] + 1.5 && $0 < greens[4] - 1.5 }, "\(greens)")
  }

  @Test("towns of which only what is seen is in memory stand on paved ground, too")
  func streamedTowns() throws {
    let folder = try TemporaryFolder()
    let c = Self.holland
    var writer = FlatGeobufWriter()
    // Many, so that they are surveyed by boxes around several.
    for house in Self.houses(at: c, count: 21, spacing: 24) {
      let ring = house.footprint.rings[0]
      writer.add(
        .polygons([[ring + ring.prefix(1)]]), properties: [("building", "yes"), ("height", "5")])
    }
    try Data(writer.file(named: "buildings", hasIndex: true))
      .write(to: URL(fileURLWithPath: "\(folder.path)/houses.fgb"))
    let path = try folder.write(
      "scene.json",
      #"{"belvedere": 1, "light": {"sunAzimuth": 180, "sunElevation": 65}, "#
        + #""streamed": [{"file": "houses.fgb", "kind": "buildings", "size": 16}]}"#)
    let scene = try SceneLoader().load(path: path).scene
    #expect(try Self.mean(scene, east: 12, north: 12, across: 8, of: c).greenness < -3)
    #expect(try Self.mean(scene, east: 1500, across: 8, of: c).greenness > 4)
  }

  /// A hill on level ground.
  private static func hill(_ height: Double, radius: Double, at c: Coordinate) -> Scene {
    var scene = Self.scene(at: place(c.latitude - 0.1, c.longitude - 0.1))
    scene.ground = ElevationMosaic([
      HillField(
        // All of it is above the sea.
        hills: [
          .init(center: c, height: 20, radius: 90_000),
          .init(center: c, height: height, radius: radius),
        ],
        bounds: GeographicBounds(
          south: c.latitude - 0.3, west: c.longitude - 0.3, north: c.latitude + 0.3,
          east: c.longitude + 0.3))
    ])
    return scene
  }

  @Test("there is snow above the snow line of the latitude, and rock below it and on steep slopes")
  func mountains() throws {
    let (alps, andes) = (Self.place(46, 9), Self.place(-1, -60))
    func blueness(_ mean: Mean) -> Double { mean.blue - mean.red }
    let snow = try Self.mean(Self.hill(4200, radius: 9000, at: alps), of: alps)
    let none = try Self.mean(Self.hill(4200, radius: 9000, at: andes), of: andes)
    let valley = try Self.mean(Self.hill(4200, radius: 9000, at: alps), east: 19_000, of: alps)
    #expect(blueness(snow) > -12)
    #expect(blueness(none) < blueness(snow) - 12)
    #expect(blueness(valley) < blueness(snow) - 12)
    #expect(snow.green > valley.green + 25)
    // Nor do trees grow below the snow.
    let high = try Self.mean(Self.hill(2450, radius: 9000, at: alps), of: alps)
    #expect(high.greenness < valley.greenness - 3)
    let steep = try Self.mean(Self.hill(1500, radius: 1100, at: andes), east: 520, of: andes)
    let gentle = try Self.mean(Self.hill(150, radius: 1100, at: andes), east: 520, of: andes)
    #expect(steep.greenness < gentle.greenness - 4)
  }

  @Test("the ground goes on across the meridian of 180°", arguments: [150.0, 1500, 24_000])
  func antimeridian(_ across: Double) throws {
    for c in [Self.place(66.5, 180), Self.place(52.1, 170), Self.place(52.1, -170)] {
      var scene = Self.scene(at: c)
      scene.land = [TestScenes.box(around: c, degrees: 2)]
      let picture = try SceneRenderer(scene: scene).render(
        camera: MapCamera(
          lookingAtCenter: LocalFrame(origin: c).coordinate(at: Vector2(0, across)),
          fromDistance: across / 2 / tan(15 * .pi / 180), pitch: 0, heading: 0),
        options: TestScenes.options(width: 160, height: 160)
      ).image
      let rises = (1..<160).map { x in
        (0..<160).reduce(0) { sum, y in
          sum + abs(Int(picture[x, y].green) - Int(picture[x - 1, y].green))
        }
      }
      let middle = rises[77...81].max() ?? 0
      let beside = (rises[20..<70] + rises[90..<140]).max() ?? 0
      #expect(Double(middle) <= 1.3 * Double(beside) + 60, "\(middle), \(beside)")
    }
  }

  @Test("grass is as green as the climate lets it be, and a park is watered")
  func grass() throws {
    func greenness(_ kind: LandCover.Kind, _ c: Coordinate) throws -> Double {
      var scene = Self.scene(at: c)
      let field = LocalFrame(origin: c).coordinate(at: Vector2(900, 0))
      scene.landCover = [
        LandCover(kind: kind, polygon: GeographicPolygon(circleAround: field, radius: 300))
      ]
      return try Self.mean(scene, east: 900, of: c).greenness
    }
    #expect(try greenness(.grass, Self.holland) > greenness(.grass, Self.sahara) + 8)
    #expect(try abs(greenness(.park, Self.holland) - greenness(.park, Self.sahara)) < 3)
  }
}
