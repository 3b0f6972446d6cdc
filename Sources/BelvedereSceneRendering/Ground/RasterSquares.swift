import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Squares of ground out of colour tiles: the same lattice as that of tiles, so that at their own zoom texels
/// are pixels.
///
/// Finer squares than the finest zoom are magnified, coarser ones than the coarsest are means of its pixels.
struct RasterSquares: Sendable, Hashable {
  let tiles: RasterTiles
  /// The zooms that are used.
  let zooms: ClosedRange<Int>
  /// Coarser squares than those of the coarsest zoom are left out.
  let endsAtCoarsest: Bool
  /// Whether a coarser tile stands for one that is missing.
  let fallsBack: Bool

  /// How many zooms coarser than the coarsest its means are made.
  static let mostReductions = 5

  init(_ tiles: RasterTiles, fallsBack: Bool) {
    self.tiles = tiles
    zooms = tiles.zooms
    endsAtCoarsest = false
    self.fallsBack = fallsBack
  }

  /// The squares of an overlay, in which what is missing is clear.
  init(_ overlay: TileOverlay) {
    tiles = overlay.tiles
    let low = max(overlay.minimumZoom ?? tiles.zooms.lowerBound, tiles.zooms.lowerBound)
    let high = min(overlay.maximumZoom ?? tiles.zooms.upperBound, tiles.zooms.upperBound)
    zooms = min(low, high)...high
    endsAtCoarsest = overlay.minimumZoom != nil
    fallsBack = false
  }

  /// The zoom whose pixels are the texels of a level.
  func zoom(ofLevel level: Int) -> Int { 28 - tiles.sizeExponent - level }

  /// The texels of a square with its border: premultiplied, opacity in the highest byte; `nil` where it shows
  /// nothing.
  func texels(_ key: MapSquare) -> [UInt32]? {
    let zoom = zoom(ofLevel: key.level)
    let lack = zooms.lowerBound - zoom
    if lack > 0 {
      guard !endsAtCoarsest, lack <= Self.mostReductions else { return nil }
      return reduced(key, by: lack)
    }
    return filled(key, zoom: zoom)
  }

  /// Marks those of some places at which the tiles show anything, in pixels about as large as those of the
  /// picture.
  func mark(
    _ points: Slice<UnsafeBufferPointer<MapPoint>>, pointsPerPixel: Double,
    in shows: Slice<UnsafeMutableBufferPointer<Bool>>
  ) {
    let wanted = Int(clamping: (28 - log2(max(pointsPerPixel, 1e-9))).rounded(), in: 0...40)
    let lack = zooms.lowerBound - (wanted - tiles.sizeExponent)
    guard lack <= (endsAtCoarsest ? 0 : Self.mostReductions) else { return }
    let zoom = min(max(wanted - tiles.sizeExponent, zooms.lowerBound), zooms.upperBound)
    let scale = Double(1 << (zoom + tiles.sizeExponent)) / MapPoint.worldWidth
    let limit = -(1 << 50)...(1 << 50)
    var (column, row) = (Int.min, Int.min)
    var tile: RasterTiles.Tile?
    for (i, n) in zip(points.indices, shows.indices) where !shows[n] && points[i].x.isFinite {
      let x = Int(flooring: points[i].x * scale, in: limit)
      let y = Int(flooring: points[i].y * scale, in: limit)
      if x >> tiles.sizeExponent != column || y >> tiles.sizeExponent != row {
        (column, row) = (x >> tiles.sizeExponent, y >> tiles.sizeExponent)
        tile = tiles.tile(zoom: zoom, x: column, y: row)
      }
      guard let tile else { continue }
      let mask = tiles.tileSize - 1
      if tile.pixels[(y & mask) << tiles.sizeExponent + x & mask] >> 24 > 0 {
        shows.base[n] = true
      }
    }
  }

  /// The texels of a square in rows and columns of the level, from the border's first.
  private static func first(_ key: MapSquare) -> (x: Int, y: Int) {
    (key.x * GroundTile.texels - 1, key.y * GroundTile.texels - 1)
  }

  private func filled(_ key: MapSquare, zoom: Int) -> [UInt32]? {
    let stride = GroundTile.stride
    let top = min(zoom, zooms.upperBound)
    // Texels along a tile's side.
    let side = tiles.sizeExponent + zoom - top
    let (x0, y0) = Self.first(key)
    var texels: [UInt32]?
    for row in (y0 >> side)...((y0 + stride - 1) >> side) where row >= 0 && row < 1 << top {
      for column in (x0 >> side)...((x0 + stride - 1) >> side) {
        guard let (source, shift) = source(top, column, row) else { continue }
        var out = texels ?? Array(repeating: 0, count: stride * stride)
        let xs = max(column << side, x0)..<min((column + 1) << side, x0 + stride)
        let ys = max(row << side, y0)..<min((row + 1) << side, y0 + stride)
        let patch = TilePatch(
          squares: self, tile: source, zoom: top - shift, x: column >> shift, y: row >> shift,
          magnification: zoom - top + shift)
        for y in ys {
          for x in xs { out[(y - y0) * stride + x - x0] = patch.value(x, y) }
        }
        texels = out
      }
    }
    return texels
  }

  /// The tile that shows a place, and how many zooms coarser it is.
  private func source(_ zoom: Int, _ x: Int, _ y: Int) -> (RasterTiles.Tile, Int)? {
    for shift in 0...(fallsBack ? zoom - zooms.lowerBound : 0) {
      if let tile = tiles.tile(zoom: zoom - shift, x: x >> shift, y: y >> shift) {
        return (tile, shift)
      }
    }
    return nil
  }

  /// Means of 4 to the power of `lack` pixels of the coarsest zoom.
  private func reduced(_ key: MapSquare, by lack: Int) -> [UInt32]? {
    let stride = GroundTile.stride
    let zoom = zooms.lowerBound
    let size = tiles.sizeExponent
    let (x0, y0) = Self.first(key)
    var sums: [SIMD4<UInt32>]?
    let (left, right) = (x0 << lack, (x0 + stride) << lack)
    let (top, bottom) = (y0 << lack, (y0 + stride) << lack)
    for row in (top >> size)...((bottom - 1) >> size) where row >= 0 && row < 1 << zoom {
      for column in (left >> size)...((right - 1) >> size) {
        guard let tile = tiles.tile(zoom: zoom, x: column, y: row) else { continue }
        var out = sums ?? Array(repeating: .zero, count: stride * stride)
        for y in max(row << size, top)..<min((row + 1) << size, bottom) {
          let line = ((y - top) >> lack) * stride
          let from = (y - row << size) << size
          for x in max(column << size, left)..<min((column + 1) << size, right) {
            let v = tile.pixels[from + x - column << size]
            out[line + (x - left) >> lack] &+= SIMD4(v & 255, v >> 8 & 255, v >> 16 & 255, v >> 24)
          }
        }
        sums = out
      }
    }
    let (shift, half) = (UInt32(2 * lack), UInt32(1 << (2 * lack - 1)))  // checked: at most 10
    return sums?.map { sum in
      let mean = (sum &+ half) &>> SIMD4(repeating: shift)
      return mean.x | mean.y << 8 | mean.z << 16 | mean.w << 24
    }
  }
}

/// A tile as texels of a level are looked up in it.
private struct TilePatch {
  let squares: RasterSquares
  let tile: RasterTiles.Tile
  let zoom, x, y: Int
  /// Zooms by which the level is finer than the tile.
  let magnification: Int

  private var size: Int { squares.tiles.tileSize }

  /// The texel of a column and row of the level, which lie in the tile.
  func value(_ column: Int, _ row: Int) -> UInt32 {
    let exponent = squares.tiles.sizeExponent
    guard magnification > 0 else {
      return tile.pixels[(row - y << exponent) << exponent + (column - x << exponent)]
    }
    // Pixels from the tile's corner to the texel's middle, less half a pixel; in parts of 1/256.
    func place(_ n: Int, _ tile: Int) -> (whole: Int, part: Int) {
      let offset = n - tile << (exponent + magnification)
      let scaled = ((2 * offset + 1) << 7) >> magnification - 128
      return (scaled >> 8, scaled & 255)
    }
    let (i, u) = place(column, x)
    let (j, v) = place(row, y)
    let (a, b) = (pixel(i, j), pixel(i + 1, j))
    let (c, d) = (pixel(i, j + 1), pixel(i + 1, j + 1))
    var result: UInt32 = 0
    for shift in [0, 8, 16, 24] {
      func byte(_ value: UInt32) -> Int { Int(value >> UInt32(shift) & 255) }  // checked: a byte
      let top = byte(a) * (256 - u) + byte(b) * u
      let bottom = byte(c) * (256 - u) + byte(d) * u
      let sum = (top * (256 - v) + bottom * v + 32_768) >> 16
      result |= UInt32(sum) << UInt32(shift)  // checked: a byte
    }
    return result
  }

  /// A pixel of this tile or of one beside it; where that is missing the nearest of this one.
  private func pixel(_ i: Int, _ j: Int) -> UInt32 {
    if i >= 0, j >= 0, i < size, j < size { return tile.pixels[j * size + i] }
    let (column, row) = (i < 0 ? -1 : i < size ? 0 : 1, j < 0 ? -1 : j < size ? 0 : 1)
    if let other = squares.tiles.tile(zoom: zoom, x: x + column, y: y + row) {
      return other.pixels[(j - row * size) * size + i - column * size]
    }
    return tile.pixels[min(max(j, 0), size - 1) * size + min(max(i, 0), size - 1)]
  }
}
