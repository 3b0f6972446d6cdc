extension HeightField {
  /// The grid with its holes filled from their surroundings, and how many samples that were; voids outside of
  /// the data stay (``EnclosedVoids``).
  ///
  /// Voids grow inwards from their edges first, then relax towards a surface without bends
  /// (Laplace's equation), so that every filled sample lies between the lowest and the highest
  /// sample around its hole. A grid that is void everywhere stays so.
  ///
  /// Cost: proportional to the number of voids, with at most 2·10⁸ relaxation steps.
  public func fillingVoids() -> (field: HeightField, filledCount: Int) {
    guard voidCount > 0, voidCount < samples.count else { return (self, 0) }
    var values = samples
    let isHole = EnclosedVoids(samples, width: width).isHole
    let holes = grow(&values, isHole)
    relax(&values, holes)
    var kinds = self.kinds ?? [UInt8](repeating: 0, count: samples.count)
    for i in holes { kinds[i] = ElevationSample.Kind.interpolated.rawValue }
    return (
      HeightField(
        width: width, height: height, bounds: bounds, samples: values, datum: datum, kinds: kinds),
      holes.count
    )
  }

  /// Gives every void the mean of the neighbours that are known when the growth reaches it, and
  /// returns the voids in that order.
  private func grow(_ values: inout [Float], _ isHole: [Bool]) -> [Int] {
    var order: [Int] = []
    var isQueued = [Bool](repeating: false, count: values.count)
    var frontier: [Int] = []
    for i in values.indices where isHole[i] {
      if neighbours(of: i).contains(where: { !values[$0].isNaN }) {
        frontier.append(i)
        isQueued[i] = true
      }
    }
    while !frontier.isEmpty {
      // All of a ring is computed before any of it is stored: the order does not matter.
      let means = frontier.map { i -> Float in
        var sum: Float = 0
        var count: Float = 0
        for j in neighbours(of: i) where !values[j].isNaN {
          sum += values[j]
          count += 1
        }
        return sum / count
      }
      var next: [Int] = []
      for (i, mean) in zip(frontier, means) { values[i] = mean }
      for i in frontier {
        for j in neighbours(of: i) where isHole[j] && values[j].isNaN && !isQueued[j] {
          isQueued[j] = true
          next.append(j)
        }
      }
      order += frontier
      frontier = next
    }
    return order
  }

  private func relax(_ values: inout [Float], _ holes: [Int]) {
    let sweeps = min(500, 200_000_000 / max(holes.count, 1))
    for _ in 0..<sweeps {
      var largest: Float = 0
      for i in holes {
        var sum: Float = 0
        var count: Float = 0
        for j in neighbours(of: i) where !values[j].isNaN {
          sum += values[j]
          count += 1
        }
        let mean = sum / count
        largest = max(largest, abs(mean - values[i]))
        values[i] = mean
      }
      if largest < 0.005 { break }
    }
  }

  /// The samples north, south, west and east of one, where there are such.
  @inline(__always)
  private func neighbours(of i: Int) -> Neighbours {
    let column = i % width
    var list = Neighbours()
    if i >= width { list.append(i - width) }
    if i + width < samples.count { list.append(i + width) }
    if column > 0 { list.append(i - 1) }
    if column + 1 < width { list.append(i + 1) }
    return list
  }
}

/// Up to four indices, without an allocation.
private struct Neighbours: Sequence, IteratorProtocol {
  private var items: (Int, Int, Int, Int) = (0, 0, 0, 0)
  private var count = 0
  private var position = 0

  mutating func append(_ index: Int) {
    switch count {
    case 0: items.0 = index
    case 1: items.1 = index
    case 2: items.2 = index
    default: items.3 = index
    }
    count += 1
  }

  mutating func next() -> Int? {
    guard position < count else { return nil }
    defer { position += 1 }
    switch position {
    case 0: return items.0
    case 1: return items.1
    case 2: return items.2
    default: return items.3
    }
  }
}
