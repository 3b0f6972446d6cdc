import BelvedereCameraModel
import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The axes of a camera in east, north and up: the line of sight, the screen's right and its top.
struct LocalAxes {
  var forward, right, up: Vector3

  init(forward: Vector3, right: Vector3, up: Vector3) {
    self.forward = forward
    self.right = right
    self.up = up
  }

  init(_ pose: CameraPose) {
    self.init(forward: pose.forward, right: pose.right, up: pose.up)
  }

  /// Degrees; the roll turns the camera clockwise.
  init(heading: Double, pitch: Double, roll: Double = 0) {
    let (h, p) = (sineCosine(heading), sineCosine(pitch))
    forward = Vector3(p.sine * h.sine, p.sine * h.cosine, -p.cosine)
    right = Vector3(h.cosine, -h.sine, 0)
    up = Vector3(p.cosine * h.sine, p.cosine * h.cosine, p.sine)
    if roll != 0 {
      let r = sineCosine(roll)
      (right, up) = (right * r.cosine - up * r.sine, right * r.sine + up * r.cosine)
    }
  }

  /// Heading in [0, 360), pitch in [0, 180] and roll in [−180, 180] in degrees; straight down the roll is
  /// part of the heading.
  ///
  /// - Parameter noise: how far the axes may be off; a turn of the screen's right out of the level that is no
  ///   more is no roll, and directions that are no clearer tell no heading.
  func angles(noise: Double = 1e-12) -> (heading: Double, pitch: Double, roll: Double) {
    let level = hypot(forward.x, forward.y)
    let pitch = degrees(atan2(level, -forward.z))
    // Without roll the screen's right is level, and tells the heading even straight down.
    guard abs(right.z) > noise || (up.z < 0 && level > noise), level > 1e3 * noise else {
      return (wrappedHeading(degrees(atan2(-right.y, right.x))), pitch, 0)
    }
    let plain = Vector3(forward.y / level, -forward.x / level, 0)
    let roll = degrees(atan2(plain.dot(up), plain.dot(right)))
    return (wrappedHeading(degrees(atan2(forward.x, forward.y))), pitch, roll)
  }
}

func degrees(_ radians: Double) -> Double { radians * 180 / .pi }

/// Sine and cosine of an angle in degrees, exact at quarter turns.
func sineCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
  let quarters = (degrees / 90).rounded()
  let rest = (degrees - quarters * 90) * .pi / 180
  let (s, c) = (sin(rest), cos(rest))
  switch quarters.truncatingRemainder(dividingBy: 4) {
  case 1, -3: return (c, -s)
  case 2, -2: return (-s, -c)
  case 3, -1: return (-c, s)
  default: return (s, c)
  }
}

extension Quaternion {
  /// The turn that takes the x, y and z axes to three orthonormal vectors.
  ///
  /// Source: Shepperd 1978, doi:10.2514/3.55767b.
  init(axes x: Vector3, _ y: Vector3, _ z: Vector3) {
    let trace = x.x + y.y + z.z
    let greatest = max(trace, x.x, y.y, z.z)
    if greatest == trace {
      let s = (1 + trace).squareRoot() * 2
      self.init(x: (y.z - z.y) / s, y: (z.x - x.z) / s, z: (x.y - y.x) / s, w: s / 4)
    } else if greatest == x.x {
      let s = (1 + x.x - y.y - z.z).squareRoot() * 2
      self.init(x: s / 4, y: (y.x + x.y) / s, z: (z.x + x.z) / s, w: (y.z - z.y) / s)
    } else if greatest == y.y {
      let s = (1 - x.x + y.y - z.z).squareRoot() * 2
      self.init(x: (y.x + x.y) / s, y: s / 4, z: (z.y + y.z) / s, w: (z.x - x.z) / s)
    } else {
      let s = (1 - x.x - y.y + z.z).squareRoot() * 2
      self.init(x: (z.x + x.z) / s, y: (z.y + y.z) / s, z: s / 4, w: (x.y - y.x) / s)
    }
  }

  /// The quaternion of length 1; `nil` where it has none.
  var normalized: Quaternion? {
    let length = (x * x + y * y + z * z + w * w).squareRoot()
    guard length.isFinite, length > 1e-12 else { return nil }
    return Quaternion(x: x / length, y: y / length, z: z / length, w: w / length)
  }

  func dot(_ other: Quaternion) -> Double {
    x * other.x + y * other.y + z * other.z + w * other.w
  }

  static prefix func - (q: Quaternion) -> Quaternion {
    Quaternion(x: -q.x, y: -q.y, z: -q.z, w: -q.w)
  }
}

/// Quaternions of which each turns the short way from the one before: interpolating their numbers
/// then makes no detours.
func continued(_ quaternions: [Quaternion]) -> [Quaternion] {
  var result: [Quaternion] = []
  result.reserveCapacity(quaternions.count)
  for q in quaternions {
    result.append(result.last.map { $0.dot(q) < 0 ? -q : q } ?? q)
  }
  return result
}
