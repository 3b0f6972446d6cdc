import BelvedereGeoMath
import BelvedereGeodesy

/// Many places or points at once, one after the other.
extension GlobeView {
  /// The screen points of places, each as ``project(_:elevation:)`` gives it.
  ///
  /// - Parameters:
  ///   - places: Positions; the height is the elevation in metres.
  ///   - results: As many as there are places; all are written.
  ///
  /// Cost: O(n), no allocation.
  public func project(
    _ places: UnsafeBufferPointer<GeodeticPosition>,
    into results: UnsafeMutableBufferPointer<ProjectionResult>
  ) {
    precondition(results.count == places.count, "one result for each place")
    for (i, place) in places.enumerated() {
      results[i] = project(place.coordinate, elevation: place.height)
    }
  }

  /// The screen points of places; see ``project(_:into:)``.
  public func project(_ places: [GeodeticPosition]) -> [ProjectionResult] {
    places.map { project($0.coordinate, elevation: $0.height) }
  }

  /// The places under points of the screen, each as ``unproject(_:elevation:farDepth:)`` gives it.
  ///
  /// - Parameters:
  ///   - points: Points from the viewport's top left corner.
  ///   - results: As many as there are points; all are written.
  ///   - elevation: Metres of the level surface above the ellipsoid.
  ///   - farDepth: The greatest depth that counts, metres along the line of sight.
  ///
  /// Cost: O(n), no allocation.
  public func unproject(
    _ points: UnsafeBufferPointer<Vector2>,
    into results: UnsafeMutableBufferPointer<UnprojectionResult>, elevation: Double = 0,
    farDepth: Double = .infinity
  ) {
    precondition(results.count == points.count, "one result for each point")
    for (i, point) in points.enumerated() {
      results[i] = unproject(point, elevation: elevation, farDepth: farDepth)
    }
  }

  /// The places under points of the screen; see ``unproject(_:into:elevation:farDepth:)``.
  public func unproject(
    _ points: [Vector2], elevation: Double = 0, farDepth: Double = .infinity
  ) -> [UnprojectionResult] {
    points.map { unproject($0, elevation: elevation, farDepth: farDepth) }
  }
}
