import BelvedereTerrain

/// Fills the voids in a part of a grid that is too large to be filled as a whole.
///
/// What a sample becomes depends on the samples around it alone, not on the part in which it is asked
/// for: parts that lie beside each other fit together.
struct VoidWindow {
  let rule: VoidFillingRule
  /// Columns and rows of the grid.
  let width, height: Int
  /// What coarser sources know at some columns of a row; NaN where they know nothing.
  let coarser: (_ row: Int, _ columns: [Int]) -> [Float]
  /// What models beside the grid know at some columns of a row, of which those next to the grid count; `nil` for
  /// none.
  var beside: ((_ row: Int, _ columns: [Int]) -> [Float])?
  /// The voids outside of the data, which stay; looked for when a void is to be filled.
  var outside: () -> OutsideVoids? = { nil }
  /// The samples of a part of the grid, row-major, NaN for voids.
  let read: (Part) throws -> [Float]

  /// Some columns and rows of the grid.
  struct Part: Hashable {
    var columns, rows: Range<Int>

    var count: Int { columns.count * rows.count }  // bounded: by the grid's own size

    /// With a margin as far as the grid reaches.
    func widened(by margin: Int, _ width: Int, _ height: Int) -> Part {
      Part(
        columns: max(columns.lowerBound - margin, 0)..<min(columns.upperBound + margin, width),
        rows: max(rows.lowerBound - margin, 0)..<min(rows.upperBound + margin, height))
    }
  }

  /// How far from a void known samples are looked for, in samples.
  static let reach = KnownDirections.reach

  /// The samples of a part, voids filled as far as there is something to fill them with.
  ///
  /// - Parameter samples: the part's own samples.
  func filled(_ part: Part, _ samples: [Float]) throws -> [Float] {
    guard samples.contains(where: \.isNaN) else { return samples }
    var result = samples
    if rule.coarser != nil { result = try patched(part) }
    guard rule.interpolates, result.contains(where: \.isNaN) else { return result }
    let around = Self.voids(part, result).widened(by: Self.reach, width, height)
    let known = rule.coarser == nil ? try read(around) : try patched(around)
    let (all, place) = withOthers(known, around)
    return interpolated(part, result, from: all, place)
  }

  /// The samples of a part with those beside the grid, where the part reaches its edge.
  private func withOthers(_ samples: [Float], _ part: Part) -> ([Float], Part) {
    guard let beside else { return (samples, part) }
    var all = part
    if part.columns.lowerBound == 0 { all.columns = -1..<all.columns.upperBound }
    if part.columns.upperBound == width { all.columns = all.columns.lowerBound..<(width + 1) }
    if part.rows.lowerBound == 0 { all.rows = -1..<all.rows.upperBound }
    if part.rows.upperBound == height { all.rows = all.rows.lowerBound..<(height + 1) }
    guard all != part else { return (samples, part) }
    var result: [Float] = []
    result.reserveCapacity(all.count)
    let ends = all.columns.filter { !part.columns.contains($0) }
    for row in all.rows {
      guard part.rows.contains(row) else {
        result += beside(row, Array(all.columns))
        continue
      }
      let known = ends.isEmpty ? [] : beside(row, ends)
      let line = (row - part.rows.lowerBound) * part.columns.count
      if all.columns.lowerBound < part.columns.lowerBound { result.append(known[0]) }
      result += samples[line..<(line + part.columns.count)]
      if all.columns.upperBound > part.columns.upperBound, let last = known.last {
        result.append(last)
      }
    }
    return (result, all)
  }

  /// Whether a void reaches the first or the last column or row of a window: it may go on beyond. Others have an end.
  private static func reachesEnd(_ samples: [Float], _ width: Int) -> Bool {
    samples.prefix(width).contains(where: \.isNaN) || samples.suffix(width).contains(where: \.isNaN)
      || stride(from: 0, to: samples.count, by: width).contains {
        samples[$0].isNaN || samples[$0 + width - 1].isNaN
      }
  }

  /// The columns and rows between which a part's voids lie.
  private static func voids(_ part: Part, _ samples: [Float]) -> Part {
    let width = part.columns.count
    var (left, right) = (width, 0)
    var (top, bottom) = (part.rows.count, 0)
    for i in samples.indices where samples[i].isNaN {
      let (y, x) = i.quotientAndRemainder(dividingBy: width)
      (left, right) = (min(left, x), max(right, x + 1))
      (top, bottom) = (min(top, y), max(bottom, y + 1))
    }
    guard left < right else { return part }
    return Part(
      columns: (part.columns.lowerBound + left)..<(part.columns.lowerBound + right),
      rows: (part.rows.lowerBound + top)..<(part.rows.lowerBound + bottom))
  }

  /// Voids filled from coarser sources, moved to meet what is around them.
  private func patched(_ part: Part) throws -> [Float] {
    let around = part.widened(by: Self.reach + 1, width, height)
    let samples = try read(around)
    guard samples.contains(where: \.isNaN), around.columns.count >= 2, around.rows.count >= 2 else {
      return crop(samples, around, to: part)
    }
    // Filling knows neighbours only: where on the Earth they lie does not matter.
    let field = HeightField(
      width: around.columns.count, height: around.rows.count,
      bounds: GeographicBounds(south: 0, west: 0, north: 1, east: 1), samples: samples)
    let patched = field.fillingVoids { row, columns in
      coarser(around.rows.lowerBound + row, columns.map { around.columns.lowerBound + $0 })
    }
    return crop(patched.field.samples, around, to: part)
  }

  private func crop(_ samples: [Float], _ around: Part, to part: Part) -> [Float] {
    var result: [Float] = []
    result.reserveCapacity(part.count)
    for row in part.rows {
      let line = (row - around.rows.lowerBound) * around.columns.count
      let start = line + part.columns.lowerBound - around.columns.lowerBound
      result += samples[start..<(start + part.columns.count)]
    }
    return result
  }

  /// Voids that have known samples around them filled with the mean of the nearest in eight directions, the near
  /// ones weighing more: by the inverse of the distance. What lies outside of the data stays void.
  private func interpolated(
    _ part: Part, _ samples: [Float], from known: [Float], _ around: Part
  ) -> [Float] {
    guard known.contains(where: { !$0.isNaN }) else { return samples }
    let outside = Self.reachesEnd(known, around.columns.count) ? outside() : nil
    let voids = samples.indices.filter { i in
      guard samples[i].isNaN, !samples[i].isOutsideData else { return false }
      guard let outside else { return true }
      let (y, x) = i.quotientAndRemainder(dividingBy: part.columns.count)
      return !outside.contains(
        column: part.columns.lowerBound + x, row: part.rows.lowerBound + y)
    }
    guard !voids.isEmpty else { return samples }
    let places = voids.map { i in
      let (y, x) = i.quotientAndRemainder(dividingBy: part.columns.count)
      return (part.rows.lowerBound + y - around.rows.lowerBound) * around.columns.count
        + part.columns.lowerBound + x - around.columns.lowerBound
    }
    var sums = [(value: Double, weight: Double, mask: UInt8)](
      repeating: (0, 0, 0), count: voids.count)
    for (bit, (dx, dy)) in KnownDirections.steps.enumerated() {
      let nearest = NearestSamples(
        known, width: around.columns.count, dx: dx, dy: dy, reach: Self.reach)
      let length = dx != 0 && dy != 0 ? 2.0.squareRoot() : 1
      for (n, place) in places.enumerated() {
        let step = nearest.steps[place]
        guard step > 0, step <= Self.reach else { continue }
        let distance = Double(step) * length
        let sample = place + Int(step) * (dy * around.columns.count + dx)  // checked: Int16 to Int
        sums[n].value += Double(known[sample]) / distance
        sums[n].weight += 1 / distance
        sums[n].mask |= 1 << UInt8(truncatingIfNeeded: bit)
      }
    }
    var result = samples
    for (i, sum) in zip(voids, sums) where KnownDirections.surround(sum.mask) {
      result[i] = Float(sum.value / sum.weight)
    }
    return result
  }
}
