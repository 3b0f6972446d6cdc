import CBelvedereRaster

/// The memory in which pictures are drawn. It grows to what the largest one needs and is kept, so
/// that the next picture allocates nothing; what was hidden in one picture is looked for last in the
/// next. One picture at a time may be drawn in it.
public final class RasterizerScratch: @unchecked Sendable {
  private var base: UnsafeMutablePointer<BelvedereStrand>?
  private var count = 0
  var pyramid = BelvederePyramid()
  var placements = PlacementMemory()
  let slender = SlenderMemory()

  /// About how many triangles are set up at once; `nil` for all of a picture.
  let maximumTriangles: Int?

  /// Makes empty scratch memory.
  ///
  /// - Parameter maximumTriangles: About how many triangles are set up for the screen at once, each of which
  ///   takes about 60 bytes; `nil` for all of a picture. The picture is the same.
  public init(maximumTriangles: Int? = nil) { self.maximumTriangles = maximumTriangles }

  deinit {
    if let base {
      for i in 0..<count { belvedere_strand_free(base + i) }
      base.deallocate()
    }
    belvedere_pyramid_free(&pyramid)
    placements.free()
  }

  /// So many of them.
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

/// What is known of each placement of a picture.
struct PlacementMemory: @unchecked Sendable {
  private(set) var capacity = 0
  /// Where it may be seen.
  private(set) var boxes: UnsafeMutablePointer<BelvedereBox>
  /// Sorting keys: how far away, and the placement's index.
  private(set) var keys, spare: UnsafeMutablePointer<UInt64>
  /// Whether it was hidden when a picture was last drawn.
  private(set) var wasHidden: UnsafeMutablePointer<Bool>

  init() {
    boxes = .allocate(capacity: 1)
    keys = .allocate(capacity: 1)
    spare = .allocate(capacity: 1)
    wasHidden = .allocate(capacity: 1)
  }

  func free() {
    boxes.deallocate()
    keys.deallocate()
    spare.deallocate()
    wasHidden.deallocate()
  }

  /// Makes room for so many. What was hidden is kept.
  mutating func reserve(_ count: Int) {
    guard count > capacity else { return }
    let old = self
    let size = count + count / 2
    boxes = .allocate(capacity: size)
    keys = .allocate(capacity: size)
    spare = .allocate(capacity: size)
    wasHidden = .allocate(capacity: size)
    wasHidden.initialize(repeating: false, count: size)
    wasHidden.update(from: old.wasHidden, count: old.capacity)
    capacity = size
    old.free()
  }
}
