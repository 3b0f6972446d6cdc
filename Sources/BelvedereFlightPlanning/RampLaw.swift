#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a part of a way is covered in time: from rest to a speed, on at that speed, and to rest again.
///
/// The speed follows Hermite's smooth step, so that acceleration is continuous and 0 at both ends and where
/// the ramps meet the even part. The mirror image is the same law.
struct RampLaw: Sendable, Hashable, Codable {
  /// Seconds, above 0.
  let duration: Double
  /// The part of the duration that each of both ramps takes, in (0, 1/2].
  let ramp: Double

  /// The ramps that plans try; the shorter ones are for long flights.
  static let ramps = [
    0.5, 0.42, 0.35, 0.29, 0.24, 0.2, 0.16, 0.12, 0.08, 0.05, 0.03, 0.02, 0.012, 0.008, 0.005,
    0.003, 0.002,
  ]

  /// Seconds at which the third derivative jumps.
  var joints: [Double] { [duration * ramp, duration * (1 - ramp)] }

  /// The part that is covered after so many seconds, and three derivatives by time.
  func progress(at time: Double) -> (part: Double, first: Double, second: Double, third: Double) {
    let x = min(max(time / duration, 0), 1)
    if x > 0.5 {
      let back = rising(1 - x)
      return (1 - back.part, back.first, -back.second, back.third)
    }
    return rising(x)
  }

  /// The progress where a part within [0, 1] is covered.
  ///
  /// Accuracy: 1e-9 of the part in the ramps, by Newton's method.
  func progress(
    atPart part: Double
  ) -> (part: Double, first: Double, second: Double, third: Double) {
    let covered = min(part, 1 - part) * (1 - ramp) / ramp
    guard covered < 0.5 else { return rising(0.5) }
    // y³·(1 − y/2) = covered rises from 0 to 1/2; the cube root's series, within 1e-3.
    let root = cbrt(max(covered, 0))
    var y = root * (1 + root * (1.0 / 6 + root * (0.0833 + root * (root * 0.2 - 0.0083))))
    // Each step of Newton's method squares the error.
    for _ in 0..<2 where y > 0 {
      y -= (y * y * y * (1 - y / 2) - covered) / (y * y * (3 - 2 * y))
    }
    y = max(y, 0)
    let result = rising(min(y, 1 - 1e-12) * ramp)
    return part > 0.5 ? (part, result.first, -result.second, result.third) : result
  }

  private func rising(
    _ x: Double
  ) -> (part: Double, first: Double, second: Double, third: Double) {
    let speed = 1 / (1 - ramp)
    guard x < ramp else {
      return (speed * (x - ramp / 2), speed / duration, 0, 0)
    }
    let y = x / ramp
    let rate = 1 / (ramp * duration)
    return (
      speed * ramp * (y * y * y * (1 - y / 2)), speed / duration * (y * y * (3 - 2 * y)),
      speed / duration * rate * (6 * y * (1 - y)),
      speed / duration * rate * rate * (6 - 12 * y)
    )
  }

  /// Seconds after which a part within [0, 1] is covered; by bisection.
  func time(at part: Double) -> Double {
    var (low, high) = (0.0, duration)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if progress(at: middle).part < part { low = middle } else { high = middle }
    }
    return high
  }
}
