import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How steeply the ground rises, and whither.
public struct ElevationGradient: Sendable, Hashable {
  /// Metres of rise for each metre towards the east and towards the north.
  public let east, north: Double

  /// Makes a gradient.
  public init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }

  /// The gradient in the middle of nine elevations by Horn's formula: the differences of the outer
  /// columns and rows, those through the middle counted twice.
  ///
  /// - Parameters:
  ///   - window: nine elevations in metres, row-major, north row first.
  ///   - eastSpacing, northSpacing: metres between them, above 0.
  ///
  /// Source: Horn, "Hill Shading and the Reflectance Map", 1981, as `gdaldem` has it.
  public init(window w: [Double], eastSpacing: Double, northSpacing: Double) {
    precondition(w.count == 9, "nine elevations")
    east = ((w[2] + 2 * w[5] + w[8]) - (w[0] + 2 * w[3] + w[6])) / (8 * eastSpacing)
    north = ((w[0] + 2 * w[1] + w[2]) - (w[6] + 2 * w[7] + w[8])) / (8 * northSpacing)
  }

  /// Degrees between the ground and the level, in [0, 90).
  public var slope: Double { atan(hypot(east, north)) * 180 / .pi }

  /// The direction in which the ground falls most steeply, in degrees clockwise from north in
  /// [0, 360); `nil` where it is level.
  public var aspect: Double? {
    guard east != 0 || north != 0 else { return nil }
    return wrappedHeading(atan2(-east, -north) * 180 / .pi)
  }

  /// The unit vector that stands on the ground, in metres east, north and up.
  public var normal: Vector3 {
    let length = (1 + east * east + north * north).squareRoot()
    return Vector3(-east / length, -north / length, 1 / length)
  }
}

extension ElevationModel {
  /// The gradient of the bilinear surface by Horn's formula over a sample's distance each way; at a
  /// sample, from the eight around it. `nil` outside the bounds and beside a void.
  ///
  /// Metres are those of the WGS 84 ellipsoid at the latitude; the ground's own height, which makes
  /// them up to 0.14 % longer, is left out. Where an outer one of the nine elevations is unknown, it
  /// is continued in a straight line through the middle.
  public func gradient(latitude: Double, longitude: Double) -> ElevationGradient? {
    guard let middle = elevation(latitude: latitude, longitude: longitude) else { return nil }
    var window = [Double](repeating: middle, count: 9)
    for j in -1...1 {
      for i in -1...1 where i != 0 || j != 0 {
        let value = elevation(
          latitude: latitude - Double(j) * resolution,
          longitude: longitude + Double(i) * longitudinalResolution)
        window[3 * (j + 1) + i + 1] = value ?? .nan
      }
    }
    Self.complete(&window)
    let degree = Ellipsoid.wgs84.metersPerDegree(at: latitude)
    guard degree.longitude > 0 else { return nil }
    return ElevationGradient(
      window: window, eastSpacing: longitudinalResolution * degree.longitude,
      northSpacing: resolution * degree.latitude)
  }

  /// Gives values to the unknown ones of nine elevations whose middle is known.
  private static func complete(_ w: inout [Double]) {
    let middle = w[4]
    // Those beside the middle first: each may stand in for the one opposite.
    for k in [1, 3, 0, 2] {
      let (a, b) = (w[k], w[8 - k])
      if a.isNaN, !b.isNaN { w[k] = 2 * middle - b }
      if b.isNaN, !a.isNaN { w[8 - k] = 2 * middle - a }
      guard a.isNaN, b.isNaN else { continue }
      if k == 1 || k == 3 {
        w[k] = middle
        w[8 - k] = middle
      } else {
        // A corner is as far from the middle as its two neighbours together.
        w[k] = w[1] + w[k == 0 ? 3 : 5] - middle
        w[8 - k] = w[7] + w[k == 0 ? 5 : 3] - middle
      }
    }
  }

  /// Degrees between the ground and the level, see ``gradient(latitude:longitude:)``.
  public func slope(latitude: Double, longitude: Double) -> Double? {
    gradient(latitude: latitude, longitude: longitude)?.slope
  }

  /// The direction of the fall in degrees clockwise from north; `nil` where the ground is level or
  /// unknown, see ``gradient(latitude:longitude:)``.
  public func aspect(latitude: Double, longitude: Double) -> Double? {
    gradient(latitude: latitude, longitude: longitude)?.aspect
  }

  /// The unit vector that stands on the ground, in metres east, north and up, see
  /// ``gradient(latitude:longitude:)``.
  public func normal(latitude: Double, longitude: Double) -> Vector3? {
    gradient(latitude: latitude, longitude: longitude)?.normal
  }
}

extension Ellipsoid {
  /// The length in metres of a degree of latitude and of longitude on the surface: the radii of
  /// curvature in the meridian and of the parallel.
  func metersPerDegree(at latitude: Double) -> (latitude: Double, longitude: Double) {
    let φ = latitude * .pi / 180
    let e2 = flattening * (2 - flattening)
    let w2 = 1 - e2 * sin(φ) * sin(φ)
    let w = w2.squareRoot()
    return (
      semiMajorAxis * (1 - e2) / (w2 * w) * .pi / 180, semiMajorAxis / w * cos(φ) * .pi / 180
    )
  }
}
