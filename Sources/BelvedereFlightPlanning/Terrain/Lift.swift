import BelvedereCameraModel
import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Metres by which the eye is raised straight up while the camera keeps looking at its centre: a cubic
/// spline of time with two continuous derivatives.
///
/// It is kept as the control points of its pieces, between which it lies (the convex hull property): what
/// they bound it keeps, for all times.
struct Lift: Sendable, Hashable, Codable {
  var clock = LegClock()
  /// Where the pieces begin and end, increasing; one more than pieces.
  let times: [Double]
  /// Metres, of each piece its four control points.
  let pieces: [SIMD4<Double>]

  /// The spline of given weights, a convex mean of four of which it is at every time.
  ///
  /// - Parameters:
  ///   - times: its knots, at least two, increasing; the first and the last count four times.
  ///   - weights: metres, two more than knots. Weight i counts between the knots i − 3 and i + 1.
  init(times: [Double], weights: [Double]) {
    self.times = times
    let (first, last) = (times[0], times[times.count - 1])
    let knots = [first, first, first] + times + [last, last, last]
    pieces = (0..<times.count - 1).map { span in
      let (a, b) = (times[span], times[span + 1])
      /// The polar form, by de Boor's recursion.
      func polar(_ x: (Double, Double, Double)) -> Double {
        var d = [weights[span], weights[span + 1], weights[span + 2], weights[span + 3]]
        for (step, at) in [(1, x.0), (2, x.1), (3, x.2)] {
          for j in stride(from: 3, through: step, by: -1) {
            let (low, high) = (knots[span + j], knots[span + j + 4 - step])
            let part = high > low ? (at - low) / (high - low) : 0
            d[j] = d[j - 1] + (d[j] - d[j - 1]) * part
          }
        }
        return d[3]
      }
      return SIMD4(polar((a, a, a)), polar((a, a, b)), polar((a, b, b)), polar((b, b, b)))
    }
  }

  private init(_ lift: Lift, pieces range: ClosedRange<Int>) {
    clock = lift.clock
    times = Array(lift.times[range.lowerBound...range.upperBound + 1])
    pieces = Array(lift.pieces[range])
  }

  /// The same course, so many times as high.
  func scaled(by factor: Double) -> Lift { Lift(self, pieces.map { $0 * factor }) }

  private init(_ lift: Lift, _ pieces: [SIMD4<Double>]) {
    (clock, times, self.pieces) = (lift.clock, lift.times, pieces)
  }

  /// The pieces between two times, which is all that counts there; `nil` where nothing is raised.
  func restricted(from begin: Double, to end: Double) -> Lift? {
    let range = piece(at: begin)...max(piece(at: end), piece(at: begin))
    let part = Lift(self, pieces: range)
    return part.pieces.contains { $0 != SIMD4() } ? part : nil
  }

  /// Whether one that was read can be calculated with.
  var isSound: Bool {
    times.count == pieces.count + 1 && pieces.count > 0
      && zip(times, times.dropFirst()).allSatisfy { $0 < $1 } && abs(times[0]) < 1e12
      && times[times.count - 1] < 1e12
      && pieces.allSatisfy { $0.min() >= 0 && $0.max() <= 1e9 }
  }

  /// The piece at a time of the clock; the first or last one beyond the ends.
  private func piece(at time: Double) -> Int {
    min(max(times.partitioningIndex { $0 > time } - 1, 0), pieces.count - 1)
  }

  private func place(at time: Double) -> (points: SIMD4<Double>, part: Double, length: Double) {
    let i = piece(at: time)
    let length = times[i + 1] - times[i]
    return (pieces[i], min(max((time - times[i]) / length, 0), 1), length)
  }

  /// Metres so many seconds after the leg's start.
  func value(after seconds: Double) -> Double {
    let (p, x, _) = place(at: clock.time(after: seconds))
    return Self.point(p, x)
  }

  /// De Casteljau's construction: convex means alone.
  private static func point(_ p: SIMD4<Double>, _ x: Double) -> Double {
    let a = SIMD4(p.x, p.y, p.z, 0) * (1 - x) + SIMD4(p.y, p.z, p.w, 0) * x
    let b = SIMD2(a.x, a.y) * (1 - x) + SIMD2(a.y, a.z) * x
    return b.x * (1 - x) + b.y * x
  }

  /// Metres and three derivatives by the path's time.
  func derivatives(after seconds: Double) -> SIMD4<Double> {
    let (p, x, h) = place(at: clock.time(after: seconds))
    let first = SIMD4(p.y, p.z, p.w, 0) - SIMD4(p.x, p.y, p.z, 0)
    let second = SIMD2(first.y, first.z) - SIMD2(first.x, first.y)
    let y = 1 - x
    let rate = clock.rate / h
    return SIMD4(
      Self.point(p, x), 3 * (first.x * y * y + 2 * first.y * x * y + first.z * x * x) * rate,
      6 * (second.x * y + second.y * x) * rate * rate,
      6 * (second.y - second.x) * rate * rate * rate)
  }

  /// The least and greatest lift between two times of the clock.
  func bounds(over time: Interval) -> Interval {
    let (begin, end) = (piece(at: time.low), piece(at: time.high))
    var result = Interval(.infinity, -.infinity)
    for i in begin...max(begin, end) {
      let length = times[i + 1] - times[i]
      let a = min(max((time.low - times[i]) / length, 0), 1)
      let b = min(max((time.high - times[i]) / length, 0), 1)
      let p = pieces[i]
      /// The polar form of the piece.
      func polar(_ u: Double, _ v: Double, _ w: Double) -> Double {
        let (d, e, f) = (p.x + (p.y - p.x) * u, p.y + (p.z - p.y) * u, p.z + (p.w - p.z) * u)
        let (g, h) = (d + (e - d) * v, e + (f - e) * v)
        return g + (h - g) * w
      }
      for point in [polar(a, a, a), polar(a, a, b), polar(a, b, b), polar(b, b, b)] {
        result = result.union(Interval(point))
      }
    }
    return result
  }

  /// Raises a state's camera, and its derivatives with it.
  ///
  /// With the distance d and the pitch p the eye stands at d·e^(ip) from the centre, upwards the real axis.
  /// So ζ = ln d + ip becomes ln(e^ζ + lift), the derivatives of which follow by the chain rule.
  func add(to state: inout PathState, after seconds: Double) {
    let lift = derivatives(after: seconds)
    guard lift != SIMD4() else { return }
    let p = state.camera.pitch * .pi / 180
    let eye = Complex(state.camera.distance * cos(p), state.camera.distance * sin(p))
    /// A derivative of ζ.
    func rate(_ channels: Channels) -> Complex {
      Complex(channels[Channel.zoom], channels[Channel.pitch] * .pi / 180)
    }
    let (r1, r2, r3) = (rate(state.first), rate(state.second), rate(state.third))
    let w = eye + Complex(lift[0], 0)
    let w1 = (eye * r1 + Complex(lift[1], 0)) / w
    let w2 = (eye * (r2 + r1 * r1) + Complex(lift[2], 0)) / w
    let w3 = (eye * (r3 + r1 * r2 * 3 + r1 * r1 * r1) + Complex(lift[3], 0)) / w
    state.camera = state.camera.raised(by: lift[0])
    func set(_ channels: inout Channels, _ value: Complex) {
      channels[Channel.zoom] = value.real
      channels[Channel.pitch] = value.imaginary * 180 / .pi
    }
    set(&state.first, w1)
    set(&state.second, w2 - w1 * w1)
    set(&state.third, w3 - w1 * w2 * 3 + w1 * w1 * w1 * 2)
  }
}

extension MapCamera {
  /// The camera with its eye so many metres higher over the same place, looking at the same centre.
  func raised(by metres: Double) -> MapCamera {
    guard metres != 0 else { return self }
    let p = pitch * .pi / 180
    let (reach, height) = (distance * sin(p), distance * cos(p) + metres)
    var camera = self
    camera.distance = hypot(reach, height)
    camera.pitch = min(max(atan2(reach, height) * 180 / .pi, 0), 90)
    return camera
  }
}

/// A number with an imaginary part.
private struct Complex {
  var real, imaginary: Double

  init(_ real: Double, _ imaginary: Double) {
    self.real = real
    self.imaginary = imaginary
  }

  static func + (a: Complex, b: Complex) -> Complex {
    Complex(a.real + b.real, a.imaginary + b.imaginary)
  }

  static func - (a: Complex, b: Complex) -> Complex {
    Complex(a.real - b.real, a.imaginary - b.imaginary)
  }

  static func * (a: Complex, b: Complex) -> Complex {
    Complex(
      a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }

  static func * (a: Complex, b: Double) -> Complex { Complex(a.real * b, a.imaginary * b) }

  static func / (a: Complex, b: Complex) -> Complex {
    let size = b.real * b.real + b.imaginary * b.imaginary
    return Complex(
      (a.real * b.real + a.imaginary * b.imaginary) / size,
      (a.imaginary * b.real - a.real * b.imaginary) / size)
  }
}
