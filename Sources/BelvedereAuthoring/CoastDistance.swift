/// The distance of every sample from the nearest land, in metres.
///
/// Source: P. Felzenszwalb and D. Huttenlocher, "Distance transforms of sampled functions", Theory
/// of Computing 8, 2012: exact, one pass along the columns and one along the rows.
package struct CoastDistance {
  package let distances: [Double]

  package init(land: [Bool], width: Int, height: Int, stepX: Double, stepY: Double) {
    let far = 1e12
    var squares = land.map { $0 ? 0 : far }
    for column in 0..<width {
      let line = (0..<height).map { squares[$0 * width + column] }
      let result = Self.transform(line, step: stepY)
      for row in 0..<height { squares[row * width + column] = result[row] }
    }
    for row in 0..<height {
      let result = Self.transform(Array(squares[row * width..<(row + 1) * width]), step: stepX)
      for column in 0..<width { squares[row * width + column] = result[column] }
    }
    distances = squares.map { min($0, far).squareRoot() }
  }

  /// The lower envelope of the parabolas f(i) + (step·(x − i))².
  private static func transform(_ f: [Double], step: Double) -> [Double] {
    let n = f.count
    let s = step * step
    var vertices = [0]
    var starts = [-Double.infinity]
    for q in 1..<max(n, 1) {
      func meeting(_ v: Int) -> Double {
        ((f[q] + s * Double(q * q)) - (f[v] + s * Double(v * v))) / (2 * s * Double(q - v))
      }
      var x = meeting(vertices[vertices.count - 1])
      while x <= starts[starts.count - 1] {
        vertices.removeLast()
        starts.removeLast()
        x = meeting(vertices[vertices.count - 1])
      }
      vertices.append(q)
      starts.append(x)
    }
    var result = f
    var k = 0
    for i in 0..<n {
      while k + 1 < starts.count, starts[k + 1] < Double(i) { k += 1 }
      let d = Double(i - vertices[k])
      result[i] = s * d * d + f[vertices[k]]
    }
    return result
  }
}
