import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A camera at a moment, and how it moves.
public struct CameraMotion: Sendable, Hashable {
  /// The camera.
  public var camera: MapCamera
  /// Degrees, vertical.
  public var fieldOfView: Double
  /// First derivatives, per second.
  public var velocity: CameraRates
  /// Second derivatives, per second squared.
  public var acceleration: CameraRates

  /// Makes a motion; at rest unless told otherwise.
  public init(
    camera: MapCamera, fieldOfView: Double = 30, velocity: CameraRates = CameraRates(),
    acceleration: CameraRates = CameraRates()
  ) {
    self.camera = camera
    self.fieldOfView = fieldOfView
    self.velocity = velocity
    self.acceleration = acceleration
  }

  init(_ state: PathState) {
    let angle = 2 * atan(exp(state.lens))
    let (sine, cosine) = (sin(angle), cos(angle))
    let first = state.first[Channel.lens]
    self.init(
      camera: state.camera, fieldOfView: BelvedereFlightPlanning.fieldOfView(ofLens: state.lens),
      velocity: CameraRates(state.first, at: state.camera, lens: sine * first),
      acceleration: CameraRates(
        state.second, at: state.camera,
        lens: sine * (state.second[Channel.lens] + cosine * first * first)))
  }
}

/// Derivatives of a camera by time, per second or per second squared.
public struct CameraRates: Sendable, Hashable, Codable {
  /// Metres of the centre's map position east and north, in the metric frame that stands still at the
  /// centre.
  public var east, north: Double
  /// Of the natural logarithm of the distance; 0.69 doubles it in a second.
  public var logDistance: Double
  /// Degrees.
  public var pitch, heading, fieldOfView: Double

  /// Makes rates.
  public init(
    east: Double = 0, north: Double = 0, logDistance: Double = 0, pitch: Double = 0,
    heading: Double = 0, fieldOfView: Double = 0
  ) {
    self.east = east
    self.north = north
    self.logDistance = logDistance
    self.pitch = pitch
    self.heading = heading
    self.fieldOfView = fieldOfView
  }

  /// - Parameter lens: radians of the field of view.
  init(_ channels: Channels, at camera: MapCamera, lens: Double) {
    let metres = MapPoint.metersPerMapPoint(at: camera.centerCoordinate.latitude)
    self.init(
      east: channels[Channel.east] * metres, north: -channels[Channel.south] * metres,
      logDistance: channels[Channel.zoom], pitch: channels[Channel.pitch],
      heading: channels[Channel.heading], fieldOfView: lens * 180 / .pi)
  }

  /// Metres over the ground, per second or per second squared.
  public var ground: Double { (east * east + north * north).squareRoot() }
}
