import BelvedereCameraModel
import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

@Suite("Colour tiles over the map") struct TileOverlayTests {
  private let center = TestScenes.center

  /// The village without what stands on it and without its overlay.
  private var bare: Scene {
    var scene = TestScenes.village(at: center)
    (scene.buildings, scene.trees, scene.beams, scene.overlays) = ([], [], [], [])
    return scene
  }

  /// A colour that says where a map point lies, by slopes of red and green over 4 km.
  private func wedge(_ p: MapPoint) -> ColorTiles.Color {
    let box = ColorTiles.box(around: center, meters: 4000)
    func level(_ v: Double, _ range: ClosedRange<Double>) -> UInt8 {
      let part = (v - range.lowerBound) / (range.upperBound - range.lowerBound)
      return UInt8(min(max(part * 255, 0), 255).rounded())
    }
    return (level(p.x, box.x), level(p.y, box.y), 40, 255)
  }

  private func tiles(
    _ folder: TemporaryFolder, zooms: ClosedRange<Int> = 13...16, size: Int = 64,
    hasTile: (Int, Int, Int) -> Bool = { _, _, _ in true }
  ) throws -> RasterTiles {
    let box = ColorTiles.box(around: center, meters: 4000)
    return try ColorTiles.write(
      to: folder, zooms: zooms, x: box.x, y: box.y, size: size, hasTile: hasTile, color: wedge)
  }

  @Test(
    "each pixel has the colour of the tiles at its place, on hills and on the globe too",
    arguments: [(0.0, 2500.0), (45, 2500), (75, 1800), (60, 300)], [64, 256])
  func places(_ view: (pitch: Double, distance: Double), size: Int) throws {
    let folder = try TemporaryFolder()
    var scene = bare
    scene.overlays = [
      Overlay(
        shape: .tiles(
          TileOverlay(
            tiles: try tiles(folder, zooms: 13...(22 - size.trailingZeroBitCount), size: size))))
    ]
    let camera = TestScenes.camera(
      center, distance: view.distance, pitch: view.pitch, heading: 30)
    for projection in MapProjection.allCases {
      var options = TestScenes.options()
      options.projection = projection
      let renderer = SceneRenderer(scene: scene)
      let picture = try renderer.render(camera: camera, options: options)
      let layers = try renderer.layers(camera: camera, options: options)
      var (checked, worst) = (0, 0.0)
      for y in stride(from: 1, to: options.height - 1, by: 3) {
        for x in stride(from: 1, to: options.width - 1, by: 3) {
          guard let place = layers.place(x: x, y: y) else { continue }
          let p = MapPoint(place.coordinate)
          let box = ColorTiles.box(around: center, meters: 3500)
          guard box.x.contains(p.x), box.y.contains(p.y) else { continue }
          // Ridges hide ground of other colours behind them: the samples of a pixel lie far apart there.
          let depth = layers.depths[y * options.width + x]
          let around = [-1, 1, -options.width, options.width].map {
            layers.depths[y * options.width + x + $0]
          }
          guard around.allSatisfy({ abs($0 / depth - 1) < 0.12 }) else { continue }
          let (wanted, found) = (wedge(p), picture.image[x, y])
          let difference = max(
            abs(Double(wanted.red) - Double(found.red)),
            abs(Double(wanted.green) - Double(found.green)))
          worst = max(worst, difference)
          checked += 1
        }
      }
      #expect(checked > 300, "\(projection) \(checked)")
      // A level is 31 m.
      #expect(worst <= 6, "\(projection) \(view) \(worst)")
    }
  }

  @Test("where there is no tile the map shows, to the last bit")
  func missing() throws {
    let folder = try TemporaryFolder()
    let middle = MapPoint(center)
    let own = try tiles(folder, zooms: 16...16) { zoom, x, _ in
      Double(x) * MapPoint.worldWidth / Double(1 << zoom) >= middle.x
    }
    var scene = bare
    let camera = TestScenes.camera(center, distance: 1500, pitch: 0, heading: 0)
    let before = try SceneRenderer(scene: scene)
      .render(camera: camera, options: TestScenes.options()).image
    scene.overlays = [Overlay(shape: .tiles(TileOverlay(tiles: own)))]
    let after = try SceneRenderer(scene: scene)
      .render(camera: camera, options: TestScenes.options()).image
    // The tiles are 483 m wide here: their edge lies at most so far east of the middle, 54 pixels.
    var (same, other) = (0, 0)
    for y in 0..<90 {
      for x in 0..<78 where before[x, y] == after[x, y] { same += 1 }
      for x in 136..<160 where before[x, y] != after[x, y] { other += 1 }
    }
    #expect(same == 78 * 90 && other == 24 * 90, "\(same) \(other)")
  }

  @Test("magnified pixels are mixed where their middles are", arguments: MapProjection.allCases)
  func magnified(_ projection: MapProjection) throws {
    let folder = try TemporaryFolder()
    var scene = bare
    // A pixel is 242 m, 7.7 levels: half of one would show.
    scene.overlays = [
      Overlay(shape: .tiles(TileOverlay(tiles: try tiles(folder, zooms: 11...11))))
    ]
    let camera = TestScenes.camera(center, distance: 3000, pitch: 20, heading: 110)
    var options = TestScenes.options()
    options.projection = projection
    let renderer = SceneRenderer(scene: scene)
    let picture = try renderer.render(camera: camera, options: options)
    let layers = try renderer.layers(camera: camera, options: options)
    var worst = 0.0
    for y in stride(from: 2, to: 90, by: 4) {
      for x in stride(from: 2, to: 160, by: 4) {
        let place = try #require(layers.place(x: x, y: y))
        let (wanted, found) = (wedge(MapPoint(place.coordinate)), picture.image[x, y])
        worst = max(
          worst, abs(Double(wanted.red) - Double(found.red)),
          abs(Double(wanted.green) - Double(found.green)))
      }
    }
    #expect(worst <= 2, "\(worst)")
  }

  @Test("zooms beyond those of the overlay are magnified, or nothing")
  func zooms() throws {
    let folder = try TemporaryFolder()
    let own = try tiles(folder)
    func differs(_ overlay: TileOverlay, distance: Double) throws -> Bool {
      var scene = bare
      let camera = TestScenes.camera(center, distance: distance, pitch: 0, heading: 0)
      let before = try SceneRenderer(scene: scene)
        .render(camera: camera, options: TestScenes.options()).image
      scene.overlays = [Overlay(shape: .tiles(overlay))]
      let after = try SceneRenderer(scene: scene)
        .render(camera: camera, options: TestScenes.options()).image
      return before[80, 45] != after[80, 45]
    }
    #expect(try differs(TileOverlay(tiles: own), distance: 100))
    #expect(try differs(TileOverlay(tiles: own), distance: 40_000))
    #expect(try differs(TileOverlay(tiles: own, minimumZoom: 15), distance: 1500))
    #expect(try !differs(TileOverlay(tiles: own, minimumZoom: 15), distance: 60_000))
    #expect(try differs(TileOverlay(tiles: own, maximumZoom: 13), distance: 100))
  }

  @Test("buildings step back before tiles, but not before those that are the map")
  func steppingBack() throws {
    let folder = try TemporaryFolder()
    let own = try tiles(folder)
    let camera = TestScenes.camera(center, distance: 900, pitch: 60, heading: 15)
    var scene = TestScenes.village(at: center)
    scene.overlays = []
    let options = TestScenes.options()
    let before = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    let layers = try SceneRenderer(scene: scene).layers(camera: camera, options: options)
    // Where no building hides it.
    let other = Overlay(
      shape: .circle(LocalFrame(origin: center).coordinate(at: Vector2(-260, 20)), 20),
      fillColor: Color(red: 1, green: 0, blue: 0))
    func changed(_ overlay: TileOverlay) throws -> (buildings: Int, ground: Int, all: Int) {
      scene.overlays = [Overlay(shape: .tiles(overlay)), other]
      let after = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
      var (buildings, ground, all) = (0, 0, 0)
      for y in 1..<89 {
        for x in 1..<159 {
          func kind(_ dx: Int, _ dy: Int) -> UInt8 { layers.classes[(y + dy) * 160 + x + dx] }
          let own = kind(0, 0)
          let isInside = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (1, -1), (-1, 1)]
            .allSatisfy { kind($0.0, $0.1) == own }
          guard isInside else { continue }
          let isOther = before[x, y] != after[x, y]
          if own == PixelClass.building.rawValue {
            all += 1
            buildings += isOther ? 1 : 0
          } else if own == PixelClass.terrain.rawValue {
            ground += isOther ? 1 : 0
          }
        }
      }
      return (buildings, ground, all)
    }
    let over = try changed(TileOverlay(tiles: own))
    #expect(over.all > 300 && over.buildings == over.all && over.ground > 1000, "\(over)")
    let map = try changed(TileOverlay(tiles: own, canReplaceMapContent: true))
    // Ground that shows through a gap of a pixel's part may have another colour.
    #expect(map.buildings * 50 < map.all && map.ground > 1000, "\(map)")
  }

  @Test("pictures with tiles are the same with any number of threads")
  func threads() throws {
    let folder = try TemporaryFolder()
    var scene = TestScenes.village(at: center)
    scene.overlays.append(
      Overlay(
        shape: .tiles(TileOverlay(tiles: try tiles(folder))), alpha: 0.7, blendMode: .multiply))
    let camera = TestScenes.camera(center, distance: 1200, pitch: 62, heading: 200)
    let pictures = try [1, 2, 5].map { threads in
      try SceneRenderer(scene: scene).render(
        camera: camera, options: TestScenes.options(threads: threads)
      ).image.bytes
    }
    #expect(pictures[0] == pictures[1] && pictures[0] == pictures[2])
  }
}
