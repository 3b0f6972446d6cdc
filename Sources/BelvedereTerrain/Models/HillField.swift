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

  /// Makes hills within bounds.
  public init(hills: [Hill], bounds: GeographicBounds) {
    self.hills = hills
    self.bounds = bounds
    degrees = hills.map { CoordinateRegion.metersPerDegree(at: $0.center.latitude) }
    resolution = (hills.map(\.radius).min() ?? 16_000) / 16 / 111_000
    range = Self.range(of: hills, degrees)
  }

  /// Above no hill stand more than those whose feet overlap its own.
  private static func range(
    of hills: [Hill], _ degrees: [(latitude: Double, longitude: Double)]
  ) -> ClosedRange<Double> {
    var low = 0.0
    var high = 0.0
    // The exact search is quadratic; many hills settle for the sum of all.
    guard hills.count <= 2000 else {
      for hill in hills {
        low += min(hill.height, 0)
        high += max(hill.height, 0)
      }
      return low...high
    }
    for i in hills.indices {
      var below = 0.0
      var above = 0.0
      for other in hills {
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
    elevation(latitude: latitude, longitude: longitude, hills.indices)
  }

  public func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
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
