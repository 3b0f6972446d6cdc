import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// cos of degrees, with all digits next to its zeros too: the angle is reduced before it becomes
/// radians.
func cosine(degrees: Double) -> Double { SineCosine(degrees: degrees).cosine }

/// sin of degrees, with all digits next to its zeros too.
func sine(degrees: Double) -> Double { SineCosine(degrees: degrees).sine }

/// tan of degrees, with all digits next to its poles too.
func tangent(degrees: Double) -> Double {
  let angle = SineCosine(degrees: degrees)
  return angle.sine / angle.cosine
}

/// The angle of a vector in degrees, (−180, 180].
func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) * 180 / .pi }
