import BelvedereCameraModel
import BelvedereRasterization
import BelvedereSceneModel

/// Objects that are seen through, because they collide with an overlay.
///
/// They are seen through together: what the nearest of them shows is mixed with what the picture shows
/// without any of them, so that however many stand behind each other the overlay keeps its share.
struct SteppedBackGroup {
  /// How much of them is seen, 0 to 1.
  let opacity: Double
  /// What stands on the ground without this group and those before it in a list, mesh by mesh.
  let rest: [SolidMesh]
}

extension RenderTask {
  /// The objects that step back; none where nothing collides.
  ///
  /// Those that collide with an overlay above the roads are seen by a part that grows with the pitch.
  /// Over the other overlays buildings stand as they always do; but straight down, where they are
  /// footprints, every overlay lies above them.
  ///
  /// - Parameter whole: what is drawn, where that is the same for all bands.
  mutating func steppedBack(
    _ solids: [SolidMesh], _ plan: BandPlan, _ whole: DrawnSurfaces?
  ) throws(RenderError) -> [SteppedBackGroup] {
    guard mayStepBack, !solids.isEmpty else { return [] }
    var groups: [SteppedBackGroup] = []
    var hidden = CollidingObjects(count: solids.objectCount(renderer.scene))
    for (level, opacity) in opacities where opacity < 1 {
      let reach = overlayReach(level)
      if reach.isEmpty { continue }
      let before = hidden.collides
      for band in plan.bands {
        try progress.check()
        let drawn = whole ?? drawn(plan, showing: band, solids)
        var bare = drawn
        bare.geometry = drawn.geometry.withoutSolids(count: solids.count)
        hidden.formUnion(
          of: rasterise(band, bare, buffer: 1), reach: reach, solids: solids,
          geometry: drawn.geometry, scratch: memory.scratch)
      }
      if hidden.collides == before { continue }
      hidden.completeBuildings(renderer.buildingParts())
      groups.append(SteppedBackGroup(opacity: opacity, rest: solids.map { $0.without(hidden) }))
    }
    return groups
  }

  /// Whether there are objects and overlays that may collide.
  var mayStepBack: Bool {
    shownOverlays.contains { !$0.isRoute && !$0.replacesMapContent }
      && opacities.contains { $0.1 < 1 }
  }

  /// How much is seen of what collides with an overlay of a level.
  var opacities: [(Overlay.Level, Double)] {
    [
      (.aboveRoads, BuildingAppearance.opacityOverOverlay(atPitch: camera.pitch)),
      (.aboveLabels, extrusion),
    ]
  }

  /// Mixes a band with what it shows without the objects that step back.
  ///
  /// Pixels that show none of these keep their colours to the last bit.
  ///
  /// - Parameter full: the frame with all objects, which `pixels` shows.
  mutating func stepBack(
    _ groups: [SteppedBackGroup], from full: Frame, _ shading: BandShading,
    _ drawn: DrawnSurfaces,
    into pixels: inout PixelBuffer, part: ClosedRange<Double>
  ) throws(RenderError) {
    let band = shading.band
    // Each has one group less than the one before it.
    var frames = [full]
    for (n, group) in groups.enumerated() {
      var rest = drawn
      rest.geometry = drawn.geometry.with(solids: group.rest)
      frames.append(rasterise(band, rest, buffer: n + 1, fine: .shown))
    }
    func differences(_ a: Frame, _ b: Frame) -> PixelMask {
      PixelMask(
        differencesOf: a, and: b, rows: band.rowsInDrawn, threads: threads)
    }
    let last = frames[groups.count]
    let changed = differences(full, last)
    if changed.isEmpty { return }
    let firstRow = band.drawn.lowerBound
    var below = PixelBuffer(width: view.width, height: view.height, bits: options.depth)
    try shade(last, shading, into: &below, only: changed, part: part)
    for n in (1..<groups.count).reversed() {
      let mask = differences(frames[n], frames[n + 1])
      if mask.isEmpty { continue }
      var own = PixelBuffer(width: view.width, height: view.height, bits: options.depth)
      try shade(frames[n], shading, into: &own, only: mask, part: part)
      below.mix(&own, at: mask, firstRow: firstRow) { _, _ in groups[n].opacity }
    }
    let nearest = differences(full, frames[1])
    pixels.mix(&below, at: changed, firstRow: firstRow) { x, y in
      nearest.contains(x, y) ? 1 - groups[0].opacity : 1
    }
  }
}
