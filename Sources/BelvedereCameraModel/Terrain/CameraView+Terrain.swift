import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

/// The flat map's camera over a surface. Its frame and the surface's coordinates differ by a shift and
/// by the metres of a map point, so rays stay straight.
extension CameraView {
  /// The eye in the coordinates of a surface.
  public func eye(over surface: some RayGround) -> Vector3 {
    surfacePosition(of: eye, over: surface)
  }

  /// The ray from the eye through a screen point in the coordinates of a surface. Its parameter is the
  /// depth, metres along the line of sight.
  ///
  /// - Parameter farDepth: The greatest depth that counts.
  public func surfaceRay(
    through point: Vector2, over surface: some RayGround, farDepth: Double = .infinity
  ) -> SurfaceRay {
    let d = direction(through: point)
    let scale = frame.metersPerMapPoint
    return SurfaceRay(
      origin: eye(over: surface), direction: Vector3(d.x / scale, -d.y / scale, d.z),
      maximum: farDepth)
  }

  /// The first hit of the ray through a screen point with the ground, in the coordinates of the
  /// surface; its parameter is the depth.
  public func cast(
    _ point: Vector2, onto surface: some RayGround, farDepth: Double = .infinity
  ) -> TerrainCast {
    guard point.x.isFinite, point.y.isFinite else { return .invalidRay }
    return surface.cast(surfaceRay(through: point, over: surface, farDepth: farDepth))
  }

  /// The place on the ground under a point of the screen.
  ///
  /// `.ground` with the ground's elevation there and the depth; `.sky` where the ray meets nothing: it
  /// runs over all ridges, or beyond the surface, or through a hole of it; `.beyondFarLimit` where it
  /// meets ground only deeper than `farDepth`; `.notFinite`. An eye under the ground sees its
  /// underside.
  ///
  /// Accuracy: 1e-9 of the depth, and 1e-14 of the eye's distance from the surface's corner. The
  /// result projects back within 1e-8 points. Held by `TerrainUnprojectionTests`.
  /// Cost: some 0.3 µs.
  public func unproject(
    _ point: Vector2, onto surface: some RayGround, farDepth: Double = .infinity
  ) -> UnprojectionResult {
    switch cast(point, onto: surface) {
    case .invalidRay: return .notFinite
    case .miss: return .sky
    case .hit(let hit):
      guard hit.t <= farDepth else { return .beyondFarLimit }
      // From the camera's centre, near which the digits are.
      let d = direction(through: point)
      let position = forward.xy * (hit.t - camera.distance) + (d.xy - forward.xy) * hit.t
      guard frame.isOnMap(position) else { return .outsideWorld }
      return .ground(
        GroundPoint(
          coordinate: frame.coordinate(at: position), elevation: hit.position.z, depth: hit.t))
    }
  }

  /// The eye's clearance above the ground right below it; `nil` where the ground is not known.
  public func clearance(over surface: TerrainSurface) -> Clearance? {
    surface.clearance(of: eye(over: surface))
  }

  /// A position of ``frame`` in the coordinates of a surface.
  private func surfacePosition(
    of position: Vector3, over surface: some RayGround
  ) -> Vector3 {
    let center = surface.position(of: frame.center)
    let scale = frame.metersPerMapPoint
    return Vector3(center.x + position.x / scale, center.y - position.y / scale, position.z)
  }
}
