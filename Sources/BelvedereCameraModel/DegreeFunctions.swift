#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// cos of degrees, exact at multiples of 90°.
func cosine(degrees: Double) -> Double {
  let d = abs(degrees.truncatingRemainder(dividingBy: 360))
  if d == 90 || d == 270 { return 0 }
  if d == 180 { return -1 }
  return cos(d * .pi / 180)
}

/// sin of degrees, exact at multiples of 90°.
func sine(degrees: Double) -> Double {
  let d = degrees.truncatingRemainder(dividingBy: 360)
  switch d {
  case 0, 180, -180: return 0
  case 90, -270: return 1
  case -90, 270: return -1
  default: return sin(d * .pi / 180)
  }
}

/// tan of degrees.
func tangent(degrees: Double) -> Double { tan(degrees * .pi / 180) }

/// The angle of a vector in degrees, (−180, 180].
func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) * 180 / .pi }
