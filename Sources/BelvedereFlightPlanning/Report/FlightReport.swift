import BelvedereCameraModel
import BelvedereGeodesy

/// What is to be known of a flight before it is flown: how long, how fast, how near to the ground, how smooth.
public struct FlightReport: Sendable, Hashable, Codable {
  /// One quantity of motion over the flight, in the unit of ``MotionQuantity``.
  public struct Rate: Sendable, Hashable, Codable {
    public var quantity: MotionQuantity
    /// The greatest, within 1 %, and the mean over time.
    public var peak, mean: Double
    /// Seconds at which it is about as great as that.
    public var peakTime: Double
    /// The limit that was given; `nil` for none.
    public var limit: Double?
    /// Whether the flight comes within 2 % of the limit: a faster one would break it.
    public var isBinding: Bool
    /// How often a rate turns from growing to falling or back, by more than 2 % of its peak: once for a single
    /// movement. `nil` for what is no rate of a camera.
    public var turns: Int?
  }

  /// What lies between two numbers over the flight.
  public struct Span: Sendable, Hashable, Codable {
    public var least, greatest: Double
  }

  /// What jumps where two parts of the flight meet: lengths of all channels together, the place divided by
  /// the distance, angles in radians.
  public struct Joint: Sendable, Hashable, Codable {
    /// Seconds.
    public var time: Double
    public var value, velocity, acceleration: Double
  }

  /// Where of the ground below the flight or at its centre nothing is known: it counts as level at 0 there, and no clearance is
  /// proved.
  public struct UnknownGround: Sendable, Hashable, Codable {
    /// The part of the time, within (0, 1], of 2,000 moments.
    public var share: Double
    /// Seconds at which it begins, and the place below the eye or at the centre then.
    public var time: Double
    public var coordinate: Coordinate
  }

  /// Seconds.
  public var duration: Double
  /// Metres of the centre over the ground, along geodesics, and of the eye through the flat map's space.
  public var length, eyeLength: Double
  /// Metres, degrees, and metres of the eye above the ground at the centre.
  public var distance, pitch, altitude: Span
  /// Metres a second of the centre over the ground: the greatest and the mean.
  public var peakSpeed, meanSpeed: Double
  /// Every quantity.
  public var rates: [Rate]
  /// The clearance; `nil` where no ground was given.
  public var clearance: PathClearance?
  /// What of the ground is not known; `nil` where all is, or none was given.
  public var unknownGround: UnknownGround?
  /// When a target is seen; `nil` where none was given.
  public var visibility: PathVisibility?
  /// Where parts meet.
  public var joints: Int
  /// The worst of them; `nil` where there are none.
  public var worstJoint: Joint?

  /// The most turns of a rate a second, beyond four of them: above 1 or so a flight pulsates.
  public var turnRate: Double {
    let most = rates.compactMap(\.turns).max() ?? 0
    return duration > 0 ? Double(max(most - 4, 0)) / duration : 0
  }

  /// The quantities whose limits are binding.
  public var bindingLimits: [MotionQuantity] { rates.filter(\.isBinding).map(\.quantity) }
}

extension CameraPath {
  /// Looks at a flight from all sides.
  ///
  /// - Parameters:
  ///   - limits: the limits of motion to compare with; their viewport is where flows are measured.
  ///   - ground: the ground, with obstacles if there are some; `nil` for none.
  ///   - tolerance: metres between the proved and the found clearance, above 0.
  ///   - target: what is to be seen, over the ground; `nil` for nothing.
  /// - Throws: `DomainError` of `limits`, `tolerance` or `target`.
  ///
  /// Cost: some 20 ms, of which flows are the most.
  public func report(
    limits: MotionLimits = .standard, over ground: (any FlightGround)? = nil,
    tolerance: Double = 0.1, seeing target: SightTarget? = nil
  ) throws(DomainError) -> FlightReport {
    try limits.validate()
    let series = FlightSeries(self, steps: FlightSeries.steps, over: ground, in: nil)
    let flows = FlowLooks(self, in: limits.viewport)
    let peaks = peaks(in: limits.viewport)
    let looks = FlightLooks(self, over: ground)
    let turns = RateTurns(of: self)
    let rates = MotionQuantity.allCases.map { quantity in
      let top =
        quantity.isFlow ? flows.tops[quantity.index] : looks.tops[quantity.index]
      let peak = max(peaks[quantity], top.value)
      return FlightReport.Rate(
        quantity: quantity, peak: peak,
        mean: quantity.isFlow ? flows.means[quantity] : looks.means[quantity],
        peakTime: top.time, limit: limits[quantity],
        isBinding: limits[quantity].map { root(peak / $0, quantity.order) >= 0.98 } ?? false,
        turns: turns[quantity])
    }
    let joints = joints
    return FlightReport(
      duration: duration, length: looks.length, eyeLength: looks.eyeLength,
      distance: looks.distance, pitch: looks.pitch, altitude: looks.altitude,
      peakSpeed: looks.peakSpeed, meanSpeed: duration > 0 ? looks.length / duration : 0,
      rates: rates,
      clearance: try ground.map { ground throws(DomainError) in
        try leastClearance(over: ground, tolerance: tolerance)
      }, unknownGround: ground.flatMap { Self.unknownGround($0, below: series.samples) },
      visibility: try visibility(of: target, overAny: ground), joints: joints.count,
      worstJoint: joints.max {
        ($0.value, $0.velocity, $0.acceleration) < ($1.value, $1.velocity, $1.acceleration)
      })
  }

  private static func unknownGround(
    _ ground: any FlightGround, below samples: [FlightSeries.Sample]
  ) -> FlightReport.UnknownGround? {
    // The eye stands on the ground at the centre.
    let unknown = samples.filter {
      ground.knownElevation(at: $0.below) == nil
        || ground.knownElevation(at: MapPoint($0.camera.centerCoordinate)) == nil
    }
    guard let first = unknown.first else { return nil }
    let place =
      ground.knownElevation(at: first.below) == nil
      ? first.below.coordinate : first.camera.centerCoordinate
    return FlightReport.UnknownGround(
      share: Double(unknown.count) / Double(samples.count), time: first.time,
      coordinate: place)
  }

  private func visibility(
    of target: SightTarget?, overAny ground: (any FlightGround)?
  ) throws(DomainError) -> PathVisibility? {
    guard let target, let ground else { return nil }
    return try visibility(of: target, over: ground)
  }

  /// What jumps where legs meet.
  private var joints: [FlightReport.Joint] {
    zip(legs, legs.dropFirst()).map { before, after in
      let time = after.start
      let (a, b) = (before.state(at: time), after.state(at: time))
      let scale = ChannelScale(at: a.camera)
      var value = a.camera.change(to: b.camera)
      value[Channel.lens] = b.lens - a.lens
      return FlightReport.Joint(
        time: time, value: scale.length(value), velocity: scale.length(b.first - a.first),
        acceleration: scale.length(b.second - a.second))
    }
  }
}

extension MotionQuantity {
  /// Whether it is measured on a screen.
  var isFlow: Bool { self == .centerFlow || self == .groundFlow }

  /// The unit, for charts and messages.
  public var unit: String {
    switch self {
    case .groundSpeed, .zoomRate: "1/s"
    case .pitchRate, .headingRate: "°/s"
    case .acceleration: "1/s²"
    case .jerk: "1/s³"
    case .centerFlow, .groundFlow: "points/s"
    }
  }
}
