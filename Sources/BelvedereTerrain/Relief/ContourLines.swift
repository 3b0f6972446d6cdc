/// Lines of equal elevation over a raster, pixel by pixel.
public struct ContourLines: Sendable, Hashable {
  /// Metres from line to line, above 0.
  public let interval: Double
  /// Every so many lines one is heavier.
  public static let indexEvery = 5

  /// Makes lines; `nil` unless the interval is finite and above 0.
  public init?(interval: Double) {
    guard interval > 0, interval.isFinite else { return nil }
    self.interval = interval
  }

  /// How much of a pixel ink covers, in [0, 1].
  ///
  /// The distance to a line is taken along the gradient. Where lines would run together they fade,
  /// the lighter ones first; where the ground is level within a line's height there is no line.
  ///
  /// - Parameters:
  ///   - elevation: metres in the pixel's middle.
  ///   - rise: the gradient's length in metres for each pixel.
  ///   - width: pixels of the lighter lines; the heavier ones are 1.8 times as wide.
  public func coverage(elevation: Float, rise: Float, width: Float) -> Float {
    let step = Float(interval)
    // A thousand pixels from line to line is level ground: samples of whole metres.
    guard rise > step * 0.001, elevation.isFinite, rise.isFinite else { return 0 }
    let line = (elevation / step).rounded()
    let distance = abs(elevation - line * step) / rise
    let group = Float(Self.indexEvery)
    let isIndex = (line / group).rounded() * group == line
    let spacing = step / rise * (isIndex ? group : 1)
    let fade = min(max((spacing - 1.5) / 2, 0), 1)
    let reach = (isIndex ? width * 1.8 : width) / 2
    // A line narrower than a pixel is fainter, not narrower.
    let ink = min(max(reach + 0.5 - distance, 0), min(2 * reach, 1))
    return ink * fade
  }
}
