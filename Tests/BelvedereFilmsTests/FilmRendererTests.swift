import BelvedereAnnotations
import BelvedereCameraModel
import BelvedereFilms
import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import Foundation
import Testing

@Suite("Frames of a film") struct FilmRendererTests {
  private static let center = Coordinate(latitude: 46, longitude: 7)

  /// A hill, some houses, and so many names that not all find room.
  static func scene() -> Scene {
    let frame = LocalFrame(origin: center)
    var scene = Scene()
    scene.ground = ElevationMosaic([
      HillField(
        hills: [.init(center: frame.coordinate(at: Vector2(100, 500)), height: 240, radius: 700)],
        bounds: GeographicBounds(south: 45.9, west: 6.9, north: 46.1, east: 7.1))
    ])
    for i in 0..<6 {
      scene.buildings.append(
        Building(
          footprint: GeographicPolygon(
            rectangleAround: frame.coordinate(at: Vector2(Double(i) * 60 - 200, -150)), width: 40,
            depth: 30, heading: 20), height: Double(20 + 10 * i),
          color: Color(red: 0.8, green: 0.8, blue: 0.75),
          roofColor: Color(red: 0.5, green: 0.5, blue: 0.5), use: .office))
    }
    scene.annotations = (0..<60).map { i in
      Annotation(
        coordinate: frame.coordinate(
          at: Vector2(Double(i % 8) * 71 - 240, Double(i / 8) * 53 - 120)), title: "Place \(i)")
    }
    return scene
  }

  private static func flight() throws -> CameraPath {
    let from = MapCamera(lookingAtCenter: center, fromDistance: 1500, pitch: 45, heading: 10)
    var to = from
    to.heading = 75
    to.distance = 1000
    return try CameraPath(
      through: [CameraWaypoint(from), CameraWaypoint(to)], limits: CameraLimits(pitchLimit: .none),
      motion: .none
    ).lasting(6, within: .none)
  }

  static func renderer(
    threads: Int, blur: MotionBlur = .none, fps: Int = 30, annotations: Bool = true
  ) throws -> FilmRenderer {
    var options = RenderOptions(width: 160, height: 110, samples: 1, threads: threads)
    options.quality = .draft
    options.showsAnnotations = annotations
    let path = try flight()
    let rate = try #require(FrameRate(fps))
    return FilmRenderer(
      SceneRenderer(scene: scene(), budget: DrawingBudget(byteCount: DrawingBudget.ample)),
      along: path,
      timing: try #require(FilmTiming(duration: path.duration, rate: rate)),
      options: options, blur: blur)
  }

  @Test("a frame is the same whatever the threads and whichever frames were drawn before")
  func anyOrder() throws {
    // Across the beginning of the second block of annotations that follow from each other.
    let frames = Array(120..<134)
    let one = try Self.renderer(threads: 1)
    let inOrder = try frames.map { try one.frame($0).image }
    let two = try Self.renderer(threads: 2)
    for n in frames.indices.reversed() { #expect(try two.frame(frames[n]).image == inOrder[n]) }
    let seven = try Self.renderer(threads: 7)
    for n in [9, 3, 3, 13, 0, 8] { #expect(try seven.frame(frames[n]).image == inOrder[n]) }
    // By itself, and in a film of all the frames.
    #expect(try Self.renderer(threads: 2).frame(127).image == inOrder[7])
    let whole = try Self.renderer(threads: 2)
    for frame in 0..<134 {
      let image = try whole.frame(frame).image
      if frame >= 120 { #expect(image == inOrder[frame - 120]) }
    }
  }

  @Test("annotations follow from the frame before: they do not flicker")
  func memory() throws {
    let renderer = SceneRenderer(scene: Self.scene())
    let path = try Self.flight()
    let film = try Self.renderer(threads: 1)
    var differs = 0
    for frame in 100..<128 {
      var options = RenderOptions(width: 160, height: 110, samples: 1, threads: 1)
      options.quality = .draft
      options.annotationMemory = PlacementMemory()
      let alone = try renderer.render(
        camera: path.camera(at: film.timing.time(ofFrame: frame)), options: options)
      if alone.image != (try film.frame(frame).image) { differs += 1 }
    }
    #expect(differs > 0)
  }

  @Test("annotations that follow from others in the next block fade into them", arguments: [1, 3])
  func blocks(samples: Int) throws {
    // The camera comes to rest, and stands still where the next block begins: nothing but annotations changes.
    let from = MapCamera(lookingAtCenter: Self.center, fromDistance: 1500, pitch: 45, heading: 10)
    var to = from
    to.heading = 75
    to.distance = 1000
    var end = CameraWaypoint(to)
    end.hold = 3
    let path = try CameraPath(
      through: [CameraWaypoint(from), end], limits: CameraLimits(pitchLimit: .none), motion: .none
    )
    var options = RenderOptions(width: 320, height: 220, samples: 1, threads: 2)
    options.quality = .draft
    let rest = try #require(path.duration > 3 ? path.duration - 3 : nil)
    // The rest lasts from before the last frames of the block.
    let rate = try #require(FrameRate(Int(96 / rest)))
    let film = FilmRenderer(
      SceneRenderer(
        scene: Self.scene(), budget: DrawingBudget(byteCount: DrawingBudget.ample)),
      along: path, timing: try #require(FilmTiming(duration: path.duration, rate: rate)),
      options: options, blur: try #require(MotionBlur(samples: samples, shutter: 0.5)))
    let frames = try (108..<134).map { try film.frame($0).image.bytes }
    func worst(_ a: [UInt8], _ b: [UInt8]) -> Int {
      zip(a, b).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }
    let steps = zip(frames, frames.dropFirst()).map(worst)
    #expect(worst(frames[0], frames[25]) > 100, "something changes")
    #expect(steps.allSatisfy { $0 < 60 }, "\(steps)")
  }

  @Test("motion blur is the mean of its moments in linear light")
  func blur() throws {
    let film = try Self.renderer(
      threads: 2, blur: #require(MotionBlur(samples: 5, shutter: 0.8)), fps: 10,
      annotations: false)
    let image = try film.frame(17).image
    let renderer = SceneRenderer(scene: Self.scene())
    let path = try Self.flight()
    var sums = [Double](repeating: 0, count: image.bytes.count)
    func linear(_ byte: UInt8) -> Double {
      let v = Double(byte) / 255
      return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
    }
    for k in 0..<5 {
      var options = RenderOptions(width: 160, height: 110, samples: 1)
      options.quality = .draft
      options.showsAnnotations = false
      let time = (17 + 0.8 * (Double(k) + 0.5) / 5) / 10
      let drawn = try renderer.render(camera: path.camera(at: time), options: options).image
      for i in sums.indices { sums[i] += linear(drawn.bytes[i]) / 5 }
    }
    var worst = 0
    for i in sums.indices where i % 4 != 3 {
      let v = sums[i]
      let code = v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
      worst = max(worst, abs(Int((code * 255).rounded()) - Int(image.bytes[i])))
    }
    // Sixteen bits of linear light hold every code but for a rounding.
    #expect(worst <= 1)
    #expect(image != (try Self.renderer(threads: 2, fps: 10, annotations: false).frame(17).image))
  }

  @Test("the ground becomes flat under overlays and rises again without a jump")
  func overlays() throws {
    var scene = Self.scene()
    scene.overlays = [
      Overlay(shape: .circle(Self.center, 40), fillColor: Color(red: 1, green: 0, blue: 1))
    ]
    let path = try Self.flight()
    var options = RenderOptions(width: 72, height: 48, samples: 1, threads: 2)
    options.quality = .draft
    options.showsAnnotations = false
    let rate = try #require(FrameRate(10))
    let timing = try #require(FilmTiming(duration: path.duration, rate: rate))
    let renderer = SceneRenderer(scene: scene)
    func film(_ span: OverlaySpan?) -> FilmRenderer {
      FilmRenderer(renderer, along: path, timing: timing, options: options, overlays: span)
    }
    let shown = film(OverlaySpan(times: 0.5..<3.5, flattens: true))
    let never = film(OverlaySpan(times: 100..<101, flattens: false))
    let flat = film(OverlaySpan(times: 0..<100, flattens: true))
    #expect(try shown.frame(4).image == never.frame(4).image)
    #expect(try shown.frame(34).image == flat.frame(34).image)
    #expect(try shown.frame(8).image != flat.frame(8).image)
    #expect(try shown.frame(60).image == never.frame(60).image)
    // In any order: a moment's ground depends on the moment alone.
    #expect(
      try shown.frame(8).image == film(OverlaySpan(times: 0.5..<3.5, flattens: true)).frame(8).image
    )
  }
}
