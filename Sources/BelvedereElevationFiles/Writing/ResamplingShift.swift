import BelvedereGeoMath
import BelvedereTerrain

/// How far elevations at other places than a model's samples are from those samples.
public enum ResamplingShift {
  /// The largest distance from one of some places to the nearest sample, along columns or along rows,
  /// in cells of the model: 0 where the places are samples, 0.5 at most. Of many places in the model a
  /// part is looked at.
  ///
  /// - Returns: `nil` for models that are not made of samples, and where no place lies in the model.
  public static func largest(
    of model: any ElevationModel, latitudes: [Double], longitudes: [Double]
  ) -> Double? {
    var largest: Double?
    let bounds = model.bounds
    let rows = few(latitudes.filter { bounds.south <= $0 && $0 <= bounds.north })
    let columns = few(longitudes.filter { bounds.longitude(of: $0) != nil })
    for latitude in rows {
      for longitude in columns {
        guard let place = place(latitude, longitude, in: model) else { continue }
        let shift = max(abs(place.x - place.x.rounded()), abs(place.y - place.y.rounded()))
        largest = max(largest ?? 0, shift)
      }
    }
    return largest
  }

  /// Columns and rows, from whichever sample.
  private static func place(
    _ latitude: Double, _ longitude: Double, in model: any ElevationModel
  ) -> (x: Double, y: Double)? {
    switch model {
    case let field as HeightField:
      guard field.bounds.south <= latitude, latitude <= field.bounds.north,
        let longitude = field.bounds.longitude(of: longitude)
      else { return nil }
      return (
        (longitude - field.bounds.west) / field.longitudinalResolution,
        (field.bounds.north - latitude) / field.resolution
      )
    case let raster as RasterElevation:
      return raster.places.position(latitude: latitude, longitude: longitude)
        .map { ($0.column.fraction, $0.row.fraction) }
    case let tiles as TileElevation: return tiles.place(latitude: latitude, longitude: longitude)
    case let filled as VoidFilledTiles: return place(latitude, longitude, in: filled.tiles)
    default: return nil
    }
  }

  /// At most 256 of some numbers, evenly, the first and the last among them.
  private static func few(_ values: [Double]) -> [Double] {
    let count = 256
    guard values.count > count else { return values }
    return (0..<count).map { values[$0 * (values.count - 1) / (count - 1)] }
  }
}
