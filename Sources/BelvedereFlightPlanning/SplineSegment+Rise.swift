import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SplineSegment {
  /// Ways over the ground, in distances of the camera, between which the greatest distance grows from that of the
  /// cameras to that of an optimal flight.
  private static let rising = 3.5...32.0

  /// The way over the ground in distances of the camera, whose logarithm changes evenly.
  private var perceivedWay: Double {
    let growth = change[Channel.zoom]
    let mean = abs(growth) < 1e-6 ? 1 : (1 - exp(-growth)) / growth
    return metres / start.distance * mean
  }

  /// Whether the segment is so long that a flight may rise from it, and was asked to take a time in which it seems
  /// that it can stay low.
  func mayStayLow(_ motion: MotionLimits) -> Bool {
    guard let speed = motion.groundSpeed, let fixedDuration else { return false }
    let way = perceivedWay
    return way > Self.rising.lowerBound && fixedDuration > 1.2 * way / speed
  }

  /// A flight that rises instead of the segment, where the way between two cameras is so long that it is quicker;
  /// `nil` elsewhere.
  ///
  /// It is the optimal flight under a greatest distance, which grows with the way from that of the cameras to that
  /// of the optimal flight, so that no small change of a waypoint makes another flight of it. It takes the time
  /// and turns the way that were asked for, and the lens changes on the way.
  ///
  /// - Parameter isAlone: whether the flight stops at both ends anyway.
  /// - Throws: ``FlightError/tooShort(requested:least:limit:waypoint:)`` where the flight cannot take the time that
  ///   was asked for.
  func flight(
    to waypoint: CameraWaypoint, isAlone: Bool, _ limits: CameraLimits, _ motion: MotionLimits
  ) throws(FlightError) -> CameraPath? {
    let way = perceivedWay
    guard let speed = motion.groundSpeed, way > Self.rising.lowerBound else { return nil }
    let low = way / speed
    let turn = waypoint.turn == .shortest ? nil : change[Channel.heading]
    func plan(_ limits: CameraLimits) -> CameraPath? {
      guard
        let flight = try? CameraPath.optimal(
          from: start, to: end, turning: turn, fieldOfView: fieldOfView(ofLens: endLens),
          limits: limits, motion: motion
        ).path
      else { return nil }
      guard startLens != endLens else { return flight }
      let changing = flight.with(lens: startLens)
      return (try? changing.notFaster(than: motion)) ?? changing
    }
    var flight = plan(lowered(limits, way))
    if let fixedDuration, fixedDuration < flight?.duration ?? .infinity {
      flight = plan(limits) ?? flight
    }
    // Stops on the way take their time, and a course that stays low is the calmer one.
    guard let flight, flight.duration < (isAlone ? 0.9 : 0.8) * low else { return nil }
    guard let fixedDuration else { return flight }
    do throws(FlightError) {
      return try flight.lasting(fixedDuration, within: motion)
    } catch {
      guard case .tooShort(let requested, let least, let limit, _) = error else { throw error }
      throw .tooShort(requested: requested, least: least, limit: limit, waypoint: index)
    }
  }

  /// Limits with the greatest distance to which a flight rises along a way.
  private func lowered(_ limits: CameraLimits, _ way: Double) -> CameraLimits {
    let part =
      log(way / Self.rising.lowerBound) / log(Self.rising.upperBound / Self.rising.lowerBound)
    let size = 2 * tan(fieldOfView(ofLens: endLens) * .pi / 360)
    let highest = max(start.distance, end.distance)
    guard part < 1,
      let zoomPan = try? ZoomPan(
        from: start.distance * size, to: end.distance * size, along: metres),
      let apex = zoomPan.apex
    else { return limits }
    let top = zoomPan.view(at: apex.lowerBound).width / size
    let distance = highest * pow(max(top / highest, 1), part)
    guard distance < limits.zoomRange?.maximumDistance ?? .infinity else { return limits }
    var limits = limits
    limits.zoomRange =
      (try? CameraZoomRange(
        minimumDistance: limits.zoomRange?.minimumDistance, maximumDistance: distance))
      ?? limits.zoomRange
    return limits
  }
}

extension CameraPath {
  /// The intervals of time in which the path is an optimal flight (``optimal(from:to:fieldOfView:curvature:limits:motion:)``),
  /// as it is where it rises between waypoints.
  public var optimalParts: [ClosedRange<Double>] {
    var parts: [ClosedRange<Double>] = []
    var last: TimedCourse?
    for leg in legs {
      var curve = leg.curve
      while case .lingering(let slow) = curve { curve = slow.leg.curve }
      guard case .course(let course) = curve else {
        last = nil
        continue
      }
      let end = leg.start + leg.duration
      if course === last, let begin = parts.popLast()?.lowerBound {
        parts.append(begin...max(end, begin))
      } else {
        parts.append(leg.start...max(end, leg.start))
      }
      last = course
    }
    return parts
  }

  /// The path with another lens at its start, which becomes the path's own until its end.
  fileprivate func with(lens: Double) -> CameraPath {
    guard duration > 0 else { return self }
    var difference = Channels()
    difference[Channel.lens] = lens - startLens
    let fade = Fade(
      difference: difference, tangent: .rest, durations: Channels(repeating: duration))
    return CameraPath(
      keyframes: keyframes, legs: legs.map { $0.fading(fade) }, duration: duration,
      restingLens: lens)
  }
}
