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

  /// A first guess of the seconds that the segment takes within limits of motion.
  func guess(_ motion: MotionLimits) -> Double {
    let ground = SplineSegment.ground(change, start, end) / min(start.distance, end.distance)
    let (zoom, pitch, turn) = (
      abs(change[Channel.zoom]), abs(change[Channel.pitch]), abs(change[Channel.heading])
    )
    var result = 0.0
    for (size, limit) in [
      (ground, motion.groundSpeed), (zoom, motion.zoomRate), (pitch, motion.pitchRate),
      (turn, motion.headingRate),
    ] {
      if let limit { result = max(result, size / limit) }
    }
    let size = ground + zoom + (pitch + turn) * .pi / 180
    if let limit = motion.acceleration { result = max(result, (4 * size / limit).squareRoot()) }
    if let limit = motion.jerk { result = max(result, cbrt(30 * size / limit)) }
    return result > 0 ? min(max(result, 1e-6), 1e9) : 1
  }
}
