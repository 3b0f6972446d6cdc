import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// The streets and routes of a scene that have names or numbers, and where they are.
struct StreetIndex: Sendable {
  /// Streets by their names, then routes by their numbers.
  let streets: [NamedWay]
  /// Where routes begin among them.
  private let firstRoute: Int
  /// The middle of each, and metres around it.
  private let circles: [(center: MapPoint, radius: Double)]
  /// Where bridges lie above what is named.
  let decks: BridgeDeckIndex
  private let names, routes: NamedWays

  /// - Parameters:
  ///   - earlier: of another part of the same scene.
  ///   - isEarlier: whether this may be the earlier one of another.
  init(_ scene: Scene, after earlier: StreetIndex? = nil, isEarlier: Bool = false) {
    // A street that is called by its number has a shield.
    names = NamedWays(scene.roads, after: earlier?.names, isEarlier: isEarlier) {
      RouteNumber($0) == nil ? $0.name : ""
    }
    routes = NamedWays(scene.roads, after: earlier?.routes, isEarlier: isEarlier) { road in
      switch road.kind {
      case .motorway, .primary, .secondary:
        road.ref.isEmpty ? RouteNumber(road)?.text ?? "" : road.ref
      case .street, .service, .path, .rail, .runway, .ferry: ""
      }
    }
    streets = names.streets + routes.streets
    firstRoute = names.streets.count
    decks = BridgeDeckIndex(scene.roads)
    circles = streets.map { street in
      var (low, high) = (street.path[0], street.path[0])
      for p in street.path {
        low = MapPoint(x: min(low.x, p.x), y: min(low.y, p.y))
        high = MapPoint(x: max(high.x, p.x), y: max(high.y, p.y))
      }
      let center = MapPoint(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
      let way = Vector2(high.x - low.x, high.y - low.y).length / 2
      return (center, way * MapPoint.metersPerMapPoint(at: center.coordinate.latitude))
    }
  }

  /// Whether a street is a route, which has shields.
  func isRoute(_ n: Int) -> Bool { n >= firstRoute }

  /// The numbers of streets that may be near enough for their names, in their order.
  func near(_ sight: NameSight) -> [Int] {
    streets.indices.filter { n in
      let (distance, isAhead) = sight.nearest(to: circles[n].center, within: circles[n].radius)
      return isAhead && RoadNameStyle(streets[n].kind).least * distance < sight.focalLength
    }
  }
}
