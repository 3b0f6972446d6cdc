import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The world's coasts and countries, coarse: Natural Earth at 1 : 110 million.
///
/// Coasts lie within some ten kilometres of the true ones; islands smaller than a few thousand square
/// kilometres, lakes and narrow bays are missing. Between its vertices, some 50 km apart, a coast wanders as
/// coasts do, by at most a fifth of the way to the next vertex, the same way in every picture; that is
/// invented. Source: Natural Earth, public domain.
public struct WorldMap: Sendable {
  /// The countries, by name.
  public let countries: [WorldCountry]

  /// What is said of its origin where it is shown.
  public static let attribution = "Made with Natural Earth"

  /// The built-in map; read when it is first asked for.
  public static let naturalEarth = WorldMap(countries: WorldTable.countries())

  /// The country at a place; `nil` at sea. Any longitude; latitudes beyond the poles are held at them.
  ///
  /// Cost: some microseconds.
  public func country(at coordinate: Coordinate) -> WorldCountry? {
    countries.first { $0.contains(coordinate) }
  }

  /// Whether there is land at a place; where nothing is known of it, as at NaN, there is none.
  public func isLand(at coordinate: Coordinate) -> Bool { country(at: coordinate) != nil }

  /// The same at a place of the map, on any of its turns.
  package func country(at point: MapPoint) -> WorldCountry? {
    countries.first { $0.contains(point) }
  }
}

/// A country, or what is shown as one.
public struct WorldCountry: Sendable {
  /// Where it lies, or most of it.
  public enum Continent: Int, Sendable, Hashable, CaseIterable {
    case africa, antarctica, asia, europe, northAmerica, oceania, southAmerica, openOcean
  }

  /// The usual English name, shortened.
  public let name: String
  /// Its ISO 3166-1 code of three letters; `-99` for none.
  public let code: String
  /// Where it lies.
  public let continent: Continent
  /// Which of six tints it has, another one than those of its neighbours.
  public let tint: Int
  /// Whether an ice sheet covers most of it.
  public var isIce: Bool { tint == 6 }
  /// Outer rings clockwise, and holes the other way round.
  public let rings: [WorldRing]

  /// Whether a place lies inside, by the coast and the borders as they wander. Any longitude; latitudes beyond
  /// the poles are held at them.
  public func contains(_ coordinate: Coordinate) -> Bool {
    guard coordinate.latitude.isFinite, coordinate.longitude.isFinite else { return false }
    return contains(
      MapPoint(
        Coordinate(
          latitude: coordinate.latitude, longitude: wrappedLongitude(coordinate.longitude))))
  }

  /// The same at a place of the map, on any of its turns.
  func contains(_ point: MapPoint) -> Bool {
    let x = point.x - (point.x / MapPoint.worldWidth).rounded(.down) * MapPoint.worldWidth
    let p = Vector2(x, point.y)
    var isInside = false
    for ring in rings where ring.bounds.minY <= p.y && ring.bounds.maxY >= p.y {
      if ring.isRight(of: p) { isInside.toggle() }
    }
    return isInside
  }
}

/// An outline.
public struct WorldRing: Sendable {
  /// The vertices; the last one is joined to the first.
  public let vertices: [Coordinate]
  /// The edges, on the map.
  package let edges: [WorldEdge]
  /// A box around all that its edges may reach, in map points.
  package let bounds: MapRect

  init?(vertices: [Coordinate], kinds: [WorldEdge.Kind]) {
    let points = vertices.map(Self.point)
    var edges: [WorldEdge] = []
    var box = MapRect.null
    for (i, kind) in kinds.enumerated() {
      let edge = WorldEdge(points[i == 0 ? points.count - 1 : i - 1], points[i], kind)
      edges.append(edge)
      box = box.union(edge.bounds)
    }
    guard !edges.isEmpty else { return nil }
    (self.vertices, self.edges, bounds) = (vertices, edges, box)
  }

  /// Beyond the map's edge, too, and short of the poles.
  private static func point(_ c: Coordinate) -> Vector2 {
    let latitude = min(max(c.latitude, -89.9), 89.9)
    let ψ = atanh(SineCosine(degrees: latitude).sine)
    return Vector2(
      (c.longitude + 180) / 360 * MapPoint.worldWidth,
      (0.5 - ψ / (2 * .pi)) * MapPoint.worldWidth)
  }

  /// Whether it is crossed an odd number of times on the way east from a place.
  fileprivate func isRight(of p: Vector2) -> Bool {
    var isOdd = false
    for edge in edges where edge.isCrossed(eastOf: p) { isOdd.toggle() }
    return isOdd
  }
}
