import BelvedereGeoMath
import BelvedereGeodesy

/// The parallels and meridians on which a model's own samples stand: between neighbouring ones its
/// surface has no kinks.
public struct SampleLines: Sendable, Hashable {
  /// Degrees from south to north; at least two.
  public var latitudes: [Double]
  /// Degrees from west to east, growing beyond 180 where need be; at least two.
  public var longitudes: [Double]

  /// The most lines of either kind.
  public static let maximumCount = 1 << 21

  /// Names the lines.
  public init(latitudes: [Double], longitudes: [Double]) {
    self.latitudes = latitudes
    self.longitudes = longitudes
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
}
