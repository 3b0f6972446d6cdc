import BelvedereGeoMath
import BelvedereGeodesy

/// The parallels and meridians on which a model's own samples stand: between neighbouring ones its
/// surface has no kinks.
public struct SampleLines: Sendable, Hashable {
  /// Degrees from south to north; at least two.
  public var latitudes: [Double]
  /// Degrees from west to east, growing beyond 180 where need be; at least two.
  public var longitudes: [Double]

  /// Whether the surface between them is bilinear in degrees, rather than in map points.
  public var isInDegrees: Bool
  /// Whether there are lines between those of samples, too: the values there are those between samples.
  public var hasOthers: Bool

  /// The rule by which the model's elevations at crossings of lines are asked for: of samples alone one that rounding
  /// does not mix with a void beside them.
  public var interpolation: ElevationInterpolation { hasOthers ? .bilinear : .nearest }

  /// The most lines of either kind.
  public static let maximumCount = 1 << 21

  /// Names the lines.
  public init(
    latitudes: [Double], longitudes: [Double], isInDegrees: Bool = false, hasOthers: Bool = false
  ) {
    self.latitudes = latitudes
    self.longitudes = longitudes
    self.isInDegrees = isInDegrees
    self.hasOthers = hasOthers
  }

  /// Evenly spaced lines from edge to edge of a box, at most so far apart; `nil` where there would be
  /// too many, or the box has no extent.
  public init?(evenly bounds: GeographicBounds, latitude: Double, longitude: Double) {
    func lines(_ low: Double, _ high: Double, _ step: Double) -> [Double]? {
      let count = ((high - low) / step - 1e-6).rounded(.up)
      guard high > low, step > 0, count < Double(Self.maximumCount) else { return nil }
      let steps = Int(clamping: max(count, 1), in: 1...Self.maximumCount)
      return (0...steps).map {
        $0 == steps ? high : low + (high - low) * (Double($0) / Double(steps))
      }
    }
    guard let latitudes = lines(bounds.south, bounds.north, latitude),
      let longitudes = lines(bounds.west, bounds.east, longitude)
    else { return nil }
    self.init(latitudes: latitudes, longitudes: longitudes)
  }

  /// How far apart parallels stand at most between which what is bilinear in degrees is taken for bilinear in map
  /// points, degrees.
  static let widest = 0.005

  /// Lines between which the surface is bilinear in map points, too, but for a part that falls with the square of
  /// their distance: by then 2e-6 of what the ground rises over a cell at latitude 80°.
  var inMapPoints: SampleLines {
    guard isInDegrees, let last = latitudes.last else { return self }
    let close = zip(latitudes, latitudes.dropFirst()).flatMap { low, high in
      let parts = Int(clamping: ((high - low) / Self.widest - 1e-6).rounded(.up), in: 1...36_000)
      return (0..<parts).map { low + (high - low) * (Double($0) / Double(parts)) }
    }
    guard close.count + 1 > latitudes.count, close.count < Self.maximumCount else { return self }
    return SampleLines(latitudes: close + [last], longitudes: longitudes, hasOthers: true)
  }
}
