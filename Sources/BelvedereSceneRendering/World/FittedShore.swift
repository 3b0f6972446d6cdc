import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereWorld

/// The coast of the coarse world beside a scene, moved so that it goes on from the scene's own.
///
/// At the scene's edge the ground is what the scene says there, from some tens of kilometres on what the world says, and in
/// between it is by the mean of the signed distances from both coasts. That of the scene goes on from its edge away from its
/// middle, and grows as the way does, so that coasts and bays lead on in the direction in which they leave the scene.
struct FittedShore: Sendable {
  /// Cells of the grid along each side.
  private static let side = 256
  private let box: MapRect
  /// Map points over which the scene's word fades.
  let reach: Double
  private let grid: ValueGrid
  /// Map points from the shore of the fitted world, positive on land.
  private let distances: [Float]
  /// Where the scene's coast crosses the edge of the box, which the grid tells to a cell only.
  private let edge: BoxShore?
  /// Cells over which that fades, and to how many distances along the edge and from the fitted coast are cut then.
  private static let (edgeFading, ours, theirs) = (4.0, 1.0, 3.0)
  /// The country of most of the land.
  let tint: Int?

  /// Kilometres of fading, by the size of the scene.
  private static let fading = (least: 20_000.0, most: 60_000.0)

  init(_ box: MapRect, _ shore: SceneShore, _ map: WorldMap) {
    self.box = box
    edge = shore.edge(of: box)
    let scale = MapPoint.metersPerMapPoint(
      at: MapPoint(x: box.midX, y: box.midY).coordinate.latitude)
    let size = (box.width + box.height) / 2
    reach = min(max(0.8 * size, Self.fading.least / scale), Self.fading.most / scale)
    let side = Self.side
    let cell = (max(box.width, box.height) + 2.1 * reach) / Double(side)
    let grid = ValueGrid(around: box, side: side, cell: cell)
    let corner = grid.corner
    self.grid = grid
    var world = [Bool](repeating: false, count: side * side)
    var shares: [Int: Int] = [:]
    var mask = CoverageMask(width: side, height: side)
    let window = MapRect(
      x: corner.x, y: corner.y, width: cell * Double(side), height: cell * Double(side))
    for country in map.countries {
      mask.clear()
      for turn in -1...1 {
        let shift = Vector2(Double(turn) * MapPoint.worldWidth, 0)
        let shown = window.offsetBy(dx: -shift.x, dy: 0)
        for ring in country.rings
        where ring.bounds.minX <= shown.maxX && ring.bounds.maxX >= shown.minX
          && ring.bounds.minY <= shown.maxY && ring.bounds.maxY >= shown.minY
        {
          for edge in ring.edges {
            edge.visit(in: shown, finest: cell) { a, b in
              mask.add(
                from: (a + shift - corner) * (1 / cell), to: (b + shift - corner) * (1 / cell))
            }
          }
        }
      }
      if mask.isEmpty { continue }
      var count = 0
      mask.forEachCovered(rule: .nonZero) { x, y, coverage in
        guard coverage >= 0.5 else { return }
        world[y * side + x] = true
        count += 1
      }
      if !country.isIce { shares[country.tint, default: 0] += count }
    }
    tint = shares.max { ($0.value, $1.key) < ($1.value, $0.key) }.flatMap {
      $0.value > 0 ? $0.key : nil
    }
    let most = Float(Self.fading.most / scale / cell)
    let theirs = SignedDistances(world, side: side, most: most).values
    func isInside(_ p: Vector2) -> Bool {
      p.x >= box.minX && p.x <= box.maxX && p.y >= box.minY && p.y <= box.maxY
    }
    // What the scene does not know of its box, the world does.
    let told = shore.land(corner: corner, cell: cell, side: side, where: isInside)
    let own = SignedDistances(
      told.indices.map { told[$0] ?? (isInside(grid.middle($0)) ? world[$0] : nil) }, side: side,
      most: Float(0.5 * min(box.width, box.height) / cell)
    ).values
    let reach = self.reach
    distances = (0..<side * side).map { i in
      let p = grid.middle(i)
      // Where the way from the middle of the box to the place leaves it.
      let way = p - Vector2(box.midX, box.midY)
      let times = max(
        abs(way.x) / max(box.width / 2 - cell, cell / 4),
        abs(way.y) / max(box.height / 2 - cell, cell / 4), 1)
      let q = Vector2(box.midX, box.midY) + way * (1 / times)
      let away = box.distance(to: p)
      let t = min(away / reach, 1)
      let theirs = theirs[i]
      guard t < 1 else { return theirs * Float(cell) }
      let weight = Float(1 - t * t * (3 - 2 * t))
      let ours = min(max(grid.value(own, at: q) * Float(times), -most), most)
      let mean = ours * weight + theirs * (1 - weight)
      // Coasts wander, and none goes straight on.
      let grain = 8000 / scale
      let sway =
        ValueNoise.sample(p.x / grain, p.y / grain, seed: 93)
        + 0.5 * ValueNoise.sample(p.x / grain * 2.7, p.y / grain * 2.7, seed: 94)
      let swing = Float(min(away * scale / 5000, 1) * 900 / scale) * min(weight * 4, 1)
      return mean * Float(cell) + sway * swing
    }
  }

  /// What the fitted coast says at a place: map points from it, positive on land, how much that counts beside the
  /// world's own coast, above 0 to 1, and how much beside those of other boxes, more the nearer this one is; `nil` far away.
  func distance(at place: Vector2) -> (distance: Float, share: Float, weight: Float)? {
    let turns = ((box.midX - place.x) / MapPoint.worldWidth).rounded()
    let p = Vector2(place.x + turns * MapPoint.worldWidth, place.y)
    let away = box.distance(to: p)
    guard away < reach else { return nil }
    let share = Float(min((reach - away) / (0.15 * reach), 1))
    let fitted = grid.value(distances, at: p)
    let cell = grid.cell
    let near = share / Float(max(away / reach, 1e-3))
    let t = away / (Self.edgeFading * cell)
    guard let edge, t < 1 else { return (fitted, share, near * near) }
    let weight = 1 - t * t * (3 - 2 * t)
    let ours = min(max(edge.distance(at: p), -Self.ours * cell), Self.ours * cell)
    let theirs = min(max(Double(fitted), -Self.theirs * cell), Self.theirs * cell)
    return (Float(ours * weight + theirs * (1 - weight)), share, near * near)
  }
}
