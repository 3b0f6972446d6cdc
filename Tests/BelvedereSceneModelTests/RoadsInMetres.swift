import BelvedereGeodesy
import BelvedereSceneModel

/// Tests of roads that lie by metres around 46° N, 7° E.
protocol RoadsInMetres {}

extension RoadsInMetres {
  /// A place so many metres east and north of 46° N, 7° E.
  static func place(_ east: Double, _ north: Double) -> Coordinate {
    let degree = CoordinateRegion.metersPerDegree(at: 46)
    return Coordinate(
      latitude: 46 + north / degree.latitude, longitude: 7 + east / degree.longitude)
  }

  static func road(
    _ path: [(Double, Double)], bridge: Int = 0, kind: Road.Kind = .street, width: Double = 8
  ) -> Road {
    var road = Road(kind: kind, width: width, path: path.map { place($0.0, $0.1) })
    road.bridge = bridge
    return road
  }
}
