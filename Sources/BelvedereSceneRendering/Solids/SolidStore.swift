import BelvedereSceneModel
import Synchronization

/// The solids of a scene as they were last drawn, made when they are first needed.
final class SolidStore: Sendable {
  /// Solids at full height.
  private struct Standing: Sendable {
    let content: SolidContent
    let scene: SolidScene
  }

  /// Solids as they are drawn.
  private struct Drawn: Sendable {
    let content: SolidContent
    let extrusion: Extrusion
    let scene: SolidScene
  }

  /// Solids in a map's colours.
  private struct Painted: Sendable {
    let content: SolidContent
    let extrusion: Extrusion
    let isOnGlobe: Bool
    let look: GroundLook
    let scene: SolidScene
  }

  /// What there is, and what another part of the scene left.
  private struct State<Value: Sendable>: Sendable {
    var now: Value?
    var before: Value?

    /// The same for the next part of the scene.
    var left: State { State(now: nil, before: now ?? before) }
  }

  let runs: SolidRuns
  private let scene: Scene
  private let ground: DrawnGround
  private let shadows: ShadowStore
  private let standing: Mutex<State<Standing>>
  private let flat, globe: Mutex<State<Drawn>>
  private let painted = Mutex<Painted?>(nil)

  init(_ scene: Scene, ground: DrawnGround, runs: SolidRuns, shadows: ShadowStore) {
    (self.scene, self.ground, self.runs, self.shadows) = (scene, ground, runs, shadows)
    standing = Mutex(State())
    flat = Mutex(State())
    globe = Mutex(State())
  }

  /// Of a scene of which a part is in memory, after another part.
  init(_ scene: Scene, runs: SolidRuns, after other: SolidStore, shadows: ShadowStore) {
    (self.scene, self.runs, self.shadows) = (scene, runs, shadows)
    ground = other.ground
    standing = Mutex(other.standing.withLock { $0.left })
    flat = Mutex(other.flat.withLock { $0.left })
    globe = Mutex(other.globe.withLock { $0.left })
  }

  /// Solids as a picture shows them.
  func solids(
    _ content: SolidContent, _ extrusion: Extrusion, onGlobe: Bool, threads: Int
  ) -> SolidScene {
    // At full height they are what stands.
    if !onGlobe, extrusion == .full { return standing(content, threads: threads) }
    func drawn(_ state: inout State<Drawn>) -> SolidScene {
      if let now = state.now, now.extrusion == extrusion, now.content == content {
        return now.scene
      }
      let known = state.before.flatMap {
        $0.extrusion == extrusion && $0.content == content ? $0.scene : nil
      }
      state = State()
      let all = standing(content, threads: threads)
      let made =
        onGlobe
        ? all.onGlobe(extrusion, after: known, threads: threads)
        : all.extruded(extrusion, after: known, threads: threads)
      state.now = Drawn(content: content, extrusion: extrusion, scene: made)
      return made
    }
    return onGlobe ? globe.withLock { drawn(&$0) } : flat.withLock { drawn(&$0) }
  }

  /// The same in the colours of a map.
  ///
  /// - Parameter ground: what banks look like.
  func solids(
    _ content: SolidContent, _ extrusion: Extrusion, onGlobe: Bool, in look: GroundLook,
    on ground: GroundStore, threads: Int
  ) -> SolidScene {
    let plain = solids(content, extrusion, onGlobe: onGlobe, threads: threads)
    guard plain.meshes.contains(where: \.isPainted) else { return plain }
    return painted.withLock { known in
      if let known, known.content == content, known.extrusion == extrusion,
        known.isOnGlobe == onGlobe, known.look == look
      {
        return known.scene
      }
      known = nil
      let painter = DeckPainter(look, plain.meshes, ground: ground, threads: threads)
      let made = plain.drawn(after: nil, threads: threads) { painter.painted($0) }
      known = Painted(
        content: content, extrusion: extrusion, isOnGlobe: onGlobe, look: look, scene: made)
      return made
    }
  }

  private func standing(_ content: SolidContent, threads: Int) -> SolidScene {
    standing.withLock { state in
      if let now = state.now, now.content == content { return now.scene }
      let known = state.before.flatMap { $0.content == content ? $0.scene : nil }
      // Before there are more of them.
      state = State()
      let made = SolidScene(
        scene: scene, ground: ground, content: content, runs: runs.placed(threads: threads),
        after: known, threads: threads)
      // Shadows that were kept are those of what stood there before.
      if let known {
        shadows.forget(castBy: made.differences(from: known))
      } else {
        shadows.forget(content)
      }
      state.now = Standing(content: content, scene: made)
      return made
    }
  }
}
