import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A camera at a moment of a flight and how it moves there: what a flight between two of them is made of.
///
/// Between two knots the map point of the centre, the logarithm of the distance, pitch, heading and the lens (the
/// logarithm of the tangent of half the field of view) are the polynomials of the fifth degree that have their values,
/// velocities and accelerations at both (quintic Hermite interpolation).
public struct CameraKnot: Sendable, Hashable {
  /// Seconds from the start of the flight.
  public var time: Double
  /// The camera there, its velocity and its acceleration.
  public var motion: CameraMotion
  /// Whether the camera is one of those that the flight was planned through.
  public var isKeyframe: Bool

  /// Makes a knot.
  public init(time: Double, motion: CameraMotion, isKeyframe: Bool = false) {
    self.time = time
    self.motion = motion
    self.isKeyframe = isKeyframe
  }
}

extension SplinePiece {
  /// The piece between two knots; a second one must come after the first.
  init(from a: CameraKnot, to b: CameraKnot) {
    let duration = b.time - a.time
    let (start, end) = (Tangent(a.motion), Tangent(b.motion))
    let (startLens, endLens) = (a.motion.lens, b.motion.lens)
    // What velocity and acceleration alone lead to.
    let halves = (start.velocity + end.velocity) * (duration / 2)
    let bends = (start.acceleration - end.acceleration) * (duration * duration / 12)
    let way = halves + bends
    var change = a.motion.camera.change(to: b.motion.camera)
    change[Channel.lens] = endLens - startLens
    // Whole turns and ways around the world are told by the velocities.
    for (channel, turn) in [(Channel.heading, 360.0), (Channel.east, MapPoint.worldWidth)] {
      change[channel] += turn * ((way[channel] - change[channel]) / turn).rounded()
    }
    // Degrees are rounded to some nanometres: over a short time even that would be a jerk.
    for channel in [Channel.east, Channel.south]
    where abs(change[channel] - way[channel]) < Self.grain {
      change[channel] = way[channel]
    }
    self.init(
      origin: a.motion.camera, lens: startLens, duration: duration, change: change, start: start,
      end: end)
  }

  /// Map points by which the rounding of two coordinates may move one from the other.
  private static let grain = 8e-8
}

extension CameraMotion {
  fileprivate var lens: Double { BelvedereFlightPlanning.lens(ofFieldOfView: fieldOfView) }
}

extension Tangent {
  /// The channels' velocity and acceleration from a camera's.
  init(_ motion: CameraMotion) {
    let angle = motion.fieldOfView * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    velocity = Channels(motion.velocity, at: motion.camera)
    acceleration = Channels(motion.acceleration, at: motion.camera)
    let first = motion.velocity.fieldOfView * .pi / 180 / sine
    velocity[Channel.lens] = first
    acceleration[Channel.lens] =
      motion.acceleration.fieldOfView * .pi / 180 / sine - cosine * first * first
  }
}

extension Channels {
  /// All but the lens.
  fileprivate init(_ rates: CameraRates, at camera: MapCamera) {
    let metres = MapPoint.metersPerMapPoint(at: camera.centerCoordinate.latitude)
    self.init()
    self[Channel.east] = rates.east / metres
    self[Channel.south] = -rates.north / metres
    self[Channel.zoom] = rates.logDistance
    self[Channel.pitch] = rates.pitch
    self[Channel.heading] = rates.heading
  }
}
