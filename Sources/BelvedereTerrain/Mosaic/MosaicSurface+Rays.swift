import BelvedereGeoMath
import BelvedereGeodesy

extension MosaicSurface {
  /// Where a ray meets the ground first; in up to ``TerrainSurface/maximumWorlds`` copies of the
  /// world.
  ///
  /// Cost: some 0.5 µs for each tile of 256 × 256 cells on the way, beside reading those that are not
  /// in memory.
  public func cast(_ ray: SurfaceRay) -> TerrainCast {
    guard TerrainSurface.isRay(ray) else { return .invalidRay }
    var visits: [Visit] = []
    for (number, region) in regions.enumerated() {
      for shift in shifts(of: ray, over: region) {
        if let span = region.span(of: Self.moved(ray, by: shift)) {
          visits.append(Visit(region: number, shift: shift, start: span.start, end: span.end))
        }
      }
    }
    visits.sort { ($0.start, $0.region) < ($1.start, $1.region) }
    var best: TerrainHit?
    for visit in visits {
      if let best, visit.start > best.t { break }
      let end = min(visit.end, best?.t ?? .infinity)
      if let hit = firstHit(visit, ray, until: end), hit.t < best?.t ?? .infinity { best = hit }
    }
    return best.map { .hit($0) } ?? .miss
  }

  /// A part of a ray over a copy of a region.
  private struct Visit {
    let region: Int
    let shift, start, end: Double
  }

  private static func moved(_ ray: SurfaceRay, by shift: Double) -> SurfaceRay {
    var moved = ray
    moved.origin.x -= shift
    return moved
  }

  /// By how much the copies of a region are moved that a ray may be over, near ones first.
  private func shifts(of ray: SurfaceRay, over region: SurfaceRegion) -> [Double] {
    guard let part = region.verticalSpan(of: ray, range) else { return [] }
    let world = MapPoint.worldWidth
    func x(_ t: Double) -> Double {
      ray.direction.x == 0 ? ray.origin.x : ray.origin.x + ray.direction.x * t
    }
    let (a, b) = (x(part.start), x(part.end))
    let low = ((min(a, b) - region.x.upperBound) / world - 1e-9).rounded(.up)
    let high = ((max(a, b) - region.x.lowerBound) / world + 1e-9).rounded(.down)
    guard low <= high else { return [] }
    return (0..<TerrainSurface.maximumWorlds).compactMap { n -> Double? in
      let turn: Double = a <= b ? low + Double(n) : high - Double(n)
      return turn.isFinite && turn >= low && turn <= high ? turn * world : nil
    }
  }

  /// The first hit of a region where no region before it has ground.
  private func firstHit(_ visit: Visit, _ ray: SurfaceRay, until end: Double) -> TerrainHit? {
    let region = regions[visit.region]
    let moved = Self.moved(ray, by: visit.shift)
    var t = visit.start
    while t <= end {
      var hit: TerrainHit
      if let truth = region.truth {
        guard let near = region.approach(of: moved, from: t, to: end) else { return nil }
        switch meeting(moved, in: region, from: near, to: visit.end, truth) {
        case .hit(let met): hit = met
        case .leaves(let at):
          t = max(at, t.nextUp)
          continue
        }
      } else {
        guard let met = region.firstHit(moved, from: t, to: end) else { return nil }
        hit = met
      }
      hit.position.x += visit.shift
      guard let hidden = hiddenUntil(hit, ray, visit.region) else { return hit }
      // Beyond the cell that hides it; at least a little farther.
      let least = region.truth == nil ? hit.t : hit.t + region.leastStep(of: moved)
      t = max(hidden, least, hit.t.nextUp)
    }
    return nil
  }

  /// The parameter up to which a region before another surely has ground under a ray, from a hit of
  /// the other on; `nil` where none has.
  private func hiddenUntil(_ hit: TerrainHit, _ ray: SurfaceRay, _ number: Int) -> Double? {
    for region in regions[..<number] {
      let place = region.nearestCopy(of: hit.position.xy)
      guard region.contains(place), region.ground(at: place) != nil,
        region.truth.map({ $0(coordinate(at: place)) != nil }) ?? true
      else { continue }
      let moved = Self.moved(ray, by: hit.position.x - place.x)
      let end = region.end(ofGroundAt: place, moved, from: hit.t)
      // What is hidden by one cell after another must come to an end.
      return region.truth == nil ? end : max(end, hit.t + region.leastStep(of: moved))
    }
    return nil
  }
}
