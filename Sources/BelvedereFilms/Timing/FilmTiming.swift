import BelvedereGeoMath

/// Which moments of a flight a film shows.
///
/// Frame n shows the moment n / rate; the last one is the last that is not after the flight's end, or the
/// end itself where the rate meets it within a millionth of a frame.
public struct FilmTiming: Sendable, Hashable {
  /// Frames a second.
  public let rate: FrameRate
  /// Seconds of the flight.
  public let duration: Double
  /// How many frames there are, at least 1.
  public let frameCount: Int

  /// The most frames that a film may have.
  public static let mostFrames = 1_000_000

  /// Makes the timing of a flight; `nil` where it has more frames than ``mostFrames``.
  public init?(duration: Double, rate: FrameRate) {
    let frames = (max(duration, 0) * rate.framesPerSecond + 1e-6).rounded(.down) + 1
    guard frames <= Double(Self.mostFrames) else { return nil }
    self.rate = rate
    self.duration = duration
    frameCount = Int(clamping: frames, in: 1...Self.mostFrames)
  }

  /// The moment of a frame, seconds within the flight.
  public func time(ofFrame frame: Int) -> Double { min(rate.time(ofFrame: frame), duration) }

  /// The moments that a frame with motion blur is the mean of: the middles of equal parts of the time for
  /// which the shutter is open, which begins with the frame's own moment.
  ///
  /// - Parameter shutter: the part of a frame's time, 0 to 1.
  public func times(ofFrame frame: Int, samples: Int, shutter: Double) -> [Double] {
    guard samples > 1, shutter > 0 else { return [time(ofFrame: frame)] }
    let start = rate.time(ofFrame: frame)
    let open = shutter / rate.framesPerSecond
    return (0..<samples).map {
      min(start + open * (Double($0) + 0.5) / Double(samples), duration)
    }
  }

  /// The frames of one of several parts of about the same size, which together are all.
  ///
  /// - Parameters:
  ///   - index: 1 to `count`.
  ///   - range: the frames that are shared out.
  public static func shard(_ index: Int, of count: Int, in range: Range<Int>) -> Range<Int> {
    let low = range.lowerBound + range.count * (index - 1) / count
    let high = range.lowerBound + range.count * index / count
    return low..<high
  }
}
