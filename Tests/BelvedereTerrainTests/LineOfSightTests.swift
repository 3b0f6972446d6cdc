import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Line of sight, viewshed, profile, clearance") struct LineOfSightTests {
  /// Rough hills around 40° N.
  static func hills(_ random: inout SplitMix64, size: Int = 41) throws -> TerrainSurface {
    let west = random.pick([-120, 179.9, -180.05])
    return try TerrainSurface(
      HeightField(
        width: size, height: size,
        bounds: GeographicBounds(south: 40, west: west, north: 40.1, east: west + 0.1),
        samples: (0..<size * size).map { _ in Float(random.double(0...300)) }))
  }

  static func place(_ surface: TerrainSurface, _ random: inout SplitMix64) -> Coordinate {
    surface.coordinate(
      at: Vector2(
        random.double(0...(surface.columns.last ?? 0)), random.double(0...(surface.rows.last ?? 0))
      ))
  }

  @Test("against dense samples along the line")
  func dense() throws {
    var blocked = 0
    forEachSeed(400) { random in
      let surface = try Self.hills(&random)
      let from = ElevatedPlace(
        Self.place(surface, &random), height: random.pick([0, 2, random.double(0...400)]))
      let to = ElevatedPlace(
        Self.place(surface, &random), height: random.pick([0, 2, random.double(0...400)]))
      let (a, b) = (surface.position(of: from.coordinate), surface.position(of: to.coordinate))
      guard let start = surface.ground(at: a)?.elevation, let end = surface.ground(at: b)?.elevation
      else { return }
      let p = Vector3(a.x, a.y, start + from.height)
      let q = Vector3(b.x, b.y, end + to.height)
      var first: Double?
      var deepest = 0.0
      for k in 1..<20_000 {
        let t = Double(k) / 20_000
        let r = p + (q - p) * t
        let height = r.z - (surface.ground(at: r.xy)?.elevation ?? -.infinity)
        if height < 0, first == nil { first = t }
        deepest = min(deepest, height)
      }
      let sight = try surface.lineOfSight(from: from, to: to)
      let back = try surface.lineOfSight(from: to, to: from)
      switch sight {
      case .unknownGround: throw PropertyFailure("unknown ground")
      case .visible:
        try check(deepest > -1e-4, "visible, but \(-deepest) m under the ground")
      case .blocked(let block):
        blocked += 1
        let scale = surface.metersPerMapPoint(at: a)
        let line = Vector3((q.x - p.x) * scale, (q.y - p.y) * scale, q.z - p.z).length
        let t = block.distance / line
        // Samples may step over what only just rises into the line.
        try check(first.map { t <= $0 + 1e-9 } ?? true, "blocked at \(t), not at \(first ?? -1)")
        if let first { try check(t > first - 1e-3 || deepest > -0.5, "\(t), \(first)") }
        let at = p + (q - p) * t
        try check(
          abs((surface.ground(at: at.xy)?.elevation ?? 0) - at.z) < 1e-4
            && abs(block.elevation - at.z) < 1e-4, "no ground at the block: \(block)")
        try check(
          (surface.position(of: block.coordinate) - at.xy).length < 1e-4, "\(block) is elsewhere")
      }
      // The other way round there is a block too.
      if deepest < -1e-3 { try check(back.block != nil && sight.block != nil, "one way only") }
    }
    #expect(blocked > 100)
  }

  @Test("a wall hides what is behind it, up to the line over its top")
  func wall() throws {
    let surface = try TerrainSurface(
      HeightField(
        width: 101, height: 3, bounds: GeographicBounds(south: -1, west: 0, north: 1, east: 1),
        samples: (0..<303).map { $0 % 101 == 50 ? 100 : 0 }))
    func place(_ longitude: Double, _ height: Double) -> ElevatedPlace {
      ElevatedPlace(Coordinate(latitude: 0.3, longitude: longitude), height: height)
    }
    #expect(try surface.lineOfSight(from: place(0.1, 0), to: place(0.4, 0)) == .visible)
    #expect(try surface.lineOfSight(from: place(0.1, 99.99), to: place(0.9, 99.99)) != .visible)
    #expect(try surface.lineOfSight(from: place(0.1, 100), to: place(0.9, 100)) == .visible)
    let block = try #require(
      try surface.lineOfSight(from: place(0.4, 50), to: place(0.6, 50)).block)
    #expect(abs(block.elevation - 50) < 1e-5)
    #expect(abs(block.coordinate.longitude - 0.495) < 1e-9)
    #expect(
      try surface.lineOfSight(
        from: place(0.4, 0), to: ElevatedPlace(Coordinate(latitude: 0, longitude: 2)))
        == .unknownGround)
    #expect(throws: DomainError.self) {
      try surface.lineOfSight(from: place(0.4, -1), to: place(0.6, 0))
    }
    #expect(throws: DomainError.self) {
      try surface.lineOfSight(from: place(.nan, 0), to: place(0.6, 0))
    }
    // A tower of 50 m at 0.4° sees the wall's western side and nothing behind it.
    let rect = surface.mapRect
    let viewshed = try surface.viewshed(from: place(0.4, 50), over: rect, width: 100, height: 4)
    for i in 0..<100 { #expect((viewshed[i, 1] == .visible) == (i < 50), "column \(i)") }
    let wide = MapRect(
      x: rect.x - rect.width, y: rect.y, width: 3 * rect.width, height: rect.height)
    let outside = try surface.viewshed(from: place(0.4, 50), over: wide, width: 9, height: 1)
    #expect(outside[0, 0] == .unknownGround && outside[8, 0] == .unknownGround)
    #expect(throws: DomainError.self) {
      try surface.viewshed(from: place(0.4, 50), over: rect, width: .max, height: 2)
    }
  }

  @Test("a viewshed says what lines of sight say")
  func viewshed() throws {
    forEachSeed(6) { random in
      let surface = try Self.hills(&random)
      let eye = ElevatedPlace(Self.place(surface, &random), height: random.double(0...200))
      let rect = surface.mapRect
      let viewshed = try surface.viewshed(
        from: eye, targetHeight: 5, over: rect, width: 30, height: 20)
      var visible = 0
      for j in 0..<20 {
        for i in 0..<30 {
          let place = MapPoint(
            x: rect.x + rect.width * (Double(i) + 0.5) / 30,
            y: rect.y + rect.height * (Double(j) + 0.5) / 20
          ).coordinate
          let sight = try surface.lineOfSight(from: eye, to: ElevatedPlace(place, height: 5))
          try check((sight == .visible) == (viewshed[i, j] == .visible), "pixel \(i), \(j)")
          if viewshed[i, j] == .visible { visible += 1 }
        }
      }
      try check(visible > 5 && visible < 595, "\(visible) visible")
    }
  }

  @Test("profiles")
  func profile() throws {
    var random = SplitMix64(seed: 5)
    let surface = try Self.hills(&random)
    let places = (0..<4).map { _ in Self.place(surface, &random) }
    let profile = try surface.profile(along: places, spacing: 100)
    let lengths = try zip(places, places.dropFirst()).map {
      try Geodesic.wgs84.inverse(from: $0, to: $1).distance
    }
    let total = lengths.reduce(0, +)
    let last = try #require(profile.samples.last)
    #expect(abs(last.distance - total) < 1e-6)
    #expect(profile.samples.count == 1 + lengths.reduce(0) { $0 + Int(($1 / 100).rounded(.up)) })
    for (a, b) in zip(profile.samples, profile.samples.dropFirst()) {
      #expect(b.distance > a.distance && b.distance - a.distance <= 100.0001)
      let way = try Geodesic.wgs84.inverse(from: a.coordinate, to: b.coordinate).distance
      #expect(abs(way - (b.distance - a.distance)) < 1e-6)
      #expect(a.elevation == surface.elevation(at: a.coordinate))
    }
    let known = profile.samples.compactMap(\.elevation)
    #expect(profile.lowest?.elevation == known.min())
    #expect(profile.highest?.elevation == known.max())
    let climb = profile.climb
    #expect(
      climb.up > 0 && abs(climb.up - climb.down - (known.last ?? 0) + (known.first ?? 0)) < 1e-6)
    let outside = try surface.profile(
      along: [places[0], Coordinate(latitude: 45, longitude: 0)], spacing: 100_000)
    #expect(outside.samples.last?.elevation == nil)
    #expect(try surface.profile(along: [], spacing: 1).samples.isEmpty)
    #expect(try surface.profile(along: [places[0]], spacing: 1).samples.count == 1)
    #expect(throws: DomainError.self) { try surface.profile(along: places, spacing: 0) }
    #expect(throws: DomainError.self) { try surface.profile(along: places, spacing: 1e-9) }
  }

  @Test("clearance and the lift that restores it")
  func clearance() throws {
    forEachSeed(100) { random in
      let surface = try Self.hills(&random)
      let place = Self.place(surface, &random)
      guard let ground = surface.elevation(at: place) else { return }
      let elevation = random.double(-100...900)
      guard let clearance = surface.clearance(of: elevation, over: place) else {
        throw PropertyFailure("none")
      }
      try check(isClose(clearance.metres, elevation - ground, absolute: 1e-9), "\(clearance)")
      let wanted = random.double(0...100)
      let lift = clearance.lift(toReach: wanted)
      let after = surface.clearance(of: elevation + lift, over: place)?.metres ?? .nan
      try check(after >= wanted - 1e-9, "still \(after) after \(lift)")
      try check(lift == 0 || after < wanted + 1e-9, "too much: \(after)")
    }
  }
}
