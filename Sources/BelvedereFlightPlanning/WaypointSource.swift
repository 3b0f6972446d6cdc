/// Where waypoints come from, which tells how a curve through them may move in between.
package enum WaypointSource: Sendable {
  /// Chosen one by one: no camera is nearer, farther or more tilted than those around it.
  case chosen
  /// Looks at a way over the ground: the heading is a smooth curve, too, and may pass what it is at waypoints.
  case route
  /// Looks at a movement, many a second: all of it is a smooth curve. The greatest and the least lie between looks,
  /// and holding them to what was looked at would be jerks. It may begin and end in motion.
  case looks
  /// The same, of a part of a flight that begins and ends at rest.
  case looksBetweenRests

  /// Seconds between looks beyond which nobody can tell what happened: over a gap a smooth curve may swing far away.
  package static let longestLook = 0.2501

  var areLooks: Bool {
    switch self {
    case .chosen, .route: false
    case .looks, .looksBetweenRests: true
    }
  }
}
