import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel
import CBelvedereShading

/// What the stages of one picture share.
struct Frame: @unchecked Sendable {
  let scene: Scene
  let earth: DrawnEarth
  let view: RasterView
  let atmosphere: Atmosphere
  let threads: Int
  let quality: RenderQuality
  /// What is made of the colours, and the row of the whole picture with which the frame begins.
  let encoder: PixelEncoder
  let firstRow: Int
  /// How much of their height buildings have, 0 to 1.
  let extrusion: Float
  /// Meshes of solids come first, then tiles of terrain: a batch's number is its index here.
  let surfaces: SurfaceTable
  let visibility: VisibilityBuffer
  /// What is seen of slender parts of solids, which the samples do not show; `nil` without any.
  let fine: FineParts?
  /// What lies over the ground.
  let overlays: OverlayTable

  /// The view ray through a pixel position; its component along the line of sight is 1.
  @inline(__always)
  func ray(_ x: Float, _ y: Float) -> SIMD3<Float> {
    let k = Float(1 / view.focalLength)
    return rayForward + rayRight * ((x - centerX) * k) + rayUp * ((centerY - y) * k)
  }

  let rayForward, rayRight, rayUp: SIMD3<Float>
  let centerX, centerY: Float
  /// The map's metric frame at the camera's centre.
  let frame: LocalFrame
  /// `nil` for a picture of the flat map.
  let globe: GlobePicture?
  /// The light of the flat map, and its end.
  let light: LocalLight
  let worldEnd: WorldEnd
  /// What becomes of the colours of solids.
  let tone: MapTone
  /// What is cut of a map of relief, sRGB-encoded.
  let section: SIMD3<Float>

  init(
    scene: Scene, earth: DrawnEarth, view: RasterView, atmosphere: Atmosphere,
    options: RenderOptions,
    firstRow: Int, extrusion: Double, threads: Int, surfaces: SurfaceTable,
    visibility: VisibilityBuffer, fine: FineParts?, overlays: OverlayTable
  ) {
    quality = options.quality
    tone = MapTheme(options.configuration ?? scene.configuration).tone
    section = tone.applied(toEncoded: ReliefPainter.section)
    encoder = PixelEncoder(
      bits: options.depth, dithers: options.quality.dithers)
    self.firstRow = firstRow
    self.extrusion = Float(extrusion)
    self.scene = scene
    self.earth = earth
    frame = earth.frame
    globe = earth.globe
    light = LocalLight(atmosphere)
    worldEnd = WorldEnd(earth.frame, eye: view.eye)
    self.view = view
    self.atmosphere = atmosphere
    self.threads = threads
    self.surfaces = surfaces
    self.visibility = visibility
    self.fine = fine
    self.overlays = overlays
    rayForward = SIMD3<Float>(single: view.forward)
    rayRight = SIMD3<Float>(single: view.right)
    rayUp = SIMD3<Float>(single: view.up)
    centerX = Float(view.center.x)
    centerY = Float(view.center.y)
  }

  /// Towards the sun, in the picture's frame.
  var sunDirection: SIMD3<Float> { globe?.sky.sun ?? atmosphere.sunDirection }

  /// Whether streets are lit at night: where people live, and where the ground is not painted by its
  /// elevation.
  var hasLamps: Bool { scene.hasBuildings && scene.relief == nil }

  /// How many batches are solids.
  var solidCount: Int { surfaces.solids.count }

  /// The tile of ground of a batch that is not a solid.
  @inline(__always)
  func ground(_ id: TriangleID) -> Surface.Ground { surfaces.grounds[id.batch - solidCount] }

  /// Where a tile stands, made for an eye.
  static func placement(_ tile: TerrainTile, batch: Int, eye: Vector3) -> BatchPlacement {
    BatchPlacement(batch: batch, origin: eye + tile.origin, scale: tile.scale)
  }

  /// The position of a fragment relative to the eye, from its depth value.
  @inline(__always)
  func offset(_ x: Float, _ y: Float, depthValue: Float) -> SIMD3<Float> {
    ray(x, y) * (1 / depthValue)
  }

  /// The map point under a position relative to the eye.
  @inline(__always)
  func mapPoint(_ offset: SIMD3<Float>) -> MapPoint {
    frame.mapPoint(
      at: Vector2(view.eye.x + Double(offset.x), view.eye.y + Double(offset.y)))
  }

  /// The normal of a triangle in the picture's frame; for terrain that of the smooth ground.
  @inline(__always)
  func normal(_ id: TriangleID, at offset: SIMD3<Float>) -> SIMD3<Float> {
    if let globe { return normal(id, at: offset, on: globe) }
    if id.batch >= solidCount { return ground(id).normal(mapPoint(offset)) }
    return surfaces.solids[id.batch].face(id.triangle).pointee.normal
  }

  private func normal(
    _ id: TriangleID, at offset: SIMD3<Float>, on globe: GlobePicture
  ) -> SIMD3<Float> {
    if id.batch >= solidCount {
      let site = globe.site(offset)
      return site.axes.framed(ground(id).normal(site.point.mapPoint))
    }
    return surfaces.sites[id.batch].axes.framed(
      surfaces.solids[id.batch].face(id.triangle).pointee.normal)
  }

  /// Whether the ground's paint must be as sharp on slopes as on level ground wherever it is seen, not at the eye's
  /// height alone: that of relief, whose slopes fill pictures up to the horizon and above it.
  var followsSlopes: Bool { scene.relief != nil }

  /// The part of the ground that a pixel shows.
  func footprint(_ id: TriangleID, _ offset: SIMD3<Float>) -> GroundFootprint {
    if let globe {
      let site = globe.site(offset)
      return footprint(
        ground(id), site.axes.local(offset), site.point.mapPoint,
        metersPerMapPoint: site.point.metersPerMapPoint)
    }
    return footprint(
      ground(id), offset, mapPoint(offset), metersPerMapPoint: frame.metersPerMapPoint)
  }

  /// The part of the ground around a map point that a pixel shows.
  ///
  /// - Parameter offset: from the eye, along the place's own east, north and up.
  @inline(__always)
  func footprint(
    _ tile: Surface.Ground, _ offset: SIMD3<Float>, _ p: MapPoint, metersPerMapPoint: Double
  ) -> GroundFootprint {
    let distance = Double((offset * offset).sum().squareRoot())
    let minor = distance / view.focalLength / metersPerMapPoint
    let horizontal = Vector2(Double(offset.x), Double(offset.y))
    // A slope that faces the eye is less foreshortened than level ground, which would be seen edge-on at the
    // eye's height.
    let level = Double(abs(offset.z)) / max(distance, 1e-9)
    let counts = followsSlopes ? 1 : min(max(2 - level / Double(BELVEDERE_EDGE_ON), 0), 1)
    let slope = counts > 0 ? tile.slope(p) * Float(counts) : .zero
    let across = slope.x * offset.x + slope.y * offset.y - offset.z
    let sine = min(max(abs(Double(across)) / max(distance, 1e-9), 0.002), 1)
    let d = horizontal.length > 0 ? horizontal / horizontal.length : Vector2(1, 0)
    var footprint = GroundFootprint(
      x: p.x, y: p.y, minor: minor, major: minor / sine, direction: Vector2(d.x, -d.y),
      least: globe == nil ? 0 : GroundFootprint.leastSize(y: p.y), quality: quality)
    if globe != nil { footprint.holdOnMap() }
    return footprint
  }
}

extension SIMD3 where Scalar == Float {
  /// The nearest single-precision vector.
  init(single v: Vector3) { self.init(Float(v.x), Float(v.y), Float(v.z)) }
}
