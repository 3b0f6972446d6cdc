import BelvedereAnnotations
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

extension AnnotationSurvey {
  /// How much is seen of an annotation that fades behind something.
  static let fadedOpacity = 0.4
  /// The covered part from which on an annotation counts as covered; with a memory of what it was before it
  /// changes only beyond these bounds.
  private static let half = 0.5
  private static let slack = 0.2

  /// The marks of what was sighted, those hidden behind something left out; in a film these may still fade
  /// away.
  ///
  /// - Returns: the marks, and the numbers of annotations that are covered.
  func marks(after memory: PlacementMemory?) -> (marks: [ScreenMark], covered: Set<Int>) {
    var covered: Set<Int> = []
    var marks: [ScreenMark] = []
    marks.reserveCapacity(sightings.count)
    for sighting in sightings {
      let annotation = annotations[sighting.index]
      var bound = Self.half
      if let memory {
        bound += memory.covered.contains(sighting.index) ? -Self.slack : Self.slack
      }
      var isCovered = sighting.covered > bound
      if let memory {
        // What hides is not hidden as soon as it has come.
        let isNew = annotation.occlusion == .hidden && memory.heldShown(sighting.index) == true
        isCovered = memory.heldCovered(sighting.index) ?? (isNew ? false : isCovered)
      }
      if isCovered { covered.insert(sighting.index) }
      let isHidden = isCovered && annotation.occlusion == .hidden
      if isHidden, memory == nil { continue }
      var mark = ScreenMark(
        key: sighting.index, anchor: sighting.anchor, depth: sighting.depth,
        appearance: annotation.shownAppearance)
      if configuration.showsTexts(of: annotation) {
        mark.title = annotation.title
        mark.subtitle = annotation.subtitle
      }
      mark.titleVisibility = annotation.titleVisibility
      mark.subtitleVisibility = annotation.subtitleVisibility
      mark.titleSize = annotation.titleSize
      mark.titleWeight = annotation.titleWeight
      mark.displayPriority = annotation.displayPriority
      mark.zPriority =
        annotation.isSelected ? annotation.selectedZPriority : annotation.zPriority
      mark.collisionMode = annotation.collisionMode
      mark.clusteringIdentifier = annotation.clusteringIdentifier
      mark.isSelected = annotation.isSelected
      mark.opacity = opacity(of: sighting.index, isCovered: isCovered)
      mark.isHidden = isHidden
      marks.append(mark)
    }
    return (marks, covered)
  }

  /// How much is seen of a mark, once it has faded.
  func opacity(of key: Int, isCovered: Bool) -> Double {
    isCovered && annotations[key].occlusion == .faded ? Self.fadedOpacity : 1
  }

  /// How much is seen of a mark, by when it was covered.
  ///
  /// - Parameter memory: what a frame of a film shows.
  func opacity(of key: Int, in memory: PlacementMemory) -> Double {
    guard annotations[key].occlusion == .faded else { return 1 }
    return 1 + (Self.fadedOpacity - 1) * memory.coveredShare(key)
  }
}
