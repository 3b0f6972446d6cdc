import Belvedere
import BelvedereGeoMath

/// What a flight that follows a route leaves out of it.
enum RouteLoss {
  /// The part of the camera's distance by which smoothed bends may be cut without a word.
  private static let reach = 0.35
  /// The part of a route that must be flown, to be silent.
  private static let leastPart = 0.5
  private static let mostSamples = 200_000
  private static let mostPlaces = 100_000

  /// A square of the map.
  private struct Cell: Hashable {
    let x, y: Int
  }

  /// Says so where much less than a route is flown, and where the flight keeps away from a part of it.
  static func notes(of path: CameraPath, along route: [Coordinate]) -> [String] {
    let whole = length(route)
    let flown = length(path.samples(1000).map(\.centerCoordinate))
    let remedy = "a smaller --look-ahead or --distance keeps more of them"
    if flown < leastPart * whole {
      return [
        "\(PlanSummary.short(flown.rounded())) m are flown of the \(PlanSummary.short(whole.rounded())) m of the route, "
          + "whose bends and noise are smoothed; \(remedy)"
      ]
    }
    guard let (place, away) = farthest(from: path, of: route, flown: flown) else { return [] }
    return [
      "the flight stays \(PlanSummary.short(away.rounded())) m from the route at \(degrees(place.latitude)), \(degrees(place.longitude)), "
        + "for bends and noise are smoothed; \(remedy)"
    ]
  }

  /// To a tenth of a metre.
  private static func degrees(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

  private static func length(_ places: [Coordinate]) -> Double {
    zip(places, places.dropFirst()).reduce(0) { sum, pair in
      sum + ((try? Geodesic.wgs84.inverse(from: pair.0, to: pair.1).distance) ?? 0)
    }
  }

  /// The place of a route that the flight keeps farthest away from, where that is more than smoothing bends does, and by
  /// how many metres.
  private static func farthest(
    from path: CameraPath, of route: [Coordinate], flown: Double
  ) -> (place: Coordinate, metres: Double)? {
    let distance = path.camera(at: 0).distance
    let reach = reach * distance
    let samples = Int(clamping: 16 * flown / distance, in: 1000...mostSamples)
    // Of samples farther apart a bend of the flight itself would be missed.
    guard flown / Double(samples) < reach / 4, let first = route.first else { return nil }
    let origin = MapPoint(first)
    let scale = MapPoint.metersPerMapPoint(at: first.latitude)
    func metres(_ place: Coordinate) -> Vector2 {
      let point = MapPoint(place)
      return Vector2(point.shortDeltaX(from: origin), point.y - origin.y) * scale
    }
    let way = path.samples(samples).map { metres($0.centerCoordinate) }
    // Metres at the start's latitude: elsewhere the map is larger or smaller, and so is what counts as near.
    func nearby(_ place: Coordinate) -> Double {
      reach * scale / MapPoint.metersPerMapPoint(at: place.latitude)
    }
    guard let size = route.map(nearby).max(), size > 0 else { return nil }
    func cell(_ at: Vector2) -> Cell {
      Cell(
        x: Int((at.x / size).rounded(.down)),  // checked: within the Earth
        y: Int((at.y / size).rounded(.down)))  // checked: within the Earth
    }
    var cells: [Cell: [Vector2]] = [:]
    for at in way { cells[cell(at), default: []].append(at) }
    var worst: (place: Coordinate, metres: Double)?
    for i in stride(from: 0, to: route.count, by: max(route.count / mostPlaces, 1)) {
      let place = route[i]
      let (at, near) = (metres(place), nearby(place))
      let home = cell(at)
      let isNear = (-1...1).contains { dx in
        (-1...1).contains { dy in
          (cells[Cell(x: home.x + dx, y: home.y + dy)] ?? []).contains { ($0 - at).length < near }
        }
      }
      if isNear { continue }
      let away = (way.map { ($0 - at).length }.min() ?? 0) * reach / near
      if away > worst?.metres ?? 0 { worst = (place, away) }
    }
    return worst
  }
}
