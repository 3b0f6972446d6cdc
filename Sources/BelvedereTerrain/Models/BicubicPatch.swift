/// One cell of the bicubic surface: a Hermite patch over the four samples in the middle of sixteen.
///
/// A sample's slopes and twist follow from its own neighbours alone, known ones where others are
/// void; the cells around it share them, so slopes run on from cell to cell. Where all sixteen are
/// known this is Keys' cubic convolution with a = −½.
package struct BicubicPatch {
  /// Four rows of four, north row first; NaN is a void.
  private var samples = InlineSixteen()

  package init(_ sample: (_ column: Int, _ row: Int) -> Double) {
    for j in 0..<4 { for i in 0..<4 { samples[4 * j + i] = sample(i - 1, j - 1) } }
  }

  /// The surface at fractions in [0, 1] of the cell, from its north-west corner; NaN where a sample
  /// in the middle that counts is void.
  package func value(_ fx: Double, _ fy: Double) -> Double {
    let x = Weights(fx)
    let y = Weights(fy)
    var sum = 0.0
    for j in 0...1 where !y.isZero(j) {
      for i in 0...1 where !x.isZero(i) {
        let k = 4 * (j + 1) + i + 1
        sum +=
          y.value(j) * (x.value(i) * samples[k] + x.slope(i) * slope(k, along: 1))
          + y.slope(j) * (x.value(i) * slope(k, along: 4) + x.slope(i) * twist(k))
      }
    }
    return sum
  }

  /// The rise from one neighbour to the other for each step; one-sided where one is void.
  private func slope(_ k: Int, along step: Int) -> Double {
    let before = samples[k] - samples[k - step]
    let after = samples[k + step] - samples[k]
    if before.isNaN { return after.isNaN ? 0 : after }
    return after.isNaN ? before : (before + after) / 2
  }

  /// The mean twist of the known ones of the four cells around a sample; with all four this is the
  /// difference of the differences of its diagonal neighbours.
  private func twist(_ k: Int) -> Double {
    var sum = 0.0
    var count = 0.0
    for corner in [k - 5, k - 4, k - 1, k] {
      let t = samples[corner] - samples[corner + 1] - samples[corner + 4] + samples[corner + 5]
      if !t.isNaN {
        sum += t
        count += 1
      }
    }
    return count > 0 ? sum / count : 0
  }

  /// Hermite's cubics at a place between two samples.
  private struct Weights {
    private let v0, v1, s0, s1: Double

    init(_ t: Double) {
      let u = 1 - t
      v0 = u * u * (1 + 2 * t)
      v1 = t * t * (3 - 2 * t)
      s0 = t * u * u
      s1 = -t * t * u
    }

    func value(_ i: Int) -> Double { i == 0 ? v0 : v1 }
    func slope(_ i: Int) -> Double { i == 0 ? s0 : s1 }
    /// A void with no weight does not hide its neighbours.
    func isZero(_ i: Int) -> Bool { i == 0 ? v0 == 0 : v1 == 0 }
  }
}

/// Sixteen numbers without an allocation.
private struct InlineSixteen {
  private var a = SIMD16<Double>.zero

  subscript(i: Int) -> Double {
    get { a[i] }
    set { a[i] = newValue }
  }
}
