import BelvedereGeoMath
import BelvedereGeodesy

/// A piece of a polynomial curve by its control points in the coordinates of a surface, the parameter
/// running from 0 to 1.
public struct BezierCurve: Sendable, Hashable {
  /// At least one; a curve of degree n has n + 1.
  public let controlPoints: [Vector3]

  /// The highest degree.
  public static let maximumDegree = 15

  /// Makes a curve.
  ///
  /// - Throws: ``DomainError`` that names `controlPoints`: none, more than 16, or not finite.
  public init(_ controlPoints: [Vector3]) throws(DomainError) {
    guard (1...Self.maximumDegree + 1).contains(controlPoints.count),
      controlPoints.allSatisfy({
        abs($0.x) < 1e15 && abs($0.y) < 1e15 && abs($0.z) < 1e15
      })
    else {
      throw DomainError(
        field: "controlPoints", value: controlPoints.count,
        allowed: "1 to 16 positions, finite")
    }
    self.controlPoints = controlPoints
  }

  /// The position at a parameter.
  public func position(at t: Double) -> Vector3 { split(controlPoints, at: t).left.last ?? .zero }

  /// The control points of the part between two parameters.
  func part(_ from: Double, _ to: Double) -> [Vector3] {
    let left = split(controlPoints, at: to).left
    return to > 0 ? split(left, at: from / to).right : left
  }

  /// De Casteljau's construction.
  private func split(_ points: [Vector3], at t: Double) -> (left: [Vector3], right: [Vector3]) {
    var row = points
    var left: [Vector3] = []
    var right: [Vector3] = []
    for count in stride(from: points.count, to: 0, by: -1) {
      left.append(row[0])
      right.append(row[count - 1])
      for i in 0..<count - 1 { row[i] += (row[i + 1] - row[i]) * t }
    }
    return (left, right.reversed())
  }
}

extension TerrainSurface {
  /// A bound of the clearance of a whole polynomial curve that is a proof.
  ///
  /// Far from the ground, boxes around control points are compared with the ground's highest point
  /// below them. Where a part lies over at most four cells, its height above each of their patches is a
  /// polynomial of twice the degree, which is nowhere less than its least Bernstein coefficient. Those
  /// come as near as the square of the part's length: steps grow with the square root of what the boxes
  /// alone would need.
  ///
  /// - Parameters:
  ///   - curve: The curve.
  ///   - tolerance: Metres by which the bound may lie below the least clearance, above 0.
  ///   - maximumSteps: How often an interval is halved at most.
  /// - Throws: ``DomainError`` that names `tolerance`.
  public func clearanceBound(
    of curve: BezierCurve, tolerance: Double, maximumSteps: Int = 100_000
  ) throws(DomainError) -> ClearanceBound {
    try Self.checkSearch(0...1, tolerance)
    let products = BernsteinProducts(degree: curve.controlPoints.count - 1)
    let search = ClearanceSearch(surface: self, tolerance: tolerance, maximumSteps: maximumSteps)
    return search.run(0...1) { from, to in
      let points = curve.part(from, to)
      var result = bound(of: Self.box(points))
      if result.atLeast < .infinity, let closer = patchBound(points, products) {
        result.atLeast = max(result.atLeast, closer)
      }
      return result
    } position: {
      curve.position(at: $0)
    }
  }

  /// The box of control points, a little widened for rounding.
  private static func box(_ points: [Vector3]) -> CurveBox {
    func range(_ axis: Int) -> ClosedRange<Double> {
      var low = Double.infinity
      var high = -Double.infinity
      for point in points {
        low = min(low, point[axis])
        high = max(high, point[axis])
      }
      let rounding = 1e-14 * (abs(low) + abs(high))
      return low - rounding...high + rounding
    }
    return CurveBox(x: range(0), y: range(1), z: range(2))
  }

  /// The least Bernstein coefficient of the heights above the patches under a part; `nil` where there
  /// are more than four or some lie in another copy of the world.
  private func patchBound(_ points: [Vector3], _ products: BernsteinProducts) -> Double? {
    let box = Self.box(points)
    guard box.x.lowerBound >= 0, box.x.upperBound <= columns[columns.count - 1],
      box.y.lowerBound >= 0, box.y.upperBound <= rows[rows.count - 1]
    else { return nil }
    return withGrid { grid in
      let (across, down) = (grid.columnRange(box.x), grid.rowRange(box.y))
      guard across.count <= 2, down.count <= 2 else { return nil }
      var least = Double.infinity
      for j in down {
        for i in across {
          guard let (a, b, c, d) = grid.corners(i, j) else { continue }
          let (x, y) = (grid.columns[i], grid.rows[j])
          let (w, h) = (grid.columns[i + 1] - x, grid.rows[j + 1] - y)
          let u = points.map { ($0.x - x) / w }
          let v = points.map { ($0.y - y) / h }
          let twist = a - b - c + d
          let linear = points.indices.map { k in
            points[k].z - a - (b - a) * u[k] - (c - a) * v[k]
          }
          let size = max(abs(a), abs(b), abs(c), abs(d))
          let reach = (u + v).reduce(1) { max($0, abs($1)) }
          let most = points.reduce(0) { max($0, abs($1.z)) }
          let rounding = 1e-12 * (most + size * reach * reach)
          least = min(least, products.leastCoefficient(linear, u, v, -twist) - rounding)
        }
      }
      return least == .infinity ? nil : least
    }
  }
}

/// Products of polynomials in Bernstein's form.
struct BernsteinProducts {
  /// The weight of the product of coefficient i of one and j of the other in coefficient i + j.
  private let weights: [[Double]]

  init(degree n: Int) {
    func row(_ n: Int) -> [Double] {
      var row = [1.0]
      for k in 0..<n { row.append(row[k] * Double(n - k) / Double(k + 1)) }
      return row
    }
    let (single, double) = (row(n), row(2 * n))
    weights = (0...n).map { i in (0...n).map { j in single[i] * single[j] / double[i + j] } }
  }

  /// The least coefficient of linear + factor · u · v.
  func leastCoefficient(
    _ linear: [Double], _ u: [Double], _ v: [Double], _ factor: Double
  ) -> Double {
    var sums = [Double](repeating: 0, count: 2 * u.count - 1)  // bounded: at most 31
    for i in u.indices {
      for j in v.indices {
        sums[i + j] += weights[i][j] * (linear[i] + factor * u[i] * v[j])
      }
    }
    return sums.min() ?? -.infinity
  }
}
