import BelvedereWorld

extension RenderTask {
  /// Remembers whether any of some squares of ground shows the world beyond the scene.
  mutating func noteWorld(_ keys: [MapSquare]) {
    guard !showsWorld, look.base != .blank, let world = renderer.squares.world else { return }
    showsWorld = keys.contains { world.isShown(in: $0) }
  }

  /// Who must be credited where the picture is shown.
  var attributions: [String] { attributions(ofWorld: showsWorld) }

  /// The same before it is known what the picture shows: all for whom room is kept.
  var possibleAttributions: [String] {
    attributions(ofWorld: look.base != .blank && renderer.squares.world != nil)
  }

  private func attributions(ofWorld isShown: Bool) -> [String] {
    let own = renderer.scene.attributions
    let world = WorldMap.attribution
    return isShown && !own.contains(world) ? own + [world] : own
  }
}
