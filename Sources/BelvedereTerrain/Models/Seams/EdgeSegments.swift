import BelvedereGeoMath

/// Pieces of an outline, found by where they lie along it: how far a place is from the nearest of them.
final class EdgeSegments: Sendable {
  /// Ends: longitude times ``lonScale``, latitude; in degrees of latitude.
  private let segments: [(a: SIMD2<Double>, b: SIMD2<Double>)]
  /// Distances are told up to here.
  let reach: Double
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
  init(_ edges: [ModelOutline.Edge], isAlongParallel: Bool, lonScale: Double, reach: Double) {
    let scale = SIMD2(lonScale, 1)
    let segments = edges.map { (a: $0.from * scale, b: $0.to * scale) }
    self.segments = segments
    self.lonScale = lonScale
    self.reach = reach
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
      let first = (min(ends.0, ends.1) - reach - self.low[axis]) * binsPerUnit
      let last = (max(ends.0, ends.1) + reach - self.low[axis]) * binsPerUnit
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

  /// The distance to the nearest segment, at most ``reach``.
  func distance(latitude: Double, longitude: Double) -> Double {
    let place = SIMD2(longitude * lonScale, latitude)
    guard place.x > low.x, place.x < high.x, place.y > low.y, place.y < high.y else { return reach }
    let bin = Int(flooring: (place[axis] - low[axis]) * binsPerUnit, in: 0...(bins.count - 1))
    var least = reach * reach
    for n in bins[bin] {
      let segment = segments[Int(n)]  // checked: Int32 to Int
      let along = segment.b - segment.a
      let from = place - segment.a
      let square = (along * along).sum()
      let t = square > 0 ? min(max((along * from).sum() / square, 0), 1) : 0
      let offset = from - along * t
      least = min(least, (offset * offset).sum())
    }
    return least.squareRoot()
  }
}
