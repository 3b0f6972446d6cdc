import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereWorld

/// The coast of the coarse world beside a scene, moved so that it goes on from the scene's own.
///
/// At the scene's edge the ground is what the scene says there, and away from it by about the scene's size, 60 km at most, what
/// the world says; in between it is by the mean of the signed distances from both coasts. That of the scene goes on from its edge
/// away from its middle. Where a scene is small beside the world's errors, the world is moved to meet it first (``MovedCoast``).
struct FittedShore: Sendable {
  /// Cells of the grid along each side.
  private static let side = 256
  private let box: MapRect
  /// Map points over which the scene's word fades.
  let reach: Double
  /// The part of it over which the scene's own coast goes on.
  private let nearReach: Double
  private let isSmall: Bool
  private let grid: ValueGrid
  /// Map points from the shore of the fitted world, positive on land.
  private let distances: [Float]
  /// The world around a small scene; `nil` where it stays as it is.
  private let moved: MovedCoast?
  /// Where the scene's coast crosses the edge of the box, which the grid tells to a cell only.
  private let edge: BoxShore?
  /// Cells over which that fades, and to how many distances along the edge and from the fitted coast are cut then.
  private static let (edgeFading, ours, theirs) = (4.0, 1.0, 3.0)
  /// The country of most of the land.
  let tint: Int?
  private let metersPerMapPoint: Double

  /// Metres of fading, at most and for scenes that are large, by their size.
  private static let fading = (least: 20_000.0, most: 60_000.0)
  /// Metres up to which a scene is small: the coast of the world does not tell such a one from a point.
  private static let largestSmall = 25_000.0
  /// To what parts of the size of a small one distances from its coast and from the world's are cut.
  private static let clearances: (ours: Float, theirs: Float) = (0.3, 0.2)

  init(_ box: MapRect, _ shore: SceneShore, _ map: WorldMap) {
    self.box = box
    edge = shore.edge(of: box)
    let scale = MapPoint.metersPerMapPoint(
      at: MapPoint(x: box.midX, y: box.midY).coordinate.latitude)
    metersPerMapPoint = scale
    let size = (box.width + box.height) / 2
    let isSmall = size * scale <= Self.largestSmall
    self.isSmall = isSmall
    let nearReach = min(
      max(0.8 * size, isSmall ? 0 : Self.fading.least / scale), Self.fading.most / scale)
    self.nearReach = nearReach
    let side = Self.side
    let cell = (max(box.width, box.height) + 2.1 * nearReach) / Double(side)
    let grid = ValueGrid(around: box, side: side, cell: cell)
    self.grid = grid
    let world = WorldLand(grid, map)
    func isInside(_ p: Vector2) -> Bool {
      p.x >= box.minX && p.x <= box.maxX && p.y >= box.minY && p.y <= box.maxY
    }
    // What the scene does not know of its box, the world does.
    let told = shore.land(corner: grid.corner, cell: cell, side: side, where: isInside)
    let known = told.indices.map { told[$0] ?? (isInside(grid.middle($0)) ? world.cells[$0] : nil) }
    let most = Float(Self.fading.most / scale)
    let own = SignedDistances(
      known, side: side, most: Float(0.5 * min(box.width, box.height) / cell)
    ).values
    let moved =
      isSmall
      ? MovedCoast(
        box, BoxSides(box, inset: 0.75 * cell) { known[grid.index($0)] ?? true }, map) : nil
    self.moved = moved
    reach = max(nearReach, moved?.reach ?? 0)
    tint = moved?.tint ?? world.tint
    let theirs =
      moved.map { moved in (0..<side * side).map { moved.distance(at: grid.middle($0)) } }
      ?? world.distances(most: Double(most))
    // Coasts far from a small scene say no more than near ones, so that it ends in time.
    let limits =
      isSmall
      ? (ours: Self.clearances.ours * Float(size), theirs: Self.clearances.theirs * Float(size))
      : (ours: most, theirs: most)
    let fitted = (0..<side * side).map { i -> Float in
      let p = grid.middle(i)
      // Where the way from the middle of the box to the place leaves it.
      let way = p - Vector2(box.midX, box.midY)
      let times = max(
        abs(way.x) / max(box.width / 2 - cell, cell / 4),
        abs(way.y) / max(box.height / 2 - cell, cell / 4), 1)
      let q = Vector2(box.midX, box.midY) + way * (1 / times)
      let away = box.distance(to: p)
      let t = min(away / nearReach, 1)
      let weight = Float(1 - t * t * (3 - 2 * t))
      var sway = Self.sway(
        p, away * scale, share: moved.map { Float($0.share(at: p)) } ?? weight, scale)
      guard t < 1 else { return theirs[i] + sway }
      // Bays of a large scene grow as they lead away from it; of a small one they end.
      let ours = grid.value(own, at: q) * Float(cell) * (isSmall ? 1 : Float(times))
      let held = min(max(theirs[i], -limits.theirs), limits.theirs)
      let rest = (theirs[i] - held) * Float(max((t - 0.75) / 0.25, 0))
      var kept = min(max(ours, -limits.ours), limits.ours)
      if isSmall {
        let part = min(abs(held) / Float(0.1 * size), 1)
        kept = Self.ended(kept, held, by: part * Float(Self.roundness * away))
        // What ends would go on where the coast wanders: that is for the world's own.
        sway *= 1 - part * weight
      }
      return kept * weight + (held + rest) * (1 - weight) + sway
    }
    distances =
      isSmall
      ? SmallPieces.joined(fitted, side: side) { box.distance(to: grid.middle($0)) / nearReach }
      : fitted
  }

  /// The distance from the coast of a small scene beside its box: that at the edge, which becomes one on the same side as the
  /// world's, so that bays and headlands of its own are round rather than long.
  ///
  /// - Parameter change: map points, by which it becomes that.
  private static func ended(_ ours: Float, _ theirs: Float, by change: Float) -> Float {
    let sign: Float = theirs > 0 ? 1 : -1
    let same = ours * sign
    return sign * (same + min(change, max(0.1 * abs(theirs) - same, 0)))
  }

  /// Map points by which it changes with each one of the way: a bay is so much narrower.
  private static let roundness = 0.5

  /// Coasts wander, and none goes straight on: map points by which one does at a place.
  ///
  /// - Parameters:
  ///   - away: metres from the box.
  ///   - share: how much the coast there is not the world's own.
  private static func sway(
    _ p: Vector2, _ away: Double, share: Float, _ metersPerMapPoint: Double
  ) -> Float {
    let grain = 8000 / metersPerMapPoint
    let sway =
      ValueNoise.sample(p.x / grain, p.y / grain, seed: 93)
      + 0.5 * ValueNoise.sample(p.x / grain * 2.7, p.y / grain * 2.7, seed: 94)
    return sway * Float(min(away / 5000, 1) * 900 / metersPerMapPoint) * min(share * 4, 1)
  }

  /// The mean of two coasts rises slowly where one ends in the other, and the coast is no less sharp there: as far as it is for
  /// the slope.
  private func steep(at p: Vector2) -> Float {
    let value = grid.value(distances, at: p)
    let (x, y) = (Vector2(grid.cell / 2, 0), Vector2(0, grid.cell / 2))
    let dx = grid.value(distances, at: p + x) - grid.value(distances, at: p - x)
    let dy = grid.value(distances, at: p + y) - grid.value(distances, at: p - y)
    let slope = (dx * dx + dy * dy).squareRoot() / Float(grid.cell)
    return value / min(max(slope, 0.2), 1)
  }

  /// What the fitted coast says at a place: map points from it, positive on land, how much that counts beside the
  /// world's own coast, above 0 to 1, and how much beside those of other boxes, more the nearer this one is; `nil` far away.
  ///
  /// - Parameter texel: map points; what is small beside it is left out.
  func distance(at place: Vector2, texel: Double) -> (distance: Float, share: Float, weight: Float)?
  {
    let turns = ((box.midX - place.x) / MapPoint.worldWidth).rounded()
    let p = Vector2(place.x + turns * MapPoint.worldWidth, place.y)
    let away = box.distance(to: p)
    guard away < reach else { return nil }
    let share = Float(min((reach - away) / (0.15 * reach), 1))
    let isNear = away < nearReach && (!isSmall || 4 * texel < nearReach)
    guard isNear || moved != nil else { return nil }
    let fitted =
      if !isNear, let moved {
        moved.distance(at: p)
          + Self.sway(
            p, away * metersPerMapPoint, share: Float(moved.share(at: p)), metersPerMapPoint)
      } else {
        steep(at: p)
      }
    let cell = grid.cell
    let near = share / Float(max(away / reach, 1e-3))
    let t = away / (Self.edgeFading * cell)
    guard let edge, t < 1, !isSmall || texel < cell else { return (fitted, share, near * near) }
    let weight = 1 - t * t * (3 - 2 * t)
    let ours = min(max(edge.distance(at: p), -Self.ours * cell), Self.ours * cell)
    let theirs = min(max(Double(fitted), -Self.theirs * cell), Self.theirs * cell)
    return (Float(ours * weight + theirs * (1 - weight)), share, near * near)
  }
}
