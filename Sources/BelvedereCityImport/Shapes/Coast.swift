import BelvedereGeodesy
import BelvedereTerrain

/// Land from coastlines, which have it on their left.
struct Coast {
  /// Rings of land, islands and what the box cuts off.
  private(set) var land: [[Coordinate]] = []
  /// Coastlines that end within the box: the data do not tell how they go on.
  private(set) var openEnds = 0

  /// - Parameters:
  ///   - ways: pieces of coastline in any order, which meet at their ends.
  ///   - box: the land in it.
  init(_ ways: [[Coordinate]], within box: GeographicBounds) {
    let edge = BoxEdge(box)
    var arcs: [[Coordinate]] = []
    for chain in Self.joined(ways) {
      if let first = chain.first, first == chain.last, chain.count > 3,
        chain.allSatisfy({ box.contains(latitude: $0.latitude, longitude: $0.longitude) })
      {
        // Seas in the land are of no use here: they come as areas of water.
        if CityShape.area(ofRing: chain) > 0 { land.append(Array(chain.dropLast())) }
        continue
      }
      var parts = BoxCut(box).lines(chain)
      // Where a ring begins it goes on.
      if parts.count > 1, chain.first == chain.last, parts[0].first == chain.first,
        parts[parts.count - 1].last == chain.first, let last = parts.popLast()
      {
        parts[0] = last + parts[0].dropFirst()
      }
      for part in parts {
        var arc = part
        // What ends inside goes on straight to the nearest edge.
        for isStart in [true, false] {
          guard let end = isStart ? arc.first : arc.last, !edge.has(end) else { continue }
          openEnds += 1
          let place = edge.nearest(to: end)
          if isStart { arc.insert(place, at: 0) } else { arc.append(place) }
        }
        arcs.append(arc)
      }
    }
    land += Self.closed(arcs, along: edge)
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

/// The edge of a box, counterclockwise from its southwest as 0 to 4.
struct BoxEdge {
  private let box: GeographicBounds

  init(_ box: GeographicBounds) { self.box = box }

  /// Whether a place lies on the edge.
  func has(_ place: Coordinate) -> Bool {
    let (width, height) = (box.east - box.west, box.north - box.south)
    return min(abs(place.longitude - box.west), abs(place.longitude - box.east)) < 1e-9 * width
      || min(abs(place.latitude - box.south), abs(place.latitude - box.north)) < 1e-9 * height
  }

  /// Where a place on the edge is.
  func position(of place: Coordinate) -> Double {
    let x = min(max((place.longitude - box.west) / (box.east - box.west), 0), 1)
    let y = min(max((place.latitude - box.south) / (box.north - box.south), 0), 1)
    let nearest = min(y, 1 - x, 1 - y, x)
    if nearest == y { return x }
    if nearest == 1 - x { return 1 + y }
    return nearest == 1 - y ? 3 - x : 4 - y
  }

  /// The nearest place on the edge.
  func nearest(to place: Coordinate) -> Coordinate { self.place(at: position(of: place)) }

  /// How far it is from one position to another, counterclockwise.
  func distance(from a: Double, to b: Double) -> Double { b >= a ? b - a : b - a + 4 }

  /// The corners between two positions, counterclockwise.
  func corners(from a: Double, to b: Double) -> [Coordinate] {
    let way = distance(from: a, to: b)
    var corner = a.rounded(.down) + 1
    var result: [Coordinate] = []
    while corner - a < way {
      result.append(place(at: corner))
      corner += 1
    }
    return result
  }

  private func place(at position: Double) -> Coordinate {
    let side = position >= 4 ? position - 4 : position
    let part = side - side.rounded(.down)
    let (width, height) = (box.east - box.west, box.north - box.south)
    return switch Int(flooring: side, in: 0...3) {
    case 0: Coordinate(latitude: box.south, longitude: box.west + part * width)
    case 1: Coordinate(latitude: box.south + part * height, longitude: box.east)
    case 2: Coordinate(latitude: box.north, longitude: box.east - part * width)
    default: Coordinate(latitude: box.north - part * height, longitude: box.west)
    }
  }
}
