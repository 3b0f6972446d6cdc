import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

/// Land from coastlines, which have it on their left.
struct Coast {
  /// Polygons of land, islands and what the box cuts off: an outer ring, and seas in it.
  private(set) var land: [[[Coordinate]]] = []
  /// The box in which they are known.
  private(set) var box: GeographicBounds
  /// Coastlines that end within the box that was asked for: the data do not tell how they go on.
  private(set) var openEnds = 0
  /// What tells land from sea beyond these ends, outside ``box``; `nil` where coasts are led on to the edge of the box.
  private(set) var rest: Rest?
  /// Islands whose coastlines have the land on their right.
  private(set) var reversedIslands = 0
  private let sidelessWays: Int
  private let turnedWays: Int
  /// Whether coastlines tell anything of land and sea.
  private(set) var isKnown: Bool

  /// What tells land from sea where coastlines do not.
  enum Rest {
    case elevations, world
  }

  /// - Parameters:
  ///   - ways: pieces of coastline in any order, which meet at their ends.
  ///   - box: the land in it.
  ///   - surroundings: the box around that in which coastlines have been read, too: what they tell of it is known beside
  ///     the box as far as none of them ends there; `nil` for no other.
  ///   - isHull: whether that is the box around all that was read, rather than one that somebody chose.
  ///   - declared: the box that the data say they are of: beyond it nothing is known.
  ///   - spanned: the box around all that was read, which counts where they say none.
  ///   - elevations: metres above the sea, which tell what coastlines leave open.
  init(
    _ ways: [[Coordinate]], within box: GeographicBounds,
    readIn surroundings: GeographicBounds? = nil, isHull: Bool = false,
    declared: GeographicBounds? = nil, spanned: GeographicBounds? = nil,
    elevations: (any ElevationModel)? = nil
  ) {
    let known = isHull ? box : CoastReach.known(of: box, declared: declared, spanned: spanned)
    let around = known.flatMap { known in
      surroundings.flatMap {
        CoastReach.known(of: $0, declared: declared, spanned: spanned)?.union(known)
      }
    }
    let joined = CoastChains(ways, within: around ?? known ?? box)
    let chains = joined.chains
    (sidelessWays, turnedWays) = (joined.sidelessWays, joined.turnedWays)
    isKnown = !chains.isEmpty && known != nil
    var box = isHull ? Self.around(box, joined) : known ?? box
    if !isHull, let around { box = CoastReach.widened(box, to: around, chains) }
    self.box = box
    guard isKnown else { return }
    var lines = CoastLines(chains, within: box)
    let ends = lines.openEnds
    openEnds = ends.count
    if openEnds > 0 {
      if let elevations, Self.know(elevations, box),
        let whole = CoastLines.box(in: box, ofWhole: chains)
      {
        (self.box, rest) = (whole, .elevations)
      } else if CoastReach.isFar(ends, from: box),
        let whole = CoastLines.box(in: box, ofWhole: chains)
      {
        (self.box, rest) = (whole, .world)
      }
      lines = CoastLines(chains, within: self.box)
    }
    if isHull, lines.arcs.isEmpty { self.box = Self.offshore(box) }
    let edge = BoxEdge(self.box)
    land = lines.rings.filter { CityShape.area(ofRing: $0) > 0 }.map { [$0] }
    let seas = lines.rings.filter { CityShape.area(ofRing: $0) < 0 }
    land += Self.closed(lines.led(to: edge), along: edge).map { [$0] }
    if lines.arcs.isEmpty, lines.rings.isEmpty, Self.isInland(self.box.center, chains) {
      land = [[edge.corners]]
    }
    add(seas, along: edge, elevations)
    land = land.map { $0.map(Self.divided) }
  }

  /// The box around all that was read, with what is within coasts around the Earth.
  private static func around(_ box: GeographicBounds, _ coast: CoastChains) -> GeographicBounds {
    guard coast.isRound else { return box }
    return GeographicBounds(
      south: coast.polesOnLand.contains(-90) ? -90 : box.south, west: -180,
      north: coast.polesOnLand.contains(90) ? 90 : box.north, east: 180)
  }

  /// A ring of which no side is so long that it would lead the other way around the Earth.
  private static func divided(_ ring: [Coordinate]) -> [Coordinate] {
    var result: [Coordinate] = []
    for (i, place) in ring.enumerated() {
      result.append(place)
      let next = ring[i + 1 < ring.count ? i + 1 : 0]
      let way = next.longitude - place.longitude
      let parts = Int(clamping: (abs(way) / 90).rounded(.up), in: 1...8)
      for part in 1..<parts {
        let share = Double(part) / Double(parts)
        result.append(
          Coordinate(
            latitude: place.latitude + (next.latitude - place.latitude) * share,
            longitude: place.longitude + way * share))
      }
    }
    return result
  }

  /// Whether a place lies on the landward side of the coasts around it, as the first that a straight way crosses says.
  private static func isInland(_ place: Coordinate, _ chains: [[Coordinate]]) -> Bool {
    guard
      let first = chains.lazy.compactMap({ chain in
        zip(chain, chain.dropFirst()).first { $0 != $1 }
      }).first
    else { return false }
    let target = Coordinate(
      latitude: (first.0.latitude + first.1.latitude) / 2,
      longitude: (first.0.longitude + first.1.longitude) / 2)
    let (x, y) = (target.longitude - place.longitude, target.latitude - place.latitude)
    var (nearest, isLand) = (Double.infinity, false)
    for chain in chains {
      for (a, b) in zip(chain, chain.dropFirst()) {
        let (u, v) = (b.longitude - a.longitude, b.latitude - a.latitude)
        let across = x * v - y * u
        guard across != 0 else { continue }
        let (p, q) = (a.longitude - place.longitude, a.latitude - place.latitude)
        // Parts of the way to the coast, and of the segment to the way.
        let (along, part) = ((p * v - q * u) / across, (p * y - q * x) / across)
        // The land lies on the left of a coast that the way meets from there.
        if along > 0, along < nearest, (0...1).contains(part) {
          (nearest, isLand) = (along, across > 0)
        }
      }
    }
    return isLand
  }

  /// The box around islands with some sea: their capes touch the box around all that there is of them.
  private static func offshore(_ box: GeographicBounds) -> GeographicBounds {
    let degree = CoordinateRegion.metersPerDegree(at: box.center.latitude)
    let margin =
      0.25
      * max(
        (box.north - box.south) * degree.latitude, (box.east - box.west) * degree.longitude)
    let (up, aside) = (margin / degree.latitude, margin / max(degree.longitude, 1000))
    guard box.east - box.west + 2 * aside < 360 else { return box }
    return GeographicBounds(
      south: max(box.south - up, -90), west: box.west - aside, north: min(box.north + up, 90),
      east: box.east + aside)
  }

  /// What is said of coastlines that leave something open, and how many they are.
  var notes: [(reason: String, count: Int)] {
    let ends =
      switch rest {
      case .elevations:
        "ends of coastlines within the box, beyond which elevations tell land from sea"
      case .world: "ends of coastlines within the box, beyond which the world's coast holds"
      case nil: "ends of coastlines within the box, led on to its edge"
      }
    return [
      (ends, openEnds),
      ("coastlines that have no length or lead back to where they began", sidelessWays),
      (
        "coastlines that run against those that they go on from, turned as the longer ones say",
        turnedWays
      ),
      (
        "islands whose coastlines have the land on their right, drawn the wrong way round",
        reversedIslands
      ),
    ].filter { $0.1 > 0 }
  }

  /// Whether elevations tell land from sea all over a box.
  private static func know(_ elevations: any ElevationModel, _ box: GeographicBounds) -> Bool {
    elevations.range.lowerBound <= leastRise && elevations.range.upperBound > leastRise
      && elevations.bounds.intersections(with: box).contains {
        $0.north - $0.south > 0.999 * (box.north - box.south)
          && $0.east - $0.west > 0.999 * (box.east - box.west)
      }
  }

  /// Metres above the sea from which on ground is land.
  private static let leastRise = 0.5

  /// Adds rings with the land around them: seas in land, or islands drawn the wrong way round.
  private mutating func add(
    _ seas: [[Coordinate]], along edge: BoxEdge, _ elevations: (any ElevationModel)?
  ) {
    guard !seas.isEmpty else { return }
    // With nothing else in the box it is all land around them, or an island was drawn wrong: far more often that.
    if land.isEmpty {
      // Ground of one height tells nothing.
      if let elevations, elevations.range.lowerBound < elevations.range.upperBound,
        Self.isLand(around: seas, in: box, elevations)
      {
        land = [[edge.corners] + seas]
        return
      }
    }
    let around = land
    for sea in seas {
      let n = around.firstIndex { polygon in
        CityShape.contains(polygon[0], sea[0])
          && !polygon.dropFirst().contains { CityShape.contains($0, sea[0]) }
      }
      if let n {
        land[n].append(sea)
      } else {
        reversedIslands += 1
        land.append([sea.reversed()])
      }
    }
  }

  /// Whether most of what lies around rings is land by its elevation.
  private static func isLand(
    around rings: [[Coordinate]], in box: GeographicBounds, _ elevations: any ElevationModel
  ) -> Bool {
    var (count, dry) = (0, 0)
    for ring in rings {
      let (latitudes, longitudes) = (ring.map(\.latitude), ring.map(\.longitude))
      guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
        let east = longitudes.max()
      else { continue }
      let steps = 24
      for row in 0...steps {
        for column in 0...steps {
          // Half of its size farther on each side.
          let place = Coordinate(
            latitude: south + (north - south) * (2 * Double(row) / Double(steps) - 0.5),
            longitude: west + (east - west) * (2 * Double(column) / Double(steps) - 0.5))
          guard box.contains(latitude: place.latitude, longitude: place.longitude),
            !rings.contains(where: { CityShape.contains($0, place) })
          else { continue }
          count += 1
          let height = elevations.elevation(
            latitude: place.latitude, longitude: wrappedLongitude(place.longitude))
          if let height, height > leastRise { dry += 1 }
        }
      }
    }
    return 2 * dry > count
  }

  /// Rings of arcs from edge to edge: at its end each turns left along the edge to the next one's start, so that the land
  /// stays on the left.
  private static func closed(_ arcs: [[Coordinate]], along edge: BoxEdge) -> [[Coordinate]] {
    let starts = arcs.indices.map { edge.position(of: arcs[$0][0]) }
    var isUsed = [Bool](repeating: false, count: arcs.count)
    var rings: [[Coordinate]] = []
    for i in arcs.indices where !isUsed[i] {
      var ring: [Coordinate] = []
      var current = i
      while !isUsed[current] {
        isUsed[current] = true
        ring += arcs[current]
        let end = edge.position(of: arcs[current][arcs[current].count - 1])
        // The next start counterclockwise; the first one's own closes the ring.
        let next =
          arcs.indices.filter { !isUsed[$0] || $0 == i }.min {
            edge.distance(from: end, to: starts[$0]) < edge.distance(from: end, to: starts[$1])
          } ?? i
        ring += edge.corners(from: end, to: starts[next])
        current = next
      }
      if ring.count > 2 { rings.append(ring) }
    }
    return rings
  }
}
