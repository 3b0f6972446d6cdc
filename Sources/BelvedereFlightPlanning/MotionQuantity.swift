/// What of a camera's motion can be limited and measured.
public enum MotionQuantity: String, Sendable, Hashable, Codable, CaseIterable {
  /// The centre's speed over the ground divided by the distance, per second.
  case groundSpeed
  /// How fast the logarithm of the distance changes, per second; 0.69 doubles it.
  case zoomRate
  /// Degrees of pitch a second.
  case pitchRate
  /// Degrees of heading a second.
  case headingRate
  /// The length of all second derivatives together, per second squared: of the centre's place divided
  /// by the distance, of the logarithm of the distance, of pitch and heading in radians. The place is that on the flat
  /// map: in views of thousands of kilometres at high latitudes it is up to twice that on the Earth, or half of it.
  case acceleration
  /// The length of all third derivatives together, per second cubed, as ``acceleration``.
  case jerk
  /// The optical flow in the middle of the screen, points a second.
  case centerFlow
  /// The optical flow that 95 % of the ground on the screen stay below, points a second.
  case groundFlow

  /// How the quantity falls when everything takes twice as long: by this power of two.
  var order: Int {
    switch self {
    case .acceleration: 2
    case .jerk: 3
    default: 1
    }
  }

  /// Where the quantity stands in ``MotionMeasures``.
  var index: Int {
    switch self {
    case .groundSpeed: 0
    case .zoomRate: 1
    case .pitchRate: 2
    case .headingRate: 3
    case .acceleration: 4
    case .jerk: 5
    case .centerFlow: 6
    case .groundFlow: 7
    }
  }
}
