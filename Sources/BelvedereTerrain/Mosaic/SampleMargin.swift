/// Samples of a model on lines that are not its own, with a margin into what it does not know.
///
/// A cell of the lines with one corner beyond the model's edge would have no ground, although the model has some
/// in a part of it. In the margin a sample is the mean of its known neighbours; whether there is ground is the
/// model's to say.
enum SampleMargin {
  /// Elevations at crossings of lines, row by row, NaN where neither a place nor a neighbour is known.
  ///
  /// - Parameter model: elevations at crossings, NaN where there is none.
  static func elevations(
    latitudes: [Double], longitudes: [Double],
    _ model: (_ latitudes: [Double], _ longitudes: [Double]) -> [Float]
  ) -> [Float] {
    let known = model(latitudes, longitudes)
    guard known.contains(where: \.isNaN), let rows = around(latitudes),
      let columns = around(longitudes)
    else { return known }
    // With a line more on each side, so that a tile's margin is that of its neighbour, too.
    let wide = model(rows, columns)
    let width = columns.count
    var result = known
    for i in known.indices where known[i].isNaN {
      let at = (i / longitudes.count + 1) * width + i % longitudes.count + 1
      var (sum, count) = (Float(0), Float(0))
      for row in -1...1 {
        for column in -1...1 {
          let value = wide[at + row * width + column]
          guard !value.isNaN else { continue }
          sum += value
          count += 1
        }
      }
      if count > 0 { result[i] = sum / count }
    }
    return result
  }

  /// Lines with one more at both ends; `nil` for a single line.
  private static func around(_ lines: [Double]) -> [Double]? {
    guard lines.count > 1, let first = lines.first, let last = lines.last else { return nil }
    return [2 * first - lines[1]] + lines + [2 * last - lines[lines.count - 2]]
  }
}
