import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import BelvedereTestSupport
import Dispatch
import Synchronization
import Testing

/// What is kept from picture to picture changes none of them.
@Suite struct KeptPictureTests {
  private let center = TestScenes.center

  private struct Shot: Sendable {
    var camera: MapCamera
    var style = 1.0
    var projection = MapProjection.flat
  }

  private var shots: [Shot] {
    func camera(_ distance: Double, _ pitch: Double, _ heading: Double = 30) -> MapCamera {
      TestScenes.camera(center, distance: distance, pitch: pitch, heading: heading)
    }
    return [
      Shot(camera: camera(900, 62)), Shot(camera: camera(900, 5)), Shot(camera: camera(700, 0)),
      Shot(camera: camera(905, 62, 33)), Shot(camera: camera(4000, 74)),
      Shot(camera: camera(900, 62), style: 0.4), Shot(camera: camera(90, 50)),
      Shot(camera: camera(900, 5), style: 0), Shot(camera: camera(900, 62), projection: .globe),
    ]
  }

  private func picture(_ shot: Shot, _ renderer: SceneRenderer) throws -> Image {
    var options = TestScenes.options(width: 96, height: 64, samples: 4, threads: 2)
    options.elevationStyle = shot.style
    options.projection = shot.projection
    return try renderer.render(camera: shot.camera, options: options).image
  }

  @Test func aPictureIsTheSameWhateverWasDrawnBefore() throws {
    let scene = TestScenes.village(at: center)
    let alone = try shots.map { try picture($0, SceneRenderer(scene: scene)) }
    // They do show something, and not the same.
    #expect(Set(alone.map { $0.bytes }).count == alone.count)
    let renderer = SceneRenderer(scene: scene)
    for order in [Array(shots.indices), shots.indices.reversed(), [3, 0, 0, 6, 1, 8, 2, 7, 5, 4]] {
      for n in order {
        #expect(try picture(shots[n], renderer) == alone[n], "shot \(n) in \(order)")
      }
    }
  }

  @Test func picturesMayBeDrawnAtOnce() throws {
    let scene = TestScenes.village(at: center)
    let shots = self.shots
    let alone = try shots.map { try picture($0, SceneRenderer(scene: scene)) }
    let renderer = SceneRenderer(scene: scene)
    let wrong = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 3 * shots.count) { i in
      let n = i % shots.count
      if (try? picture(shots[n], renderer)) != alone[n] { wrong.withLock { $0.append(n) } }
    }
    #expect(wrong.withLock { $0 } == [])
  }

  /// The shadow of a block ends where the sunlight over its edge meets the ground.
  @Test(arguments: [(300.0, 35.0), (300, 8), (1500, 50), (1500, 20), (6000, 12), (12_000, 15)])
  func aShadowEndsWhereTheSunlightMeetsTheGround(_ distance: Double, _ elevation: Double) throws {
    // A wall from west to east whose shadow falls to the north, as long as a quarter of the picture.
    let length = distance * 0.1
    let height = length * tangent(elevation)
    let frame = LocalFrame(origin: center)
    func ring(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [Coordinate] {
      [(west, south), (east, south), (east, north), (west, north)].map {
        frame.coordinate(at: Vector2($0.0, $0.1))
      }
    }
    var wall = TestScenes.block(at: center, height: height)
    wall.footprint = GeographicPolygon(
      rings: [ring(-length, -0.05 * length, length, 0)])
    wall.hasWindows = false
    var scene = Scene()
    scene.buildings = [wall]
    scene.light = Light(sunAzimuth: 180, sunElevation: elevation)
    let renderer = SceneRenderer(scene: scene)
    let options = TestScenes.options(width: 240, height: 240, samples: 4, threads: 2)
    // From a little aside, so that buildings are extruded.
    let camera = TestScenes.camera(center, distance: distance, pitch: 11, heading: 0)
    let image = try renderer.render(camera: camera, options: options).image
    let view = try TestScenes.view(camera, options)
    func light(_ north: Double) throws -> Double {
      let place = frame.coordinate(at: Vector2(0, north))
      let point = try #require(view.project(place).point)
      let p = image[Int(point.x), Int(point.y)]
      return Double(p.red) + Double(p.green) + Double(p.blue)
    }
    let pixel = distance / view.viewport.focalLength
    let lit = try light(length * 1.6)
    let dark = try light(length * 0.6)
    // Of a clear evening's light at 8° three fifths come from the sky: four fifths as they are encoded.
    #expect(dark < lit * (elevation < 10 ? 0.84 : 0.8))
    // Half of the light arrives within two pixels of the edge, which the sunlight's width blurs.
    var edge = length * 0.6
    while try light(edge) < (lit + dark) / 2, edge < length * 1.6 { edge += pixel / 2 }
    #expect(abs(edge - length) < 2.5 * pixel, "at \(edge) m instead of \(length) m")
  }

  private func tangent(_ degrees: Double) -> Double {
    let d = Quaternion(axis: Vector3(0, 1, 0), angle: .degrees(-degrees)).rotate(Vector3(1, 0, 0))
    return d.z / d.x
  }
}
