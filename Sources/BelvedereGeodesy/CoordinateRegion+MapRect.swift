extension CoordinateRegion {
  /// The region that a rectangle covers; `nil` for null.
  ///
  /// The centre lies in the middle of the rectangle's latitudes, which is not the middle of the
  /// rectangle, for Mercator stretches away from the equator. Its longitude is within [−180, 180).
  public init?(_ rect: MapRect) {
    guard !rect.isNull else { return nil }
    let north = MapPoint(x: rect.minX, y: rect.minY).coordinate.latitude
    let south = MapPoint(x: rect.minX, y: rect.maxY).coordinate.latitude
    self.init(
      center: Coordinate(
        latitude: (north + south) / 2, longitude: rect.mid.coordinate.longitude),
      span: CoordinateSpan(
        latitudeDelta: north - south, longitudeDelta: rect.width / MapPoint.worldWidth * 360))
  }
}

extension CoordinateRegion {
  /// Whether a coordinate lies in the region, edges included. Longitudes a whole turn apart are the
  /// same.
  public func contains(_ coordinate: Coordinate) -> Bool {
    let north = abs(coordinate.latitude - center.latitude)
    let east = abs(longitudeDifference(from: center.longitude, to: coordinate.longitude).degrees)
    return north <= span.latitudeDelta / 2 && east <= span.longitudeDelta / 2
  }
}

extension MapRect {
  /// The rectangle that a region covers.
  ///
  /// Latitudes beyond the map's edge are held at it. Where the region crosses 180° the rectangle
  /// reaches out of the world's width.
  public init(_ region: CoordinateRegion) {
    let half = region.span.latitudeDelta / 2
    let center = MapPoint(region.center)
    let north = MapPoint(
      Coordinate(latitude: region.center.latitude + half, longitude: 0))
    let south = MapPoint(
      Coordinate(latitude: region.center.latitude - half, longitude: 0))
    let width = region.span.longitudeDelta / 360 * MapPoint.worldWidth
    self.init(
      x: center.x - width / 2, y: north.y, width: width, height: south.y - north.y)
  }
}
