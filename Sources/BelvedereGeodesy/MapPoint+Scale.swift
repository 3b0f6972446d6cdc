extension MapPoint {
  /// Metres for each map point as MapKit's `MKMetersPerMapPointAtLatitude` gives them.
  ///
  /// This is not the local scale ``metersPerMapPoint(at:)``: the length of a degree of latitude by
  /// the series of ``CoordinateRegion/metersPerDegree(at:)``, divided by the map points between the
  /// latitudes half a degree to either side.
  ///
  /// - Parameter latitude: degrees, held half a degree inside the map's edges.
  ///
  /// Accuracy: MapKit's results bit for bit where they are known: 0.14828977333772544 at 0°,
  /// 0.07470109070817468 at 60°.
  public static func metersPerMapPointAtLatitude(_ latitude: Double) -> Double {
    let limit = maximumLatitude - 0.5
    let φ = min(max(latitude, -limit), limit)
    let north = MapPoint(Coordinate(latitude: φ + 0.5, longitude: 0))
    let south = MapPoint(Coordinate(latitude: φ - 0.5, longitude: 0))
    return CoordinateRegion.metersPerDegree(at: φ).latitude / (south.y - north.y)
  }

  /// Map points for each metre, the reciprocal of ``metersPerMapPointAtLatitude(_:)``.
  public static func mapPointsPerMeterAtLatitude(_ latitude: Double) -> Double {
    1 / metersPerMapPointAtLatitude(latitude)
  }

  /// The geodesic distance to another point in metres on WGS 84.
  ///
  /// - Throws: ``DomainError`` where a component is not finite.
  public func distance(to other: MapPoint) throws(DomainError) -> Double {
    try Geodesic.wgs84.inverse(from: coordinate, to: other.coordinate).distance
  }
}
