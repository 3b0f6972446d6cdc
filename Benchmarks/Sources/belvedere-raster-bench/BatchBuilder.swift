import BelvedereRasterization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Vertices of five words, three floats, a normal and a colour; and three indices a triangle.
struct TriangleFile: @unchecked Sendable {
  let vertices: UnsafeBufferPointer<UInt32>
  let indices: UnsafeBufferPointer<UInt32>

  var vertexCount: Int { vertices.count / 5 }

  func position(_ vertex: UInt32) -> SIMD3<Float> {
    let i = 5 * Int(vertex)
    return SIMD3(
      Float(bitPattern: vertices[i]), Float(bitPattern: vertices[i + 1]),
      Float(bitPattern: vertices[i + 2]))
  }

  /// A vertex's colour in a light from the south-west.
  func color(_ vertex: UInt32) -> UInt32 {
    let normal = vertices[5 * Int(vertex) + 3]
    func component(_ shift: UInt32) -> Float {
      max(Float(Int8(truncatingIfNeeded: normal >> shift)) / 127, -1)
    }
    let facing = component(0) * -0.45 + component(8) * -0.35 + component(16) * 0.82
    let light = 0.42 + 0.58 * max(0, facing)
    let packed = vertices[5 * Int(vertex) + 4]
    func channel(_ shift: UInt32) -> UInt32 {
      UInt32(min(Float(packed >> shift & 255) * light + 0.5, 255)) << shift
    }
    return 0xFF00_0000 | channel(0) | channel(8) | channel(16)
  }
}

/// Cuts chunks of triangles into batches that lie close together. For one thread at a time.
final class BatchBuilder: @unchecked Sendable {
  private let file: TriangleFile
  /// For each vertex the batch that has it, counted from 1, and its number there: `batch << 16 | number`.
  /// Zeros that the system hands out where they are touched.
  private let known: UnsafeMutablePointer<UInt64>
  private var batchCount: UInt64 = 0

  init(_ file: TriangleFile) {
    self.file = file
    let memory = calloc(max(file.vertexCount, 1), 8)
    guard let memory else { fatalError("no memory for \(file.vertexCount) vertices") }
    known = memory.assumingMemoryBound(to: UInt64.self)
  }

  deinit { free(known) }

  /// The batches of a chunk, of which there are about `cells`²; `nil` where an index is beyond the
  /// vertices.
  func batches(_ triangles: Range<Int>, cells: Int) -> [TriangleBatch]? {
    let indices = UnsafeBufferPointer(
      rebasing: file.indices[(3 * triangles.lowerBound)..<(3 * triangles.upperBound)])
    var highest: UInt32 = 0
    for i in indices { highest = max(highest, i) }
    guard indices.isEmpty || Int(highest) < file.vertexCount else { return nil }
    let (order, starts) = file.sorted(triangles, cells: cells)
    var batches: [TriangleBatch] = []
    for cell in 0..<(cells * cells) {
      for first in stride(from: starts[cell], to: starts[cell + 1], by: TriangleBatch.capacity) {
        batchCount += 1
        batches.append(
          file.batch(
            order[first..<min(first + TriangleBatch.capacity, starts[cell + 1])],
            number: batchCount, known: known))
      }
    }
    return batches
  }
}

extension TriangleFile {
  /// Triangles sorted by the cells in which their middles lie, and where the cells begin.
  fileprivate func sorted(_ triangles: Range<Int>, cells: Int) -> ([UInt32], starts: [Int]) {
    guard cells > 1 else { return (triangles.map { UInt32($0) }, [0, triangles.count]) }
    let middles = triangles.map { t in
      let sum =
        position(indices[3 * t]) + position(indices[3 * t + 1]) + position(indices[3 * t + 2])
      return SIMD2(sum.x, sum.y) / 3
    }
    var low = SIMD2<Float>(repeating: .infinity)
    var high = -low
    for m in middles {
      low.replace(with: m, where: m .< low)
      high.replace(with: m, where: m .> high)
    }
    let scale = SIMD2(repeating: Float(cells)) / pointwiseMax(high - low, SIMD2(repeating: 1e-3))
    let last = SIMD2(repeating: Float(cells - 1))
    var starts = Array(repeating: 0, count: cells * cells + 1)
    let numbers = middles.map { m in
      let p = (m - low) * scale
      // What is not a number goes to the first cell.
      let inside = pointwiseMin(p.replacing(with: 0, where: .!(p .> 0)), last)
      let number = Int(inside.y) * cells + Int(inside.x)
      starts[number + 1] += 1
      return UInt32(number)
    }
    for i in 1..<starts.count { starts[i] += starts[i - 1] }
    var next = starts
    let order = [UInt32](unsafeUninitializedCapacity: triangles.count) { memory, count in
      for (i, number) in numbers.enumerated() {
        memory[next[Int(number)]] = UInt32(triangles.lowerBound + i)
        next[Int(number)] += 1
      }
      count = triangles.count
    }
    return (order, starts)
  }

  fileprivate func batch(
    _ triangles: ArraySlice<UInt32>, number: UInt64, known: UnsafeMutablePointer<UInt64>
  ) -> TriangleBatch {
    var own: [UInt32] = []
    own.reserveCapacity(3 * triangles.count)
    let local = [UInt16](unsafeUninitializedCapacity: 3 * triangles.count) { memory, count in
      for t in triangles {
        for corner in 0..<3 {
          let v = indices[3 * Int(t) + corner]
          var entry = known[Int(v)]
          if entry >> 16 != number {
            entry = number << 16 | UInt64(own.count)
            known[Int(v)] = entry
            own.append(v)
          }
          memory[count] = UInt16(truncatingIfNeeded: entry)
          count += 1
        }
      }
    }
    return TriangleBatch(
      positions: own.map { position($0) }, indices: local, cullsBackFaces: true,
      colors: own.map { color($0) })
  }
}
