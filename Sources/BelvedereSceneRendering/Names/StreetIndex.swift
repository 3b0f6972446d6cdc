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

  init(_ scene: Scene) {
    // A street that is called by its number has a shield.
    let names = NamedWays.streets(of: scene.roads) { Self.number($0) == nil ? $0.name : "" }
    let routes = NamedWays.streets(of: scene.roads) { road in
      switch road.kind {
      case .motorway, .primary, .secondary:
        road.ref.isEmpty ? Self.number(road) ?? "" : road.ref
      case .street, .service, .path, .rail, .runway, .ferry: ""
      }
    }
    streets = names + routes
    firstRoute = names.count
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

  /// The number of a route that a road's name is, such as "US 101", "I-80", or TIGER's "US Hwy 101" and "I- 80"; `nil`
  /// for a name.
  private static func number(_ road: Road) -> String? {
    guard [.motorway, .primary, .secondary].contains(road.kind), road.name.count <= 14 else {
      return nil
    }
    var name = road.name.replacing("- ", with: "-")
    for (long, short) in [("US Hwy ", "US "), ("State Hwy ", ""), ("State Rte ", "")] {
      if name.hasPrefix(long) { name = short + name.dropFirst(long.count) }
    }
    let isState = road.name.hasPrefix("State ")
    let letters = name.prefix { $0.isASCII && $0.isUppercase }
    let rest = name.dropFirst(letters.count).drop { $0 == " " || $0 == "-" }
    let isNumber = (1...4).contains(rest.count) && rest.allSatisfy { $0.isASCII && $0.isNumber }
    return isNumber && ((1...2).contains(letters.count) || isState) ? name : nil
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
