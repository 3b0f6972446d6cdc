import BelvedereGeodesy

/// A bore through which a road or a railway goes beneath the ground. It is not drawn; routes go through it.
public struct Tunnel: Sendable, Hashable {
  /// The axis from portal to portal, at least two places.
  public var path: [Coordinate]
  /// Metres above the datum of the way at each place of the path; `nil` where it is straight between the
  /// ground at both portals.
  public var elevations: [Double]?
  /// Metres across.
  public var width: Double
  /// The name, empty when unknown.
  public var name: String

  /// Metres across where nothing better is known.
  public static let defaultWidth = 14.0

  /// Makes a tunnel.
  public init(
    path: [Coordinate], elevations: [Double]? = nil, width: Double = Tunnel.defaultWidth,
    name: String = ""
  ) {
    self.path = path
    self.elevations = elevations
    self.width = width
    self.name = name
  }
}
