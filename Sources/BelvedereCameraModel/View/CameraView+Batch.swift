import BelvedereGeoMath
import BelvedereGeodesy

/// Projection of many places at once: eight lanes and power series instead of transcendental
/// functions, where the places lie within some hundred kilometres of the camera's centre; others go
/// the way of single places.
extension CameraView {
  private typealias Lanes = SIMD8<Double>

  /// The screen points of places, each as ``project(_:elevation:)`` gives it.
  ///
  /// - Parameters:
  ///   - places: Positions; the height is the elevation above the datum in metres.
  ///   - results: As many as there are places; all are written.
  ///
  /// Accuracy: as for single places; the two may differ by 1e-9 points.
  /// Cost: O(n), no allocation.
  public func project(
    _ places: UnsafeBufferPointer<GeodeticPosition>,
    into results: UnsafeMutableBufferPointer<ProjectionResult>
  ) {
    precondition(results.count == places.count, "one result for each place")
    let series = MercatorSeries(frame)
    let centerLatitude = frame.center.latitude
    let centerLongitude = frame.center.longitude
    let reach = series.forwardReach * 180 / .pi
    let perDegree = Double.pi / 180
    // Metres for each radian in the first, then points on the screen.
    let scale = frame.metersPerRadian
    let (r, u, f) = (right, up, forward)
    let (k, c) = (focalLength, principalPoint)
    var start = 0
    while start < places.count {
      let count = min(Lanes.scalarCount, places.count - start)
      var latitudes = Lanes(repeating: centerLatitude)
      var longitudes = Lanes(repeating: centerLongitude)
      var heights = Lanes(repeating: groundElevation)
      for i in 0..<count {
        let place = places[start + i]
        latitudes[i] = place.latitude
        longitudes[i] = place.longitude
        heights[i] = place.height
      }
      let δ = latitudes - centerLatitude
      let Δλ = longitudes - centerLongitude
      let x = Δλ * (perDegree * scale)
      let y = MercatorSeries.sum(series.forward, δ * perDegree) * scale
      let z = heights - groundElevation
      let depth = x * f.x + y * f.y + z * f.z + camera.distance
      let inverse = k / depth
      let px = (x * r.x + y * r.y) * inverse + c.x
      let py = c.y - (x * u.x + y * u.y + z * u.z) * inverse
      for i in 0..<count {
        let d = depth[i]
        // NaN is near nothing and has no depth.
        if abs(δ[i]) <= reach, abs(Δλ[i]) < 180, d > 0, d < .infinity, abs(px[i]) < .infinity,
          abs(py[i]) < .infinity
        {
          results[start + i] = .point(ScreenPoint(x: px[i], y: py[i], depth: d))
        } else {
          results[start + i] = projectFar(places[start + i])
        }
      }
      start += count
    }
  }

  @inline(never) private func projectFar(_ place: GeodeticPosition) -> ProjectionResult {
    project(place.coordinate, elevation: place.height)
  }

  /// The screen points of places; see ``project(_:into:)``.
  public func project(_ places: [GeodeticPosition]) -> [ProjectionResult] {
    [ProjectionResult](unsafeUninitializedCapacity: places.count) { results, count in
      places.withUnsafeBufferPointer {
        project($0, into: UnsafeMutableBufferPointer(rebasing: results[..<places.count]))
      }
      count = places.count
    }
  }

  /// The places under points of the screen, each as ``unproject(_:elevation:farDepth:)`` gives it.
  ///
  /// - Parameters:
  ///   - points: Points from the viewport's top left corner.
  ///   - results: As many as there are points; all are written.
  ///   - elevation: Metres of the level plane above the datum.
  ///   - farDepth: The greatest depth that counts, metres along the line of sight.
  ///
  /// Accuracy: as for single points. Cost: O(n), no allocation.
  public func unproject(
    _ points: UnsafeBufferPointer<Vector2>,
    into results: UnsafeMutableBufferPointer<UnprojectionResult>, elevation: Double = 0,
    farDepth: Double = .infinity
  ) {
    precondition(results.count == points.count, "one result for each point")
    let series = MercatorSeries(frame)
    let (r, u, f) = (right, up, forward)
    let (k, c) = (focalLength, principalPoint)
    let height = (groundElevation - elevation) - camera.distance * f.z
    let perRadian = 1 / frame.metersPerRadian
    let degrees = 180 / Double.pi
    let center = frame.center
    let reach = series.inverseReach
    var start = 0
    while start < points.count {
      let count = min(Lanes.scalarCount, points.count - start)
      var px = Lanes(repeating: c.x)
      var py = Lanes(repeating: c.y)
      for i in 0..<count {
        px[i] = points[start + i].x
        py[i] = points[start + i].y
      }
      let a = (px - c.x) / k
      let b = (c.y - py) / k
      let depth = height / -(f.z + u.z * b)
      let along = depth - camera.distance
      let da = depth * a
      let db = depth * b
      let ε = (f.y * along + r.y * da + u.y * db) * perRadian
      let longitude =
        (f.x * along + r.x * da + u.x * db) * (perRadian * degrees)
        + center.longitude
      let latitude = MercatorSeries.sum(series.inverse, ε) * degrees + center.latitude
      for i in 0..<count {
        let d = depth[i]
        if d > 0, d <= farDepth, d < .infinity, abs(ε[i]) <= reach, abs(longitude[i]) < 180,
          abs(longitude[i] - center.longitude) < 180,
          abs(latitude[i]) < MapPoint.maximumLatitude
        {
          results[start + i] = .ground(
            GroundPoint(
              coordinate: Coordinate(latitude: latitude[i], longitude: longitude[i]),
              elevation: elevation, depth: d))
        } else {
          results[start + i] = unprojectFar(points[start + i], elevation, farDepth)
        }
      }
      start += count
    }
  }

  @inline(never) private func unprojectFar(
    _ point: Vector2, _ elevation: Double, _ farDepth: Double
  ) -> UnprojectionResult {
    unproject(point, elevation: elevation, farDepth: farDepth)
  }

  /// The places under points of the screen; see ``unproject(_:into:elevation:farDepth:)``.
  public func unproject(
    _ points: [Vector2], elevation: Double = 0, farDepth: Double = .infinity
  ) -> [UnprojectionResult] {
    [UnprojectionResult](unsafeUninitializedCapacity: points.count) { results, count in
      points.withUnsafeBufferPointer {
        unproject(
          $0, into: UnsafeMutableBufferPointer(rebasing: results[..<points.count]),
          elevation: elevation, farDepth: farDepth)
      }
      count = points.count
    }
  }
}
