import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import Testing

/// Buildings in several parts on a slope that is higher than the lowest of them.
@Suite("Parts of buildings on slopes") struct BuildingStandTests {
  private let center = Coordinate(latitude: 46.0033, longitude: 7)

  private func part(
    _ size: Double, minHeight: Double = 0, height: Double, id: String = ""
  ) -> Building {
    var building = Building(
      footprint: GeographicPolygon(
        rectangleAround: center, width: size, depth: size, heading: 0),
      minHeight: minHeight, height: height, color: Color(red: 0.8, green: 0.8, blue: 0.8),
      roofColor: Color(red: 0.7, green: 0.7, blue: 0.7), use: .office)
    building.id = id
    return building
  }

  /// A podium of 6 m, a tower of 14 m on it and a mast of 10 m on that.
  private func scene(isFlat: Bool = false) -> Scene {
    var scene = Scene()
    scene.ground = ElevationMosaic([
      HillField(
        hills: [.init(center: Coordinate(latitude: 46, longitude: 7), height: 300, radius: 900)],
        bounds: GeographicBounds(south: 45.97, west: 6.97, north: 46.03, east: 7.03))
    ])
    scene.buildings = [
      part(60, height: 6), part(20, minHeight: 6, height: 20), part(5, minHeight: 20, height: 30),
    ]
    if isFlat { scene.configuration = .standard(StandardMapConfiguration(elevationStyle: .flat)) }
    return scene
  }

  /// The elevations of the three tops, beside what stands on them.
  private func tops(_ scene: Scene) throws -> [Double] {
    let frame = LocalFrame(origin: center)
    let picker = SolidPicker(scene: scene)
    return try [25.0, 7, 0].enumerated().map { n, east in
      let place = frame.coordinate(at: Vector2(east, 0))
      // Buildings have their height from 60° on: the ray meets the place of the top.
      let camera = MapCamera(
        lookingAtCenter: place, fromDistance: 400, pitch: 60, heading: 0)
      let view = try CameraView(
        camera: camera, viewport: Viewport(width: 400, height: 300),
        groundElevation: scene.drawnElevation(at: place))
      var found: Double?
      for y in stride(from: 0.0, through: 300, by: 0.5) {
        if let hit = picker.hit(Vector2(200, y), in: view), hit.index == n {
          found = max(found ?? -.infinity, hit.elevation)
        }
      }
      return try #require(found, "part \(n)")
    }
  }

  private func ground(_ scene: Scene, of size: Double) -> [Double] {
    let polygon = GeographicPolygon(
      rectangleAround: center, width: size, depth: size, heading: 0)
    return polygon.rings[0].map { scene.drawnElevation(at: $0) }
  }

  @Test("what stands on a podium is lifted with it")
  func lifted() throws {
    let scene = scene()
    let levels = ground(scene, of: 60)
    let (low, high) = (levels.min() ?? 0, levels.max() ?? 0)
    // The slope would bury the podium, which is raised above it.
    #expect(high - low > 8)
    let podium = low + scene.buildings[0].risenHeight(lowest: low, highest: high)
    let tops = try tops(scene)
    #expect(abs(tops[0] - podium) < 0.05, "\(tops[0]), not \(podium)")
    #expect(abs(tops[1] - (podium + 14)) < 0.05, "\(tops[1]), not \(podium + 14)")
    #expect(abs(tops[2] - (podium + 24)) < 0.05, "\(tops[2]), not \(podium + 24)")
  }

  @Test("on a flat map no part is lifted, and picks meet level ground")
  func flat() throws {
    let scene = scene(isFlat: true)
    let tops = try tops(scene)
    for (top, height) in zip(tops, [6.0, 20, 30]) {
      #expect(abs(top - height) < 0.05, "\(top), not \(height)")
    }
    #expect(scene.drawnElevation(at: center) == 0)
    let view = try CameraView(
      camera: MapCamera(lookingAtCenter: center, fromDistance: 2000, pitch: 45, heading: 0),
      viewport: Viewport(width: 400, height: 300), groundElevation: 0)
    let surface = try #require(GroundSurface(scene))
    let met = surface.unproject(Vector2(90, 170), in: view)
    #expect(met.ground?.elevation == 0)
  }

  /// Annotations and pictures, seen from the side: nothing of the tower is in the podium.
  @Test("a picture shows the tower above the podium, on the slope and on a flat map")
  func picture() throws {
    for isFlat in [false, true] {
      var scene = scene(isFlat: isFlat)
      let whole = try image(scene)
      scene.buildings = [scene.buildings[0]]
      let bare = try image(scene)
      var changed = 0
      for y in 0..<150 { for x in 0..<200 where whole[x, y] != bare[x, y] { changed += 1 } }
      #expect(changed > 300, "\(changed) pixels")
    }
  }

  /// Straight down over a slope the outlines on the ground are seen: those of parts on others, too.
  @Test(
    "each part is seen straight down, on a slope and on level ground", arguments: [false, true])
  func straightDown(_ isFlat: Bool) throws {
    let scene = scene(isFlat: isFlat)
    let colors = [
      Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 1, blue: 0),
      Color(red: 0, green: 0, blue: 1),
    ]
    // The highest one last and first.
    for order in [[0, 1, 2], [2, 1, 0]] {
      var listed = scene
      listed.buildings = ObjectList(
        order.map { n in
          var part = scene.buildings[n]
          part.roofColor = colors[n]
          return part
        })
      var camera = MapCamera(
        lookingAtCenter: center, fromDistance: 300, pitch: 0, heading: 0)
      for pitch in [0.0, 0.5] {
        camera.pitch = pitch
        let image = try SceneRenderer(scene: listed).render(
          camera: camera, options: TestScenes.options(width: 200, height: 200, samples: 1)
        ).image
        // In the middle the mast, beside it the tower, and then the podium.
        let found = [100, 107, 130].map { x in
          let pixel = image[x, 100]
          let parts = [pixel.red, pixel.green, pixel.blue]
          return parts.firstIndex(of: parts.max() ?? 0)
        }
        #expect(found == [2, 1, 0], "\(order), \(pitch)°")
      }
    }
  }

  @Test("parts of given form are lifted as others are")
  func surfaces() throws {
    var scene = scene()
    let plain = try tops(scene)
    var tower = scene.buildings[1]
    let ring = tower.footprint.rings[0].map { Building.Surface.Corner($0, height: 20) }
    tower.surfaces = [
      Building.Surface(.roof, rings: [ring]), Building.Surface(.roof, rings: [ring.reversed()]),
    ]
    scene.buildings = ObjectList([scene.buildings[0], tower, scene.buildings[2]])
    let given = try tops(scene)
    #expect(abs(given[1] - plain[1]) < 0.05, "\(given[1]), not \(plain[1])")
  }

  @Test("a stack of very many parts is lifted as a whole")
  func stack() throws {
    var scene = scene()
    let podium = scene.buildings[0]
    let slabs = (0..<100).map { part(10, minHeight: 6 + Double($0), height: 7 + Double($0)) }
    for parts in [[podium] + slabs, slabs.reversed() + [podium]] {
      scene.buildings = ObjectList(parts)
      let levels = ground(scene, of: 60)
      let (low, high) = (levels.min() ?? 0, levels.max() ?? 0)
      let rise = podium.risenHeight(lowest: low, highest: high) - podium.height
      let frame = LocalFrame(origin: center)
      let view = try CameraView(
        camera: MapCamera(
          lookingAtCenter: frame.coordinate(at: Vector2(0, 0)), fromDistance: 900, pitch: 60,
          heading: 0),
        viewport: Viewport(width: 100, height: 300),
        groundElevation: scene.drawnElevation(at: center))
      let picker = SolidPicker(scene: scene)
      let top = stride(from: 0.0, through: 300, by: 0.5).compactMap {
        picker.hit(Vector2(50, $0), in: view)?.elevation
      }.max()
      #expect(try abs(#require(top) - (low + 106 + rise)) < 0.2)
    }
  }

  private func image(_ scene: Scene) throws -> Image {
    try SceneRenderer(scene: scene).render(
      camera: MapCamera(lookingAtCenter: center, fromDistance: 300, pitch: 70, heading: 90),
      options: TestScenes.options(width: 200, height: 150, samples: 1)
    ).image
  }
}
