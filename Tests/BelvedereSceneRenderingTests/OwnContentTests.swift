import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

@Suite("Overlays and annotations of a picture's own, and what lies at a place")
struct OwnContentTests {
  private let center = TestScenes.center

  private func annotations(_ count: Int, _ random: inout SplitMix64) -> [Annotation] {
    let frame = LocalFrame(origin: center)
    return (0..<count).map { i in
      Annotation(
        coordinate: frame.coordinate(
          at: Vector2(random.double(-500...500), random.double(-300...900))),
        title: "Place \(i)", id: "\(i)")
    }
  }

  @Test("they are drawn as if they were the scene's, behind its own in the list")
  func asTheScenes() throws {
    var random = SplitMix64(seed: 4)
    var scene = TestScenes.village(at: center)
    let more = Overlay(
      shape: .circle(center, 220), fillColor: Color(red: 1, green: 0.6, blue: 0),
      strokeColor: Color(red: 0, green: 0, blue: 0), lineWidth: 3, alpha: 0.6)
    var label = more
    label.level = .aboveLabels
    label.shape = .circle(center, 80)
    scene.annotations = annotations(10, &random)
    let own = annotations(10, &random)
    let camera = TestScenes.camera(center, distance: 900, pitch: 60, heading: 15)
    var options = TestScenes.options(width: 320, height: 180)
    options.fonts = .builtIn
    var whole = scene
    whole.overlays += [more, label]
    whole.annotations += own
    let wanted = try SceneRenderer(scene: whole).render(camera: camera, options: options)
    options.overlays = [more, label]
    options.annotations = own
    let renderer = SceneRenderer(scene: scene)
    for _ in 0..<2 {
      let found = try renderer.render(camera: camera, options: options)
      #expect(found.image == wanted.image && found.annotations == wanted.annotations)
    }
    #expect(wanted.annotations.contains { $0.indices[0] >= 10 })
    // Without the scene's they keep their numbers.
    options.showsOverlays = false
    options.showsAnnotations = false
    let alone = try renderer.render(camera: camera, options: options)
    #expect(!alone.annotations.isEmpty)
    #expect(alone.annotations.allSatisfy { $0.indices.allSatisfy { $0 >= 10 } })
    #expect(alone.image != wanted.image)
    // And they are gone with the options.
    let before = try SceneRenderer(scene: scene).render(
      camera: camera, options: TestScenes.options(width: 320, height: 180))
    let after = try renderer.render(
      camera: camera, options: TestScenes.options(width: 320, height: 180))
    #expect(before.image == after.image)
  }

  @Test("where annotations are is told as the picture has it", arguments: [0.0, 60, 78])
  func placement(pitch: Double) throws {
    var random = SplitMix64(seed: UInt64(pitch) + 9)
    var scene = TestScenes.village(at: center)
    scene.annotations = annotations(60, &random)
    for i in scene.annotations.indices where i % 3 == 0 {
      scene.annotations[i].clusteringIdentifier = "a"
    }
    let camera = TestScenes.camera(center, distance: 900, pitch: pitch, heading: 15)
    var options = TestScenes.options(width: 320, height: 180)
    options.fonts = .builtIn
    let renderer = SceneRenderer(scene: scene)
    let told = try renderer.annotations(camera: camera, options: options)
    let picture = try renderer.render(camera: camera, options: options)
    #expect(told == picture.annotations && told.count > 5)
  }

  /// Overlays whose pictures are known: holes, gaps of dashes, ends, lines of some width.
  private var overlays: [Overlay] {
    let frame = LocalFrame(origin: center)
    func at(_ x: Double, _ y: Double) -> Coordinate { frame.coordinate(at: Vector2(x, y)) }
    let square = GeographicPolygon(rings: [
      [at(-300, -200), at(300, -200), at(300, 250), at(-300, 250)],
      [at(-80, -60), at(90, -60), at(90, 120), at(-80, 120)],
    ])
    let path = [at(-500, -260), at(-100, 300), at(200, -100), at(520, 310)]
    let color = Color(red: 1, green: 0, blue: 1)
    var dashed = Overlay(
      shape: .polyline(path), strokeColor: color, lineWidth: 9)
    dashed.lineStyle.dash = [20, 18]
    var part = Overlay(shape: .polyline(path), strokeColor: color, lineWidth: 6)
    part.lineStyle.strokeStart = 0.3
    part.lineStyle.strokeEnd = 0.6
    return [
      Overlay(shape: .polygon(square), fillColor: color), dashed, part,
      Overlay(shape: .circle(at(250, 100), 130), strokeColor: color, lineWidth: 7),
    ]
  }

  @Test("the overlays at a place are those that the picture shows there", arguments: [0.0, 45, 66])
  func overlaysAtPlaces(pitch: Double) throws {
    var scene = TestScenes.village(at: center)
    (scene.buildings, scene.trees, scene.beams) = ([], [], [])
    scene.overlays = overlays
    let options = TestScenes.options(width: 320, height: 180)
    let camera = TestScenes.camera(center, distance: 1500, pitch: pitch, heading: 25)
    let all = SceneRenderer(scene: scene)
    let layers = try all.layers(camera: camera, options: options)
    let pictures = try overlays.map { overlay in
      var scene = scene
      scene.overlays = [overlay]
      return try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    }
    var bare = scene
    bare.overlays = []
    let before = try SceneRenderer(scene: bare).render(camera: camera, options: options).image
    var (shown, hidden) = ([0, 0, 0, 0], [0, 0, 0, 0])
    for y in stride(from: 0, to: 180, by: 2) {
      for x in stride(from: 0, to: 320, by: 2) {
        guard let place = layers.place(x: x, y: y)?.coordinate else { continue }
        let found = all.overlays(at: place, distance: 1500, fieldOfView: 30, height: 180)
        // The uppermost first.
        #expect(found == found.sorted(by: >))
        for n in 0..<4 {
          let p = pictures[n][x, y]
          if TestScenes.isMagenta(p) {
            shown[n] += 1
            #expect(found.contains(n), "\(n) \(x) \(y)")
          } else if p == before[x, y] {
            hidden[n] += 1
            #expect(!found.contains(n), "\(n) \(x) \(y)")
          }
        }
      }
    }
    #expect(shown.allSatisfy { $0 > 20 } && hidden.allSatisfy { $0 > 2000 }, "\(shown) \(hidden)")
  }
}
