import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Round hills on a plain at 0: each height · (1 + cos(π · min(d / radius, 1))) / 2, summed.
public struct HillField: ElevationModel {
  /// A hill.
  public struct Hill: Sendable, Hashable {
    /// The top.
    public var center: Coordinate
    /// Metres of the top above the plain; a hollow is negative.
    public var height: Double
    /// Metres from the top to the foot, greater than 0.
    public var radius: Double

    /// Makes a hill.
    public init(center: Coordinate, height: Double, radius: Double) {
      self.center = center
      self.height = height
      self.radius = radius
    }
  }

  /// The hills.
  public let hills: [Hill]
  public let bounds: GeographicBounds
  /// Values between which every elevation lies.
  public let range: ClosedRange<Double>
  /// A sixteenth of the smallest radius, in degrees of latitude.
  public let resolution: Double
  /// Metres of a degree of latitude and longitude at each hill.
  private let degrees: [(latitude: Double, longitude: Double)]
  /// Which hills are near a place; `nil` for few.
  private let index: BoxIndex?

  /// What makes two fields the same.
  public struct Identity: Sendable, Hashable {
    private let hills: [Hill]
    private let bounds: GeographicBounds

    init(_ field: HillField) { (hills, bounds) = (field.hills, field.bounds) }
  }

  /// The hills and their bounds.
  public var identity: Identity { Identity(self) }

  /// No place is the sum of more hills.
  public var depth: Int { index?.depth ?? hills.count }

  /// Makes hills within bounds.
  public init(hills: [Hill], bounds: GeographicBounds) {
    self.hills = hills
    self.bounds = bounds
    degrees = hills.map { CoordinateRegion.metersPerDegree(at: $0.center.latitude) }
    resolution = (hills.map(\.radius).min() ?? 16_000) / 16 / 111_000
    index = BoxIndex(zip(hills, degrees).map { Self.foot(of: $0, $1) })
    range = Self.range(of: hills, degrees, index)
  }

  /// The box that a hill may reach, and a little more: a degree's length changes within it.
  private static func foot(
    of hill: Hill, _ degree: (latitude: Double, longitude: Double), widenedBy factor: Double = 1.1
  ) -> GeographicBounds {
    let north = hill.radius * factor / degree.latitude
    let east = min(hill.radius * factor / max(degree.longitude, 1e-6), 180)
    return GeographicBounds(
      south: hill.center.latitude - north, west: hill.center.longitude - east,
      north: hill.center.latitude + north, east: hill.center.longitude + east)
  }

  /// Above no hill stand more than those whose feet overlap its own.
  private static func range(
    of hills: [Hill], _ degrees: [(latitude: Double, longitude: Double)], _ index: BoxIndex?
  ) -> ClosedRange<Double> {
    var low = 0.0
    var high = 0.0
    // The search looks at each hill's neighbours; where these are too many the sum of all must do.
    guard hills.count <= 2000 || (index?.depth ?? .max) <= 256 else {
      for hill in hills {
        low += min(hill.height, 0)
        high += max(hill.height, 0)
      }
      return low...high
    }
    for i in hills.indices {
      var below = 0.0
      var above = 0.0
      let near =
        index?.boxes(meeting: Self.foot(of: hills[i], degrees[i], widenedBy: 1.2))
        ?? Array(hills.indices)
      for j in near {
        let other = hills[j]
        let reach = hills[i].radius + other.radius
        let north = (other.center.latitude - hills[i].center.latitude) * degrees[i].latitude
        let east =
          shortWay(from: hills[i].center.longitude, to: other.center.longitude)
          * degrees[i].longitude
        // A degree's length changes a little from hill to hill.
        guard hypot(north, east) < reach * 1.05 else { continue }
        below += min(other.height, 0)
        above += max(other.height, 0)
      }
      low = min(low, below)
      high = max(high, above)
    }
    return low...high
  }

  public func elevation(latitude: Double, longitude: Double) -> Double? {
    guard let index else {
      return elevation(latitude: latitude, longitude: longitude, hills.indices)
    }
    let near = index.boxes(latitude: latitude, longitude: longitude)
    return elevation(
      latitude: latitude, longitude: longitude,
      near.lazy.map { Int($0) })  // checked: Int32 to Int
  }

  public func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
    // Many hills are looked up for each place.
    if index != nil {
      return latitudes.flatMap { latitude in
        longitudes.map { longitude in
          elevation(latitude: latitude, longitude: longitude).map { Float($0) } ?? .nan
        }
      }
    }
    // Hills that end before the box have no share; the order of the others stays, and so the sums.
    let near = hills.indices.filter { i in
      let (hill, degree) = (hills[i], degrees[i])
      return latitudes.contains { abs($0 - hill.center.latitude) * degree.latitude < hill.radius }
        && longitudes.contains {
          abs(Self.shortWay(from: hill.center.longitude, to: $0)) * degree.longitude < hill.radius
        }
    }
    return latitudes.flatMap { latitude in
      longitudes.map { longitude in
        elevation(latitude: latitude, longitude: longitude, near).map { Float($0) } ?? .nan
      }
    }
  }

  /// Degrees from one meridian to another, the short way round the world.
  private static func shortWay(from a: Double, to b: Double) -> Double {
    let d = b - a
    return d - (d / 360).rounded() * 360
  }

  private func elevation(
    latitude: Double, longitude: Double, _ numbers: some Sequence<Int>
  ) -> Double? {
    guard bounds.contains(latitude: latitude, longitude: longitude) else { return nil }
    var sum = 0.0
    for i in numbers {
      let (hill, degree) = (hills[i], degrees[i])
      let north = (latitude - hill.center.latitude) * degree.latitude
      guard abs(north) < hill.radius else { continue }
      let east = Self.shortWay(from: hill.center.longitude, to: longitude) * degree.longitude
      let distance = (north * north + east * east).squareRoot()
      guard distance < hill.radius else { continue }
      sum += hill.height * (1 + cos(.pi * distance / hill.radius)) / 2
    }
    return sum
  }
}
