import BelvedereGeoMath

/// A smooth surface through scattered values: radial functions r^1.5 and a constant.
///
/// The exponent lies between the cone r, which makes every sample a kink, and the thin plate's
/// r²·log r, which overshoots wherever a steep slope meets a flat; it is the variogram of a fractal
/// surface as rough as hills are. Source: G. Wahba, Spline Models for Observational Data, SIAM
/// 1990, chapter 2; conditionally positive definite of order 1 for exponents below 2 (Micchelli
/// 1986).
package struct RadialInterpolant {
  private let centers: [Vector2]
  private let weights: [Double]
  private let constant: Double

  /// Solves for the weights; `nil` where two centres coincide.
  package init?(centers: [Vector2], values: [Double]) {
    let n = centers.count
    guard n > 0, values.count == n else { return nil }
    let size = n + 1
    let columns = size + 1
    var matrix = [Double](repeating: 0, count: size * columns)
    for i in 0..<n {
      for j in 0..<n { matrix[i * columns + j] = Self.kernel(centers[i] - centers[j]) }
      matrix[i * columns + n] = 1
      matrix[n * columns + i] = 1
      matrix[i * columns + size] = values[i]
    }
    guard let solution = Self.solve(&matrix, size: size) else { return nil }
    self.centers = centers
    weights = Array(solution[0..<n])
    constant = solution[n]
  }

  package func value(at point: Vector2) -> Double {
    var sum = constant
    for i in centers.indices { sum += weights[i] * Self.kernel(point - centers[i]) }
    return sum
  }

  /// Kilometres, to keep the system's numbers near 1.
  @inline(__always) private static func kernel(_ offset: Vector2) -> Double {
    let r = (offset * 0.001).length
    return r * r.squareRoot()
  }

  /// Gaussian elimination with partial pivoting; the system is indefinite.
  private static func solve(_ matrix: inout [Double], size: Int) -> [Double]? {
    let columns = size + 1
    return matrix.withUnsafeMutableBufferPointer { m -> [Double]? in
      for pivot in 0..<size {
        var best = pivot
        for row in pivot..<size
        where abs(m[row * columns + pivot]) > abs(m[best * columns + pivot]) { best = row }
        guard abs(m[best * columns + pivot]) > 1e-12 else { return nil }
        if best != pivot {
          for column in 0..<columns {
            m.swapAt(best * columns + column, pivot * columns + column)
          }
        }
        for row in (pivot + 1)..<max(size, pivot + 1) {
          let factor = m[row * columns + pivot] / m[pivot * columns + pivot]
          guard factor != 0 else { continue }
          for column in pivot..<columns {
            m[row * columns + column] -= factor * m[pivot * columns + column]
          }
        }
      }
      var solution = [Double](repeating: 0, count: size)
      for row in stride(from: size - 1, through: 0, by: -1) {
        var sum = m[row * columns + size]
        for column in (row + 1)..<max(size, row + 1) {
          sum -= m[row * columns + column] * solution[column]
        }
        solution[row] = sum / m[row * columns + row]
      }
      return solution
    }
  }
}
