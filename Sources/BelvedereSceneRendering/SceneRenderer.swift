import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereRasterization
import BelvedereSceneModel
import Dispatch
import Synchronization

/// Draws pictures of one scene.
///
/// What does not depend on the camera is made once and kept. The same scene, camera and options give
/// the same bytes whatever the number of threads.
public final class SceneRenderer: Sendable {
  /// The scene.
  public let scene: Scene
  private let ground: DrawnGround
  private let features: GroundFeatureIndex
  /// Solids at full height, made when they are first needed.
  private let solids = Mutex<SolidScene?>(nil)

  /// Prepares a scene.
  public init(scene: Scene) {
    self.scene = scene
    ground = DrawnGround(scene)
    features = GroundFeatureIndex(scene)
  }

  /// The elevation at which the ground is drawn at a coordinate, in metres.
  public func groundElevation(_ coordinate: Coordinate) -> Double { ground.elevation(coordinate) }

  /// Draws a picture.
  ///
  /// - Parameters:
  ///   - camera: the view; limits are applied and reported as warnings.
  ///   - options: size, samples, threads.
  ///   - progress: called between stages and during long ones with the part done and the stage's
  ///     name; `false` stops the work.
  /// - Throws: `DomainError` for a camera or a size outside its domain, ``RenderError``.
  public func render(
    camera: MapCamera, options: RenderOptions = RenderOptions(),
    progress: (@Sendable (Double, String) -> Bool)? = nil
  ) throws -> RenderedImage {
    let task = RenderTask(
      renderer: self, options: options, progress: Progress(report: progress ?? { _, _ in true }))
    return try task.run(camera)
  }

  fileprivate func solidScene(extrusion: Double, threads: Int) -> SolidScene {
    if extrusion < 1 {
      return SolidScene(scene: scene, ground: ground, extrusion: extrusion, threads: threads)
    }
    return solids.withLock { kept in
      if let kept { return kept }
      let made = SolidScene(scene: scene, ground: ground, extrusion: 1, threads: threads)
      kept = made
      return made
    }
  }

  /// One picture in the making.
  private struct RenderTask {
    let renderer: SceneRenderer
    let options: RenderOptions
    let progress: Progress

    func run(_ requested: MapCamera) throws -> RenderedImage {
      var clock = StageClock()
      guard options.scale.isFinite, options.scale > 0 else {
        throw DomainError(field: "scale", value: options.scale, allowed: "between 1 and 4")
      }
      try requested.validate()
      let threads = options.threads ?? Self.coreCount
      let (camera, warnings) = limited(requested)
      let cameraView = try CameraView(
        camera: camera,
        viewport: Viewport(
          width: Double(options.width), height: Double(options.height),
          fieldOfView: options.fieldOfView),
        groundElevation: renderer.ground.elevation(camera.centerCoordinate))
      let view = rasterView(cameraView)
      let atmosphere = Atmosphere(renderer.scene.light)
      try progress.step(0.02, "buildings")

      let extrusion = BuildingAppearance.extrusion(atPitch: camera.pitch)
      let solidScene = renderer.solidScene(extrusion: extrusion, threads: threads)
      clock.end("buildings")
      try progress.step(0.1, "terrain")

      var tiles = TileStore(ground: renderer.ground, threads: threads)
      let leaves = TerrainQuadtree(
        ground: renderer.ground, frame: cameraView.frame, view: view, cellPixels: 5,
        finestEye: view.eye, finestFocalLength: view.focalLength
      ).leaves()
      let visibleTiles = tiles.tiles(leaves)
      clock.end("terrain")
      try progress.step(0.2, "rasterise")

      let visibility = VisibilityBuffer(
        width: view.width, height: view.height, samples: options.samples)
      let frame = Frame(
        scene: renderer.scene, cameraView: cameraView, view: view, atmosphere: atmosphere,
        threads: threads,
        surfaces: SurfaceTable(
          meshes: solidScene.meshes, tiles: visibleTiles, frame: cameraView.frame, eye: view.eye),
        visibility: visibility)
      let solidBatches = solidScene.meshes.map(\.batch)
      let solidPlacements = solidScene.meshes.enumerated().map {
        Frame.placement($1, batch: $0, frame: cameraView.frame)
      }
      let triangles = Rasterizer(view: view, threads: threads).draw(
        solidPlacements
          + visibleTiles.enumerated().map {
            Frame.placement($1, batch: $0 + solidBatches.count, frame: cameraView.frame)
          },
        batches: solidBatches + visibleTiles.map(\.batch), into: visibility)
      clock.end("rasterise")
      try progress.step(0.4, "shadows")

      let shadows: SunShadows
      if renderer.scene.light.sunElevation > 0.5 {
        shadows = SunShadows(frame: frame) { lightView in
          let leaves = TerrainQuadtree(
            ground: renderer.ground, frame: cameraView.frame, view: lightView, cellPixels: 5,
            finestEye: view.eye, finestFocalLength: view.focalLength
          ).leaves()
          let casters = tiles.tiles(leaves)
          return (
            solidPlacements
              + casters.enumerated().map {
                Frame.placement($1, batch: $0 + solidBatches.count, frame: cameraView.frame)
              },
            solidBatches + casters.map(\.batch)
          )
        }
      } else {
        shadows = SunShadows()
      }
      clock.end("shadows")
      try progress.step(0.55, "ground")

      let painter = GroundPainter(
        features: renderer.features, ground: renderer.ground,
        footprints: extrusion < 1 ? GroundFeatureIndex.footprints(renderer.scene) : [],
        metersPerPoint: camera.distance / cameraView.viewport.focalLength)
      let texture = GroundTexture(try paintGround(frame, painter))
      clock.end("ground")
      try progress.step(0.8, "shade")

      let occlusion = AmbientOcclusion(frame)
      defer { occlusion.deallocate() }
      let shader = PixelShader(
        frame: frame, texture: texture, shadows: shadows, occlusion: occlusion)
      let image = try resolve(frame, shader)
      clock.end("shade")
      return RenderedImage(
        image: image, camera: camera, stages: clock.stages,
        statistics: [
          ("triangles", triangles), ("solid meshes", solidBatches.count),
          ("terrain tiles", visibleTiles.count), ("ground tiles", texture.count),
        ], warnings: warnings)
    }

    private static var coreCount: Int { max(1, activeProcessorCount()) }

    /// The camera within its limits and above the ground.
    private func limited(_ requested: MapCamera) -> (MapCamera, [String]) {
      var normal = requested
      normal.centerCoordinate.longitude = wrappedLongitude(normal.centerCoordinate.longitude)
      var (camera, clamped) = options.limits.clamp(normal)
      var warnings = clamped.map { field in
        switch field {
        case "pitch":
          "pitch \(rounded(requested.pitch))° is more than the \(rounded(camera.pitch))° that the limit "
            + "allows at this distance; drawn with that"
        default: "\(field) was changed to keep the camera's limits"
        }
      }
      // The eye stays two metres above the ground: less pitch until it does.
      func clears(_ pitch: Double) -> Bool {
        var trial = camera
        trial.pitch = pitch
        guard
          let view = try? CameraView(
            camera: trial, viewport: Viewport(width: 16, height: 9),
            groundElevation: renderer.ground.elevation(camera.centerCoordinate))
        else { return false }
        return view.eye.z >= renderer.ground.elevation(view.eyeCoordinate) + 2
      }
      if !clears(camera.pitch) {
        let asked = camera.pitch
        while camera.pitch > 0, !clears(camera.pitch) { camera.pitch = max(0, camera.pitch - 0.25) }
        warnings.append(
          "at pitch \(rounded(asked))° the eye would be below the ground; drawn with "
            + "\(rounded(camera.pitch))°")
      }
      return (camera, warnings)
    }

    private func rounded(_ v: Double) -> Double { (v * 10).rounded() / 10 }

    private func rasterView(_ v: CameraView) -> RasterView {
      let scale = options.scale
      let c = v.viewport.principalPoint
      let limit = 1...1_000_000
      return RasterView(
        projection: .perspective, eye: v.eye, right: v.right, up: v.up, forward: v.forward,
        focalLength: v.viewport.focalLength * scale, center: c * scale,
        width: Int(clamping: Double(options.width) * scale, in: limit),
        height: Int(clamping: Double(options.height) * scale, in: limit),
        near: min(1, v.camera.distance / 100))
    }

    /// Finds the squares of ground that the picture shows, and paints them.
    private func paintGround(
      _ frame: Frame, _ painter: GroundPainter
    ) throws -> [(key: GroundTile.Key, tile: GroundTile)] {
      let found = (0..<frame.threads).map { _ in KeySet() }
      let visibility = frame.visibility
      let solids = frame.solidCount
      Parallel.forEach(visibility.height, threads: frame.threads) { y, strand in
        let keys = found[strand]
        let parts = PixelParts(visibility)
        for x in 0..<visibility.width {
          for n in 0..<parts.gather(x, y) {
            let part = parts.parts[n]
            guard part.id != .none, part.id.batch >= solids else { continue }
            let v = frame.offset(part.x, part.y, depthValue: part.depthValue)
            let f = frame.footprint(v, frame.mapPoint(v))
            keys.insert(f.tap(0), level: f.level)
            if f.taps > 1 { keys.insert(f.tap(f.taps - 1), level: f.level) }
          }
        }
      }
      let keys = found.reduce(into: Set<GroundTile.Key>()) { $0.formUnion($1.keys) }.sorted()
      let painted = SharedBuffer<GroundTile?>(repeating: nil, count: keys.count)
      defer { painted.deallocate() }
      let done = Atomic<Int>(0)
      let progress = self.progress
      Parallel.forEach(keys.count, threads: frame.threads) { i, _ in
        if progress.isCancelled { return }
        painted[i] = painter.paint(keys[i])
        let n = done.wrappingAdd(1, ordering: .relaxed).newValue
        progress.report(0.55 + 0.25 * Double(n) / Double(keys.count), "ground")
      }
      try progress.check()
      return keys.indices.compactMap { i in painted[i].map { (keys[i], $0) } }
    }

    private func resolve(_ frame: Frame, _ shader: PixelShader) throws -> Image {
      var image = Image(width: frame.view.width, height: frame.view.height)
      let width = frame.view.width
      let height = frame.view.height
      let visibility = frame.visibility
      let done = Atomic<Int>(0)
      let progress = self.progress
      image.bytes.withUnsafeMutableBufferPointer { bytes in
        nonisolated(unsafe) let bytes = bytes
        Parallel.forEach(height, threads: frame.threads) { y, _ in
          if progress.isCancelled { return }
          var resolver = PixelResolver(shader: shader, visibility: visibility)
          for x in 0..<width {
            let c = resolver.color(x, y)
            let i = 4 * (y * width + x)
            bytes[i] = c.x
            bytes[i + 1] = c.y
            bytes[i + 2] = c.z
            bytes[i + 3] = 255
          }
          let n = done.wrappingAdd(1, ordering: .relaxed).newValue
          if n % 16 == 0 { progress.report(0.8 + 0.2 * Double(n) / Double(height), "shade") }
        }
      }
      try progress.check()
      return image
    }
  }
}

/// The squares of ground that one thread has met.
private final class KeySet: @unchecked Sendable {
  var keys: Set<GroundTile.Key> = []
  private var recent = [GroundTile.Key?](repeating: nil, count: 4)

  /// Neighbouring pixels ask for the same few squares again and again.
  func insert(_ p: Vector2, level: Int) {
    insert(GroundFootprint.locate(p, level: level).key)
    insert(GroundFootprint.locate(p, level: level + 1).key)
  }

  private func insert(_ key: GroundTile.Key) {
    let slot = (key.level & 1) << 1 | (key.x & 1)
    if recent[slot] == key { return }
    recent[slot] = key
    keys.insert(key)
  }
}
