import BelvedereAnnotations
import BelvedereGeodesy
import BelvedereText

/// A mark for a place: a balloon, a picture or a name that stands upright and faces the screen.
public struct Annotation: Sendable, Hashable {
  /// How high its place lies. Metres; scaled as the ground is where that is exaggerated or flattened.
  public enum Elevation: Sendable, Hashable {
    /// So far above the ground as it is drawn.
    case aboveGround(Double)
    /// So far above the highest building whose outline is around the place, or above the ground.
    case aboveRoof(Double)
    /// So far above the sea.
    case aboveSea(Double)
  }

  /// What becomes of it while terrain, buildings or trees cover its place.
  public enum Occlusion: String, Sendable, Hashable, CaseIterable {
    /// It is not drawn, and takes no room.
    case hidden
    /// It is drawn faintly.
    case faded
    /// It is drawn as if nothing covered it.
    case shown
  }

  /// A name of the caller's for it; empty for none.
  public var id: String
  /// Its place.
  public var coordinate: Coordinate
  /// How high that lies.
  public var elevation: Elevation
  /// Its name and a second line; empty for none.
  public var title, subtitle: String
  /// What it looks like.
  public var appearance: AnnotationAppearance
  /// Whether its texts are drawn.
  public var titleVisibility, subtitleVisibility: LabelVisibility
  /// Points of the title's letters, above 0; `nil` for 13 of a label and 11.5 of others.
  public var titleSize: Double?
  /// How heavy the title's letters are; bold unless said otherwise.
  public var titleWeight: FontWeight
  /// Which annotations are kept where there is not room for all, 0 to 1000; see `DisplayPriority`.
  public var displayPriority: Double
  /// Which annotations lie over others, the greater ones: when it is selected and when it is not.
  public var zPriority, selectedZPriority: Double
  /// How its space is measured.
  public var collisionMode: CollisionMode
  /// Annotations with the same one become one with a count where they overlap; `nil` for none.
  public var clusteringIdentifier: String?
  /// What kind of place it is, of a point of interest; `nil` for what no filter takes away.
  public var category: PointOfInterestCategory?
  /// Whether it is selected: larger, in front, and never left out.
  public var isSelected: Bool
  /// What becomes of it behind something.
  public var occlusion: Occlusion

  /// The z priorities that annotations have unless told otherwise.
  public static let standardZPriority = 500.0
  public static let standardSelectedZPriority = 1000.0

  /// Makes an annotation on the ground.
  ///
  /// - Parameter displayPriority: by default low for balloons, required for others.
  public init(
    coordinate: Coordinate, title: String = "", subtitle: String = "",
    appearance: AnnotationAppearance = .marker(MarkerStyle()), displayPriority: Double? = nil,
    id: String = ""
  ) {
    self.id = id
    self.coordinate = coordinate
    self.title = title
    self.subtitle = subtitle
    self.appearance = appearance
    if let displayPriority {
      self.displayPriority = displayPriority
    } else if case .image = appearance {
      self.displayPriority = DisplayPriority.required
    } else {
      self.displayPriority = DisplayPriority.defaultLow
    }
    elevation = .aboveGround(0)
    titleVisibility = .adaptive
    subtitleVisibility = .adaptive
    titleSize = nil
    titleWeight = .bold
    zPriority = Self.standardZPriority
    selectedZPriority = Self.standardSelectedZPriority
    collisionMode = .rectangle
    clusteringIdentifier = nil
    category = nil
    isSelected = false
    occlusion = .faded
  }

  /// What it is drawn as: the balloon of a point of interest has the icon of its kind, unless it has something of its own
  /// inside.
  public var shownAppearance: AnnotationAppearance {
    guard case .marker(var style) = appearance, style.glyph.isEmpty, style.icon == nil,
      let icon = category?.icon
    else { return appearance }
    style.icon = icon
    return .marker(style)
  }
}
