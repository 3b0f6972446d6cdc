import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One piece of a path: every channel a polynomial of the fifth degree in time.
///
/// Values, velocities and accelerations at both ends make it; pieces that share them at a joint are
/// continuous there with two derivatives.
struct SplinePiece: Sendable, Hashable, Codable {
  /// The camera and the lens at the start; the polynomials are the changes since.
  let origin: MapCamera
  let lens: Double
  /// Seconds, above 0.
  let duration: Double
  /// The changes by the part of the duration that has gone.
  let changes: ChannelQuintic

  /// - Parameters:
  ///   - change: from the start to the end.
  ///   - start, end: velocity and acceleration there, per second.
  init(
    origin: MapCamera, lens: Double, duration: Double, change: Channels, start: Tangent,
    end: Tangent
  ) {
    self.origin = origin
    self.lens = lens
    self.duration = duration
    let squared = duration * duration
    changes = ChannelQuintic(
      from: Channels(), start.velocity * duration, start.acceleration * squared, to: change,
      end.velocity * duration, end.acceleration * squared)
  }

  /// A piece in which nothing moves.
  init(still origin: MapCamera, lens: Double, duration: Double) {
    self.init(
      origin: origin, lens: lens, duration: duration, change: Channels(), start: .rest, end: .rest)
  }

  /// What has changed after so many seconds.
  func change(at time: Double) -> Channels {
    changes.value(Channels(repeating: time / duration))
  }

  /// Velocity and acceleration after so many seconds.
  func tangent(at time: Double) -> Tangent {
    let x = Channels(repeating: time / duration)
    return Tangent(
      velocity: changes.first(x) / duration,
      acceleration: changes.second(x) / (duration * duration))
  }

  /// The third derivative after so many seconds.
  func jerk(at time: Double) -> Channels {
    changes.third(Channels(repeating: time / duration)) / (duration * duration * duration)
  }

  /// The camera after so many seconds.
  func camera(at time: Double) -> MapCamera { origin.moved(by: change(at: time)) }

  /// All of it after so many seconds.
  func state(at time: Double) -> PathState {
    let (change, tangent) = (change(at: time), tangent(at: time))
    return PathState(
      camera: origin.moved(by: change), lens: lens + change[Channel.lens],
      first: tangent.velocity, second: tangent.acceleration, third: jerk(at: time))
  }

  /// How everything moves after so many seconds, without the camera, which costs most of the time.
  func rates(at time: Double) -> MotionRates {
    let (change, tangent) = (change(at: time), tangent(at: time))
    // On the map the cosine of the latitude is that of the hyperbolic cosine, upside down.
    let φ = origin.centerCoordinate.latitude * .pi / 180
    let δ = -change[Channel.south] * 2 * .pi / MapPoint.worldWidth
    let (sinhδ, coshδ): (Double, Double)
    if abs(δ) < 0.05 {
      let δ2 = δ * δ
      (sinhδ, coshδ) = (
        δ * (1 + δ2 / 6 * (1 + δ2 / 20)), 1 + δ2 / 2 * (1 + δ2 / 12 * (1 + δ2 / 30))
      )
    } else {
      (sinhδ, coshδ) = (sinh(δ), cosh(δ))
    }
    return MotionRates(
      first: tangent.velocity, second: tangent.acceleration, third: jerk(at: time),
      metres: MapPoint.metersPerMapPoint(at: 0) * cos(φ) / (coshδ + sin(φ) * sinhδ)
        / (origin.distance * exp(change[Channel.zoom])))
  }

  /// The measures of the motion after so many seconds; flows are 0 without a viewport.
  func measures(at time: Double, flowIn viewport: Viewport?) -> MotionMeasures {
    guard let viewport else { return MotionMeasures(rates(at: time)) }
    return MotionMeasures(state(at: time), flowIn: viewport)
  }

  /// The least and greatest change of every channel over all of the piece; a bound, not a sample.
  var bounds: (low: Channels, high: Channels) { changes.bounds }
}

/// Velocity and acceleration of the channels at a moment, per second.
struct Tangent: Sendable, Hashable {
  var velocity = Channels()
  var acceleration = Channels()

  static let rest = Tangent()
}
