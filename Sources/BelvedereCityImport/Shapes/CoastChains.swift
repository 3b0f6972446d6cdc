import BelvedereGeodesy
import BelvedereTerrain

/// Pieces of coastline put together, which go on beyond ±180° without a leap.
struct CoastChains {
  /// Rings end where they begin, but for those around the Earth, which go on from turn to turn.
  private(set) var chains: [[Coordinate]]
  /// Coastlines that have no length, or lead back to where they began: there is no side on which land would be.
  private(set) var sidelessWays = 0
  /// Coastlines that ran against those from which they go on.
  private(set) var turnedWays = 0
  /// The poles that lie within coasts around the Earth, on the side of the land, as their latitudes.
  private(set) var polesOnLand: Set<Double> = []
  /// Whether a coast goes around the Earth.
  private(set) var isRound = false

  /// - Parameter box: gaps in it that are short beside the coast are closed.
  init(_ ways: [[Coordinate]], within box: GeographicBounds) {
    let places = ways.map { way in
      way.reduce(into: [Coordinate]()) { line, place in
        // The antimeridian is written in two ways.
        let place =
          place.longitude == 180 ? Coordinate(latitude: place.latitude, longitude: -180) : place
        if line.last != place { line.append(place) }
      }
    }
    let lines = places.filter { $0.count > 1 }
    chains = []
    let ends = CoastEnds(Self.joined(lines))
    let sided = ends.chains.filter { !Self.isSideless($0) }
    sidelessWays = places.count - lines.count + ends.chains.count - sided.count
    turnedWays = ends.turned
    for chain in sided {
      let line = WorldTurns.unwrapped(chain)
      if let round = Self.round(line) {
        isRound = true
        chains.append(round.line)
        if let pole = round.pole { polesOnLand.insert(pole) }
        continue
      }
      var shifts = WorldTurns.shifts(of: line, in: box)
      // Off the box it tells still on which side of it that is.
      if shifts.isEmpty, let first = line.first {
        shifts = [((box.center.longitude - first.longitude) / 360).rounded() * 360]
      }
      chains += shifts.map { WorldTurns.shifted(line, by: $0) }
    }
    closeGaps(within: box)
  }

  /// Whether a coastline encloses nothing, as one that leads out and back.
  private static func isSideless(_ chain: [Coordinate]) -> Bool {
    guard chain.first == chain.last else { return false }
    let line = WorldTurns.unwrapped(chain)
    guard line.first == line.last else { return false }
    let length = CityShape.length(line)
    return abs(CityShape.area(ofRing: line)) <= 1e-6 * length * length
  }

  /// A coast around the Earth on all turns of it that a box may lie on; `nil` for any other.
  ///
  /// - Returns: beside it the latitude of the pole on its land, where that is the nearer one.
  private static func round(
    _ line: [Coordinate]
  ) -> (line: [Coordinate], pole: Double?)? {
    guard let first = line.first, let last = line.last,
      abs(abs(last.longitude - first.longitude) - 360) < 1e-6
    else { return nil }
    let turn = last.longitude > first.longitude ? 360.0 : -360
    let turns = (-2...2).flatMap { WorldTurns.shifted(line, by: Double($0) * turn) }
    // The land lies on the left: in the north of what leads to the east.
    let pole = turn > 0 ? 90.0 : -90
    let latitudes = line.map(\.latitude)
    return (
      turns, (latitudes.min() ?? 0) * pole > 0 && (latitudes.max() ?? 0) * pole > 0 ? pole : nil
    )
  }

  /// Ways one after another as far as they go.
  private static func joined(_ ways: [[Coordinate]]) -> [[Coordinate]] {
    var chains = ways.filter { $0.count > 1 }
    var byStart: [Coordinate: [Int]] = [:]
    for (i, chain) in chains.enumerated() { byStart[chain[0], default: []].append(i) }
    var isUsed = [Bool](repeating: false, count: chains.count)
    let ends = Set(chains.map { $0[$0.count - 1] })
    var result: [[Coordinate]] = []
    // Chains that nothing leads to come first, and rings after them.
    let order = chains.indices.sorted {
      let (a, b) = (ends.contains(chains[$0][0]), ends.contains(chains[$1][0]))
      return a == b ? $0 < $1 : !a
    }
    for i in order where !isUsed[i] {
      isUsed[i] = true
      var chain = chains[i]
      while let end = chain.last, end != chain.first,
        let next = byStart[end]?.first(where: { !isUsed[$0] })
      {
        isUsed[next] = true
        chain += chains[next].dropFirst()
        chains[next] = []
      }
      result.append(chain)
    }
    return result
  }

  /// How long gaps are at most, by the length of the coast on both sides of them.
  private static let largestGap = 0.05
  /// Of more chains hardly any belong together.
  private static let mostOpen = 1000

  /// Leads coasts straight over gaps, such as of a way that is missing: from an end to the nearest start, where that is
  /// nearer than the edge of the box.
  private mutating func closeGaps(within box: GeographicBounds) {
    let edge = BoxEdge(box)
    func isOpen(_ chain: [Coordinate]) -> Bool { chain.first != chain.last }
    func isInside(_ c: Coordinate) -> Bool {
      c.latitude > box.south && c.latitude < box.north && c.longitude > box.west
        && c.longitude < box.east
    }
    func toEdge(_ c: Coordinate) -> Double { CityShape.metres(c, edge.nearest(to: c)) }
    var open = chains.filter(isOpen)
    guard open.contains(where: { isInside($0[0]) || isInside($0[$0.count - 1]) }),
      open.count <= Self.mostOpen
    else { return }
    var lengths = open.map(CityShape.length)
    var closed: [[Coordinate]] = []
    while true {
      var best: (gap: Double, from: Int, to: Int)?
      for i in open.indices {
        let end = open[i][open[i].count - 1]
        guard isInside(end) else { continue }
        for k in open.indices where isInside(open[k][0]) {
          let gap = CityShape.metres(end, open[k][0])
          let coast = i == k ? lengths[i] : lengths[i] + lengths[k]
          guard gap < best?.gap ?? .infinity, gap <= Self.largestGap * coast, gap < toEdge(end),
            gap < toEdge(open[k][0])
          else { continue }
          best = (gap, i, k)
        }
      }
      guard let (gap, i, k) = best else { break }
      if i == k {
        closed.append(open[i] + [open[i][0]])
        open.remove(at: i)
        lengths.remove(at: i)
      } else {
        open[i] += open[k]
        lengths[i] += gap + lengths[k]
        open.remove(at: k)
        lengths.remove(at: k)
      }
    }
    chains = chains.filter { !isOpen($0) } + closed + open
  }
}
