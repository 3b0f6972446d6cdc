import BelvedereRasterization
import Synchronization

/// The memory in which one picture at a time is made. It is kept for the next one, which then allocates
/// little.
final class PictureMemory: @unchecked Sendable {
  let scratch: RasterizerScratch
  private var buffers: [VisibilityBuffer?] = []
  private var planes: [SharedBuffer<Float>] = []

  init(_ budget: DrawingBudget) {
    scratch = RasterizerScratch(maximumTriangles: budget.triangles)
  }

  /// Squares that the surveys of the last pictures missed. A picture of the same place needs them, too, and what is
  /// there from the beginning need not be found out by shading in vain.
  private var missed = ShownSquares()

  /// Squares are few that a survey misses; more of them are of pictures that are long gone.
  private static let mostMissed = 128

  /// Those missed before that a picture may need whose survey has found some.
  func missed(beside found: ShownSquares) -> ShownSquares {
    missed = missed.beside(found)
    return missed
  }

  /// Remembers squares that a survey has missed.
  func miss(_ squares: ShownSquares) {
    if missed.count > Self.mostMissed { missed = ShownSquares() }
    missed.formUnion(squares)
  }

  deinit { planes.forEach { $0.deallocate() } }

  var byteCount: Int {
    let samples = buffers.compactMap { buffer in
      buffer.map { $0.width * $0.height * VisibilityBuffer.bytesPerPixel(samples: $0.samples) }
    }
    return samples.reduce(0, +) + planes.reduce(0) { $0 + 4 * $1.count }
  }

  /// A buffer for samples; the one before of the same number is no longer used.
  func samples(width: Int, height: Int, samples: Int, buffer number: Int = 0) -> VisibilityBuffer {
    while buffers.count <= number { buffers.append(nil) }
    if let buffer = buffers[number], buffer.width == width, buffer.height == height,
      buffer.samples == samples
    {
      buffer.restart()
      return buffer
    }
    let made = VisibilityBuffer(width: width, height: height, samples: samples)
    buffers[number] = made
    return made
  }

  /// Two planes of numbers, with what they last held; those before are no longer used.
  func planes(count: Int) -> (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) {
    if planes.isEmpty || planes[0].count < count {
      planes.forEach { $0.deallocate() }
      planes = (0..<2).map { _ in SharedBuffer(repeating: 0, count: count) }
    }
    return (planes[0].base, planes[1].base)
  }
}

/// The memory of pictures that are not being made.
final class PictureMemories: Sendable {
  private let idle = Mutex<[PictureMemory]>([])
  private let budget: DrawingBudget

  init(_ budget: DrawingBudget) { self.budget = budget }

  func use<Result, Failure>(
    _ body: (PictureMemory) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let memory = idle.withLock { $0.popLast() } ?? PictureMemory(budget)
    defer {
      idle.withLock { idle in
        let bytes = idle.reduce(memory.byteCount) { $0 + $1.byteCount }
        // What is kept of larger pictures would weigh more than the time to make it anew.
        if bytes <= budget.keptPictures { idle.append(memory) }
      }
    }
    return try body(memory)
  }
}
