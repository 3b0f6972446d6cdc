import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Every ``MotionQuantity`` of a motion, at a moment or at its greatest.
public struct MotionMeasures: Sendable, Hashable {
  private(set) var values = SIMD8<Double>()

  /// What was measured, in the quantity's unit.
  public internal(set) subscript(_ quantity: MotionQuantity) -> Double {
    get { values[quantity.index] }
    set { values[quantity.index] = newValue }
  }

  init() {}

  /// - Parameter values: by ``MotionQuantity/index``.
  init(_ values: SIMD8<Double>) { self.values = values }

  /// The measures of a state; flows are 0 without a viewport.
  init(_ state: PathState, flowIn viewport: Viewport?) {
    self.init(MotionRates(state))
    if let viewport {
      let flow = OpticalFlow(CameraMotion(state), in: viewport)
      values[MotionQuantity.centerFlow.index] = flow.center
      values[MotionQuantity.groundFlow.index] = flow.percentile(0.95)
    }
  }

  /// The measures but flows.
  init(_ rates: MotionRates) {
    let (first, metres) = (rates.first, rates.metres)
    let angle = Double.pi / 180
    /// The length of derivatives in comparable units; the lens has no limit.
    let scale = Channels(metres, metres, 1, angle, angle, 0, 0, 0)
    func length(_ d: Channels) -> Double {
      let d = d * scale
      return (d * d).sum().squareRoot()
    }
    let (east, south) = (first[Channel.east], first[Channel.south])
    values = SIMD8(
      metres * (east * east + south * south).squareRoot(), abs(first[Channel.zoom]),
      abs(first[Channel.pitch]), abs(first[Channel.heading]), length(rates.second),
      length(rates.third), 0, 0)
  }

  /// The greatest of each quantity among samples, evenly spaced in time, and the tops of the parabolas
  /// through three neighbours.
  init(greatestOf samples: [MotionMeasures]) {
    for sample in samples { values = pointwiseMax(values, sample.values) }
    guard samples.count > 2 else { return }
    for i in 1..<(samples.count - 1) {
      let (a, b, c) = (samples[i - 1].values, samples[i].values, samples[i + 1].values)
      let bend = 2 * b - a - c
      let isTop = (b .>= a) .& (b .>= c) .& (bend .> 0)
      let rise = (c - a) * (c - a) / (8 * bend)
      // Where a corner stands out the parabola does not know more than its points.
      let top = b + pointwiseMin(rise, 0.05 * b)
      values = pointwiseMax(values, values.replacing(with: top, where: isTop))
    }
  }

  /// The greater of each quantity.
  mutating func formMaximum(_ other: MotionMeasures) {
    values = pointwiseMax(values, other.values)
  }
}

/// Three derivatives of the channels, and what a map point is worth where they hold.
struct MotionRates {
  var first, second, third: Channels
  /// Metres of a map point, as a part of the distance.
  var metres: Double

  init(first: Channels, second: Channels, third: Channels, metres: Double) {
    (self.first, self.second, self.third, self.metres) = (first, second, third, metres)
  }

  init(_ state: PathState) {
    (first, second, third) = (state.first, state.second, state.third)
    metres =
      MapPoint.metersPerMapPoint(at: state.camera.centerCoordinate.latitude)
      / state.camera.distance
  }
}

/// The root of a number at least 0, of order 1, 2 or 3.
func root(_ value: Double, _ order: Int) -> Double {
  switch order {
  case 2: value.squareRoot()
  case 3: cbrt(value)
  default: value
  }
}

extension CameraPath {
  /// The greatest of every quantity over the path.
  ///
  /// - Parameter viewport: where flows are measured; without one they are 0.
  ///
  /// Accuracy: 1 % for paths as plans make them; held by `MotionLimitsTests`.
  /// Cost: some 20 looks at each smooth part; where there is a screen some 400, each at 96 places on it.
  public func peaks(in viewport: Viewport? = nil) -> MotionMeasures {
    peaks(in: viewport, until: .infinity)
  }

  /// The greatest of every quantity from the start to a time.
  func peaks(in viewport: Viewport?, until last: Double) -> MotionMeasures {
    var peaks = MotionMeasures()
    let looksAtFlow = viewport == nil || last < .infinity ? 1 : looksAtFlow
    for leg in legs where leg.start < last {
      for (whole, looks) in leg.smoothParts where whole.lowerBound < last {
        let interval = whole.lowerBound...min(whole.upperBound, last)
        let length = interval.upperBound - interval.lowerBound
        let isCut = last < .infinity
        // What fades does so over seconds; of flows the place that has the 95th in a hundred changes.
        let looks =
          looksAtFlow
          * (isCut ? min(looks, Int(clamping: (length / 0.1).rounded(.up), in: 10...1000)) : looks)
        func look(_ part: Double) -> MotionMeasures {
          // A hair inside: at a joint the third derivative jumps.
          let part = min(max(part, 1e-9), 1 - 1e-9)
          return MotionMeasures(
            leg.state(at: interval.lowerBound + length * part), flowIn: viewport)
        }
        let samples = (0...looks).map { look(Double($0) / Double(looks)) }
        peaks.formMaximum(MotionMeasures(greatestOf: samples))
        guard !isCut else { continue }
        if viewport == nil { guard case .course = leg.curve else { continue } }
        // Beside a pole the way over the map bends sharply: closer looks where the greatest are.
        for quantity in viewport == nil
          ? [MotionQuantity.acceleration, .jerk] : [.acceleration, .jerk, .groundFlow]
        {
          let top = samples.reduce(0) { max($0, $1[quantity]) }
          guard top > 0.3 * peaks[quantity] else { continue }
          // Flows have several tops of which each may be the greatest.
          let least = quantity == .groundFlow ? 0.95 * peaks[quantity] : top
          for i in samples.indices where samples[i][quantity] >= least {
            guard i == 0 || samples[i - 1][quantity] <= samples[i][quantity],
              i == looks || samples[i + 1][quantity] <= samples[i][quantity]
            else { continue }
            let (low, high) = (Double(max(i - 1, 0)), Double(min(i + 1, looks)))
            let closer = (0...16).map {
              look((low + (high - low) * Double($0) / 16) / Double(looks))
            }
            peaks.formMaximum(MotionMeasures(greatestOf: closer))
          }
        }
      }
    }
    return peaks
  }

  /// How many times as often flows are looked at as rates: of the many short parts of a flight that was read less often.
  private var looksAtFlow: Int {
    let looks = legs.reduce(0) { $0 + $1.smoothParts.reduce(0) { $0 + $1.looks } }
    return Int(clamping: 8000 / Double(max(looks, 1)), in: 1...16)
  }

  /// The least duration of this path, all times stretched alike, within limits, and which limit binds.
  ///
  /// - Returns: seconds, and `nil` for the quantity where nothing that is limited moves.
  /// - Throws: `DomainError` of ``MotionLimits/validate()``.
  public func leastDuration(
    within limits: MotionLimits
  ) throws(DomainError) -> (seconds: Double, bindingLimit: MotionQuantity?) {
    try limits.validate()
    let (factor, quantity) = limits.stretch(
      peaks(in: limits.limitsFlow ? limits.viewport : nil))
    return (duration * factor, quantity)
  }
}
