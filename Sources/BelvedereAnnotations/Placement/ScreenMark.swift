import BelvedereGeoMath
import BelvedereText

/// An annotation on the screen, before it is known whether there is room for it.
public struct ScreenMark: Sendable {
  /// Tells marks apart, also from one frame to the next.
  public var key: Int
  /// Where its place is on the screen, in points from the upper left.
  public var anchor: Vector2
  /// Metres from the eye along the line of sight.
  public var depth: Double
  public var appearance: AnnotationAppearance
  /// Its name and a second line; empty for none.
  public var title = ""
  public var subtitle = ""
  /// Whether they are drawn.
  public var titleVisibility = LabelVisibility.adaptive
  public var subtitleVisibility = LabelVisibility.adaptive
  /// Points of the title's letters; `nil` for what marks of its kind have.
  public var titleSize: Double?
  /// How heavy the title's letters are.
  public var titleWeight = FontWeight.bold
  /// What is kept where there is not room for all; see ``DisplayPriority``.
  public var displayPriority = DisplayPriority.defaultLow
  /// What lies over others, the greater ones.
  public var zPriority = 0.0
  /// How its space is measured.
  public var collisionMode = CollisionMode.rectangle
  /// Marks with the same one become one where they overlap; `nil` for none.
  public var clusteringIdentifier: String?
  /// Whether it is larger, in front and never left out.
  public var isSelected = false
  /// Above 0, up to 1.
  public var opacity = 1.0
  /// Whether something hides it: it takes no room, and is seen only while it fades away.
  package var isHidden = false

  /// Makes a mark without texts.
  public init(key: Int, anchor: Vector2, depth: Double, appearance: AnnotationAppearance) {
    self.key = key
    self.anchor = anchor
    self.depth = depth
    self.appearance = appearance
  }
}

/// The space of a mark on the screen, in points.
public enum ScreenShape: Sendable, Hashable {
  /// A box by its upper left and its lower right corner.
  case rectangle(low: Vector2, high: Vector2)
  /// A disc.
  case circle(center: Vector2, radius: Double)

  /// The box around it.
  public var box: (low: Vector2, high: Vector2) {
    switch self {
    case .rectangle(let low, let high): (low, high)
    case .circle(let center, let radius): (center - radius, center + radius)
    }
  }

  /// The same, smaller on all sides by an amount, or larger by a negative one; where it would become nothing, its middle.
  public func inset(by amount: Double) -> ScreenShape {
    switch self {
    case .rectangle(let low, let high):
      let middle = (low + high) / 2
      return .rectangle(
        low: pointwiseMin(low + amount, middle), high: pointwiseMax(high - amount, middle))
    case .circle(let center, let radius):
      return .circle(center: center, radius: max(radius - amount, 0))
    }
  }

  /// Whether two shapes share more than an edge.
  public func overlaps(_ other: ScreenShape) -> Bool {
    switch (self, other) {
    case (.rectangle(let a, let b), .rectangle(let c, let d)):
      a.x < d.x && c.x < b.x && a.y < d.y && c.y < b.y
    case (.circle(let a, let r), .circle(let b, let s)):
      (a - b).length < r + s
    case (.circle(let a, let r), .rectangle(let low, let high)),
      (.rectangle(let low, let high), .circle(let a, let r)):
      (a - pointwiseMin(pointwiseMax(a, low), high)).length < r
    }
  }

  /// Whether a point lies in it.
  public func contains(_ point: Vector2) -> Bool {
    switch self {
    case .rectangle(let low, let high):
      point.x >= low.x && point.x < high.x && point.y >= low.y && point.y < high.y
    case .circle(let center, let radius): (point - center).length <= radius
    }
  }
}

extension ScreenMark {
  /// Whether it is drawn before another one.
  func isBehind(_ other: ScreenMark) -> Bool {
    if zPriority != other.zPriority { return zPriority < other.zPriority }
    if isSelected != other.isSelected { return other.isSelected }
    if depth != other.depth { return depth > other.depth }
    return key > other.key
  }

  /// The space that it takes without its texts; `nil` for a label without text.
  public func shape(fonts: FontStack) -> ScreenShape? {
    switch appearance {
    case .marker:
      let balloon = BalloonGeometry(isSelected: isSelected)
      let center = anchor + Vector2(0, -balloon.centerHeight)
      if collisionMode == .circle { return .circle(center: center, radius: balloon.radius) }
      return .rectangle(
        low: center - balloon.radius, high: Vector2(center.x + balloon.radius, anchor.y))
    case .image(let picture):
      let size = picture.size
      let low = anchor - size * picture.anchor + picture.centerOffset
      if collisionMode == .circle {
        return .circle(center: low + size / 2, radius: max(size.x, size.y) / 2)
      }
      return .rectangle(low: low, high: low + size)
    case .label:
      guard let text = LabelText(self, fonts: fonts, isAlone: true), text.size.x > 0 else {
        return nil
      }
      let low = anchor - text.size / 2
      if collisionMode == .circle {
        return .circle(center: anchor, radius: max(text.size.x, text.size.y) / 2)
      }
      return .rectangle(low: low, high: low + text.size)
    }
  }
}
