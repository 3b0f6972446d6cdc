/// Where all that is written over a map may stand.
struct LabelSurvey {
  /// `nil` where there are none.
  var annotations: AnnotationSurvey?
  var names: RoadNameSurvey?

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
  func labelSurvey() -> LabelSurvey {
    LabelSurvey(annotations: annotationSurvey(), names: roadNameSurvey())
  }
}
