import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import CBelvedereShading

/// An overlay's outline as the kernels look it up: grids over its edges, made once.
///
/// Each grid's cells are twice as large as those of the one before it, and list the edges that come
/// within half a cell; a footprint is evaluated in the grid whose cells are about as large as it is.
/// Coarser grids have fewer edges: what is nearer than a sixty-fourth of their cells is left out.
///
/// Memory: about 500 bytes a vertex and the cells', which ``init(_:isClosed:mostCells:)`` bounds.
final class OverlayOutline: Sendable {
  /// The corner of the box around it, and its size, map points.
  let origin: Vector2
  let size: Vector2
  /// Map points of a unit of the grids' whole numbers.
  let unit: Double
  /// Whether no cell has too many edges to list.
  var isListed: Bool { !storage.contains { $0.isCrowded } }
  /// Whether it has edges without a line.
  let hasSeams: Bool
  /// The length of all its rings or lines, map points.
  let length: Double
  let grids: FrozenArray<BelvedereGrid>
  /// The part of the box that is filled, cell by cell, for cells with too many edges; empty without
  /// any.
  let filled: FrozenArray<Float>
  /// Keeps alive what the grids point to.
  private let storage: [EdgeGrid]

  static let filledSide = 512

  /// - Parameters:
  ///   - lines: rings or lines, map points.
  ///   - mostCells: how many cells a grid may have.
  init(_ outline: [EdgeLine], isClosed: Bool, bounds: MapRect, length: Double, mostCells: Int) {
    let origin = Vector2(bounds.minX, bounds.minY)
    self.origin = origin
    size = Vector2(bounds.width, bounds.height)
    self.length = length
    var lines = outline.map { $0.moved(by: origin * -1) }
    let extent = max(bounds.width, bounds.height, 1e-3)
    unit = extent / Double(1 << 29)
    let edges = lines.reduce(0) { $0 + $1.points.count }
    // A grid of few cells over a few edges would send too many pixels to the edges.
    let side = max(Double(mostCells).squareRoot(), 8)
    var cell = extent / side
    let most = EdgeGrid.mostSteps(edges)
    while EdgeGrid.steps(lines, cell: cell) > most, cell < extent { cell *= 2 }
    let isSimple = lines.count == 1 && lines[0].comesNowhereTwice
    var grids: [EdgeGrid] = []
    var list = OutlineEdges(lines, unit: unit)
    hasSeams = list.hasSeams
    while true {
      grids.append(
        EdgeGrid(
          list, size: size, cell: cell, isClosed: isClosed,
          isSimple: isSimple, finer: grids.last))
      if cell > extent { break }
      cell *= 2
      let simpler = lines.compactMap { $0.simplified(tolerance: cell / 64) }
      if simpler.reduce(0, { $0 + $1.points.count }) < lines.reduce(0, { $0 + $1.points.count }) {
        list = OutlineEdges(simpler, unit: unit)
      }
      lines = simpler
    }
    storage = grids
    self.grids = FrozenArray(grids.map { $0.kernelGrid })
    filled = FrozenArray(
      isClosed && grids.contains { $0.isCrowded } ? Self.filled(outline, bounds) : [])
  }

  private static func filled(_ rings: [EdgeLine], _ bounds: MapRect) -> [Float] {
    let n = filledSide
    var mask = CoverageMask(width: n, height: n)
    let scale = Vector2(
      Double(n) / max(bounds.width, 1e-9), Double(n) / max(bounds.height, 1e-9))
    for ring in rings {
      mask.add(
        ring: ring.points.map {
          Vector2(($0.place.x - bounds.minX) * scale.x, ($0.place.y - bounds.minY) * scale.y)
        })
    }
    var cells = [Float](repeating: 0, count: n * n)
    mask.forEachCovered(rule: .evenOdd) { x, y, coverage in cells[y * n + x] = coverage }
    return cells
  }
}

/// A ring or a line with the way to each of its points.
struct EdgeLine {
  struct Point {
    var place: Vector2
    /// Along the whole outline.
    var way: Double
    /// Whether the edge from here to the next one has no line.
    var isSeam = false
  }

  private(set) var points: [Point]
  let isClosed: Bool
  /// The way at which it begins, and at which it ends.
  let start, end: Double

  /// Lines from points, without repeated ones; those without any length are left out.
  static func lines(_ rings: [[Vector2]], isClosed: Bool) -> [EdgeLine] {
    var way = 0.0
    var lines: [EdgeLine] = []
    for ring in rings {
      guard let first = ring.first else { continue }
      let start = way
      var points = [Point(place: first, way: way)]
      var last = first
      for p in ring.dropFirst() where p != last {
        way += (p - last).length
        points.append(Point(place: p, way: way))
        last = p
      }
      if isClosed, points.count > 1 {
        if last == first { points.removeLast() } else { way += (first - last).length }
      }
      guard points.count > 1 else { continue }
      lines.append(EdgeLine(kept: points, isClosed: isClosed, start: start, end: way))
    }
    return lines
  }

  /// A line of points that may be repeated; `nil` for one without any length.
  init?(points given: [Point], isClosed: Bool, start: Double, end: Double) {
    var points: [Point] = []
    for p in given {
      if points.last?.place == p.place { points.removeLast() }
      points.append(p)
    }
    if isClosed, points.count > 1, points.last?.place == points.first?.place { points.removeLast() }
    guard points.count > 1 else { return nil }
    self.init(kept: points, isClosed: isClosed, start: start, end: end)
  }

  private init(kept points: [Point], isClosed: Bool, start: Double, end: Double) {
    (self.points, self.isClosed, self.start, self.end) = (points, isClosed, start, end)
  }

  func moved(by way: Vector2) -> EdgeLine {
    var line = self
    for i in line.points.indices { line.points[i].place += way }
    return line
  }

  /// Whether no two of its points are the same.
  var comesNowhereTwice: Bool {
    Set(points.map { SIMD2($0.place.x, $0.place.y) }).count == points.count
  }

  /// Without points that are nearer than so much to the one before; `nil` for a ring of which nothing
  /// remains.
  func simplified(tolerance: Double) -> EdgeLine? {
    guard var last = points.first else { return nil }
    var kept = [last]
    for p in points.dropFirst() {
      // What closes an area in one world and the next stays where it is.
      let isJoint = p.isSeam != kept[kept.count - 1].isSeam
      guard isJoint || (p.place - last.place).length >= tolerance else { continue }
      kept.append(p)
      last = p
    }
    if isClosed {
      if kept.count < 3 { return nil }
    } else if let end = points.last, end.way > last.way {
      // A line keeps its ends.
      if kept.count > 1 { kept.removeLast() }
      kept.append(end)
    }
    return EdgeLine(kept: kept, isClosed: isClosed, start: start, end: end)
  }
}
