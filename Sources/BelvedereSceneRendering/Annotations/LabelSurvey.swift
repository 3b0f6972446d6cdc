import BelvedereAnnotations

/// Where all that is written over a map may stand.
struct LabelSurvey {
  /// `nil` where there are none.
  var annotations: AnnotationSurvey?
  var names: RoadNameSurvey?
  /// What the frame before shows; `nil` for a picture that is none of a film.
  var before: PlacementMemory?

  var isEmpty: Bool { annotations == nil && names == nil }

  /// Looks which places are covered by what a band of the picture shows.
  ///
  /// - Parameters:
  ///   - frame: a band with all objects.
  ///   - scale: pixels a point.
  mutating func look(at frame: Frame, _ band: RenderBand, scale: Double) {
    annotations?.look(at: frame, band, scale: scale)
    names?.look(at: frame, band, scale: scale)
  }
}

extension RenderTask {
  /// - Parameter before: what the frame before shows; `nil` for a picture that is none of a film.
  func labelSurvey(after before: PlacementMemory?) -> LabelSurvey {
    LabelSurvey(
      annotations: annotationSurvey(), names: roadNameSurvey(after: before), before: before)
  }

  /// That of annotations which are placed and not drawn; `nil` where there are none.
  func unseenSurvey() -> LabelSurvey? {
    (options.unseenLink?.before()).map(labelSurvey(after:))
  }
}
