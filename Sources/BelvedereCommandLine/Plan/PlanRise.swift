import Belvedere
import BelvedereJSON

/// A flight that rises between two waypoints.
struct PlanRise {
  /// Waypoints, counted from 0.
  let from, to: Int
  /// Metres from the camera to the centre at most.
  let distance: Double

  /// - Parameter path: the path through the waypoints, in any time.
  static func rises(of path: CameraPath, through waypoints: [CameraWaypoint]) -> [PlanRise] {
    var next = 1
    return path.optimalParts.compactMap { part in
      let (start, end) = (path.camera(at: part.lowerBound), path.camera(at: part.upperBound))
      while next < waypoints.count,
        !isSame(waypoints[next - 1].camera, start) || !isSame(waypoints[next].camera, end)
      {
        next += 1
      }
      guard next < waypoints.count else { return nil }
      let inside = path.keyframes.filter { part.contains($0.time) }.map(\.camera.distance)
      defer { next += 1 }
      return PlanRise(from: next - 1, to: next, distance: inside.max() ?? end.distance)
    }
  }

  /// Whether two cameras are the same but for whole turns.
  private static func isSame(_ a: MapCamera, _ b: MapCamera) -> Bool {
    a.centerCoordinate == b.centerCoordinate && a.distance == b.distance && a.pitch == b.pitch
  }

  /// What is to be said of them; `nil` of none.
  static func note(_ rises: [PlanRise]) -> String? {
    guard !rises.isEmpty else { return nil }
    let most = 4
    let parts = rises.prefix(most).map {
      "\($0.from) and \($0.to) to \(PlanSummary.length($0.distance))"
    }
    let others = rises.count > most ? ", and in \(rises.count - most) more places" : ""
    return
      "rises between waypoints \(parts.joined(separator: ", "))\(others), where staying low takes "
      + "longer; --max-distance bounds how high"
  }

  var value: JSONValue {
    [
      "from": .integer(from), "to": .integer(to), "distance": .number(distance),
    ]
  }
}
