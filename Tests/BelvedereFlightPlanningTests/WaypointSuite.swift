import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy

/// What tests of ways through waypoints share.
protocol WaypointSuite {}

extension WaypointSuite {
  func camera(
    _ latitude: Double, _ longitude: Double, _ distance: Double = 1000, _ pitch: Double = 45,
    _ heading: Double = 0
  ) -> MapCamera {
    MapCamera(
      lookingAtCenter: Coordinate(latitude: latitude, longitude: longitude),
      fromDistance: distance, pitch: pitch, heading: heading)
  }

  /// The keyframes at which the path meets the waypoints, in order; a hold has two.
  func times(_ path: CameraPath, _ waypoints: [CameraWaypoint]) -> [Double]? {
    var frames = path.keyframes[...]
    var result: [Double] = []
    for waypoint in waypoints {
      if let last = result.last, path.camera(at: last) == waypoint.camera {
        result.append(last)
        continue
      }
      guard let index = frames.firstIndex(where: { $0.camera == waypoint.camera }) else {
        return nil
      }
      result.append(frames[index].time)
      frames = frames[(index + 1)...]
    }
    return result
  }
}
