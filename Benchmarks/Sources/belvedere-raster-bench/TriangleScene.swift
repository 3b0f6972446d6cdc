import BelvedereRasterization

struct Failure: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// Triangles with a colour at each vertex, from a file: `P3DS`, then in the machine's order the numbers
/// of vertices, triangles, chunks and triangles of terrain (UInt32); vertices of three floats, a normal
/// of four signed bytes and a colour of four bytes; three UInt32 a triangle; and chunks of UInt32 first
/// triangle, UInt32 number of triangles and six floats.
struct TriangleScene {
  let triangleCount: Int
  let batches: [TriangleBatch]
  let placements: [BatchPlacement]

  /// Aim of triangles in a batch.
  private static let batchSize = 512.0

  /// Reads a file and cuts its chunks into batches, on several threads.
  init(path: String, threads: Int) throws {
    let file = try MappedFile(path: path)
    let words = file.words
    guard words.count >= 5, words[0] == 0x5344_3350 else {
      throw Failure("\(path): does not begin with P3DS")
    }
    // Five words a vertex; three a triangle; eight a chunk.
    let (vertexCount, chunkCount) = (Int(words[1]), Int(words[3]))
    let triangleCount = Int(words[2])
    let firstIndex = 5 + 5 * vertexCount
    let firstChunk = firstIndex + 3 * triangleCount
    guard words.count >= firstChunk + 8 * chunkCount else {
      throw Failure("\(path): ends too early")
    }
    let triangles = TriangleFile(
      vertices: UnsafeBufferPointer(rebasing: words[5..<firstIndex]),
      indices: UnsafeBufferPointer(rebasing: words[firstIndex..<firstChunk]))
    let chunks = try (0..<chunkCount).map { chunk in
      let first = Int(words[firstChunk + 8 * chunk])
      let count = Int(words[firstChunk + 8 * chunk + 1])
      guard first + count <= triangleCount else {
        throw Failure("\(path): chunk \(chunk) beyond the triangles")
      }
      return first..<(first + count)
    }
    let builders = (0..<threads).map { _ in BatchBuilder(triangles) }
    let size = Self.batchSize
    let made = Slots(count: chunkCount)
    Parallel.forEach(chunkCount, threads: threads) { chunk, strand in
      let cells = max(1, Int((Double(chunks[chunk].count) / size).squareRoot()))
      made.base[chunk] = builders[strand].batches(chunks[chunk], cells: cells)
    }
    guard let parts = made.take() else { throw Failure("\(path): an index beyond the vertices") }
    self.triangleCount = triangleCount
    batches = parts
    placements = parts.indices.map { BatchPlacement(batch: $0, origin: .zero) }
    file.close()
  }
}

/// The batches of each chunk; `nil` for one that is not valid. Threads write in disjoint places.
private final class Slots: @unchecked Sendable {
  let base: UnsafeMutablePointer<[TriangleBatch]?>
  private let count: Int

  init(count: Int) {
    base = .allocate(capacity: count)
    base.initialize(repeating: nil, count: count)
    self.count = count
  }

  /// All of them in their order, or `nil` if one is not valid.
  func take() -> [TriangleBatch]? {
    defer {
      base.deinitialize(count: count)
      base.deallocate()
    }
    var all: [TriangleBatch] = []
    for i in 0..<count {
      guard let part = base[i] else { return nil }
      all += part
    }
    return all
  }
}
