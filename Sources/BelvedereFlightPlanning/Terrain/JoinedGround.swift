import BelvedereGeodesy
import BelvedereTerrain

/// The ground of several grids that a model joins: whatever it makes of them at seams lies between them.
struct JoinedGround: FlightGround {
  let model: ElevationMosaic
  let fields: [FieldGround]

  func elevation(at point: MapPoint) -> Double { knownElevation(at: point) ?? 0 }

  func knownElevation(at point: MapPoint) -> Double? {
    guard point.y >= 0, point.y <= MapPoint.worldWidth else { return nil }
    let place = point.coordinate
    return model.elevation(latitude: place.latitude, longitude: place.longitude)
  }

  func elevations(x: ClosedRange<Double>, y: ClosedRange<Double>) -> ClosedRange<Double> {
    var (low, high) = (Double.infinity, -Double.infinity)
    var isComplete = false
    var met: [FieldGround] = []
    for field in fields {
      guard let known = field.knownElevations(x: x, y: y) else { continue }
      met.append(field)
      low = min(low, known.range.lowerBound)
      high = max(high, known.range.upperBound)
      if known.isComplete { isComplete = true }
    }
    if !isComplete, !areComplete(met, x, y) { (low, high) = (min(low, 0), max(high, 0)) }
    return low...high
  }

  /// Whether grids know all of a rectangle together: each part between their edges is known by one.
  private func areComplete(
    _ met: [FieldGround], _ x: ClosedRange<Double>, _ y: ClosedRange<Double>
  ) -> Bool {
    guard met.count > 1, met.count <= 8 else { return false }
    let world = MapPoint.worldWidth
    func cuts(_ edges: [Double], _ range: ClosedRange<Double>) -> [Double] {
      [range.lowerBound] + edges.filter { $0 > range.lowerBound && $0 < range.upperBound }.sorted()
        + [range.upperBound]
    }
    let across = cuts(
      met.flatMap(\.edges.x).map {
        $0 + ((x.lowerBound - $0) / world).rounded(.up) * world
      }, x)
    let down = cuts(met.flatMap(\.edges.y), y)
    return zip(across, across.dropFirst()).allSatisfy { left, right in
      zip(down, down.dropFirst()).allSatisfy { top, bottom in
        met.contains { $0.knownElevations(x: left...right, y: top...bottom)?.isComplete ?? false }
      }
    }
  }
}
