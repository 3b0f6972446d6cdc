import CBelvedereRaster

/// The memory in which pictures are drawn. It grows to what the largest one needs and is kept, so
/// that the next picture allocates nothing. One picture at a time may be drawn in it.
public final class RasterizerScratch: @unchecked Sendable {
  private var base: UnsafeMutablePointer<BelvedereStrand>?
  private var count = 0

  /// Makes empty scratch memory.
  public init() {}

  deinit { free() }

  private func free() {
    guard let base else { return }
    for i in 0..<count { belvedere_strand_free(base + i) }
    base.deallocate()
  }

  /// One for each thread.
  func strands(_ wanted: Int) -> UnsafeMutablePointer<BelvedereStrand> {
    if let base, count >= wanted { return base }
    let grown = UnsafeMutablePointer<BelvedereStrand>.allocate(capacity: wanted)
    grown.initialize(repeating: BelvedereStrand(), count: wanted)
    if let base {
      grown.update(from: base, count: count)
      base.deallocate()
    }
    base = grown
    count = wanted
    return grown
  }
}
