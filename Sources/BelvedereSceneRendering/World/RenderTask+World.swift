import BelvedereWorld

extension RenderTask {
  /// Remembers whether any of some squares of ground shows the world beyond the scene.
  mutating func noteWorld(_ keys: [MapSquare]) {
    guard !showsWorld, look.base != .blank, let world = renderer.squares.world else { return }
    showsWorld = keys.contains { world.isShown(in: $0) }
  }

  /// Who must be credited where the picture is shown.
  var attributions: [String] {
    let own = renderer.scene.attributions
    let world = WorldMap.attribution
    return showsWorld && !own.contains(world) ? own + [world] : own
  }
}
