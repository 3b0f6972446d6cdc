import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// Rays against mosaics, beside every cell of every model.
@Suite("Rays against mosaics") struct MosaicSurfaceTests {
  /// Every hit of a ray with a model's patches, each cell by itself.
  private func allHits(
    _ field: HeightField, _ mosaic: MosaicSurface, _ ray: SurfaceRay
  ) throws -> [Double] {
    let surface = try TerrainSurface(field)
    let corner = mosaic.position(of: surface.anchor)
    let (columns, rows) = (
      surface.columns.map { $0 + corner.x }, surface.rows.map { $0 + corner.y }
    )
    var hits: [Double] = []
    let (o, d) = (ray.origin, ray.direction)
    func clip(_ o: Double, _ d: Double, _ a: Double, _ b: Double) -> (Double, Double) {
      let (s, t) = ((a - o) / d, (b - o) / d)
      return (min(s, t), max(s, t))
    }
    for j in 0..<(rows.count - 1) {
      let (r0, r1) = clip(o.y, d.y, rows[j], rows[j + 1])
      for i in 0..<(columns.count - 1) {
        let (c0, c1) = clip(o.x, d.x, columns[i], columns[i + 1])
        let (from, to) = (max(r0, c0, ray.minimum), min(r1, c1, ray.maximum))
        guard from <= to else { continue }
        let k = j * columns.count + i
        let z = [k, k + 1, k + columns.count, k + columns.count + 1].map {
          Double(surface.samples[$0])
        }
        if z.contains(where: \.isNaN) { continue }
        func height(_ t: Double) -> Double {
          let u = (o.x + d.x * t - columns[i]) / (columns[i + 1] - columns[i])
          let v = (o.y + d.y * t - rows[j]) / (rows[j + 1] - rows[j])
          let top = z[0] + (z[1] - z[0]) * u
          return o.z + d.z * t - (top + (z[2] + (z[3] - z[2]) * u - top) * v)
        }
        // A quadratic: its turning point parts the cell into two monotone pieces.
        let (a, m, b) = (height(from), height((from + to) / 2), height(to))
        let bend = 2 * (a - 2 * m + b)
        let turn = bend == 0 ? 2 : -(4 * m - 3 * a - b) / (2 * bend)
        let middle = from + (to - from) * min(max(turn, 0), 1)
        for (s, e) in [(from, middle), (middle, to)] where (height(s) > 0) != (height(e) > 0) {
          var (low, high) = (s, e)
          for _ in 0..<80 {
            let half = (low + high) / 2
            if (height(half) > 0) == (height(s) > 0) { low = half } else { high = half }
          }
          hits.append(high)
        }
      }
    }
    return hits.sorted()
  }

  /// A field of random samples over a box.
  private func field(
    _ bounds: GeographicBounds, _ width: Int, _ height: Int, relief: Double, voids: Bool,
    _ random: inout SplitMix64
  ) -> HeightField {
    let samples = (0..<(width * height)).map { _ in
      voids && random.oneIn(9) ? Float.nan : Float(random.double(0...relief))
    }
    return HeightField(width: width, height: height, bounds: bounds, samples: samples)
  }

  /// A ray over a box of the mosaic, from anywhere to anywhere.
  private func ray(
    _ surface: MosaicSurface, _ box: GeographicBounds, _ random: inout SplitMix64
  ) -> SurfaceRay {
    func place(_ random: inout SplitMix64) -> Vector3 {
      let p = surface.position(
        of: Coordinate(
          latitude: random.double(box.south...box.north),
          longitude: random.double(box.west...box.east)))
      return Vector3(p.x, p.y, random.double(-50...400))
    }
    let (a, b) = (place(&random), place(&random))
    return SurfaceRay(origin: a, direction: b - a, maximum: random.oneIn(3) ? 1 : .infinity)
  }

  @Test("steps: the first hit where no model before has ground", arguments: [false, true])
  func steps(voids: Bool) throws {
    var (hits, misses, lower) = (0, 0, 0)
    try forSeeds(30) { random in
      // A fine model over the corner of a coarse one, and a third beside both.
      let fine = field(
        GeographicBounds(south: 46.02, west: 7.03, north: 46.07, east: 7.09),
        random.int(2...40), random.int(2...40), relief: 200, voids: voids, &random)
      let coarse = field(
        GeographicBounds(south: 46, west: 7, north: 46.06, east: 7.08),
        random.int(2...12), random.int(2...12), relief: 150, voids: voids, &random)
      let third = field(
        GeographicBounds(south: 45.98, west: 7.05, north: 46.1, east: 7.2),
        random.int(2...9), random.int(2...9), relief: 250, voids: false, &random)
      let fields = [fine, coarse, third]
      let mosaic = try ElevationMosaic(
        sources: fields.map { .init(Unfilled(field: $0)) }, priority: .asGiven, feather: 0)
      let surface = try MosaicSurface(mosaic)
      let box = GeographicBounds(south: 45.97, west: 6.98, north: 46.12, east: 7.22)
      for _ in 0..<60 {
        let ray = ray(surface, box, &random)
        var expected: Double?
        for (n, field) in fields.enumerated() {
          for t in try allHits(field, surface, ray) {
            let place = surface.coordinate(at: ray.position(at: t).xy)
            let isHidden = fields[..<n].contains {
              $0.elevation(latitude: place.latitude, longitude: place.longitude) != nil
            }
            if !isHidden, t < expected ?? .infinity {
              expected = t
              if n > 0 { lower += 1 }
            }
          }
        }
        let got = surface.cast(ray).hit?.t
        let isSame =
          got.map { t in expected.map { abs($0 - t) < 1e-7 } ?? false } ?? (expected == nil)
        try check(isSame, "\(ray): \(got ?? .nan), every cell \(expected ?? .nan)")
        hits += got == nil ? 0 : 1
        misses += got == nil ? 1 : 0
      }
    }
    #expect(hits > 600 && misses > 100 && lower > 100, "\(hits), \(misses), \(lower)")
  }

  @Test("seams: a ray from above meets the mosaic's own elevation, within a part of the difference")
  func seams() throws {
    var random = SplitMix64(seed: 3)
    let bounds = GeographicBounds(south: 46, west: 7, north: 46.1, east: 7.1)
    let inner = GeographicBounds(south: 46.03, west: 7.03, north: 46.07, east: 7.07)
    let low = HeightField(
      width: 41, height: 41, bounds: bounds, samples: Array(repeating: 100, count: 41 * 41))
    let high = HeightField(
      width: 81, height: 81, bounds: inner, samples: Array(repeating: 200, count: 81 * 81))
    let mosaic = try ElevationMosaic(sources: [.init(low), .init(high)], feather: 8)
    let surface = try MosaicSurface(mosaic)
    var inSeam = 0
    for _ in 0..<4000 {
      let place = Coordinate(
        latitude: random.double(46.02...46.08), longitude: random.double(7.02...7.08))
      let elevation = try #require(
        mosaic.elevation(latitude: place.latitude, longitude: place.longitude))
      let p = surface.position(of: place)
      let ray = SurfaceRay(
        origin: Vector3(p.x, p.y, 1000), direction: Vector3(1e-4, -2e-4, -1))
      let hit = try #require(surface.cast(ray).hit)
      // 1 % of the difference of 100 m, and the slope over the ray's way aside.
      #expect(abs(hit.position.z - elevation) < 1.1, "\(place)")
      if elevation != 100, elevation != 200 {
        inSeam += 1
      } else {
        #expect(hit.position.z == elevation)
      }
      #expect(surface.elevation(at: place).map { abs($0 - elevation) <= 1 } ?? false)
    }
    #expect(inSeam > 500)
  }

  @Test("a turned lattice: rays end on its own surface, up to its ragged edge and not beyond")
  func turned() throws {
    var random = SplitMix64(seed: 8)
    let model = Turned(
      samples: (0..<(Turned.side * Turned.side)).map { _ in random.double(0...60) })
    let surface = try MosaicSurface(
      ElevationMosaic(sources: [.init(model)], feather: 0), scale: 1.5, floor: 10)
    func elevation(_ place: Coordinate) -> Double? {
      model.elevation(latitude: place.latitude, longitude: place.longitude).map {
        max($0, 10) * 1.5
      }
    }
    func place(_ random: inout SplitMix64) -> Coordinate {
      Coordinate(latitude: random.double(46...46.02), longitude: random.double(7...7.02))
    }
    // Straight down there is ground exactly where the model has some, at its own elevation.
    var (known, unknown) = (0, 0)
    for _ in 0..<4000 {
      let place = place(&random)
      let p = surface.position(of: place)
      let hit = surface.cast(
        SurfaceRay(origin: Vector3(p.x, p.y, 500), direction: Vector3(0, 0, -1))
      ).hit
      let expected = elevation(surface.coordinate(at: p))
      try check((hit == nil) == (expected == nil), "\(place)")
      try check(
        hit.map { abs($0.position.z - (expected ?? .nan)) < 1e-6 } ?? true, "\(place)")
      try check(
        surface.elevation(at: place).map { abs($0 - (expected ?? .nan)) < 1e-6 }
          ?? (expected == nil), "\(place)")
      if expected == nil { unknown += 1 } else { known += 1 }
    }
    #expect(known > 500 && unknown > 500)
    // Aslant the place that is met lies on the model, and the ray was above it before.
    var (hits, passed) = (0, 0)
    for _ in 0..<2000 {
      let (a, b) = (surface.position(of: place(&random)), surface.position(of: place(&random)))
      let ray = SurfaceRay(
        origin: Vector3(a.x, a.y, 300), direction: Vector3(b.x - a.x, b.y - a.y, -300))
      guard let hit = surface.cast(ray).hit else { continue }
      hits += 1
      let met = try #require(elevation(surface.coordinate(at: hit.position.xy)))
      try check(abs(met - hit.position.z) < 1e-6, "\(ray)")
      try check(abs(ray.position(at: hit.t).z - met) < 1e-6, "\(ray)")
      for n in 0..<400 {
        let t = hit.t * Double(n) / 400
        let p = ray.position(at: t)
        if let ground = elevation(surface.coordinate(at: p.xy)), ground > p.z + 1e-6 {
          passed += 1
          break
        }
      }
    }
    // Of spikes, one a sample, a ray may pass by the tops.
    #expect(hits > 800 && passed < hits / 100, "\(passed) of \(hits)")
  }

  @Test(
    "a turned lattice: rays that start close to the ground, above or below, meet it and not what is behind"
  )
  func turnedFromNearby() throws {
    var random = SplitMix64(seed: 9)
    let side = Turned.side
    let model = Turned(
      samples: (0..<(side * side)).map { k in
        let (x, y) = (Double(k % side), Double(k / side))
        return 200 + 60 * sin(x * 0.55) * cos(y * 0.42) + 12 * sin(x * 1.7 + y)
      })
    let surface = try MosaicSurface(ElevationMosaic(sources: [.init(model)], feather: 0))
    func elevation(_ p: Vector2) -> Double? {
      let place = surface.coordinate(at: p)
      return model.elevation(latitude: place.latitude, longitude: place.longitude)
    }
    func position(_ random: inout SplitMix64) -> Vector2 {
      surface.position(
        of: Coordinate(latitude: random.double(46...46.02), longitude: random.double(7...7.02)))
    }
    var (tried, hits) = (0, 0)
    while tried < 3000 {
      let (a, b) = (position(&random), position(&random))
      guard let ground = elevation(a) else { continue }
      tried += 1
      let height = random.double(0.01...3) * (random.oneIn(4) ? -1 : 1)
      let ray = SurfaceRay(
        origin: Vector3(a.x, a.y, ground + height),
        direction: tried % 50 == 0
          ? Vector3(0, 0, -height) : Vector3(b.x - a.x, b.y - a.y, random.double(-100...100)))
      let end = surface.cast(ray).hit
      if let end {
        hits += 1
        let met = try #require(elevation(end.position.xy))
        try check(abs(met - ray.position(at: end.t).z) < 1e-6, "\(ray)")
      }
      if tried % 50 == 0 {
        try check(abs((end?.t ?? .nan) - 1) < 1e-6, "\(ray): \(String(describing: end))")
        continue
      }
      // Up to there the ray stays on its side of the ground, but for what grazes it.
      let last = end?.t ?? 1
      for n in 0..<1000 {
        let p = ray.position(at: last * Double(n) / 1000)
        guard let here = elevation(p.xy) else { break }
        let over = (p.z - here) * (height > 0 ? 1 : -1)
        try check(over > -0.01, "\(ray): \(over) m at \(n), \(String(describing: end?.t))")
      }
    }
    #expect(hits > 1500, "\(hits)")
  }

  @Test("a turned lattice: at its edges, too, rays that go through the ground end there")
  func turnedEdges() throws {
    let side = Turned.side
    let model = Turned(
      samples: (0..<(side * side)).map { k in
        let (x, y) = (Double(k % side), Double(k / side))
        return 200 + 30 * sin(x * 0.9) * cos(y * 0.7)
      })
    let surface = try MosaicSurface(ElevationMosaic(sources: [.init(model)], feather: 0))
    func elevation(_ p: Vector2) -> Double? {
      let place = surface.coordinate(at: p)
      return model.elevation(latitude: place.latitude, longitude: place.longitude)
    }
    var (tried, outside, passed) = (0, 0, 0)
    forEachSeed(2000) { random in
      func place(_ random: inout SplitMix64) -> Vector2 {
        surface.position(
          of: Coordinate(latitude: random.double(46...46.02), longitude: random.double(7...7.02)))
      }
      var (p, beyond) = (place(&random), place(&random))
      guard elevation(p) != nil, elevation(beyond) == nil else { return }
      for _ in 0..<60 {
        let middle = (p + beyond) / 2
        if elevation(middle) == nil { beyond = middle } else { p = middle }
      }
      let angle = random.double(0...(2 * .pi))
      let way = Vector2(cos(angle), sin(angle))
      // Up to a metre from the edge, by map points of some 0.1 m.
      p += way * random.double(0...10)
      guard let ground = elevation(p) else { return }
      let height = random.double(2...60)
      let reach = height * random.double(0.05...2) * 10
      // From outside or over the ground to the place.
      let side = random.int(0...1) == 0 ? way : -way
      let start = p + side * reach
      let ray = SurfaceRay(
        origin: Vector3(start.x, start.y, ground + height),
        direction: Vector3(p.x - start.x, p.y - start.y, -height))
      // Not of rays that come in below the edge.
      let steps = (0..<500).map { Double($0) / 500 } + (1...40).map { 1 - pow(0.6, Double($0)) }
      for step in steps {
        let at = ray.position(at: step)
        if let here = elevation(at.xy), here >= at.z { return }
      }
      tried += 1
      if elevation(start) == nil { outside += 1 }
      if surface.cast(ray).hit?.t ?? .infinity > 1 + 1e-6 { passed += 1 }
    }
    #expect(tried > 200 && outside > 50, "\(tried), \(outside)")
    // Of ground that ends within a step on both sides a ray may miss some.
    #expect(passed * 50 <= tried, "\(passed) of \(tried)")
  }

  @Test("one large model, tile by tile, is its surface in memory; few bytes are kept")
  func tiles() throws {
    var random = SplitMix64(seed: 5)
    let bounds = GeographicBounds(south: 46, west: 7, north: 46.7, east: 7.9)
    let field = field(bounds, 901, 701, relief: 300, voids: true, &random)
    let whole = try TerrainSurface(field)
    let limit = 3 << 20
    let tiled = try MosaicSurface(ElevationMosaic([field]), maximumBytes: limit)
    var hits = 0
    for _ in 0..<3000 {
      let ray = ray(tiled, bounds, &random)
      let (a, b) = (whole.cast(ray).hit, tiled.cast(ray).hit)
      #expect((a == nil) == (b == nil))
      if let a, let b {
        hits += 1
        #expect(abs(a.t - b.t) < 1e-8 && (a.position - b.position).length < 1e-3)
      }
    }
    #expect(hits > 1000)
    #expect(tiled.cachedBytes <= limit && tiled.cachedBytes > 0)
  }

  @Test("copies of the world, and models across 180°")
  func worlds() throws {
    let bounds = GeographicBounds(south: -1, west: 179, north: 1, east: 181)
    let field = HeightField(
      width: 3, height: 3, bounds: bounds, samples: Array(repeating: 10, count: 9))
    let surface = try MosaicSurface(ElevationMosaic([field]))
    for longitude in [179.5, -179.5, 180.5, -180] {
      let p = surface.position(of: Coordinate(latitude: 0.25, longitude: longitude))
      for turn in [-1.0, 0, 1] {
        let origin = Vector3(p.x + turn * MapPoint.worldWidth, p.y, 100)
        let hit = surface.cast(SurfaceRay(origin: origin, direction: Vector3(0.5, 0, -1))).hit
        #expect(hit.map { abs($0.t - 90) < 1e-9 } ?? false)
      }
      #expect(surface.ground(at: p)?.elevation == 10)
    }
    #expect(surface.cast(SurfaceRay(origin: .zero, direction: Vector3(.nan, 0, 1))) == .invalidRay)
  }

  private func forSeeds(_ count: UInt64, _ body: (inout SplitMix64) throws -> Void) throws {
    for seed in 0..<count {
      var random = SplitMix64(seed: seed)
      try body(&random)
    }
  }
}

/// A grid whose voids a mosaic does not fill.
private struct Unfilled: ElevationModel {
  let field: HeightField
  var bounds: GeographicBounds { field.bounds }
  var resolution: Double { field.resolution }
  var longitudinalResolution: Double { field.longitudinalResolution }
  var range: ClosedRange<Double> { field.range }
  var sampleLines: SampleLines? { field.sampleLines }
  func elevation(latitude: Double, longitude: Double) -> Double? {
    field.elevation(latitude: latitude, longitude: longitude)
  }
  func elevations(
    latitudes: [Double], longitudes: [Double], by interpolation: ElevationInterpolation
  ) -> [Float] {
    field.elevations(latitudes: latitudes, longitudes: longitudes, by: interpolation)
  }
}

/// A grid whose lines are turned against the meridians, with a round edge; bilinear between its samples.
private struct Turned: ElevationModel {
  static let side = 40
  let samples: [Double]
  var bounds: GeographicBounds { GeographicBounds(south: 46, west: 7, north: 46.02, east: 7.02) }
  var resolution: Double { 0.0005 }
  var range: ClosedRange<Double> { (samples.min() ?? 0)...(samples.max() ?? 0) }

  func elevation(latitude: Double, longitude: Double) -> Double? {
    let (x, y) = ((longitude - 7.01) / 0.0005, (latitude - 46.01) / 0.0005)
    guard x * x + y * y < 15 * 15 else { return nil }
    let (u, v) = (0.9 * x - 0.4 * y + 20, 0.4 * x + 0.9 * y + 20)
    let (i, j) = (Int(u), Int(v))
    let (p, q) = (u - Double(i), v - Double(j))
    func at(_ i: Int, _ j: Int) -> Double { samples[j * Self.side + i] }
    let (low, high) = (
      at(i, j) * (1 - p) + at(i + 1, j) * p, at(i, j + 1) * (1 - p) + at(i + 1, j + 1) * p
    )
    return low * (1 - q) + high * q
  }

  func elevations(
    latitudes: [Double], longitudes: [Double], by interpolation: ElevationInterpolation
  ) -> [Float] {
    latitudes.flatMap { latitude in
      longitudes.map { Float(elevation(latitude: latitude, longitude: $0) ?? .nan) }
    }
  }
}
