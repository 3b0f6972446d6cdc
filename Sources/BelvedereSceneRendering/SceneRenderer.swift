import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import Synchronization

/// Draws pictures of one scene.
///
/// What does not depend on the camera is made once and kept. The same scene, camera and options give
/// the same bytes whatever the number of threads.
public final class SceneRenderer: Sendable {
  /// The scene.
  public let scene: Scene
  let ground: DrawnGround
  let tiles: TileStore
  let squares: GroundStore
  let shadows: ShadowStore
  private let atmospheres = Kept<Light, Atmosphere>(maximumBytes: 1 << 20)
  private let memories = PictureMemories()
  /// Solids at full height, made when they are first needed.
  private let solids = Mutex<SolidScene?>(nil)
  private let globeSolids = Mutex<SolidScene?>(nil)

  /// Prepares a scene.
  public init(scene: Scene) {
    self.scene = scene
    ground = DrawnGround(scene)
    tiles = TileStore(ground: ground)
    squares = GroundStore(scene: scene, features: GroundFeatureIndex(scene), ground: ground)
    shadows = ShadowStore(ground: ground)
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
    try memories.use { memory in
      var task = try RenderTask(
        renderer: self, camera: camera, options: options,
        progress: Progress(report: progress ?? { _, _ in true }), memory: memory)
      return try task.run()
    }
  }

  func atmosphere(_ light: Light) -> Atmosphere {
    atmospheres.value(light) {
      (Atmosphere($0), 16 * Atmosphere.elevations * Atmosphere.azimuths)
    }
  }

  func solidScene(
    extrusion: Double, ground: DrawnGround, onGlobe: Bool, threads: Int
  ) -> SolidScene {
    guard onGlobe else { return solidScene(extrusion: extrusion, ground: ground, threads: threads) }
    if extrusion < 1 || ground.style != 1 {
      return solidScene(extrusion: extrusion, ground: ground, threads: threads)
        .onGlobe(threads: threads)
    }
    return globeSolids.withLock { kept in
      if let kept { return kept }
      // The flat solids are not kept beside them.
      let made = SolidScene(scene: scene, ground: ground, extrusion: 1, threads: threads)
        .onGlobe(threads: threads)
      kept = made
      return made
    }
  }

  private func solidScene(extrusion: Double, ground: DrawnGround, threads: Int) -> SolidScene {
    if extrusion < 1 || ground.style != 1 {
      return SolidScene(scene: scene, ground: ground, extrusion: extrusion, threads: threads)
    }
    return solids.withLock { kept in
      if let kept { return kept }
      let made = SolidScene(scene: scene, ground: ground, extrusion: 1, threads: threads)
      kept = made
      return made
    }
  }
}
