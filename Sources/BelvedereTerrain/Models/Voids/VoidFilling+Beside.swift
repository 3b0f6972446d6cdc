/// Voids that go on beyond the edge of a grid, filled so that they meet what is known there.
extension HeightField {
  /// ``fillingVoids()`` with a line of samples around the grid that others know.
  ///
  /// - Parameter beside: what they know at some columns of a row, NaN for nothing; rows -1 and `height` and columns
  ///   -1 and `width` are those around the grid. `nil` for no others.
  package func fillingVoids(
    beside: ((_ row: Int, _ columns: [Int]) -> [Float])?
  ) -> (field: HeightField, filledCount: Int) {
    guard let beside, hasVoidsAtEdge else { return fillingVoids() }
    let wide = width + 2
    let count = wide * (height + 2)  // bounded: the grid and a ring
    var around = [Float](repeating: .nan, count: count)
    for row in -1...height {
      let line = (row + 1) * wide
      if row == -1 || row == height {
        around.replaceSubrange(line..<(line + wide), with: beside(row, Array(-1...width)))
      } else {
        let ends = beside(row, [-1, width])
        (around[line], around[line + wide - 1]) = (ends[0], ends[1])
        let own = row * width
        around.replaceSubrange((line + 1)..<(line + 1 + width), with: samples[own..<(own + width)])
      }
    }
    let filled = HeightField(
      width: wide, height: height + 2, bounds: bounds, samples: around
    ).fillingVoids().field
    var (values, kinds) = (samples, kinds ?? [UInt8](repeating: 0, count: samples.count))
    var filledCount = 0
    for i in values.indices where values[i].isNaN {
      let (row, column) = i.quotientAndRemainder(dividingBy: width)
      values[i] = filled.samples[(row + 1) * wide + column + 1]
      guard !values[i].isNaN else { continue }
      kinds[i] = ElevationSample.Kind.interpolated.rawValue
      filledCount += 1
    }
    return (
      HeightField(
        width: width, height: height, bounds: bounds, samples: values, datum: datum, kinds: kinds),
      filledCount
    )
  }

  private var hasVoidsAtEdge: Bool {
    samples.prefix(width).contains(where: \.isNaN) || samples.suffix(width).contains(where: \.isNaN)
      || (0..<height).contains { samples[$0 * width].isNaN || samples[($0 + 1) * width - 1].isNaN }
  }
}
