import BelvedereRasterization
import BelvedereSceneModel
import Synchronization

/// All buildings and trees of a scene, in runs; sorted into squares when they are first needed.
final class SolidRuns: Sendable {
  private struct Part: Sendable {
    /// By what it is known again; `nil` for the scene's own.
    let piece: ObjectIdentifier?
    let buildings: [Building]
    let trees: [Tree]
  }

  private let parts: [Part]
  private let known: Mutex<[ObjectIdentifier?: SolidRun]>
  private let made = Mutex<[PlacedRun]?>(nil)

  /// Those of a scene that is all in memory.
  init(_ scene: Scene) {
    parts = [Self.own(scene)]
    known = Mutex([:])
  }

  /// - Parameters:
  ///   - bare: the scene without what is streamed.
  ///   - earlier: another part of the same scene.
  init(_ resident: ResidentScene, bare: Scene, after earlier: SolidRuns? = nil) {
    parts =
      [Self.own(bare)]
      + resident.pieces.filter { !$0.buildings.isEmpty || !$0.trees.isEmpty }.map {
        Part(piece: ObjectIdentifier($0), buildings: $0.buildings, trees: $0.trees)
      }
    known = Mutex(earlier?.all ?? [:])
  }

  private static func own(_ scene: Scene) -> Part {
    Part(piece: nil, buildings: scene.buildings.array, trees: scene.trees)
  }

  /// Runs by what they are known again.
  private var all: [ObjectIdentifier?: SolidRun] {
    guard let made = made.withLock({ $0 }) else { return known.withLock { $0 } }
    return Dictionary(
      zip(parts, made).map { ($0.piece, $1.run) }, uniquingKeysWith: { a, _ in a })
  }

  /// The runs, and where in the scene they are.
  func placed(threads: Int) -> [PlacedRun] {
    made.withLock { made in
      if let made { return made }
      let runs = SharedBuffer<SolidRun?>(repeating: nil, count: parts.count)
      defer { runs.deallocate() }
      let before = known.withLock { known in
        defer { known = [:] }
        return known
      }
      Parallel.forEach(parts.count, threads: threads) { i, _ in
        let part = parts[i]
        runs[i] = before[part.piece] ?? SolidRun(part.buildings, part.trees)
      }
      var first = (building: 0, tree: 0)
      var all: [PlacedRun] = []
      for i in parts.indices {
        guard let run = runs[i] else { continue }
        all.append(PlacedRun(run: run, firstBuilding: first.building, firstTree: first.tree))
        first = (first.building + run.buildings.count, first.tree + run.trees.count)
      }
      made = all
      return all
    }
  }
}
