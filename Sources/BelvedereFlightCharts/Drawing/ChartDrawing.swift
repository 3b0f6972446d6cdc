import BelvedereGeoMath
import BelvedereImaging

/// A drawing as a list of things on a white page, from back to front; lengths in points, y down.
struct ChartDrawing: Sendable {
  /// A thing on the page.
  enum Element: Sendable {
    case rectangle(ChartBox, fill: Color?, stroke: Color?)
    /// Lines from point to point; a surface where `fill` is given, closed.
    case path([Vector2], stroke: Color?, width: Double, fill: Color?)
    case dashes(from: Vector2, to: Vector2, stroke: Color)
    case circle(Vector2, radius: Double, fill: Color, stroke: Color?)
    /// Words whose baseline begins, is centred or ends at a point, with a halo where they stand on a map.
    case label(String, Vector2, ChartLabelStyle)
    /// A picture, as large as a box.
    case picture(Image, ChartBox)
  }

  let width, height: Double
  private(set) var elements: [Element] = []

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  mutating func rectangle(_ box: ChartBox, fill: Color? = nil, stroke: Color? = nil) {
    elements.append(.rectangle(box, fill: fill, stroke: stroke))
  }

  mutating func line(_ from: Vector2, _ to: Vector2, stroke: Color, width: Double = 1) {
    elements.append(.path([from, to], stroke: stroke, width: width, fill: nil))
  }

  mutating func dashes(_ from: Vector2, _ to: Vector2, stroke: Color) {
    elements.append(.dashes(from: from, to: to, stroke: stroke))
  }

  mutating func path(_ points: [Vector2], stroke: Color, width: Double = 1.5) {
    guard points.count > 1 else { return }
    elements.append(.path(points, stroke: stroke, width: width, fill: nil))
  }

  /// - Parameter stroke: of an outline one point wide; `nil` for none.
  mutating func surface(_ points: [Vector2], fill: Color, stroke: Color? = nil) {
    guard points.count > 2 else { return }
    elements.append(.path(points, stroke: stroke, width: stroke == nil ? 0 : 1, fill: fill))
  }

  mutating func circle(_ center: Vector2, _ radius: Double, fill: Color, stroke: Color? = nil) {
    elements.append(.circle(center, radius: radius, fill: fill, stroke: stroke))
  }

  mutating func label(_ words: String, _ at: Vector2, _ style: ChartLabelStyle = .init()) {
    elements.append(.label(words, at, style))
  }

  mutating func picture(_ image: Image, in box: ChartBox) { elements.append(.picture(image, box)) }
}

/// A box on a page, in points.
struct ChartBox: Sendable, Hashable {
  var x, y, width, height: Double

  var maxX: Double { x + width }
  var maxY: Double { y + height }

  func contains(_ p: Vector2) -> Bool { p.x >= x && p.x <= maxX && p.y >= y && p.y <= maxY }
}

/// How words stand on a page.
struct ChartLabelStyle: Sendable, Hashable {
  enum Anchor: String, Sendable { case start, middle, end }

  var anchor = Anchor.start
  var color = ChartPalette.ink
  var isBold = false
  /// Points.
  var size = 11.0
  /// White around the letters.
  var hasHalo = false

  static func axis(_ anchor: Anchor) -> Self { Self(anchor: anchor, color: ChartPalette.faint) }
  static let title = Self(isBold: true)
}

/// The colours of charts.
enum ChartPalette {
  static let ink = grey(0.2)
  static let faint = grey(0.4)
  static let axis = grey(0.53)
  static let line = grey(0.9)
  static let faintLine = grey(0.945)
  /// The eye and single lines; the centre and limits; what is seen.
  static let blue = Color(red: 0.12, green: 0.31, blue: 0.61)
  static let red = Color(red: 0.75, green: 0.22, blue: 0.17)
  static let green = Color(red: 0.18, green: 0.55, blue: 0.34)
  static let orange = Color(red: 0.84, green: 0.54, blue: 0.06)
  static let earth = Color(red: 0.79, green: 0.72, blue: 0.61)
  static let sight = Color(red: 0.56, green: 0.27, blue: 0.68, alpha: 0.33)

  static func grey(_ value: Double) -> Color { Color(red: value, green: value, blue: value) }
}
