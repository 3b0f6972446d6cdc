import BelvedereRasterization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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

  init(path: String) throws {
    guard let file = fopen(path, "rb") else { throw Failure("\(path): cannot be opened") }
    defer { fclose(file) }
    func read<T>(_ count: Int, as type: T.Type) throws -> UnsafeMutableBufferPointer<T> {
      let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: count)
      guard fread(memory.baseAddress, MemoryLayout<T>.stride, count, file) == count else {
        memory.deallocate()
        throw Failure("\(path): ends too early")
      }
      return memory
    }
    let head = try read(5, as: UInt32.self)
    defer { head.deallocate() }
    guard head[0] == 0x5344_3350 else { throw Failure("\(path): does not begin with P3DS") }
    // Five words a vertex; three a triangle; eight a chunk.
    let vertices = try read(5 * Int(head[1]), as: UInt32.self)
    defer { vertices.deallocate() }
    let indices = try read(3 * Int(head[2]), as: UInt32.self)
    defer { indices.deallocate() }
    let chunks = try read(8 * Int(head[3]), as: UInt32.self)
    defer { chunks.deallocate() }
    guard indices.allSatisfy({ $0 < head[1] }) else {
      throw Failure("\(path): an index beyond the vertices")
    }
    triangleCount = Int(head[2])
    var builder = BatchBuilder(vertices: vertices, indices: indices)
    for chunk in 0..<Int(head[3]) {
      let first = Int(chunks[8 * chunk])
      let count = Int(chunks[8 * chunk + 1])
      guard first + count <= triangleCount else {
        throw Failure("\(path): chunk \(chunk) beyond the triangles")
      }
      builder.add(
        first..<(first + count), cells: max(1, Int((Double(count) / Self.batchSize).squareRoot())))
    }
    batches = builder.batches
    placements = batches.indices.map { BatchPlacement(batch: $0, origin: .zero) }
  }
}

/// Cuts chunks of triangles into batches that lie close together.
struct BatchBuilder {
  private let vertices: UnsafeMutableBufferPointer<UInt32>
  private let indices: UnsafeMutableBufferPointer<UInt32>
  private(set) var batches: [TriangleBatch] = []
  /// For each vertex its number in the batch that is being made, and that batch.
  private var local: [UInt16]
  private var owner: [UInt32]

  init(
    vertices: UnsafeMutableBufferPointer<UInt32>, indices: UnsafeMutableBufferPointer<UInt32>
  ) {
    self.vertices = vertices
    self.indices = indices
    local = Array(repeating: 0, count: vertices.count / 5)
    owner = Array(repeating: .max, count: vertices.count / 5)
  }

  private func float(_ vertex: UInt32, _ i: Int) -> Float {
    Float(bitPattern: vertices[5 * Int(vertex) + i])
  }

  /// Adds the batches of a chunk, of which there are about `cells`².
  mutating func add(_ triangles: Range<Int>, cells: Int) {
    guard cells > 1 else { return append(Array(triangles)) }
    func middle(_ t: Int, _ axis: Int) -> Float {
      (0..<3).reduce(0) { $0 + float(indices[3 * t + $1], axis) } / 3
    }
    var low = SIMD2<Float>(repeating: .infinity)
    var high = -low
    for t in triangles {
      let m = SIMD2(middle(t, 0), middle(t, 1))
      low = pointwiseMin(low, m)
      high = pointwiseMax(high, m)
    }
    let scale = SIMD2(repeating: Float(cells)) / pointwiseMax(high - low, SIMD2(repeating: 1e-3))
    var members = [[Int]](repeating: [], count: cells * cells)
    for t in triangles {
      let p = (SIMD2(middle(t, 0), middle(t, 1)) - low) * scale
      let x = min(Int(p.x), cells - 1)
      let y = min(Int(p.y), cells - 1)
      members[y * cells + x].append(t)
    }
    for member in members where !member.isEmpty { append(member) }
  }

  private mutating func append(_ triangles: [Int]) {
    var rest = triangles[...]
    while !rest.isEmpty {
      let part = rest.prefix(TriangleBatch.capacity)
      rest = rest.dropFirst(part.count)
      var positions: [SIMD3<Float>] = []
      var colors: [UInt32] = []
      var own: [UInt16] = []
      own.reserveCapacity(3 * part.count)
      let batch = UInt32(batches.count)
      for t in part {
        for corner in 0..<3 {
          let v = indices[3 * t + corner]
          if owner[Int(v)] != batch {
            owner[Int(v)] = batch
            local[Int(v)] = UInt16(positions.count)
            positions.append(SIMD3(float(v, 0), float(v, 1), float(v, 2)))
            colors.append(color(v))
          }
          own.append(local[Int(v)])
        }
      }
      batches.append(
        TriangleBatch(positions: positions, indices: own, cullsBackFaces: true, colors: colors))
    }
  }

  /// A vertex's colour in a light from the south-west.
  private func color(_ v: UInt32) -> UInt32 {
    let normal = vertices[5 * Int(v) + 3]
    func component(_ i: UInt32) -> Float {
      max(Float(Int8(truncatingIfNeeded: normal >> (8 * i))) / 127, -1)
    }
    let facing = component(0) * -0.45 + component(1) * -0.35 + component(2) * 0.82
    let light = 0.42 + 0.58 * max(0, facing)
    let packed = vertices[5 * Int(v) + 4]
    return (0..<3).reduce(0xFF00_0000) { result, i in
      let value = Float(packed >> (8 * UInt32(i)) & 255) * light + 0.5
      return result | UInt32(min(value, 255)) << (8 * UInt32(i))
    }
  }
}
