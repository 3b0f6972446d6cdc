import BelvedereGeodesy

/// A box of latitudes and longitudes in degrees.
public struct GeographicBounds: Sendable, Hashable {
  /// The edges in degrees; `east` is greater than `west` and may exceed 180.
  public var south, west, north, east: Double

  /// Makes a box.
  public init(south: Double, west: Double, north: Double, east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// Whether a position lies inside or on the edge; its longitude may be whole turns away.
  @inlinable public func contains(latitude: Double, longitude: Double) -> Bool {
    latitude >= south && latitude <= north && self.longitude(of: longitude) != nil
  }

  /// A longitude on that turn on which it lies between the edges; `nil` where it does on none.
  @inlinable public func longitude(of longitude: Double) -> Double? {
    if longitude >= west, longitude <= east { return longitude }
    let turned = longitude + ((west - longitude) / 360).rounded(.up) * 360
    return turned >= west && turned <= east ? turned : nil
  }

  /// The smallest box that holds both.
  public func union(_ other: GeographicBounds) -> GeographicBounds {
    GeographicBounds(
      south: min(south, other.south), west: min(west, other.west),
      north: max(north, other.north), east: max(east, other.east))
  }

  /// The middle.
  public var center: Coordinate {
    Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}

/// Something that knows how high the ground is.
public protocol ElevationModel: Sendable {
  /// The box outside which nothing is known.
  var bounds: GeographicBounds { get }
  /// The distance between samples in degrees of latitude.
  var resolution: Double { get }
  /// The lowest and highest sample, metres above the datum.
  var range: ClosedRange<Double> { get }
  /// The ground's elevation in metres above the datum, bilinear between samples; `nil` outside the
  /// bounds and beside a void.
  func elevation(latitude: Double, longitude: Double) -> Double?

  /// Elevations at every crossing of some parallels and meridians: row-major, a row a latitude; NaN
  /// where nothing is known. The numbers of ``elevation(latitude:longitude:)`` in single precision,
  /// many times faster.
  func elevations(latitudes: [Double], longitudes: [Double]) -> [Float]
}

extension ElevationModel {
  public func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
    latitudes.flatMap { latitude in
      longitudes.map { longitude in
        elevation(latitude: latitude, longitude: longitude).map { Float($0) } ?? .nan
      }
    }
  }
}
