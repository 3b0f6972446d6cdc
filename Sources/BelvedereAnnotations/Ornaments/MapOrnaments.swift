import BelvedereGeodesy

/// What is drawn over the map that belongs to no place. Nothing of it unless asked for.
public struct MapOrnaments: Sendable, Hashable {
  /// When the compass is drawn.
  public enum Compass: String, Sendable, Hashable, CaseIterable {
    case hidden
    /// Where north is not up.
    case adaptive
    case visible
  }

  /// Whether there is a scale bar, and in which units.
  public enum ScaleBar: String, Sendable, Hashable, CaseIterable {
    case hidden, metric, imperial

    /// Texts of its units.
    public var formatter: DistanceFormatter? {
      switch self {
      case .hidden: nil
      case .metric: DistanceFormatter(units: .metric)
      case .imperial: DistanceFormatter(units: .imperial)
      }
    }
  }

  /// In the upper right corner.
  public var compass: Compass
  /// In the lower left corner, as long as it says on the ground at its own place.
  public var scaleBar: ScaleBar
  /// Whether those who must be credited are named in the lower right corner.
  public var showsAttribution: Bool

  /// Nothing unless said.
  public init(
    compass: Compass = .hidden, scaleBar: ScaleBar = .hidden, showsAttribution: Bool = false
  ) {
    self.compass = compass
    self.scaleBar = scaleBar
    self.showsAttribution = showsAttribution
  }

  /// Whether nothing is drawn.
  public var isEmpty: Bool { compass == .hidden && scaleBar == .hidden && !showsAttribution }
}
