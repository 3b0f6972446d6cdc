import BelvedereCameraModel
import BelvedereGeodesy

/// How a camera gets from one place to another.
public enum TransitionStyle: String, Sendable, Hashable, CaseIterable {
  /// Straight from one camera to the other.
  case plain
  /// Over a camera at the middle that is higher and already looks at the destination.
  case hop
  /// Up until both ends are in sight, across, and down again.
  case long

  /// Below this distance in metres a transition is plain.
  public static let plainLimit = 2_500.0
  /// Up to and including this distance in metres a transition hops.
  public static let hopLimit = 50_000.0

  /// The style that suits a distance.
  ///
  /// - Parameter distance: metres along the geodesic between the two centres.
  public init(forDistance distance: Double) {
    if distance < Self.plainLimit {
      self = .plain
    } else if distance <= Self.hopLimit {
      self = .hop
    } else {
      self = .long
    }
  }
}
