import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereLimits
import BelvedereSceneModel
import BelvedereText
internal import CBelvedereMemory
import Synchronization

/// Draws pictures of one scene.
///
/// What does not depend on the camera is made once and kept. The same scene, camera and options give
/// the same bytes whatever the number of threads.
public final class SceneRenderer: Sendable {
  /// The scene.
  public let scene: Scene
  let ground: DrawnGround
  let budget: DrawingBudget
  let tiles: TileStore
  let squares: GroundStore
  let shadows: ShadowStore
  /// The scene without what is streamed.
  private let bare: Scene
  private let atmospheres: Kept<Light, Atmosphere>
  private let memories: PictureMemories
  private let solids: SolidStore
  /// Trees between those of the scene.
  let woods: WoodStore
  private let parts = Mutex<BuildingParts?>(nil)
  private let roofs = Mutex<RoofIndex?>(nil)
  private let streets = Mutex<StreetIndex?>(nil)
  /// Of another part of the scene.
  private let earlierStreets = Mutex<StreetIndex?>(nil)
  private let measured = Mutex<SceneMeasures?>(nil)
  /// Of a scene with streamed layers, what of them is in memory.
  private let residents: ResidentScenes?
  private let ownFonts = Mutex<FontStack?>(nil)
  private let outlines = Mutex<OverlayOutlines?>(nil)
  /// Those of the last overlays that were laid beside the scene's.
  private let ownOutlines = Mutex<(overlays: [Overlay], outlines: OverlayOutlines)?>(nil)

  /// Prepares a scene.
  ///
  /// - Parameter budget: how much memory drawing may take beside the scene; by default what the published
  ///   limits leave for it.
  public convenience init(scene: Scene, budget: DrawingBudget? = nil) {
    let budget = budget ?? DrawingBudget(byteCount: Limits.standard.maximumMemory / 8 * 7)
    self.init(
      scene, budget: budget,
      residents: scene.streamed.isEmpty ? nil : ResidentScenes(scene, budget: budget))
  }

  /// Prepares a scene of whose streamed layers what pictures need is in memory.
  ///
  /// - Parameter bare: the scene without that.
  convenience init(resident: ResidentScene, bare: Scene, budget: DrawingBudget) {
    self.init(resident.scene, bare: bare, runs: SolidRuns(resident, bare: bare), budget: budget)
  }

  private init(
    _ scene: Scene, bare: Scene? = nil, runs: SolidRuns? = nil, budget: DrawingBudget,
    residents: ResidentScenes? = nil
  ) {
    self.scene = scene
    self.bare = bare ?? scene
    self.budget = budget
    self.residents = residents
    ground = DrawnGround(scene)
    tiles = TileStore(ground: ground, budget: self.budget)
    squares = GroundStore(
      scene: scene, bare: bare ?? scene, features: GroundFeatureIndex(scene), ground: ground,
      budget: self.budget, cell: tiles.finestCell)
    shadows = ShadowStore(ground: ground, budget: self.budget)
    solids = SolidStore(scene, ground: ground, runs: runs ?? SolidRuns(scene), shadows: shadows)
    woods = WoodStore(scene, squares.features, ground: ground, runs: solids.runs)
    atmospheres = Kept(maximumBytes: 1 << 20)
    memories = PictureMemories(self.budget)
  }

  /// Goes over to what another picture needs, and takes what has not changed from an earlier renderer.
  ///
  /// - Parameter earlier: one of the same scene.
  init(resident: ResidentScene, after earlier: SceneRenderer, of before: ResidentScene) {
    let scene = resident.scene
    self.scene = scene
    (bare, budget, residents) = (earlier.bare, earlier.budget, nil)
    (ground, tiles) = (earlier.ground, earlier.tiles)
    let isSameGround = resident.groundChanges.isEmpty
    squares = GroundStore(
      scene: scene,
      features: isSameGround ? earlier.squares.features : GroundFeatureIndex(scene),
      after: earlier.squares, ContentChanges(from: before, to: resident))
    shadows = ShadowStore(after: earlier.shadows)
    solids = SolidStore(
      scene, runs: SolidRuns(resident, bare: bare, after: earlier.solids.runs),
      after: earlier.solids,
      shadows: shadows)
    woods = WoodStore(scene, squares.features, ground: ground, runs: solids.runs)
    // Their trees follow from what else is there.
    if !woods.isEmpty || !earlier.woods.isEmpty { shadows.forgetAll() }
    (atmospheres, memories) = (earlier.atmospheres, earlier.memories)
    let known = earlier.streets.withLock { $0 } ?? earlier.earlierStreets.withLock { $0 }
    if isSameGround {
      streets.withLock { $0 = known }
    } else {
      earlierStreets.withLock { $0 = known }
    }
    if !scene.overlays.contains(where: \.isRoute) {
      let known = earlier.outlines.withLock { $0 }
      outlines.withLock { $0 = known }
    }
  }

  /// Says that many pictures will be drawn: where memory is ample, what their pixels look up is held in large pages
  /// from now on, which the system gives more slowly, and which a film's frames look up in 3 % less time.
  ///
  /// It holds for all renderers of the process. The pictures are the same.
  public func expectManyPictures() {
    if budget.isAmple { belvedere_memory_is_ample() }
  }

  /// Gives the system back what is free between two of many pictures, where memory is short.
  public func rest() {
    if !budget.isAmple { belvedere_memory_give_back() }
  }

  /// Made when they are first needed.
  var measures: SceneMeasures {
    measured.withLock { measured in
      if let measured { return measured }
      let new = SceneMeasures(scene, bare: bare)
      measured = new
      return new
    }
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
    try withTask(camera, options, progress) { task throws(RenderError) in try task.run() }
  }

  /// Does a part of what makes a picture.
  func withTask<Result>(
    _ camera: MapCamera, _ options: RenderOptions,
    _ progress: (@Sendable (Double, String) -> Bool)?, isShaded: Bool = true,
    _ body: (inout RenderTask) throws(RenderError) -> Result
  ) throws -> Result {
    if let residents {
      let resident = try residents.resident(for: reach(camera, options))
      return try resident.renderer.withTask(camera, options, progress, isShaded: isShaded) {
        task throws(RenderError) in
        task.warn(resident.warnings)
        return try body(&task)
      }
    }
    return try memories.use { memory in
      var task = try RenderTask(
        renderer: self, camera: camera, options: options,
        progress: Progress(report: progress ?? { _, _ in true }), memory: memory,
        isShaded: isShaded)
      return try body(&task)
    }
  }

  /// The renderer of what a picture needs of a scene with streamed layers: its scene holds that in memory. This one
  /// for other scenes.
  ///
  /// - Throws: `DomainError`, `FileError`, `SceneError`.
  public func resident(
    camera: MapCamera, options: RenderOptions = RenderOptions()
  ) throws -> SceneRenderer {
    guard let residents else { return self }
    return try residents.resident(for: reach(camera, options)).renderer
  }

  /// How far a picture sees.
  private func reach(_ requested: MapCamera, _ options: RenderOptions) throws -> SeenReach {
    try requested.validate(for: options.projection)
    let ground = self.ground.styled(options.configured(for: scene).elevationStyle)
    let (camera, _) = CameraConstraint(
      limits: options.limits, ground: ground, projection: options.projection
    ).apply(to: requested)
    let viewport = Viewport(
      width: Double(options.width), height: Double(options.height),
      fieldOfView: options.fieldOfView)
    let eye = try options.projection.view(
      camera: camera, viewport: viewport, groundElevation: ground.elevation(camera.centerCoordinate)
    ).eyePosition
    return SeenReach(
      pixels: options.quality.leastPixels, focalLength: viewport.focalLength * options.scale,
      eye: eye.coordinate, height: eye.height - ground.elevation(eye.coordinate))
  }

  func atmosphere(_ light: Light) -> Atmosphere {
    atmospheres.value(light) {
      (
        Atmosphere($0, cityGlow: scene.hasBuildings ? 1 : 0),
        16 * Atmosphere.elevations * Atmosphere.azimuths
      )
    }
  }

  /// The outlines of the overlays of a picture.
  func overlayOutlines(_ options: RenderOptions, threads: Int) -> OverlayOutlines {
    let scenes = options.showsOverlays ? overlayOutlines(threads: threads) : .none
    guard !options.overlays.isEmpty else { return scenes }
    let own = ownOutlines.withLock { kept in
      if let kept, kept.overlays == options.overlays { return kept.outlines }
      let made = OverlayOutlines(
        GroundFeatureIndex.overlays(options.overlays),
        supports: routeSupports(options.overlays), threads: threads)
      kept = (options.overlays, made)
      return made
    }
    return OverlayOutlines(
      scenes, options.showsOverlays ? own.moved(by: scene.overlays.count) : own)
  }

  private func overlayOutlines(threads: Int) -> OverlayOutlines {
    outlines.withLock { kept in
      let made =
        kept
        ?? OverlayOutlines(
          squares.overlayShapes, supports: routeSupports(scene.overlays), threads: threads)
      kept = made
      return made
    }
  }

  /// On what routes lie beside the ground; `nil` without routes.
  private func routeSupports(_ overlays: [Overlay]) -> RouteSupports? {
    guard overlays.contains(where: \.isRoute) else { return nil }
    let ground = self.ground
    return RouteSupports(scene, exaggeration: scene.verticalExaggeration) { ground.elevation($0) }
  }

  /// How high a route of the scene lies along its way, as it is drawn in the realistic style; `nil` of
  /// what is no line.
  public func routeProfile(of overlay: Overlay) -> [RouteProfile]? {
    guard let shape = GroundFeatureIndex.overlay(overlay), !shape.isClosed else { return nil }
    let ground = self.ground
    let supports = RouteSupports(scene, exaggeration: scene.verticalExaggeration) {
      ground.elevation($0)
    }
    return shape.area.rings.map { line in
      supports.profile(of: line.map { MapPoint(x: $0.x, y: $0.y) })
    }
  }

  /// Which buildings are parts of one.
  func buildingParts() -> BuildingParts {
    parts.withLock { kept in
      let made = kept ?? BuildingParts(scene.buildings, BuildingSupports(scene.buildings))
      kept = made
      return made
    }
  }

  /// Which roof is over a place.
  func roofIndex() -> RoofIndex {
    roofs.withLock { kept in
      let made = kept ?? RoofIndex(scene)
      kept = made
      return made
    }
  }

  /// The streets that have names.
  func streetIndex() -> StreetIndex {
    streets.withLock { kept in
      if let kept { return kept }
      let earlier = earlierStreets.withLock { earlier in
        defer { earlier = nil }
        return earlier
      }
      let made = StreetIndex(scene, after: earlier, isEarlier: !bare.streamed.isEmpty)
      kept = made
      return made
    }
  }

  /// The scene's font, and behind it those of the system.
  func fonts() -> FontStack {
    guard let font = scene.font else { return .system }
    return ownFonts.withLock { kept in
      let made = kept ?? FontStack.system.preferring(font)
      kept = made
      return made
    }
  }

  /// What stands on the ground.
  func solidScene(
    _ content: SolidContent, _ extrusion: Extrusion, onGlobe: Bool, in look: GroundLook,
    threads: Int
  ) -> SolidScene {
    solids.solids(
      content, extrusion, onGlobe: onGlobe, in: look, on: squares, threads: threads)
  }
}
