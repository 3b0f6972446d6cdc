import BelvedereCameraModel
import BelvedereGeodesy

/// A path looked at at steps of time, even ones but in short parts: what charts draw.
package struct FlightSeries: Sendable {
  /// A moment.
  package struct Sample: Sendable {
    package var time: Double
    package var motion: CameraMotion
    package var measures: MotionMeasures
    /// The eye, metres above the datum, and the place right below it.
    package var eyeElevation: Double
    package var below: MapPoint
    /// Metres of what is right below the eye, and of the ground at the centre.
    package var top, centerElevation: Double
    /// Degrees, going on beyond a whole turn.
    package var heading: Double
    /// Metres of the centre over the ground since the start.
    package var way: Double

    package var camera: MapCamera { motion.camera }
    /// Metres a second of the centre over the ground.
    package var speed: Double { motion.velocity.ground }
  }

  /// Even steps of which charts tell lengths and peaks.
  package static let steps = 2000

  package let samples: [Sample]
  /// Metres of the eye's way through space.
  package let eyeWay: Double

  /// - Parameter count: how many steps, at least 1.
  package init(
    _ path: CameraPath, steps count: Int, over ground: (any FlightGround)?, in viewport: Viewport?
  ) {
    var samples: [Sample] = []
    var eyeWay = 0.0
    for time in Self.times(path, count) {
      var state =
        path.leg(at: time)?.state(at: time)
        ?? PathState(camera: path.keyframes[0].camera, lens: path.startLens)
      state.camera = path.camera(at: time)
      let camera = state.camera
      let center = ground?.elevation(at: MapPoint(camera.centerCoordinate)) ?? 0
      let eye = camera.eye(above: center)
      var sample = Sample(
        time: time, motion: CameraMotion(state),
        measures: MotionMeasures(state, flowIn: viewport), eyeElevation: eye.elevation,
        below: eye.below, top: ground?.top(at: eye.below) ?? 0, centerElevation: center,
        heading: camera.heading, way: 0)
      if let last = samples.last {
        sample.heading = last.heading + headingChange(from: last.camera.heading, to: camera.heading)
        let step = try? Geodesic.wgs84.inverse(
          from: last.camera.centerCoordinate, to: camera.centerCoordinate
        ).distance
        sample.way = last.way + (step ?? 0)
        let metres = MapPoint.metersPerMapPoint(at: camera.centerCoordinate.latitude)
        let east = eye.below.shortDeltaX(from: last.below) * metres
        let north = (eye.below.y - last.below.y) * metres
        let up = eye.elevation - last.eyeElevation
        eyeWay += (east * east + north * north + up * up).squareRoot()
      }
      samples.append(sample)
    }
    self.samples = samples
    self.eyeWay = eyeWay
  }

  /// Even steps, and more of them in parts that are short beside the flight: what it does in a moment would be lost.
  private static func times(_ path: CameraPath, _ count: Int) -> [Double] {
    let even = (0...count).map { path.duration * (Double($0) / Double(count)) }
    let brief = Double(looks) / Double(count) * path.duration
    let parts = path.legs.flatMap { $0.smoothParts.map(\.interval) }
      .filter { $0.upperBound - $0.lowerBound < brief }
    guard !parts.isEmpty else { return even }
    let each = min(max(2 * count / parts.count, 2), looks)
    let more = parts.flatMap { part in
      (0...each).map { i in
        part.lowerBound + (part.upperBound - part.lowerBound) * Double(i) / Double(each)
      }
    }
    var times: [Double] = []
    for time in (even + more).sorted() where time > times.last ?? -1 {
      times.append(min(time, path.duration))
    }
    return times
  }

  /// Steps in a part that is short.
  private static let looks = 24
}
