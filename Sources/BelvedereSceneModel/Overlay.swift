import BelvedereGeodesy
import BelvedereImaging

/// Something laid over the map, draped on the ground.
public struct Overlay: Sendable, Hashable {
  /// Its geometry. Lines and outlines take the short way across ±180°; an outline around a pole holds
  /// it.
  public enum Shape: Sendable, Hashable {
    /// Filled by the even-odd rule; its holes are rings like the others.
    case polygon(GeographicPolygon)
    /// Several as one: where they overlap they cancel out.
    case multiPolygon([GeographicPolygon])
    /// Straight on the map.
    case polyline([Coordinate])
    /// Several as one.
    case multiPolyline([[Coordinate]])
    /// Along geodesics, the shortest lines on the Earth.
    case geodesicPolyline([Coordinate])
    /// A centre and a radius in metres.
    case circle(Coordinate, Double)
    /// Colour tiles; fill, stroke and line mean nothing to them.
    case tiles(TileOverlay)
  }

  /// Between which layers it lies.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    case aboveRoads, aboveLabels
  }

  /// A name of the caller's for it, and a title; empty for none.
  public var id = "", name = ""
  /// The geometry.
  public var shape: Shape
  /// The interior's colour; `nil` for none.
  public var fillColor: Color?
  /// The outline's colour; `nil` for none.
  public var strokeColor: Color?
  /// The outline's width in screen points.
  public var lineWidth: Double
  /// How the outline is drawn.
  public var lineStyle: LineStyle
  /// The opacity of the whole, 0 to 1.
  public var alpha: Double
  /// How it is mixed with what lies below it, the overlays before it included.
  public var blendMode: BlendMode
  /// The level.
  public var level: Level
  /// Whether it is a way that somebody was told to go: it follows the ground, and does not flatten the map.
  public var isRoute: Bool

  /// Makes an overlay.
  public init(
    shape: Shape, fillColor: Color? = nil, strokeColor: Color? = nil, lineWidth: Double = 1,
    lineStyle: LineStyle = LineStyle(), alpha: Double = 1, blendMode: BlendMode = .normal,
    level: Level = .aboveRoads, isRoute: Bool = false
  ) {
    self.shape = shape
    self.fillColor = fillColor
    self.strokeColor = strokeColor
    self.lineWidth = lineWidth
    self.lineStyle = lineStyle
    self.alpha = alpha
    self.blendMode = blendMode
    self.level = level
    self.isRoute = isRoute
  }

  /// What a file describes that says nothing of its look: a red line, of areas filled lightly.
  init(bare shape: Shape) {
    let red = Color(red: 0.84, green: 0.15, blue: 0.2)
    var fill: Color?
    if case .multiPolygon = shape {
      fill = Color(red: red.red, green: red.green, blue: red.blue, alpha: 0.2)
    }
    self.init(shape: shape, fillColor: fill, strokeColor: red, lineWidth: 3)
  }
}

extension Overlay {
  /// The tiles of an overlay of tiles.
  public var tiles: TileOverlay? {
    if case .tiles(let tiles) = shape { tiles } else { nil }
  }

  /// Whether it takes the place of the map's own ground.
  public var replacesMapContent: Bool { tiles?.canReplaceMapContent ?? false }
}

/// How an overlay's line is drawn. Lengths are screen points, as its width is.
public struct LineStyle: Sendable, Hashable {
  /// How a line ends.
  public enum Cap: String, Sendable, Hashable, CaseIterable {
    case butt, round, square
  }

  /// How two edges meet.
  public enum Join: String, Sendable, Hashable, CaseIterable {
    case miter, round, bevel
  }

  /// A colour at a part of the line's length.
  public struct GradientStop: Sendable, Hashable {
    /// 0 at the line's beginning, 1 at its end.
    public var location: Double
    /// The colour there.
    public var color: Color

    /// Makes a stop.
    public init(location: Double, color: Color) {
      self.location = location
      self.color = color
    }
  }

  /// Dashes and gaps that a pattern may have.
  public static let mostDashes = 16

  /// The ends, of dashes, too.
  public var cap: Cap
  /// The corners.
  public var join: Join
  /// A miter longer than so many widths becomes a bevel.
  public var miterLimit: Double
  /// Lengths of dashes and gaps in turn, on the globe along the ground; an odd number of them is taken twice. Empty for a whole line. A
  /// pattern without any length, or with a negative one, is none.
  public var dash: [Double]
  /// How far into the pattern the line begins.
  public var dashPhase: Double
  /// The part of the line that is drawn, from 0 to 1 of its length on the map. Dashes stay where they are
  /// without it: the pattern begins where the line does, anew in each ring or line.
  public var strokeStart, strokeEnd: Double
  /// Colours along the line in the order of their locations, which take the place of the stroke's colour.
  public var gradient: [GradientStop]

  /// Makes a style.
  public init(
    cap: Cap = .round, join: Join = .round, miterLimit: Double = 10, dash: [Double] = [],
    dashPhase: Double = 0, strokeStart: Double = 0, strokeEnd: Double = 1,
    gradient: [GradientStop] = []
  ) {
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
    self.strokeStart = strokeStart
    self.strokeEnd = strokeEnd
    self.gradient = gradient
  }
}

extension LineStyle {
  /// Whether no dash of a pattern has a length.
  var hasNoDash: Bool {
    let pattern = dash.count % 2 == 0 ? dash : dash + dash
    return stride(from: 0, to: pattern.count, by: 2).allSatisfy { pattern[$0] == 0 }
  }
}

/// How a colour is mixed with what lies below it, on sRGB-encoded values: W3C Compositing and Blending
/// Level 1, and the linear burn, max(0, backdrop + source − 1).
public enum BlendMode: String, Sendable, Hashable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, linearBurn,
    softLight, hardLight, difference, exclusion, hue, saturation, color, luminosity
}
