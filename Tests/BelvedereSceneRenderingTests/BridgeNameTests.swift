import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

/// Names along bridges and the ramps that lead up to them.
@Suite("Bridge names") struct BridgeNameTests {
  private let center = TestScenes.center
  private func at(_ x: Double, _ y: Double) -> Coordinate {
    LocalFrame(origin: center).coordinate(at: Vector2(x, y))
  }

  private func road(
    _ path: [(Double, Double)], _ name: String, bridge: Int = 0, kind: Road.Kind = .primary
  ) -> Road {
    var road = Road(kind: kind, width: 12, path: path.map { at($0.0, $0.1) }, name: name)
    road.bridge = bridge
    return road
  }

  /// A bridge over a railway with the roads before and after it.
  private func scene(_ name: String, ramps: String, half: Double) -> Scene {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 0.2)]
    scene.roads = [
      road([(-half, 0), (half, 0)], name, bridge: 1), road([(-500, 0), (-half, 0)], ramps),
      road([(half, 0), (500, 0)], ramps), road([(0, -400), (0, 400)], "", kind: .rail),
    ]
    scene.raiseBridges()
    return scene
  }

  private func options() -> RenderOptions {
    var options = TestScenes.options(width: 640, height: 360, samples: 1, threads: 2)
    options.fonts = .builtIn
    return options
  }

  /// The axis of all roadways on the screen, metres above them.
  private func axis(_ scene: Scene, _ camera: MapCamera) throws -> [[Vector2]] {
    let view = try TestScenes.view(camera, options())
    return scene.beams.filter { $0.topColor != nil }.map { beam in
      beam.path.compactMap {
        view.project($0.coordinate, elevation: $0.elevation + beam.depth / 2).screen?.point
      }
    }
  }

  private func distance(_ p: Vector2, _ line: [Vector2]) -> Double {
    zip(line, line.dropFirst()).map { a, b in
      let way = b - a
      let square = (way * way).sum()
      let t = square > 0 ? min(max(((p - a) * way).sum() / square, 0), 1) : 0
      return (a + way * t - p).length
    }.min() ?? .infinity
  }

  @Test("the name of a bridge lies on its deck, from wherever it is seen")
  func deck() throws {
    let scene = scene("Long Bridge", ramps: "", half: 130)
    for heading in [0.0, 30, 180, 215] {
      let camera = TestScenes.camera(center, distance: 500, pitch: 65, heading: heading)
      let names = try SceneRenderer(scene: scene).render(camera: camera, options: options())
        .roadNames
      let name = try #require(names.first { $0.name == "Long Bridge" }, "\(heading)")
      let axes = try axis(scene, camera)
      for p in name.line {
        let away = axes.map { distance(p, $0) }.min() ?? .infinity
        #expect(away < 2.5, "heading \(heading): \(away)")
      }
      // The ground beneath is elsewhere on the screen.
      let view = try TestScenes.view(camera, options())
      let ground = try #require(view.project(center, elevation: 0).screen?.point)
      let deck = try #require(view.project(center, elevation: 7.5).screen?.point)
      #expect((ground - deck).length > 6)
    }
  }

  @Test("a bridge and the roads before and after it are one street")
  func chain() throws {
    let scene = scene("Station Road", ramps: "Station Road", half: 15)
    let streets = NamedWays(scene.roads) { $0.name }.streets
    #expect(streets.count == 1)
    let street = try #require(streets.first)
    #expect(abs(street.length - 1000) < 3)
    let middle = try #require(street.deckElevation(at: street.length / 2))
    #expect(abs(middle - 7.5) < 0.05, "\(middle)")
    // Down the ramps, by no more than their grade, and on the ground at the ends.
    #expect(street.deckElevation(at: 5) == nil)
    #expect(street.deckElevation(at: street.length - 5) == nil)
    var before: Double?
    for metres in stride(from: 0, through: street.length, by: 2) {
      let level = street.deckElevation(at: metres)
      if let level, let before { #expect(abs(level - before) <= 0.0701 * 2.02) }
      if (level == nil) != (before == nil), metres > 0 { #expect((level ?? before ?? 9) < 0.3) }
      before = level
    }
    // The map has one name in the middle, on the bridge.
    let camera = TestScenes.camera(center, distance: 400, pitch: 60, heading: 20)
    let names = try SceneRenderer(scene: scene).render(camera: camera, options: options()).roadNames
    #expect(names.contains { $0.name == "Station Road" })
    let view = try TestScenes.view(camera, options())
    let axis = stride(from: 0, through: street.length, by: 4).compactMap { metres in
      view.project(
        street.place(at: metres).coordinate, elevation: street.deckElevation(at: metres) ?? 0
      ).screen?.point
    }
    for name in names { for p in name.line { #expect(distance(p, axis) < 2.5) } }
  }

  @Test("a deck hides no name of its own, but those below it and below a higher one")
  func stacked() throws {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 0.2)]
    scene.roads = [
      road([(-300, 0), (300, 0)], "Lower", bridge: 1), road([(-600, 0), (-300, 0)], ""),
      road([(300, 0), (600, 0)], ""), road([(0, -300), (0, 300)], "Upper", bridge: 2),
      road([(0, -600), (0, -300)], ""), road([(0, 300), (0, 600)], ""),
      road([(-500, 500), (500, -500)], "Ground"),
    ]
    scene.raiseBridges()
    let camera = TestScenes.camera(center, distance: 1000, pitch: 0, heading: 0)
    let names = try SceneRenderer(scene: scene).render(camera: camera, options: options()).roadNames
    let view = try TestScenes.view(camera, options())
    let middle = try #require(view.project(center, elevation: 12).screen?.point)
    func nearest(_ name: String) -> Double {
      names.filter { $0.name == name }.flatMap(\.line).map { ($0 - middle).length }.min()
        ?? .infinity
    }
    #expect(nearest("Upper") < 20, "\(names.map(\.name))")
    #expect(nearest("Lower") > 6 && nearest("Lower") < 400, "\(nearest("Lower"))")
    #expect(nearest("Ground") > 6 && nearest("Ground") < 400)
    // Nor below one without a name.
    for i in scene.roads.indices where scene.roads[i].name != "Lower" { scene.roads[i].name = "" }
    let rest = try SceneRenderer(scene: scene).render(camera: camera, options: options()).roadNames
    #expect(!rest.isEmpty && rest.flatMap(\.line).allSatisfy { ($0 - middle).length > 6 })
  }
}
