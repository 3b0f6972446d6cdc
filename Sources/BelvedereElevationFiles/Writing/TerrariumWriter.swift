import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereTerrain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tiles of 256 × 256 elevations in the colours of a PNG: metres = 256·red + green + blue/256 −
/// 32768, in the XYZ scheme of web maps.
///
/// Samples are those of pixel middles, to 1/512 m. Voids are black, which is −32768 m; what lies outside
/// the data is transparent, and at sea level for who does not look at that: a tile's edge is no abyss then,
/// and no land that nobody has measured.
public struct TerrariumWriter: Sendable {
  /// A tile's column and row at its zoom, from the north-west.
  public struct Tile: Sendable, Hashable {
    public let x, y: Int
  }

  /// The zoom: the world is 2^`zoom` tiles wide.
  public let zoom: Int
  /// The tiles that a box touches, as ranges of columns and rows.
  private let columns, rows: ClosedRange<Int>

  /// How many tiles there are.
  public var count: Int { columns.count * rows.count }  // bounded: by the zoom

  /// The tiles of a box.
  ///
  /// - Parameter zoom: 0 to 22.
  public init(covering box: GeographicBounds, zoom: Int) {
    self.zoom = min(max(zoom, 0), 22)
    let side = MapPoint.worldWidth / Double(1 << self.zoom)
    let a = MapPoint(Coordinate(latitude: box.north, longitude: box.west))
    let b = MapPoint(Coordinate(latitude: box.south, longitude: box.east))
    let across = 1 << self.zoom
    let first = Int(flooring: a.x / side, in: -across...2 * across)
    // An edge on a tile's border is the border of the tile before.
    let last = Int(clamping: (b.x / side).rounded(.up) - 1, in: -across...2 * across)
    columns = first...max(first, min(last, first + across - 1))
    let top = Int(flooring: a.y / side, in: 0...(across - 1))
    let bottom = Int(clamping: (b.y / side).rounded(.up) - 1, in: 0...(across - 1))
    rows = top...max(top, bottom)
  }

  /// A pixel outside the data: transparent, 0 m.
  private static let outside: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) = (128, 0, 0, 0)

  /// The zoom at which pixels are about as far apart as the samples of a model, 0 to 22.
  public static func zoom(matching model: some ElevationModel) -> Int {
    let pixels = 360 / max(model.longitudinalResolution, 1e-12) / 256
    return Int(clamping: log2(max(pixels, 1)).rounded(.up), in: 0...22)
  }

  /// The tiles, row by row.
  public var tiles: [Tile] {
    let across = 1 << zoom
    return rows.flatMap { y in columns.map { Tile(x: ($0 % across + across) % across, y: y) } }
  }

  /// The tile in the middle.
  public var middle: Tile {
    let (x, y) = (columns.lowerBound + columns.count / 2, rows.lowerBound + rows.count / 2)
    let across = 1 << zoom
    return Tile(x: (x % across + across) % across, y: y)
  }

  /// The parallels and meridians of a tile's pixels' middles.
  public func lines(of tile: Tile) -> (latitudes: [Double], longitudes: [Double]) {
    let step = MapPoint.worldWidth / Double(1 << zoom) / 256
    func middle(_ tile: Int, _ pixel: Int) -> Double {
      (Double(tile) * 256 + Double(pixel) + 0.5) * step
    }
    let longitudes = (0..<256).map { middle(tile.x, $0) / MapPoint.worldWidth * 360 - 180 }
    let latitudes = (0..<256).map {
      MapPoint(x: 0, y: middle(tile.y, $0)).coordinate.latitude
    }
    return (latitudes, longitudes)
  }

  /// A tile's file; `nil` where nothing of it is known.
  public func encode(_ tile: Tile, of model: some ElevationModel) throws -> [UInt8]? {
    let (latitudes, longitudes) = lines(of: tile)
    let elevations = model.elevations(latitudes: latitudes, longitudes: longitudes)
    guard elevations.contains(where: { !$0.isNaN }) else { return nil }
    var image = Image(width: 256, height: 256)
    for (i, elevation) in elevations.enumerated() {
      guard !elevation.isNaN else {
        let (row, column) = i.quotientAndRemainder(dividingBy: 256)
        if !model.hasData(latitude: latitudes[row], longitude: longitudes[column]) {
          image[column, row] = Self.outside
        }
        continue
      }
      let v = Int(clamping: (Double(elevation) + 32768) * 256, in: 0...0xFF_FFFF)
      image.bytes[4 * i] = UInt8(truncatingIfNeeded: v >> 16)
      image.bytes[4 * i + 1] = UInt8(truncatingIfNeeded: v >> 8)
      image.bytes[4 * i + 2] = UInt8(truncatingIfNeeded: v)
    }
    // Higher levels take eight times as long for less than a tenth.
    return try PNG.encode(image, threads: 1)
  }
}
