import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

extension Scene {
  /// The elevation, not exaggerated, at which ground of which nothing is known is drawn:
  /// ``baseElevation``; without one 0, and the lowest known one for a map of relief of dry land, so that
  /// it does not stand on a pedestal.
  public var unknownElevation: Double {
    if let baseElevation { return baseElevation }
    guard let relief, relief.palette?.hasSea != true else { return 0 }
    return ground.range.lowerBound
  }

  /// The elevation at which the ground is drawn: exaggerated, see ``unknownElevation`` for where
  /// nothing is known; 0 where the scene's configuration is a flat map.
  public func drawnElevation(at coordinate: Coordinate) -> Double {
    if configuration.elevationStyle == .flat { return 0 }
    let elevation = ground.elevation(
      latitude: coordinate.latitude, longitude: wrappedLongitude(coordinate.longitude))
    return (elevation ?? unknownElevation) * verticalExaggeration
  }

  /// Where the ray through a screen point first meets the drawn ground; `nil` for the sky and beyond
  /// half a world to either side.
  ///
  /// Accuracy: 1e-6 of the way along the ray, on ground without features narrower than half the
  /// spacing of its samples or 1/1000 of their distance.
  public func groundPoint(
    through point: Vector2, in view: CameraView
  ) -> (coordinate: Coordinate, elevation: Double)? {
    let ray = view.direction(through: point)
    let horizontal = ray.xy.length
    guard horizontal.isFinite, ray.z.isFinite else { return nil }
    // A little more than the ground's range: the ends of the ray are then certainly above and below
    // the ground, however they are rounded.
    let margin = 0.001 + 1e-9 * abs(view.eye.z)
    let low = min(0, ground.range.lowerBound * verticalExaggeration) - margin
    let high = max(0, ground.range.upperBound * verticalExaggeration) + margin
    // The part of the ray between the planes through the lowest and the highest ground.
    var start = 0.0
    var end = Double.infinity
    if ray.z < 0 {
      start = max(0, (high - view.eye.z) / ray.z)
      end = (low - view.eye.z) / ray.z
    } else if view.eye.z > high {
      return nil
    } else if ray.z > 0 {
      end = (high - view.eye.z) / ray.z
    }
    // Nor farther than half a world: that also bounds the number of steps.
    end = min(end, view.frame.metersPerMapPoint * MapPoint.worldWidth / 2 / horizontal)
    guard start.isFinite, end.isFinite, end >= start else { return nil }
    func clearance(_ t: Double) -> Double {
      let p = view.eye + ray * t
      return p.z - drawnElevation(at: view.frame.coordinate(at: p.xy))
    }
    let spacing = max(ground.resolution * 111_000 / 2, 0.5)
    var t = start
    guard clearance(t) >= 0 else { return nil }
    while t < end {
      let step = horizontal > 1e-9 ? max(spacing / horizontal, t / 1000) : end - t
      let next = min(t + step, end)
      // A step too small to count would never end.
      guard next > t else { return nil }
      if clearance(next) <= 0 { return hit(between: t, and: next, ray, view, clearance) }
      t = next
    }
    return nil
  }

  private func hit(
    between above: Double, and below: Double, _ ray: Vector3, _ view: CameraView,
    _ clearance: (Double) -> Double
  ) -> (coordinate: Coordinate, elevation: Double)? {
    var above = above
    var below = below
    for _ in 0..<60 {
      let middle = (above + below) / 2
      if clearance(middle) > 0 { above = middle } else { below = middle }
    }
    let p = view.eye + ray * below
    let mapPoint = view.frame.mapPoint(at: p.xy)
    guard mapPoint.y >= 0, mapPoint.y <= MapPoint.worldWidth else { return nil }
    return (mapPoint.coordinate, p.z)
  }
}
