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
    case .course(let course, let law):
      let time = own(clock)
      box = course.box(
        over: Interval(law.progress(at: time.low).part, law.progress(at: time.high).part))
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
    let (x, y) = centers(over: Interval(between: a.way, and: b.way))
    let heading = part.mapped { $0 * abs(turn) }
    return CameraBox(
      x: x, y: y, distance: distance,
      pitch: Interval(min(pitch.low, levelest), min(pitch.high, steepest)),
      heading: (turn < 0 ? Interval(-heading.high, -heading.low) : heading) + start.heading)
  }

  /// Map points of all centres between so many and so many metres on the way.
  private func centers(over way: Interval) -> (x: Interval, y: Interval) {
    let (a, b) = (place(at: way.low), place(at: way.high))
    let p = MapPoint(a.coordinate)
    let delta = MapPoint(b.coordinate).shortDeltaX(from: p)
    var x = Interval(between: p.x, and: p.x + delta)
    var y = Interval(between: p.y, and: MapPoint(b.coordinate).y)
    guard case .geodesic(let first, _) = a.way, case .geodesic(let last, _) = b.way else {
      return (x, y)
    }
    // No arc of the ellipsoid bends more than the least radius of its meridian allows.
    let arc = way.width / 6_335_000
    let farthest = max(abs(first), abs(last)) * .pi / 180 + arc / 2
    let radius = farthest < .pi / 2 ? 6_370_000 * cos(farthest) : 0
    let edge = MapPoint.maximumLatitude
    if way.width > 2 * radius || radius < 1 {
      // Around a pole: every longitude.
      x = Interval(p.x - MapPoint.worldWidth, p.x + MapPoint.worldWidth)
    } else {
      // Off the chord by at most an eighth of the second derivative times the length squared.
      let sagitta =
        MapPoint.worldWidth / (2 * .pi) * 0.15 * (way.width / radius) * (way.width / radius)
      x = Interval(x.low - sagitta, x.high + sagitta)
      if farthest * 180 / .pi < edge {
        return (x, Interval(y.low - sagitta, y.high + sagitta))
      }
    }
    let spread = arc * 180 / .pi
    y = Interval(
      MapPoint(Coordinate(latitude: max(first, last) + spread, longitude: 0)).y,
      MapPoint(Coordinate(latitude: min(first, last) - spread, longitude: 0)).y)
    return (x, y)
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
