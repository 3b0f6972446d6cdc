import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

/// Pictures of bridges and of the ramps that lead up to them.
@Suite("Ramps in pictures") struct RampPictureTests {
  private let center = TestScenes.center

  private func at(_ x: Double, _ y: Double) -> Coordinate {
    LocalFrame(origin: center).coordinate(at: Vector2(x, y))
  }

  private func road(
    _ path: [(Double, Double)], bridge: Int = 0, traffic: Road.Traffic? = nil
  ) -> Road {
    var road = Road(kind: .primary, width: 12, path: path.map { at($0.0, $0.1) })
    (road.bridge, road.traffic) = (bridge, traffic)
    return road
  }

  private func scene(_ traffic: Road.Traffic? = nil, half: Double = 15) -> Scene {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 0.2)]
    scene.roads = [
      road([(-half, 0), (half, 0)], bridge: 1, traffic: traffic),
      road([(-300, 0), (-half, 0)], traffic: traffic),
      road([(half, 0), (300, 0)], traffic: traffic),
      road([(0, -200), (0, 200)]),
    ]
    scene.raiseBridges()
    return scene
  }

  private func options(_ showsTraffic: Bool = false) -> RenderOptions {
    var options = TestScenes.options(width: 640, height: 360, samples: 1, threads: 2)
    var map = StandardMapConfiguration()
    map.showsTraffic = showsTraffic
    options.configuration = .standard(map)
    return options
  }

  @Test("traffic has its colours on bridges and ramps as on other roads")
  func traffic() throws {
    let camera = TestScenes.camera(center, distance: 500, pitch: 30, heading: 0)
    let view = try TestScenes.view(camera, options())
    // On the bridge, on a ramp, and on the ground.
    let places = [(0.0, 6.0), (45, 4), (180, 0)].compactMap { x, z in
      view.project(at(x, 0), elevation: z).screen?.point
    }
    #expect(places.count == 3)
    func colors(_ traffic: Road.Traffic?, shown: Bool) throws -> [SIMD3<Double>] {
      let image = try SceneRenderer(scene: scene(traffic)).render(
        camera: camera, options: options(shown)
      ).image
      return places.map { place in
        let p = image[Int(flooring: place.x, in: 0...639), Int(flooring: place.y, in: 0...359)]
        return SIMD3(Double(p.red), Double(p.green), Double(p.blue))
      }
    }
    let plain = try colors(nil, shown: true)
    #expect(try colors(.heavy, shown: false) == plain)
    for color in try colors(.heavy, shown: true) {
      #expect(color.x > 1.8 * color.y && color.x > 1.8 * color.z, "\(color)")
    }
    for color in try colors(.low, shown: true) {
      #expect(color.y > 1.3 * color.x, "\(color)")
    }
  }

  @Test("banks are slopes that begin at the roadway and end on the ground, with nothing between")
  func banks() throws {
    let scene = scene()
    let renderer = SceneRenderer(scene: scene)
    let frame = LocalFrame(origin: center)
    let roadway = scene.beams.filter { $0.embankment != nil }.flatMap { beam in
      beam.path.map {
        (x: frame.position(of: $0.coordinate).x, top: $0.elevation + beam.depth / 2)
      }
    }.sorted { $0.x < $1.x }
    for heading in [0.0, 180, 90, 40] {
      let camera = TestScenes.camera(center, distance: 260, pitch: 40, heading: heading)
      let view = try TestScenes.view(camera, options())
      let layers = try renderer.layers(camera: camera, options: options())
      var seen = 0
      for x in stride(from: 20.0, through: 60, by: 4) {
        let after = try #require(roadway.firstIndex { $0.x > x })
        let (a, b) = (roadway[after - 1], roadway[after])
        let top = a.top + (b.top - a.top) * (x - a.x) / (b.x - a.x)
        for y in stride(from: -16.0, through: 16, by: 0.7) {
          let out = max(abs(y) - 6.5, 0)
          let z = max(top - out / 1.5, 0)
          // Not at edges, within the size of a pixel.
          let isInside = abs(y) < 5.7 || (out > 0.8 && z > 0.6) || out > 1.5 * top + 1
          guard isInside, let p = view.project(at(x, y), elevation: z).screen?.point, p.x > 1,
            p.x < 639, p.y > 1, p.y < 359
          else { continue }
          let n = Int(flooring: p.y, in: 0...359) * layers.width + Int(flooring: p.x, in: 0...639)
          seen += 1
          #expect(
            (layers.classes[n] == PixelClass.beam.rawValue) == (z > 0), "\(heading) \(x) \(y)")
          let steepness = Double(layers.normals[3 * n + 2])
          #expect(abs(steepness - (z > 0 && out > 0 ? 0.832 : 1)) < 0.02, "\(x) \(y) \(steepness)")
        }
      }
      #expect(seen > 150)
    }
  }
}
