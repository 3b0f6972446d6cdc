import BelvedereGeoMath
import BelvedereTerrain

#if arch(x86_64) && !os(Windows)
  /// A number with more digits than those under test.
  typealias Wide = Float80
#else
  typealias Wide = Double
#endif

/// The first hit of a ray by testing every cell, written from the definition of the surface alone:
/// heights by weights of the four corners, roots by halving intervals in which the height's Bernstein
/// coefficients change sign.
struct BruteForce {
  let columns, rows: [Wide]
  let heights: [Wide]

  init(_ surface: TerrainSurface) {
    columns = surface.columns.map { Wide($0) }
    rows = surface.rows.map { Wide($0) }
    heights = surface.samples.map { Wide($0) * Wide(surface.verticalScale) }
  }

  /// The first parameter at which the ray, lifted by some metres, meets a patch.
  func firstHit(_ ray: SurfaceRay, lifted: Double = 0) -> Double? {
    let o = (Wide(ray.origin.x), Wide(ray.origin.y), Wide(ray.origin.z) + Wide(lifted))
    let d = (Wide(ray.direction.x), Wide(ray.direction.y), Wide(ray.direction.z))
    var best: Wide?
    let n = columns.count
    for j in 0..<rows.count - 1 {
      guard let (r0, r1) = Self.clip(o.1, d.1, rows[j], rows[j + 1]) else { continue }
      for i in 0..<n - 1 {
        guard let (c0, c1) = Self.clip(o.0, d.0, columns[i], columns[i + 1]) else { continue }
        let from = max(r0, c0, Wide(ray.minimum))
        var to = min(r1, c1, Wide(ray.maximum), best ?? .infinity)
        guard from <= to else { continue }
        let k = j * n + i
        let z = (heights[k], heights[k + 1], heights[k + n], heights[k + n + 1])
        if (z.0 + z.1 + z.2 + z.3).isNaN { continue }
        if to == .infinity {
          // Straight up or down.
          let highest = max(abs(z.0), abs(z.1), abs(z.2), abs(z.3))
          to = max(from, (abs(o.2) + highest + 1) / abs(d.2))
        }
        let (x, w) = (columns[i], columns[i + 1] - columns[i])
        let (y, h) = (rows[j], rows[j + 1] - rows[j])
        func height(_ t: Wide) -> Wide {
          let (u, v) = ((o.0 - x + d.0 * t) / w, (o.1 - y + d.1 * t) / h)
          return o.2 + d.2 * t
            - (z.0 * (1 - u) * (1 - v) + z.1 * u * (1 - v) + z.2 * (1 - u) * v + z.3 * u * v)
        }
        let (h0, hm, h1) = (height(from), height((from + to) / 2), height(to))
        if let t = Self.root(from, to, h0, 2 * hm - (h0 + h1) / 2, h1, 0) { best = t }
      }
    }
    return best.map { Double($0) }
  }

  /// The ray's height above the ground at a parameter; `nil` where there is no ground.
  func height(_ ray: SurfaceRay, at t: Double) -> Double? {
    let x = Wide(ray.origin.x) + Wide(ray.direction.x) * Wide(t)
    let y = Wide(ray.origin.y) + Wide(ray.direction.y) * Wide(t)
    let z = Wide(ray.origin.z) + Wide(ray.direction.z) * Wide(t)
    var least: Wide?
    // The cells around a place within rounding of their edges.
    let slack = 1e-12 * (abs(x) + abs(y) + 1)
    let n = columns.count
    for j in 0..<rows.count - 1 where y >= rows[j] - slack && y <= rows[j + 1] + slack {
      for i in 0..<n - 1 where x >= columns[i] - slack && x <= columns[i + 1] + slack {
        let u = (x - columns[i]) / (columns[i + 1] - columns[i])
        let v = (y - rows[j]) / (rows[j + 1] - rows[j])
        let k = j * n + i
        let north = heights[k] * (1 - u) + heights[k + 1] * u
        let south = heights[k + n] * (1 - u) + heights[k + n + 1] * u
        let height = z - (north * (1 - v) + south * v)
        if !height.isNaN, abs(height) < abs(least ?? .infinity) { least = height }
      }
    }
    return least.map { Double($0) }
  }

  /// Where a coordinate lies between two values.
  private static func clip(_ o: Wide, _ d: Wide, _ low: Wide, _ high: Wide) -> (Wide, Wide)? {
    if d == 0 { return o >= low && o <= high ? (-.infinity, .infinity) : nil }
    let (a, b) = ((low - o) / d, (high - o) / d)
    return (min(a, b), max(a, b))
  }

  /// The first root of a quadratic by its Bernstein coefficients between two parameters.
  private static func root(
    _ t0: Wide, _ t1: Wide, _ a: Wide, _ b: Wide, _ c: Wide, _ depth: Int
  ) -> Wide? {
    if a == 0 { return t0 }
    if (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0) { return nil }
    if depth == 80 { return (a > 0) != (c > 0) || c == 0 ? t0 : nil }
    let (ab, bc) = ((a + b) / 2, (b + c) / 2)
    let (middle, m) = ((ab + bc) / 2, (t0 + t1) / 2)
    return root(t0, m, a, ab, middle, depth + 1) ?? root(m, t1, middle, bc, c, depth + 1)
  }
}
