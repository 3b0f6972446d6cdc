import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereText

/// The stretch of a street that a name takes.
///
/// Letters lie flat on the ground where that is seen steeply enough. Where it is not they are as high on the screen as
/// three quarters of their size, and no narrower than that along streets that lead away from the eye.
struct NameStretch: Sendable {
  /// Metres along the street: the middle of the name, and how long it is.
  let middle, length: Double
  /// Whether it runs against the street's direction.
  let isReversed: Bool
  /// Metres of an em along the street, as the ground has them.
  private let em: Double
  /// Points of an em.
  private let points: Double
  /// Metres across the street of an em: flat on the ground.
  private let across: Double

  /// The least part of its size that a letter has on the screen.
  private static let leastPart = 0.75
  /// How far a letter leans at most, as a part of its height.
  private static let mostLean = 0.4
  /// The street turns by no more between two places where the name is looked at, on the ground and on the screen; the
  /// cosine of 32 degrees.
  private static let leastCosine = 0.848
  /// No part of a name runs more askew to the whole on the screen; the cosine of 50 degrees.
  private static let leastStraight = 0.643
  /// Ems between them.
  private static let step = 1.6

  /// - Parameters:
  ///   - size: metres of an em that is as large as `points` at the place.
  ///   - project: where a place is on the screen.
  /// - Returns: `nil` where the street turns too sharply.
  init?(
    _ street: NamedWay, at place: Double, size: Double, points: Double, text: TextLine,
    project: (MapPoint, Double) -> ScreenPoint?
  ) {
    let a = street.place(at: place - size / 2)
    let b = street.place(at: place + size / 2)
    guard let p = project(a, 0), let q = project(b, 0) else { return nil }
    let seen = q.point - p.point
    // At a street's end the two are nearer together than an em.
    let part = seen.length / points
    guard part.isFinite, part > 0.02 else { return nil }
    isReversed = seen.x < 0
    middle = place
    self.points = points
    across = size
    em = size * max(Self.leastPart / part, 1)
    length = em * text.width
    guard place - length / 2 > 0, place + length / 2 < street.length else { return nil }
    let places = line.map { street.place(at: $0) }
    for i in 1..<max(places.count - 1, 1) {
      let u = Vector2(places[i].x - places[i - 1].x, places[i].y - places[i - 1].y)
      let v = Vector2(places[i + 1].x - places[i].x, places[i + 1].y - places[i].y)
      guard (u * v).sum() >= Self.leastCosine * u.length * v.length else { return nil }
    }
  }

  /// Whether a middle line on the screen leads on from left to right without sharp turns, and nowhere much shorter than
  /// elsewhere.
  static func isLegible(_ line: [Vector2]) -> Bool {
    let whole = line[line.count - 1] - line[0]
    guard whole.x >= 0 else { return false }
    let mean = whole.length / Double(line.count - 1)
    var before: Vector2?
    for (a, b) in zip(line, line.dropFirst()) {
      let part = b - a
      guard part.length > 0.5 * mean, part.length < 2 * mean,
        (part * whole).sum() > Self.leastStraight * part.length * whole.length
      else { return false }
      if let before, (part * before).sum() < Self.leastCosine * part.length * before.length {
        return false
      }
      before = part
    }
    return true
  }

  /// Places along the street, metres, from the name's beginning to its end.
  var line: [Double] {
    let count = Int(clamping: (length / em / Self.step).rounded(.up), in: 2...40)
    let sign = isReversed ? -1.0 : 1.0
    return (0...count).map { middle + sign * length * (Double($0) / Double(count) - 0.5) }
  }

  /// The letters in points; `nil` where one of them is not on the screen.
  func letters(
    of text: TextLine, on street: NamedWay, project: (MapPoint) -> ScreenPoint?
  ) -> [TextMask.Letter]? {
    let sign = isReversed ? -1.0 : 1.0
    var letters: [TextMask.Letter] = []
    letters.reserveCapacity(text.glyphs.count)
    for (n, glyph) in text.glyphs.enumerated() {
      let end = n + 1 < text.glyphs.count ? text.glyphs[n + 1].origin.x : text.width
      let center = (glyph.origin.x + max(end, glyph.origin.x)) / 2
      let place = middle + sign * (center - text.width / 2) * em
      let (p, a, b) = (
        street.place(at: place), street.place(at: place - 0.5 * em),
        street.place(at: place + 0.5 * em)
      )
      let along = Vector2(b.x - a.x, b.y - a.y) * sign
      guard along.length > 0 else { return nil }
      // To the left of the way that is read, an em of the ground; y of map points grows southwards.
      let half = along / along.length * (0.5 * along.length * across / em)
      let left = MapPoint(x: p.x + half.y, y: p.y - half.x)
      let right = MapPoint(x: p.x - half.y, y: p.y + half.x)
      guard let seen = project(p), let from = project(sign > 0 ? a : b),
        let to = project(sign > 0 ? b : a), let above = project(left), let below = project(right)
      else { return nil }
      let (x, y) = axes(to.point - from.point, above.point - below.point)
      // The middle of capitals lies on the axis.
      let origin = seen.point - x * (center - glyph.origin.x) + y * (glyph.origin.y - 0.36)
      letters.append(TextMask.Letter(outline: glyph.outline, origin: origin, right: x, up: y))
    }
    return letters
  }

  /// Points of an em along the baseline and upwards, from those that the ground has.
  private func axes(_ along: Vector2, _ up: Vector2) -> (Vector2, Vector2) {
    let direction = along.length > 0 ? along / along.length : Vector2(1, 0)
    // Upwards on the screen, whose y grows downwards.
    let normal = Vector2(direction.y, -direction.x)
    let height = max((up * normal).sum(), Self.leastPart * points)
    let lean = (up * direction).sum()
    let most = Self.mostLean * height
    return (along, normal * height + direction * min(max(lean, -most), most))
  }
}
