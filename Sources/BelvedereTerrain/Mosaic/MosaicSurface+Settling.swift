import BelvedereGeoMath
import BelvedereGeodesy

/// Rays over ground that samples only come near to.
extension MosaicSurface {
  /// A hit of a region's samples, led along the ray to the ground itself.
  ///
  /// The ray's height over the ground is a function of its parameter; its root is found by secants from where
  /// the samples are met, and where these do not come to it in a few steps by bisection of steps that are a quarter
  /// of a cell.
  ///
  /// - Parameters:
  ///   - hit: in the region's world, as is the ray.
  ///   - start, end: the parameters between which the ray is over the region.
  /// - Returns: `nil` where there is no ground, or the ray does not meet it, within four cells.
  func settled(
    _ hit: TerrainHit, _ ray: SurfaceRay, in region: SurfaceRegion,
    from start: Double, to end: Double
  ) -> TerrainHit? {
    guard let truth = region.truth else { return hit }
    func height(_ t: Double) -> Double? {
      let place = ray.position(at: t)
      return truth(coordinate(at: place.xy)).map { place.z - $0 }
    }
    func met(_ t: Double) -> TerrainHit {
      var hit = hit
      hit.t = t
      let place = ray.position(at: t)
      hit.position = Vector3(place.x, place.y, truth(coordinate(at: place.xy)) ?? place.z)
      return hit
    }
    // One cell of the samples along the ray, and how exact the height is asked to be.
    let cell = Vector2(
      region.tiles.columns[1] - region.tiles.columns[0],
      region.tiles.rows[1] - region.tiles.rows[0])
    let speed = max(abs(ray.direction.x) / cell.x, abs(ray.direction.y) / cell.y)
    let reach = speed > 0 ? 4 / speed : .infinity
    let exact = 1e-8 + 1e-12 * (abs(ray.origin.z) + abs(hit.position.z))
    guard let first = height(hit.t) else { return nil }
    guard abs(first) > exact else { return hit }

    let slope = ray.direction.z - hit.gradient.dot(ray.direction.xy)
    var (a, b) = (hit.t, hit.t - first / slope)
    var ofA = first
    for _ in 0..<8 {
      guard b >= start, b <= end, abs(b - hit.t) <= reach, let ofB = height(b) else { break }
      if abs(ofB) <= exact { return met(b) }
      let next = b - ofB * (b - a) / (ofB - ofA)
      (a, ofA, b) = (b, ofB, next)
    }
    guard reach.isFinite else { return nil }
    return bracketed(
      from: hit.t, first, isAboveBefore: !hit.isFromBelow(ray), step: reach / 16, start...end,
      height
    ).map(met)
  }

  /// The root of a height where it changes its sign, looked for in 16 steps: ahead while the ray has not come to the
  /// ground, back where it has gone through it.
  private func bracketed(
    from t: Double, _ first: Double, isAboveBefore: Bool, step: Double,
    _ range: ClosedRange<Double>,
    _ height: (Double) -> Double?
  ) -> Double? {
    let isAhead = (first > 0) == isAboveBefore
    var last = t
    for n in 1...16 {
      let next = t + Double(n) * (isAhead ? step : -step)
      guard range.contains(next), let value = height(next) else { return nil }
      guard (value > 0) == (first > 0) else {
        var (low, high) = (last, next)
        while true {
          let middle = (low + high) / 2
          guard middle != low, middle != high, let value = height(middle) else { return high }
          if (value > 0) == (first > 0) { low = middle } else { high = middle }
        }
      }
      last = next
    }
    return nil
  }
}
