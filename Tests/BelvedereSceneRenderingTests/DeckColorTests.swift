import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

/// Decks and ramps look as what they lead on and through does.
@Suite("Colours of decks and ramps") struct DeckColorTests {
  private let center = TestScenes.center

  private func at(_ x: Double, _ y: Double) -> Coordinate {
    LocalFrame(origin: center).coordinate(at: Vector2(x, y))
  }

  private func road(
    _ path: [(Double, Double)], _ kind: Road.Kind, bridge: Int = 0
  ) -> Road {
    var road = Road(kind: kind, width: 12, path: path.map { at($0.0, $0.1) })
    road.bridge = bridge
    return road
  }

  private func scene(_ kind: Road.Kind, cover: LandCover.Kind? = nil, trees: [Tree] = []) -> Scene {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 0.2)]
    if let cover {
      scene.landCover = [
        LandCover(kind: cover, polygon: TestScenes.box(around: center, degrees: 0.01))
      ]
    }
    scene.roads = [
      road([(-20, 0), (20, 0)], kind, bridge: 1), road([(-300, 0), (-20, 0)], kind),
      road([(20, 0), (300, 0)], kind), road([(0, -200), (0, 200)], .street),
    ]
    scene.trees = trees
    scene.raiseBridges()
    return scene
  }

  private func maps() -> [(name: String, map: MapConfiguration)] {
    var maps: [(String, MapConfiguration)] = []
    for appearance in MapConfiguration.Appearance.allCases {
      for emphasis in MapConfiguration.EmphasisStyle.allCases {
        var map = StandardMapConfiguration()
        (map.appearance, map.emphasisStyle) = (appearance, emphasis)
        maps.append(("\(appearance) \(emphasis)", .standard(map)))
      }
    }
    return maps
  }

  /// The colours of places seen straight down.
  private func colors(
    _ scene: Scene, _ map: MapConfiguration, sun: Double, _ places: [(Double, Double)]
  ) throws -> [SIMD3<Double>] {
    var options = TestScenes.options(width: 640, height: 360, samples: 4, threads: 2)
    (options.configuration, options.light) = (map, Light(sunElevation: sun))
    let camera = TestScenes.camera(center, distance: 500, pitch: 0, heading: 0)
    let view = try TestScenes.view(camera, options)
    let image = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    return places.map { x, y in
      guard let place = view.project(at(x, y), elevation: 0).screen?.point else { return .zero }
      var sum = SIMD3<Double>.zero
      for dx in -1...1 {
        for dy in -1...1 {
          let p = image[
            Int(flooring: place.x, in: 1...638) + dx, Int(flooring: place.y, in: 1...358) + dy]
          sum += SIMD3(Double(p.red), Double(p.green), Double(p.blue))
        }
      }
      return sum / 9
    }
  }

  @Test(
    "a road has one colour on the ground, on a ramp and on a deck, on all maps, by day and night")
  func roads() throws {
    for (name, map) in maps() {
      for kind in [Road.Kind.motorway, .street, .path] {
        for sun in [50.0, -12] {
          // On the deck, on a ramp, and on the ground.
          let seen = try colors(
            scene(kind), map, sun: sun, [(10, 2), (50, 2), (200, 2), (200, -2), (220, 0), (240, 0)])
          let ground = (seen[2] + seen[3] + seen[4] + seen[5]) / 4
          for color in seen.prefix(2) {
            let d = color - ground
            let difference = max(abs(d.x), abs(d.y), abs(d.z))
            // Lamps make pools of light on the ground, and steep ramps see less of the sun.
            let most = (kind == .path ? 18 : 8) + (sun < 0 ? 0.25 * ground.max() : 0)
            #expect(difference < most, "\(name) \(kind) \(sun): \(color) \(ground)")
          }
        }
      }
    }
  }

  @Test("banks have the colour of the ground around them")
  func banks() throws {
    for (name, map) in maps() {
      for cover in [LandCover.Kind?.none, .beach, .forest, .rock] {
        let seen = try colors(
          scene(.primary, cover: cover), map, sun: 80,
          [(40, 10), (40, -10), (40, 40), (40, -40), (60, 40), (60, -40)])
        let ground = (seen[2] + seen[3] + seen[4] + seen[5]) / 4
        let bank = (seen[0] + seen[1]) / 2
        // Its slope is a little darker or lighter.
        let (a, b) = (ground / ground.sum(), bank / bank.sum())
        let tint = a - b
        #expect(
          max(abs(tint.x), abs(tint.y), abs(tint.z)) < 0.012, "\(name) \(cover): \(bank) \(ground)")
        #expect(
          bank.sum() > 0.7 * ground.sum() && bank.sum() < 1.2 * ground.sum(),
          "\(name) \(cover): \(bank) \(ground)")
      }
    }
  }

  @Test("trees stand on banks, and none on a roadway or through a deck")
  func trees() throws {
    let trees = [
      Tree(coordinate: at(30, 10), height: 4), Tree(coordinate: at(45, 0), height: 12),
      Tree(coordinate: at(-10, 3), height: 12), Tree(coordinate: at(60, 40), height: 4),
    ]
    let scene = scene(.primary, trees: trees)
    let options = TestScenes.options(width: 640, height: 360, samples: 1, threads: 2)
    let camera = TestScenes.camera(center, distance: 260, pitch: 40, heading: 0)
    let layers = try SceneRenderer(scene: scene).layers(camera: camera, options: options)
    let view = try TestScenes.view(camera, options)
    func isTree(_ x: Double, _ y: Double, _ z: Double) -> Bool {
      guard let p = view.project(at(x, y), elevation: z).screen?.point else { return false }
      let n = Int(flooring: p.y, in: 0...359) * layers.width + Int(flooring: p.x, in: 0...639)
      return layers.classes[n] == PixelClass.tree.rawValue
    }
    // The roadway is some 5 m high there, and the bank 2.3 m lower.
    #expect(isTree(30, 10, 2.6 + 2.5))
    #expect(isTree(60, 40, 2.5))
    // Seen from the south, above the roadway.
    for z in [6.0, 8, 10] { #expect(!isTree(45, 0, z) && !isTree(-10, 3, z + 1)) }
    // What is not drawn is not picked.
    let picker = SolidPicker(scene: scene)
    let flat = try CameraView(
      camera: camera, viewport: Viewport(width: 640, height: 360), groundElevation: 0)
    for (x, y, z) in [(45.0, 0.0, 8.0), (-10, 3, 10)] {
      let p = flat.project(at(x, y), elevation: z).screen?.point
      let hit = p.flatMap { picker.hit($0, in: flat) }
      #expect(hit?.kind != .tree)
    }
  }
}

extension SIMD3<Double> {
  fileprivate func sum() -> Double { x + y + z }
}
