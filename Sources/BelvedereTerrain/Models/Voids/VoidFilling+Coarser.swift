/// Voids filled from coarser elevations, moved to meet what surrounds them.
///
/// The difference between the grid and the coarser elevations is known on the rim of a void. In it the coarser
/// ones stand, raised by the mean of the differences at the nearest samples in eight directions, weighed by the
/// inverse square of their distances, and by less the farther away the nearest one is: the delta surface fill of
/// G. Grohman, G. Kroenung and J. Strebeck, "Filling SRTM voids: the delta surface fill method",
/// Photogrammetric Engineering & Remote Sensing 72 (3), 2006, with another interpolation of the differences.
/// Known samples stay as they are.
extension HeightField {
  /// The grid with its voids filled from elsewhere as far as that is known, and how many samples
  /// that were.
  ///
  /// - Parameter other: elevations at the crossings of parallels and meridians, NaN where unknown.
  func fillingVoids(
    from other: (_ latitudes: [Double], _ longitudes: [Double]) -> [Float]
  ) -> (field: HeightField, filledCount: Int) {
    let longitudes = (0..<width).map { bounds.west + Double($0) * longitudinalResolution }
    return fillingVoids { row, columns in
      other(
        [row == height - 1 ? bounds.south : bounds.north - Double(row) * resolution],
        columns.map { $0 == width - 1 ? bounds.east : longitudes[$0] })
    }
  }

  /// ``fillingVoids(from:)`` where samples stand at places of their own.
  ///
  /// What a sample becomes depends on those within ``KnownDirections/reach`` samples of it alone.
  ///
  /// - Parameter other: elevations at some columns of a row, NaN where unknown.
  package func fillingVoids(
    fromRow other: (_ row: Int, _ columns: [Int]) -> [Float]
  ) -> (field: HeightField, filledCount: Int) {
    guard voidCount > 0 else { return (self, 0) }
    var values = samples
    var kinds = self.kinds ?? [UInt8](repeating: 0, count: samples.count)
    // Of known samples only those on a rim are ever the nearest one.
    var differences = samples.map { $0.isNaN ? Float.nan : 0 }
    var filled: [Int] = []
    for row in 0..<height {
      let line = row * width
      let touched = (0..<width).filter { samples[line + $0].isNaN || isOnRim(row, $0) }
      guard !touched.isEmpty else { continue }
      for (column, value) in zip(touched, other(row, touched)) where !value.isNaN {
        let i = line + column
        if samples[i].isNaN {
          values[i] = value
          kinds[i] = ElevationSample.Kind.filledFromCoarser.rawValue
          filled.append(i)
        } else {
          differences[i] = samples[i] - value
        }
      }
    }
    raise(&values, filled, by: differences)
    return (
      HeightField(
        width: width, height: height, bounds: bounds, samples: values, datum: datum, kinds: kinds),
      filled.count
    )
  }

  /// Whether one of the eight samples around a known one is void.
  private func isOnRim(_ row: Int, _ column: Int) -> Bool {
    for y in max(row - 1, 0)...min(row + 1, height - 1) {
      for x in max(column - 1, 0)...min(column + 1, width - 1)
      where samples[y * width + x].isNaN { return true }
    }
    return false
  }

  /// What the nearest known samples in eight directions say at a void.
  private struct Surroundings {
    var sum: Float = 0
    var weight: Float = 0
    var nearest = Float.infinity
    /// Between which elevations they lie.
    var low, high: Float

    mutating func add(_ difference: Float, _ elevation: Float, distance: Float) {
      let weight = 1 / (distance * distance)
      sum += difference * weight
      self.weight += weight
      nearest = min(nearest, distance)
      low = min(low, elevation)
      high = max(high, elevation)
    }
  }

  /// Raises filled samples by the differences on the rim, but never above or below all that is near.
  private func raise(_ values: inout [Float], _ filled: [Int], by differences: [Float]) {
    guard !filled.isEmpty else { return }
    var found = filled.map { Surroundings(low: values[$0], high: values[$0]) }
    let reach = KnownDirections.reach
    for (dx, dy) in KnownDirections.steps {
      let nearest = NearestSamples(differences, width: width, dx: dx, dy: dy, reach: reach)
      let length: Float = dx != 0 && dy != 0 ? 1.414_213_5 : 1
      for (n, i) in filled.enumerated() {
        let steps = Int(nearest.steps[i])  // checked: Int16 to Int
        guard steps > 0, steps <= reach else { continue }
        let place = i + steps * (dy * width + dx)
        found[n].add(differences[place], samples[place], distance: Float(steps) * length)
      }
    }
    for (i, around) in zip(filled, found) where around.weight > 0 {
      let away = MosaicLayer.smooth(Double(around.nearest) - 1, Double(reach))
      let raised = values[i] + around.sum / around.weight * Float(1 - away)
      values[i] = min(max(raised, around.low), around.high)
    }
  }
}
