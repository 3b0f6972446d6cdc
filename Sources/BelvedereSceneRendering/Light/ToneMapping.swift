/// From light to what a screen shows.
enum ToneMapping {
  /// Keeps colours as they are up to 0.76 and compresses what is brighter without a hue shift.
  ///
  /// Source: Khronos Group, "PBR Neutral Tone Mapper", 2024, without its Fresnel offset.
  static func map(_ color: SIMD3<Float>) -> SIMD3<Float> {
    let start: Float = 0.76
    let desaturation: Float = 0.15
    let peak = color.max()
    if peak < start { return pointwiseMax(color, .zero) }
    let d = 1 - start
    let newPeak = 1 - d * d / (peak + d - start)
    let scaled = color * (newPeak / peak)
    let g = 1 - 1 / (desaturation * (peak - newPeak) + 1)
    return scaled + (SIMD3(repeating: newPeak) - scaled) * g
  }
}
