import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereRasterization
import BelvedereSceneModel
import BelvedereTerrain
import BelvedereThreads
import Synchronization

/// One picture in the making.
struct RenderTask {
  let renderer: SceneRenderer
  let progress: Progress
  let options: RenderOptions
  let threads: Int
  let camera: MapCamera
  private let viewport: Viewport
  /// Where places are on the screen.
  let projection: any ViewProjection
  let earth: DrawnEarth
  let view: RasterView
  /// Sun and air; without a time.
  let light: Light
  private let atmosphere: Atmosphere
  let extrusion: Double
  private let requestedStyle: Double
  private let elevationTransition: ElevationTransition?
  let ground: DrawnGround
  private var warnings: [String]
  let memory: PictureMemory
  let overlays: OverlayTable
  /// The overlays that are shown, the scene's first.
  let shownOverlays: [Overlay]
  /// As what the ground is painted, and what stands on it.
  private(set) var look: GroundLook
  private let content: SolidContent
  var clock = StageClock()
  private var triangles = 0
  var groundTiles = 0
  private var terrainTiles = 0
  var shadowCount = 0
  /// Blocks of pixels for which the survey missed a square.
  var missedBlocks = 0
  var partCount = 0
  /// Whether any of the ground is that of the world beyond the scene.
  var showsWorld = false

  /// Adds what has to be said of the picture.
  mutating func warn(_ messages: [String]) { warnings += messages }

  /// - Parameter isShaded: whether light and air are wanted, not only where things are.
  init(
    renderer: SceneRenderer, camera requested: MapCamera, options: RenderOptions,
    progress: Progress, memory: PictureMemory, isShaded: Bool = true
  ) throws(DomainError) {
    guard options.scale.isFinite, options.scale > 0, options.scale <= 16 else {
      throw DomainError(field: "scale", value: options.scale, allowed: "above 0, at most 16")
    }
    guard options.elevationStyle >= 0, options.elevationStyle <= 1 else {
      throw DomainError(
        field: "elevationStyle", value: options.elevationStyle, allowed: "within 0...1")
    }
    guard options.depth == 8 || options.depth == 16 else {
      throw DomainError(field: "depth", value: Double(options.depth), allowed: "8 or 16")
    }
    if case .gradual(_, let time) = options.flattening, !time.isFinite {
      throw DomainError(field: "flattening", value: time, allowed: "a finite time")
    }
    try requested.validate(for: options.projection)
    var options = options.configured(for: renderer.scene)
    requestedStyle = options.elevationStyle
    shownOverlays = options.shownOverlays(of: renderer.scene)
    let configuration = options.configuration ?? MapConfiguration()
    look = GroundLook(
      configuration, isReplaced: shownOverlays.contains { $0.replacesMapContent && $0.alpha > 0 })
    content = SolidContent(configuration)
    (options.elevationStyle, elevationTransition) = options.flattening.style(
      options.elevationStyle,
      isFlattened: shownOverlays.contains { !$0.isRoute })
    ground = renderer.ground.styled(options.elevationStyle)
    let constraint = CameraConstraint(
      limits: options.limits, ground: ground, projection: options.projection)
    (camera, warnings) = constraint.apply(to: requested)
    viewport = Viewport(
      width: Double(options.width), height: Double(options.height),
      fieldOfView: options.fieldOfView)
    threads = min(
      max(1, options.threads ?? ProcessorCount.online), renderer.budget.threads)
    let asked = options.light ?? renderer.scene.light
    let sunPlace =
      asked.time == nil
      ? nil
      : Scene.lightPlace(for: camera.centerCoordinate, in: renderer.measures.litBounds)
    light = sunPlace.map(asked.resolved(over:)) ?? asked
    look.setLamps(sunElevation: light.sunElevation)
    let groundElevation = ground.elevation(camera.centerCoordinate)
    let pose: CameraPose
    let eye: GeodeticPosition
    switch options.projection {
    case .flat:
      let view = try CameraView(
        camera: camera, viewport: viewport, groundElevation: groundElevation)
      (pose, eye, projection) = (view.pose, view.eyePosition, view)
      earth = DrawnEarth(frame: view.frame, globe: nil)
      atmosphere = renderer.atmosphere(light).styled(look.theme)
    case .globe:
      let view = try GlobeView(
        camera: camera, viewport: viewport, groundElevation: groundElevation)
      (pose, eye, projection) = (view.pose, view.eyePosition, view)
      let globe = GlobeGround(view)
      let anchor =
        sunPlace ?? GlobeSky.anchor(renderer.measures.litBounds, camera.centerCoordinate)
      let sky =
        isShaded
        ? GlobeSky(
          globe, light: light, over: anchor, theme: look.theme, path: options.shading,
          threads: threads)
        : GlobeSky(
          unseenOver: globe, light: light, over: anchor, theme: look.theme,
          atmosphere: renderer.atmosphere(light))
      earth = DrawnEarth(
        frame: LocalFrame(origin: camera.centerCoordinate),
        globe: GlobePicture(ground: globe, sky: sky))
      atmosphere = sky.atmosphere.styled(look.theme)
    }
    // Of an eye close to the ground the ground at its feet is drawn, too.
    let clearance = eye.height - ground.elevation(eye.coordinate)
    view = Self.rasterView(
      pose, viewport, scale: options.scale,
      near: min(1, camera.distance / 100, max(clearance, 0.01) / 8))
    extrusion = BuildingAppearance.extrusion(atPitch: camera.pitch)
    overlays = OverlayTable(
      renderer.overlayOutlines(options, threads: threads),
      metersPerPoint: camera.distance / viewport.focalLength, onGlobe: earth.globe != nil)
    guard overlays.layers.count <= OverlayTable.mostLayers else {
      throw DomainError(
        field: "overlays", value: Double(overlays.layers.count),
        allowed: "at most \(OverlayTable.mostLayers) overlays of tiles")
    }
    self.renderer = renderer
    self.options = options
    self.progress = progress
    self.memory = memory
  }

  /// The same view in a picture of another scale.
  private func view(scale: Double) -> RasterView {
    let pose = CameraPose(eye: view.eye, forward: view.forward, right: view.right, up: view.up)
    return Self.rasterView(pose, viewport, scale: scale, near: view.near)
  }

  /// What stands on the ground; nothing from space.
  var solids: [SolidMesh] {
    let isGlobe = earth.globe != nil
    if isGlobe,
      renderer.measures.hidesSolids(fromSpace: camera.distance, focalLength: viewport.focalLength)
    {
      return []
    }
    let extrusion = Extrusion(part: extrusion, style: options.elevationStyle)
    let listed = renderer.solidScene(
      content, extrusion, onGlobe: isGlobe, in: look, threads: threads
    ).meshes
    return content.hasTrees ? listed + filledWoods(extrusion, onGlobe: isGlobe) : listed
  }

  mutating func run() throws(RenderError) -> RenderedImage {
    try progress.step(0.02, "buildings")
    let solids = self.solids
    clock.end("buildings")

    try progress.step(0.08, "terrain")
    let plan = self.plan
    let bands = plan.bands
    var made = plan.isWhole ? drawn(plan, showing: nil, solids) : nil
    clock.end("terrain")

    let groups = try steppedBack(solids, plan, made)
    clock.end("overlays")
    var pixels = PixelBuffer(width: view.width, height: view.height, bits: options.depth)
    var fitted: (any Sunlight)?
    if bands.count > 1, earth.globe != nil, let made {
      // Every band must see the same shadows: they are fitted to a small picture of the whole.
      let small = view(scale: min(1, 540 / viewport.height))
      fitted = fittedShadows(rasterise(small, samples: 1, firstRow: 0, made), solids)
      clock.end("shadows")
    }
    var survey, unseen: LabelSurvey?
    var labels = PlacedLabels()
    var others: OtherLabels?
    for (n, band) in bands.enumerated() {
      let part = { (t: Double) in 0.1 + 0.9 * (Double(n) + t) / Double(bands.count) }
      if !plan.isWhole {
        try progress.step(part(0), "terrain")
        // The last band's goes first.
        made = nil
        made = drawn(plan, showing: band, solids)
        clock.end("terrain")
      }
      guard let made else { break }
      if n == 0 || !plan.isWhole { terrainTiles += made.geometry.batches.count - solids.count }
      try progress.step(part(plan.isWhole ? 0 : 0.1), "rasterise")
      let frame = rasterise(band, made, fine: .shown)
      clock.end("rasterise")
      if n == 0 { survey = labelSurvey(after: labelsBefore) }
      survey?.look(at: frame, band, scale: options.scale)
      if n == bands.count - 1, let survey {
        labels = placed(survey, sunElevation: sunElevation)
        if let memory = labels.drawn.memory { options.annotationLink?.after(memory) }
      }
      if n == 0 { unseen = unseenSurvey() }
      unseen?.look(at: frame, band, scale: options.scale)
      if n == bands.count - 1, let unseen {
        let placed = placed(unseen, sunElevation: sunElevation)
        if let memory = placed.drawn.memory { options.unseenLink?.after(memory) }
        others = options.unseenShare.map { OtherLabels(labels: placed, share: $0) }
      }
      clock.end("annotations")
      let shading = BandShading(
        band: band, solids: solids,
        // What steps back changes nothing of the shadows.
        fitted: fitted
          ?? (earth.globe == nil || groups.isEmpty ? nil : fittedShadows(frame, solids)))
      try shade(frame, shading, into: &pixels, part: part(0.2)...part(groups.isEmpty ? 1 : 0.7))
      if !groups.isEmpty {
        try stepBack(groups, from: frame, shading, made, into: &pixels, part: part(0.7)...part(1))
      }
      if hasRoutes {
        layRoutes(over: frame, shading, made, into: &pixels)
        clock.end("routes")
      }
    }
    let drawnOver = labels.drawn
    draw(labels, fadingInto: others, on: &pixels, sunElevation: sunElevation)
    warnings += drawnOver.warnings + tileProblems
    var counts: [(name: String, value: Int)] = []
    if survey?.isEmpty == false {
      clock.end("annotations")
      counts.append(("annotations", drawnOver.annotations.count))
      counts.append(("road names", drawnOver.roadNames.count))
    }
    let image = pixels.image
    return RenderedImage(
      image: image, deepImage: pixels.deepImage, camera: camera, view: projection, light: light,
      stages: clock.stages,
      statistics: [
        ("triangles", triangles), ("solid meshes", solids.count),
        ("terrain tiles", terrainTiles), ("ground tiles", groundTiles),
        ("shadow squares", shadowCount), ("blocks shaded again", missedBlocks),
        ("bands", bands.count), ("parts", partCount),
      ] + counts, warnings: warnings,
      elevationStyle: ElevationStyle(
        requested: requestedStyle, effective: ground.hasTerrain ? options.elevationStyle : 0
      ), elevationTransition: elevationTransition, annotations: drawnOver.annotations,
      roadNames: drawnOver.roadNames, annotationMemory: drawnOver.memory, attributions: attributions
    )
  }

  /// How the picture is cut into bands.
  var plan: BandPlan {
    let isGlobe = earth.globe != nil
    let bands = RenderBand.bands(
      width: view.width, height: view.height, samples: options.samples, quality: options.quality,
      frames: mayStepBack || hasRoutes ? 2 : 1, budget: isGlobe ? nil : renderer.budget)
    return BandPlan(
      bands, of: view, mesh: meshView, isGlobe: isGlobe, budget: renderer.budget,
      tiles: renderer.tiles, threads: threads)
  }

  /// What is drawn in a band: the solids, and the ground that it shows.
  mutating func drawn(
    _ plan: BandPlan, showing band: RenderBand?, _ solids: [SolidMesh]
  ) -> DrawnSurfaces {
    let part = band.map { TerrainFrustum($0.shownView(of: view), from: view.eye) }
    var (visible, tolerance) = renderer.tiles.tiles(
      for: plan.mesh, in: TerrainFrustum(view, from: view.eye), showing: part, threads: threads)
    if let warning = plan.warning(tolerance, asked: meshView.tolerance), !warnings.contains(warning)
    {
      warnings.append(warning)
    }
    if let globe = earth.globe {
      visible += PolarCap(globe.ground, ground: ground).batches.map { TerrainTile(level: $0) }
    }
    return DrawnSurfaces(
      geometry: FrameGeometry(solids: solids, tiles: visible, earth: earth, eye: view.eye),
      table: SurfaceTable(
        meshes: solids, tiles: visible, heightFactor: ground.factor, earth: earth, eye: view.eye))
  }

  /// How fine the ground is drawn; the same for the picture, its bands and its shadows.
  private var meshView: TerrainMeshView {
    TerrainMeshView(
      earth: earth.meshEarth, eye: view.eye, focalLength: view.focalLength,
      spread: view.cornerSpread, heightFactor: ground.factor,
      widestSide: options.quality.widestSide)
  }

  /// A band of the picture, unshaded.
  ///
  /// - Parameters:
  ///   - buffer: in which of the memory's buffers; what that held before is lost.
  ///   - fine: what becomes of slender parts.
  mutating func rasterise(
    _ band: RenderBand, _ drawn: DrawnSurfaces, buffer: Int = 0, fine: FineDrawing = .drawn
  ) -> Frame {
    rasterise(
      band.view(of: view), samples: options.samples, firstRow: band.drawn.lowerBound, drawn,
      buffer: buffer, fine: fine)
  }

  private mutating func rasterise(
    _ view: RasterView, samples: Int, firstRow: Int, _ drawn: DrawnSurfaces, buffer: Int = 0,
    fine: FineDrawing = .drawn
  ) -> Frame {
    let geometry = drawn.geometry
    let visibility = memory.samples(
      width: view.width, height: view.height, samples: samples, buffer: buffer)
    let rasterizer = Rasterizer(view: view, threads: threads, scratch: memory.scratch)
    var batches = geometry.batches
    // With one sample a pixel shows one thing.
    let hasSlender =
      fine != .drawn && samples > 1
      && rasterizer.findSlender(geometry.slender, geometry.placements, batches: &batches)
    triangles += rasterizer.draw(geometry.placements, batches: batches, into: visibility)
    let parts =
      hasSlender && fine == .shown ? rasterizer.fineParts(before: visibility, buffer: buffer) : nil
    return Frame(
      scene: renderer.scene, earth: earth, view: view, atmosphere: atmosphere, options: options,
      firstRow: firstRow, extrusion: extrusion, threads: threads, surfaces: drawn.table,
      visibility: visibility, fine: parts, overlays: overlays)
  }

  /// The squares of ground that the frame shows, painted.
  mutating func ground(
    _ keys: [MapSquare], part: ClosedRange<Double>
  ) throws(RenderError) -> [(key: MapSquare, tile: GroundTile)] {
    noteWorld(keys)
    let progress = self.progress
    let painted = renderer.squares.squares(
      keys, look: look, layers: overlays.layers,
      hasFootprints: paintsFootprints, threads: threads
    ) { done in
      progress.report(part.lowerBound + (part.upperBound - part.lowerBound) * done, "ground")
      return !progress.isCancelled
    }
    try progress.check()
    return painted
  }

  /// Whether the outlines of buildings are painted on the ground.
  var paintsFootprints: Bool { look.paintsFootprints(content, extrusion: extrusion) }

  /// How the sun casts shadows on the flat map; `nil` where it does not, and on the globe.
  var shadowSpace: ShadowSpace? {
    guard earth.globe == nil, light.sunElevation > ShadowSpace.lowestSun else {
      return nil
    }
    return ShadowSpace(
      sun: atmosphere.sunDirection, latitude: camera.centerCoordinate.latitude)
  }

  /// `nil` where the picture reaches farther than a table of squares.
  func shadowSquares(
    _ keys: [MapSquare], _ space: ShadowSpace, _ solids: [SolidMesh]
  ) throws(RenderError) -> ShadowSquares? {
    let eye = earth.frame.mapPoint(at: view.eye.xy)
    guard
      let windows = GroundWindows(keys, eye: space.place(eye, elevation: view.eye.z))
    else { return nil }
    let progress = self.progress
    let solids = solids.listed
    let elevations = ShadowStore.elevations(ground, solids, renderer.woods)
    let squares = renderer.shadows.squares(
      keys, space, elevations, solids: solids, woods: content.hasTrees ? renderer.woods : nil,
      content: content, extrusion: extrusion, ground: ground, threads: threads
    ) { !progress.isCancelled }
    try progress.check()
    return ShadowSquares(
      space, elevations, windows, keys, squares, frame: earth.frame, eye: view.eye,
      focalLength: view.focalLength, fineness: space.fineness(options.quality))
  }

  /// Shadows for one picture.
  func fittedShadows(_ frame: Frame, _ solids: [SolidMesh]) -> any Sunlight {
    guard sunElevation > ShadowSpace.lowestSun else { return Unshaded() }
    return FittedShadows(frame: frame, budget: renderer.budget) { lightView in
      // As fine as the camera sees them, so that surfaces do not shade themselves.
      let casters = renderer.tiles.casters(
        for: meshView, in: TerrainFrustum(lightView, from: view.eye), threads: threads)
      let geometry = FrameGeometry(solids: solids, tiles: casters, earth: earth, eye: view.eye)
      return (geometry.placements, geometry.batches)
    }
  }
}
