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
    guard width > 0, samples.count >= width else { return }
    let height = samples.count / width
    steps.withUnsafeMutableBufferPointer { steps in
      guard let first = steps.baseAddress else { return }
      if dy == 0 {
        for row in 0..<height { Self.sweep(first + row * width, width, dx: dx, far) }
      } else {
        // From the side on which the samples that are looked for lie.
        for row in 1..<max(height, 1) {
          let own = dy > 0 ? height - 1 - row : row
          let line = first + own * width
          Self.follow(line, line + dy * width, width, dx: dx, far)
        }
      }
    }
  }

  /// Along a row, each sample after the one before it.
  private static func sweep(
    _ line: UnsafeMutablePointer<Int16>, _ width: Int, dx: Int, _ far: Int16
  ) {
    var last = far
    for step in 0..<width {
      let place = line + (dx > 0 ? width - 1 - step : step)
      last = place.pointee == 0 ? 0 : min(last &+ 1, far)
      place.pointee = last
    }
  }

  /// A row from the one before it, shifted; no sample waits for another one.
  private static func follow(
    _ line: UnsafeMutablePointer<Int16>, _ before: UnsafeMutablePointer<Int16>, _ width: Int,
    dx: Int, _ far: Int16
  ) {
    let from = before + dx
    for x in max(-dx, 0)..<max(width - max(dx, 0), max(-dx, 0)) {
      line[x] = line[x] == 0 ? 0 : min(from[x] &+ 1, far)
    }
  }
}
