import BelvedereGeoMath
import BelvedereImaging

/// What an annotation looks like. All of it stands upright, faces the screen and keeps its size in points.
public enum AnnotationAppearance: Sendable, Hashable {
  /// A balloon whose tip points at the place, with its title below.
  case marker(MarkerStyle)
  /// A picture.
  case image(AnnotationImage)
  /// The title alone, its middle on the place.
  case label
}

/// The look of a balloon.
public struct MarkerStyle: Sendable, Hashable {
  /// The balloon's colour.
  public var tint: Color
  /// Up to three characters inside; empty for the icon, or a dot where there is none.
  public var glyph: String
  /// A small picture inside.
  public var icon: PlaceIcon?
  /// The colour of what is inside.
  public var glyphColor: Color

  /// The colour of balloons that are given none: a strong red.
  public static let standardTint = Color(red: 0.91, green: 0.24, blue: 0.22)

  /// Makes a style.
  public init(
    tint: Color = Self.standardTint, glyph: String = "",
    glyphColor: Color = Color(red: 1, green: 1, blue: 1), icon: PlaceIcon? = nil
  ) {
    self.tint = tint
    self.glyph = glyph
    self.glyphColor = glyphColor
    self.icon = icon
  }
}

/// A picture that stands for a place.
public struct AnnotationImage: Sendable, Hashable {
  /// The most pixels a side.
  public static let mostPixels = 4096

  /// The picture; its straight alpha is kept.
  public var image: Image
  /// Pixels of it for a point of the screen, above 0: 2 for a picture made for screens of twice the
  /// resolution.
  public var scale: Double
  /// Which part of the picture stands on the place: (0, 0) its upper left corner, (1, 1) its lower right
  /// one.
  public var anchor: Vector2
  /// How far the picture is moved then, in points: x to the right, y down.
  public var centerOffset: Vector2

  /// Makes a picture whose middle stands on its place.
  public init(
    _ image: Image, scale: Double = 1, anchor: Vector2 = Vector2(0.5, 0.5),
    centerOffset: Vector2 = .zero
  ) {
    self.image = image
    self.scale = scale
    self.anchor = anchor
    self.centerOffset = centerOffset
  }

  /// The size in points.
  public var size: Vector2 { Vector2(Double(image.width), Double(image.height)) / scale }
}

/// How the space that an annotation takes is measured against that of others.
public enum CollisionMode: String, Sendable, Hashable, CaseIterable {
  /// The box around it.
  case rectangle
  /// The circle inside its balloon or around its picture's middle.
  case circle
  /// It takes no space and is never left out.
  case none
}

/// Whether a text of an annotation is drawn.
public enum LabelVisibility: String, Sendable, Hashable, CaseIterable {
  /// Where there is room for it.
  case adaptive
  case visible, hidden
  /// As ``adaptive``; but where a title has no room there is no annotation either, unless it is required or selected.
  case together
}

/// Which annotations are kept where there is not room for all; the greater ones.
public enum DisplayPriority {
  /// Always drawn.
  public static let required = 1000.0
  public static let defaultHigh = 750.0
  /// What balloons have unless told otherwise.
  public static let defaultLow = 250.0
}
