import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel
import Synchronization

/// A tree between those that a scene lists.
struct WoodTree: Sendable {
  /// Metres east and north of the middle of its square, and above the datum.
  let foot: Vector3
  /// Metres.
  let height: Double
  let kind: Tree.Kind
  let seed: UInt16
  /// From 0 for a tree that vanishes first with the distance to 1.
  let rank: Double
}

/// Trees in the gaps of woods that are filled, made for the squares of the map that pictures show.
///
/// They follow from the scene alone: every picture has the same.
final class WoodStore: Sendable {
  /// Metres from tree to tree, as in woods of which the scene lists all.
  private static let spacing = 9.0
  /// Metres around a tree of the scene in which no other stands.
  private static let apart = 6.5
  /// Metres beside roads and buildings.
  private static let margin = 3.0
  /// Metres from a building's first corner up to which it may matter.
  private static let widest = 400.0

  private let features: GroundFeatureIndex
  private let beams: [Beam]
  private let exaggeration: Double
  private let ground: DrawnGround
  private let runs: SolidRuns
  /// The boxes around woods that are filled.
  private let woods: [MapRect]
  private let treeGround = Mutex<TreeGround?>(nil)
  private let kept = Kept<WoodSquare, [WoodTree]>(maximumBytes: 16 << 20)
  /// Meshes of trees that cast shadows.
  let casting = Kept<CasterKey, [SolidMesh]>(maximumBytes: 64 << 20)
  private let looks = Kept<SolidCellKey, WoodLook>(maximumBytes: 1 << 20)

  init(_ scene: Scene, _ features: GroundFeatureIndex, ground: DrawnGround, runs: SolidRuns) {
    (self.features, self.ground, self.runs) = (features, ground, runs)
    (beams, exaggeration) = (scene.beams, scene.verticalExaggeration)
    woods = features.covers.filter(\.isFilled).map(\.area.bounds)
  }

  /// Metres above the datum.
  var groundRange: ClosedRange<Double> { ground.range }

  /// Whether there are any.
  var isEmpty: Bool { woods.isEmpty }

  /// Whether trees may stand in a square.
  func mayHold(_ square: WoodSquare) -> Bool {
    let window = square.window
    return woods.contains { $0.turned(near: window).intersects(window) }
  }

  /// The trees of some squares.
  func trees(_ squares: [WoodSquare], threads: Int) -> [[WoodTree]] {
    guard !squares.isEmpty else { return [] }
    let runs = self.runs.placed(threads: threads).map(\.run)
    let treeGround = self.treeGround.withLock { known in
      let made = known ?? TreeGround(beams, exaggeration: exaggeration)
      known = made
      return made
    }
    let cells = Array(Set(squares.map(\.cell)))
    let found = looks.values(cells, threads: threads) { cell, _ in
      (self.look(of: cell, runs), 256)
    }
    let byCell = Dictionary(uniqueKeysWithValues: zip(cells, found.map { $0 ?? WoodLook() }))
    return kept.values(squares, threads: threads) { square, _ in
      let trees = self.grow(square, byCell[square.cell] ?? WoodLook(), runs, treeGround)
      return (trees, 64 + MemoryLayout<WoodTree>.stride * trees.count)
    }.map { $0 ?? [] }
  }

  /// What trees of the scene in the woods of a square of solids look like.
  private func look(of cell: SolidCellKey, _ runs: [SolidRun]) -> WoodLook {
    var look = WoodLook()
    let side = SolidCellKey.side
    let mask = WoodMask(
      MapRect(x: Double(cell.x) * side, y: Double(cell.y) * side, width: side, height: side),
      side: 128, covers: features.covers)
    for run in runs {
      for n in run.treeNumbers[cell] ?? [] {
        let tree = run.trees[Int(n)]  // checked: widens
        let place = MapPoint(tree.coordinate)
        if mask.isFree(Vector2(place.x, place.y)) { look.add(tree) }
      }
    }
    return look
  }

  private func grow(
    _ square: WoodSquare, _ look: WoodLook, _ runs: [SolidRun], _ treeGround: TreeGround
  ) -> [WoodTree] {
    let mask = mask(square, runs)
    if mask.isEmpty { return [] }
    let frame = LocalFrame(origin: square.middle)
    var trees: [WoodTree] = []
    square.forEachPlace(Self.spacing) { place, chance in
      guard mask.isFree(place) else { return }
      let point = MapPoint(x: place.x, y: place.y)
      let coordinate = point.coordinate
      guard
        let z = treeGround.elevation(coordinate, ground: ground.elevation(coordinate))
      else { return }
      let foot = frame.position(of: point)
      let (kind, height) = look.tree(chance)
      trees.append(
        WoodTree(
          foot: Vector3(foot.x, foot.y, z), height: height, kind: kind,
          seed: UInt16(chance.of(4) * 65535), rank: chance.of(5)))  // checked: below 65,535
    }
    return trees
  }

  private func mask(_ square: WoodSquare, _ runs: [SolidRun]) -> WoodMask {
    let window = square.window
    var mask = WoodMask(window, side: 256, covers: features.covers)
    if mask.isEmpty { return mask }
    if let land = features.land { mask.keep(on: land) }
    mask.clear(features.roads, margin: Self.margin)
    let metersPerMapPoint = MapPoint.metersPerMapPoint(at: square.middle.latitude)
    let isNear = Self.box(window, by: Self.widest / metersPerMapPoint)
    let isBeside = Self.box(window, by: Self.apart / metersPerMapPoint)
    let cell = square.cell
    for run in runs {
      for y in (cell.y - 1)...(cell.y + 1) {
        for x in (cell.x - 1)...(cell.x + 1) {
          let key = SolidCellKey(x: x, y: y)
          for n in run.buildingNumbers[key] ?? [] {
            let building = run.buildings[Int(n)]  // checked: widens
            guard let first = building.footprint.rings.first?.first, isNear(first) else { continue }
            mask.clear(building, margin: Self.margin)
          }
          for n in run.treeNumbers[key] ?? [] {
            let tree = run.trees[Int(n)].coordinate  // checked: widens
            if isBeside(tree) { mask.clear(around: tree, radius: Self.apart) }
          }
        }
      }
    }
    return mask
  }

  /// Whether places lie in a part of the map or some map points beside it.
  private static func box(_ window: MapRect, by margin: Double) -> (Coordinate) -> Bool {
    let low = MapPoint(x: window.minX - margin, y: window.maxY + margin).coordinate
    let high = MapPoint(x: window.maxX + margin, y: window.minY - margin).coordinate
    let middle = window.mid.coordinate.longitude
    let half = (window.width / 2 + margin) / MapPoint.worldWidth * 360
    return { place in
      place.latitude >= low.latitude && place.latitude <= high.latitude
        && abs(wrappedLongitude(place.longitude - middle)) <= half
    }
  }
}
