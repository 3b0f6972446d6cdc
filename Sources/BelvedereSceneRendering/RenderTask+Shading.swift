import BelvedereRasterization
import Synchronization

extension RenderTask {
  /// Shades a frame.
  ///
  /// - Parameter mask: the pixels that are wanted, of the rows that are drawn; others may be shaded, too.
  ///   `nil` for all.
  mutating func shade(
    _ frame: Frame, _ shading: BandShading, into pixels: inout PixelBuffer,
    only mask: PixelMask? = nil,
    part: ClosedRange<Double>
  ) throws(RenderError) {
    var shading = shading
    if earth.globe != nil, shading.fitted == nil {
      shading.fitted = fittedShadows(frame, shading.solids)
      clock.end("shadows")
    }
    if let vectors = VectorShading(
      frame, rows: shading.band.rowsInDrawn, path: options.shading, fullHeight: view.height,
      space: shadowSpace, memory: memory)
    {
      clock.end("shade")
      if try shade(vectors, shading, into: &pixels, only: mask, part: part) {
        // The globe's kernels know no overlays.
        guard earth.globe != nil, !overlays.isEmpty else { return }
        try shadeEach(
          frame, shading, into: &pixels, only: mask, isLaidAlone: true,
          part: part.upperBound...part.upperBound)
        return
      }
    }
    try shadeEach(frame, shading, into: &pixels, only: mask, part: part)
  }

  /// Shades by kernels.
  ///
  /// - Returns: `false` where the picture reaches farther than a table of squares.
  private mutating func shade(
    _ vectors: VectorShading, _ shading: BandShading, into pixels: inout PixelBuffer,
    only mask: PixelMask?, part: ClosedRange<Double>
  ) throws(RenderError) -> Bool {
    let all = mask.map(vectors.blocks) ?? vectors.blocks
    let span = (part.upperBound - part.lowerBound) / Double(max(all.count, 1))
    var done = 0
    // From the last one on.
    var waiting = [all]
    while let blocks = waiting.popLast() {
      var squares = vectors.squares(blocks, isSurvey: true)
      // Their squares are there at once.
      if squares.byteCount > renderer.budget.shownSquares, blocks.count >= 2 * Self.fewestBlocks {
        let middle = blocks.count / 2
        waiting += [Array(blocks[middle...]), Array(blocks[..<middle])]
        continue
      }
      squares.formUnion(memory.missed(beside: squares))
      let start = part.lowerBound + span * Double(done)
      done += blocks.count
      partCount += 1
      let end = part.lowerBound + span * Double(done)
      guard try shade(blocks, squares, vectors, shading, into: &pixels, part: start...end) else {
        return false
      }
    }
    return true
  }

  /// Blocks of pixels below which their squares are hardly fewer.
  private static let fewestBlocks = 16

  /// Shades some blocks of pixels by kernels.
  ///
  /// - Parameter squares: those that they show, nearly all of them.
  private mutating func shade(
    _ blocks: [Int], _ squares: ShownSquares, _ vectors: VectorShading, _ shading: BandShading,
    into pixels: inout PixelBuffer, part: ClosedRange<Double>
  ) throws(RenderError) -> Bool {
    let (band, solids) = (shading.band, shading.solids)
    let span = part.upperBound - part.lowerBound
    let (start, middle) = (part.lowerBound, part.lowerBound + 0.5 * span)
    var (blocks, squares) = (blocks, squares)
    let eye = earth.mapPoint(under: view.eye)
    let first = pixels.rowBytes * band.rows.lowerBound
    while true {
      let keys = squares.ground.sorted()
      guard let windows = GroundWindows(keys, eye: eye) else { return false }
      try progress.step(start, "ground")
      let ground = GroundTable(
        windows, try ground(keys, part: start...(start + 0.3 * span)),
        layerCount: overlays.layers.count)
      clock.end("ground")
      var shadows: ShadowSquares?
      if let space = shadowSpace {
        try progress.step(start + 0.3 * span, "shadows")
        shadows = try shadowSquares(squares.shadow.sorted(), space, solids)
        guard shadows != nil else { return false }
        clock.end("shadows")
      }
      try progress.step(middle, "shade")
      let progress = self.progress
      let furthest = Atomic<Int>(0)
      var lacking: [Int] = []
      pixels.withBytes { base in
        lacking = vectors.shade(
          blocks, ground: ground, shadows: shadows, fitted: shading.fitted as? FittedShadows,
          into: base + first
        ) { done in
          // A report a hundredth.
          let step = Int(clamping: done * 100, in: 0...100)
          if furthest.exchange(step, ordering: .relaxed) < step {
            progress.report(middle + 0.5 * span * done, "shade")
          }
          return !progress.isCancelled
        }
      }
      try progress.check()
      let before = squares.count
      if !lacking.isEmpty {
        let missed = vectors.squares(lacking, isSurvey: false).subtracting(squares)
        memory.miss(missed)
        squares.formUnion(missed)
      }
      clock.end("shade")
      guard squares.count > before else { break }
      blocks = lacking
      missedBlocks += lacking.count
    }
    groundTiles += squares.ground.count
    shadowCount += squares.shadow.count
    return true
  }

  /// Shades pixel by pixel.
  ///
  /// - Parameter isLaidAlone: whether only pixels are shaded on which overlays lie.
  private mutating func shadeEach(
    _ frame: Frame, _ shading: BandShading, into pixels: inout PixelBuffer, only mask: PixelMask?,
    isLaidAlone: Bool = false, part: ClosedRange<Double>
  ) throws(RenderError) {
    let (band, solids) = (shading.band, shading.solids)
    let span = part.upperBound - part.lowerBound
    let start = part.lowerBound
    try progress.step(start, "ground")
    let keys = GroundDemand(frame: frame).keys()
    groundTiles += keys.count
    let painted = try ground(keys, part: start...(start + 0.3 * span))
    clock.end("ground")
    try progress.step(start + 0.3 * span, "shadows")
    var shadows = shading.fitted
    if let space = shadowSpace {
      let keys = ShadowDemand(
        frame: frame, space: space, fineness: space.fineness(options.quality)
      ).keys()
      shadowCount += keys.count
      shadows = try shadowSquares(keys, space, solids)
    }
    let sunlight = shadows ?? fittedShadows(frame, solids)
    clock.end("shadows")
    let occlusion = AmbientOcclusion(frame, fullHeight: view.height)
    defer { occlusion.deallocate() }
    let shader = PixelShader(
      frame: frame, texture: GroundTexture(painted, layerCount: overlays.layers.count),
      shadows: sunlight, occlusion: occlusion)
    try shade(
      band, frame, shader, into: &pixels, only: mask, isLaidAlone: isLaidAlone,
      part: (start + 0.5 * span)...part.upperBound)
    clock.end("shade")
  }
}
