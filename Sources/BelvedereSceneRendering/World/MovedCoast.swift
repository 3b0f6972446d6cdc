import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereWorld

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The coast of the coarse world moved and turned so that it meets that of a small box, which it may pass some ten kilometres off.
///
/// All of the map around the box is moved, the less the farther away, so that no place is moved over another one: land and
/// sea stay connected as they are, and no lake, island or bridge of land comes into being.
struct MovedCoast: Sendable {
  private let middle: Vector2
  /// What is at the middle of the box then, from there.
  private let shift: Vector2
  /// Radians about the middle.
  private let turn: Double
  /// Map points from the middle within which all moves as one.
  private let inner: Double
  /// Map points from the middle from which on nothing moves.
  let reach: Double
  private let grid: ValueGrid
  /// Map points from the world's coast as it is, positive on land.
  private let distances: [Float]
  let tint: Int?

  /// Metres by which the coast is moved at most: one that is farther off is another one.
  private static let farthest = 40_000.0
  /// How far the move reaches, by its length: of less than 1.5 places would be moved over others; and by the size of the
  /// box, where it turns.
  private static let (reach, turnedReach) = (2.5, 4.0)
  /// Cells along each side of the grid.
  private static let side = 384

  /// `nil` where no coast is near, or where the one there is needs no move.
  init?(_ box: MapRect, _ sides: BoxSides, _ map: WorldMap) {
    let middle = Vector2(box.midX, box.midY)
    let scale = MapPoint.metersPerMapPoint(
      at: MapPoint(x: middle.x, y: middle.y).coordinate.latitude)
    let size = (box.width + box.height) / 2
    let farthest = Self.farthest / scale
    let around = ValueGrid(
      around: box, side: Self.side, cell: (2.2 * farthest + 4 * size) / Double(Self.side))
    let world = WorldLand(around, map)
    let most = 60_000 / scale
    let coarse = world.distances(most: most)
    // The nearest coast tells where its land lies.
    guard
      let coast = Self.nearest(to: middle, around, coarse, { abs($0) <= 0.75 * around.cell }),
      (coast - middle).length <= farthest + 2 * size
    else { return nil }
    let wanted = sides.coast(
      beside: Self.inland(coast, around, coarse, over: max(size / 2, 2 * around.cell))
        ?? Vector2(0, 1))
    let target = wanted.distance
    let found = Self.nearest(to: middle, around, coarse) { distance in
      wanted.isLeast
        ? (target > 0 ? Double(distance) >= target : Double(distance) <= target)
        : abs(Double(distance) - target) <= 0.75 * around.cell
    }
    guard let found, (found - middle).length <= farthest else { return nil }
    if wanted.isLeast, (found - middle).length < 2 * around.cell { return nil }
    inner = 0.75 * max(box.width, box.height)
    let reach =
      inner
      + max(
        Self.reach * (found - middle).length, wanted.inland == nil ? size : Self.turnedReach * size)
    grid = ValueGrid(
      around: box, side: Self.side,
      cell: 2.1 * (reach + (found - middle).length) / Double(Self.side))
    let land = WorldLand(grid, map)
    tint = land.tint
    distances = land.distances(most: most)
    // Between the cells of the coarser grid.
    var q = found
    let step = max(size / 2, 1.5 * grid.cell)
    if !wanted.isLeast {
      for _ in 0..<6 {
        guard let inland = Self.inland(q, grid, distances, over: step) else { break }
        let missing = target - Double(grid.value(distances, at: q))
        q += inland * min(max(missing, -grid.cell), grid.cell)
      }
    }
    (self.middle, shift, self.reach) = (middle, q - middle, reach)
    if let here = wanted.inland, let there = Self.inland(q, grid, distances, over: step) {
      turn = atan2(
        here.x * there.y - here.y * there.x, here.x * there.x + here.y * there.y)
    } else {
      turn = 0
    }
  }

  /// The cell nearest to a place whose distance from the coast will do.
  private static func nearest(
    to place: Vector2, _ grid: ValueGrid, _ distances: [Float], _ isGood: (Double) -> Bool
  ) -> Vector2? {
    var (best, least) = (Vector2?.none, Double.infinity)
    for (i, distance) in distances.enumerated() where isGood(Double(distance)) {
      let p = grid.middle(i)
      let away = (p - place).length
      if away < least { (best, least) = (p, away) }
    }
    return best
  }

  /// The way to the land at a place, of length 1.
  private static func inland(
    _ p: Vector2, _ grid: ValueGrid, _ distances: [Float], over step: Double
  ) -> Vector2? {
    func value(_ x: Double, _ y: Double) -> Double {
      Double(grid.value(distances, at: p + Vector2(x, y)))
    }
    let slope = Vector2(value(step, 0) - value(-step, 0), value(0, step) - value(0, -step))
    return slope.length > 0 ? slope * (1 / slope.length) : nil
  }

  /// Map points from the moved coast at a place on the box's turn of the world, positive on land.
  func distance(at p: Vector2) -> Float {
    let way = p - middle
    let away = way.length
    var source = p
    if away < reach {
      let t = max((away - inner) / (reach - inner), 0)
      let part = 1 - t * t * (3 - 2 * t)
      var turned = way
      if turn != 0 {
        // Evenly over each doubling of the way, as a small box has little room to turn in.
        let u = max(log(max(away, inner) / inner) / log(reach / inner), 0)
        let angle = turn * (1 - u * u * (3 - 2 * u))
        let (c, s) = (cos(angle), sin(angle))
        turned = Vector2(way.x * c - way.y * s, way.x * s + way.y * c)
      }
      source = middle + turned + shift * part
    }
    return grid.value(distances, at: source)
  }

  /// How much a place is moved, from 1 beside the box to 0.
  func share(at p: Vector2) -> Double {
    let t = min(max(((p - middle).length - inner) / (reach - inner), 0), 1)
    return 1 - t * t * (3 - 2 * t)
  }
}
