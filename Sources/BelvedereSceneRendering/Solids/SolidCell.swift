import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel

/// The solids of a square of the map at full height, as meshes.
///
/// It depends on what stands there and on the ground, and not on where in the scene's lists that is: the numbers of its
/// objects are told apart from it.
final class SolidCell: Sendable {
  /// What stands in a square: parts of runs, and beams and models by their numbers in the scene.
  struct Content {
    var runs: [PlacedRun] = []
    var beams: [Int] = []
    var models: [Int] = []
    /// Beams of roads on or beside which trees might stand, by their numbers in the scene.
    var ramps: [Int] = []
  }

  /// An object of a run.
  struct Item {
    /// Which of the cell's runs.
    let run: Int32
    /// Its number in the run.
    let number: Int32
  }

  let key: SolidCellKey
  let meshes: [SolidMesh]
  private let runs: [SolidRun]
  private let beams, ramps: [Beam]
  private let models: [Int]
  // In the order in which they are drawn and numbered: buildings, beams, models, trees.
  private let buildingOrder, treeOrder: [Item]
  /// Places in the lists of beams and models of the cell.
  private let beamOrder, modelOrder: [Int]

  init(
    _ key: SolidCellKey, _ content: Content, scene: Scene, hasBuildings: Bool, hasTrees: Bool,
    ground elevation: @escaping (Coordinate) -> Double,
    trees elevationOfTrees: @escaping (Coordinate) -> Double?, skins: ModelSkins
  ) {
    self.key = key
    runs = content.runs.map(\.run)
    let beams = content.beams.map { scene.beams[$0] }
    let models = content.models.map { scene.models[$0] }
    (self.beams, self.models) = (beams, content.models)
    ramps = content.ramps.map { scene.beams[$0] }
    func items(_ numbers: (SolidRun) -> [Int32]?) -> [Item] {
      content.runs.enumerated().flatMap { n, placed in
        (numbers(placed.run) ?? []).map { Item(run: Int32(truncatingIfNeeded: n), number: $0) }
      }
    }
    let runs = self.runs
    func building(_ item: Item) -> Building {
      runs[Int(item.run)].buildings[Int(item.number)]  // checked: widens
    }
    func tree(_ item: Item) -> Tree {
      runs[Int(item.run)].trees[Int(item.number)]  // checked: widens
    }
    buildingOrder = Self.ordered(
      hasBuildings ? items { $0.buildingNumbers[key] } : [],
      place: { building($0).footprint.rings.first?.first },
      precedes: { building($0).precedes(building($1)) })
    treeOrder = Self.ordered(
      hasTrees ? items { $0.treeNumbers[key] } : [], place: { tree($0).coordinate },
      precedes: { tree($0).precedes(tree($1)) })
    beamOrder = Self.ordered(
      Array(beams.indices), place: { beams[$0].path.first?.coordinate },
      precedes: { beams[$0].precedes(beams[$1]) })
    modelOrder = Self.ordered(
      Array(models.indices), place: { models[$0].coordinate },
      precedes: { models[$0].precedes(models[$1]) })

    let frame = LocalFrame(origin: key.middle)
    var builder = SolidMeshBuilder(frame: frame)
    let buildingSolid = BuildingSolid(frame: frame, ground: elevation)
    for item in buildingOrder {
      let foot = runs[Int(item.run)].foot(of: Int(item.number))  // checked: widens
      buildingSolid.add(building(item), on: foot, to: &builder)
      builder.object += 1
    }
    let beamSolid = BeamSolid(frame: frame, verticalExaggeration: scene.verticalExaggeration)
    for n in beamOrder {
      beamSolid.add(beams[n], to: &builder)
      builder.object += 1
    }
    let modelSolid = ModelSolid(
      frame: frame, verticalExaggeration: scene.verticalExaggeration, ground: elevation,
      skins: skins)
    for n in modelOrder {
      modelSolid.add(models[n], to: &builder)
      builder.object += 1
    }
    // Trees are many and small: meshes of their own can be left out far away.
    builder.flush()
    let treeSolid = TreeSolid(frame: frame, ground: elevationOfTrees)
    for item in treeOrder {
      treeSolid.add(tree(item), to: &builder)
      builder.object += 1
    }
    builder.flush()
    meshes = builder.meshes
  }

  /// Whether the same stands there.
  func holds(_ content: Content, _ scene: Scene) -> Bool {
    runs.elementsEqual(content.runs, by: { $0 === $1.run }) && models == content.models
      && beams.elementsEqual(content.beams.lazy.map { scene.beams[$0] })
      && ramps.elementsEqual(content.ramps.lazy.map { scene.beams[$0] })
  }

  /// The numbers of its objects in the scene, by those in its meshes.
  func objects(_ content: Content, _ numbers: ObjectNumbers) -> FrozenArray<UInt32> {
    var all: [UInt32] = []
    all.reserveCapacity(
      buildingOrder.count + treeOrder.count + beamOrder.count + modelOrder.count)
    for item in buildingOrder {
      let first = content.runs[Int(item.run)].firstBuilding  // checked: widens
      all.append(numbers.building(first + Int(item.number)))  // checked: widens
    }
    for n in beamOrder { all.append(numbers.beam(content.beams[n])) }
    for n in modelOrder { all.append(numbers.model(content.models[n])) }
    for item in treeOrder {
      let first = content.runs[Int(item.run)].firstTree  // checked: widens
      all.append(numbers.tree(first + Int(item.number)))  // checked: widens
    }
    return FrozenArray(all)
  }

  /// Near objects beside each other, so that a mesh holds a place and not a sample of the cell. Of near ones their own
  /// nature says which comes first, not the list: where two are equally far away the first one is seen.
  private static func ordered<Item>(
    _ items: [Item], place: (Item) -> Coordinate?, precedes: (Item, Item) -> Bool?
  ) -> [Item] {
    items.enumerated().map { n, item in
      (code: place(item).map { MortonCode(MapPoint($0)).code } ?? 0, place: n, item: item)
    }.sorted { a, b in
      if a.code != b.code { return a.code < b.code }
      return precedes(a.item, b.item) ?? (a.place < b.place)
    }.map(\.item)
  }
}
