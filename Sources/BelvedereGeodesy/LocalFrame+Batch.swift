import BelvedereGeoMath

extension LocalFrame {
  /// East and north of the origin in metres of many places, each as ``position(of:)`` gives it.
  ///
  /// Eight lanes and power series, where the places lie within some hundred kilometres of the
  /// origin; others go the way of single places.
  ///
  /// Accuracy: as for single places; held by `LocalFrameTests`. Cost: O(n).
  package func positions(of coordinates: [Coordinate]) -> [Vector2] {
    // The series cost as much as a few places.
    guard coordinates.count >= 8 else { return coordinates.map { position(of: $0) } }
    typealias Lanes = SIMD8<Double>
    let series = MercatorSeries(self)
    let reach = series.forwardReach * 180 / .pi
    let perDegree = Double.pi / 180
    return [Vector2](unsafeUninitializedCapacity: coordinates.count) { results, count in
      coordinates.withUnsafeBufferPointer { coordinates in
        var start = 0
        while start < coordinates.count {
          let end = min(start + Lanes.scalarCount, coordinates.count)
          var latitudes = Lanes(repeating: center.latitude)
          var longitudes = Lanes(repeating: center.longitude)
          for i in start..<end {
            latitudes[i - start] = coordinates[i].latitude
            longitudes[i - start] = coordinates[i].longitude
          }
          let δ = latitudes - center.latitude
          let Δλ = longitudes - center.longitude
          let x = Δλ * (perDegree * metersPerRadian)
          let y = MercatorSeries.sum(series.forward, δ * perDegree) * metersPerRadian
          for i in start..<end {
            let k = i - start
            // NaN is near nothing. Beyond the map's edge latitudes are held.
            let isNear =
              abs(δ[k]) <= reach && abs(Δλ[k]) < 180
              && abs(latitudes[k]) <= MapPoint.maximumLatitude
            results.initializeElement(
              at: i, to: isNear ? Vector2(x[k], y[k]) : position(of: coordinates[i]))
          }
          start = end
        }
      }
      count = coordinates.count
    }
  }
}
