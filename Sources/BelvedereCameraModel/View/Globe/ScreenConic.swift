import BelvedereGeoMath

/// A conic on the screen: a·X² + b·XY + c·Y² + d·X + e·Y + f = 0, where X and Y are points right of and
/// below an origin.
public struct ScreenConic: Sendable, Hashable {
  /// The origin of X and Y in points from the viewport's top left corner.
  public let origin: Vector2
  /// The coefficients; a common factor has no meaning, but its sign has: see ``value(at:)``.
  public let a, b, c, d, e, f: Double

  /// What a conic looks like.
  public enum Kind: Sendable, Hashable {
    /// Closed.
    case ellipse
    /// Between the two others, which rounding rarely leaves.
    case parabola
    /// Two branches, of which the horizon is one.
    case hyperbola
  }

  /// The kind, by the sign of b² − 4ac.
  public var kind: Kind {
    let discriminant = b * b - 4 * a * c
    return discriminant < 0 ? .ellipse : discriminant > 0 ? .hyperbola : .parabola
  }

  /// The left side of the equation at a point of the screen: for the horizon positive where the line
  /// through eye and point meets the Earth, be it before the eye or behind.
  public func value(at point: Vector2) -> Double {
    let p = point - origin
    return a * p.x * p.x + b * p.x * p.y + c * p.y * p.y + d * p.x + e * p.y + f
  }

  /// Where the conic meets the line from one point of the screen to another, as parts of the way
  /// within [0, 1], in order.
  func crossings(from start: Vector2, to end: Vector2) -> [Double] {
    let p = start - origin
    let v = end - start
    let c2 = a * v.x * v.x + b * v.x * v.y + c * v.y * v.y
    let c1 =
      (a * p.x * v.x + c * p.y * v.y) + (b * (p.x * v.y + p.y * v.x) + d * v.x + e * v.y) / 2
    let c0 = value(at: start)
    let discriminant = c1 * c1 - c2 * c0
    guard discriminant >= 0 else { return [] }
    let q = -(c1 + (c1 < 0 ? -1 : 1) * discriminant.squareRoot())
    return [q / c2, c0 / q].filter { $0 >= 0 && $0 <= 1 }.sorted()
  }
}
