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
  private let kept = Mutex<(wanted: SceneWindow, resident: Resident)?>(nil)

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
    let wanted = window(reach)
    return try kept.withLock { kept in
      if let kept, kept.wanted == wanted { return kept.resident }
      // Before there is more.
      kept = nil
      let made = try read(reach)
      kept = (wanted, made)
      return made
    }
  }

  private func window(_ reach: SeenReach) -> SceneWindow {
    SceneWindow(
      parts: scene.streamed.map { layer in
        SceneWindow.Part(
          boxes: reach.boxes(ofThings: layer.size),
          holes: layer.standsFor.map { reach.boxes(ofThings: $0) } ?? [])
      })
  }

  private func read(_ asked: SeenReach) throws -> Resident {
    var reach = asked
    var window = window(reach)
    var attempt = 0
    while try !fits(window), attempt < Self.attempts {
      reach.pixels *= 2.0.squareRoot()
      window = self.window(reach)
      attempt += 1
    }
    guard try attempt < Self.attempts || fits(window) else {
      throw LimitError(
        subject: "the scene", value: "streamed layers that are seen from everywhere",
        limit: "\(mostBytes >> 20) MiB of their files", remedy: "raise --memory")
    }
    let resident = try scene.resident(in: window)
    var warnings = resident.warnings
    if attempt > 0 {
      let pixels = (reach.pixels * 10).rounded() / 10
      warnings.append(
        "what is less than \(pixels) pixels large is left out, for all of it does not fit into memory; raise --memory"
      )
    }
    return Resident(
      renderer: SceneRenderer(resident: resident.scene, budget: budget), warnings: warnings)
  }

  private func fits(_ window: SceneWindow) throws -> Bool {
    var rest = mostBytes
    for (layer, part) in zip(scene.streamed, window.parts) {
      guard let bytes = try layer.byteCount(within: part, atMost: rest) else { return false }
      rest -= bytes
    }
    return true
  }
}
