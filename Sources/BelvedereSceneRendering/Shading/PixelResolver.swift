import BelvedereRasterization

/// Shades each triangle of a pixel once and mixes them by the samples they cover.
struct PixelResolver {
  private let shader: PixelShader
  private let visibility: VisibilityBuffer
  private let offsets: [SIMD2<Float>]
  private var cursor = GroundTexture.Cursor()

  init(shader: PixelShader, visibility: VisibilityBuffer) {
    self.shader = shader
    self.visibility = visibility
    offsets = visibility.pattern.offsets.map { SIMD2(Float($0.x), Float($0.y)) / 16 + 0.5 }
  }

  mutating func color(_ x: Int, _ y: Int) -> SIMD3<UInt8> {
    let samples = offsets.count
    var done: UInt32 = 0
    var sum = SIMD3<Float>.zero
    var ambient: Float = -1
    for s in 0..<samples where done & (1 << UInt32(s)) == 0 {
      let id = visibility.triangle(x: x, y: y, sample: s)
      var count: Float = 0
      var at = SIMD2<Float>.zero
      var z: Float = 0
      for t in s..<samples where visibility.triangle(x: x, y: y, sample: t) == id {
        done |= 1 << UInt32(t)
        count += 1
        at += offsets[t]
        z += visibility.depthValue(x: x, y: y, sample: t)
      }
      // The middle of the covered samples lies on the triangle; the pixel's middle may not.
      let px = Float(x) + at.x / count
      let py = Float(y) + at.y / count
      let c: SIMD3<Float>
      if id == .none {
        c = shader.sky(x: px, y: py)
      } else {
        if ambient < 0 {
          ambient = shader.occlusion.value(x, y, depthValue: z / count, visibility)
        }
        c = shader.color(id, x: px, y: py, depthValue: z / count, ambient: ambient, &cursor)
      }
      sum += c * count
    }
    let c = pointwiseMin(pointwiseMax(sum / Float(samples), .zero), SIMD3(repeating: 1)) * 4095
    let t = Transfer.byteOfLinear
    return SIMD3(t[Int(c.x)], t[Int(c.y)], t[Int(c.z)])  // checked: clamped to the table
  }
}
