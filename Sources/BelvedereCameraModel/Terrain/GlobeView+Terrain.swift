import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

extension GlobeView {
  /// The first hit of the ray through a screen point, straight in space, with the ground. The hit's
  /// parameter is the depth, metres along the line of sight.
  public func cast(
    _ point: Vector2, onto surface: some RayGround, farDepth: Double = .infinity
  ) -> SpaceCast {
    guard point.x.isFinite, point.y.isFinite else { return .invalidRay }
    return surface.cast(
      SpaceRay(
        frame: frame, origin: pose.eye, direction: direction(through: point), maximum: farDepth))
  }

  /// The place on the ground under a point of the screen; answers as the flat camera's
  /// ``CameraView/unproject(_:onto:farDepth:)``.
  ///
  /// Accuracy: as `TerrainSurface.cast(_:)` of a ray in space. Held by `TerrainUnprojectionTests`.
  public func unproject(
    _ point: Vector2, onto surface: some RayGround, farDepth: Double = .infinity
  ) -> UnprojectionResult {
    switch cast(point, onto: surface) {
    case .invalidRay: return .notFinite
    case .miss: return .sky
    case .hit(let hit, let coordinate):
      guard hit.t <= farDepth else { return .beyondFarLimit }
      return .ground(
        GroundPoint(coordinate: coordinate, elevation: hit.position.z, depth: hit.t))
    }
  }

  /// The eye's clearance above the ground right below it; `nil` where the ground is not known.
  public func clearance(over surface: TerrainSurface) -> Clearance? {
    surface.clearance(of: eyePosition.height, over: eyePosition.coordinate)
  }
}
