import BelvedereAnnotations
import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

/// Annotations along flights over a village with its hill, thirty frames a second: nothing comes and goes, or
/// goes and comes, within a second.
@Suite("Annotations in films") struct AnnotationFilmTests {
  private let center = TestScenes.center
  private static let rate = 30

  /// Sixty places in the village, on its hill and behind it, of which there is room for a part.
  private func scene() -> Scene {
    var random = SplitMix64(seed: 61)
    var scene = TestScenes.village(at: center)
    let frame = LocalFrame(origin: center)
    scene.annotations = (0..<60).map { i in
      var annotation = Annotation(
        coordinate: frame.coordinate(
          at: Vector2(random.double(-500...500), random.double(-400...1500))),
        title: "Place \(i)")
      annotation.displayPriority = [250, 500, 750][i % 3]
      annotation.occlusion = i % 2 == 0 ? .hidden : .faded
      return annotation
    }
    return scene
  }

  private func camera(_ flight: String, _ t: Double) -> MapCamera {
    switch flight {
    case "orbit":
      MapCamera(lookingAtCenter: center, fromDistance: 1500, pitch: 66, heading: 25 * t)
    case "approach":
      MapCamera(lookingAtCenter: center, fromDistance: 2600 - 420 * t, pitch: 60, heading: 15)
    default:
      MapCamera(lookingAtCenter: center, fromDistance: 1700, pitch: 8 + 16 * t, heading: 340)
    }
  }

  /// How often what a frame shows turns back within a second, and how often it changes at all.
  private func turns(_ flight: String, hasMemory: Bool) throws -> (back: Int, all: Int) {
    let renderer = SceneRenderer(scene: scene())
    var options = RenderOptions(width: 400, height: 260, samples: 1, threads: 2)
    options.fonts = .builtIn
    options.quality = .draft
    options.limits = CameraLimits(pitchLimit: .none)
    var memory = PlacementMemory(secondsPerFrame: 1 / Double(Self.rate))
    var last: Set<String>?
    var changed: [String: Int] = [:]
    var (back, all) = (0, 0)
    let margin = 60.0
    for n in 0..<(4 * Self.rate) {
      if hasMemory { options.annotationMemory = memory }
      let picture = try renderer.render(
        camera: camera(flight, Double(n) / Double(Self.rate)), options: options)
      if let next = picture.annotationMemory { memory = next }
      var shown: Set<String> = []
      var beside: Set<Int> = []
      for drawn in picture.annotations {
        let i = drawn.indices[0]
        // What leaves the picture is not kept.
        if drawn.point.x < margin || drawn.point.x > 400 - margin || drawn.point.y < margin
          || drawn.point.y > 260 - margin
        {
          beside.insert(i)
        }
        shown.insert("\(i)")
        if drawn.textFrame != nil { shown.insert("\(i) title") }
        if drawn.opacity < 1 { shown.insert("\(i) faded") }
      }
      if let last {
        for name in shown.symmetricDifference(last) {
          guard let i = Int(name.prefix { $0 != " " }), !beside.contains(i) else { continue }
          // A title and fading go with their annotation.
          let own = name.contains(" ")
          if own, shown.contains("\(i)") != last.contains("\(i)") { continue }
          all += 1
          if let before = changed[name], n - before < Self.rate { back += 1 }
          changed[name] = n
        }
      }
      last = shown
    }
    return (back, all)
  }

  @Test(
    "along a flight nothing turns back within a second", arguments: ["orbit", "approach", "tilt"])
  func calm(flight: String) throws {
    let calm = try turns(flight, hasMemory: true)
    #expect(calm.back == 0, "\(calm.back) of \(calm.all) changes")
    #expect(calm.all > 3, "something changes: \(calm.all)")
    let free = try turns(flight, hasMemory: false)
    #expect(free.all > calm.all, "\(free.all), \(calm.all)")
  }

  /// How often an annotation comes into a cluster, leaves it or goes to another within a second of such a
  /// change, and how often at all.
  private func moves(_ flight: String, hasMemory: Bool) throws -> (back: Int, all: Int) {
    var scene = scene()
    for i in scene.annotations.indices {
      scene.annotations[i].clusteringIdentifier = "place"
      scene.annotations[i].displayPriority = 500
      scene.annotations[i].occlusion = .shown
    }
    let renderer = SceneRenderer(scene: scene)
    var options = RenderOptions(width: 400, height: 260, samples: 1, threads: 2)
    options.fonts = .builtIn
    options.quality = .draft
    options.limits = CameraLimits(pitchLimit: .none)
    var memory = PlacementMemory(secondsPerFrame: 1 / Double(Self.rate))
    var clusters: [Int: Int] = [:]
    var changed: [Int: Int] = [:]
    var (back, all) = (0, 0)
    for n in 0..<(4 * Self.rate) {
      if hasMemory { options.annotationMemory = memory }
      let picture = try renderer.render(
        camera: camera(flight, Double(n) / Double(Self.rate)), options: options)
      if let next = picture.annotationMemory { memory = next }
      var next: [Int: Int] = [:]
      for drawn in picture.annotations {
        // What leaves the picture leaves its cluster.
        guard abs(drawn.point.x - 200) < 120, abs(drawn.point.y - 130) < 60 else { continue }
        for i in drawn.indices { next[i] = drawn.isCluster ? drawn.indices[0] : -1 }
      }
      for (i, cluster) in next {
        guard let before = clusters[i], before != cluster else { continue }
        all += 1
        if let last = changed[i], n - last < Self.rate { back += 1 }
        changed[i] = n
      }
      clusters = next
    }
    return (back, all)
  }

  @Test("clusters stay for a second as they are", arguments: ["orbit", "approach", "tilt"])
  func calmClusters(flight: String) throws {
    let calm = try moves(flight, hasMemory: true)
    #expect(calm.back == 0, "\(calm.back) of \(calm.all) changes")
    #expect(calm.all > 3, "something changes: \(calm.all)")
    let free = try moves(flight, hasMemory: false)
    #expect(free.back > 0, "\(free.back) of \(free.all)")
  }
}
