extension HeightField {
  /// The grid with its voids filled from elsewhere as far as that is known, and how many samples
  /// that were.
  ///
  /// The samples around a void run over into the other elevations, so that no step surrounds it: in
  /// the first ring around it they have no part, from `feather` rings further out they are
  /// unchanged.
  ///
  /// - Parameters:
  ///   - feather: rings of samples, 0 to 255.
  ///   - other: elevations at the crossings of parallels and meridians, NaN where unknown.
  func fillingVoids(
    feather: Double, from other: (_ latitudes: [Double], _ longitudes: [Double]) -> [Float]
  ) -> (field: HeightField, filledCount: Int) {
    let longitudes = (0..<width).map { bounds.west + Double($0) * longitudinalResolution }
    return fillingVoids(feather: feather) { row, columns in
      other(
        [row == height - 1 ? bounds.south : bounds.north - Double(row) * resolution],
        columns.map { $0 == width - 1 ? bounds.east : longitudes[$0] })
    }
  }

  /// ``fillingVoids(feather:from:)`` where samples stand at places of their own.
  ///
  /// - Parameter other: elevations at some columns of a row, NaN where unknown.
  package func fillingVoids(
    feather: Double, fromRow other: (_ row: Int, _ columns: [Int]) -> [Float]
  ) -> (field: HeightField, filledCount: Int) {
    let rings = ringsAroundVoids()
    var values = samples
    var kinds = self.kinds ?? [UInt8](repeating: 0, count: samples.count)
    var count = 0
    for row in 0..<height {
      let line = row * width
      let touched = (0..<width).filter { Double(rings[line + $0]) < feather + 1 }
      guard !touched.isEmpty else { continue }
      for (column, value) in zip(touched, other(row, touched)) where !value.isNaN {
        let i = line + column
        if samples[i].isNaN {
          values[i] = value
          kinds[i] = ElevationSample.Kind.filledFromCoarser.rawValue
          count += 1
        } else {
          let part = MosaicLayer.smooth(Double(rings[i]) - 1, feather)
          values[i] = Float(Double(value) + (Double(samples[i]) - Double(value)) * part)
        }
      }
    }
    return (
      HeightField(
        width: width, height: height, bounds: bounds, samples: values, datum: datum, kinds: kinds),
      count
    )
  }

  /// How many steps, diagonal ones too, each sample lies from the nearest void, at most 255.
  private func ringsAroundVoids() -> [UInt8] {
    var rings: [UInt8] = samples.map { $0.isNaN ? 0 : .max }
    func relax(_ i: Int, _ j: Int) {
      if rings[j] < .max { rings[i] = min(rings[i], rings[j] + 1) }
    }
    for row in 0..<height {
      for column in 0..<width {
        let i = row * width + column
        if column > 0 { relax(i, i - 1) }
        guard row > 0 else { continue }
        relax(i, i - width)
        if column > 0 { relax(i, i - width - 1) }
        if column < width - 1 { relax(i, i - width + 1) }
      }
    }
    for row in (0..<height).reversed() {
      for column in (0..<width).reversed() {
        let i = row * width + column
        if column < width - 1 { relax(i, i + 1) }
        guard row < height - 1 else { continue }
        relax(i, i + width)
        if column < width - 1 { relax(i, i + width + 1) }
        if column > 0 { relax(i, i + width - 1) }
      }
    }
    return rings
  }
}
