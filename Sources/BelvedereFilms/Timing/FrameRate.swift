import BelvedereGeoMath

/// Frames a second, as a fraction: 30, 24000/1001.
public struct FrameRate: Sendable, Hashable, CustomStringConvertible {
  /// Frames in ``denominator`` seconds.
  public let numerator: Int
  /// Seconds, at least 1.
  public let denominator: Int

  /// The rates that films may have.
  public static let allowed = 1.0...240.0

  /// 30 frames a second.
  public static let usual = FrameRate(frames: 30)
  /// 12 frames a second, for a look at a flight.
  public static let preview = FrameRate(frames: 12)

  private init(frames: Int) { (numerator, denominator) = (frames, 1) }

  /// Makes a rate; `nil` where it is not within 1 to 240 frames a second, or its terms are above 1,000,000.
  public init?(_ numerator: Int, _ denominator: Int = 1) {
    guard (1...1_000_000).contains(numerator), (1...1_000_000).contains(denominator),
      Self.allowed.contains(Double(numerator) / Double(denominator))
    else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// From a text: a whole number, a fraction, or a decimal; 23.976, 29.97, 59.94 and 119.88 are those of
  /// television, with 1001 below. `nil` for anything else.
  public init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let top = Int(parts[0]),  // checked: text, not a number
        let bottom = Int(parts[1])  // checked: text, not a number
      else { return nil }
      self.init(top, bottom)
      return
    }
    if let whole = Int(text) {  // checked: text, not a number
      self.init(whole)
      return
    }
    let television = ["23.976": 24, "29.97": 30, "59.94": 60, "119.88": 120]
    if let frames = television[text] {
      self.init(1000 * frames, 1001)
      return
    }
    guard let value = Double(text), Self.allowed.contains(value) else { return nil }
    self.init(Int(clamping: (value * 1000).rounded(), in: 0...1_000_000), 1000)
  }

  /// Frames a second.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// When a frame is shown: seconds after the first one's.
  public func time(ofFrame frame: Int) -> Double {
    Double(frame) * Double(denominator) / Double(numerator)
  }

  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
