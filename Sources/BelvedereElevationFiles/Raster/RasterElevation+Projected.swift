import BelvedereGeoMath

extension RasterElevation {
  /// Rows and columns of a batch whose places are found together.
  private static let side = 64

  /// The same cells of the batch are projected together by ``PlacePatch``: a batch is as exact as
  /// single places, but for ``PlacePatch/errorBound`` of a cell. Where that could decide between a
  /// value and a void, and where no patch serves, places are projected one by one.
  func projectedElevations(
    _ latitudes: [Double], _ longitudes: [Double], isRound: Bool = false
  ) -> [Float] {
    let count = latitudes.count * longitudes.count  // bounded: as large as the answer
    var cursor = BlockCursor(cache)
    var window = SampleWindow(cache)
    return [Float](unsafeUninitializedCapacity: count) { out, initialized in
      for top in stride(from: 0, to: latitudes.count, by: Self.side) {
        let rows = top..<min(top + Self.side, latitudes.count)
        for left in stride(from: 0, to: longitudes.count, by: Self.side) {
          let columns = left..<min(left + Self.side, longitudes.count)
          let part = BatchPart(
            latitudes: latitudes[rows], longitudes: longitudes[columns], width: longitudes.count)
          fill(part, out, isRound: isRound, &window, &cursor)
        }
      }
      initialized = count
    }
  }

  private func fill(
    _ part: BatchPart, _ out: UnsafeMutableBufferPointer<Float>, isRound: Bool,
    _ window: inout SampleWindow, _ cursor: inout BlockCursor
  ) {
    func single(_ latitude: Double, _ longitude: Double, _ cursor: inout BlockCursor) -> Float {
      isRound
        ? Float(value(latitude, longitude, .bicubic, &cursor))
        : value(latitude, longitude, &cursor)
    }
    // Few places do not pay for a patch's own projections.
    guard part.count >= 128, let box = part.box,
      let patch = PlacePatch(places, latitudes: box.latitudes, longitudes: box.longitudes),
      window.load(
        patch.extent, places.grid, around: isRound ? 1 : 0, atMost: 8 * part.count + 4096)
    else {
      for (row, latitude) in zip(part.latitudes.indices, part.latitudes) {
        for (column, longitude) in zip(part.longitudes.indices, part.longitudes) {
          out[row * part.width + column] = single(latitude, longitude, &cursor)
        }
      }
      return
    }
    let t = part.longitudes.map { patch.t($0) }
    let first = part.longitudes.startIndex
    let west = Double(window.left)
    let north = Double(window.top)
    for (row, latitude) in zip(part.latitudes.indices, part.latitudes) {
      var line = patch.line(v: patch.v(latitude))
      line.x[0] -= west
      line.y[0] -= north
      let target = UnsafeMutableBufferPointer(
        rebasing: out[(row * part.width + first)..<(row * part.width + first + t.count)])
      if isRound {
        window.interpolateRound(line.x, line.y, t, into: target)
      } else {
        window.interpolate(line.x, line.y, t, into: target)
      }
      for column in window.doubtful {
        target[column] = single(latitude, part.longitudes[first + column], &cursor)
      }
    }
  }
}

/// Some rows and columns of a batch.
private struct BatchPart {
  let latitudes, longitudes: ArraySlice<Double>
  /// Places in a row of the whole batch.
  let width: Int

  var count: Int { latitudes.count * longitudes.count }  // bounded: at most 64 × 64

  /// The box of the places; `nil` where a number is none.
  var box: (latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>)? {
    guard latitudes.allSatisfy(\.isFinite), longitudes.allSatisfy(\.isFinite),
      let south = latitudes.min(), let north = latitudes.max(),
      let west = longitudes.min(), let east = longitudes.max()
    else { return nil }
    return (south...north, west...east)
  }
}
