import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import Testing

/// Elevations that cannot tell land from sea, and those that do not reach all that is built.
@Suite struct SilentElevationsTests {
  private static let center = Coordinate(latitude: 46.5, longitude: 2.5)

  private static func place(_ north: Double, _ east: Double) -> Coordinate {
    Coordinate(latitude: center.latitude + north, longitude: center.longitude + east)
  }

  /// Houses around the middle and a road through it from west to east, in the middle of France.
  private static func town() -> Scene {
    var scene = Scene()
    scene.showsWorld = true
    scene.light = Light(sunAzimuth: 180, sunElevation: 60)
    for n in 0..<9 {
      scene.buildings.append(
        TestScenes.block(at: place(0.004 * Double(n / 3 - 1), 0.006 * Double(n % 3 - 1)), height: 9)
      )
    }
    scene.roads = [
      Road(kind: .runway, width: 120, path: [place(0.002, -0.008), place(0.002, 0.008)])
    ]
    return scene
  }

  private static func ground(
    _ bounds: GeographicBounds, _ height: (_ column: Int) -> Float
  ) -> ElevationMosaic {
    ElevationMosaic([
      HeightField(
        width: 41, height: 41, bounds: bounds, samples: (0..<41 * 41).map { height($0 % 41) })
    ])
  }

  private static func box(_ west: Double, _ east: Double) -> GeographicBounds {
    GeographicBounds(
      south: center.latitude - 0.05, west: center.longitude + west, north: center.latitude + 0.05,
      east: center.longitude + east)
  }

  private static func color(_ scene: Scene, _ at: Coordinate) throws -> (warmth: Int, light: Int) {
    let picture = try SceneRenderer(scene: scene).render(
      camera: MapCamera(lookingAtCenter: at, fromDistance: 1500, pitch: 0, heading: 0),
      options: TestScenes.options(width: 64, height: 48))
    let p = picture.image[32, 24]
    return (Int(p.red) - Int(p.blue), Int(p.red) + Int(p.green) + Int(p.blue))
  }

  @Test(
    "ground at the sea's height or below everywhere makes no sea", arguments: [0, -3],
    [true, false])
  func level(_ height: Float, _ showsWorld: Bool) throws {
    var scene = Self.town()
    scene.showsWorld = showsWorld
    let meadow = Self.place(0.0035, 0.003)
    let plain = try Self.color(scene, meadow).warmth
    for bounds in [Self.box(-0.05, 0.05), Self.box(0, 0.05)] {
      scene.ground = Self.ground(bounds) { _ in height }
      #expect(try abs(Self.color(scene, meadow).warmth - plain) < 12)
      for beside in [Self.place(-0.03, 0.02), Self.place(0.02, -0.03)] where showsWorld {
        #expect(try abs(Self.color(scene, beside).warmth - plain) < 25, "\(beside)")
      }
    }
  }

  /// The town on land north of a coast from west to east.
  private static func townAtCoast() -> Scene {
    var scene = town()
    scene.land = [
      GeographicPolygon(rings: [
        [
          place(-0.006, -0.02), place(-0.006, 0.02), place(0.02, 0.02),
          place(0.02, -0.02),
        ]
      ])
    ]
    scene.landBounds = [
      GeographicBounds(
        south: center.latitude - 0.02, west: center.longitude - 0.02,
        north: center.latitude + 0.02, east: center.longitude + 0.02)
    ]
    return scene
  }

  @Test(
    "ground of one height, or that knows no sea, leaves a coastline as it is without",
    arguments: [[0, 0], [-2, -2], [7, 7], [3, 90]] as [[Float]])
  func besideCoast(_ heights: [Float]) {
    var scene = Self.townAtCoast()
    let plain = GroundPicker(scene: scene)
    for bounds in [Self.box(-0.1, 0.1), Self.box(0, 0.1)] {
      scene.ground = Self.ground(bounds) { heights[$0 % 2] }
      let picker = GroundPicker(scene: scene)
      for north in stride(from: -0.045, through: 0.045, by: 0.009) {
        for east in stride(from: -0.045, through: 0.045, by: 0.009) {
          let at = Self.place(north, east)
          #expect(picker.kind(at: at) == plain.kind(at: at), "\(north) \(east)")
        }
      }
    }
  }

  @Test("roads and ground are drawn where the elevations end, too", arguments: [true, false])
  func halfATown(_ knowsSea: Bool) throws {
    var scene = Self.town()
    let bounds = Self.box(0.001, 0.05)
    scene.ground = Self.ground(bounds) { $0 < 30 || !knowsSea ? 40 : 0 }
    // The runway is gray and lighter than meadows; in the west no elevation is known.
    let road = try Self.color(scene, Self.place(0.002, -0.005))
    let known = try Self.color(scene, Self.place(0.002, 0.005))
    let meadow = try Self.color(scene, Self.place(0.0035, -0.003))
    #expect(abs(road.light - known.light) < 60 && abs(road.warmth - known.warmth) < 20)
    #expect(abs(road.warmth - meadow.warmth) > 20, "\(road) \(meadow)")
    #expect(meadow.warmth > 20, "\(meadow)")
  }

  @Test("a coastline counts where elevations end")
  func coastBeyond() {
    var scene = Self.townAtCoast()
    // Of the northeast alone, with a sea of its own.
    scene.ground = Self.ground(
      GeographicBounds(
        south: Self.center.latitude, west: Self.center.longitude,
        north: Self.center.latitude + 0.1, east: Self.center.longitude + 0.1)
    ) { $0 < 30 ? 40 : 0 }
    let picker = GroundPicker(scene: scene)
    #expect(picker.kind(at: Self.place(-0.01, -0.01)) == .water)
    #expect(picker.kind(at: Self.place(-0.01, 0.01)) == .water)
    #expect(picker.kind(at: Self.place(-0.003, -0.012)) == .terrain)
    #expect(picker.kind(at: Self.place(0.05, 0.02)) == .terrain)
    #expect(picker.kind(at: Self.place(0.05, 0.09)) == .water)
  }
}
