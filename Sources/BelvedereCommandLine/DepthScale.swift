import Belvedere
import BelvedereJSON

/// The linear scale of a depth picture of 16 bits: a step is so many metres, zero is the eye.
///
/// A far horizon would make the steps of what is near coarse. So the scale is that of most of the picture, and
/// what lies beyond its end is ``farther``.
struct DepthScale {
  /// The sky.
  static let sky: UInt16 = 65535
  /// As far as the scale reaches, or farther.
  static let farther: UInt16 = 65534
  /// Steps to the middle one of the depths, at least.
  private static let stepsToMedian = 10_000.0

  let metersPerStep: Double

  /// - Parameters:
  ///   - metersPerStep: `nil` for 1, 2 or 5 times a power of ten: of these the finest with which every depth
  ///     fits, or, where that is finer, the coarsest of which 10,000 steps are no more than the median of the
  ///     depths. So nothing nearer than 2.6 medians is ``farther``.
  ///   - depths: metres, infinite where there is sky.
  init(metersPerStep: Double?, for depths: [Float]) {
    if let metersPerStep {
      self.metersPerStep = metersPerStep
      return
    }
    let known = depths.filter { $0.isFinite && $0 > 0 }.sorted()
    guard let farthest = known.last else {
      self.metersPerStep = 1
      return
    }
    let all = Double(farthest) / Double(Self.farther)
    let most = Double(known[known.count / 2]) / Self.stepsToMedian
    let round = Self.roundSteps
    self.metersPerStep = min(
      round.first { $0 >= all } ?? round[round.count - 1], round.last { $0 <= most } ?? round[0])
  }

  /// 1, 2 and 5 times powers of ten, from a micrometre to a thousand kilometres.
  private static let roundSteps = (-6...6).flatMap { power in
    // Divided, so that a tenth is the nearest number to it.
    [1.0, 2, 5].map { power < 0 ? $0 / tenTo(-power) : $0 * tenTo(power) }
  }

  private static func tenTo(_ power: Int) -> Double {
    (0..<power).reduce(1) { value, _ in value * 10 }
  }

  /// For who reads the picture.
  var description: JSONValue {
    let reach = Double(Self.farther)
    return [
      "metersPerStep": .number(metersPerStep), "sky": .number(Double(Self.sky)),
      "farther": .number(reach), "farthestMeters": .number(reach * metersPerStep),
    ]
  }

  /// The sample of a depth, in metres.
  func step(of depth: Float) -> UInt16 {
    guard depth.isFinite else { return Self.sky }
    let step = (Double(depth) / metersPerStep).rounded()
    return UInt16(clamping: Int(clamping: step, in: 0...Int(Self.farther)))  // checked: widens
  }
}
