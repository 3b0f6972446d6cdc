import BelvedereCameraModel
import BelvedereGeodesy

/// When a target is seen along a path.
public struct PathVisibility: Sendable, Hashable, Codable {
  /// A stretch of time in seconds.
  public struct Interval: Sendable, Hashable, Codable {
    public var begin, end: Double
  }

  /// The stretches in which nothing stands before the target, in order.
  public var intervals: [Interval]
  /// The part of the path's duration that they are; of a path without time 1 or 0.
  public var share: Double

  /// Whether the target is seen at a moment.
  public func isVisible(at time: Double) -> Bool {
    intervals.contains { $0.begin <= time && time <= $0.end }
  }
}

extension CameraPath {
  /// The stretches of time in which a target is unoccluded: lines of sight, straight in the flat map's frame,
  /// pass above the ground and everything on it. Whether the camera looks there is another question.
  ///
  /// What is told as seen is seen at every moment, by bounds over stretches of time; moments of which
  /// nothing could be proved count as hidden.
  ///
  /// - Parameters:
  ///   - target: what is to be seen.
  ///   - ground: the ground, with obstacles if there are some; their margins are obstacles too.
  ///   - precision: seconds by which a stretch may be told too short at each end, at least 1e-6.
  /// - Throws: `DomainError` that names `target` or `precision`.
  ///
  /// Cost: a millisecond for each end of a stretch, about; more where lines graze the ground for long, up to some
  /// seconds, after which what is not known by then counts as hidden.
  public func visibility(
    of target: SightTarget, over ground: any FlightGround, precision: Double = 1e-3
  ) throws(DomainError) -> PathVisibility {
    try visibility(
      of: target, over: ground, precision: precision, SightLines.Effort(Self.mostParts))
  }

  /// Parts of lines of sight that are looked at.
  private static let mostParts = 2_000_000

  /// The same with what is left of an effort.
  func visibility(
    of target: SightTarget, over ground: any FlightGround, precision: Double,
    _ effort: SightLines.Effort
  ) throws(DomainError) -> PathVisibility {
    try target.validate()
    guard precision >= 1e-6, precision <= 1e6 else {
      throw DomainError(field: "precision", value: precision, allowed: "seconds from 1e-6 to 1e6")
    }
    let lines = SightLines(ground, target, effort)
    guard !legs.isEmpty else {
      let isSeen = lines.answer(from: eyes(of: keyframes[0].camera, over: ground)) == .seen
      return PathVisibility(
        intervals: isSeen ? [.init(begin: 0, end: 0)] : [], share: isSeen ? 1 : 0)
    }
    var found: [PathVisibility.Interval] = []
    // All of the way ever more closely, so that what is hard to tell takes nothing from what is easy.
    var open = legs.map { ($0, $0.start, $0.start + $0.duration) }
    while !open.isEmpty {
      var next: [(PathLeg, Double, Double)] = []
      for (leg, begin, end) in open {
        switch lines.answer(from: Self.eyes(leg, from: begin, to: end, over: ground)) {
        case .hidden: continue
        case .seen: found.append(.init(begin: begin, end: end))
        case .unknown:
          let middle = begin + (end - begin) / 2
          // Several that touch an end may stay unknown.
          guard end - begin > precision / 8, middle > begin, middle < end, effort.left > 0 else {
            continue
          }
          next.append((leg, begin, middle))
          next.append((leg, middle, end))
        }
      }
      open = next
    }
    var intervals: [PathVisibility.Interval] = []
    for interval in found.sorted(by: { $0.begin < $1.begin }) {
      // Legs end where the next ones begin but for the rounding of their sums.
      if let last = intervals.last, interval.begin - last.end <= 1e-12 * duration {
        intervals[intervals.count - 1].end = interval.end
      } else {
        intervals.append(interval)
      }
    }
    let seen = intervals.reduce(0) { $0 + ($1.end - $1.begin) }
    return PathVisibility(intervals: intervals, share: min(seen / duration, 1))
  }

  /// A box around all eyes between two times of a leg.
  private static func eyes(
    _ leg: PathLeg, from begin: Double, to end: Double, over ground: any FlightGround
  ) -> SightLines.Eyes {
    let box = leg.box(from: begin, to: end)
    let below = box.below
    guard box.x.isFinite, box.y.isFinite else {
      return SightLines.Eyes(x: below.x, y: below.y, z: Interval(.nan))
    }
    let level = ground.elevations(x: box.x.low...box.x.high, y: box.y.low...box.y.high)
    return SightLines.Eyes(
      x: below.x, y: below.y,
      z: box.height + Interval(level.lowerBound, level.upperBound))
  }

  private func eyes(of camera: MapCamera, over ground: any FlightGround) -> SightLines.Eyes {
    let eye = camera.eye(above: ground.elevation(at: MapPoint(camera.centerCoordinate)))
    return SightLines.Eyes(
      x: Interval(eye.below.x), y: Interval(eye.below.y), z: Interval(eye.elevation))
  }
}
