import BelvedereRasterization

extension SceneRenderer {
  /// Whether several pictures may be in the making at once, each in memory of its own, and be none the slower.
  ///
  /// What streamed layers have around an eye is read for one picture at a time.
  package func hasRoom(forPictures count: Int, like options: RenderOptions) -> Bool {
    guard scene.streamed.isEmpty, budget.isAmple else { return false }
    let pixels = Double(options.width) * Double(options.height) * options.scale * options.scale
    // Before an overlay a second set of samples shows what is behind; and distances and the sky's light.
    let bytes = 2 * VisibilityBuffer.bytesPerPixel(samples: options.samples) + 2
    return pixels * Double(bytes) * Double(count) <= Double(budget.keptPictures)
  }
}
