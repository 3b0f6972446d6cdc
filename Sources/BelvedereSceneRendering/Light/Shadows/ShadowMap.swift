import BelvedereGeoMath
import BelvedereRasterization

/// The sun's view of a part of the scene: what the light reaches first.
struct ShadowMap {
  let view: RasterView
  /// The depth values of the map's buffer, which ``FittedShadows`` keeps.
  let depths: UnsafePointer<Float>
  /// Metres of a texel.
  let texel: Float
  let far: Float

  /// Added to depths, so that they are positive; floats of this size resolve 2 cm.
  private static let depthOffset = 200_000.0

  /// A view along the sunlight that just holds some positions.
  static func view(
    sunDirection: Vector3, holding positions: [Vector3], resolution: Int
  ) -> (view: RasterView, texel: Double)? {
    guard positions.count >= 3 else { return nil }
    let forward = -sunDirection
    let side = abs(forward.z) > 0.99 ? Vector3(0, 1, 0) : Vector3(0, 0, 1)
    let right = forward.cross(side).normalized
    let up = right.cross(forward)
    var low = Vector2(.infinity, .infinity)
    var high = -low
    var depth = 0.0
    for p in positions {
      let q = Vector2(p.dot(right), p.dot(up))
      low = pointwiseMin(low, q)
      high = pointwiseMax(high, q)
      depth += p.dot(forward)
    }
    depth /= Double(positions.count)
    let middle = (low + high) / 2
    let extent = max(high.x - low.x, high.y - low.y) * 1.06 + 20
    let scale = Double(resolution) / extent
    return (
      RasterView(
        projection: .parallel(far: depthOffset),
        eye: right * middle.x + up * middle.y + forward * depth,
        right: right, up: up, forward: forward, focalLength: scale,
        center: Vector2(Double(resolution) / 2, Double(resolution) / 2),
        width: resolution, height: resolution, near: -.infinity),
      1 / scale
    )
  }

  init(view: RasterView, texel: Double, buffer: VisibilityBuffer) {
    self.view = view
    depths = UnsafePointer(buffer.depth.base)
    self.texel = Float(texel)
    far = Float(Self.depthOffset)
  }

  /// How much sunlight arrives at a position, 0 to 1; `nil` outside the map.
  func light(at position: Vector3, normal: SIMD3<Float>, bias: Float) -> Float? {
    // Moved off the surface by its own normal, more where the light grazes it.
    let offset = normal * (1.6 * texel + bias)
    let v = position + Vector3(Double(offset.x), Double(offset.y), Double(offset.z)) - view.eye
    let x = Float(view.center.x + view.focalLength * v.dot(view.right)) - 0.5
    let y = Float(view.center.y - view.focalLength * v.dot(view.up)) - 0.5
    guard x >= 2, y >= 2, x < Float(view.width - 3), y < Float(view.height - 3) else { return nil }
    let depth = far - Float(v.dot(view.forward)) + 0.05
    return CloserTexels.light(x: x, y: y, stride: view.width) { depth >= depths[$0] }
  }
}
