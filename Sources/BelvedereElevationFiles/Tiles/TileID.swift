import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

/// A tile of the spherical Mercator pyramid: at zoom z the world is 2ᶻ × 2ᶻ tiles, x from 180° W
/// to the east, y from 85.05° N to the south.
public struct TileID: Sendable, Hashable, CustomStringConvertible {
  /// The deepest zoom that is read.
  public static let maximumZoom = 24

  /// The zoom, 0 to 24, and the column and row, 0 to 2ᶻ − 1.
  public let zoom, x, y: Int

  /// Makes an address; `nil` where no such tile can be.
  public init?(zoom: Int, x: Int, y: Int) {
    guard (0...Self.maximumZoom).contains(zoom), (0..<(1 << zoom)).contains(x),
      (0..<(1 << zoom)).contains(y)
    else { return nil }
    self.init(checkedZoom: zoom, x: x, y: y)
  }

  /// Makes an address that is known to lie in the pyramid.
  init(checkedZoom zoom: Int, x: Int, y: Int) {
    self.zoom = zoom
    self.x = x
    self.y = y
  }

  /// The row counted from the south, as MBTiles and TMS do.
  public var rowFromSouth: Int { (1 << zoom) - 1 - y }

  /// The tile of a coarser zoom in which this one lies.
  public func ancestor(atZoom coarser: Int) -> TileID {
    let shift = max(zoom - coarser, 0)
    return TileID(checkedZoom: zoom - shift, x: x >> shift, y: y >> shift)
  }

  /// The tile at a zoom that holds a position; latitudes beyond the map's edge are held at it.
  public init(zoom: Int, latitude: Double, longitude: Double) {
    let zoom = min(max(zoom, 0), Self.maximumZoom)
    let point = MapPoint(
      Coordinate(latitude: latitude, longitude: wrappedLongitude(longitude)))
    let scale = Double(1 << zoom) / MapPoint.worldWidth
    self.init(
      checkedZoom: zoom, x: Int(flooring: point.x * scale, in: 0...((1 << zoom) - 1)),
      y: Int(flooring: point.y * scale, in: 0...((1 << zoom) - 1)))
  }

  /// The box that the tile covers.
  public var bounds: GeographicBounds {
    let size = MapPoint.worldWidth / Double(1 << zoom)
    let north = MapPoint(x: 0, y: Double(y) * size).coordinate.latitude
    let south = MapPoint(x: 0, y: Double(y + 1) * size).coordinate.latitude
    let span = 360 / Double(1 << zoom)
    return GeographicBounds(
      south: south, west: Double(x) * span - 180, north: north, east: Double(x + 1) * span - 180)
  }

  public var description: String { "\(zoom)/\(x)/\(y)" }
}
