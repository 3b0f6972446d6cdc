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
  /// Meshes of solids first, then tiles of terrain; a batch's number is its index here.
  var solids: [SolidMesh]
  var tiles: [TerrainTile]
  /// For each tile its west edge in the frame's world, so that a copy of the world is placed right.
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
    solids: [SolidMesh], tiles: [TerrainTile], visibility: VisibilityBuffer
  ) {
    self.scene = scene
    self.cameraView = cameraView
    self.view = view
    self.atmosphere = atmosphere
    self.threads = threads
    self.solids = solids
    self.tiles = tiles
    self.visibility = visibility
    rayForward = SIMD3<Float>(single: view.forward)
    rayRight = SIMD3<Float>(single: view.right)
    rayUp = SIMD3<Float>(single: view.up)
    centerX = Float(view.center.x)
    centerY = Float(view.center.y)
  }

  /// The terrain tile of a triangle, or `nil` for a solid.
  func tile(of id: TriangleID) -> TerrainTile? {
    id.batch >= solids.count ? tiles[id.batch - solids.count] : nil
  }

  /// Where a solid's mesh stands in the camera's frame.
  static func placement(_ mesh: SolidMesh, batch: Int, frame: LocalFrame) -> BatchPlacement {
    let p = frame.position(of: mesh.origin)
    let scale = frame.metersPerMapPoint / mesh.metersPerMapPoint
    return BatchPlacement(
      batch: batch, origin: Vector3(p.x, p.y, 0), scale: Vector3(scale, scale, 1))
  }

  /// Where a tile stands: its vertices are map points east and south of its corner.
  static func placement(_ tile: TerrainTile, batch: Int, frame: LocalFrame) -> BatchPlacement {
    let s = frame.metersPerMapPoint
    let corner = tile.address.corner
    return BatchPlacement(
      batch: batch,
      origin: Vector3((corner.x - frame.origin.x) * s, (frame.origin.y - corner.y) * s, 0),
      scale: Vector3(s, -s, 1))
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

  /// The geometric normal of a triangle; for terrain that of the smooth ground.
  func normal(_ id: TriangleID, at offset: SIMD3<Float>) -> SIMD3<Float> {
    if let tile = tile(of: id) {
      return terrainNormal(tile, mapPoint(offset))
    }
    let mesh = solids[id.batch]
    return mesh.faces[Int(mesh.faceOfTriangle[id.triangle])].normal
  }

  func terrainNormal(_ tile: TerrainTile, _ p: MapPoint) -> SIMD3<Float> {
    let corner = tile.address.corner
    let size = tile.address.size
    let slope = tile.slope(Float((p.x - corner.x) / size), Float((p.y - corner.y) / size))
    let n = SIMD3(-slope.x, -slope.y, 1)
    return n / (n * n).sum().squareRoot()
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
