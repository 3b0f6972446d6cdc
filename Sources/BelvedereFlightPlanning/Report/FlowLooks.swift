import BelvedereCameraModel

/// The flows on a screen over a flight, looked at within every smooth part.
struct FlowLooks {
  /// Over time.
  private(set) var means = MotionMeasures()
  /// When each is greatest.
  private(set) var tops: [(time: Double, value: Double)]

  /// Looks at a flight together, about, and at a part of it.
  private static let all = 1000
  private static let each = 2...24

  init(_ path: CameraPath, in viewport: Viewport) {
    tops = [(time: Double, value: Double)](
      repeating: (0, 0), count: SIMD8<Double>.scalarCount)
    let parts = path.legs.map(\.smoothParts)
    let count = min(
      max(Self.all / max(parts.reduce(0) { $0 + $1.count }, 1), Self.each.lowerBound),
      Self.each.upperBound)
    var sum = SIMD8<Double>()
    for (leg, parts) in zip(path.legs, parts) {
      for (interval, _) in parts {
        let seconds = interval.upperBound - interval.lowerBound
        for i in 0...count {
          let time = interval.lowerBound + seconds * Double(i) / Double(count)
          let values = MotionMeasures(leg.state(at: time), flowIn: viewport).values
          sum += values * (seconds / Double(count) * (i == 0 || i == count ? 0.5 : 1))
          for k in tops.indices where values[k] > tops[k].value { tops[k] = (time, values[k]) }
        }
      }
    }
    if path.duration > 0 { means = MotionMeasures(sum / path.duration) }
  }
}
