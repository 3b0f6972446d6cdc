import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

extension TileElevation {
  /// A column of positions: its place in samples, and the tile that holds both samples beside it.
  private struct Column {
    var x: Double
    /// The tile's column; −1 where two tiles take part.
    var tile: Int
    /// The left sample within the tile, and the weight of the right one.
    var index: Int
    var fraction: Float
  }

  public func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
    let columns = longitudes.map { longitude -> Column? in
      place(latitude: 0, longitude: longitude).map { column(x: $0.x) }
    }
    let count = latitudes.count * columns.count  // bounded: as large as the answer
    return [Float](unsafeUninitializedCapacity: count) { out, initialized in
      for (row, latitude) in latitudes.enumerated() {
        fill(
          UnsafeMutableBufferPointer(
            rebasing: out[(row * columns.count)..<((row + 1) * columns.count)]),
          columns, latitude: latitude)
      }
      initialized = count
    }
  }

  private func column(x: Double) -> Column {
    let size = pyramid.size
    let left = Int(flooring: x, in: -1...((size << zoom) - 1))
    let index = left & (size - 1)
    let isInside = left >= 0 && index < size - 1
    return Column(
      x: x, tile: isInside ? left >> pyramid.shift : -1, index: index,
      fraction: Float(x - Double(left)))
  }

  private func fill(
    _ out: UnsafeMutableBufferPointer<Float>, _ columns: [Column?], latitude: Double
  ) {
    guard let y = place(latitude: latitude, longitude: 0)?.y else {
      out.initialize(repeating: .nan)
      return
    }
    let size = pyramid.size
    let top = Int(flooring: y, in: -1...((size << zoom) - 1))
    let row = top & (size - 1)
    let fy = Float(y - Double(top))
    let isInside = top >= 0 && row < size - 1
    var next = 0
    while next < columns.count {
      guard let first = columns[next], isInside, first.tile >= 0 else {
        let value = columns[next].flatMap { sample(x: $0.x, y: y) }?.metres
        out.initializeElement(at: next, to: value.map { Float($0) } ?? .nan)
        next += 1
        continue
      }
      // A run of positions in one tile.
      var end = next + 1
      while end < columns.count, let column = columns[end], column.tile == first.tile { end += 1 }
      let id = TileID(checkedZoom: zoom, x: first.tile, y: top >> pyramid.shift)
      if let tile = level.tile(id) {
        tile.metres.withUnsafeBufferPointer { metres in
          for i in next..<end {
            guard let column = columns[i] else { continue }
            out.initializeElement(
              at: i,
              to: bilinear(
                metres, at: row * size + column.index, size, column.fraction, fy))
          }
        }
      } else {
        for i in next..<end { out.initializeElement(at: i, to: .nan) }
      }
      next = end
    }
  }

  /// The weighted mean of four samples; one with no weight does not matter.
  @inline(__always)
  private func bilinear(
    _ samples: UnsafeBufferPointer<Float>, at i: Int, _ stride: Int, _ fx: Float, _ fy: Float
  ) -> Float {
    let a = samples[i]
    let c = samples[i + stride]
    let top = fx == 0 ? a : a + (samples[i + 1] - a) * fx
    if fy == 0 { return top }
    let bottom = fx == 0 ? c : c + (samples[i + stride + 1] - c) * fx
    return top + (bottom - top) * fy
  }
}
