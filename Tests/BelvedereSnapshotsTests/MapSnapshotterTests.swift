import BelvedereCameraModel
import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereLimits
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereSnapshots
import BelvedereTerrain
import Foundation
import Testing

@Suite("Map snapshotter") struct MapSnapshotterTests {
  @Test("A snapshot is what the renderer draws, asked for in either way")
  func samePicture() async throws {
    let scene = SnapshotScenes.hill()
    let snapshotter = MapSnapshotter(
      studio: SnapshotStudio(scene: scene, threads: 2), options: SnapshotScenes.options())
    let snapshot = try await snapshotter.start()
    var options = RenderOptions(width: 120, height: 90, samples: 1, threads: 1)
    options.quality = .draft
    options.limits = CameraLimits(pitchLimit: scene.pitchLimit)
    let picture = try SceneRenderer(scene: scene).render(
      camera: SnapshotScenes.side, options: options)
    #expect(snapshot.image == picture.image)
    #expect(snapshot.camera == picture.camera)
    #expect(try snapshotter.snapshot().image == picture.image)
    #expect(!snapshot.isPlaceholder)
    #expect(!snapshotter.isLoading)
  }

  @Test("Without overlays it is the picture of the scene that has none")
  func withoutOverlays() throws {
    var scene = SnapshotScenes.hill()
    var options = SnapshotScenes.options()
    let studio = SnapshotStudio(scene: scene, threads: 2)
    let with = try MapSnapshotter(studio: studio, options: options).snapshot()
    options.showsOverlays = false
    let without = try MapSnapshotter(studio: studio, options: options).snapshot()
    scene.overlays = []
    let bare = try MapSnapshotter(
      studio: SnapshotStudio(scene: scene, threads: 2), options: SnapshotScenes.options()
    ).snapshot()
    #expect(without.image == bare.image)
    #expect(with.image != bare.image)
  }

  @Test("Flat under overlays on request, as the renderer draws it")
  func flattened() throws {
    let scene = SnapshotScenes.hill()
    let studio = SnapshotStudio(scene: scene, threads: 2)
    var asked = SnapshotScenes.options()
    asked.flattensUnderOverlays = true
    let flat = try MapSnapshotter(studio: studio, options: asked).snapshot()
    asked.showsOverlays = false
    let bare = try MapSnapshotter(studio: studio, options: asked).snapshot()
    var options = RenderOptions(width: 120, height: 90, samples: 1, threads: 1)
    options.quality = .draft
    options.limits = CameraLimits(pitchLimit: scene.pitchLimit)
    let renderer = SceneRenderer(scene: scene)
    let hilly = try renderer.render(camera: SnapshotScenes.side, options: options).image
    options.flattening = .atOnce
    let drawn = try renderer.render(camera: SnapshotScenes.side, options: options).image
    #expect(flat.image == drawn && drawn != hilly)
    // Without overlays there is nothing to be flat for.
    options.showsOverlays = false
    options.flattening = .none
    #expect(
      try bare.image == renderer.render(camera: SnapshotScenes.side, options: options).image)
  }

  @Test("A place's point is where the picture shows it, on a hillside, whatever the scale")
  func pointForCoordinate() throws {
    let studio = SnapshotStudio(scene: SnapshotScenes.hill(), threads: 2)
    for (scale, style) in [(1.0, 1.0), (3, 1), (3, 0), (2.5, 0.5)] {
      var options = SnapshotScenes.options(240, 180)
      options.scale = scale
      options.elevationStyle = style
      let snapshot = try MapSnapshotter(studio: studio, options: options).snapshot()
      let point = try #require(snapshot.point(for: SnapshotScenes.mark))
      let seen = try #require(SnapshotScenes.middleOfMagenta(snapshot.image, scale: scale))
      // The disc's nearer half is a little larger than its farther one.
      #expect((point - seen).length < 0.5, "\(point) is not \(seen) at \(scale), \(style)")
      let lifted = try #require(snapshot.point(for: SnapshotScenes.mark, elevation: 600))
      #expect(lifted.y < point.y - 5)
    }
  }

  @Test("The place under a point has that point; the sky has none")
  func coordinateForPoint() throws {
    let studio = SnapshotStudio(scene: SnapshotScenes.hill(), threads: 2)
    var camera = SnapshotScenes.side
    camera.pitch = 80
    for style in [1.0, 0.5, 0] {
      var options = SnapshotScenes.options(120, 90, .camera(camera))
      options.elevationStyle = style
      options.limits = CameraLimits(pitchLimit: .none)
      let snapshot = try MapSnapshotter(studio: studio, options: options).snapshot()
      for y in [50.0, 60, 89.5] {
        for x in [1.5, 60, 119] {
          let place = try #require(snapshot.coordinate(for: Vector2(x, y)))
          let back = try #require(snapshot.point(for: place))
          // Hills are met as their samples are.
          #expect((back - Vector2(x, y)).length < 0.2, "\(back) at \(x), \(y), style \(style)")
        }
      }
      #expect(snapshot.coordinate(for: Vector2(60, 1)) == nil)
      #expect(snapshot.coordinate(for: Vector2(.nan, 1)) == nil)
      #expect(snapshot.point(for: SnapshotScenes.center.moved(-0.2)) == nil, "behind the eye")
    }
  }

  @Test("A region is in the picture as a whole and fills it, turned too")
  func region() throws {
    let region = CoordinateRegion(
      center: SnapshotScenes.center, span: CoordinateSpan(latitudeDelta: 0.01, longitudeDelta: 0.02)
    )
    let studio = SnapshotStudio(scene: SnapshotScenes.hill(), threads: 2)
    for (pitch, heading) in [(0.0, 0.0), (40, 120)] {
      var options = SnapshotScenes.options(200, 100, .region(region))
      (options.pitch, options.heading) = (pitch, heading)
      let snapshot = try MapSnapshotter(studio: studio, options: options).snapshot()
      var low = Vector2(.infinity, .infinity)
      var high = -low
      for (dy, dx) in [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)] {
        let corner = Coordinate(
          latitude: region.center.latitude + dy * 0.005,
          longitude: region.center.longitude + dx * 0.01)
        let p = try #require(snapshot.point(for: corner))
        low = Vector2(min(low.x, p.x), min(low.y, p.y))
        high = Vector2(max(high.x, p.x), max(high.y, p.y))
      }
      #expect(low.x >= -0.01 && low.y >= -0.01 && high.x <= 200.01 && high.y <= 100.01)
      #expect(max((high.x - low.x) / 200, (high.y - low.y) / 100) > 0.9)
      #expect(snapshot.camera?.heading == heading && snapshot.camera?.pitch == pitch)
      // The derived camera is a copy that may be changed and given back.
      options.view = .camera(try options.camera(for: studio.scene).camera)
      #expect(
        try MapSnapshotter(studio: studio, options: options).snapshot().image == snapshot.image)
    }
    var named = SnapshotScenes.options(60, 40, .named("side"))
    #expect(
      try MapSnapshotter(studio: studio, options: named).snapshot().camera == SnapshotScenes.side)
    named.view = .named("back")
    #expect(throws: SnapshotError.self) {
      try MapSnapshotter(studio: studio, options: named).snapshot()
    }
  }

  @Test("Many at once: each is its own picture")
  func many() async throws {
    let studio = SnapshotStudio(scene: SnapshotScenes.hill(), atOnce: 2, threads: 2)
    let images = try await withThrowingTaskGroup(of: (Int, Image).self) { group in
      for n in 0..<16 {
        group.addTask {
          var camera = SnapshotScenes.side
          camera.heading = Double(n % 4) * 30
          let snapshotter = MapSnapshotter(
            studio: studio, options: SnapshotScenes.options(80, 60, .camera(camera)))
          return (n, try await snapshotter.start().image)
        }
      }
      var images: [Int: Image] = [:]
      for try await (n, image) in group { images[n] = image }
      return images
    }
    #expect(images.count == 16)
    for n in 4..<16 { #expect(images[n] == images[n % 4]) }
    #expect(images[0] != images[1])
    #expect(studio.waitingCount == 0)
  }

  @Test("No more run at a time than were allowed")
  func bounded() async throws {
    let studio = SnapshotStudio(scene: SnapshotScenes.hill(), atOnce: 2, threads: 2)
    let running = Shared((now: 0, most: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<12 {
        group.addTask {
          let began = Shared(false)
          _ = try await MapSnapshotter(studio: studio, options: SnapshotScenes.options(60, 40))
            .start { part, stage in
              guard stage != "waiting" else { return }
              running.withLock { running in
                let isFirst = began.withLock { began in
                  defer { began = true }
                  return !began
                }
                if isFirst { running.now += 1 }
                running.most = max(running.most, running.now)
                // The last word of a picture.
                if part >= 1 { running.now -= 1 }
              }
            }
        }
      }
      try await group.waitForAll()
    }
    #expect(running.withLock { $0.most } == 2)
  }

  @Test("Cancelled: at once where it waits, soon where it is drawn, also by its task")
  func cancelled() async throws {
    let studio = SnapshotStudio(scene: SnapshotScenes.hill(), threads: 1)
    let first = MapSnapshotter(studio: studio, options: SnapshotScenes.options(200, 150))
    let second = MapSnapshotter(studio: studio, options: SnapshotScenes.options())
    let third = MapSnapshotter(studio: studio, options: SnapshotScenes.options())
    let ends = Shared<[String]>([])
    async let one = Self.outcome("first", ends) {
      // The others come and go while it is drawn; then it is stopped itself.
      let waiting = Shared<[Task<String, Never>]?>(nil)
      return try await first.start { _, stage in
        guard stage != "waiting" else { return }
        let isNew = waiting.withLock { waiting in
          guard waiting == nil else { return false }
          waiting = [
            Task { await Self.outcome("second", ends) { try await second.start() } },
            Task { await Self.outcome("third", ends) { try await third.start() } },
          ]
          return true
        }
        guard isNew else { return }
        // At most so long, where it goes wrong.
        for _ in 0..<300_000 where studio.waitingCount < 2 { usleep(1000) }
        second.cancel()
        waiting.withLock { $0?[1].cancel() }
        for _ in 0..<300_000 where ends.withLock({ $0.count }) < 2 { usleep(1000) }
        first.cancel()
      }
    }
    #expect(await one == "cancelled")
    #expect(ends.withLock { $0 }.sorted() == ["first", "second", "third"])
    #expect(ends.withLock { $0 }.last == "first")
    // What was cancelled may be asked for again.
    #expect(try await first.start().image.width == 200)
    let task = Task { await Self.outcome("fourth", ends) { try await second.start() } }
    task.cancel()
    let outcome = await task.value
    #expect(outcome == "cancelled" || outcome == "drawn")
    second.cancel()
    #expect(try await second.start().image.width == 120, "cancelling nothing does nothing")
  }

  private static func outcome(
    _ name: String, _ ends: Shared<[String]>, _ body: () async throws -> MapSnapshot
  ) async -> String {
    var outcome = "drawn"
    do {
      _ = try await body()
    } catch SnapshotError.cancelled {
      outcome = "cancelled"
    } catch {
      outcome = "\(error)"
    }
    ends.withLock { $0.append(name) }
    return outcome
  }

  @Test("A snapshotter makes one snapshot at a time")
  func isLoading() async throws {
    let studio = SnapshotStudio(scene: SnapshotScenes.hill(), threads: 1)
    let snapshotter = MapSnapshotter(studio: studio, options: SnapshotScenes.options())
    let second = Shared("")
    _ = try await snapshotter.start { _, _ in
      #expect(snapshotter.isLoading)
      do {
        _ = try snapshotter.snapshot()
      } catch SnapshotError.isLoading {
        second.withLock { $0 = "refused" }
      } catch {}
    }
    #expect(second.withLock { $0 } == "refused")
  }

  @Test("Data that a server does not give are an error that says so, or a placeholder")
  func missing() throws {
    var scene = SnapshotScenes.hill()
    scene.ground = ElevationMosaic([try TileElevation(source: SilentServer())])
    let studio = SnapshotStudio(scene: scene, threads: 2)
    var options = SnapshotScenes.options(50, 40)
    options.scale = 2
    let missing = Self.missing(of: Self.error(of: MapSnapshotter(studio: studio, options: options)))
    #expect(!missing.isEmpty)
    for data in missing { #expect(data.cause == .network && data.reason.contains("silent")) }
    #expect("\(SnapshotError.missing(missing))".contains("silent.example"))
    options.placeholder = .color(Color(red: 1, green: 0.5, blue: 0))
    let snapshot = try MapSnapshotter(studio: studio, options: options).snapshot()
    #expect(snapshot.isPlaceholder)
    #expect(snapshot.image.width == 100 && snapshot.image.height == 80)
    #expect(Array(snapshot.image.bytes.suffix(4)) == [255, 128, 0, 255])
    #expect(snapshot.point(for: SnapshotScenes.center) == nil)
    #expect(snapshot.coordinate(for: Vector2(9, 9)) == nil)
    #expect(Self.missing(of: snapshot.failure) == missing)
    // What makes no sense has no placeholder.
    options.scale = .nan
    #expect(throws: SnapshotError.self) {
      try MapSnapshotter(studio: studio, options: options).snapshot()
    }
    // A view elsewhere misses nothing.
    options.scale = 1
    options.view = .camera(
      MapCamera(
        lookingAtCenter: Coordinate(latitude: 10, longitude: 20), fromDistance: 2000, pitch: 0,
        heading: 0))
    #expect(try !MapSnapshotter(studio: studio, options: options).snapshot().isPlaceholder)
  }

  private static func error(of snapshotter: MapSnapshotter) -> (any Error)? {
    do {
      _ = try snapshotter.snapshot()
      return nil
    } catch {
      return error
    }
  }

  private static func missing(of error: (any Error)?) -> [MissingData] {
    guard case SnapshotError.missing(let data)? = error else { return [] }
    return data
  }

  @Test("What is outside its domain or too large is refused before it is drawn")
  func refused() throws {
    let studio = SnapshotStudio(scene: SnapshotScenes.hill(), threads: 1, memory: 200 << 20)
    func description(_ change: (inout SnapshotOptions) -> Void) -> String {
      var options = SnapshotScenes.options()
      change(&options)
      do {
        _ = try MapSnapshotter(studio: studio, options: options).snapshot()
        return "drawn"
      } catch {
        return "\(error)"
      }
    }
    #expect(description { $0.width = 0 }.contains("width"))
    #expect(description { $0.height = -3 }.contains("height"))
    #expect(description { $0.scale = 5 }.contains("scale"))
    #expect(description { $0.samples = 3 }.contains("samples"))
    #expect(description { $0.depth = 12 }.contains("depth"))
    #expect(description { $0.elevationStyle = .nan }.contains("elevationStyle"))
    #expect(description { $0.fieldOfView = 180 }.contains("fieldOfView"))
    #expect(description { $0.width = .max }.contains("pixels"))
    #expect(description { ($0.width, $0.height) = (3000, 3000) }.contains("MiB"))
    #expect(
      description { $0.view = .mapRect(MapRect(x: 0, y: 0, width: .nan, height: 3)) }
        .contains("mapRect"))
    #expect(
      description {
        $0.view = .region(CoordinateRegion(SnapshotScenes.center))
        $0.projection = .globe
      }.contains("globe"))
    #expect(description { _ in } == "drawn")
  }
}

extension Coordinate {
  fileprivate func moved(_ degrees: Double) -> Coordinate {
    Coordinate(latitude: latitude + degrees, longitude: longitude + degrees)
  }
}

extension CoordinateRegion {
  fileprivate init(_ center: Coordinate) {
    self.init(center: center, span: CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.1))
  }
}
