import BelvedereCameraModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// First looks at pieces: how long they take, and how quickly speeds may change.
struct SpeedLooks {
  /// The limits, with room for what changes of the speed add to acceleration and jerk.
  let motion: MotionLimits
  /// Of each piece at the speeds allowed.
  private(set) var seconds: [Double] = []
  /// The mean of the speeds allowed; `nil` where nothing is limited.
  private(set) var typicalSpeed: Double?
  /// Seconds over which speeds change within the limits of acceleration and jerk.
  private(set) var span = 0.5

  init(_ pieces: [SplinePiece], within motion: MotionLimits) {
    var own = motion
    own.acceleration = motion.acceleration.map { 0.8 * $0 }
    own.jerk = motion.jerk.map { 0.8 * $0 }
    self.motion = own
    let count = pieces.count > 1000 ? 2 : 8
    var (length, duration, briskest) = (0.0, 0.0, 0.0)
    for piece in pieces {
      var mean = 0.0
      for k in 0..<count {
        let measures = Self.measures(piece, at: (Double(k) + 0.5) / Double(count), own)
        let factor = own.stretch(measures).factor
        mean += factor / Double(count)
        if factor > 0 { briskest = max(briskest, measures.briskness / factor) }
      }
      seconds.append(mean > 0 ? mean * piece.duration : piece.duration)
      if mean > 0 {
        length += piece.duration
        duration += mean * piece.duration
      }
    }
    guard duration > 0 else { return }
    typicalSpeed = length / duration
    let times =
      [motion.jerk.map { (briskest / $0).squareRoot() }, motion.acceleration.map { briskest / $0 }]
      .compactMap { $0 }.filter { $0 > 0 }
    if let longest = times.max() { span = 2.5 * longest }
  }

  static func measures(
    _ piece: SplinePiece, at part: Double, _ motion: MotionLimits
  ) -> MotionMeasures {
    piece.measures(
      at: piece.duration * part, flowIn: motion.limitsFlow ? motion.viewport : nil)
  }
}

extension MotionMeasures {
  /// The length of the velocity in comparable units.
  fileprivate var briskness: Double {
    let angle = Double.pi / 180
    let (pitch, heading) = (self[.pitchRate] * angle, self[.headingRate] * angle)
    let (ground, zoom) = (self[.groundSpeed], self[.zoomRate])
    return (ground * ground + zoom * zoom + pitch * pitch + heading * heading).squareRoot()
  }
}
