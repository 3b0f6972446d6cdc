import BelvedereGeoMath
import BelvedereGeodesy

/// A camera in front of a viewport: the map between the ground and the screen, whatever the shape
/// of the Earth.
public protocol ViewProjection: Sendable {
  /// The camera as given.
  var camera: MapCamera { get }
  /// The viewport as given.
  var viewport: Viewport { get }
  /// The ground's elevation under the camera's centre, metres above the datum.
  var groundElevation: Double { get }
  /// Where the eye stands: the place below it, and its elevation above the datum in metres.
  var eyePosition: GeodeticPosition { get }
  /// How deep the visible ground reaches where nothing else is said: metres along the line of sight,
  /// finite.
  var farDepth: Double { get }

  /// The point of the screen that shows a place.
  ///
  /// - Parameters:
  ///   - coordinate: Degrees.
  ///   - elevation: Metres above the datum.
  func project(_ coordinate: Coordinate, elevation: Double) -> ProjectionResult

  /// The place under a point of the screen, on the level surface at an elevation.
  ///
  /// - Parameters:
  ///   - point: Points from the viewport's top left corner.
  ///   - elevation: Metres of the surface above the datum.
  ///   - farDepth: The greatest depth that counts, metres along the line of sight.
  func unproject(_ point: Vector2, elevation: Double, farDepth: Double) -> UnprojectionResult

  /// The direction from the eye through a screen point, with a component of 1 along the line of sight; not a unit
  /// vector.
  func direction(through point: Vector2) -> Vector3

  /// The place at a depth, metres along the line of sight, behind a point of the screen; `nil` beyond the map's edges
  /// and near the Earth's centre.
  ///
  /// - Returns: its height is above the datum.
  func position(through point: Vector2, depth: Double) -> GeodeticPosition?

  /// The ground that the viewport shows.
  ///
  /// - Parameter farDepth: The greatest depth that counts, metres along the line of sight.
  /// - Returns: `nil` where no ground is seen.
  func visibleGround(farDepth: Double) -> VisibleGround?
}

extension ViewProjection {
  /// The point of the screen that shows a place at sea level.
  public func project(_ coordinate: Coordinate) -> ProjectionResult {
    project(coordinate, elevation: 0)
  }

  /// The place under a point of the screen, at any depth.
  public func unproject(_ point: Vector2, elevation: Double = 0) -> UnprojectionResult {
    unproject(point, elevation: elevation, farDepth: .infinity)
  }

  /// The ground that the viewport shows, as deep as ``farDepth``.
  public var visibleGround: VisibleGround? { visibleGround(farDepth: farDepth) }
}

/// The shape of the Earth under a camera.
///
/// How far apart the two show a place on a screen of 1920 × 1080 points: 2 to 6 points up to 10 km of
/// distance, for the flat map's metres are those of a sphere; 5 to 50 at 100 km, 30 to 1,200 at 1,000
/// km. Documentation/Accuracy.md has the table, `FlatGlobeDifferenceTests` computes it.
public enum MapProjection: String, Sendable, Hashable, Codable, CaseIterable {
  /// Web Mercator's plane, scaled to metres at the camera's centre.
  case flat
  /// The WGS 84 ellipsoid.
  case globe
}
