import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel

/// What the stages of one picture share.
struct Frame: @unchecked Sendable {
  let scene: Scene
  let cameraView: CameraView
  let view: RasterView
  let atmosphere: Atmosphere
  let threads: Int
  /// Meshes of solids come first, then tiles of terrain: a batch's number is its index here.
  let surfaces: SurfaceTable
  let visibility: VisibilityBuffer

  /// The view ray through a pixel position; its component along the line of sight is 1.
  @inline(__always)
  func ray(_ x: Float, _ y: Float) -> SIMD3<Float> {
    let k = Float(1 / view.focalLength)
    return rayForward + rayRight * ((x - centerX) * k) + rayUp * ((centerY - y) * k)
  }

  let rayForward, rayRight, rayUp: SIMD3<Float>
  let centerX, centerY: Float

  init(
    scene: Scene, cameraView: CameraView, view: RasterView, atmosphere: Atmosphere, threads: Int,
    surfaces: SurfaceTable, visibility: VisibilityBuffer
  ) {
    self.scene = scene
    self.cameraView = cameraView
    self.view = view
    self.atmosphere = atmosphere
    self.threads = threads
    self.surfaces = surfaces
    self.visibility = visibility
    rayForward = SIMD3<Float>(single: view.forward)
    rayRight = SIMD3<Float>(single: view.right)
    rayUp = SIMD3<Float>(single: view.up)
    centerX = Float(view.center.x)
    centerY = Float(view.center.y)
  }

  /// How many batches are solids.
  var solidCount: Int { surfaces.solids.count }

  /// The tile of ground of a batch that is not a solid.
  @inline(__always)
  func ground(_ id: TriangleID) -> Surface.Ground { surfaces.grounds[id.batch - solidCount] }

  /// Where a solid's mesh stands in the camera's frame.
  static func placement(_ mesh: SolidMesh, batch: Int, frame: LocalFrame) -> BatchPlacement {
    let p = frame.position(of: mesh.origin)
    let scale = frame.metersPerMapPoint / mesh.metersPerMapPoint
    return BatchPlacement(
      batch: batch, origin: Vector3(p.x, p.y, 0), scale: Vector3(scale, scale, 1))
  }

  /// Where a tile stands, made for an eye.
  static func placement(_ tile: TerrainTile, batch: Int, eye: Vector3) -> BatchPlacement {
    BatchPlacement(batch: batch, origin: eye + tile.mesh.origin, scale: tile.mesh.scale)
  }

  /// The position of a fragment relative to the eye, from its depth value.
  @inline(__always)
  func offset(_ x: Float, _ y: Float, depthValue: Float) -> SIMD3<Float> {
    ray(x, y) * (1 / depthValue)
  }

  /// The map point under a position relative to the eye.
  @inline(__always)
  func mapPoint(_ offset: SIMD3<Float>) -> MapPoint {
    cameraView.frame.mapPoint(
      at: Vector2(view.eye.x + Double(offset.x), view.eye.y + Double(offset.y)))
  }

  /// The normal of a triangle; for terrain that of the smooth ground.
  @inline(__always)
  func normal(_ id: TriangleID, at offset: SIMD3<Float>) -> SIMD3<Float> {
    if id.batch >= solidCount { return ground(id).normal(mapPoint(offset)) }
    return surfaces.solids[id.batch].face(id.triangle).pointee.normal
  }

  /// The part of the ground that a pixel shows.
  func footprint(_ offset: SIMD3<Float>, _ p: MapPoint) -> GroundFootprint {
    let distance = Double((offset * offset).sum().squareRoot())
    let minor = distance / view.focalLength / cameraView.frame.metersPerMapPoint
    let horizontal = Vector2(Double(offset.x), Double(offset.y))
    let sine = max(abs(Double(offset.z)) / max(distance, 1e-9), 0.002)
    let d = horizontal.length > 0 ? horizontal / horizontal.length : Vector2(1, 0)
    return GroundFootprint(
      x: p.x, y: p.y, minor: minor, major: minor / sine, direction: Vector2(d.x, -d.y))
  }
}

extension SIMD3 where Scalar == Float {
  /// The nearest single-precision vector.
  init(single v: Vector3) { self.init(Float(v.x), Float(v.y), Float(v.z)) }
}
