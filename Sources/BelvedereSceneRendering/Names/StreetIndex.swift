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

  init(_ scene: Scene) {
    // A street that is called by its number has a shield.
    let names = NamedWays.streets(of: scene.roads) { Self.isNumber($0) ? "" : $0.name }
    let routes = NamedWays.streets(of: scene.roads) { road in
      switch road.kind {
      case .motorway, .primary, .secondary:
        road.ref.isEmpty && Self.isNumber(road) ? road.name : road.ref
      case .street, .service, .path, .rail, .runway: ""
      }
    }
    streets = names + routes
    firstRoute = names.count
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

  /// Whether a road's name is the number of a route, such as "US 101" or "I-80".
  private static func isNumber(_ road: Road) -> Bool {
    guard road.kind == .motorway || road.kind == .primary, road.name.count <= 7 else {
      return false
    }
    let letters = road.name.prefix { $0.isASCII && $0.isUppercase }
    let rest = road.name.dropFirst(letters.count).drop { $0 == " " || $0 == "-" }
    return (1...2).contains(letters.count) && (1...4).contains(rest.count)
      && rest.allSatisfy { $0.isASCII && $0.isNumber }
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
