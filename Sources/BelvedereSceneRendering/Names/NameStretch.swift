import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereText

/// The stretch of a street that a name takes.
///
/// Letters lie on a curve that follows the street without its corners, flat on the ground where that is seen steeply
/// enough. Where it is not they are as high on the screen as three quarters of their size, and no narrower than that
/// along streets that lead away from the eye.
struct NameStretch: Sendable {
  /// How closely a name must follow the rules by which it can be read: what is shown may come nearer to them than
  /// what is not.
  struct Strictness {
    /// The cosines of the angles between neighbouring parts, and between a part and the whole.
    let leastTurn, leastStraight: Double
    /// How many times as long as another part of the same name a part may be.
    let mostUneven: Double

    /// 22 and 45 degrees.
    static let new = Strictness(leastTurn: 0.927, leastStraight: 0.707, mostUneven: 1.7)
    /// 28 and 52 degrees.
    static let shown = Strictness(leastTurn: 0.883, leastStraight: 0.616, mostUneven: 2.1)
  }

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
  /// Elevations along the name, smoothed; metres.
  private let heights: [Double]

  /// The least part of its size that a letter has on the screen.
  private static let leastPart = 0.75
  /// How far a letter leans at most, as a part of its height.
  private static let mostLean = 0.4
  /// Ems between places that are looked at.
  private static let step = 0.9
  /// How far beyond upright a name that is shown may turn before it is turned round; the sine of 15 degrees.
  private static let mostTurned = 0.26
  /// Ems by which marks may stand above or below their letter.
  private static let mostRaised = 1.0

  /// - Parameters:
  ///   - size: metres of an em that is as large as `points` at the place.
  ///   - shown: whether it is shown already, and runs against the street; `nil` for a new one.
  ///   - elevation: of the street at a distance along it, metres.
  ///   - project: where a place of an elevation is on the screen.
  /// - Returns: `nil` where there is no room.
  init?(
    _ street: NamedWay, at place: Double, size: Double, points: Double, text: TextLine,
    shown: Bool?, elevation: (Double) -> Double, project: (MapPoint, Double) -> ScreenPoint?
  ) {
    let (a, b) = (street.place(at: place - size / 2), street.place(at: place + size / 2))
    guard let p = project(a, elevation(place - size / 2)),
      let q = project(b, elevation(place + size / 2))
    else { return nil }
    let seen = q.point - p.point
    // At a street's end the two are nearer together than an em.
    let part = seen.length / points
    guard part.isFinite, part > 0.02 else { return nil }
    let turned = seen.x / seen.length
    switch shown {
    case .some(let isReversed):
      self.isReversed = turned < (isReversed ? Self.mostTurned : -Self.mostTurned)
    case nil: isReversed = turned < 0
    }
    middle = place
    self.points = points
    across = size
    em = size * max(Self.leastPart / part, 1)
    length = em * text.width
    guard place - length / 2 > 0, place + length / 2 < street.length else { return nil }
    // A place more on either side, for what is smoothed.
    let count = Self.count(length / em)
    let step = length / Double(count)
    let first = place - length / 2
    let raw = (-1...count + 1).map { (i: Int) -> Double in
      elevation(first + Double(i) * step)
    }
    heights = (0...count).map { (i: Int) -> Double in
      (raw[i] + 2 * raw[i + 1] + raw[i + 2]) / 4
    }
  }

  private static func count(_ ems: Double) -> Int {
    Int(clamping: (ems / step).rounded(.up), in: 2...64)
  }

  /// A place of the curve: the mean of those of the street around it.
  private func place(_ street: NamedWay, _ metres: Double) -> MapPoint {
    var (x, y) = (0.0, 0.0)
    for i in -2...2 {
      let p = street.place(at: metres + 0.45 * Double(i) * em)
      (x, y) = (x + p.x, y + p.y)
    }
    return MapPoint(x: x / 5, y: y / 5)
  }

  private func height(_ metres: Double) -> Double {
    let t = (metres - (middle - length / 2)) / length * Double(heights.count - 1)
    let i = Int(flooring: t, in: 0...(heights.count - 2))
    let part = min(max(t - Double(i), 0), 1)
    return heights[i] + (heights[i + 1] - heights[i]) * part
  }

  /// Whether a middle line on the screen leads on from left to right without sharp turns, and nowhere much shorter than
  /// elsewhere.
  static func isLegible(_ line: [Vector2], _ strictness: Strictness) -> Bool {
    let whole = line[line.count - 1] - line[0]
    guard whole.x >= -mostTurned * whole.length else { return false }
    let lengths = zip(line, line.dropFirst()).map { ($1 - $0).length }
    guard let least = lengths.min(), let most = lengths.max(), least > 0,
      most <= strictness.mostUneven * least
    else { return false }
    var before: Vector2?
    for (a, b) in zip(line, line.dropFirst()) {
      let part = b - a
      guard (part * whole).sum() > strictness.leastStraight * part.length * whole.length
      else { return false }
      if let before, (part * before).sum() < strictness.leastTurn * part.length * before.length {
        return false
      }
      before = part
    }
    return true
  }

  /// Places of the curve from the name's beginning to its end, with their distances along the street and their elevations.
  func line(on street: NamedWay) -> [(place: MapPoint, metres: Double, elevation: Double)] {
    let count = heights.count - 1
    let sign = isReversed ? -1.0 : 1.0
    return (0...count).map {
      let metres = middle + sign * length * (Double($0) / Double(count) - 0.5)
      return (place(street, metres), metres, height(metres))
    }
  }

  /// The letters in points; `nil` where one of them is not on the screen.
  func letters(
    of text: TextLine, on street: NamedWay, project: (MapPoint, Double) -> ScreenPoint?
  ) -> [TextMask.Letter]? {
    let sign = isReversed ? -1.0 : 1.0
    var letters: [TextMask.Letter] = []
    letters.reserveCapacity(text.glyphs.count)
    for (n, glyph) in text.glyphs.enumerated() where abs(glyph.origin.y) < Self.mostRaised {
      let end = n + 1 < text.glyphs.count ? text.glyphs[n + 1].origin.x : text.width
      let center = (glyph.origin.x + max(end, glyph.origin.x)) / 2
      let metres = middle + sign * (center - text.width / 2) * em
      let reach = sign * 0.5 * em
      let p = place(street, metres)
      let (a, b) = (place(street, metres - reach), place(street, metres + reach))
      let along = Vector2(b.x - a.x, b.y - a.y)
      guard along.length > 0 else { return nil }
      // To the left of the way that is read, an em of the ground; y of map points grows southwards.
      let half = along * (0.5 * across / em)
      let left = MapPoint(x: p.x + half.y, y: p.y - half.x)
      let right = MapPoint(x: p.x - half.y, y: p.y + half.x)
      let level = height(metres)
      guard let seen = project(p, level), let from = project(a, height(metres - reach)),
        let to = project(b, height(metres + reach)), let above = project(left, level),
        let below = project(right, level)
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
