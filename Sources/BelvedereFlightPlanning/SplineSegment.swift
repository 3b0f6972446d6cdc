import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The way from one waypoint to the next, as far as it is known before its time is.
struct SplineSegment: Sendable {
  /// The index of the waypoint it leads to.
  let index: Int
  let start, end: MapCamera
  let startLens, endLens: Double
  let change: Channels
  /// Seconds that were asked for; `nil` where the limits of motion decide.
  let fixedDuration: Double?

  /// `nil` where nothing changes and no time was asked for.
  ///
  /// - Parameter camera: the camera with which the segment before ends.
  init?(
    from before: CameraWaypoint, camera: MapCamera, to waypoint: CameraWaypoint, index: Int
  ) {
    var from = before
    from.camera = camera
    let change = waypoint.change(from: from)
    let start = camera
    var end = waypoint.camera
    end.heading = camera.heading + change[Channel.heading]
    // A shortest or forced turn ends at the waypoint's heading, to the last bit.
    if case .by = waypoint.turn {} else { end.heading = waypoint.camera.heading }
    self.index = index
    self.start = start
    self.end = end
    self.change = change
    startLens = lens(ofFieldOfView: before.fieldOfView)
    endLens = lens(ofFieldOfView: waypoint.fieldOfView)
    let way = SplineSegment.ground(change, start, end)
    switch waypoint.pace {
    case .automatic: fixedDuration = nil
    case .duration(let seconds): fixedDuration = seconds
    case .speed(let speed): fixedDuration = way > 0 ? min(max(way / speed, 1e-6), 1e9) : nil
    }
    if fixedDuration == nil, change == Channels() { return nil }
  }

  /// Metres between the centres, straight on the map.
  private static func ground(_ change: Channels, _ a: MapCamera, _ b: MapCamera) -> Double {
    hypot(change[Channel.east], change[Channel.south])
      * MapPoint.metersPerMapPoint(
        at: (a.centerCoordinate.latitude + b.centerCoordinate.latitude) / 2)
  }

  /// The seconds that limits of speed ask for at least; `nil` where none does.
  func leastDuration(_ motion: MotionLimits) -> Double? {
    let result = [
      (ground, motion.groundSpeed), (abs(change[Channel.zoom]), motion.zoomRate),
      (abs(change[Channel.pitch]), motion.pitchRate),
      (abs(change[Channel.heading]), motion.headingRate),
    ].reduce(0) { least, part in part.1.map { max(least, part.0 / $0) } ?? least }
    return result > 0 ? result : nil
  }

  /// Metres over the ground, as parts of the lesser distance.
  private var ground: Double {
    SplineSegment.ground(change, start, end) / min(start.distance, end.distance)
  }

  /// A first guess of the seconds that the segment takes within limits of motion, from rest to rest.
  func guess(_ motion: MotionLimits) -> Double {
    var result = leastDuration(motion) ?? 0
    let (zoom, angle) = (
      abs(change[Channel.zoom]), abs(change[Channel.pitch]) + abs(change[Channel.heading])
    )
    let size = ground + zoom + angle * .pi / 180
    if let limit = motion.acceleration { result = max(result, (4 * size / limit).squareRoot()) }
    if let limit = motion.jerk { result = max(result, cbrt(30 * size / limit)) }
    return result > 0 ? min(max(result, 1e-6), 1e9) : 1
  }

  /// The optimal flight instead of the segment, where the way between two near cameras would take minutes and several
  /// times as long; `nil` elsewhere. It takes the time and turns the way that were asked for, and the lens changes
  /// on the way.
  ///
  /// - Throws: ``FlightError/tooShort(requested:least:limit:waypoint:)`` where the flight cannot take the time that
  ///   was asked for.
  func flight(
    to waypoint: CameraWaypoint, _ limits: CameraLimits, _ motion: MotionLimits
  ) throws(FlightError) -> CameraPath? {
    guard let speed = motion.groundSpeed else { return nil }
    // The logarithm of the distance changes evenly: the mean of what a metre counts.
    let growth = change[Channel.zoom]
    let mean = abs(growth) < 1e-6 ? 1 : (1 - exp(-growth)) / growth
    let way = SplineSegment.ground(change, start, end) / start.distance * mean
    guard way / speed > 120 else { return nil }
    guard
      var flight = try? CameraPath.optimal(
        from: start, to: end,
        turning: waypoint.turn == .shortest ? nil : change[Channel.heading],
        fieldOfView: fieldOfView(ofLens: endLens), limits: limits, motion: motion
      ).path
    else { return nil }
    if startLens != endLens {
      flight = flight.with(lens: startLens)
      flight = (try? flight.notFaster(than: motion)) ?? flight
    }
    guard flight.duration < way / speed / 4 else { return nil }
    guard let fixedDuration else { return flight }
    do throws(FlightError) {
      return try flight.lasting(fixedDuration, within: motion)
    } catch {
      guard case .tooShort(let requested, let least, let limit, _) = error else { throw error }
      throw .tooShort(requested: requested, least: least, limit: limit, waypoint: index)
    }
  }
}

extension CameraPath {
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
