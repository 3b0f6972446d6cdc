import BelvedereGeoMath

/// The outline of a balloon, in points about its tip: x to the right, y down.
package struct BalloonGeometry: Sendable {
  /// Of the round part.
  let radius: Double
  /// From the tip up to the round part's middle.
  let centerHeight: Double
  /// Of the square that an icon is drawn in; icons leave its corners empty.
  let iconSide: Double
  private let tipRadius: Double
  private let blend: Double

  init(isSelected: Bool) {
    let scale = isSelected ? 1.5 : 1
    radius = 14 * scale
    centerHeight = 22 * scale
    iconSide = 19.2 * scale
    tipRadius = 1.1 * scale
    blend = 4.5 * scale
  }

  /// The distance to the outline, negative inside, about right near it.
  ///
  /// A circle joined smoothly (Quilez, polynomial smooth minimum) to a capsule that narrows towards the tip.
  func distance(_ p: Vector2) -> Double {
    let q = Vector2(abs(p.x), -p.y)
    let circle = (q - Vector2(0, centerHeight)).length - radius
    let tail = narrowing(q)
    let h = max(blend - abs(circle - tail), 0) / blend
    return min(circle, tail) - h * h * blend / 4
  }

  /// The distance to a capsule from the tip, where it is narrow, to the circle's middle.
  private func narrowing(_ p: Vector2) -> Double {
    let q = p - Vector2(0, tipRadius)
    let (r1, r2, h) = (tipRadius, radius * 0.5, centerHeight - tipRadius)
    let b = (r1 - r2) / h
    let a = (1 - b * b).squareRoot()
    let k = -b * q.x + a * q.y
    if k < 0 { return q.length - r1 }
    if k > a * h { return (q - Vector2(0, h)).length - r2 }
    return q.x * a + q.y * b - r1
  }
}
