/// For how long the shutter is open, and how many moments of that are seen.
public struct MotionBlur: Sendable, Hashable {
  /// Moments whose mean a frame is, 1 to 64.
  public let samples: Int
  /// The part of a frame's time, 0 to 1: 0.5 is the 180° of film cameras.
  public let shutter: Double

  /// One moment.
  public static let none = MotionBlur(unchecked: 1, 0)

  private init(unchecked samples: Int, _ shutter: Double) {
    self.samples = samples
    self.shutter = shutter
  }

  /// Makes a blur; `nil` outside these ranges.
  public init?(samples: Int, shutter: Double = 0.5) {
    guard (1...64).contains(samples), (0...1).contains(shutter) else { return nil }
    self.init(unchecked: samples, shutter)
  }

  /// From a text: the samples, and after a colon the shutter, 0.5 unless given: `8`, `16:0.5`.
  public init?(text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first,
      let samples = Int(first)  // checked: text, not a number
    else { return nil }
    guard parts.count == 2 else {
      self.init(samples: samples)
      return
    }
    guard let shutter = Double(parts[1]) else { return nil }
    self.init(samples: samples, shutter: shutter)
  }
}
