import BelvedereElevationFiles
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereVectorTiles

/// Where the places of a vector tile's layer lie on the Earth.
///
/// Accuracy: that of doubles; the numbers of a layer are 0.15 m apart at zoom 15 and an extent of 4096, at the equator.
struct TilePlaces {
  private let left, top, unit: Double

  init(_ tile: TileID, extent: Int) {
    let size = MapPoint.worldWidth / Double(1 << tile.zoom)
    (left, top, unit) = (Double(tile.x) * size, Double(tile.y) * size, size / Double(extent))
  }

  /// A place; `nil` for one off the map, which no tile draws.
  func coordinate(_ place: VectorTileGeometry.Place) -> Coordinate? {
    let point = MapPoint(x: left + Double(place.x) * unit, y: top + Double(place.y) * unit)
    guard point.y >= 0, point.y <= MapPoint.worldWidth, abs(point.x) <= 4 * MapPoint.worldWidth
    else { return nil }
    // A place beyond 180° stays beside its tile.
    return Coordinate(
      latitude: MapPoint(x: 0, y: point.y).coordinate.latitude,
      longitude: point.x / MapPoint.worldWidth * 360 - 180)
  }

  /// All places of a part, held to the map's northern and southern edge; `nil` where one lies beyond.
  func coordinates(_ places: [VectorTileGeometry.Place]) -> [Coordinate]? {
    var result: [Coordinate] = []
    result.reserveCapacity(places.count)
    for place in places {
      guard let coordinate = coordinate(place) else { return nil }
      result.append(coordinate)
    }
    return result
  }
}
