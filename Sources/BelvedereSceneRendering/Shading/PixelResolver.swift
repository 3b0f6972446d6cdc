import BelvedereRasterization

/// Shades each triangle of a pixel once and mixes them by the samples they cover.
struct PixelResolver {
  private let shader: PixelShader
  private let visibility: VisibilityBuffer
  private let parts: PixelParts
  private var cursor = GroundTexture.Cursor()

  init(shader: PixelShader, visibility: VisibilityBuffer) {
    self.shader = shader
    self.visibility = visibility
    parts = PixelParts(shader.frame)
  }

  /// Whether an overlay lies on any part of a pixel.
  mutating func isLaid(_ x: Int, _ y: Int) -> Bool {
    for n in 0..<parts.gather(x, y) {
      let part = parts.parts[n]
      let isLaid = shader.isLaid(
        part.id, x: part.x, y: part.y, depthValue: part.depthValue,
        share: part.count / Float(visibility.samples), &cursor)
      if isLaid { return true }
    }
    return false
  }

  /// The colour of a pixel, linear in [0, 1].
  mutating func color(_ x: Int, _ y: Int) -> SIMD3<Float> {
    var sum = SIMD3<Float>.zero
    var ambient: Float = -1
    for n in 0..<parts.gather(x, y) {
      let part = parts.parts[n]
      if part.id == .none {
        sum += shader.sky(x: part.x, y: part.y) * part.weight
        continue
      }
      if ambient < 0 {
        ambient = shader.occlusion.value(x, y, depthValue: part.depthValue, visibility)
      }
      sum +=
        shader.color(
          part.id, x: part.x, y: part.y, depthValue: part.depthValue, ambient: ambient,
          share: part.count / Float(visibility.samples), &cursor)
        * part.weight
    }
    return sum / Float(visibility.samples)
  }
}
