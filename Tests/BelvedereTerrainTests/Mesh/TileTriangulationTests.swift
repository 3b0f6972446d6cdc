import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Tiles as few triangles") struct TileTriangulationTests {
  private let n = 32

  /// Vertices of a tile with hills of all sizes, rough in places only, and pits of a single vertex.
  private func vertices(_ random: inout SplitMix64) -> [SIMD3<Float>] {
    var heights = [Float](repeating: 0, count: 33 * 33)
    var size = 32
    var rise = random.double(0...20)
    while size > 1 {
      let (a, b) = (random.double(0...6.28), random.double(0.2...1))
      for k in heights.indices {
        let (x, y) = (Double(k % 33) / Double(size), Double(k / 33) / Double(size))
        // Triangle waves: flat in most places at the finest size.
        let wave = abs((x * b + y + a).truncatingRemainder(dividingBy: 2) - 1)
        if size > 4 || k % 33 < 12 { heights[k] += Float(rise * wave) }
      }
      rise *= random.double(0.2...0.9)
      size /= 2
    }
    for _ in 0..<random.int(0...6) { heights[random.int(0...(33 * 33 - 1))] += 5 }
    return heights.indices.map { (k: Int) -> SIMD3<Float> in
      SIMD3<Float>(Float(k % 33), -Float(k / 33), heights[k])
    }
  }

  private func steps(_ random: inout SplitMix64) -> SIMD8<UInt8> {
    var steps = SIMD8<UInt8>(repeating: 1)
    for i in 0..<8 { steps[i] = random.pick([1, 2, 4]) }
    return steps
  }

  /// Whether a vertex is drawn if it lies on a side.
  private func isPromised(_ x: Int, _ y: Int, _ steps: SIMD8<UInt8>) -> Bool {
    func isDrawn(_ along: Int, _ side: Int) -> Bool {
      along % Int(steps[2 * side + (along < 16 ? 0 : 1)]) == 0
    }
    if y == 0 || y == 32 { return isDrawn(x, y == 0 ? 0 : 2) }
    return isDrawn(y, x == 0 ? 3 : 1)
  }

  /// Checks that triangles cover the square once and end in the edges that its sides promise.
  private func check(_ list: [Int], _ steps: SIMD8<UInt8>) throws {
    var edges: [SIMD2<Int>: Int] = [:]
    var area = 0
    for k in stride(from: 0, to: list.count, by: 3) {
      let corner = { (c: Int) -> SIMD2<Int> in
        let at = list[k + c % 3]
        return SIMD2<Int>(at % 33, -(at / 33))
      }
      let (u, v) = (corner(1) &- corner(0), corner(2) &- corner(0))
      let doubled = u.x * v.y - u.y * v.x
      try #require(doubled > 0, "a triangle is seen from below")
      area += doubled
      for c in 0..<3 { edges[SIMD2(list[k + c], list[k + (c + 1) % 3]), default: 0] += 1 }
    }
    #expect(area == 2 * 32 * 32)
    #expect(edges.values.allSatisfy { $0 == 1 })
    let open = edges.keys.filter { edges[SIMD2($0.y, $0.x)] == nil }
    var ends: Set<Int> = []
    for edge in open {
      for k in [edge.x, edge.y] {
        let (x, y) = (k % 33, k / 33)
        try #require(x == 0 || y == 0 || x == 32 || y == 32, "an open edge inside")
        ends.insert(k)
      }
    }
    for k in 0..<(33 * 33) {
      let (x, y) = (k % 33, k / 33)
      guard x == 0 || y == 0 || x == 32 || y == 32 else { continue }
      #expect(ends.contains(k) == isPromised(x, y, steps), "(\(x), \(y)) of \(steps)")
    }
  }

  /// How far each vertex lies above or below the triangles.
  private func errors(_ list: [Int], _ v: [SIMD3<Float>]) -> [Float] {
    var errors = [Float](repeating: .infinity, count: v.count)
    for k in stride(from: 0, to: list.count, by: 3) {
      let (a, b, c) = (v[list[k]], v[list[k + 1]], v[list[k + 2]])
      let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
      let low = SIMD3(min(a.x, b.x, c.x), min(a.y, b.y, c.y), 0)
      let high = SIMD3(max(a.x, b.x, c.x), max(a.y, b.y, c.y), 0)
      for i in Int(low.x)...Int(high.x) {
        for j in Int(-high.y)...Int(-low.y) {
          let p = v[j * 33 + i]
          let s = ((p.x - a.x) * (c.y - a.y) - (p.y - a.y) * (c.x - a.x)) / area
          let t = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / area
          guard s >= -1e-5, t >= -1e-5, s + t <= 1 + 1e-5 else { continue }
          let z = a.z + s * (b.z - a.z) + t * (c.z - a.z)
          errors[j * 33 + i] = min(errors[j * 33 + i], abs(p.z - z))
        }
      }
    }
    return errors
  }

  @Test(
    "whatever lies inside and whatever the sides have, the square is covered once, without cracks")
  func cover() {
    forEachSeed(60) { random in
      let vertices = vertices(&random)
      let steps = steps(&random)
      let tolerance = Float(random.pick([0, 1e-6, 0.01, 0.1, 1, 10, 1e30]))
      let list = vertices.withUnsafeBufferPointer {
        TileTriangulation(
          $0.baseAddress!, scale: SIMD3(1, 1, 1), tolerance: tolerance, steps: steps
        ).triangles()
      }
      try check(list.map { Int($0) }, steps)
      try check(TileTriangulation.fan(steps: steps).map { Int($0) }, steps)
    }
  }

  @Test("no vertex lies farther off the triangles than the tolerance, and beside sides than theirs")
  func tolerance() {
    var least = Int.max
    forEachSeed(40) { random in
      let vertices = vertices(&random)
      let tolerance = Float(random.pick([0, 0.01, 0.1, 0.5]))
      // Of sides with all vertices, inside as well as on them.
      let list = vertices.withUnsafeBufferPointer {
        TileTriangulation(
          $0.baseAddress!, scale: SIMD3(1, 1, 1), tolerance: tolerance,
          steps: SIMD8(repeating: 1)
        ).triangles()
      }
      let worst = errors(list.map { Int($0) }, vertices).max() ?? .infinity
      #expect(worst <= tolerance + 1e-4, "\(worst) of \(tolerance)")
      least = min(least, list.count / 3)
    }
    #expect(least < 1000, "nothing is left out")
    // Sides may leave out what they show; of straight ones that is nothing.
    forEachSeed(40) { random in
      var vertices = vertices(&random)
      for k in vertices.indices {
        let (x, y) = (k % 33, k / 33)
        if x == 0 || y == 0 || x == 32 || y == 32 { vertices[k].z = Float(x) * 0.5 }
      }
      let tolerance = Float(random.pick([0.01, 0.1, 0.5]))
      let steps = steps(&random)
      let list = vertices.withUnsafeBufferPointer {
        TileTriangulation(
          $0.baseAddress!, scale: SIMD3(1, 1, 1), tolerance: tolerance, steps: steps
        ).triangles()
      }
      let worst = errors(list.map { Int($0) }, vertices).max() ?? .infinity
      #expect(worst <= tolerance + 1e-4, "\(worst) of \(tolerance)")
    }
  }

  @Test("a plane is drawn with as few triangles as its sides allow")
  func plane() {
    let vertices = (0..<(33 * 33)).map { (k: Int) -> SIMD3<Float> in
      let (x, y) = (Float(k % 33), Float(k / 33))
      return SIMD3<Float>(x, -y, x / 4)
    }
    let counts = [1, 2, 4].map { step in
      vertices.withUnsafeBufferPointer {
        TileTriangulation(
          $0.baseAddress!, scale: SIMD3(1, 1, 1), tolerance: 0.01,
          steps: SIMD8(repeating: UInt8(step))
        ).triangles().count / 3
      }
    }
    #expect(counts[0] < 700 && counts[1] < 350 && counts[2] < 170, "\(counts)")
  }
}
