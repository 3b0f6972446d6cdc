import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension PathLeg {
  /// A box around all cameras between two times of the path, both in the leg.
  func box(from begin: Double, to end: Double) -> CameraBox {
    func own(_ clock: LegClock) -> Interval {
      Interval(between: clock.time(after: begin - start), and: clock.time(after: end - start))
    }
    var box: CameraBox
    switch curve {
    case .piece(let piece): box = piece.box(over: own(clock))
    case .paced(let piece): box = piece.box(over: own(clock))
    case .lingering(let slow): box = slow.box(over: own(clock))
    case .course(let course): box = course.box(over: own(clock))
    }
    for change in changes {
      switch change {
      case .fade(let fade):
        let (low, high) = fade.bounds(over: own(fade.clock))
        box.move(by: low, high)
      case .lift(let lift): box.lift(by: lift.bounds(over: own(lift.clock)))
      case .detour(let detour):
        let size = detour.size.bounds(over: own(detour.size.clock))
        let (a, b) = (detour.direction * size.low, detour.direction * size.high)
        box.move(by: pointwiseMin(a, b), pointwiseMax(a, b))
      }
    }
    return box
  }
}

extension SplinePiece {
  /// A box around all cameras between two times of its own.
  func box(over time: Interval) -> CameraBox {
    let begin = Channels(repeating: time.low / duration)
    let (low, high) = changes.bounds(
      from: begin, length: Channels(repeating: time.width / duration))
    let point = MapPoint(origin.centerCoordinate)
    var box = CameraBox(
      x: Interval(point.x), y: Interval(point.y), distance: Interval(origin.distance),
      pitch: Interval(origin.pitch), heading: Interval(origin.heading))
    box.move(by: low, high)
    return box
  }
}

extension ZoomPanCourse {
  /// A box around all cameras between two parts of the perceived way.
  func box(over part: Interval) -> CameraBox {
    let (a, b) = (zoomPan.view(at: part.low), zoomPan.view(at: part.high))
    var width = Interval(between: a.width, and: b.width)
    // The width rises to the apex and falls after it.
    if let apex = zoomPan.apex, apex.lowerBound <= part.high, apex.upperBound >= part.low {
      let top = min(max(apex.lowerBound, part.low), part.high)
      width.high = max(width.high, zoomPan.view(at: top).width)
    }
    let distance = distance(ofWidth: width)
    let steepest = limits.maximumPitch(atDistance: distance.low)
    let levelest = limits.maximumPitch(atDistance: distance.high)
    let pitch = pitch.bounds(over: part)
    let (x, y) = track.bounds(over: Interval(between: a.way, and: b.way))
    let heading = part.mapped { $0 * abs(turn) }
    return CameraBox(
      x: x, y: y, distance: distance,
      pitch: Interval(min(pitch.low, levelest), min(pitch.high, steepest)),
      heading: (turn < 0 ? Interval(-heading.high, -heading.low) : heading) + start.heading)
  }
}

extension PitchCourse {
  /// Degrees between two parts of the length: even, or a fall and a rise after it.
  func bounds(over part: Interval) -> Interval {
    var result = Interval(between: pitch(at: part.low).value, and: pitch(at: part.high).value)
    if let turn, turn >= part.low, turn <= part.high {
      for value in [pitch(at: turn).value, pitch(at: turn.nextUp).value] {
        result = result.union(Interval(value))
      }
    }
    return result
  }
}
