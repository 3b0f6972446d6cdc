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
    let holes = grow(&values, EnclosedVoids(samples, width: width).isHole)
    relax(&values, holes)
    var kinds = self.kinds ?? [UInt8](repeating: 0, count: samples.count)
    for i in holes {
      kinds[Int(i)] = ElevationSample.Kind.interpolated.rawValue  // checked: UInt32 to Int
    }
    return (
      HeightField(
        width: width, height: height, bounds: bounds, samples: values, datum: datum, kinds: kinds),
      holes.count
    )
  }

  /// Gives every void the mean of the neighbours that are known when the growth reaches it, and
  /// returns the voids in that order.
  ///
  /// - Parameter isHole: for each sample whether it is a void that is to be filled.
  private func grow(_ values: inout [Float], _ isHole: [Bool]) -> [UInt32] {
    // What is waited for: a hole stops to be open once it stands in the order.
    var isOpen = isHole
    var order: [UInt32] = []  // bounded: each hole once
    for i in values.indices where isOpen[i] {
      if hasNeighbour(of: i, where: { !values[$0].isNaN }) {
        order.append(UInt32(truncatingIfNeeded: i))
      }
    }
    for i in order { isOpen[Int(i)] = false }  // checked: UInt32 to Int
    var ring = 0..<order.count
    var means: [Float] = []
    while !ring.isEmpty {
      // All of a ring is computed before any of it is stored: the order does not matter.
      means.removeAll(keepingCapacity: true)
      for n in ring {
        var sum: Float = 0
        var count: Float = 0
        forNeighbours(of: Int(order[n])) { j in  // checked: UInt32 to Int
          guard !values[j].isNaN else { return }
          sum += values[j]
          count += 1
        }
        means.append(sum / count)
      }
      for (n, mean) in zip(ring, means) { values[Int(order[n])] = mean }  // checked: UInt32 to Int
      for n in ring {
        forNeighbours(of: Int(order[n])) { j in  // checked: UInt32 to Int
          guard isOpen[j] else { return }
          isOpen[j] = false
          order.append(UInt32(truncatingIfNeeded: j))
        }
      }
      ring = ring.upperBound..<order.count
    }
    return order
  }

  private func relax(_ values: inout [Float], _ holes: [UInt32]) {
    let sweeps = min(500, 200_000_000 / max(holes.count, 1))
    values.withUnsafeMutableBufferPointer { values in
      for _ in 0..<sweeps {
        var largest: Float = 0
        for hole in holes {
          let i = Int(hole)  // checked: UInt32 to Int
          var sum: Float = 0
          var known: Float = 0
          forNeighbours(of: i) { j in
            let value = values[j]
            // Outside of the data there is none.
            guard !value.isNaN else { return }
            sum += value
            known += 1
          }
          let mean = sum / known
          largest = max(largest, abs(mean - values[i]))
          values[i] = mean
        }
        if largest < 0.005 { break }
      }
    }
  }

  /// The samples north, south, west and east of one, where there are such.
  @inline(__always)
  private func forNeighbours(of i: Int, _ body: (Int) -> Void) {
    let column = i % width
    if i >= width { body(i &- width) }
    if i < samples.count &- width { body(i &+ width) }
    if column > 0 { body(i &- 1) }
    if column &+ 1 < width { body(i &+ 1) }
  }

  @inline(__always)
  private func hasNeighbour(of i: Int, where isWanted: (Int) -> Bool) -> Bool {
    var found = false
    forNeighbours(of: i) { found = found || isWanted($0) }
    return found
  }
}
