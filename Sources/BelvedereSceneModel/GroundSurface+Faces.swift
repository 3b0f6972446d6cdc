import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereTerrain

/// The upright faces in which known ground ends, down to the level ground around it.
extension GroundSurface {
  /// Where a ray that comes from outside of the known ground, and below its edge, meets the face there; `nil` where it
  /// meets none above the level ground.
  ///
  /// Looked for from the level ground upwards in steps that grow by a sixth: parts of the ground that a ray
  /// leaves again within one are missed.
  func face(through point: Vector2, in view: some ViewProjection, _ surface: any RayGround)
    -> UnprojectionResult?
  {
    func place(_ elevation: Double) -> PlaceBesideGround {
      guard let ground = view.unproject(point, elevation: elevation).ground,
        let known = surface.elevation(at: ground.coordinate)
      else { return .outside }
      return known > elevation ? .below : .above
    }
    let top = 9000 * max(scale, 1)
    var step = 0.05
    var elevation = levelElevation
    var here = place(elevation)
    var found: (inside: Double, outside: Double)?
    while elevation < top, here != .above {
      let next = elevation + step
      let there = place(next)
      if here == .below, there == .outside { found = (elevation, next) }
      (elevation, here) = (next, there)
      step *= 7.0 / 6
    }
    guard var found else { return nil }
    for _ in 0..<60 {
      let middle = (found.inside + found.outside) / 2
      if place(middle) == .below { found.inside = middle } else { found.outside = middle }
    }
    // A little before it, where the ground is not known: its elevation is another one.
    return view.unproject(point, elevation: found.outside + 1e-6)
  }
}

/// Where a place on a ray lies.
private enum PlaceBesideGround { case outside, below, above }
