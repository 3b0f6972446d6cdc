import BelvedereGeoMath

/// The ground that the bank beside a bar of a ramp would cover.
struct BankRoom {
  /// Something beside the ramp, with its ends in metres of the ramp.
  struct Obstacle {
    var edge: RampSurroundings.Edge
    var p, q: Vector2
  }

  /// Along the ramp, then back along the feet.
  private let corners: [Vector2]
  /// The box around them.
  private let low, high: Vector2
  private let a, b: RampCourse.Stop
  private let side, half: Double
  private let along: Vector2
  private let length: Double

  /// Metres by which a bank may lie above a raised road beside it.
  private static let slack = 0.15

  init(_ a: RampCourse.Stop, _ b: RampCourse.Stop, side: Double, half: Double, feet: [Vector2]) {
    (self.a, self.b, self.side, self.half) = (a, b, side, half)
    let d = b.at - a.at
    length = max(d.length, 0.01)
    along = d / length
    let out = Vector2(along.y, -along.x) * (side * half)
    corners = [a.at + out, b.at + out, feet[1], feet[0]]
    low = corners.dropFirst().reduce(corners[0], pointwiseMin)
    high = corners.dropFirst().reduce(corners[0], pointwiseMax)
  }

  /// Whether the feet follow each other as the ramp's places do: in a narrow bend they do not.
  var isEven: Bool { (corners[2] - corners[3]).dot(along) > 0 }

  /// Whether something is in the bank's way.
  func isBlocked(by obstacle: Obstacle) -> Bool {
    let (edge, p, q) = (obstacle.edge, obstacle.p, obstacle.q)
    let wide = edge.halfWidth
    guard min(p.x, q.x) < high.x + wide, max(p.x, q.x) > low.x - wide,
      min(p.y, q.y) < high.y + wide, max(p.y, q.y) > low.y - wide
    else { return false }
    guard edge.heights != nil else { return distance(p, q) < max(wide, 0.01) }
    // A raised road lies in the bank or above it, or is covered by it.
    let d = q - p
    let aside = d.length > 0 ? Vector2(d.y, -d.x) * (wide / d.length) : .zero
    for k in 0...4 {
      let t = Double(k) / 4
      let middle = p + d * t
      for place in [middle - aside, middle, middle + aside] {
        if let surface = surface(place), surface > (edge.elevation(t) ?? 0) + Self.slack {
          return true
        }
      }
    }
    return false
  }

  /// Metres above the datum of the bank at a place; `nil` beside it.
  private func surface(_ place: Vector2) -> Double? {
    let d = place - a.at
    let t = d.dot(along) / length
    let out = d.dot(Vector2(along.y, -along.x)) * side - half
    guard t >= 0, t <= 1, out >= 0 else { return nil }
    let reach = ((corners[3] - corners[0]).length * (1 - t) + (corners[2] - corners[1]).length * t)
    guard out <= reach else { return nil }
    return a.height + (b.height - a.height) * t - out / EmbankmentSides.batter
  }

  /// Metres between the bank and a line; 0 where they meet.
  private func distance(_ p: Vector2, _ q: Vector2) -> Double {
    if contains(p) || contains(q) { return 0 }
    return corners.indices.reduce(.infinity) {
      min($0, Self.distance(corners[$1], corners[($1 + 1) % 4], p, q))
    }
  }

  private func contains(_ p: Vector2) -> Bool {
    var signs = (false, false)
    for i in corners.indices {
      let (a, b) = (corners[i], corners[(i + 1) % 4])
      let cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
      if cross > 0 { signs.0 = true } else if cross < 0 { signs.1 = true }
    }
    return !(signs.0 && signs.1)
  }

  /// Metres between two lines; 0 where they cross.
  private static func distance(_ a: Vector2, _ b: Vector2, _ p: Vector2, _ q: Vector2) -> Double {
    func cross(_ u: Vector2, _ v: Vector2) -> Double { u.x * v.y - u.y * v.x }
    let (u, v) = (b - a, q - p)
    let (s, t) = (cross(u, p - a) * cross(u, q - a), cross(v, a - p) * cross(v, b - p))
    if s < 0, t < 0 { return 0 }
    return min(
      distance(p, a, b), distance(q, a, b), distance(a, p, q), distance(b, p, q))
  }

  /// Metres from a place to a line.
  static func distance(_ p: Vector2, _ a: Vector2, _ b: Vector2) -> Double {
    let d = b - a
    let square = d.dot(d)
    let t = square > 0 ? min(max((p - a).dot(d) / square, 0), 1) : 0
    return (p - (a + d * t)).length
  }
}
