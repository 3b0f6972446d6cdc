import BelvedereAnnotations
import BelvedereSceneModel

extension RenderTask {
  /// Where names of roads may stand; `nil` where none are drawn.
  func roadNameSurvey(after before: PlacementMemory?) -> RoadNameSurvey? {
    let configuration = options.configuration ?? MapConfiguration()
    guard configuration.showsLabels, look.base != .blank else { return nil }
    let index = renderer.streetIndex()
    guard !index.streets.isEmpty else { return nil }
    let survey = RoadNameSurvey(
      index, projection, ground: ground, fonts: fonts, covers: LabelCovers(shownOverlays),
      after: before)
    return survey.sightings.isEmpty ? nil : survey
  }
}

extension SceneRenderer {
  /// Whether pictures may show names of roads.
  package func hasRoadNames(_ options: RenderOptions) -> Bool {
    guard (options.configuration ?? scene.configuration).showsLabels else { return false }
    // Which of the streamed ones have names is not known before they are read.
    return scene.streamed.contains { $0.kind == .roads } || !streetIndex().streets.isEmpty
  }
}
