import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

/// The upright faces in which known ground ends, down to the level ground around it, or up to it.
extension GroundSurface {
  /// Whether a ray may have passed a face before the place that it meets: it does not where it comes through the air
  /// over known ground.
  func mayPassFace(
    _ nearest: UnprojectionResult, _ hit: UnprojectionResult, through point: Vector2,
    in view: some ViewProjection, _ surface: any RayGround
  ) -> Bool {
    guard let ground = nearest.ground, ground == hit.ground else { return true }
    if surface.elevation(at: view.eyePosition.coordinate) == nil { return true }
    // From within the ground it meets the underside.
    let before = ground.depth * (1 - 1e-6) - 0.01
    return side(of: view.position(through: point, depth: before), surface) == .below
  }

  /// Where a ray meets the first face before a depth; `nil` where it meets none.
  ///
  /// The ray is followed in steps of half a sample, far away of a five-hundredth of its depth: a part of the ground that
  /// it leaves again within one is missed. Its place is that just outside of the known ground.
  func face(
    through point: Vector2, in view: some ViewProjection, _ surface: any RayGround,
    before far: Double
  ) -> UnprojectionResult? {
    guard let range = surface.range else { return nil }
    let top = max(range.upperBound, levelElevation)
    let speed = view.direction(through: point).length
    guard speed.isFinite, speed < 1e9 else { return nil }
    var depth = 0.0
    var place = view.position(through: point, depth: 0)
    var here = side(of: place, surface)
    for _ in 0..<100_000 {
      guard let height = place?.height, depth < far else { return nil }
      var step = max(faceStep / speed, depth / 500)
      if height > top { step = max(step, (height - top) / speed) }
      let next = min(depth + step, far)
      let there = view.position(through: point, depth: next)
      let side = side(of: there, surface)
      if here == .below && side == .outside { return nil }
      if here == .outside && side == .below || here == .above && side == .outside {
        let found = crossing(depth, here, next, side, through: point, in: view, surface)
        if let found, here == .outside || found.elevation < levelElevation { return .ground(found) }
      }
      // What rises above all ground stays there.
      if height > top, let there, there.height > height { return nil }
      (depth, place, here) = (next, there, side)
    }
    return nil
  }

  /// The place outside of the known ground where a ray crosses its edge between two depths.
  private func crossing(
    _ first: Double, _ here: GroundSide, _ last: Double, _ there: GroundSide,
    through point: Vector2, in view: some ViewProjection, _ surface: any RayGround
  ) -> GroundPoint? {
    var (inside, outside) = here == .outside ? (last, first) : (first, last)
    let known = here == .outside ? there : here
    for _ in 0..<60 {
      let middle = (inside + outside) / 2
      switch side(of: view.position(through: point, depth: middle), surface) {
      case .outside: outside = middle
      case known: inside = middle
      // Over the edge and then into the ground from above: no face.
      default: return nil
      }
    }
    return view.position(through: point, depth: outside).map {
      GroundPoint(coordinate: $0.coordinate, elevation: $0.height, depth: outside)
    }
  }

  private func side(of place: GeodeticPosition?, _ surface: any RayGround) -> GroundSide {
    guard let place, let known = surface.elevation(at: place.coordinate) else { return .outside }
    return known > place.height ? .below : .above
  }
}

/// Where a place on a ray lies.
private enum GroundSide { case outside, below, above }
