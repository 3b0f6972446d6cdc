import BelvedereGeoMath

/// The shape of a glyph, in parts of an em: x to the right, y up from the baseline.
public struct GlyphOutline: Sendable, Hashable {
  /// A step along a contour.
  public enum Step: Sendable, Hashable {
    /// Begins a contour.
    case move(Vector2)
    /// A straight line to a point.
    case line(Vector2)
    /// A quadratic Bézier curve by way of one point to another.
    case quadratic(Vector2, Vector2)
    /// A cubic Bézier curve by way of two points to a third.
    case cubic(Vector2, Vector2, Vector2)
  }

  /// The contours.
  public var steps: [Step]
  /// How wide the pen is that draws along the contours, for glyphs that are lines; `nil` for contours
  /// that enclose areas (by the non-zero rule).
  public var penWidth: Double?

  /// Makes an outline.
  public init(steps: [Step] = [], penWidth: Double? = nil) {
    self.steps = steps
    self.penWidth = penWidth
  }

  /// The contours as lines, scaled; those of areas are closed.
  ///
  /// - Parameters:
  ///   - scale: units of the result for an em.
  ///   - tolerance: how far the lines may run from the curves, in units of the result.
  /// - Returns: contours of at least one point each.
  public func flattened(scale: Double, tolerance: Double) -> [[Vector2]] {
    var contours: [[Vector2]] = []
    var current: [Vector2] = []
    func finish() {
      if let first = current.first {
        if penWidth == nil, let last = current.last, last != first { current.append(first) }
        contours.append(current)
      }
      current = []
    }
    for step in steps {
      switch step {
      case .move(let p):
        finish()
        current = [p * scale]
      case .line(let p): current.append(p * scale)
      case .quadratic(let c, let p):
        guard let a = current.last else { continue }
        let (b, d) = (c * scale, p * scale)
        // The deviation of n chords is |a − 2b + d| / (4 n²) at most.
        let bend = (a - b * 2 + d).length / 4
        let n = Self.pieces(bend, tolerance)
        for i in 1...n {
          let t = Double(i) / Double(n)
          current.append(a * ((1 - t) * (1 - t)) + b * (2 * t * (1 - t)) + d * (t * t))
        }
      case .cubic(let c, let d, let p):
        guard let a = current.last else { continue }
        let (b, e, f) = (c * scale, d * scale, p * scale)
        let bend = max((a - b * 2 + e).length, (b - e * 2 + f).length) * 0.75
        let n = Self.pieces(bend, tolerance)
        for i in 1...n {
          let t = Double(i) / Double(n)
          let s = 1 - t
          let head = a * (s * s * s) + b * (3 * s * s * t)
          current.append(head + e * (3 * s * t * t) + f * (t * t * t))
        }
      }
    }
    finish()
    return contours
  }

  private static func pieces(_ bend: Double, _ tolerance: Double) -> Int {
    Int(clamping: (bend / tolerance).squareRoot().rounded(.up), in: 1...64)
  }
}
