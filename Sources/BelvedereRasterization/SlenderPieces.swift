import CBelvedereRaster

/// A closed convex part of a batch: quadrilaterals of two triangles each, the first three corners and then the
/// first, the third and the last, which follow each other.
package struct SlenderPiece: Sendable {
  /// The first triangle of the batch that belongs to it.
  package let first: UInt16
  /// How many quadrilaterals there are.
  package let faces: UInt16

  package init(first: UInt16, faces: UInt16) {
    self.first = first
    self.faces = faces
  }
}

/// The pieces of a placement's batch that may be slender.
package struct SlenderBatch: Sendable {
  /// The index of the placement.
  package let placement: Int
  package let pieces: FrozenArray<SlenderPiece>

  package init(placement: Int, pieces: FrozenArray<SlenderPiece>) {
    self.placement = placement
    self.pieces = pieces
  }
}

extension Rasterizer {
  /// The greatest width of a slender piece, in pixels.
  static let widestSlender: Float = 2
  /// Fragments of slender pieces in a picture at most, each of which takes about 120 bytes with what is made of it.
  static let mostFragments = 1 << 19

  /// Finds the pieces that are slender on the screen, and which samples of each pixel they cover.
  ///
  /// What is narrower than a pixel falls between four samples, now here and now there: it crumbles into dots, which
  /// crawl from picture to picture. Instead of drawing such pieces with a least width and a coverage (Persson,
  /// "Graphics Gems for Games: Phone-Wire AA", 2012), for which all of them would have to be lines, each of their
  /// faces is tested at 64 samples of the pixels that it touches (A-buffer, Carpenter 1984); ``fineParts(before:)``
  /// then tells what of them is seen. On the mean a pixel shows as much of a piece either way, so that nothing
  /// jumps where one becomes wider than two pixels and is drawn as all else.
  ///
  /// - Parameters:
  ///   - batches: those of the placements; the slender pieces are taken out of them. Numbers of triangles stay.
  /// - Returns: whether there are any. In pictures wider or higher than 16,384 pixels, and where all of them would
  ///   have more fragments than fit, there are none.
  package func findSlender(
    _ slender: [SlenderBatch], _ placements: [BatchPlacement], batches: inout [TriangleBatch]
  ) -> Bool {
    guard !slender.isEmpty, view.width <= Self.partExtent, view.height <= Self.partExtent else {
      return false
    }
    let found = SharedPointer(scratch.slender.strands(threads))
    let strands = SharedPointer(scratch.strands(2 * threads))
    let most = Self.mostFragments
    let chosen = slender.map { SharedBuffer<UInt8>(repeating: 0, count: $0.pieces.count) }
    defer { chosen.forEach { $0.deallocate() } }
    let all = batches
    Parallel.forEach(slender.count, threads: threads) { n, strand in
      let placement = placements[slender[n].placement]
      cover(
        all[placement.batch], placement, slender[n].pieces, most: most, chosen: chosen[n].base,
        found.base + strand, strands.base + strand)
    }
    guard (0..<threads).reduce(0, { $0 + found.base[$1].count }) <= most else { return false }
    var isAny = false
    for (n, own) in slender.enumerated() {
      let batch = placements[own.placement].batch
      guard let rest = batches[batch].without(own.pieces, chosen[n]) else { continue }
      batches[batch] = rest
      isAny = true
    }
    return isAny
  }

  private func cover(
    _ batch: TriangleBatch, _ placement: BatchPlacement, _ pieces: FrozenArray<SlenderPiece>,
    most: Int, chosen: UnsafeMutablePointer<UInt8>,
    _ found: UnsafeMutablePointer<BelvedereSlender>, _ strand: UnsafeMutablePointer<BelvedereStrand>
  ) {
    let kernels = vectors.kernels
    var projection = BelvedereProjection(view, placement)
    guard placement.batch < TriangleID.maximumBatches,
      kernels.seen(from: batch.lowerBound, to: batch.upperBound, &projection) != nil
    else { return }
    belvedere_strand_reserve(strand, batch.positions.count)
    batch.positions.withUnsafeBytes { positions in
      kernels.transform(
        positions.baseAddress?.assumingMemoryBound(to: Float.self), batch.positions.count,
        &projection, strand.pointee.vertices)
    }
    batch.indices.withUnsafeBufferPointer { indices in
      kernels.slender(
        found, strand.pointee.vertices, indices.baseAddress,
        UnsafeRawPointer(pieces.base).assumingMemoryBound(to: BelvederePiece.self), pieces.count,
        UInt32(placement.batch) << 12,  // checked: below 2²⁰
        Int32(view.width), Int32(view.height),  // checked: a part's extent
        Self.widestSlender, most, chosen)
    }
  }
}

extension TriangleBatch {
  /// The batch without some pieces; its triangles keep their numbers. `nil` without any of them.
  fileprivate func without(
    _ pieces: FrozenArray<SlenderPiece>, _ chosen: SharedBuffer<UInt8>
  ) -> TriangleBatch? {
    guard (0..<chosen.count).contains(where: { chosen[$0] != 0 }) else { return nil }
    var indices = self.indices
    for n in 0..<chosen.count where chosen[n] != 0 {
      let piece = pieces.base[n]
      let first = Int(piece.first)  // checked: widens
      // Without an area nothing of it is drawn.
      for triangle in first..<(first + 2 * Int(piece.faces)) {  // checked: widens
        for i in 1...2 { indices[3 * triangle + i] = indices[3 * triangle] }
      }
    }
    return TriangleBatch(
      positions: positions, indices: indices, cullsBackFaces: cullsBackFaces, low: lowerBound,
      high: upperBound, colors: colors)
  }
}
