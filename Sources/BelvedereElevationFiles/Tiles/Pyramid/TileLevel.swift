import BelvedereGeoMath

/// One zoom of a pyramid as an endless grid of samples: x wraps round the world, y ends at the
/// map's edges.
struct TileLevel {
  let pyramid: TilePyramid
  let zoom: Int
  /// How voids are filled; `nil` where they are not.
  var filling: TileFilling?

  /// A tile as it takes part: with its voids filled where that is wanted.
  func tile(_ id: TileID) -> PyramidTile? {
    guard let filling else { return pyramid.tile(id) }
    return filling.tile(id)
  }

  /// A value of the bilinear surface and the coarsest zoom that took part; NaN beside a void.
  struct Value {
    var metres: Double
    var effectiveZoom: Int
  }

  /// The bilinear surface at a place in samples: (0, 0) is the centre of the world's first sample.
  ///
  /// Where a neighbouring tile is missing at every zoom, the samples at the edge are held: a tile
  /// covers its pixels whole, half a sample beyond their centres.
  ///
  /// - Parameter home: The tile in which the place lies.
  /// - Returns: `nil` where there is no such tile at any zoom.
  func sample(x: Double, y: Double, within home: TileID) -> Value? {
    guard let tile = self.tile(home) else { return nil }
    let size = pyramid.size
    let shift = pyramid.shift
    let world = size << zoom
    let left = Int(flooring: x, in: -1...(world - 1))
    let top = Int(flooring: y, in: -1...(world - 1))
    let fx = x - Double(left)
    let fy = y - Double(top)
    // In samples of the home tile: −1 and `size` are its neighbours.
    let column = left - home.x << shift
    let row = top - home.y << shift
    var zoomSeen = tile.effectiveZoom

    func at(_ column: Int, _ row: Int) -> Double {
      if column >= 0, column < size, row >= 0, row < size {
        return Double(tile.metres[row << shift + column])
      }
      var (c, r) = (column, row)
      let tiles = 1 << zoom
      let dx = column < 0 ? -1 : column < size ? 0 : 1
      var dy = row < 0 ? -1 : row < size ? 0 : 1
      if home.y + dy < 0 || home.y + dy >= tiles {
        r = min(max(r, 0), size - 1)
        dy = 0
      }
      let next = TileID(
        checkedZoom: zoom, x: (home.x + dx + tiles) & (tiles - 1), y: home.y + dy)
      if let neighbour = next == home ? tile : self.tile(next) {
        zoomSeen = min(zoomSeen, neighbour.effectiveZoom)
        c = (c + size) & (size - 1)
        r = (r + size) & (size - 1)
        return Double(neighbour.metres[r << shift + c])
      }
      c = min(max(c, 0), size - 1)
      r = min(max(r, 0), size - 1)
      return Double(tile.metres[r << shift + c])
    }

    // A sample with no weight is not asked for: neither its void nor its zoom matters.
    func across(_ row: Int) -> Double {
      if fx == 0 { return at(column, row) }
      let a = at(column, row)
      return a + (at(column + 1, row) - a) * fx
    }
    if fy == 0 { return Value(metres: across(row), effectiveZoom: zoomSeen) }
    let a = across(row)
    let metres = a + (across(row + 1) - a) * fy
    return Value(metres: metres, effectiveZoom: zoomSeen)
  }

  /// Samples by column and row of a tile, row-major, those of its neighbours among them; held at its
  /// edge where a neighbour is missing at every zoom. All void where the tile itself is missing.
  func samples(around home: TileID, columns: Range<Int>, rows: Range<Int>) -> [Float] {
    let count = columns.count * rows.count  // bounded: a sample more than a tile on each side
    var result = [Float](repeating: .nan, count: count)
    guard let tile = self.tile(home) else { return result }
    let (size, shift, tiles) = (pyramid.size, pyramid.shift, 1 << zoom)
    func parts(_ range: Range<Int>) -> [(step: Int, part: Range<Int>)] {
      [(-1, -size..<0), (0, 0..<size), (1, size..<(2 * size))]
        .map { ($0.0, range.clamped(to: $0.1)) }.filter { !$0.1.isEmpty }
    }
    for (dy, rowsThere) in parts(rows) {
      for (dx, columnsThere) in parts(columns) {
        let isOnMap = home.y + dy >= 0 && home.y + dy < tiles
        let next = TileID(
          checkedZoom: zoom, x: (home.x + dx + tiles) & (tiles - 1),
          y: isOnMap ? home.y + dy : home.y)
        let neighbour = next == home ? tile : self.tile(next)
        let source = (neighbour ?? tile).metres
        for row in rowsThere {
          // Beyond the map's northern and southern edge the outermost row is held.
          let isHeld = neighbour == nil || !isOnMap
          let r = isHeld ? min(max(row, 0), size - 1) : (row + size) & (size - 1)
          for column in columnsThere {
            let c =
              neighbour == nil ? min(max(column, 0), size - 1) : (column + size) & (size - 1)
            result[(row - rows.lowerBound) * columns.count + column - columns.lowerBound] =
              source[r << shift + c]
          }
        }
      }
    }
    return result
  }
}
