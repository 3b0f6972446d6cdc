import BelvedereAnnotations
import BelvedereGeoMath

/// An annotation, or a cluster of them, in a picture.
public struct RenderedAnnotation: Sendable, Hashable {
  /// The numbers of its annotations in the scene's list; of a cluster the leading one's first.
  public let indices: [Int]
  /// Where its place is, points from the picture's upper left.
  public let point: Vector2
  /// Metres from the eye along the line of sight.
  public let depth: Double
  /// The upper left and the lower right corner of its balloon or picture, or of a label's text; points.
  public let frame: (low: Vector2, high: Vector2)
  /// The corners of its texts; `nil` where none is drawn.
  public let textFrame: (low: Vector2, high: Vector2)?
  /// 1, or less where it fades behind something.
  public let opacity: Double

  /// Whether it stands for several.
  public var isCluster: Bool { indices.count > 1 }

  init(_ placed: PlacedMark) {
    indices = placed.members
    point = placed.mark.anchor
    depth = placed.mark.depth
    frame = placed.shape.box
    textFrame = placed.text.map { $0.label.shape(topCenter: $0.topCenter).box }
    opacity = placed.mark.opacity
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.indices == b.indices && a.point == b.point && a.depth == b.depth && a.opacity == b.opacity
      && a.frame == b.frame && a.textFrame?.low == b.textFrame?.low
      && a.textFrame?.high == b.textFrame?.high
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(indices)
    hasher.combine(point)
  }

  /// Whether a point of the picture lies in its balloon, its picture or its texts.
  public func contains(_ p: Vector2) -> Bool {
    func isInside(_ box: (low: Vector2, high: Vector2)) -> Bool {
      p.x >= box.low.x && p.x < box.high.x && p.y >= box.low.y && p.y < box.high.y
    }
    return isInside(frame) || textFrame.map(isInside) ?? false
  }
}

extension RenderedImage {
  /// The annotation that a point of the picture shows, the front one of several.
  ///
  /// - Parameter point: points from the upper left.
  public func annotation(at point: Vector2) -> RenderedAnnotation? {
    annotations.last { $0.contains(point) }
  }
}
