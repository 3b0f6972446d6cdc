import BelvedereGeoMath
import BelvedereGeodesy

/// What lies beside ramps: roads, the walls of buildings, and shores.
struct RampSurroundings {
  /// A straight part of a road's axis, of a building's outline or of a shore.
  struct Edge {
    var a, b: Coordinate
    /// Metres above the datum of a roadway that is raised, at both ends.
    var heights: (Double, Double)?
    /// Metres.
    var halfWidth = 0.0
    /// Whether people or trains move along it.
    var isWay = false

    /// Metres above the datum of a raised roadway at a part of the way; `nil` on the ground.
    func elevation(_ t: Double) -> Double? { heights.map { $0.0 + ($0.1 - $0.0) * t } }
  }

  private var edges: [Edge] = []
  /// The edges in each cell near ramps.
  private var cells: [Cell: [Int]] = [:]
  /// Edges that may still be looked at.
  private var budget = 200_000_000
  /// The number of the last search, and of the last one in which each edge was found.
  private var stamp = 0
  /// What that search looked through, what it found, and how many edges it looked at.
  private var last: (low: Cell, high: Cell, found: [Edge], count: Int)?
  private var stamps: [Int] = []

  /// Edges that are kept; of a place with more than that all ramps have walls.
  private static let mostEdges = 4_000_000
  /// Degrees of a cell, at least some 50 m as far as 60° from the equator, and of a block of cells.
  private static let (latitudes, longitudes) = (0.0005, 0.001)
  private static let block = 10
  /// Metres beside a bar that are looked through.
  private static let reach = 40.0

  private struct Cell: Hashable {
    var x, y: Int

    func hash(into hasher: inout Hasher) { hasher.combine(x &<< 32 ^ y) }

    init(_ place: Coordinate) {
      func number(_ v: Double) -> Int { Int(flooring: v, in: -1_000_000...1_000_000) }
      x = number(wrappedLongitude(place.longitude) / RampSurroundings.longitudes)
      y = number(place.latitude / RampSurroundings.latitudes)
    }

    init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

    /// Itself and those around it.
    var all: [Cell] {
      (-1...1).flatMap { j in (-1...1).map { i in Cell(x: x + i, y: y + j) } }
    }

    /// The number of the block in which it is.
    var inBlock: Cell {
      Cell(
        x: (x + 1_000_000) / RampSurroundings.block, y: (y + 1_000_000) / RampSurroundings.block)
    }
  }

  /// - Parameters:
  ///   - roads: with their places where they are raised.
  ///   - shores: the rings of waters and of land in the sea.
  ///   - places: those of all ramps.
  init(
    roads: [Road], joints: [Int: [RoadJoint]], buildings: ObjectList<Building>,
    shores: [[Coordinate]], around places: [Coordinate], elevation: (Coordinate) -> Double
  ) {
    guard !places.isEmpty else { return }
    let own = Set(places.map(Cell.init))
    cells = Dictionary(uniqueKeysWithValues: Set(own.flatMap(\.all)).map { ($0, []) })
    for (n, road) in roads.enumerated() where Self.isWay(road) {
      guard let joints = joints[n] else {
        for (a, b) in zip(road.path, road.path.dropFirst()) {
          add(Edge(a: a, b: b, halfWidth: road.width / 2, isWay: true))
        }
        continue
      }
      for (a, b) in zip(joints, joints.dropFirst()) {
        var edge = Edge(a: a.coordinate, b: b.coordinate, halfWidth: road.width / 2, isWay: true)
        if a.elevation != nil || b.elevation != nil {
          edge.heights = (
            a.elevation ?? elevation(a.coordinate), b.elevation ?? elevation(b.coordinate)
          )
        }
        add(edge)
      }
    }
    let blocks = Set(cells.keys.flatMap { $0.inBlock.all })
    for building in buildings where building.minHeight < 2 {
      guard let corner = building.footprint.rings.first?.first, corner.isValid,
        blocks.contains(Cell(corner).inBlock)
      else { continue }
      for ring in building.footprint.rings { add(ring: ring) }
    }
    for ring in shores { add(ring: ring) }
  }

  /// Whether a road is drawn where it would be in the way.
  private static func isWay(_ road: Road) -> Bool {
    road.isDrawn && road.kind != .ferry && road.path.count >= 2
  }

  private mutating func add(ring: [Coordinate]) {
    guard var a = ring.last else { return }
    for b in ring {
      if a != b { add(Edge(a: a, b: b)) }
      a = b
    }
  }

  private mutating func add(_ edge: Edge) {
    guard edge.a.isValid, edge.b.isValid, edges.count < Self.mostEdges else { return }
    let (from, to) = (Cell(edge.a), Cell(edge.b))
    var isKept = false
    func keep(_ cell: Cell) {
      guard let known = cells[cell], known.last != edges.count else { return }
      cells[cell, default: []].append(edges.count)
      isKept = true
    }
    if from == to {
      keep(from)
    } else {
      // Longer ones in pieces, each of which touches few cells; around the world there is none.
      let steps = max(abs(from.x - to.x), abs(from.y - to.y)) + 1
      guard steps <= 4096 else { return }
      var before = from
      for k in 1...steps {
        let cell = Cell(edge.a.toward(edge.b, Double(k) / Double(steps)))
        for y in min(before.y, cell.y)...max(before.y, cell.y) {
          for x in min(before.x, cell.x)...max(before.x, cell.x) { keep(Cell(x: x, y: y)) }
        }
        before = cell
      }
    }
    if isKept {
      edges.append(edge)
      stamps.append(0)
    }
  }

  /// Whether so much lies beside the ramps that not all of it is known.
  var isFull: Bool { edges.count >= Self.mostEdges || budget <= 0 }

  /// All edges within some 40 m of a bar, each once, in no order that means anything.
  mutating func edges(near a: Coordinate, _ b: Coordinate) -> [Edge] {
    let degree = CoordinateRegion.metersPerDegree(at: a.latitude)
    let (up, right) = (Self.reach / degree.latitude, Self.reach / max(degree.longitude, 1))
    let low = Cell(
      Coordinate(
        latitude: min(a.latitude, b.latitude) - up, longitude: min(a.longitude, b.longitude) - right
      )
    )
    let high = Cell(
      Coordinate(
        latitude: max(a.latitude, b.latitude) + up, longitude: max(a.longitude, b.longitude) + right
      )
    )
    guard low.x <= high.x, low.y <= high.y, high.x - low.x < 64, high.y - low.y < 64 else {
      return []
    }
    // Bars that follow each other mostly lie in the same cells.
    if let last, last.low == low, last.high == high {
      budget -= last.count
      return budget > 0 ? last.found : []
    }
    stamp += 1
    var found: [Edge] = []
    let before = budget
    for y in low.y...high.y {
      for x in low.x...high.x {
        let here = cells[Cell(x: x, y: y)] ?? []
        budget -= here.count
        guard budget > 0 else { return [] }
        for n in here where stamps[n] != stamp {
          stamps[n] = stamp
          found.append(edges[n])
        }
      }
    }
    last = (low, high, found, before - budget)
    return found
  }
}
