import BelvedereGeodesy
import BelvedereTerrain

/// The ground of a grid of elevations: its bilinear surface exactly, with bounds that cost little.
///
/// Cost: one look at each sample when it is made; a hundredth of a millisecond at most for bounds.
public struct FieldGround: FlightGround {
  private let field: HeightField
  /// The grid in degrees, written as map points: there the field is bilinear.
  private let surface: TerrainSurface?
  private static let unit = MapPoint.worldWidth / 360

  /// Prepares a grid.
  public init(_ field: HeightField) {
    self.field = field
    let b = field.bounds
    let (width, height) = ((b.east - b.west) * Self.unit, (b.north - b.south) * Self.unit)
    surface = try? TerrainSurface(
      anchor: Coordinate(latitude: 0, longitude: 0),
      columns: (0..<field.width).map { width * (Double($0) / Double(field.width - 1)) },
      rows: (0..<field.height).map { height * (Double($0) / Double(field.height - 1)) },
      samples: field.samples)
  }

  public func elevation(at point: MapPoint) -> Double {
    guard point.y >= 0, point.y <= MapPoint.worldWidth else { return 0 }
    let place = point.coordinate
    return field.elevation(latitude: place.latitude, longitude: place.longitude) ?? 0
  }

  public func elevations(
    x: ClosedRange<Double>, y: ClosedRange<Double>
  ) -> ClosedRange<Double> {
    guard let surface, x.lowerBound.isFinite, x.upperBound.isFinite else { return 0...0 }
    let isOnMap = y.lowerBound >= 0 && y.upperBound <= MapPoint.worldWidth
    let slack = 1e-6
    let b = field.bounds
    func row(_ y: Double) -> Double {
      let held = min(max(y, 0), MapPoint.worldWidth)
      return (b.north - MapPoint(x: 0, y: held).coordinate.latitude) * Self.unit
    }
    let rows = row(y.lowerBound) - slack...row(y.upperBound) + slack
    let west = (b.west + 180) * Self.unit
    let (world, width) = (MapPoint.worldWidth, (b.east - b.west) * Self.unit)
    var (low, high) = (x.lowerBound - slack, x.upperBound + slack)
    if high - low > world { (low, high) = (west, west + world) }
    // Moved to the copy of the world in which the rectangle begins.
    let shift = ((low - west) / world).rounded(.down) * world
    (low, high) = (low - west - shift, high - west - shift)
    var result: ClosedRange<Double>?
    var covered = isOnMap
    func include(_ found: ReliefRange?) {
      guard let found else {
        covered = false
        return
      }
      if !found.isComplete { covered = false }
      let own = found.low...found.high
      result =
        result.map { min($0.lowerBound, own.lowerBound)...max($0.upperBound, own.upperBound) }
        ?? own
    }
    include(surface.relief(x: low...min(high, max(width, low)), y: rows))
    // Over the eastern edge: nothing is known up to the next copy's western one.
    if high > width {
      if width < world { covered = false }
      if high >= world { include(surface.relief(x: 0...min(high - world, width), y: rows)) }
    }
    guard let result else { return 0...0 }
    return covered
      ? result : min(result.lowerBound, 0)...max(result.upperBound, 0)
  }
}
