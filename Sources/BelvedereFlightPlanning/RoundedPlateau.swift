#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A climb to a width, some way at it, and a descent: near the least length under a limit of the width, with
/// three continuous derivatives where the limit is met and left.
///
/// With x = ρ times the length to the plateau and t = tanh x the width is W·exp(−φ), φ = ln cosh x − k·t²/2.
/// The optimum has k = 0, whose second derivative jumps at the plateau; k = 1 leaves it by the fourth power
/// of x. The ground covered, W/ρ²·(t + k·(t³/3 + 0.15·t⁵ + 0.015·t⁷)), makes the perceived speed even
/// within 1 % for k = 1.
struct RoundedPlateau: Hashable {
  /// The width of the plateau, at most the limit.
  let width: Double
  /// Lengths of the three parts.
  let climb, cruise, descent: Double
  private let curvature: Double
  private let way: Double
  /// Metres covered by the climb and by the descent.
  private let covered, descended: Double
  /// k: 1 but where a flight sets out from the plateau and comes down at once.
  private let roundness: Double

  var length: Double { climb + cruise + descent }

  /// - Parameters: as of ``ZoomPan``, whose way without a limit would exceed `maximum` in between.
  init(from w0: Double, to w1: Double, along way: Double, curvature: Double, maximum: Double) {
    let ground = maximum / (curvature * curvature)
    /// Metres of a climb and a descent at a width of the plateau.
    func metres(_ width: Double, _ k: Double) -> Double {
      [w0, w1].reduce(0) {
        $0 + ground * (width / maximum) * Self.metres(Self.reach(log(width / $1), k), k)
      }
    }
    var (width, k) = (maximum, 1.0)
    let least = max(w0, w1)
    if metres(maximum, 1) > way {
      if metres(least, 1) <= way {
        // A lower top without a plateau.
        width = Self.bisect(least, maximum) { metres($0, 1) <= way }
      } else {
        // From the wider end at once, the less round the steeper.
        width = least
        k = Self.bisect(0, 1) { metres(least, $0) <= way }
      }
    }
    let scale = width / (curvature * curvature)
    let (up, down) = (Self.reach(log(width / w0), k), Self.reach(log(width / w1), k))
    covered = scale * Self.metres(up, k)
    descended = scale * Self.metres(down, k)
    let left = (way - covered - descended) * curvature / width
    // What rounding leaves is none.
    cruise = width < maximum || left < 1e-12 * (up + down) ? 0 : left
    climb = up / curvature
    descent = down / curvature
    self.width = width
    self.curvature = curvature
    self.way = way
    roundness = k
  }

  /// The greatest number for which a condition holds that holds for all below it; the first is known to.
  private static func bisect(_ low: Double, _ high: Double, _ holds: (Double) -> Bool) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<64 {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }

  /// ln cosh x − k·tanh²x/2.
  private static func fall(_ x: Double, _ k: Double) -> Double {
    let (half, t) = (sinh(x / 2), tanh(x))
    // Of large x the hyperbola is its asymptote.
    return (x > 30 ? x - 0.6931471805599453 : log1p(2 * half * half)) - k * t * t / 2
  }

  /// The x at which the width has fallen by a factor exp(level), by Newton's method from above: the fall is
  /// convex.
  private static func reach(_ level: Double, _ k: Double) -> Double {
    guard level > 0 else { return 0 }
    var x = level + 0.6931471805599453 + k / 2
    for _ in 0..<100 {
      let t = tanh(x)
      let slope = t * (1 - k * (1 - t * t))
      guard slope > 0 else { break }
      let step = (fall(x, k) - level) / slope
      x -= step
      if abs(step) < 1e-15 * x { break }
    }
    return max(x, 0)
  }

  /// The ground covered until x, in units of W/ρ².
  private static func metres(_ x: Double, _ k: Double) -> Double {
    let t = tanh(x)
    let q = t * t
    return t + k * t * q * (1.0 / 3 + q * (0.15 + q * 0.015))
  }

  /// A place on the way, by the length from its start.
  private enum Part {
    /// So far from the plateau.
    case climb(Double), descent(Double)
    case cruise(Double)
  }

  private func part(at length: Double) -> Part {
    if length < climb { return .climb(curvature * (climb - length)) }
    if length <= climb + cruise { return .cruise(length - climb) }
    return .descent(curvature * (length - climb - cruise))
  }

  /// The view after so much of the length: metres from the start, and metres seen across.
  func view(at length: Double) -> (way: Double, width: Double) {
    let scale = width / (curvature * curvature)
    switch part(at: length) {
    case .climb(let x):
      return (
        max(covered - scale * Self.metres(x, roundness), 0), width * exp(-Self.fall(x, roundness))
      )
    case .cruise(let gone): return (min(covered + gone * width / curvature, way), width)
    case .descent(let x):
      return (
        min(way - descended + scale * Self.metres(x, roundness), way),
        width * exp(-Self.fall(x, roundness))
      )
    }
  }

  /// Three derivatives by the length.
  func derivatives(at length: Double) -> ZoomPan.Derivatives {
    switch part(at: length) {
    case .climb(let x): return derivatives(at: x, -1)
    case .cruise:
      var result = ZoomPan.Derivatives()
      result.way.first = width / curvature
      return result
    case .descent(let x): return derivatives(at: x, 1)
    }
  }

  /// - Parameter direction: whether x grows or falls with the length.
  private func derivatives(at x: Double, _ direction: Double) -> ZoomPan.Derivatives {
    let (t, k, ρ) = (tanh(x), roundness, curvature)
    let q = t * t
    let r = 1 - q
    // The ground's first derivative by x, and its derivatives by t.
    let f = 1 + q * (k - 1 - k * q * (0.25 + q * (0.645 + q * 0.105)))
    let f1 = t * (2 * (k - 1) - k * q * (1 + q * (3.87 + q * 0.84)))
    let f2 = 2 * (k - 1) - k * q * (3 + q * (19.35 + q * 5.88))
    let bend = 1 - k + 3 * k * q
    var result = ZoomPan.Derivatives()
    result.way = (
      width / ρ * f, direction * width * f1 * r, width * ρ * (f2 * r - 2 * t * f1) * r
    )
    result.logWidth = (
      -direction * ρ * t * (1 - k * r), -ρ * ρ * bend * r,
      -direction * ρ * ρ * ρ * (6 * k * t * r - 2 * t * bend) * r
    )
    return result
  }
}
