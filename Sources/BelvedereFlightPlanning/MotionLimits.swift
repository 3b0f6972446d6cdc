import BelvedereCameraModel
import BelvedereGeodesy

/// How fast a camera may move; what is `nil` has no limit.
///
/// The units are those of ``MotionQuantity``. Peaks of plans are found between samples by parabolas; they
/// exceed no limit by more than 1 %, held by `MotionLimitsTests`.
public struct MotionLimits: Sendable, Hashable, Codable {
  /// The centre's speed over the ground divided by the distance, per second.
  public var groundSpeed: Double?
  /// Of the logarithm of the distance, per second.
  public var zoomRate: Double?
  /// Degrees a second.
  public var pitchRate, headingRate: Double?
  /// Per second squared and cubed; see ``MotionQuantity/acceleration``.
  public var acceleration, jerk: Double?
  /// Points a second on the screen of ``viewport``.
  public var centerFlow, groundFlow: Double?
  /// Where flows are measured; its field of view does not matter, that of the path does.
  public var viewport: Viewport

  /// Makes limits; none unless given.
  public init(
    groundSpeed: Double? = nil, zoomRate: Double? = nil, pitchRate: Double? = nil,
    headingRate: Double? = nil, acceleration: Double? = nil, jerk: Double? = nil,
    centerFlow: Double? = nil, groundFlow: Double? = nil,
    viewport: Viewport = Viewport(width: 1280, height: 720)
  ) {
    self.groundSpeed = groundSpeed
    self.zoomRate = zoomRate
    self.pitchRate = pitchRate
    self.headingRate = headingRate
    self.acceleration = acceleration
    self.jerk = jerk
    self.centerFlow = centerFlow
    self.groundFlow = groundFlow
    self.viewport = viewport
  }

  /// What pleases on a screen: across a view in about two seconds, half as far away in a third of one, a
  /// quarter turn in one, and the start of a motion within half a second.
  public static let standard = MotionLimits(
    groundSpeed: 1, zoomRate: 2, pitchRate: 45, headingRate: 90, acceleration: 5, jerk: 25)

  /// No limits.
  public static let none = MotionLimits()

  /// The limit of a quantity.
  public subscript(_ quantity: MotionQuantity) -> Double? {
    switch quantity {
    case .groundSpeed: groundSpeed
    case .zoomRate: zoomRate
    case .pitchRate: pitchRate
    case .headingRate: headingRate
    case .acceleration: acceleration
    case .jerk: jerk
    case .centerFlow: centerFlow
    case .groundFlow: groundFlow
    }
  }

  /// Throws where a limit is no number above 0 or the viewport is none.
  public func validate() throws(DomainError) {
    for quantity in MotionQuantity.allCases {
      guard let limit = self[quantity] else { continue }
      guard limit >= 1e-9, limit <= 1e12 else {
        throw DomainError(
          field: quantity.rawValue, value: limit, allowed: "between 1e-9 and 1e12")
      }
    }
    try viewport.validate()
  }

  /// Whether flows count, which cost more to measure than all else.
  var limitsFlow: Bool { centerFlow != nil || groundFlow != nil }

  /// The limits of flights that are as many times as fast: speeds are multiplied by the factor, accelerations by its
  /// square and jerks by its cube, so that a flight in the least time takes the inverse of the factor as long.
  ///
  /// - Parameter pace: above 0; 1 for these limits.
  public func paced(by pace: Double) -> MotionLimits {
    func limit(_ quantity: MotionQuantity) -> Double? {
      self[quantity].map { limit in
        (0..<quantity.order).reduce(limit) { result, _ in result * pace }
      }
    }
    return MotionLimits(
      groundSpeed: limit(.groundSpeed), zoomRate: limit(.zoomRate), pitchRate: limit(.pitchRate),
      headingRate: limit(.headingRate), acceleration: limit(.acceleration), jerk: limit(.jerk),
      centerFlow: limit(.centerFlow), groundFlow: limit(.groundFlow), viewport: viewport)
  }

  /// These limits, but for quantities whose measures exceed them, which may be as great as they are.
  func allowing(_ measures: MotionMeasures) -> MotionLimits {
    func limit(_ quantity: MotionQuantity) -> Double? {
      self[quantity].map { max($0, measures[quantity]) }
    }
    return MotionLimits(
      groundSpeed: limit(.groundSpeed), zoomRate: limit(.zoomRate), pitchRate: limit(.pitchRate),
      headingRate: limit(.headingRate), acceleration: limit(.acceleration), jerk: limit(.jerk),
      centerFlow: limit(.centerFlow), groundFlow: limit(.groundFlow), viewport: viewport)
  }

  /// The factor by which the time must grow so that measures keep the limits, at least 0; and which
  /// quantity asks for it.
  func stretch(_ measures: MotionMeasures) -> (factor: Double, quantity: MotionQuantity?) {
    var result: (factor: Double, quantity: MotionQuantity?) = (0, nil)
    for quantity in MotionQuantity.allCases {
      guard let limit = self[quantity] else { continue }
      let ratio = measures[quantity] / limit
      let factor = root(ratio, quantity.order)
      if factor > result.factor { result = (factor, quantity) }
    }
    return result
  }
}
