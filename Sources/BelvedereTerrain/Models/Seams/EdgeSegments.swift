import BelvedereGeoMath

/// A piece of an outline at which a layer fades.
struct FadingEdge {
  var edge: ModelOutline.Edge
  /// Up to so far behind it, in degrees of latitude.
  var reach: Double
  /// And up to so far not at all: there its outermost samples hold, and another layer's count.
  var held = 0.0
}

/// Pieces of an outline at which a layer fades, found by where they lie along it.
final class EdgeSegments: Sendable {
  /// Ends: longitude times ``lonScale``, latitude; in degrees of latitude, as is the reach.
  private let segments: [(a: SIMD2<Double>, b: SIMD2<Double>, reach: Double, held: Double)]
  /// What a degree of longitude counts for.
  private let lonScale: Double
  /// Outside this box, grown by the reach, nothing is near.
  private let low, high: SIMD2<Double>
  /// The coordinate along which the segments are sorted into bins: 0 or 1.
  private let axis: Int
  private let binsPerUnit: Double
  private let bins: [[Int32]]

  /// - Parameters:
  ///   - edges: in degrees; at least one.
  ///   - isAlongParallel: whether they run from west to east, more or less.
  init(_ edges: [FadingEdge], isAlongParallel: Bool, lonScale: Double) {
    let scale = SIMD2(lonScale, 1)
    let segments = edges.map {
      (a: $0.edge.from * scale, b: $0.edge.to * scale, reach: $0.reach, held: $0.held)
    }
    self.segments = segments
    self.lonScale = lonScale
    let reach = edges.reduce(0) { max($0, $1.reach) }
    axis = isAlongParallel ? 0 : 1
    var low = SIMD2<Double>(repeating: .infinity)
    var high = SIMD2<Double>(repeating: -.infinity)
    for segment in segments {
      low = pointwiseMin(low, pointwiseMin(segment.a, segment.b))
      high = pointwiseMax(high, pointwiseMax(segment.a, segment.b))
    }
    (self.low, self.high) = (low - SIMD2(repeating: reach), high + SIMD2(repeating: reach))
    let length = max(self.high[axis] - self.low[axis], 1e-12)
    let count = min(max(segments.count, 1), 1024)
    binsPerUnit = Double(count) / length
    var bins = [[Int32]](repeating: [], count: count)  // bounded: at most 1024
    for (n, segment) in segments.enumerated() {
      let ends = (segment.a[axis], segment.b[axis])
      let first = (min(ends.0, ends.1) - segment.reach - self.low[axis]) * binsPerUnit
      let last = (max(ends.0, ends.1) + segment.reach - self.low[axis]) * binsPerUnit
      let range =
        Int(flooring: first, in: 0...(count - 1))...Int(flooring: last, in: 0...(count - 1))
      for bin in range { bins[bin].append(Int32(truncatingIfNeeded: n)) }
    }
    self.bins = bins
  }

  /// The box around the segments, grown by the reach, in degrees.
  var box: GeographicBounds {
    GeographicBounds(
      south: low.y, west: low.x / lonScale, north: high.y, east: high.x / lonScale)
  }

  /// The least distance to a segment, each as a part of what it fades over: in [0, 1].
  func part(latitude: Double, longitude: Double) -> Double {
    let place = SIMD2(longitude * lonScale, latitude)
    guard place.x > low.x, place.x < high.x, place.y > low.y, place.y < high.y else { return 1 }
    let bin = Int(flooring: (place[axis] - low[axis]) * binsPerUnit, in: 0...(bins.count - 1))
    var least = 1.0
    for n in bins[bin] {
      let segment = segments[Int(n)]  // checked: Int32 to Int
      let along = segment.b - segment.a
      let from = place - segment.a
      let square = (along * along).sum()
      let t = square > 0 ? min(max((along * from).sum() / square, 0), 1) : 0
      let offset = from - along * t
      let distance = (offset * offset).sum().squareRoot()
      least = min(least, (distance - segment.held) / (segment.reach - segment.held))
    }
    return max(least, 0)
  }
}
