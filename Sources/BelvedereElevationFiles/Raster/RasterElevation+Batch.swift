import BelvedereGeodesy

extension RasterElevation {
  public func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
    let count = latitudes.count * longitudes.count  // bounded: as large as the answer
    guard count > 0 else { return [] }
    var values =
      places.isSeparable
      ? separableElevations(latitudes, longitudes) : projectedElevations(latitudes, longitudes)
    holdAtEdges(&values, latitudes, longitudes)
    return values
  }

  /// Elevations at scattered places; NaN where nothing is known. The numbers of
  /// ``elevation(latitude:longitude:)`` in single precision; quickest where neighbours in the list
  /// are neighbours on the ground.
  public func elevations(at coordinates: [Coordinate]) -> [Float] {
    var cursor = BlockCursor(cache)
    return coordinates.map { value($0.latitude, $0.longitude, &cursor) }
  }

  @inline(__always)
  func value(_ latitude: Double, _ longitude: Double, _ cursor: inout BlockCursor) -> Float {
    guard let place = places.position(latitude: latitude, longitude: longitude),
      let value = try? bilinear(place.column, place.row, &cursor)
    else { return .nan }
    return Float(value)
  }

  /// Column and fraction are the same in every row, and two lines of samples serve a row.
  private func separableElevations(_ latitudes: [Double], _ longitudes: [Double]) -> [Float] {
    let found = longitudes.map { places.column(longitude: $0) }
    let indices = found.compactMap { $0?.index }
    let count = latitudes.count * longitudes.count  // bounded: as large as the answer
    guard let first = indices.min(), let last = indices.max() else {
      return Array(repeating: .nan, count: count)
    }
    // Whatever is outside takes the first column and is then blotted out.
    let columns = found.map { ($0?.index ?? first) - first }
    let fractions = found.map { Float($0?.fraction ?? 0) }
    let outside = found.indices.filter { found[$0] == nil }
    var upper = SampleLine(cache, places, columns: first...last)
    var lower = SampleLine(cache, places, columns: first...last)
    return [Float](unsafeUninitializedCapacity: count) { out, initialized in
      for (i, latitude) in latitudes.enumerated() {
        let line = UnsafeMutableBufferPointer(
          rebasing: out[(i * longitudes.count)..<((i + 1) * longitudes.count)])
        guard let row = places.row(latitude: latitude) else {
          line.initialize(repeating: .nan)
          continue
        }
        let below = places.next(row: row.index)
        // The next line of samples is often the last one's lower.
        if upper.row != row.index, lower.row == row.index { swap(&upper, &lower) }
        upper.load(row.index)
        if row.fraction != 0 { lower.load(below) }
        Self.interpolate(
          columns, fractions, upper.samples, row.fraction == 0 ? upper.samples : lower.samples,
          Float(row.fraction), into: line)
        for column in outside { line[column] = .nan }
      }
      initialized = count
    }
  }

  private static func interpolate(
    _ columns: [Int], _ fractions: [Float], _ upper: [Float], _ lower: [Float], _ fy: Float,
    into line: UnsafeMutableBufferPointer<Float>
  ) {
    columns.withUnsafeBufferPointer { columns in
      fractions.withUnsafeBufferPointer { fractions in
        upper.withUnsafeBufferPointer { upper in
          lower.withUnsafeBufferPointer { lower in
            for i in line.indices {
              let column = columns[i]
              let fx = fractions[i]
              let a = upper[column]
              let c = lower[column]
              // A void with no weight does not hide its neighbours.
              let top = fx == 0 ? a : a + (upper[column + 1] - a) * fx
              let bottom = fx == 0 ? c : c + (lower[column + 1] - c) * fx
              line[i] = fy == 0 ? top : top + (bottom - top) * fy
            }
          }
        }
      }
    }
  }
}

/// A part of one row of a raster, and the sample after it.
private struct SampleLine {
  private let cache: BlockCache
  private let columns: ClosedRange<Int>
  private let following: Int
  private(set) var row = -1
  private(set) var samples: [Float]

  init(_ cache: BlockCache, _ places: SamplePlaces, columns: ClosedRange<Int>) {
    self.cache = cache
    self.columns = columns
    following = places.next(column: columns.upperBound)
    samples = Array(repeating: .nan, count: columns.count + 1)
  }

  /// Reads a row; blocks that cannot be read are void.
  mutating func load(_ row: Int) {
    guard row != self.row else { return }
    self.row = row
    let width = cache.blockWidth
    let (blockRow, y) = row.quotientAndRemainder(dividingBy: cache.blockHeight)
    for blockColumn in (columns.lowerBound / width)...(columns.upperBound / width) {
      let left = blockColumn * width
      let part = max(columns.lowerBound, left)..<min(columns.upperBound + 1, left + width)
      copy(part, from: blockColumn, blockRow, y * width - left, to: -columns.lowerBound)
    }
    copy(
      following..<(following + 1), from: following / width, blockRow,
      y * width - following / width * width, to: columns.count - following)
  }

  /// Copies some columns; `offset` and `target` are what is added to a column's number.
  private mutating func copy(
    _ part: Range<Int>, from column: Int, _ row: Int, _ offset: Int, to target: Int
  ) {
    let block = try? cache.block(column: column, row: row)
    samples.withUnsafeMutableBufferPointer { samples in
      guard let block else {
        for i in part { samples[i + target] = .nan }
        return
      }
      block.withUnsafeBufferPointer { block in
        for i in part { samples[i + target] = block[i + offset] }
      }
    }
  }
}
