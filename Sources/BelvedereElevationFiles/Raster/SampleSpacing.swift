import BelvedereGeodesy

/// How far apart samples stand on the ground, from one to the next in a row and in a column.
///
/// Metres are those of the WGS 84 ellipsoid, by the series of ``CoordinateRegion/metersPerDegree(at:)``;
/// within 1e-4 of the distance for samples up to a kilometre apart.
public struct SampleSpacing: Sendable, Hashable {
  /// Metres along a row and along a column.
  public let east, north: Double
  /// The same in degrees of longitude and latitude.
  public let longitude, latitude: Double

  /// The spacing in the middle of a raster; `nil` where it has no place on the Earth.
  ///
  /// Rows of a projection need not run from west to east: what counts is the distance.
  public init?(_ grid: RasterGrid) {
    let conversion = CoordinateConversion(grid.system)
    let (column, row) = (Double(grid.width - 1) / 2, Double(grid.height - 1) / 2)
    func place(_ x: Double, _ y: Double) -> (latitude: Double, longitude: Double)? {
      let position = grid.position(column: column + x, row: row + y)
      return conversion.unproject(x: position.x, y: position.y)
    }
    // Half a sample each way, for a raster may have a single one; less of samples at a pole.
    let part = 0.25
    guard let west = place(-part, 0), let east = place(part, 0), let north = place(0, -part),
      let south = place(0, part), let middle = place(0, 0)
    else { return nil }
    let degree = CoordinateRegion.metersPerDegree(at: middle.latitude)
    func metres(
      _ a: (latitude: Double, longitude: Double), _ b: (latitude: Double, longitude: Double)
    ) -> Double {
      let x = (b.longitude - a.longitude) * degree.longitude
      let y = (b.latitude - a.latitude) * degree.latitude
      return (x * x + y * y).squareRoot() / (2 * part)
    }
    self.init(east: metres(west, east), north: metres(north, south), degree)
  }

  /// The spacing in the middle of some degrees of longitude and latitude.
  ///
  /// - Parameter middle: the latitude in degrees.
  public init(longitude: Double, latitude: Double, at middle: Double) {
    let degree = CoordinateRegion.metersPerDegree(at: middle)
    self.longitude = longitude
    self.latitude = latitude
    east = longitude * abs(degree.longitude)
    north = latitude * degree.latitude
  }

  private init(east: Double, north: Double, _ degree: (latitude: Double, longitude: Double)) {
    self.east = east
    self.north = north
    // At a pole a metre has no degrees of longitude.
    longitude = min(east / max(degree.longitude, 1e-9), 360)
    latitude = north / degree.latitude
  }
}
