import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereRasterization
import BelvedereSceneModel
import BelvedereTerrain
import Synchronization

/// One picture in the making.
struct RenderTask {
  private let renderer: SceneRenderer
  private let progress: Progress
  private let options: RenderOptions
  private let threads: Int
  private let camera: MapCamera
  private let viewport: Viewport
  private let earth: DrawnEarth
  private let view: RasterView
  /// Sun and air; without a time.
  private let light: Light
  private let atmosphere: Atmosphere
  private let extrusion: Double
  private let ground: DrawnGround
  private let warnings: [String]
  private var clock = StageClock()
  private var triangles = 0
  private var groundTiles = 0

  init(
    renderer: SceneRenderer, camera requested: MapCamera, options: RenderOptions,
    progress: Progress
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
    try requested.validate(for: options.projection)
    ground = renderer.ground.styled(options.elevationStyle)
    let constraint = CameraConstraint(
      limits: options.limits, ground: ground, projection: options.projection)
    (camera, warnings) = constraint.apply(to: requested)
    viewport = Viewport(
      width: Double(options.width), height: Double(options.height),
      fieldOfView: options.fieldOfView)
    threads = max(1, options.threads ?? activeProcessorCount())
    let asked = options.light ?? renderer.scene.light
    let sunPlace =
      asked.time == nil ? nil : renderer.scene.lightPlace(for: camera.centerCoordinate)
    light = sunPlace.map(asked.resolved(over:)) ?? asked
    let groundElevation = ground.elevation(camera.centerCoordinate)
    let pose: CameraPose
    let eye: GeodeticPosition
    switch options.projection {
    case .flat:
      let view = try CameraView(
        camera: camera, viewport: viewport, groundElevation: groundElevation)
      (pose, eye) = (view.pose, view.eyePosition)
      earth = DrawnEarth(frame: view.frame, globe: nil)
      atmosphere = Atmosphere(
        light, cityGlow: renderer.scene.buildings.isEmpty ? 0 : 1)
    case .globe:
      let view = try GlobeView(
        camera: camera, viewport: viewport, groundElevation: groundElevation)
      (pose, eye) = (view.pose, view.eyePosition)
      let globe = GlobeGround(view)
      let sky = GlobeSky(
        globe, light: light,
        over: sunPlace
          ?? GlobeSky.anchor(renderer.scene.extent, camera.centerCoordinate), threads: threads)
      earth = DrawnEarth(
        frame: LocalFrame(origin: camera.centerCoordinate),
        globe: GlobePicture(ground: globe, sky: sky))
      atmosphere = sky.atmosphere
    }
    // Of an eye close to the ground the ground at its feet is drawn, too.
    let clearance = eye.height - ground.elevation(eye.coordinate)
    view = Self.rasterView(
      pose, viewport, scale: options.scale,
      near: min(1, camera.distance / 100, max(clearance, 0.01) / 8))
    extrusion = BuildingAppearance.extrusion(atPitch: camera.pitch)
    self.renderer = renderer
    self.options = options
    self.progress = progress
  }

  private static func rasterView(
    _ pose: CameraPose, _ viewport: Viewport, scale: Double, near: Double
  ) -> RasterView {
    let limit = 1...(1 << 24)
    return RasterView(
      projection: .perspective, eye: pose.eye, right: pose.right, up: pose.up,
      forward: pose.forward, focalLength: viewport.focalLength * scale,
      center: viewport.principalPoint * scale,
      width: Int(clamping: viewport.width * scale, in: limit),
      height: Int(clamping: viewport.height * scale, in: limit), near: near)
  }

  /// The same view in a picture of another scale.
  private func view(scale: Double) -> RasterView {
    let pose = CameraPose(eye: view.eye, forward: view.forward, right: view.right, up: view.up)
    return Self.rasterView(pose, viewport, scale: scale, near: view.near)
  }

  /// What stands on the ground; nothing from space, where a point of the screen is a kilometre wide and
  /// four times as wide as the highest building is high.
  private var solids: [SolidMesh] {
    let isGlobe = earth.globe != nil
    let wide = camera.distance / viewport.focalLength
    if isGlobe, wide > 1000, renderer.scene.buildings.allSatisfy({ $0.height < wide / 4 }) {
      return []
    }
    return renderer.solidScene(
      extrusion: extrusion, ground: ground, onGlobe: isGlobe, threads: threads
    ).meshes
  }

  mutating func run() throws(RenderError) -> RenderedImage {
    try progress.step(0.02, "buildings")
    let solids = self.solids
    clock.end("buildings")

    try progress.step(0.08, "terrain")
    var visible = renderer.tiles.tiles(
      for: meshView, in: TerrainFrustum(view, from: view.eye), threads: threads)
    if let globe = earth.globe {
      visible += PolarCap(globe.ground, ground: ground).batches.map { TerrainTile(level: $0) }
    }
    let geometry = FrameGeometry(solids: solids, tiles: visible, earth: earth, eye: view.eye)
    let surfaces = SurfaceTable(
      meshes: solids, tiles: visible, heightFactor: ground.factor, earth: earth, eye: view.eye)
    clock.end("terrain")

    let bands = RenderBand.bands(
      width: view.width, height: view.height, samples: options.samples)
    var pixels = PixelBuffer(width: view.width, height: view.height, bits: options.depth)
    var shadows: SunShadows?
    if bands.count > 1 {
      // Every band must see the same shadows: they are fitted to a small picture of the whole.
      let small = view(scale: min(1, 540 / viewport.height))
      shadows = castShadows(
        rasterise(small, samples: 1, firstRow: 0, geometry, surfaces), solids)
      clock.end("shadows")
    }
    for (n, band) in bands.enumerated() {
      let part = { (t: Double) in 0.1 + 0.9 * (Double(n) + t) / Double(bands.count) }
      try progress.step(part(0), "rasterise")
      let frame = rasterise(
        band.view(of: view), samples: options.samples, firstRow: band.drawn.lowerBound, geometry,
        surfaces)
      clock.end("rasterise")

      try progress.step(part(0.2), "shadows")
      let cast = shadows ?? castShadows(frame, solids)
      clock.end("shadows")

      let painter = GroundPainter(
        features: renderer.features, ground: renderer.ground,
        footprints: extrusion < 1 ? GroundFeatureIndex.footprints(renderer.scene) : [],
        relief: renderer.scene.relief.map {
          ReliefPainter(style: $0, model: renderer.scene.ground)
        },
        metersPerPoint: camera.distance / viewport.focalLength)
      try progress.step(part(0.35), "ground")
      let vectors = VectorShading(frame, path: options.shading, fullHeight: view.height)
      let painted = try GroundDemand(frame: frame, progress: progress)
        .paint(vectors?.groundKeys, with: painter, part: part(0.35)...part(0.6))
      groundTiles += painted.count
      clock.end("ground")

      try progress.step(part(0.6), "shade")
      if let vectors {
        try shade(band, vectors, painted, cast, into: &pixels, part: part(0.6)...part(1))
      } else {
        let occlusion = AmbientOcclusion(frame, fullHeight: view.height)
        defer { occlusion.deallocate() }
        let shader = PixelShader(
          frame: frame, texture: GroundTexture(painted), shadows: cast, occlusion: occlusion)
        try shade(band, frame, shader, into: &pixels, part: part(0.6)...part(1))
      }
      clock.end("shade")
    }
    let image = pixels.image
    return RenderedImage(
      image: image, deepImage: pixels.deepImage, camera: camera, light: light, stages: clock.stages,
      statistics: [
        ("triangles", triangles), ("solid meshes", solids.count),
        ("terrain tiles", visible.count), ("ground tiles", groundTiles), ("bands", bands.count),
      ], warnings: warnings,
      elevationStyle: ElevationStyle(
        requested: options.elevationStyle, effective: ground.hasTerrain ? options.elevationStyle : 0
      ))
  }

  /// How fine the ground is drawn; the same for the picture, its bands and its shadows.
  private var meshView: TerrainMeshView {
    TerrainMeshView(
      earth: earth.meshEarth, eye: view.eye, focalLength: view.focalLength,
      spread: view.cornerSpread, heightFactor: ground.factor,
      widestSide: options.quality.widestSide)
  }

  private mutating func rasterise(
    _ view: RasterView, samples: Int, firstRow: Int, _ geometry: FrameGeometry,
    _ surfaces: SurfaceTable
  ) -> Frame {
    let visibility = VisibilityBuffer(width: view.width, height: view.height, samples: samples)
    triangles += Rasterizer(view: view, threads: threads)
      .draw(geometry.placements, batches: geometry.batches, into: visibility)
    return Frame(
      scene: renderer.scene, earth: earth, view: view, atmosphere: atmosphere, options: options,
      firstRow: firstRow, extrusion: extrusion, threads: threads, surfaces: surfaces,
      visibility: visibility)
  }

  private func castShadows(_ frame: Frame, _ solids: [SolidMesh]) -> SunShadows {
    let sunElevation = earth.globe?.sky.sunElevation ?? light.sunElevation
    guard sunElevation > 0.5 else { return SunShadows() }
    return SunShadows(frame: frame) { lightView in
      // As fine as the camera sees them, so that surfaces do not shade themselves.
      let casters = renderer.tiles.casters(
        for: meshView, in: TerrainFrustum(lightView, from: view.eye), threads: threads)
      let geometry = FrameGeometry(solids: solids, tiles: casters, earth: earth, eye: view.eye)
      return (geometry.placements, geometry.batches)
    }
  }

  private func shade(
    _ band: RenderBand, _ vectors: VectorShading,
    _ ground: [(key: GroundTile.Key, tile: GroundTile)], _ shadows: SunShadows,
    into pixels: inout PixelBuffer, part: ClosedRange<Double>
  ) throws(RenderError) {
    let drawn = band.drawn.lowerBound
    let first = pixels.rowBytes * band.rows.lowerBound
    let progress = self.progress
    let span = part.upperBound - part.lowerBound
    let furthest = Atomic<Int>(0)
    pixels.withBytes { base in
      vectors.shade(
        rows: (band.rows.lowerBound - drawn)..<(band.rows.upperBound - drawn), ground: ground,
        shadows: shadows, into: base + first
      ) { done in
        // A report a hundredth.
        let step = Int(clamping: done * 100, in: 0...100)
        if furthest.exchange(step, ordering: .relaxed) < step {
          progress.report(part.lowerBound + span * done, "shade")
        }
        return !progress.isCancelled
      }
    }
    try progress.check()
  }

  private func shade(
    _ band: RenderBand, _ frame: Frame, _ shader: PixelShader,
    into pixels: inout PixelBuffer, part: ClosedRange<Double>
  ) throws(RenderError) {
    let width = view.width
    let done = Atomic<Int>(0)
    let progress = self.progress
    let threads = self.threads
    let rows = band.rows.count
    let span = part.upperBound - part.lowerBound
    let encoder = frame.encoder
    pixels.withBytes { bytes in
      nonisolated(unsafe) let bytes = bytes
      Parallel.forEach(rows, threads: threads) { row, _ in
        if progress.isCancelled { return }
        let y = band.rows.lowerBound + row
        var resolver = PixelResolver(shader: shader, visibility: frame.visibility)
        for x in 0..<width {
          let c = resolver.color(x, y - band.drawn.lowerBound)
          encoder.write(c, x: x, y: y, to: bytes + encoder.pixelBytes * (y * width + x))
        }
        let n = done.wrappingAdd(1, ordering: .relaxed).newValue
        if n % 16 == 0 {
          progress.report(part.lowerBound + span * Double(n) / Double(rows), "shade")
        }
      }
    }
    try progress.check()
  }
}

/// The batches of a picture and where they stand: solids first, then tiles of ground.
struct FrameGeometry {
  let batches: [TriangleBatch]
  let placements: [BatchPlacement]

  init(solids: [SolidMesh], tiles: [TerrainTile], earth: DrawnEarth, eye: Vector3) {
    batches = solids.map { $0.batch } + tiles.map { $0.batch }
    placements =
      solids.enumerated().map { earth.placement($1, batch: $0) }
      + tiles.enumerated().map { Frame.placement($1, batch: $0 + solids.count, eye: eye) }
  }
}
