import BelvedereGeodesy
import BelvedereLimits
import BelvedereTerrain
import BelvedereThreads

/// A scene with what some cells of its streamed layers hold beside all else.
public struct ResidentScene: Sendable {
  /// Ground that looks otherwise.
  public struct GroundChange: Sendable {
    /// A box around it.
    public let box: GeographicBounds
    /// Metres beyond the box.
    public let margin: Double
  }

  /// The scene.
  public let scene: Scene
  /// What the cells hold, in their order: the scene's own buildings and trees come first, and then those of each piece.
  public let pieces: [StreamedPiece]
  /// Where roads and land cover differ from those of the scene before.
  public let groundChanges: [GroundChange]
  /// Damaged features that were left out.
  public let warnings: [String]

  /// Of each layer so many warnings are told.
  private static let mostWarnings = 6

  /// Reads cells as far as an earlier scene does not have them.
  ///
  /// What there is depends on the cells alone, and not on the earlier scene.
  ///
  /// - Parameters:
  ///   - bare: the scene with none of its streamed layers.
  ///   - cells: each of them once.
  ///   - earlier: made of the same scene.
  /// - Throws: `FileError`, ``SceneError``, `LimitError`.
  init(_ bare: Scene, cells: [StreamedCell], after earlier: ResidentScene?) throws {
    let cells = cells.sorted()
    var known: [StreamedCell: StreamedPiece] = [:]
    for piece in earlier?.pieces ?? [] { known[piece.cell] = piece }
    for piece in try Self.read(cells.filter { known[$0] == nil }, of: bare) {
      known[piece.cell] = piece
    }
    let pieces = cells.compactMap { known[$0] }
    var scene = bare
    scene.buildings = ObjectList(parts: [bare.buildings.array] + pieces.map(\.buildings))
    for piece in pieces { scene.trees += piece.trees }
    let ground = Self.ground(pieces)
    if let earlier, ground.elementsEqual(Self.ground(earlier.pieces), by: ===) {
      (scene.roads, scene.tunnels) = (earlier.scene.roads, earlier.scene.tunnels)
      (scene.landCover, scene.beams) = (earlier.scene.landCover, earlier.scene.beams)
      groundChanges = []
    } else {
      scene.addGround(of: ground, beside: bare.buildings)
      groundChanges = Self.changes(from: Self.ground(earlier?.pieces ?? []), to: ground)
    }
    let most = bare.streamed.map(\.limits.maximumObjects).max() ?? .max
    let count =
      scene.buildings.count + scene.trees.count + scene.roads.count + scene.landCover.count
    guard count <= most else {
      throw LimitError(
        subject: "the scene", value: "\(count) objects that are seen at once",
        limit: "\(most) objects", remedy: "draw a smaller picture, or from nearer by")
    }
    self.scene = scene
    self.pieces = pieces
    warnings = Self.warnings(pieces, of: bare)
  }

  /// Reads cells, by all processors.
  private static func read(
    _ cells: [StreamedCell], of scene: Scene
  ) throws -> [StreamedPiece] {
    let results = SharedBuffer<Result<StreamedPiece, any Error>?>(
      repeating: nil, count: cells.count)
    defer { results.deallocate() }
    Parallel.forEach(cells.count, threads: ProcessorCount.online) { i, _ in
      results[i] = Result { try StreamedPiece(cells[i], of: scene.streamed[cells[i].layer]) }
    }
    return try cells.indices.compactMap { try results[$0]?.get() }
  }

  /// The pieces that have roads or land cover.
  private static func ground(_ pieces: [StreamedPiece]) -> [StreamedPiece] {
    pieces.filter { !$0.roads.isEmpty || !$0.covers.isEmpty }
  }

  /// A feature of a layer.
  private struct FeatureKey: Hashable {
    let layer, number: Int
  }

  /// The features of which there is none in one of two scenes.
  private static func changes(
    from old: [StreamedPiece], to new: [StreamedPiece]
  ) -> [GroundChange] {
    let (before, after) = (
      Set(old.map(ObjectIdentifier.init)), Set(new.map(ObjectIdentifier.init))
    )
    let gone = features(old.filter { !after.contains(ObjectIdentifier($0)) })
    let come = features(new.filter { !before.contains(ObjectIdentifier($0)) })
    var changed = gone.filter { come[$0.key] == nil }
    for (key, change) in come where gone[key] == nil { changed[key] = change }
    // Long ones may be in pieces that stay, too.
    for piece in new where before.contains(ObjectIdentifier(piece)) {
      for number in piece.roads.map(\.number) + piece.covers.map(\.number) {
        changed[FeatureKey(layer: piece.cell.layer, number: number)] = nil
      }
    }
    return Array(changed.values)
  }

  private static func features(_ pieces: [StreamedPiece]) -> [FeatureKey: GroundChange] {
    var all: [FeatureKey: GroundChange] = [:]
    for piece in pieces {
      let layer = piece.cell.layer
      for item in piece.roads {
        let width = item.value.roads.reduce(0) { max($0, $1.width) }
        if let box = item.bounds {
          all[FeatureKey(layer: layer, number: item.number)] = GroundChange(
            box: box, margin: width)
        }
      }
      for item in piece.covers {
        if let box = item.bounds {
          all[FeatureKey(layer: layer, number: item.number)] = GroundChange(box: box, margin: 0)
        }
      }
    }
    return all
  }

  private static func warnings(_ pieces: [StreamedPiece], of scene: Scene) -> [String] {
    var warnings: [String] = []
    var counts: [Int: Int] = [:]
    for piece in pieces where !piece.warnings.isEmpty {
      for warning in piece.warnings where !warnings.contains(warning) {
        counts[piece.cell.layer, default: 0] += 1
        if counts[piece.cell.layer, default: 0] <= mostWarnings { warnings.append(warning) }
      }
    }
    for (layer, count) in counts.sorted(by: { $0.key < $1.key }) where count > mostWarnings {
      warnings.append(
        "\(scene.streamed[layer].name): \(count - mostWarnings) more warning\(count - mostWarnings == 1 ? "" : "s")"
      )
    }
    return warnings
  }
}

extension Scene {
  /// Adds roads and land cover of pieces, in the order of their files, each feature once.
  ///
  /// - Parameter buildings: for which ramps to bridges leave room: those that are always there, else ramps would change
  ///   with the houses that come into view.
  fileprivate mutating func addGround(
    of pieces: [StreamedPiece], beside buildings: ObjectList<Building>
  ) {
    let own = roads.count
    var areas: [(order: Int, covers: [LandCover])] = []
    for layer in streamed.indices {
      let here = pieces.filter { $0.cell.layer == layer }
      for ways in Self.inOrder(here.flatMap(\.roads)) { add(ways) }
      areas += Self.inOrder(here.flatMap(\.covers))
    }
    // Areas lie on each other in the order of the whole city, whichever of them are here.
    landCover += areas.enumerated()
      .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .flatMap(\.element.covers)
    raiseStreamedBridges(after: own, beside: buildings)
  }

  private static func inOrder<Value>(_ items: [StreamedPiece.Numbered<Value>]) -> [Value] {
    var last: Int?
    return items.sorted { $0.number < $1.number }.compactMap { item in
      defer { last = item.number }
      return item.number == last ? nil : item.value
    }
  }

  /// Puts the bridges of roads that came later onto decks; the others have theirs.
  private mutating func raiseStreamedBridges(
    after count: Int, beside buildings: ObjectList<Building>
  ) {
    guard roads[count...].contains(where: { $0.bridge > 0 }) else { return }
    let levels = roads[..<count].map(\.bridge)
    for i in 0..<count { roads[i].bridge = 0 }
    raiseBridges(beside: buildings)
    for (i, level) in levels.enumerated() { roads[i].bridge = level }
  }
}
