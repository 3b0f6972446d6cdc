/// What was shown in a frame, so that the next one of a film changes no more than it must.
///
/// A frame placed without it depends on that frame alone. With it, marks and titles that were shown keep
/// their place against equals and until they overlap by more than ``PlacementMemory/slack``; new ones come
/// only with as much room around them; clusters keep the mark around which they formed. Marks are known by
/// their number in the scene's list.
public struct PlacementMemory: Sendable, Hashable {
  /// Points by which what was shown may overlap, and what was not must be free.
  public static let slack = 3.0

  /// The marks that were shown, clusters by the one around which they formed.
  public internal(set) var shown: Set<Int> = []
  /// Those of them that had a title.
  public internal(set) var titled: Set<Int> = []
  /// For every mark of a cluster the one around which that formed.
  public internal(set) var seeds: [Int: Int] = [:]

  /// The marks whose places something covered.
  package var covered: Set<Int> = []

  /// Nothing was shown before.
  public init() {}
}
