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

  /// Metres between the centres, straight on the map.
  var metres: Double { SplineSegment.ground(change, start, end) }

  /// Metres over the ground, as parts of the lesser distance.
  private var ground: Double { metres / min(start.distance, end.distance) }

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
}
