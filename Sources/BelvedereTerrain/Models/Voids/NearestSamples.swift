/// How far each void of a grid has to the nearest known sample in one direction, found in one sweep over the
/// grid: wide voids cost no more than narrow ones.
package struct NearestSamples {
  /// How many samples away it is: 0 for a known sample itself, more than the reach where none is near enough.
  package private(set) var steps: [Int16]

  /// Sweeps over a grid.
  ///
  /// - Parameters:
  ///   - samples: row-major metres; NaN for voids.
  ///   - dx, dy: the direction in which to look, each −1, 0 or 1, not both 0.
  ///   - reach: how far to look, in samples; at most 30,000.
  package init(_ samples: [Float], width: Int, dx: Int, dy: Int, reach: Int) {
    let far = Int16(clamping: reach + 1)
    steps = samples.map { $0.isNaN ? far : 0 }
    let height = samples.count / width
    // From the side on which the samples that are looked for lie.
    let rows = dy > 0 ? Array((0..<height).reversed()) : Array(0..<height)
    let columns = dx > 0 ? Array((0..<width).reversed()) : Array(0..<width)
    steps.withUnsafeMutableBufferPointer { steps in
      for y in rows where (0..<height).contains(y + dy) {
        for x in columns where (0..<width).contains(x + dx) {
          let i = y * width + x
          guard steps[i] != 0 else { continue }
          let from = steps[(y + dy) * width + x + dx]
          if from < far { steps[i] = from + 1 }
        }
      }
    }
  }
}
