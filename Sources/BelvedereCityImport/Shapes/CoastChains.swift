import BelvedereGeodesy
import BelvedereTerrain

/// Pieces of coastline put together, which go on beyond ±180° without a leap.
struct CoastChains {
  /// Rings end where they begin.
  private(set) var chains: [[Coordinate]]

  /// - Parameter box: gaps in it that are short beside the coast are closed.
  init(_ ways: [[Coordinate]], within box: GeographicBounds) {
    chains = Self.joined(
      ways.map { way in
        // The antimeridian is written in two ways.
        way.map { $0.longitude == 180 ? Coordinate(latitude: $0.latitude, longitude: -180) : $0 }
      }
    ).flatMap { chain in
      let line = WorldTurns.unwrapped(chain)
      return WorldTurns.shifts(of: line, in: box).map { WorldTurns.shifted(line, by: $0) }
    }
    closeGaps(within: box)
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
