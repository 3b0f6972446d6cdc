import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Velocities and accelerations at the waypoints of a movement, from rest to rest or with free ends.
///
/// The place takes those of the spline of least jerk: among all curves through the waypoints at their
/// times the one with the least integral of the squared third derivative, continuous with four
/// derivatives. It solves a block tridiagonal system of 2 × 2 blocks, in linear time. Where a waypoint is
/// much closer to one neighbour than to the other both are cut, so that no loop is flown.
///
/// The other channels, and the place where it would leave the area allowed, are limited, unless they are looks at a
/// smooth movement (``WaypointSource``), so that every
/// piece between two waypoints is monotone: then no value lies outside those at its ends. The derivative of
/// a piece is a polynomial of the fourth degree; with the secant Δ and the duration h its Bernstein
/// coefficients are v₀, v₀ + a₀h/4, 5Δ − 2(v₀ + v₁) − (a₀ − a₁)h/4, v₁ − a₁h/4 and v₁. Each end takes care
/// that its own part of them has Δ's sign, which proves it for the whole piece.
///
/// Source: the conditions of continuity from Hermite's form of the fifth degree; monotonicity in the manner
/// of Fritsch and Carlson 1980, here for the fifth degree.
struct SplineTangents {
  /// Seconds of each segment, and what changes in it.
  let durations: [Double]
  let changes: [Channels]
  /// Whether place, and zoom and pitch, rest at a waypoint; whether the place is monotone there.
  var resting: Set<Int> = []
  var monotonePlaces: Set<Int> = []
  /// Where the heading of a route is monotone.
  var monotoneHeadings: Set<Int> = []
  /// Whether the ends move as the curve does by itself, of which third and fourth derivative are 0 there.
  var hasFreeStart = false
  var hasFreeEnd = false
  /// Which channels are smooth curves as the place is.
  var source = WaypointSource.chosen

  init(durations: [Double], changes: [Channels]) {
    self.durations = durations
    self.changes = changes
  }

  /// The tangents at all waypoints of the movement, one more than segments.
  func tangents() -> [Tangent] {
    var tangents = leastJerk()
    for i in tangents.indices {
      guard (hasFreeStart || i > 0) && (hasFreeEnd || i < durations.count) else {
        tangents[i] = .rest
        continue
      }
      // Beyond a free end it goes on as it began.
      let (last, next) = (max(i - 1, 0), min(i, durations.count - 1))
      let (before, after) = (changes[last] / durations[last], changes[next] / durations[next])
      // What rests stays at rest.
      let isSmooth =
        source.areLooks && max(durations[last], durations[next]) <= WaypointSource.longestLook
        && before != Channels() && after != Channels()
      if !isSmooth {
        limitPlace(&tangents[i], before, after, within: max(durations[last], durations[next]))
      }
      for channel in 0..<Channel.count
      where channel > Channel.south || monotonePlaces.contains(i) {
        if source == .route, channel == Channel.heading, !monotoneHeadings.contains(i) { continue }
        if isSmooth, before[channel] != 0 || after[channel] != 0, !monotonePlaces.contains(i) {
          continue
        }
        limit(
          &tangents[i], channel, before[channel], after[channel], durations[last], durations[next])
      }
      if resting.contains(i) {
        for channel in [Channel.zoom, Channel.pitch] {
          tangents[i].velocity[channel] = 0
          tangents[i].acceleration[channel] = 0
        }
      }
    }
    return tangents
  }

  /// Lets looks that begin or end in motion do so: what comes from rest goes at most a third as fast at first as next.
  mutating func freeEndsInMotion() {
    guard source == .looks, durations.count > 1 else { return }
    func isInMotion(_ first: Int, _ second: Int) -> Bool {
      let (a, b) = (changes[first] / durations[first], changes[second] / durations[second])
      return (0..<Channel.count).contains { abs(a[$0]) > 0.31 * abs(b[$0]) && a[$0] != 0 }
    }
    hasFreeStart = isInMotion(0, 1)
    hasFreeEnd = isInMotion(durations.count - 1, durations.count - 2)
  }

  /// No speed of more than one and a half of the slower neighbour's, and no bend that leads astray.
  private func limitPlace(
    _ tangent: inout Tangent, _ before: Channels, _ after: Channels, within longer: Double
  ) {
    func length(_ c: Channels) -> Double {
      Vector2(c[Channel.east], c[Channel.south]).length
    }
    let slower = min(length(before), length(after))
    let speed = length(tangent.velocity)
    if speed > 1.5 * slower {
      let factor = 1.5 * slower / speed
      for channel in [Channel.east, Channel.south] { tangent.velocity[channel] *= factor }
    }
    let bend = length(tangent.acceleration)
    let most = 6 * slower / longer
    if bend > most {
      for channel in [Channel.east, Channel.south] { tangent.acceleration[channel] *= most / bend }
    }
  }

  /// Makes a channel monotone in both segments that meet here.
  private func limit(
    _ tangent: inout Tangent, _ channel: Int, _ before: Double, _ after: Double, _ h0: Double,
    _ h1: Double
  ) {
    guard before != 0, after != 0 else {
      tangent.velocity[channel] = 0
      tangent.acceleration[channel] = 0
      return
    }
    guard before * after > 0 else {
      // A turn: the acceleration points to where both segments lie.
      tangent.velocity[channel] = 0
      let sign: Double = after > 0 ? 1 : -1
      let most = 10 * min(abs(after) / h1, abs(before) / h0)
      tangent.acceleration[channel] = sign * min(max(sign * tangent.acceleration[channel], 0), most)
      return
    }
    let sign: Double = after > 0 ? 1 : -1
    let (s0, s1) = (abs(before), abs(after))
    let v = min(max(sign * tangent.velocity[channel], 0), 1.25 * min(s0, s1))
    let low = max(-4 * v / h1, (2 * v - 2.5 * s0) * 4 / h0)
    let high = min(4 * v / h0, (2.5 * s1 - 2 * v) * 4 / h1)
    tangent.velocity[channel] = sign * v
    tangent.acceleration[channel] = sign * min(max(sign * tangent.acceleration[channel], low), high)
  }

  /// The spline of least jerk: third and fourth derivatives are continuous at every inner waypoint, and 0 at
  /// free ends.
  private func leastJerk() -> [Tangent] {
    let n = durations.count
    var tangents = [Tangent](repeating: .rest, count: n + 1)
    guard n > 1 else {
      if hasFreeStart, hasFreeEnd, n == 1 {
        for i in 0...1 { tangents[i].velocity = changes[0] / durations[0] }
      }
      return tangents
    }
    // Forward elimination: the unknowns (v, a) of each waypoint as a right side less a matrix times
    // those of the next one.
    var matrices = [Matrix2](repeating: .zero, count: n + 1)
    let knots = (hasFreeStart ? 0 : 1)..<(hasFreeEnd ? n + 1 : n)
    for i in knots {
      // Third derivatives, then fourth ones, from the left less from the right.
      var (left, own, right) = (Matrix2.zero, Matrix2.zero, Matrix2.zero)
      var (third, fourth) = (Channels(), Channels())
      if i > 0 {
        let h = durations[i - 1]
        let (h2, h3) = (h * h, h * h * h)
        left = Matrix2(-24 / h2, -3 / h, -168 / h3, -24 / h2)
        own = Matrix2(-36 / h2, 9 / h, -192 / h3, 36 / h2)
        third -= changes[i - 1] * (60 / h3)
        fourth -= changes[i - 1] * (360 / (h3 * h))
      }
      if i < n {
        let k = durations[i]
        let (k2, k3) = (k * k, k * k * k)
        own = own + Matrix2(36 / k2, 9 / k, -192 / k3, -36 / k2)
        right = Matrix2(24 / k2, -3 / k, -168 / k3, 24 / k2)
        third += changes[i] * (60 / k3)
        fourth -= changes[i] * (360 / (k3 * k))
      }
      if i > knots.lowerBound {
        let before = tangents[i - 1]
        third -= left.a * before.velocity + left.b * before.acceleration
        fourth -= left.c * before.velocity + left.d * before.acceleration
        own = own - left * matrices[i - 1]
      }
      let inverse = own.inverse
      tangents[i].velocity = inverse.a * third + inverse.b * fourth
      tangents[i].acceleration = inverse.c * third + inverse.d * fourth
      matrices[i] = inverse * right
    }
    for i in knots.dropLast().reversed() {
      let (m, next) = (matrices[i], tangents[i + 1])
      tangents[i].velocity -= m.a * next.velocity + m.b * next.acceleration
      tangents[i].acceleration -= m.c * next.velocity + m.d * next.acceleration
    }
    return tangents
  }
}

/// A 2 × 2 matrix, row by row.
private struct Matrix2 {
  var a, b, c, d: Double

  static let zero = Matrix2(0, 0, 0, 0)

  init(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  var inverse: Matrix2 {
    let determinant = a * d - b * c
    return Matrix2(d / determinant, -b / determinant, -c / determinant, a / determinant)
  }

  static func * (m: Matrix2, n: Matrix2) -> Matrix2 {
    Matrix2(
      m.a * n.a + m.b * n.c, m.a * n.b + m.b * n.d, m.c * n.a + m.d * n.c, m.c * n.b + m.d * n.d)
  }

  static func + (m: Matrix2, n: Matrix2) -> Matrix2 {
    Matrix2(m.a + n.a, m.b + n.b, m.c + n.c, m.d + n.d)
  }

  static func - (m: Matrix2, n: Matrix2) -> Matrix2 {
    Matrix2(m.a - n.a, m.b - n.b, m.c - n.c, m.d - n.d)
  }
}
