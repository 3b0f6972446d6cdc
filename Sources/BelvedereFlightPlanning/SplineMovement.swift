import BelvedereCameraModel

/// A movement through waypoints from rest to rest, its legs counted from its start.
struct SplineMovement {
  private(set) var legs: [PathLeg] = []
  private(set) var segments: [CameraSpline.TimedSegment] = []
  /// Seconds at which each segment ends.
  private(set) var ends: [Double] = []

  /// Seconds.
  var duration: Double { ends.last ?? 0 }

  /// Turns of a rate a second, beyond four, that a route may have.
  private static let turnRate = 1.4
  /// The quickest movement along a spline; of a route one that does not pulsate.
  init(_ spline: CameraSpline, within motion: MotionLimits) throws(FlightError) {
    var timed = spline
    guard spline.isFree else {
      try timed.fit()
      self.init(timed.pieces)
      return
    }
    var curve = spline
    curve.shape()
    guard let paced = PacedMovement(curve.pieces.flatMap(\.pieces), within: motion) else {
      try timed.fit()
      self.init(timed.pieces)
      return
    }
    self.init(curve.pieces, paced)
    if spline.source == .route { calm(within: motion) }
    // One speed along the whole curve crawls where what moves changes from piece to piece, the more the shorter
    // one of them is; times of the pieces' own then take less.
    guard spline.mayTakeOwnTimes, try timed.fit(within: duration / 1.15) else { return }
    var own = SplineMovement(timed.pieces)
    let factor = motion.stretch(own.path.peaks(in: motion.limitsFlow ? motion.viewport : nil))
      .factor
    // Looks within the pieces may have missed a peak.
    if factor > 1.001 { own.slow(by: factor) }
    if spline.source == .route { own.calm(within: motion) }
    if own.duration < duration { self = own }
  }

  /// Segments in their own times.
  init(_ segments: [CameraSpline.TimedSegment]) {
    self.segments = segments
    var time = 0.0
    for segment in segments {
      for piece in segment.pieces {
        legs.append(PathLeg(curve: .piece(piece), start: time, duration: piece.duration))
        time += piece.duration
      }
      ends.append(time)
    }
  }

  /// Segments at the speeds of a movement along them.
  init(_ segments: [CameraSpline.TimedSegment], _ movement: PacedMovement) {
    self.segments = segments
    legs = movement.legs(after: 0)
    var count = 0
    for segment in segments {
      count += segment.pieces.count
      ends.append(movement.end(ofPieces: count))
    }
  }

  /// Movements one after another.
  init(_ parts: [SplineMovement]) {
    for part in parts {
      let start = duration
      legs += part.legs.map { leg in
        var leg = leg
        leg.start += start
        return leg
      }
      ends += part.ends.map { start + $0 }
      segments += part.segments
    }
  }

  private mutating func slow(by factor: Double) {
    legs = legs.map { $0.slowed(by: factor) }
    ends = ends.map { $0 * factor }
  }

  /// Slows a movement until its rates turn no oftener than they may, and no narrow peak exceeds a limit.
  private mutating func calm(within motion: MotionLimits) {
    guard duration > 0 else { return }
    let path = path
    var peaks = MotionMeasures()
    for i in 0..<1000 {
      let time = duration * (Double(i) + 0.5) / 1000
      guard let state = path.leg(at: time)?.state(at: time) else { continue }
      peaks.formMaximum(MotionMeasures(state, flowIn: nil))
    }
    let turns = Double(RateTurns(of: path).most - 4) / Self.turnRate
    let factor = max(motion.stretch(peaks).factor, turns / duration)
    if factor > 1 { slow(by: factor) }
  }

  private var path: CameraPath {
    guard let first = legs.first?.camera(at: 0), let last = segments.last?.end else {
      return CameraPath(keyframes: [], legs: legs, duration: duration, restingLens: 0)
    }
    return CameraPath(
      keyframes: [
        CameraKeyframe(time: 0, camera: first), CameraKeyframe(time: duration, camera: last),
      ], legs: legs, duration: duration, restingLens: 0)
  }
}
