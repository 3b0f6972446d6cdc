import Belvedere

/// A flight between two cameras and a tour back, at thirty cameras a second.
func fly(from start: MapCamera, to goal: MapCamera) throws -> [MapCamera] {
  // In the least time that is gentle, then in twice of it; too short a time names the limit.
  let there = try CameraPath.optimal(from: start, to: goal).path
  let slowly = try there.lasting(2 * there.duration, within: .standard)

  let context = Viewport(width: 1280, height: 720)
  let both = try CameraPath.showingBoth(goal, andLandingOn: start, in: context).both
  let back = try CameraPath(through: [
    CameraWaypoint(goal),
    CameraWaypoint(both, hold: 1),  // a second in which both places are in view
    CameraWaypoint(start, turn: .clockwise),
  ])
  let tour = try slowly.concatenated(with: back)

  // Another goal in the middle of it: no jump of place, speed or acceleration.
  let moment = tour.duration * 0.7
  let home = try tour.redirected(at: moment, to: goal)
  let flight = try tour.trimmed(to: 0...moment).concatenated(with: home)

  let motion = flight.motion(at: moment)
  print("\(motion.velocity.ground) m/s, \(OpticalFlow(motion, in: context).center) points/s")
  return stride(from: 0, through: flight.duration, by: 1 / 30).map { flight.camera(at: $0) }
}
