import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

/// The ground of samples on parallels and meridians: their bilinear surface exactly, with bounds that cost
/// little.
///
/// Cost: one look at each sample when it is made; a hundredth of a millisecond at most for bounds.
public struct FieldGround: FlightGround {
  private let model: any ElevationModel
  /// The grid in degrees, written as map points: there the field is bilinear.
  private let surface: TerrainSurface?
  /// Degrees of the grid's edges.
  private let north, south, west, east: Double
  private static let unit = MapPoint.worldWidth / 360

  /// Prepares a grid.
  public init(_ field: HeightField) {
    self.init(
      field,
      columns: (0..<field.width).map { Double($0) / Double(field.width - 1) },
      rows: (0..<field.height).map { Double($0) / Double(field.height - 1) },
      samples: field.samples)
  }

  /// Prepares a model that names the lines of its samples; `nil` for others and for more samples than are
  /// allowed.
  public init?(_ model: any ElevationModel, maximumSamples: Int = 1 << 24) {
    if let field = model as? HeightField, field.samples.count <= maximumSamples {
      self.init(field)
      return
    }
    guard let lines = model.sampleLines, lines.latitudes.count >= 2, lines.longitudes.count >= 2
    else { return nil }
    let (count, overflow) = lines.latitudes.count.multipliedReportingOverflow(
      by: lines.longitudes.count)
    guard !overflow, count <= maximumSamples else { return nil }
    let b = model.bounds
    let (first, last) = (lines.latitudes[0], lines.latitudes[lines.latitudes.count - 1])
    let (left, right) = (lines.longitudes[0], lines.longitudes[lines.longitudes.count - 1])
    // Nothing must be known beyond the outermost samples.
    let slack = 1e-9
    guard abs(first - b.south) < slack, abs(last - b.north) < slack, abs(left - b.west) < slack,
      abs(right - b.east) < slack
    else { return nil }
    self.init(
      model, columns: lines.longitudes.map { ($0 - left) / (right - left) },
      rows: lines.latitudes.reversed().map { (last - $0) / (last - first) },
      samples: model.elevations(
        latitudes: lines.latitudes.reversed(), longitudes: lines.longitudes,
        by: lines.interpolation))
  }

  /// - Parameters:
  ///   - columns, rows: parts of the extent, from 0 to 1.
  private init(
    _ model: any ElevationModel, columns: [Double], rows: [Double], samples: [Float]
  ) {
    self.model = model
    let b = model.bounds
    (north, south, west, east) = (b.north, b.south, b.west, b.east)
    let (width, height) = ((b.east - b.west) * Self.unit, (b.north - b.south) * Self.unit)
    surface = try? TerrainSurface(
      anchor: Coordinate(latitude: 0, longitude: 0), columns: columns.map { width * $0 },
      rows: rows.map { height * $0 }, samples: samples)
  }

  public func elevation(at point: MapPoint) -> Double { knownElevation(at: point) ?? 0 }

  public func knownElevation(at point: MapPoint) -> Double? {
    guard point.y >= 0, point.y <= MapPoint.worldWidth else { return nil }
    let place = point.coordinate
    return model.elevation(latitude: place.latitude, longitude: place.longitude)
  }

  public func elevations(
    x: ClosedRange<Double>, y: ClosedRange<Double>
  ) -> ClosedRange<Double> {
    guard let (known, isComplete) = knownElevations(x: x, y: y) else { return 0...0 }
    return isComplete ? known : min(known.lowerBound, 0)...max(known.upperBound, 0)
  }

  /// Map points of the western and eastern edge, and of the northern and southern one.
  var edges: (x: [Double], y: [Double]) {
    (
      [west, east].map { ($0 + 180) * Self.unit },
      [north, south].map { MapPoint(Coordinate(latitude: $0, longitude: 0)).y }
    )
  }

  /// The ground that there is in a rectangle, and whether there is some everywhere; `nil` for none.
  func knownElevations(
    x: ClosedRange<Double>, y: ClosedRange<Double>
  ) -> (range: ClosedRange<Double>, isComplete: Bool)? {
    guard let surface, x.lowerBound.isFinite, x.upperBound.isFinite else { return nil }
    let slack = 1e-6
    func row(_ y: Double) -> Double {
      let held = min(max(y, 0), MapPoint.worldWidth)
      return (north - MapPoint(x: 0, y: held).coordinate.latitude) * Self.unit
    }
    let rows = row(y.lowerBound) - slack...row(y.upperBound) + slack
    let edge = (west + 180) * Self.unit
    let (world, width) = (MapPoint.worldWidth, (east - west) * Self.unit)
    var (low, high) = (x.lowerBound - slack, x.upperBound + slack)
    if high - low > world { (low, high) = (edge, edge + world) }
    // Moved to the copy of the world in which the rectangle begins.
    let shift = ((low - edge) / world).rounded(.down) * world
    (low, high) = (low - edge - shift, high - edge - shift)
    // An edge that is touched but for rounding belongs to the grid.
    var isComplete =
      y.lowerBound >= 0 && y.upperBound <= MapPoint.worldWidth && rows.lowerBound >= -2 * slack
      && rows.upperBound <= (north - south) * Self.unit + 2 * slack
    var result: ClosedRange<Double>?
    func include(_ found: ReliefRange?) {
      guard let found else {
        isComplete = false
        return
      }
      if surface.hasVoids, !found.isComplete { isComplete = false }
      let (least, most) = (result?.lowerBound ?? found.low, result?.upperBound ?? found.high)
      result = min(least, found.low)...max(most, found.high)
    }
    if low >= world - 2 * slack { (low, high) = (low - world, high - world) }
    include(surface.relief(x: low...min(high, max(width, low)), y: rows))
    // Over the eastern edge: nothing is known up to the next copy's western one.
    if high > width + 2 * slack {
      if width < world - 2 * slack { isComplete = false }
      if high >= world { include(surface.relief(x: 0...min(high - world, width), y: rows)) }
    }
    return result.map { ($0, isComplete) }
  }
}
