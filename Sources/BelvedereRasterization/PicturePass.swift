import CBelvedereRaster

/// One part of a picture in the making.
///
/// What was hidden in the picture before is left out at first. When the rest has been drawn it is
/// compared with that, and drawn, too, if it may be seen after all (the two passes of Haar & Aaltonen,
/// "GPU-Driven Rendering Pipelines", 2015). The picture is the same whatever was hidden before.
struct PicturePass: @unchecked Sendable {
  let view: RasterView
  var threads: Int
  let scratch: RasterizerScratch
  let kernels: BelvedereKernels
  let placements: [BatchPlacement]
  let batches: [TriangleBatch]

  var columns: Int { (view.width + Rasterizer.tileSize - 1) / Rasterizer.tileSize }
  var rows: Int { (view.height + Rasterizer.tileSize - 1) / Rasterizer.tileSize }

  /// Draws the placements.
  ///
  /// - Returns: how many triangles were set up for the screen.
  func run(_ target: BelvedereTarget) -> Int {
    // Positive floats are ordered as their bits are.
    let visible = cull { ~max($1.nearest, 0).bitPattern }
    // Memory is filled by one thread as fast as by many.
    var pass = self
    if visible == 0 { pass.threads = 1 }
    return pass.draw(visible, target)
  }

  private func draw(_ visible: Int, _ target: BelvedereTarget) -> Int {
    let memory = scratch.placements
    // Both passes have strands of their own: pictures of colours need those of the first again.
    let strands = SharedPointer(scratch.strands(2 * threads))
    let hadContent = target.has_content
    belvedere_pyramid_begin(
      &scratch.pyramid, Int32((view.width + 7) / 8),  // checked: a part's extent
      Int32((view.height + 7) / 8))  // checked: a part's extent
    var target = target
    target.farthest = scratch.pyramid.farthest
    target.cells = (view.width + 7) / 8

    let hasColors = target.pixels != nil
    let samples = target.samples
    var count = 0
    // Samples keep what is nearest, in whichever parts triangles come; colours need all of a pixel's.
    let parts = hasColors ? [0..<visible] : parts(visible)
    for (n, part) in parts.enumerated() {
      setup(part, strands.base, samples: samples, hasColors: hasColors) {
        !memory.wasHidden[$0]
      }
      tiles(strands.base, count: threads, target, addsTo: n > 0 ? 0..<threads : nil)
      target.has_content = 1
      count += triangles(strands.base)
    }

    belvedere_pyramid_build(&scratch.pyramid)
    var isAnyLeft = false
    withUnsafePointer(to: &scratch.pyramid) { pyramid in
      for key in UnsafeBufferPointer(start: memory.keys, count: visible) {
        let i = Int(key & 0xFFFF_FFFF)  // checked: 32 bits
        let isHidden = belvedere_pyramid_hides(pyramid, memory.boxes + i) != 0
        // Those that were left out and may be seen are drawn now: marked by the nearest distance.
        let isLeft = memory.wasHidden[i] && !isHidden
        memory.boxes[i].nearest = isLeft ? 1 : 0
        memory.wasHidden[i] = isHidden
        if isLeft { isAnyLeft = true }
      }
    }
    guard isAnyLeft else { return count }
    let second = strands.base + threads
    for part in parts {
      setup(part, second, samples: samples, hasColors: hasColors) {
        memory.boxes[$0].nearest == 1
      }
      if hasColors {
        target.has_content = hadContent
        tiles(strands.base, count: 2 * threads, target, addsTo: threads..<(2 * threads))
      } else {
        tiles(second, count: threads, target, addsTo: 0..<threads)
      }
      count += triangles(second)
    }
    return count
  }

  private func triangles(_ strands: UnsafeMutablePointer<BelvedereStrand>) -> Int {
    (0..<threads).reduce(0) { $0 + strands[$1].triangle_count }
  }

  /// The placements cut into parts whose triangles are set up together.
  func parts(_ visible: Int) -> [Range<Int>] {
    guard let most = scratch.maximumTriangles else { return [0..<visible] }
    var parts: [Range<Int>] = []
    var (first, count) = (0, 0)
    for rank in 0..<visible {
      let i = Int(scratch.placements.keys[rank] & 0xFFFF_FFFF)  // checked: 32 bits
      count += batches[placements[i].batch].triangleCount
      guard count >= most else { continue }
      parts.append(first..<(rank + 1))
      (first, count) = (rank + 1, 0)
    }
    // One at least: the picture begins with it.
    if first < visible || parts.isEmpty { parts.append(first..<visible) }
    return parts
  }

  /// Finds out which placements may be seen, and sorts them by their keys.
  func cull(key: (_ placement: Int, _ box: BelvedereBox) -> UInt32) -> Int {
    scratch.placements.reserve(placements.count)
    let memory = scratch.placements
    let chunk = 64
    let none: Float = -1
    Parallel.forEach((placements.count + chunk - 1) / chunk, threads: threads) { n, _ in
      for i in (n * chunk)..<min((n + 1) * chunk, placements.count) {
        memory.boxes[i].nearest = none
        let placement = placements[i]
        guard placement.batch < TriangleID.maximumBatches else { continue }
        var projection = BelvedereProjection(view, placement)
        batches.withUnsafeBufferPointer { batches in
          guard batches[placement.batch].triangleCount > 0 else { return }
          let (low, high) = (
            batches[placement.batch].lowerBound, batches[placement.batch].upperBound
          )
          if let box = kernels.seen(from: low, to: high, &projection) { memory.boxes[i] = box }
        }
      }
    }
    var count = 0
    for i in placements.indices where memory.boxes[i].nearest != none {
      let key = UInt64(key(i, memory.boxes[i]))  // checked: widens
      memory.keys[count] = key << 32 | UInt64(i)  // checked: below 2³²
      count += 1
    }
    belvedere_sort(memory.keys, memory.spare, count)
    return count
  }

  /// Sets up the triangles of those placements that `isWanted`, and sorts them into tiles.
  ///
  /// - Parameter run: the number under which a placement is set up, from its rank and its index;
  ///   ascending with the ranks.
  func setup(
    _ ranks: Range<Int>, _ strands: UnsafeMutablePointer<BelvedereStrand>, samples: Int32,
    hasColors: Bool, run: @Sendable (_ rank: Int, _ placement: Int) -> Int = { rank, _ in rank },
    isWanted: @Sendable (Int) -> Bool
  ) {
    for i in 0..<threads {
      belvedere_strand_begin(strands + i, Int32(columns), Int32(rows))  // checked: a part's tiles
    }
    let shared = SharedPointer(strands)
    let memory = scratch.placements
    Parallel.forEach(ranks.count, threads: threads) { n, strand in
      let rank = ranks.lowerBound + n
      let i = Int(memory.keys[rank] & 0xFFFF_FFFF)  // checked: 32 bits
      guard isWanted(i) else { return }
      let placement = placements[i]
      GeometryStage(
        view: view, strand: shared.base + strand, samples: samples, hasColors: hasColors,
        kernels: kernels
      ).process(batches[placement.batch], placement: placement, run: run(rank, i))
    }
    Parallel.forEach(threads, threads: threads) { i, _ in belvedere_strand_bin(shared.base + i) }
  }

  /// Draws the tiles.
  ///
  /// - Parameter added: the strands that have something new; tiles to which they add nothing stay as they
  ///   are. `nil` to draw all of them.
  private func tiles(
    _ strands: UnsafeMutablePointer<BelvedereStrand>, count: Int, _ target: BelvedereTarget,
    addsTo added: Range<Int>?
  ) {
    let (columns, rows) = (columns, rows)
    let shared = SharedPointer(strands)
    var target = target
    withUnsafeMutablePointer(to: &target) { target in
      let target = SharedPointer(target)
      Parallel.forEach(columns * rows, threads: threads) { tile, strand in
        if let added {
          let isTouched = added.contains {
            shared.base[$0].tile_start[tile] != shared.base[$0].tile_start[tile + 1]
          }
          guard isTouched else { return }
        }
        kernels.tile(
          shared.base, Int32(count),  // checked: strands
          Int32(tile % columns), Int32(tile / columns),  // checked: a part's tiles
          target.base, Int32(strand))  // checked: strands
      }
    }
  }
}
