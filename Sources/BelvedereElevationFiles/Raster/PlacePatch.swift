#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Columns and rows of the places of a small box of latitudes and longitudes, by a bicubic polynomial
/// instead of a projection for each.
///
/// Of a projection without kinks the error of the polynomial through 4 × 4 Chebyshev nodes is largest
/// beside the box's edges and in its middle. There it is compared with the projection: a box in which
/// it is above ``tolerance`` gets no polynomial. Between those places the error is at most
/// ``errorBound``, held by `ProjectedBatchTests`.
struct PlacePatch {
  /// The error in cells at the places of comparison.
  static let tolerance = 1e-7
  /// The error in cells everywhere in the box.
  static let errorBound = 1e-6

  /// (column, row) of t^0 to t^3, for v^0 to v^3; t grows with the longitude, v with the latitude,
  /// both from −1 to 1.
  private var terms = [SIMD2<Double>](repeating: .zero, count: 16)
  private let middle, half: (latitude: Double, longitude: Double)

  /// `nil` where the box or the projection is too odd.
  init?(
    _ places: SamplePlaces, latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>
  ) {
    func span(_ range: ClosedRange<Double>) -> (Double, Double) {
      (
        (range.lowerBound + range.upperBound) / 2,
        max((range.upperBound - range.lowerBound) / 2, 1e-9)
      )
    }
    let (latitude, longitude) = (span(latitudes), span(longitudes))
    middle = (latitude.0, longitude.0)
    half = (latitude.1, longitude.1)
    // Beyond a pole there are no nodes, and in wide boxes no polynomial serves.
    guard half.latitude < 5, half.longitude < 5, abs(middle.latitude) + half.latitude < 89.9
    else { return nil }
    for (j, row) in Self.basis.enumerated() {
      for (i, column) in Self.basis.enumerated() {
        guard let place = projected(places, Self.nodes[i], Self.nodes[j]) else { return nil }
        for m in 0..<4 { for n in 0..<4 { terms[4 * m + n] += place * (row[m] * column[n]) } }
      }
    }
    for v in [-1.0, 0, 1] {
      for t in [-1.0, 0, 1] {
        guard let place = projected(places, t, v) else { return nil }
        let line = line(v: v)
        let error = place - SIMD2(Self.value(line.x, t), Self.value(line.y, t))
        guard max(abs(error.x), abs(error.y)) <= Self.tolerance else { return nil }
      }
    }
  }

  /// The parameter of a latitude and of a longitude.
  func v(_ latitude: Double) -> Double { (latitude - middle.latitude) / half.latitude }
  func t(_ longitude: Double) -> Double { (longitude - middle.longitude) / half.longitude }

  /// The polynomials of a parallel: t^0 to t^3 of columns and of rows.
  @inline(__always)
  func line(v: Double) -> (x: SIMD4<Double>, y: SIMD4<Double>) {
    var (x, y) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for n in 0..<4 {
      let sum = ((terms[12 + n] * v + terms[8 + n]) * v + terms[4 + n]) * v + terms[n]
      x[n] = sum.x
      y[n] = sum.y
    }
    return (x, y)
  }

  @inline(__always)
  static func value(_ line: SIMD4<Double>, _ t: Double) -> Double {
    ((line[3] * t + line[2]) * t + line[1]) * t + line[0]
  }

  /// Columns and rows between which all places of the box lie.
  var extent: (low: SIMD2<Double>, high: SIMD2<Double>) {
    let reach = terms.dropFirst().reduce(SIMD2<Double>.zero) {
      $0 + SIMD2(abs($1.x), abs($1.y))
    }
    return (terms[0] - reach - Self.errorBound, terms[0] + reach + Self.errorBound)
  }

  private func projected(_ places: SamplePlaces, _ t: Double, _ v: Double) -> SIMD2<Double>? {
    places.unheld(
      latitude: middle.latitude + half.latitude * v,
      longitude: middle.longitude + half.longitude * t)
  }

  /// The zeros of the Chebyshev polynomial of degree 4.
  private static let nodes = (0..<4).map { cos(Double(2 * $0 + 1) * .pi / 8) }

  /// The coefficients of the cubic that is 1 at one node and 0 at the others, for each.
  private static let basis: [[Double]] = nodes.map { node in
    var coefficients = [1.0, 0, 0, 0]
    for other in nodes where other != node {
      // Times (t − other) / (node − other).
      for k in stride(from: 3, through: 0, by: -1) {
        let lower = k > 0 ? coefficients[k - 1] : 0
        coefficients[k] = (lower - other * coefficients[k]) / (node - other)
      }
    }
    return coefficients
  }
}
