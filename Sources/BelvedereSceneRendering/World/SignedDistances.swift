/// How far the cells of a grid are from the nearest cell of the other kind: exact Euclidean distances in two passes
/// (Felzenszwalb and Huttenlocher, "Distance transforms of sampled functions", 2012).
struct SignedDistances {
  /// Cells, positive on land; row-major.
  private(set) var values: [Float]

  /// - Parameters:
  ///   - isLand: row-major; `nil` for cells of which nothing is known, to which no distance is measured.
  ///   - most: cells; longer distances are cut to it.
  init(_ isLand: [Bool?], side: Int, most: Float) {
    func distances(to kind: Bool) -> [Float] {
      Self.transformed(isLand.map { $0 == kind ? 0 : 1e9 }, side: side)
    }
    let (toLand, toSea) = (distances(to: true), distances(to: false))
    values = isLand.indices.map { i in
      guard let land = isLand[i] else { return 0 }
      // Shores lie between cells.
      return land ? min(toSea[i] - 0.5, most) : -min(toLand[i] - 0.5, most)
    }
  }

  private static func transformed(_ grid: [Float], side: Int) -> [Float] {
    var grid = grid
    for across in [true, false] {
      for line in 0..<side {
        func at(_ k: Int) -> Int { across ? line * side + k : k * side + line }
        let own = (0..<side).map { grid[at($0)] }
        for (k, value) in envelope(own).enumerated() { grid[at(k)] = value }
      }
    }
    return grid.map { $0.squareRoot() }
  }

  /// The lower envelope of parabolas over a line.
  private static func envelope(_ f: [Float]) -> [Float] {
    var (places, starts) = ([0], [-Float.infinity])
    func meeting(_ a: Int, _ b: Int) -> Float {
      (f[b] + Float(b * b) - f[a] - Float(a * a)) / Float(2 * (b - a))
    }
    for q in f.indices.dropFirst() {
      while places.count > 1, meeting(places[places.count - 1], q) <= starts[starts.count - 1] {
        places.removeLast()
        starts.removeLast()
      }
      starts.append(meeting(places[places.count - 1], q))
      places.append(q)
    }
    var k = 0
    return f.indices.map { q in
      while k + 1 < places.count, starts[k + 1] < Float(q) { k += 1 }
      let d = Float(q - places[k])
      return d * d + f[places[k]]
    }
  }
}
