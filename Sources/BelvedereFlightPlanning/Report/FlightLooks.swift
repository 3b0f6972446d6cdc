import BelvedereCameraModel
import BelvedereGeodesy

/// A flight looked at within every smooth part: what a long flight does in a moment would be lost between even steps.
struct FlightLooks {
  /// The means over time of all rates but flows, and when each is greatest.
  private(set) var means = MotionMeasures()
  private(set) var tops: [(time: Double, value: Double)]
  /// Metres, degrees, and metres of the eye above the centre.
  private(set) var distance, pitch, altitude: FlightReport.Span
  /// Metres a second of the centre over the ground, the greatest.
  private(set) var peakSpeed = 0.0
  /// Metres of the centre over the ground, along geodesics, and of the eye through the flat map's space.
  private(set) var length = 0.0
  private(set) var eyeLength = 0.0

  /// What has a least and a greatest value between looks.
  private enum Quantity: Int, CaseIterable {
    case distance, pitch, altitude, speed

    func value(_ state: PathState) -> Double {
      switch self {
      case .distance: state.camera.distance
      case .pitch: state.camera.pitch
      case .altitude: state.camera.altitude
      case .speed: CameraMotion(state).velocity.ground
      }
    }
  }

  /// The greatest of a quantity, or of its negative, among looks: where, and between which moments a greater one may be.
  private struct Extreme {
    var value = -Double.infinity
    var leg = 0
    var times = 0.0...0.0
  }

  private static let fewLegs = 200
  private static let searches = 40

  init(_ path: CameraPath, over ground: (any FlightGround)?) {
    tops = [(time: Double, value: Double)](
      repeating: (0, 0), count: SIMD8<Double>.scalarCount)
    let still = path.keyframes[0].camera
    (distance, pitch) = (Self.span(still.distance), Self.span(still.pitch))
    altitude = Self.span(still.altitude)
    var sum = SIMD8<Double>()
    var extremes = [[Extreme]](
      repeating: [Extreme(), Extreme()], count: Quantity.allCases.count)
    var last: (center: Coordinate, eye: (below: MapPoint, elevation: Double))?
    let fineness = path.legs.count < Self.fewLegs ? 8 : 2
    for (n, leg) in path.legs.enumerated() {
      for (interval, looks) in leg.smoothParts {
        let count = min(max(fineness * looks, 8), 4000)
        let seconds = interval.upperBound - interval.lowerBound
        // A hair inside: at a joint the third derivative jumps.
        func time(_ i: Int) -> Double {
          let part = min(max(Double(i) / Double(count), 1e-9), 1 - 1e-9)
          return interval.lowerBound + seconds * part
        }
        for i in 0...count {
          let state = leg.state(at: time(i))
          let values = MotionMeasures(state, flowIn: nil).values
          sum += values * (seconds / Double(count) * (i == 0 || i == count ? 0.5 : 1))
          for k in tops.indices where values[k] > tops[k].value { tops[k] = (time(i), values[k]) }
          for quantity in Quantity.allCases {
            let value = quantity.value(state)
            for (sign, signed) in [value, -value].enumerated()
            where signed > extremes[quantity.rawValue][sign].value {
              extremes[quantity.rawValue][sign] = Extreme(
                value: signed, leg: n, times: time(max(i - 1, 0))...time(min(i + 1, count)))
            }
          }
          addWay(to: state.camera, over: ground, after: &last)
        }
      }
    }
    guard path.duration > 0, !path.legs.isEmpty else { return }
    means = MotionMeasures(sum / path.duration)
    func span(_ quantity: Quantity) -> FlightReport.Span {
      let both = extremes[quantity.rawValue].enumerated().map { sign, extreme in
        Self.greatest(extreme, of: path.legs[extreme.leg]) {
          quantity.value($0) * (sign == 0 ? 1 : -1)
        }
      }
      return FlightReport.Span(least: -both[1], greatest: both[0])
    }
    (distance, pitch, altitude) = (span(.distance), span(.pitch), span(.altitude))
    peakSpeed = span(.speed).greatest
  }

  private static func span(_ value: Double) -> FlightReport.Span {
    FlightReport.Span(least: value, greatest: value)
  }

  private mutating func addWay(
    to camera: MapCamera, over ground: (any FlightGround)?,
    after last: inout (center: Coordinate, eye: (below: MapPoint, elevation: Double))?
  ) {
    let center = camera.centerCoordinate
    let eye = camera.eye(above: ground?.elevation(at: MapPoint(center)) ?? 0)
    defer { last = (center, eye) }
    guard let last else { return }
    if last.center != center {
      length += (try? Geodesic.wgs84.inverse(from: last.center, to: center).distance) ?? 0
    }
    let metres = MapPoint.metersPerMapPoint(at: center.latitude)
    let east = eye.below.shortDeltaX(from: last.eye.below) * metres
    let north = (eye.below.y - last.eye.below.y) * metres
    let up = eye.elevation - last.eye.elevation
    eyeLength += (east * east + north * north + up * up).squareRoot()
  }

  /// The greatest value around one that was found, by thirds of the time.
  private static func greatest(
    _ found: Extreme, of leg: PathLeg, _ value: (PathState) -> Double
  ) -> Double {
    var (low, high) = (found.times.lowerBound, found.times.upperBound)
    var best = found.value
    for _ in 0..<searches {
      let (a, b) = (low + (high - low) / 3, high - (high - low) / 3)
      let (atA, atB) = (value(leg.state(at: a)), value(leg.state(at: b)))
      best = max(best, atA, atB)
      if atA < atB { low = a } else { high = b }
    }
    return best
  }
}
