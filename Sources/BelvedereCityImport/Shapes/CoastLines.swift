import BelvedereGeodesy
import BelvedereTerrain

/// Coastlines in a box.
struct CoastLines {
  /// Islands, and seas in land, that lie wholly in the box; the first place is not repeated.
  private(set) var rings: [[Coordinate]] = []
  /// What the edge of the box cuts, and what ends in it.
  private(set) var arcs: [[Coordinate]] = []
  private let edge: BoxEdge

  /// - Parameter chains: those of ``CoastChains``.
  init(_ chains: [[Coordinate]], within box: GeographicBounds) {
    edge = BoxEdge(box)
    let cut = BoxCut(box)
    for chain in chains {
      if chain.first == chain.last, chain.count > 3, chain.allSatisfy(box.holds) {
        rings.append(Array(chain.dropLast()))
        continue
      }
      var parts = cut.linesHere(chain)
      // Where a ring begins it goes on.
      if parts.count > 1, chain.first == chain.last, parts[0].first == chain.first,
        parts[parts.count - 1].last == chain.first, let last = parts.popLast()
      {
        parts[0] = last + parts[0].dropFirst()
      }
      arcs += parts
    }
  }

  /// Where arcs begin or end off the edge of the box.
  var openEnds: [Coordinate] {
    arcs.flatMap { [$0[0], $0[$0.count - 1]] }.filter { !edge.has($0) }
  }

  /// Metres of coast.
  var length: Double {
    arcs.reduce(0) { $0 + CityShape.length($1) }
      + rings.reduce(0) { $0 + CityShape.length($1 + $1.prefix(1)) }
  }

  /// How much of the coast and of the box is left at least where ends are left out.
  private static let leastShare = 0.25
  /// With more ends the data have more gaps than coast.
  private static let mostEnds = 24

  /// The part of a box in which no coast ends; `nil` where little would be left.
  ///
  /// For each end one side of the box is moved to it: the side that leaves most of the coast and of the box.
  static func box(in whole: GeographicBounds, ofWhole chains: [[Coordinate]]) -> GeographicBounds? {
    var box = whole
    var lines = CoastLines(chains, within: box)
    func size(_ box: GeographicBounds) -> Double { (box.north - box.south) * (box.east - box.west) }
    let (most, area) = (max(lines.length, 1), size(whole))
    var share = 1.0
    for _ in 0...mostEnds {
      guard let end = lines.openEnds.first else { return share >= leastShare ? box : nil }
      var sides = [box, box, box, box]
      sides[0].south = end.latitude
      sides[1].north = end.latitude
      sides[2].west = end.longitude
      sides[3].east = end.longitude
      share = 0
      let before = box
      for side in sides where side.south < side.north && side.west < side.east && side != before {
        let left = CoastLines(chains, within: side)
        let part = left.length / most * size(side) / area
        if part > share { (share, box, lines) = (part, side, left) }
      }
      if share < leastShare { return nil }
    }
    return nil
  }

  /// The arcs, led on to the edge of the box where they end before it.
  func led(to edge: BoxEdge) -> [[Coordinate]] {
    arcs.map { arc in
      var result = arc
      if !edge.has(arc[0]) { result.insert(way(on: arc.reversed(), to: edge), at: 0) }
      if !edge.has(arc[arc.count - 1]) { result.append(way(on: arc, to: edge)) }
      return result
    }
  }

  /// How much longer than to the nearest place of the edge the way in the coast's own direction is at most.
  private static let longestWay = 3.0

  /// Where a line meets the edge of the box beyond its last place: in the direction in which it has gone so far, or
  /// at the nearest place of the edge where that leads far or over a coast.
  private func way(on line: [Coordinate], to edge: BoxEdge) -> Coordinate {
    let end = line[line.count - 1]
    let nearest = edge.nearest(to: end)
    let least = CityShape.metres(end, nearest)
    // Harbours turn a coast hither and thither over less than what is missing.
    var before = end
    for place in line.reversed() {
      before = place
      if CityShape.metres(place, end) >= 2 * least { break }
    }
    guard let ahead = edge.meeting(from: before, through: end),
      CityShape.metres(end, ahead) <= Self.longestWay * least,
      !arcs.contains(where: { Self.crosses($0, end, ahead) })
    else { return nearest }
    return ahead
  }

  /// Whether a line crosses the inside of a segment.
  private static func crosses(_ line: [Coordinate], _ a: Coordinate, _ b: Coordinate) -> Bool {
    func side(_ p: Coordinate, _ q: Coordinate, _ r: Coordinate) -> Double {
      (q.longitude - p.longitude) * (r.latitude - p.latitude)
        - (q.latitude - p.latitude) * (r.longitude - p.longitude)
    }
    return zip(line, line.dropFirst()).contains { p, q in
      guard p != a, q != a else { return false }
      return (side(a, b, p) > 0) != (side(a, b, q) > 0)
        && (side(p, q, a) > 0) != (side(p, q, b) > 0)
    }
  }
}

extension GeographicBounds {
  /// Whether a place lies inside or on the edge, on this turn of the world.
  func holds(_ place: Coordinate) -> Bool {
    place.latitude >= south && place.latitude <= north && place.longitude >= west
      && place.longitude <= east
  }
}
