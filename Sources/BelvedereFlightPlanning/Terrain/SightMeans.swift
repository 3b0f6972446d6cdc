/// How a path gets to see a target.
public enum SightMeans: String, Sendable, Hashable, CaseIterable, Codable {
  /// The eye rises over what is in the way.
  case raising
  /// Eye and centre step aside, looking the same way.
  case sideStepping
  /// The eye turns around the centre, which stays.
  case orbiting
}
