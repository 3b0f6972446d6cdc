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
/// Memory: up to 800 bytes a vertex and the cells', which ``init(_:isClosed:bounds:length:mostCells:isDashed:)`` bounds.
final class OverlayOutline: Sendable {
  /// The corner of the box around it, and its size, map points.
  let origin: Vector2
  let size: Vector2
  /// Map points of a unit of the grids' whole numbers.
  let unit: Double
  /// Whether it has edges without a line.
  let hasSeams: Bool
  /// The length of all its rings or lines, map points.
  let length: Double
  let grids: FrozenArray<BelvedereGrid>
  /// Keeps alive what the grids point to.
  private let storage: [EdgeGrid]

  /// - Parameters:
  ///   - lines: rings or lines, map points.
  ///   - mostCells: how many cells a grid may have.
  ///   - isDashed: whether ways on the ground are wanted, of lines that know them.
  init(
    _ outline: [EdgeLine], isClosed: Bool, bounds: MapRect, length: Double, mostCells: Int,
    isDashed: Bool
  ) {
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
    var list = OutlineEdges(lines, unit: unit, isDashed: isDashed)
    hasSeams = list.hasSeams
    while true {
      let grid = EdgeGrid(
        list, size: size, cell: cell, isClosed: isClosed, isSimple: isSimple, finer: grids.last,
        most: cell > extent ? .max : EdgeGrid.mostListed(edges))
      if let grid { grids.append(grid) }
      if cell > extent { break }
      cell *= 2
      // Of very many long edges the first grid is one of larger cells.
      if grid == nil { continue }
      let simpler = lines.compactMap { $0.simplified(tolerance: cell / 64) }
      if simpler.reduce(0, { $0 + $1.points.count }) < lines.reduce(0, { $0 + $1.points.count }) {
        list = OutlineEdges(simpler, unit: unit, isDashed: isDashed)
      }
      lines = simpler
    }
    storage = grids
    self.grids = FrozenArray(grids.map { $0.kernelGrid })
  }
}
