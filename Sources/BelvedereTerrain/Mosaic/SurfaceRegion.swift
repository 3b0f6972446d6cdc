import BelvedereGeoMath
import BelvedereGeodesy

/// A rectangle of a mosaic with a surface of its own.
struct SurfaceRegion: Sendable {
  let tiles: SurfaceTiles
  /// The elevation as it is drawn, `nil` where there is none, of ground that the samples only come near to: rays
  /// that meet these are led on to it. `nil` where the samples are the ground.
  let truth: (@Sendable (Coordinate) -> Double?)?

  /// Map points from the mosaic's corner.
  var x: ClosedRange<Double> { tiles.columns[0]...tiles.columns[tiles.columns.count - 1] }
  var y: ClosedRange<Double> { tiles.rows[0]...tiles.rows[tiles.rows.count - 1] }

  func contains(_ position: Vector2) -> Bool { x.contains(position.x) && y.contains(position.y) }

  /// A position in that world in which the region lies, if it lies in one.
  func nearestCopy(of position: Vector2) -> Vector2 {
    if x.contains(position.x) { return position }
    let turns = ((position.x - x.lowerBound) / MapPoint.worldWidth).rounded(.down)
    return Vector2(position.x - turns * MapPoint.worldWidth, position.y)
  }

  func ground(at position: Vector2) -> (elevation: Double, gradient: Vector2)? {
    guard contains(position) else { return nil }
    let (i, j) = tiles.tile(at: position)
    return tiles.surface(i, j).ground(at: position)
  }

  /// The parameters between which a ray is between the rows and in a range of heights; infinite where
  /// that does not end.
  func verticalSpan(
    of ray: SurfaceRay, _ range: ClosedRange<Double>?
  ) -> (start: Double, end: Double)? {
    guard let range else { return nil }
    let slack = 1e-9 * (abs(ray.origin.z) + abs(range.lowerBound) + abs(range.upperBound)) + 1e-9
    let heights = range.lowerBound - slack...range.upperBound + slack
    var span = (start: ray.minimum, end: ray.maximum)
    guard Self.clip(&span, ray.origin.z, ray.direction.z, heights),
      Self.clip(&span, ray.origin.y, ray.direction.y, y)
    else { return nil }
    return span
  }

  /// The parameters between which a ray is over the rectangle.
  func span(of ray: SurfaceRay) -> (start: Double, end: Double)? {
    var span = (start: ray.minimum, end: ray.maximum)
    guard Self.clip(&span, ray.origin.x, ray.direction.x, x),
      Self.clip(&span, ray.origin.y, ray.direction.y, y)
    else { return nil }
    return span
  }

  private static func clip(
    _ span: inout (start: Double, end: Double), _ origin: Double, _ direction: Double,
    _ range: ClosedRange<Double>
  ) -> Bool {
    guard abs(direction) >= RayTraversal.still else { return range.contains(origin) }
    let a = (range.lowerBound - origin) / direction
    let b = (range.upperBound - origin) / direction
    span.start = max(span.start, min(a, b))
    span.end = min(span.end, max(a, b))
    return span.start <= span.end
  }

  /// The first hit between two parameters, at which the ray is over the rectangle.
  func firstHit(_ ray: SurfaceRay, from start: Double, to end: Double) -> TerrainHit? {
    first(along: ray, from: start, to: end) { $0.cast($1) }
  }

  /// The first parameter between two at which a ray is as near to the samples as they may be to the ground, or comes
  /// near to them; `nil` where it does not.
  func approach(of ray: SurfaceRay, from start: Double, to end: Double) -> Double? {
    first(along: ray, from: start, to: end) { $0.approach(of: $1) }
  }

  /// What is found first in the tiles under a ray, in each on the part of the ray over it.
  @inline(__always)
  private func first<Found>(
    along ray: SurfaceRay, from start: Double, to end: Double,
    in tile: (SurfaceTile, SurfaceRay) -> Found?
  ) -> Found? {
    var walk = TileWalk(tiles, ray, at: start)
    while true {
      let exit = min(walk.exit, end)
      // A little into the next tile, which has the same cells there: rounding leaves no crack.
      let reach = min(end, exit + 1e-9 * abs(exit) + 1e-12)
      if mayMeet(ray, walk.i, walk.j, max(walk.t, start), reach) {
        var part = ray
        part.minimum = max(walk.t - 1e-9 * abs(walk.t), start)
        part.maximum = reach
        if let found = tile(tiles.surface(walk.i, walk.j), part) { return found }
      }
      guard walk.exit < end, walk.advance() else { return nil }
    }
  }

  /// Cells of the samples that a ray passes for each unit of its parameter; 0 straight up and down.
  func cellsPassed(by ray: SurfaceRay) -> Double {
    max(
      abs(ray.direction.x) / (tiles.columns[1] - tiles.columns[0]),
      abs(ray.direction.y) / (tiles.rows[1] - tiles.rows[0]))
  }

  /// Whether a ray may meet a tile: it is not known to be above or below all of it.
  private func mayMeet(
    _ ray: SurfaceRay, _ i: Int, _ j: Int, _ start: Double, _ end: Double
  ) -> Bool {
    guard let known = tiles.knownRange(i, j) else { return true }
    guard let range = known else { return false }
    guard end.isFinite else { return true }
    let (a, b) = (ray.origin.z + ray.direction.z * start, ray.origin.z + ray.direction.z * end)
    let slack = 1e-9 * (abs(ray.origin.z) + abs(a) + abs(b) + abs(range.upperBound)) + 1e-9
    return max(a, b) >= range.lowerBound - slack && min(a, b) <= range.upperBound + slack
  }

  /// A thousandth of the way over a cell: less is no progress along a ray.
  func leastStep(of ray: SurfaceRay) -> Double { 1e-3 / cellsPassed(by: ray) }

  /// The parameter at which a ray leaves the ground around a position: the tile where that has no
  /// hole, else the cell; at most the rectangle.
  func end(ofGroundAt position: Vector2, _ ray: SurfaceRay, from t: Double) -> Double {
    let (i, j) = tiles.tile(at: position)
    // What the samples say of holes is not the truth where there is another one.
    let isWhole = truth == nil && tiles.surface(i, j).surface?.hasVoids == false
    func exit(
      _ lines: [Double], _ tile: ClosedRange<Int>, _ at: Double, _ origin: Double,
      _ direction: Double
    ) -> Double {
      guard abs(direction) >= RayTraversal.still else { return .infinity }
      let cell = SurfaceTiles.cell(lines, at: at)
      let line =
        direction > 0
        ? (isWhole ? tile.upperBound : cell + 1) : (isWhole ? tile.lowerBound : cell)
      return (lines[line] - origin) / direction
    }
    return max(
      t,
      min(
        exit(
          tiles.columns, tiles.columnLines(i), position.x, ray.origin.x, ray.direction.x),
        exit(tiles.rows, tiles.rowLines(j), position.y, ray.origin.y, ray.direction.y)))
  }
}

/// The tiles under a ray, one after another.
private struct TileWalk {
  private let tiles: SurfaceTiles
  private let ray: SurfaceRay
  private(set) var i, j: Int
  private(set) var t: Double
  private var tx = 0.0
  private var ty = 0.0

  init(_ tiles: SurfaceTiles, _ ray: SurfaceRay, at t: Double) {
    self.tiles = tiles
    self.ray = ray
    self.t = t
    let x = ray.direction.x == 0 ? ray.origin.x : ray.origin.x + ray.direction.x * t
    let y = ray.direction.y == 0 ? ray.origin.y : ray.origin.y + ray.direction.y * t
    (i, j) = tiles.tile(at: Vector2(x, y))
    update()
  }

  /// Where the ray leaves the tile.
  var exit: Double { min(tx, ty) }

  private mutating func update() {
    func time(_ line: Double, _ origin: Double, _ direction: Double) -> Double {
      abs(direction) < RayTraversal.still ? .infinity : (line - origin) / direction
    }
    let (c, r) = (tiles.columnLines(i), tiles.rowLines(j))
    let (d, o) = (ray.direction, ray.origin)
    tx = time(tiles.columns[d.x > 0 ? c.upperBound : c.lowerBound], o.x, d.x)
    ty = time(tiles.rows[d.y > 0 ? r.upperBound : r.lowerBound], o.y, d.y)
  }

  /// Into the next tile; `false` where there is none.
  mutating func advance() -> Bool {
    t = max(t, exit)
    if tx <= ty { i += ray.direction.x > 0 ? 1 : -1 } else { j += ray.direction.y > 0 ? 1 : -1 }
    guard i >= 0, j >= 0, i < tiles.across, j < tiles.down else { return false }
    update()
    return true
  }
}
