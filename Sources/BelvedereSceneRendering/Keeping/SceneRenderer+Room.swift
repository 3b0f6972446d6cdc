import BelvedereRasterization

extension SceneRenderer {
  /// Whether several pictures may be in the making at once, each in memory of its own, and be none the slower.
  ///
  /// What streamed layers have around an eye is read for one picture at a time.
  package func hasRoom(forPictures count: Int, like options: RenderOptions) -> Bool {
    guard scene.streamed.isEmpty, budget.isAmple else { return false }
    let pixels = Double(options.width) * Double(options.height) * options.scale * options.scale
    let bytes = pixels * Double(VisibilityBuffer.bytesPerPixel(samples: options.samples) + 4)
    return bytes * Double(count) <= Double(budget.keptPictures)
  }
}
