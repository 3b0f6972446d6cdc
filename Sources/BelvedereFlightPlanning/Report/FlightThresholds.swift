/// What a flight must keep to pass; what is `nil` is not looked at.
public struct FlightThresholds: Sendable, Hashable, Codable {
  /// Seconds.
  public var minimumDuration, maximumDuration: Double?
  /// Metres of the centre over the ground.
  public var maximumLength: Double?
  /// Metres, of the clearance that is proved.
  public var minimumClearance: Double?
  /// The part of the time for which nothing is known of the ground below, within [0, 1].
  public var maximumUnknownGround: Double?
  /// The part of the time for which the target is seen, within [0, 1].
  public var minimumVisibility: Double?
  /// Degrees.
  public var maximumPitch: Double?
  /// Metres from the centre.
  public var minimumDistance, maximumDistance: Double?
  /// Metres a second of the centre over the ground.
  public var maximumSpeed: Double?
  /// The greatest peaks of quantities of motion, in their units, by the names of ``MotionQuantity``.
  public var maximumRates: [String: Double]
  /// The most turns of a rate a second, beyond four of them (``FlightReport/turnRate``).
  public var maximumTurnRate: Double?
  /// What may jump where parts meet: value, velocity and acceleration; see ``FlightReport/Joint``.
  public var maximumJump: Double?

  /// Makes thresholds; none unless given.
  public init() { maximumRates = [:] }

  /// A flight is continuous with velocity and acceleration, keeps limits of motion within 1 % and does not
  /// pulsate.
  public init(
    keeping limits: MotionLimits, maximumJump: Double = 1e-6, maximumTurnRate: Double? = 1.5
  ) {
    self.init()
    self.maximumJump = maximumJump
    self.maximumTurnRate = maximumTurnRate
    for quantity in MotionQuantity.allCases {
      maximumRates[quantity.rawValue] = limits[quantity].map { $0 * 1.01 }
    }
  }
}

/// A threshold that a flight does not keep.
public struct FlightFinding: Sendable, Hashable, Codable {
  /// The threshold's name, such as `minimumClearance` or `maximumRates.zoomRate`.
  public var threshold: String
  /// What was found and what was allowed; `nil` where nothing could be found, since the report lacks it.
  public var value: Double?
  public var allowed: Double
  /// Seconds at which it is worst, where there is such a moment.
  public var time: Double?
}

extension FlightFinding: CustomStringConvertible {
  public var description: String {
    guard let value else {
      return "\(threshold) is \(allowed), and the report says nothing of it"
    }
    let isLeast = threshold.hasPrefix("minimum")
    return "\(threshold): \(value), \(isLeast ? "at least" : "at most") \(allowed) is allowed"
      + (time.map { "; at \($0) s" } ?? "")
  }
}

extension FlightReport {
  /// What does not keep thresholds; none for a flight that passes.
  public func findings(against thresholds: FlightThresholds) -> [FlightFinding] {
    var findings: [FlightFinding] = []
    func check(
      _ name: String, _ value: Double?, least: Double? = nil, most: Double? = nil,
      at time: Double? = nil
    ) {
      guard let allowed = least ?? most else { return }
      let isKept: Bool
      if let value {
        isKept = least.map { value >= $0 } ?? true && most.map { value <= $0 } ?? true
      } else {
        isKept = false
      }
      guard !isKept else { return }
      findings.append(
        FlightFinding(threshold: name, value: value, allowed: allowed, time: time))
    }
    check("minimumDuration", duration, least: thresholds.minimumDuration)
    check("maximumDuration", duration, most: thresholds.maximumDuration)
    check("maximumLength", length, most: thresholds.maximumLength)
    check(
      "minimumClearance", clearance?.atLeast, least: thresholds.minimumClearance,
      at: clearance?.time)
    if clearance != nil {
      check(
        "maximumUnknownGround", unknownGround?.share ?? 0, most: thresholds.maximumUnknownGround,
        at: unknownGround?.time)
    }
    check("minimumVisibility", visibility?.share, least: thresholds.minimumVisibility)
    check("maximumPitch", pitch.greatest, most: thresholds.maximumPitch)
    check("minimumDistance", distance.least, least: thresholds.minimumDistance)
    check("maximumDistance", distance.greatest, most: thresholds.maximumDistance)
    check("maximumSpeed", peakSpeed, most: thresholds.maximumSpeed)
    check("maximumTurnRate", turnRate, most: thresholds.maximumTurnRate)
    for name in thresholds.maximumRates.keys.sorted() {
      let rate = rates.first { $0.quantity.rawValue == name }
      check(
        "maximumRates.\(name)", rate?.peak, most: thresholds.maximumRates[name],
        at: rate?.peakTime)
    }
    if let most = thresholds.maximumJump, let joint = worstJoint {
      let jump = max(joint.value, joint.velocity, joint.acceleration)
      check("maximumJump", jump, most: most, at: joint.time)
    }
    return findings
  }
}
