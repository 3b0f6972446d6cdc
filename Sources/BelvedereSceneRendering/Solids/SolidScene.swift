import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel

/// Everything that stands on the ground, as meshes, grouped by place so that groups can be culled.
struct SolidScene: Sendable {
  let meshes: [SolidMesh]

  /// Map points along the side of a group's cell, about a kilometre.
  private static let cellSize = 8192.0

  init(meshes: [SolidMesh]) { self.meshes = meshes }

  /// Solids at full height on the ground as it is.
  init(scene: Scene, ground: DrawnGround, content: SolidContent = .all, threads: Int) {
    var cells: [CellKey: Cell] = [:]
    func key(_ coordinate: Coordinate) -> CellKey {
      let p = MapPoint(coordinate)
      let limit = -(1 << 40)...(1 << 40)
      return CellKey(
        x: Int(flooring: p.x / Self.cellSize, in: limit),
        y: Int(flooring: p.y / Self.cellSize, in: limit))
    }
    for (i, building) in scene.buildings.enumerated() where content.hasBuildings {
      if let first = building.footprint.rings.first?.first {
        cells[key(first), default: Cell()].buildings.append(i)
      }
    }
    for (i, tree) in scene.trees.enumerated() where content.hasTrees {
      cells[key(tree.coordinate), default: Cell()].trees.append(i)
    }
    for (i, beam) in scene.beams.enumerated() {
      if let first = beam.path.first {
        cells[key(first.coordinate), default: Cell()].beams.append(i)
      }
    }
    for (i, model) in scene.models.enumerated() where content.hasBuildings {
      cells[key(model.coordinate), default: Cell()].models.append(i)
    }
    let skins = ModelSkins(content.hasBuildings ? scene.models : [])
    let numbers = ObjectNumbers(scene)
    let sorted = cells.sorted { $0.key < $1.key }
    let results = SharedBuffer<[SolidMesh]>(repeating: [], count: sorted.count)
    defer { results.deallocate() }
    Parallel.forEach(sorted.count, threads: threads) { i, _ in
      let (key, content) = sorted[i]
      let cell = content.sorted(scene)
      let middle = MapPoint(
        x: (Double(key.x) + 0.5) * Self.cellSize, y: (Double(key.y) + 0.5) * Self.cellSize)
      let frame = LocalFrame(origin: middle.coordinate)
      var builder = SolidMeshBuilder(frame: frame)
      let elevation = { (c: Coordinate) in ground.elevation(c) }
      let buildings = BuildingSolid(frame: frame, ground: elevation)
      for n in cell.buildings {
        builder.object = numbers.building(n)
        buildings.add(scene.buildings[n], to: &builder)
      }
      let beams = BeamSolid(frame: frame, verticalExaggeration: scene.verticalExaggeration)
      for n in cell.beams {
        builder.object = numbers.beam(n)
        beams.add(scene.beams[n], to: &builder)
      }
      let models = ModelSolid(
        frame: frame, verticalExaggeration: scene.verticalExaggeration, ground: elevation,
        skins: skins)
      for n in cell.models {
        builder.object = numbers.model(n)
        models.add(scene.models[n], to: &builder)
      }
      // Trees are many and small: meshes of their own can be left out far away.
      builder.flush()
      let trees = TreeSolid(frame: frame, ground: elevation)
      for n in cell.trees {
        builder.object = numbers.tree(n)
        trees.add(scene.trees[n], to: &builder)
      }
      builder.flush()
      results[i] = builder.meshes
    }
    meshes = (0..<sorted.count).flatMap { results[$0] }
  }

  private struct CellKey: Hashable, Comparable {
    var x, y: Int
    static func < (a: CellKey, b: CellKey) -> Bool { (a.y, a.x) < (b.y, b.x) }
  }

  private struct Cell {
    var buildings: [Int] = []
    var trees: [Int] = []
    var beams: [Int] = []
    var models: [Int] = []

    /// The same objects, near ones beside each other, so that a mesh holds a place and not a sample of
    /// the cell.
    func sorted(_ scene: Scene) -> Cell {
      var cell = self
      cell.buildings = ordered(buildings, scene.buildings) { $0.footprint.rings.first?.first }
      cell.trees = ordered(trees, scene.trees) { $0.coordinate }
      cell.beams = ordered(beams, scene.beams) { $0.path.first?.coordinate }
      cell.models = ordered(models, scene.models) { $0.coordinate }
      return cell
    }

    /// Of near ones their own nature says which comes first, not the list: where two are equally far away the
    /// first one is seen.
    private func ordered<Object: OrderedByNature>(
      _ numbers: [Int], _ objects: [Object], _ place: (Object) -> Coordinate?
    ) -> [Int] {
      numbers.map { (place(objects[$0]).map { MortonCode(MapPoint($0)).code } ?? 0, $0) }
        .sorted { a, b in
          if a.0 != b.0 { return a.0 < b.0 }
          return objects[a.1].precedes(objects[b.1]) ?? (a.1 < b.1)
        }.map { $0.1 }
    }
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

/// Where on the map something is, as one number: near places mostly have near numbers (Morton 1966).
private struct MortonCode {
  let code: UInt64

  /// To 32 map points.
  init(_ p: MapPoint) {
    func spread(_ v: Double) -> UInt64 {
      var x = UInt64(Int(flooring: v / 32, in: 0...0xFF_FFFF))  // checked: 24 bits
      x = (x | x << 16) & 0x0000_FFFF_0000_FFFF
      x = (x | x << 8) & 0x00FF_00FF_00FF_00FF
      x = (x | x << 4) & 0x0F0F_0F0F_0F0F_0F0F
      x = (x | x << 2) & 0x3333_3333_3333_3333
      return (x | x << 1) & 0x5555_5555_5555_5555
    }
    code = spread(p.x) | spread(p.y) << 1
  }
}
