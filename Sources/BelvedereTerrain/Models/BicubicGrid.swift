import BelvedereGeoMath

/// The bicubic surface at every crossing of some rows and columns, from a window of samples that is
/// read once.
///
/// The numbers are those of ``BicubicPatch`` beside rounding; the cost of a place is that of eight
/// multiplications.
package enum BicubicGrid {
  /// A place between samples: the one before it, and the part of the way to the next.
  package struct Place: Sendable {
    package var index: Int
    package var fraction: Double

    package init(index: Int, fraction: Double) {
      self.index = index
      self.fraction = fraction
    }
  }

  /// The surface; NaN beside voids and at places that are `nil`.
  ///
  /// - Parameters:
  ///   - columns, rows: the places along both axes.
  ///   - samples: reads a window of samples, row-major; NaN is a void, and what is no sample.
  /// - Returns: `nil` where the window would hold over 16 times as many samples as there are places:
  ///   then they are better looked up one by one.
  package static func values(
    columns: [Place?], rows: [Place?],
    samples: (_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) -> [Float]
  ) -> [Float]? {
    let count = columns.count * rows.count  // bounded: as large as the answer
    guard let across = window(columns), let down = window(rows) else {
      return [Float](repeating: .nan, count: count)
    }
    let (size, overflow) = across.count.multipliedReportingOverflow(by: down.count)
    guard !overflow, size / 16 <= max(count, 64) else { return nil }
    let window = samples(across, down)
    let width = across.count
    var line = [Double](repeating: 0, count: width)
    let weights = columns.map { $0.map { keys($0.fraction) } ?? .zero }
    var result = [Float](repeating: .nan, count: count)
    window.withUnsafeBufferPointer { s in
      line.withUnsafeMutableBufferPointer { line in
        for (j, row) in rows.enumerated() {
          guard let row else { continue }
          let w = keys(row.fraction)
          let top = (row.index - 1 - down.lowerBound) * width
          for c in 0..<width {
            line[c] =
              (Double(s[top + c]) * w[0] + Double(s[top + width + c]) * w[1])
              + (Double(s[top + 2 * width + c]) * w[2] + Double(s[top + 3 * width + c]) * w[3])
          }
          for (i, column) in columns.enumerated() {
            guard let column else { continue }
            let left = column.index - 1 - across.lowerBound
            let x = weights[i]
            var value =
              (line[left] * x[0] + line[left + 1] * x[1])
              + (line[left + 2] * x[2] + line[left + 3] * x[3])
            if value.isNaN {
              let patch = BicubicPatch { Double(s[top + ($1 + 1) * width + left + $0 + 1]) }
              value = patch.value(column.fraction, row.fraction)
            }
            result[j * columns.count + i] = Float(value)
          }
        }
      }
    }
    return result
  }

  /// All samples that take part at some places.
  private static func window(_ places: [Place?]) -> ClosedRange<Int>? {
    var found: ClosedRange<Int>?
    for case let place? in places {
      let low = min(place.index - 1, found?.lowerBound ?? .max)
      let high = max(place.index + 2, found?.upperBound ?? .min)
      found = low...high
    }
    return found
  }

  /// Keys' weights with a = −½ of the four samples around a fraction.
  @inline(__always)
  package static func keys(_ t: Double) -> SIMD4<Double> {
    let t2 = t * t
    let t3 = t2 * t
    return SIMD4(
      -t3 + 2 * t2 - t, 3 * t3 - 5 * t2 + 2, -3 * t3 + 4 * t2 + t, t3 - t2) * 0.5
  }
}
