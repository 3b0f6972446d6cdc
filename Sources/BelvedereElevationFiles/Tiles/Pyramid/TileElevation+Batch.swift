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
      column(longitude: longitude).map { column(x: $0) }
    }
    let count = latitudes.count * columns.count  // bounded: as large as the answer
    // Of far places in a tile that the source has not got, its samples need not all be made.
    let spread = columns.compactMap { $0?.x }
    let isSparse =
      ((spread.max() ?? 0) - (spread.min() ?? 0)) / Double(max(spread.count, 1)) > 8
    return [Float](unsafeUninitializedCapacity: count) { out, initialized in
      for (row, latitude) in latitudes.enumerated() {
        fill(
          UnsafeMutableBufferPointer(
            rebasing: out[(row * columns.count)..<((row + 1) * columns.count)]),
          columns, latitude: latitude, isSparse: isSparse)
      }
      initialized = count
    }
  }

  /// Bicubic ones from windows of samples that are read once.
  public func elevations(
    latitudes: [Double], longitudes: [Double], by interpolation: ElevationInterpolation
  ) -> [Float] {
    switch interpolation {
    case .bilinear: return elevations(latitudes: latitudes, longitudes: longitudes)
    case .bicubic:
      func place(_ position: Double?) -> BicubicGrid.Place? {
        position.map {
          let index = Int(flooring: $0, in: -1...(pyramid.size << zoom))
          return BicubicGrid.Place(index: index, fraction: $0 - Double(index))
        }
      }
      let values = BicubicGrid.values(
        columns: longitudes.map { place(column(longitude: $0)) },
        rows: latitudes.map { place(row(latitude: $0)) }, samples: window)
      if let values { return values }
    case .nearest: break
    }
    return latitudes.flatMap { latitude in
      longitudes.map { longitude in
        elevation(latitude: latitude, longitude: longitude, by: interpolation)
          .map { Float($0) } ?? .nan
      }
    }
  }

  /// Samples by column and row of the world: columns wrap, the outermost rows are held, and where no
  /// tile is there is a void.
  private func window(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) -> [Float] {
    let (size, shift) = (pyramid.size, pyramid.shift)
    let world = size << zoom
    let width = columns.count
    let count = width * rows.count  // bounded: 16 times the answer
    var window = [Float](repeating: .nan, count: count)
    // Rows and columns of the same tile are copied together.
    let tileRows = Dictionary(grouping: rows) { min(max($0, 0), world - 1) >> shift }
    let tileColumns = Dictionary(grouping: columns) { ($0 & (world - 1)) >> shift }
    for (y, rowsThere) in tileRows {
      for (x, columnsThere) in tileColumns {
        guard let tile = level.tile(TileID(checkedZoom: zoom, x: x, y: y)) else { continue }
        tile.metres.withUnsafeBufferPointer { metres in
          for row in rowsThere {
            let from = (min(max(row, 0), world - 1) & (size - 1)) << shift
            let to = (row - rows.lowerBound) * width - columns.lowerBound
            for column in columnsThere { window[to + column] = metres[from + column & (size - 1)] }
          }
        }
      }
    }
    return window
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
    _ out: UnsafeMutableBufferPointer<Float>, _ columns: [Column?], latitude: Double,
    isSparse: Bool
  ) {
    guard let y = row(latitude: latitude) else {
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
        let value = columns[next].map {
          (isSparse ? sparse(x: $0.x, y: y) : nil) ?? sample(x: $0.x, y: y)?.metres ?? .nan
        }
        out.initializeElement(at: next, to: value.map { Float($0) } ?? .nan)
        next += 1
        continue
      }
      // A run of positions in one tile.
      var end = next + 1
      while end < columns.count, let column = columns[end], column.tile == first.tile { end += 1 }
      let id = TileID(checkedZoom: zoom, x: first.tile, y: top >> pyramid.shift)
      if isSparse, let coarser = pyramid.coarserZoom(id) {
        for i in next..<end {
          guard let column = columns[i] else { continue }
          out.initializeElement(
            at: i, to: upsampled(id, from: coarser, column, row: top, fy: fy))
        }
      } else if let tile = level.tile(id) {
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

  /// The surface at a place on the border of tiles, without making tiles that the source has not got;
  /// `nil` beside voids and at the edge of what is covered.
  private func sparse(x: Double, y: Double) -> Double? {
    let (size, shift) = (pyramid.size, pyramid.shift)
    let world = size << zoom
    let left = Int(flooring: x, in: -1...(world - 1))
    let top = Int(flooring: y, in: -1...(world - 1))
    let (fx, fy) = (x - Double(left), y - Double(top))
    func sample(_ column: Int, _ row: Int) -> Double {
      guard row >= 0, row < world else { return .nan }
      let c = column & (world - 1)
      let id = TileID(checkedZoom: zoom, x: c >> shift, y: row >> shift)
      guard let coarser = pyramid.coarserZoom(id) else {
        let tile = level.tile(id)
        return tile.map { Double($0.metres[(row & (size - 1)) << shift + c & (size - 1)]) } ?? .nan
      }
      let scale = 1 / Double(1 << (zoom - coarser))
      let value = TileLevel(pyramid: pyramid, zoom: coarser).sample(
        x: (Double(c) + 0.5) * scale - 0.5, y: (Double(row) + 0.5) * scale - 0.5,
        within: id.ancestor(atZoom: coarser))
      // As a tile keeps it.
      return value.map { Double(Float($0.metres)) } ?? .nan
    }
    let (a, b) = (sample(left, top), sample(left + 1, top))
    let (c, d) = (sample(left, top + 1), sample(left + 1, top + 1))
    let (above, below) = (a + (b - a) * fx, c + (d - c) * fx)
    let value = above + (below - above) * fy
    return value.isNaN ? nil : value
  }

  /// The surface between four samples that are made of a coarser zoom's, without those around them.
  private func upsampled(
    _ id: TileID, from coarser: Int, _ column: Column, row: Int, fy: Float
  ) -> Float {
    let scale = 1 / Double(1 << (zoom - coarser))
    let surface = TileLevel(pyramid: pyramid, zoom: coarser)
    let home = id.ancestor(atZoom: coarser)
    let left = id.x << pyramid.shift + column.index
    func sample(_ c: Int, _ r: Int) -> Float {
      let value = surface.sample(
        x: (Double(c) + 0.5) * scale - 0.5, y: (Double(r) + 0.5) * scale - 0.5, within: home)
      return value.map { Float($0.metres) } ?? .nan
    }
    let four = [
      sample(left, row), sample(left + 1, row), sample(left, row + 1), sample(left + 1, row + 1),
    ]
    guard four.contains(where: \.isNaN) else {
      return four.withUnsafeBufferPointer { bilinear($0, at: 0, 2, column.fraction, fy) }
    }
    // Beside voids, which may have been filled in the tile.
    return self.sample(x: column.x, y: Double(row) + Double(fy)).map { Float($0.metres) } ?? .nan
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
