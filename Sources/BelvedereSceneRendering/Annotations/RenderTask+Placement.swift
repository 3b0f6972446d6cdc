import BelvedereAnnotations
import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereRasterization
import BelvedereSceneModel

extension RenderTask {
  /// Where annotations would be drawn, and which of them are covered: rasterised, but not shaded.
  mutating func placement() throws(RenderError) -> DrawnAnnotations {
    var survey = labelSurvey(after: labelsBefore)
    guard !survey.isEmpty else {
      return DrawnAnnotations(memory: memory(ofNothingAfter: survey.before))
    }
    let solids = self.solids
    let plan = self.plan
    var made = plan.isWhole ? drawn(plan, showing: nil, solids) : nil
    for band in plan.bands {
      try progress.check()
      if !plan.isWhole {
        made = nil
        made = drawn(plan, showing: band, solids)
      }
      guard let made else { break }
      // Covered by the same as in the picture.
      let frame = rasterise(band, made, fine: .leftOut)
      survey.look(at: frame, band, scale: options.scale)
    }
    return placed(survey, sunElevation: sunElevation).drawn
  }
}

extension SceneRenderer {
  /// Where a picture's annotations are, what lies in front last, without drawing the picture.
  ///
  /// - Parameters:
  ///   - camera: the view; limits are applied as for the picture.
  ///   - options: those of the picture.
  /// - Throws: `DomainError`, ``RenderError``.
  public func annotations(
    camera: MapCamera, options: RenderOptions = RenderOptions()
  ) throws -> [RenderedAnnotation] {
    try withTask(camera, options, nil, isShaded: false) { task throws(RenderError) in
      try task.placement().annotations
    }
  }

  /// What a picture would give to the next frame of a film, without drawing it.
  ///
  /// - Parameters:
  ///   - camera: the view; limits are applied as for the picture.
  ///   - options: those of the picture, with the memory of the frame before.
  /// - Returns: ``RenderedImage/annotationMemory`` of that picture.
  /// - Throws: `DomainError`, ``RenderError``.
  public func annotationMemory(
    camera: MapCamera, options: RenderOptions = RenderOptions()
  ) throws -> PlacementMemory? {
    try withTask(camera, options, nil, isShaded: false) { task throws(RenderError) in
      try task.placement().memory
    }
  }
}
