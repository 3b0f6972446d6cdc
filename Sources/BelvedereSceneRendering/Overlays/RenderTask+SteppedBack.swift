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
  /// The picture without this group and those before it in a list.
  let without: FrameGeometry
}

extension RenderTask {
  /// The objects that step back; none where nothing collides.
  ///
  /// Those that collide with an overlay above the roads are seen by a part that grows with the pitch.
  /// Over the other overlays buildings stand as they always do; but straight down, where they are
  /// footprints, every overlay lies above them.
  mutating func steppedBack(
    _ geometry: FrameGeometry, _ solids: [SolidMesh], _ surfaces: SurfaceTable,
    _ bands: [RenderBand]
  ) throws(RenderError) -> [SteppedBackGroup] {
    guard !solids.isEmpty else { return [] }
    var groups: [SteppedBackGroup] = []
    var hidden = CollidingObjects(count: ObjectNumbers(renderer.scene).count)
    let levels: [(Overlay.Level, Double)] = [
      (.aboveRoads, BuildingAppearance.opacityOverOverlay(atPitch: camera.pitch)),
      (.aboveLabels, extrusion),
    ]
    for (level, opacity) in levels where opacity < 1 {
      let reach = renderer.overlayReach(level, lineScale)
      if reach.isEmpty { continue }
      let before = hidden.collides
      for band in bands {
        try progress.check()
        let ground = rasterise(
          band, geometry.withoutSolids(count: solids.count), surfaces, buffer: 1)
        hidden.formUnion(
          of: ground, reach: reach, solids: solids, geometry: geometry, scratch: memory.scratch)
      }
      if hidden.collides == before { continue }
      hidden.completeBuildings(renderer.buildingParts())
      let rest = solids.map { $0.without(hidden) }
      groups.append(SteppedBackGroup(opacity: opacity, without: geometry.with(solids: rest)))
    }
    return groups
  }

  /// Mixes a band with what it shows without the objects that step back.
  ///
  /// Pixels that show none of these keep their colours to the last bit.
  ///
  /// - Parameter full: the frame with all objects, which `pixels` shows.
  mutating func stepBack(
    _ groups: [SteppedBackGroup], from full: Frame, _ shading: BandShading,
    _ surfaces: SurfaceTable,
    into pixels: inout PixelBuffer, part: ClosedRange<Double>
  ) throws(RenderError) {
    let band = shading.band
    // Each has one group less than the one before it.
    var frames = [full]
    for (n, group) in groups.enumerated() {
      frames.append(rasterise(band, group.without, surfaces, buffer: n + 1))
    }
    func differences(_ a: Frame, _ b: Frame) -> PixelMask {
      PixelMask(
        differencesOf: a.visibility, and: b.visibility, rows: band.rowsInDrawn, threads: threads)
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
