import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel

/// Everything that stands on the ground, as meshes, grouped by place so that groups can be culled.
struct SolidScene: Sendable {
  /// A cell as it is drawn.
  private struct Drawn {
    let cell: SolidCell
    let objects: FrozenArray<UInt32>
    let meshes: [SolidMesh]
  }

  private let cells: [Drawn]
  let meshes: [SolidMesh]

  private init(_ cells: [Drawn]) {
    self.cells = cells
    meshes = cells.flatMap { drawn in
      drawn.meshes.map {
        var mesh = $0
        mesh.objects = drawn.objects
        return mesh
      }
    }
  }

  /// Solids at full height on the ground as it is.
  ///
  /// - Parameters:
  ///   - runs: all of the scene's buildings and trees.
  ///   - earlier: solids on the same ground and of the same kinds, of which what has not changed is taken.
  init(
    scene: Scene, ground: DrawnGround, content: SolidContent = .all, runs: [PlacedRun],
    after earlier: SolidScene? = nil, threads: Int
  ) {
    let treeGround = Self.treeGround(scene, content, runs)
    let contents = Self.contents(scene, content, runs, treeGround).sorted { $0.key < $1.key }
    var known: [SolidCellKey: SolidCell] = [:]
    for drawn in earlier?.cells ?? [] { known[drawn.cell.key] = drawn.cell }
    let made = SharedBuffer<SolidCell?>(repeating: nil, count: contents.count)
    defer { made.deallocate() }
    for (i, (key, here)) in contents.enumerated() {
      if let cell = known[key], cell.holds(here, scene) { made[i] = cell }
    }
    let missing = contents.indices.filter { made[$0] == nil }
    let hasModels = missing.contains { !contents[$0].value.models.isEmpty }
    let skins = ModelSkins(hasModels ? scene.models : [])
    Parallel.forEach(missing.count, threads: threads) { n, _ in
      let (key, here) = contents[missing[n]]
      made[missing[n]] = SolidCell(
        key, here, scene: scene, hasBuildings: content.hasBuildings, hasTrees: content.hasTrees,
        ground: { ground.elevation($0) },
        trees: { treeGround.elevation($0, ground: ground.elevation($0)) }, skins: skins)
    }
    let numbers = ObjectNumbers(scene)
    self.init(
      contents.indices.compactMap { i in
        made[i].map {
          Drawn(cell: $0, objects: $0.objects(contents[i].value, numbers), meshes: $0.meshes)
        }
      })
  }

  /// On what trees stand, if there are any.
  private static func treeGround(
    _ scene: Scene, _ content: SolidContent, _ runs: [PlacedRun]
  ) -> TreeGround {
    let hasTrees = content.hasTrees && runs.contains { !$0.run.trees.isEmpty }
    return TreeGround(hasTrees ? scene.beams : [], exaggeration: scene.verticalExaggeration)
  }

  /// What stands in each square.
  private static func contents(
    _ scene: Scene, _ content: SolidContent, _ runs: [PlacedRun], _ treeGround: TreeGround
  ) -> [SolidCellKey: SolidCell.Content] {
    var cells: [SolidCellKey: SolidCell.Content] = [:]
    for placed in runs {
      let run = placed.run
      if content.hasBuildings {
        for key in run.buildingNumbers.keys { cells[key, default: .init()].runs.append(placed) }
      }
      if content.hasTrees {
        for key in run.treeNumbers.keys
        where !content.hasBuildings || run.buildingNumbers[key] == nil {
          cells[key, default: .init()].runs.append(placed)
        }
      }
    }
    for (i, beam) in scene.beams.enumerated() {
      if let first = beam.path.first {
        cells[SolidCellKey(first.coordinate), default: .init()].beams.append(i)
      }
    }
    for (i, model) in scene.models.enumerated() where content.hasBuildings {
      cells[SolidCellKey(model.coordinate), default: .init()].models.append(i)
    }
    for (key, beams) in treeGround.beams where cells[key] != nil { cells[key]?.ramps = beams }
    return cells
  }

  /// The meshes that are in one of two scenes alone.
  func differences(from earlier: SolidScene) -> [SolidMesh] {
    let (mine, others) = (
      Set(cells.map { ObjectIdentifier($0.cell) }),
      Set(earlier.cells.map { ObjectIdentifier($0.cell) })
    )
    return cells.filter { !others.contains(ObjectIdentifier($0.cell)) }.flatMap(\.meshes)
      + earlier.cells.filter { !mine.contains(ObjectIdentifier($0.cell)) }.flatMap(\.meshes)
  }

  /// The same cells with other meshes.
  ///
  /// - Parameters:
  ///   - earlier: cells that went through the same.
  ///   - transform: what becomes of a mesh; `nil` leaves it out.
  func drawn(
    after earlier: SolidScene?, threads: Int, _ transform: @Sendable (SolidMesh) -> SolidMesh?
  ) -> SolidScene {
    var known: [ObjectIdentifier: [SolidMesh]] = [:]
    for drawn in earlier?.cells ?? [] { known[ObjectIdentifier(drawn.cell)] = drawn.meshes }
    let missing = cells.filter { known[ObjectIdentifier($0.cell)] == nil }
    let meshes = missing.flatMap(\.meshes)
    let results = SharedBuffer<SolidMesh?>(repeating: nil, count: meshes.count)
    defer { results.deallocate() }
    Parallel.forEach(meshes.count, threads: threads) { i, _ in results[i] = transform(meshes[i]) }
    var first = 0
    for drawn in missing {
      let end = first + drawn.meshes.count
      known[ObjectIdentifier(drawn.cell)] = (first..<end).compactMap { results[$0] }
      first = end
    }
    return SolidScene(
      cells.map {
        Drawn(
          cell: $0.cell, objects: $0.objects, meshes: known[ObjectIdentifier($0.cell)] ?? [])
      })
  }
}

/// Which kinds of solids are drawn: bridges always are.
struct SolidContent: Sendable, Hashable {
  var hasBuildings, hasTrees: Bool

  static let all = SolidContent(hasBuildings: true, hasTrees: true)

  init(hasBuildings: Bool, hasTrees: Bool) {
    self.hasBuildings = hasBuildings
    self.hasTrees = hasTrees
  }

  /// On pictures from above neither buildings nor trees are drawn: they are in the pictures.
  init(_ configuration: MapConfiguration) {
    hasBuildings = configuration.showsBuildings
    hasTrees = configuration.kind == .standard
  }
}
