/// A lattice coarser than pixels and eight times finer than a model's samples: between its nodes the ground of
/// pixels far smaller than samples is interpolated, so that they cost by what is known and not by how near it is seen.
///
/// Nodes are counted from the rows and columns of the world: grids that overlap have the same ones. Between them by
/// Catmull and Rom's cubic (A class of local interpolating splines, 1974), the error of which is 0 for squares and, for
/// the bicubic surface between samples, at most 1/1000 of the change of slope from one sample to the next.
struct ReliefNodes {
  /// Pixels between nodes: a power of two.
  let spacing: Int

  /// How many nodes stand between two samples, at least.
  private static let perSample = 8.0
  /// The largest distance, for grids of some hundred pixels.
  private static let largestSpacing = 64

  /// - Parameters:
  ///   - pixel: degrees of latitude, or of longitude where those are more.
  ///   - resolution: degrees of latitude between the model's finest samples.
  /// - Returns: `nil` where pixels are too large to gain by it.
  init?(pixel: Double, resolution: Double) {
    guard pixel > 0, resolution / pixel >= 4 * Self.perSample else { return nil }
    var spacing = 4
    while spacing < Self.largestSpacing,
      Double(2 * spacing) * pixel * Self.perSample <= resolution
    {
      spacing *= 2
    }
    self.spacing = spacing
  }

  /// Elevations in the middles of pixels, row-major; `nil` where a node has none.
  func elevations(
    columns: Range<Int>, rows: Range<Int>, latitude: (Double) -> Double,
    longitude: (Double) -> Double, sampling: ([Double], [Double]) -> [Float]
  ) -> [Float]? {
    let (across, down) = (nodes(columns), nodes(rows))
    func places(_ nodes: Range<Int>, _ place: (Double) -> Double) -> [Double] {
      nodes.map { place(Double($0 * spacing) + 0.5) }
    }
    let samples = sampling(places(down, latitude), places(across, longitude))
    guard samples.count == across.count * down.count, !samples.contains(where: \.isNaN) else {
      return nil
    }
    let (columnTaps, rowTaps) = (taps(columns, across), taps(rows, down))
    // Each row of nodes along the pixels first.
    var lines = [Double]()
    lines.reserveCapacity(down.count * columns.count)
    for row in down.indices {
      let first = (row - down.lowerBound) * across.count
      for tap in columnTaps {
        lines.append(tap.sum { Double(samples[first + $0]) })
      }
    }
    var result: [Float] = []
    result.reserveCapacity(rows.count * columns.count)
    for tap in rowTaps {
      for column in columns.indices {
        let x = column - columns.lowerBound
        result.append(Float(tap.sum { lines[$0 * columns.count + x] }))
      }
    }
    return result
  }

  /// The nodes around some pixels.
  private func nodes(_ pixels: Range<Int>) -> Range<Int> {
    (Self.floor(pixels.lowerBound, spacing) - 1)..<(Self.floor(pixels.upperBound - 1, spacing) + 3)
  }

  private func taps(_ pixels: Range<Int>, _ nodes: Range<Int>) -> [CubicTap] {
    pixels.map { pixel in
      let node = Self.floor(pixel, spacing)
      return CubicTap(
        first: node - 1 - nodes.lowerBound,
        at: Double(pixel - node * spacing) / Double(spacing))
    }
  }

  /// The quotient, rounded towards negative infinity.
  private static func floor(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : (value + 1) / divisor - 1
  }
}

/// Four nodes around a pixel and what each counts for.
private struct CubicTap {
  let first: Int
  let weights: SIMD4<Double>

  /// - Parameter t: from the second node, 0, to the third, 1.
  init(first: Int, at t: Double) {
    self.first = first
    weights =
      SIMD4(
        t * (-1 + t * (2 - t)), 2 + t * t * (-5 + 3 * t), t * (1 + t * (4 - 3 * t)),
        t * t * (t - 1)) / 2
  }

  @inline(__always)
  func sum(_ value: (Int) -> Double) -> Double {
    value(first) * weights[0] + value(first + 1) * weights[1] + value(first + 2) * weights[2]
      + value(first + 3) * weights[3]
  }
}
