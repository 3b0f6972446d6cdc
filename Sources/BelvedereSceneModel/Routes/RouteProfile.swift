import BelvedereGeoMath
import BelvedereGeodesy

/// How high a route lies along its way: on the ground, on the decks of bridges, in the bores of tunnels.
public struct RouteProfile: Sendable, Hashable {
  /// On what a route lies.
  public enum Support: String, Sendable, Hashable, CaseIterable {
    case ground, deck, bore
  }

  /// A place of a route above or beneath the ground.
  public struct Place: Sendable, Hashable {
    /// Where on the map; consecutive places stay close, also across ±180°.
    public var point: MapPoint
    /// How far along the route's points, map points.
    public var way: Double
    /// Metres above the datum, as it is drawn.
    public var elevation: Double
    /// Metres of ground above it, at least 0.
    public var cover: Double
  }

  /// A part of a route on one kind of support.
  public struct Piece: Sendable, Hashable {
    /// On what it lies.
    public var support: Support
    /// From where to where along the route's points, map points.
    public var ways: ClosedRange<Double>
    /// Its places in order, at most ``RouteSupports/longestStep`` metres apart on usual routes. Beside a
    /// bridge or a tunnel they begin and end on the ground. Empty on the ground, whose own places say how
    /// high it is.
    public var places: [Place]
  }

  /// The pieces in the order of the route; at least one.
  public var pieces: [Piece]

  /// Leaves so many parts beside the ground, the longest ones, the earlier of equals; the others lie on it.
  func keeping(longest most: Int) -> RouteProfile {
    let lengths = pieces.indices.filter { pieces[$0].support != .ground }
      .map { (number: $0, length: pieces[$0].ways.upperBound - pieces[$0].ways.lowerBound) }
    guard lengths.count > most else { return self }
    let kept = Set(
      lengths.sorted { ($1.length, $0.number) < ($0.length, $1.number) }.prefix(most).map(\.number))
    var result: [Piece] = []
    for (n, piece) in pieces.enumerated() {
      if kept.contains(n) {
        result.append(piece)
      } else if let last = result.last, last.support == .ground {
        result[result.count - 1].ways = last.ways.lowerBound...piece.ways.upperBound
      } else {
        result.append(Piece(support: .ground, ways: piece.ways, places: []))
      }
    }
    return RouteProfile(pieces: result)
  }

  /// Whether all of it lies on the ground.
  public var isOnGround: Bool { pieces.allSatisfy { $0.support == .ground } }
}

/// The decks and bores of a scene, on which routes lie.
///
/// A deck is a beam with a roadway, a `topColor`. A route lies on it where it runs along it, and can have
/// come onto it: of all ways through the ground, the decks and the bores that are over or under it, it takes
/// the one with the least climbs from one to another, and then that with the least ground (dynamic
/// programming over places some metres apart). So what crosses beneath a bridge stays on the ground.
public struct RouteSupports: Sendable {
  /// Metres between the places of a route that are looked at; more on routes that are longer than
  /// ``mostPlaces`` of them.
  public static let longestStep = 4.0
  /// Places of a route that are looked at.
  public static let mostPlaces = 32_768
  /// Parts of a route that lie on decks and in bores; of more the shorter ones lie on the ground, as each is
  /// drawn by itself.
  public static let mostElevated = 256

  private let ways: [ElevatedWay]
  private let index: ElevatedWayIndex
  private let ground: @Sendable (Coordinate) -> Double

  /// Whether there is neither a deck nor a bore.
  public var isEmpty: Bool { ways.isEmpty }

  /// Collects them.
  ///
  /// - Parameters:
  ///   - exaggeration: the factor of elevations.
  ///   - ground: the ground's elevation in metres with that factor.
  public init(
    _ scene: Scene, exaggeration: Double = 1,
    ground: @escaping @Sendable (Coordinate) -> Double
  ) {
    self.ground = ground
    let decks = scene.beams.enumerated().compactMap { n, beam in
      ElevatedWay(deck: beam, number: n, exaggeration: exaggeration)
    }
    let bores = scene.tunnels.enumerated().compactMap { n, tunnel in
      ElevatedWay(tunnel, number: n, exaggeration: exaggeration, ground: ground)
    }
    ways = decks + bores
    index = ElevatedWayIndex(ways)
  }

  /// The profile of a route.
  ///
  /// Cost: O(places · supports over one place).
  ///
  /// - Parameter points: consecutive points, which stay close, also across ±180°.
  public func profile(of points: [MapPoint]) -> RouteProfile {
    var length = 0.0
    for (a, b) in zip(points, points.dropFirst()) { length += Self.distance(a, b) }
    // Of what is not a number no way can be told.
    if !length.isFinite { length = 0 }
    let whole = RouteProfile(
      pieces: [RouteProfile.Piece(support: .ground, ways: 0...length, places: [])])
    guard !isEmpty, length > 0 else { return whole }
    let samples = RouteSamples(points, length: length)
    var course = RouteCourseFinder(samples, index: index, ways: ways, ground: ground)
    return course.profile()?.keeping(longest: Self.mostElevated) ?? whole
  }

  static func distance(_ a: MapPoint, _ b: MapPoint) -> Double {
    Vector2(b.x - a.x, b.y - a.y).length
  }
}
