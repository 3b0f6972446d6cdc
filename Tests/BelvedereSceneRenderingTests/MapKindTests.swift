import BelvedereAnnotations
import BelvedereCameraModel
import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

@Suite("Kinds of map") struct MapKindTests {
  private let center = TestScenes.center
  private var camera: MapCamera {
    TestScenes.camera(center, distance: 900, pitch: 60, heading: 15)
  }

  private func picture(
    _ configuration: MapConfiguration?, _ scene: Scene? = nil, threads: Int = 2
  ) throws -> RenderedImage {
    var options = TestScenes.options(threads: threads)
    options.configuration = configuration
    options.fonts = .builtIn
    return try SceneRenderer(scene: scene ?? TestScenes.village(at: center))
      .render(camera: camera, options: options)
  }

  private func standard(
    _ emphasis: MapConfiguration.EmphasisStyle, _ appearance: MapConfiguration.Appearance
  ) -> MapConfiguration {
    .standard(StandardMapConfiguration(emphasisStyle: emphasis, appearance: appearance))
  }

  /// Mean light and mean colourfulness of a picture, of 255.
  private func look(_ image: Image) -> (light: Double, chroma: Double) {
    var (light, chroma) = (0.0, 0.0)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let p = image[x, y]
        light += 0.2126 * Double(p.red) + 0.7152 * Double(p.green) + 0.0722 * Double(p.blue)
        chroma += Double(max(p.red, p.green, p.blue) - min(p.red, p.green, p.blue))
      }
    }
    let count = Double(image.width * image.height)
    return (light / count, chroma / count)
  }

  @Test("muted maps have less colour and dark ones less light, of ground and of what stands on it")
  func themes() throws {
    #expect(try picture(nil).image.bytes == picture(standard(.default, .light)).image.bytes)
    var scene = TestScenes.village(at: center)
    scene.overlays = []
    let looks = try [
      standard(.default, .light), standard(.muted, .light), standard(.default, .dark),
      standard(.muted, .dark),
    ].map { look(try picture($0, scene).image) }
    #expect(looks[1].chroma < 0.45 * looks[0].chroma && looks[1].light > looks[0].light, "\(looks)")
    #expect(looks[2].light < 0.5 * looks[0].light && looks[2].light > 15, "\(looks)")
    #expect(looks[3].light < 0.5 * looks[0].light, "\(looks)")
    #expect(looks[3].chroma < 0.9 * looks[2].chroma, "\(looks)")
    for map in [standard(.muted, .light), standard(.default, .dark), standard(.muted, .dark)] {
      #expect(try picture(map, scene, threads: 1).image == picture(map, scene, threads: 3).image)
    }
  }

  @Test(
    "golden pictures of the four",
    arguments: [("muted", "light"), ("default", "dark"), ("muted", "dark")])
  func goldens(_ emphasis: String, _ appearance: String) throws {
    let map = standard(
      try #require(.init(rawValue: emphasis)), try #require(.init(rawValue: appearance)))
    try expectGolden(
      picture(map).image, "village-\(emphasis)-\(appearance)", tolerance: 4, allowedPixels: 40)
  }

  @Test("overlays keep their colours on every map")
  func overlays() throws {
    var scene = TestScenes.village(at: center)
    scene.overlays = [TestScenes.magentaGround(around: center)]
    (scene.buildings, scene.trees, scene.beams) = ([], [], [])
    for map in [standard(.default, .light), standard(.muted, .light), standard(.muted, .dark)] {
      #expect(TestScenes.isMagenta(try picture(map, scene).image[80, 70]), "\(map)")
    }
  }

  @Test("what a configuration hides is not drawn")
  func hidden() throws {
    var scene = TestScenes.village(at: center)
    let map = MapConfiguration.standard(StandardMapConfiguration(showsBuildings: false))
    let without = try picture(map, scene).image
    scene.buildings = []
    #expect(without == (try picture(nil, scene).image))

    var flat = TestScenes.options()
    flat.elevationStyle = 0
    let level = try SceneRenderer(scene: scene).render(camera: camera, options: flat).image
    let style = MapConfiguration.standard(StandardMapConfiguration(elevationStyle: .flat))
    #expect(try picture(style, scene).image == level)
  }

  @Test("points of interest go by their filter, labels and texts with the labels")
  func filters() throws {
    let frame = LocalFrame(origin: center)
    func mark(_ x: Double, _ category: PointOfInterestCategory?, isLabel: Bool = false)
      -> Annotation
    {
      var mark = Annotation(
        coordinate: frame.coordinate(at: Vector2(x, -40)), title: "Place \(x)", id: "\(x)")
      mark.category = category
      mark.collisionMode = .none
      mark.occlusion = .shown
      mark.titleVisibility = .visible
      if isLabel { mark.appearance = .label }
      return mark
    }
    var scene = TestScenes.village(at: center)
    scene.annotations = [
      mark(-200, .museum), mark(-100, .cafe), mark(0, nil), mark(100, nil, isLabel: true),
    ]
    func shown(_ filter: PointOfInterestFilter, labels: Bool = true) throws -> [Int: Bool] {
      let map = MapConfiguration.standard(
        StandardMapConfiguration(pointOfInterestFilter: filter, showsLabels: labels))
      let drawn = try picture(map, scene).annotations
      return Dictionary(uniqueKeysWithValues: drawn.map { ($0.indices[0], $0.textFrame != nil) })
    }
    #expect(Set(try shown(.includingAll).keys) == [0, 1, 2, 3])
    #expect(Set(try shown(.excludingAll).keys) == [2, 3])
    #expect(Set(try shown(.including([.museum])).keys) == [0, 2, 3])
    #expect(Set(try shown(.excluding([.museum])).keys) == [1, 2, 3])
    let unlabelled = try shown(.includingAll, labels: false)
    #expect(unlabelled == [0: false, 1: false, 2: true], "\(unlabelled)")
  }

  @Test("pictures from above lie where they belong, lit as ground is, and roads over them")
  func imagery() throws {
    let folder = try TemporaryFolder()
    let box = ColorTiles.box(around: center, meters: 4000)
    let middle = MapPoint(center)
    let tiles = try ColorTiles.write(
      to: folder, zooms: 12...15, x: box.x, y: box.y, size: 256
    ) { $0.x < middle.x ? (200, 40, 40, 255) : (40, 40, 200, 255) }
    var scene = TestScenes.village(at: center)
    (scene.overlays, scene.trees, scene.beams) = ([], [], [])
    let camera = TestScenes.camera(center, distance: 1500, pitch: 0, heading: 0)
    func drawn(_ map: MapConfiguration) throws -> Image {
      var options = TestScenes.options()
      options.configuration = map
      return try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    }
    let image = try drawn(.imagery(ImageryMapConfiguration(imagery: tiles)))
    for y in 0..<90 {
      for x in 0..<160 where abs(x - 80) > 2 {
        let p = image[x, y]
        #expect(x < 80 ? p.red > p.blue &+ 20 : p.blue > p.red &+ 20, "\(x) \(y) \(p)")
      }
    }
    let hybrid = try drawn(.hybrid(HybridMapConfiguration(imagery: tiles)))
    var (changed, gray) = (0, 0)
    for y in 0..<90 {
      for x in 0..<160 {
        let (p, q) = (image[x, y], hybrid[x, y])
        guard p.red != q.red || p.green != q.green || p.blue != q.blue else { continue }
        changed += 1
        if q.green > p.green { gray += 1 }
      }
    }
    // Two roads of the picture.
    #expect(changed > 200 && changed < 4000 && gray > changed * 9 / 10, "\(changed) \(gray)")
  }
}
