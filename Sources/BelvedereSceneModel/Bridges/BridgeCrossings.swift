import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where ways of bridges cross other ways that lie lower.
struct BridgeCrossings {
  /// A crossing of a link between two places of the net.
  struct Crossing {
    var a, b: Int
    var level: Int
    /// The link below; `nil` for the ground.
    var below: (a: Int, b: Int)?
    /// The part of a road on the ground below; `nil` for a bridge.
    var leg: ApproachNetwork.Leg?
    /// Metres from what is below to the roadway.
    var clearance: Double
    var place: Coordinate
    /// Metres across of what is below.
    var width: Double
  }

  private(set) var all: [Crossing] = []

  /// Metres from a road's surface to that of one above it: for lorries or trains, and the deck's own depth.
  static func clearance(over kind: Road.Kind) -> Double {
    switch kind {
    case .rail: 7.5
    case .path: 4
    default: 6
    }
  }

  /// Pairs of links that are looked at: beyond all cities, which have some hundreds in a cell.
  private static let mostPairs = 100_000_000
  /// Crossings that are kept.
  private static let mostCrossings = 1_000_000

  /// Degrees of latitude of a cell.
  private static let cell = 0.001

  private struct Cell: Hashable {
    var x, y: Int

    func hash(into hasher: inout Hasher) { hasher.combine(x &<< 32 ^ y) }
  }

  /// A link of the net.
  private struct Segment {
    var a, b: Int
    var chain: Int
  }

  init(_ network: BridgeNetwork, _ roads: [Road]) {
    guard !network.chains.isEmpty else { return }
    var cells: [Cell: [Segment]] = [:]
    for (n, chain) in network.chains.enumerated() {
      for (a, b) in zip(chain.nodes, chain.nodes.dropFirst()) {
        for cell in Self.cells(network.places[a], network.places[b]) {
          cells[cell, default: []].append(Segment(a: a, b: b, chain: n))
        }
      }
    }
    var pairs = 0
    for (n, road) in roads.enumerated()
    where road.bridge == 0 && pairs < Self.mostPairs && all.count < Self.mostCrossings {
      for (k, (p, q)) in zip(road.path, road.path.dropFirst()).enumerated() {
        var seen: Set<Int> = []
        for cell in Self.cells(p, q) {
          pairs += cells[cell]?.count ?? 0
          for segment in cells[cell] ?? [] where seen.insert(segment.a << 32 | segment.b).inserted {
            let chain = network.chains[segment.chain]
            guard
              let place = Self.crossing(
                network.places[segment.a], network.places[segment.b], p, q)
            else { continue }
            all.append(
              Crossing(
                a: segment.a, b: segment.b, level: chain.level, below: nil,
                leg: ApproachNetwork.Leg(road: n, place: k),
                clearance: Self.clearance(over: road.kind), place: place, width: road.width))
          }
        }
      }
    }
    // In an order of their own, so that it is the same ones where there are too many.
    let keys = cells.keys.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    for segments in keys.map({ cells[$0] ?? [] }) {
      pairs += segments.count * segments.count
      guard pairs < Self.mostPairs, all.count < Self.mostCrossings else { break }
      for upper in segments {
        for lower in segments
        where network.chains[lower.chain].level < network.chains[upper.chain].level {
          let (over, under) = (network.chains[upper.chain], network.chains[lower.chain])
          guard
            let place = Self.crossing(
              network.places[upper.a], network.places[upper.b], network.places[lower.a],
              network.places[lower.b])
          else { continue }
          all.append(
            Crossing(
              a: upper.a, b: upper.b, level: over.level, below: (lower.a, lower.b),
              clearance: Self.clearance(over: under.kind), place: place, width: under.width))
        }
      }
    }
    // Cells come in any order.
    all.sort { ($0.a, $0.b, $0.clearance, $0.width) < ($1.a, $1.b, $1.clearance, $1.width) }
  }

  /// The cells of the box around two places, about as wide as high; none around one that is too large.
  private static func cells(_ p: Coordinate, _ q: Coordinate) -> [Cell] {
    func cell(_ v: Double) -> Int { Int(flooring: v / Self.cell, in: -(1 << 40)...(1 << 40)) }
    func range(_ a: Double, _ b: Double) -> ClosedRange<Int> { cell(min(a, b))...cell(max(a, b)) }
    let rows = range(p.latitude, q.latitude)
    guard rows.count <= 64 else { return [] }
    var found: [Cell] = []
    for y in rows {
      let narrowing = cos(Double(y) * Self.cell * .pi / 180)
      let columns = range(p.longitude * narrowing, q.longitude * narrowing)
      guard columns.count <= 64 else { return [] }
      found += columns.map { Cell(x: $0, y: y) }
    }
    return found
  }

  /// Where two lines cross within both of them, not at a place that is an end of both; `nil` for nowhere.
  private static func crossing(
    _ a: Coordinate, _ b: Coordinate, _ p: Coordinate, _ q: Coordinate
  ) -> Coordinate? {
    let (ux, uy) = (b.longitude - a.longitude, b.latitude - a.latitude)
    let (vx, vy) = (q.longitude - p.longitude, q.latitude - p.latitude)
    let determinant = ux * vy - uy * vx
    guard determinant != 0 else { return nil }
    let (wx, wy) = (p.longitude - a.longitude, p.latitude - a.latitude)
    let s = (wx * vy - wy * vx) / determinant
    let t = (wx * uy - wy * ux) / determinant
    guard s >= 0, s <= 1, t >= 0, t <= 1 else { return nil }
    let isEnd = (s < 1e-6 || s > 1 - 1e-6) && (t < 1e-6 || t > 1 - 1e-6)
    return isEnd ? nil : Coordinate(latitude: a.latitude + uy * s, longitude: a.longitude + ux * s)
  }
}
