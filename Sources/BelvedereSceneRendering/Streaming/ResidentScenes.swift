import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereLimits
import BelvedereSceneModel
import Synchronization

/// What of a scene with streamed layers is in memory: that around the eye of the last picture.
final class ResidentScenes: Sendable {
  /// A renderer of what is in memory, and what has to be said of it.
  struct Resident: Sendable {
    let renderer: SceneRenderer
    let warnings: [String]
  }

  private let scene: Scene
  /// Bytes that what is in memory may have in its files.
  private let mostBytes: Int
  private let budget: DrawingBudget
  private let kept = Mutex<Kept?>(nil)

  private struct Kept: Sendable {
    let wanted: [StreamedCell]
    let scene: ResidentScene
    let resident: Resident
    /// The bytes of cells, so that they are looked up once.
    let byteCounts: [StreamedCell: Int]
  }

  /// A byte of a file becomes about so many in memory, as values and as triangles.
  private static let growth = 10
  /// How often less is tried, each time of things √2 times as large at least.
  private static let attempts = 24

  /// - Parameter budget: for what is in memory, and for drawing it.
  init(_ scene: Scene, budget: DrawingBudget) {
    self.scene = scene
    // What is of no use for drawing is of use here.
    let share = max(budget.byteCount / 2, budget.byteCount - DrawingBudget.ample)
    mostBytes = share / Self.growth
    self.budget = DrawingBudget(byteCount: budget.byteCount - share)
  }

  /// What a picture needs; read if it is not there.
  ///
  /// - Throws: `FileError`, `SceneError`, `LimitError`.
  func resident(for reach: SeenReach) throws -> Resident {
    let wanted = cells(reach)
    return try kept.withLock { kept in
      if let kept, kept.wanted == wanted { return kept.resident }
      let made = try read(reach, wanted, after: kept) { kept = nil }
      kept = made
      return made.resident
    }
  }

  private func cells(_ reach: SeenReach) -> [StreamedCell] {
    scene.streamed.enumerated().flatMap { n, layer in reach.cells(of: layer, number: n) }
  }

  private func read(
    _ asked: SeenReach, _ wanted: [StreamedCell], after earlier: consuming Kept?,
    forget: () -> Void
  ) throws -> Kept {
    var (reach, cells) = (asked, wanted)
    var counts = earlier?.byteCounts ?? [:]
    // Those of places that were left long ago.
    if counts.count > Self.mostCounts { counts = [:] }
    var attempt = 0
    while try !fit(cells, &counts), attempt < Self.attempts {
      reach.pixels *= 2.0.squareRoot()
      cells = self.cells(reach)
      attempt += 1
    }
    guard try attempt < Self.attempts || fit(cells, &counts) else {
      throw LimitError(
        subject: "the scene", value: "streamed layers that are seen from everywhere",
        limit: "\(mostBytes >> 20) MiB of their files", remedy: "raise --memory")
    }
    // Where little stays, what there was goes before there is more.
    if let known = earlier, !isNear(cells, to: known.scene, counts) {
      earlier = nil
      forget()
    }
    let made = try scene.resident(in: cells, after: earlier?.scene)
    var warnings = made.warnings
    if attempt > 0 {
      let pixels = (reach.pixels * 10).rounded() / 10
      warnings.append(
        "what is less than \(pixels) pixels large is left out, for all of it does not fit into memory; raise --memory"
      )
    }
    let renderer =
      earlier.map {
        SceneRenderer(resident: made, after: $0.resident.renderer, of: $0.scene)
      } ?? SceneRenderer(resident: made, bare: scene, budget: budget)
    return Kept(
      wanted: wanted, scene: made, resident: Resident(renderer: renderer, warnings: warnings),
      byteCounts: counts)
  }

  private static let mostCounts = 100_000

  /// Whether of what is needed three quarters are there.
  private func isNear(
    _ cells: [StreamedCell], to earlier: ResidentScene, _ counts: [StreamedCell: Int]
  ) -> Bool {
    let there = Set(earlier.pieces.map(\.cell))
    let (all, known) = cells.reduce(into: (0, 0)) { sum, cell in
      let bytes = counts[cell] ?? 0
      sum.0 += bytes
      if there.contains(cell) { sum.1 += bytes }
    }
    return known >= all / 4 * 3
  }

  /// Whether cells have room in memory.
  private func fit(
    _ cells: [StreamedCell], _ counts: inout [StreamedCell: Int]
  ) throws -> Bool {
    var rest = mostBytes
    for cell in cells {
      if let known = counts[cell] {
        rest -= known
      } else {
        guard let bytes = try scene.streamed[cell.layer].byteCount(in: cell, atMost: rest) else {
          return false
        }
        counts[cell] = bytes
        rest -= bytes
      }
      if rest < 0 { return false }
    }
    return true
  }
}
