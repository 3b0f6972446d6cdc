#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A direction in the plane as its sine and cosine; keeps quadrants and small angles exact.
package struct SineCosine: Sendable, Hashable {
  package var sine, cosine: Double

  @inline(__always) package init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  /// The same direction at unit length. (0, 0) stays what it is.
  @inline(__always) var normalized: SineCosine {
    let l = norm(sine, cosine)
    return l > 0 ? SineCosine(sine: sine / l, cosine: cosine / l) : self
  }

  /// The sum of two angles.
  @inline(__always) static func + (a: SineCosine, b: SineCosine) -> SineCosine {
    SineCosine(
      sine: a.sine * b.cosine + a.cosine * b.sine, cosine: a.cosine * b.cosine - a.sine * b.sine)
  }

  /// The difference of two angles.
  @inline(__always) static func - (a: SineCosine, b: SineCosine) -> SineCosine {
    SineCosine(
      sine: a.sine * b.cosine - a.cosine * b.sine, cosine: a.cosine * b.cosine + a.sine * b.sine)
  }

  /// An angle in radians.
  @inline(__always) init(radians: Double) {
    self.init(sine: sin(radians), cosine: cos(radians))
  }

  /// An angle of `degrees` + `error` degrees; exact at multiples of 30° and 90°.
  ///
  /// The argument is reduced to ±45° before it becomes radians, which is exact.
  package init(degrees: Double, error: Double = 0) {
    let whole = shortTurn(degrees)
    // Exact: what is subtracted lies within a factor of two, or is zero.
    let part = whole - 90 * (whole / 90).rounded()
    let angle = part + error
    var s: Double
    var c: Double
    if abs(angle) == 30 {
      s = angle < 0 ? -0.5 : 0.5
      c = 0.75.squareRoot()
    } else {
      s = sin(angle * .pi / 180)
      c = cos(angle * .pi / 180)
    }
    let turns = whole - part
    if turns == 90 {
      (s, c) = (c, -s)
    } else if turns == -90 {
      (s, c) = (-c, s)
    } else if abs(turns) == 180 {
      (s, c) = (-s, -c)
    }
    // Adding 0 turns −0 into 0; the sign of a zero cosine means nothing here.
    self.init(sine: s, cosine: c + 0)
  }

  /// The angle in radians within [−π, π].
  @inline(__always) var radians: Double { atan2(sine, cosine) }

  /// The angle in degrees within [−180, 180], exact at multiples of 90°.
  var degrees: Double {
    if abs(sine) > abs(cosine) {
      let offset = atan2(cosine, abs(sine)) * 180 / .pi
      return sine > 0 ? 90 - offset : offset - 90
    }
    if cosine >= 0 { return atan2(sine, cosine) * 180 / .pi }
    let offset = atan2(abs(sine), -cosine) * 180 / .pi
    return sine.sign == .minus ? offset - 180 : 180 - offset
  }
}

/// The length of a vector whose components are at most 1e150.
///
/// `hypot` bears larger ones as well, for three times the time; here it serves tiny components only,
/// whose squares would underflow.
@inline(__always) func norm(_ x: Double, _ y: Double) -> Double {
  let l = (x * x + y * y).squareRoot()
  return l > 1e-140 ? l : hypot(x, y)
}

/// An angle within [−180, 180] as a heading in [0, 360).
@inline(__always) func heading(_ degrees: Double) -> Double {
  let turned = degrees < 0 ? degrees + 360 : degrees
  // Adding 0 turns −0 into 0.
  return turned == 360 ? 0 : turned + 0
}

/// The sum and its rounding error (Knuth, The Art of Computer Programming, vol. 2, 4.2.2).
@inline(__always) func exactSum(_ a: Double, _ b: Double) -> (sum: Double, error: Double) {
  let sum = a + b
  let part = sum - a
  return (sum, (a - (sum - part)) + (b - part))
}

/// The angle within [−180, 180] that differs by whole turns; exact.
@inline(__always) func shortTurn(_ degrees: Double) -> Double {
  // The library's remainder is slow, and mostly there is nothing to take away.
  abs(degrees) <= 180 ? degrees : degrees.remainder(dividingBy: 360)
}

/// `to` − `from` the short way round, as a number in [−180, 180] and the error of that number.
///
/// The sum of the two is exact for every finite longitude.
func longitudeDifference(from: Double, to: Double) -> (degrees: Double, error: Double) {
  let raw = exactSum(-shortTurn(from), shortTurn(to))
  var (degrees, error) = exactSum(shortTurn(raw.sum), raw.error)
  if degrees == 180, error > 0 { degrees = -180 }
  if degrees == -180, error < 0 { degrees = 180 }
  return (degrees, error)
}

/// An angle near zero on a grid of 2⁻⁵⁷ degrees (less than a picometre), others as they are.
///
/// Products of two tiny angles would underflow.
@inline(__always) func withoutTinyAngles(_ degrees: Double) -> Double {
  let limit = 0.0625
  let size = abs(degrees)
  guard size < limit else { return degrees }
  let rounded = (size + limit) - limit
  return degrees < 0 ? -rounded : rounded
}

/// The cosine of degrees within ±90°, to the last digits near 90° too: the complement is exact.
@inline(__always) func cosineOfLatitude(_ degrees: Double) -> Double {
  let size = abs(degrees)
  return size <= 45 ? cos(radians(size)) : sin(radians(90 - size))
}

/// Degrees as radians.
@inline(__always) func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
