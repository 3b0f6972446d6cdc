/// The nearest known sample of each place of a grid in one direction, found in one sweep over the grid:
/// wide voids cost no more than narrow ones.
struct NearestSamples {
  /// The sample's metres; NaN where none was met.
  private(set) var values: [Float]
  /// How many samples away it is: 0 for itself, more than the reach where none is near enough.
  private(set) var steps: [Int16]

  /// Sweeps over a grid.
  ///
  /// - Parameters:
  ///   - samples: row-major metres; NaN for voids.
  ///   - dx, dy: the direction in which to look, each −1, 0 or 1, not both 0.
  ///   - reach: how far to look, in samples; at most 30,000.
  init(_ samples: [Float], width: Int, dx: Int, dy: Int, reach: Int) {
    values = samples
    let far = Int16(clamping: reach + 1)
    steps = samples.map { $0.isNaN ? far : 0 }
    let height = samples.count / width
    // From the side on which the samples that are looked for lie.
    let rows = dy > 0 ? Array((0..<height).reversed()) : Array(0..<height)
    let columns = dx > 0 ? Array((0..<width).reversed()) : Array(0..<width)
    values.withUnsafeMutableBufferPointer { values in
      steps.withUnsafeMutableBufferPointer { steps in
        for y in rows where (0..<height).contains(y + dy) {
          for x in columns where (0..<width).contains(x + dx) {
            let i = y * width + x
            guard steps[i] != 0 else { continue }
            let from = (y + dy) * width + x + dx
            guard steps[from] < far else { continue }
            values[i] = values[from]
            steps[i] = steps[from] + 1
          }
        }
      }
    }
  }
}
