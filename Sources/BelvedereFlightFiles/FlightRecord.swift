import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereGeodesy

/// Cameras one after another, and how one gets from each to the next: what files of flights have in
/// common.
public struct FlightRecord: Sendable, Hashable {
  /// How the camera comes from the one before.
  public enum Arrival: Sendable, Hashable {
    /// The file says nothing about times.
    case untimed
    /// In so many seconds, without coming to rest at either end.
    case smooth(Double)
    /// In so many seconds from rest to rest, out and in again.
    case bounce(Double)
    /// At once.
    case cut
  }

  /// A camera of a flight.
  public struct Stop: Sendable, Hashable {
    /// The camera.
    public var camera: MapCamera
    /// Degrees, vertical.
    public var fieldOfView: Double
    /// How it is reached; of the first one without meaning.
    public var arrival: Arrival
    /// Seconds for which the camera rests here.
    public var hold: Double
    /// What the file calls it.
    public var name: String?

    /// Makes a stop.
    public init(
      _ camera: MapCamera, fieldOfView: Double = 30, arrival: Arrival = .untimed, hold: Double = 0,
      name: String? = nil
    ) {
      self.camera = camera
      self.fieldOfView = fieldOfView
      self.arrival = arrival
      self.hold = hold
      self.name = name
    }
  }

  /// What the file calls the flight.
  public var name: String?
  /// At least one. Stops that change have no knots any more.
  public var stops: [Stop] { didSet { knots = [] } }
  /// The flight itself, of which the stops are looks; empty where only they are known.
  public private(set) var knots: [CameraKnot] = []

  /// Makes a record.
  public init(name: String? = nil, stops: [Stop]) {
    self.name = name
    self.stops = stops
  }

  /// Makes a record of looks at a flight.
  init(name: String?, stops: [Stop], knots: [CameraKnot]) {
    self.init(name: name, stops: stops)
    self.knots = knots
  }

  /// Cameras along a path, evenly spaced in time, the last being the path's end, and the path itself.
  ///
  /// - Parameters:
  ///   - rate: cameras a second, within [1e-6, 10,000].
  ///   - maximumCount: the most cameras.
  /// - Throws: ``FlightFileError`` where there would be more.
  public init(
    _ path: CameraPath, framesPerSecond rate: Double, name: String? = nil,
    maximumCount: Int = FlightFile.Options().maximumCameras
  ) throws(FlightFileError) {
    guard rate >= 1e-6, rate <= 10_000 else {
      throw FlightFileError(
        .value, at: "framesPerSecond", "must lie between 1e-6 and 10000, got \(rate)")
    }
    // The end may lie a rounding beyond the last step.
    let steps = (path.duration * rate - 1e-9).rounded(.up)
    guard steps < Double(maximumCount) else {
      throw FlightFileError(
        .tooLarge,
        "\(Int(clamping: steps + 1, in: 0...Int.max)) cameras are more than \(maximumCount); choose fewer a second"
      )
    }
    let count = Int(clamping: steps, in: 0...maximumCount)
    var last = 0.0
    let stops = (0...count).map { i in
      let time = i == count ? path.duration : Double(i) / rate
      defer { last = time }
      return Stop(
        path.camera(at: time), fieldOfView: path.motion(at: time).fieldOfView,
        arrival: i == 0 ? .untimed : .smooth(time - last))
    }
    self.init(name: name, stops: stops, knots: path.duration > 0 ? path.knots() : [])
  }

  /// The keyframes of a path. Between them a reader makes its own way, which is another one where the path
  /// was not planned through waypoints.
  public init(keyframesOf path: CameraPath, name: String? = nil) {
    var last = 0.0
    let stops = path.keyframes.map { frame in
      defer { last = frame.time }
      return Stop(
        frame.camera, fieldOfView: path.motion(at: frame.time).fieldOfView,
        arrival: frame.time == 0 ? .untimed : .smooth(frame.time - last))
    }
    self.init(name: name, stops: stops)
  }

  /// The moment of every stop's arrival in seconds; a stop without time comes a second after the one
  /// before.
  public var times: [Double] {
    var time = 0.0
    return stops.indices.map { i in
      if i > 0 {
        time += stops[i - 1].hold
        switch stops[i].arrival {
        case .untimed: time += 1
        case .smooth(let seconds), .bounce(let seconds): time += seconds
        case .cut: break
        }
      }
      return time
    }
  }

  /// Whether the record says when its cameras are.
  public var isTimed: Bool {
    stops.count > 1 && !stops.dropFirst().contains { $0.arrival == .untimed }
  }
}
