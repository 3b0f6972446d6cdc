import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

@Suite("The surface of the ground") struct SurfaceTests {
  private func hills(_ random: inout SplitMix64, voids: Bool = false) -> HeightField {
    let (width, height) = (random.int(2...40), random.int(2...40))
    let south = random.double(-80...79)
    let west = random.double(-180...180)
    return HeightField(
      width: width, height: height,
      bounds: GeographicBounds(
        south: south, west: west, north: south + random.double(0.01...1),
        east: west + random.double(0.01...1)),
      samples: (0..<width * height).map { _ in
        voids && random.oneIn(20) ? .nan : Float(random.double(-100...3000))
      })
  }

  @Test("samples of a field stay where they are")
  func samples() throws {
    forEachSeed(200) { random in
      let field = hills(&random)
      let surface = try TerrainSurface(field)
      let (i, j) = (random.int(0...field.width - 1), random.int(0...field.height - 1))
      let b = field.bounds
      let place = Coordinate(
        latitude: b.north - (b.north - b.south) * Double(j) / Double(field.height - 1),
        longitude: b.west + (b.east - b.west) * Double(i) / Double(field.width - 1))
      let position = surface.position(of: place)
      try check(
        (position - Vector2(surface.columns[i], surface.rows[j])).length < 1e-6,
        "sample \(i), \(j) lies at \(position)")
      let back = surface.coordinate(at: Vector2(surface.columns[i], surface.rows[j]))
      try check(abs(back.latitude - place.latitude) < 1e-12, "latitude \(back) of \(place)")
      try check(
        abs(wrapped(back.longitude - place.longitude)) < 1e-12, "longitude \(back) of \(place)")
      // Between the samples the two surfaces differ by the bend of the projection alone.
      let inside = Coordinate(
        latitude: random.double(b.south...b.north), longitude: random.double(b.west...b.east))
      guard let theirs = field.elevation(latitude: inside.latitude, longitude: inside.longitude),
        let ours = surface.elevation(at: inside)
      else { throw PropertyFailure("no ground at \(inside)") }
      let cell = (b.north - b.south) / Double(field.height - 1) * .pi / 180
      let bend = abs(tan(inside.latitude * .pi / 180)) * cell
      try check(
        abs(ours - theirs) <= 3200 * (bend / 8 + cell * cell) * 1.2 + 1e-6,
        "\(ours) and \(theirs) at \(inside), bend \(bend)")
    }
  }

  private func wrapped(_ d: Double) -> Double { d - (d / 360).rounded() * 360 }

  @Test("rows beyond the map's edge are left out; what is no grid is refused")
  func refused() throws {
    let polar = HeightField(
      width: 2, height: 11,
      bounds: GeographicBounds(south: 80, west: 0, north: 90, east: 1),
      samples: [Float](repeating: 1, count: 22))
    #expect(try TerrainSurface(polar).rows.count == 6)
    let allPolar = HeightField(
      width: 2, height: 2, bounds: GeographicBounds(south: 85, west: 0, north: 90, east: 1),
      samples: [1, 1, 1, 1])
    #expect(throws: DomainError.self) { try TerrainSurface(allPolar) }
    let anchor = Coordinate(latitude: 0, longitude: 0)
    let bad: [([Double], [Double], Int, String)] = [
      ([0], [0, 1], 2, "columns"), ([0, 1], [1, 2], 4, "rows"), ([0, 1, 1], [0, 1], 6, "columns"),
      ([0, .nan], [0, 1], 4, "columns"), ([0, .infinity], [0, 1], 4, "columns"),
      ([0, 1], [0, 1], 5, "samples"),
    ]
    for (columns, rows, count, field) in bad {
      let error = #expect(throws: DomainError.self) {
        try TerrainSurface(
          anchor: anchor, columns: columns, rows: rows,
          samples: [Float](repeating: 0, count: count))
      }
      #expect(error?.field == field)
    }
    let surface = try TerrainSurface(
      anchor: anchor, columns: [0, 1], rows: [0, 1], samples: [1, 2, .infinity, 4])
    #expect(surface.hasVoids && surface.range == nil)
    #expect(throws: DomainError.self) { try surface.scaled(exaggeration: -1) }
    #expect(throws: DomainError.self) { try surface.scaled(style: 1.01) }
    #expect(throws: DomainError.self) {
      try TerrainSurface(
        HillField(hills: [], bounds: polar.bounds),
        over: MapRect(x: 0, y: 0, width: 1e8, height: 1e8), spacing: 1)
    }
  }

  @Test("a model sampled over a part of the map, across 180° too")
  func sampled() throws {
    let model = HillField(
      hills: [
        .init(center: Coordinate(latitude: 10, longitude: 179.99), height: 900, radius: 9000)
      ], bounds: GeographicBounds(south: 9, west: 179, north: 11, east: 181))
    let west = MapPoint(Coordinate(latitude: 10.1, longitude: 179.9))
    let rect = MapRect(x: west.x, y: west.y, width: 150_000, height: 150_000)
    let surface = try TerrainSurface(model, over: rect, spacing: 400)
    #expect(abs(try #require(surface.range).upperBound - 900) < 2)
    for longitude in [179.99, -180.01, 180.02, -179.97] {
      let place = Coordinate(latitude: 10.02, longitude: longitude)
      let truth = try #require(model.elevation(latitude: 10.02, longitude: longitude))
      #expect(abs(try #require(surface.elevation(at: place)) - truth) < 1)
    }
  }

  @Test("elevation style and exaggeration multiply")
  func scaled() throws {
    forEachSeed(50) { random in
      let surface = try TerrainSurface(hills(&random))
      let (e, s) = (random.double(0...5), random.double(0...1))
      let scaled = try surface.scaled(exaggeration: e, style: s)
      let place = Vector2(
        random.double(0...surface.columns[1]), random.double(0...surface.rows[1]))
      let (a, b) = (surface.ground(at: place)?.elevation, scaled.ground(at: place)?.elevation)
      try check(isClose((a ?? .nan) * e * s, b ?? .nan, relative: 1e-13), "\(a ?? 0), \(b ?? 0)")
      let down = scaled.cast(
        SurfaceRay(origin: Vector3(place.x, place.y, 1e5), direction: Vector3(0, 0, -1)))
      try check(abs(1e5 - (down.hit?.t ?? 0) - (b ?? 0)) < 1e-9, "\(down), \(b ?? 0)")
    }
  }

  @Test("lowest and highest ground over rectangles, against dense samples")
  func extremes() throws {
    forEachSeed(300) { random in
      let surface = try Relief.allCases[random.int(0...Relief.allCases.count - 1)].surface(
        across: random.int(1...30), down: random.int(1...30), isUneven: random.oneIn(2), &random)
      let (w, h) = (surface.columns.last ?? 0, surface.rows.last ?? 0)
      let (x0, y0) = (random.double(-2...w), random.double(-2...h))
      let (x1, y1) = (x0 + random.double(0...w), y0 + random.double(0...h))
      let relief = surface.relief(x: x0...x1, y: y0...y1)
      var (low, high, missing) = (Double.infinity, -Double.infinity, false)
      // At the crossings of all lines, which hold the extremes.
      func positions(_ lines: [Double], _ a: Double, _ b: Double) -> [Double] {
        [a, b] + lines.filter { $0 > a && $0 < b }
      }
      for y in positions(surface.rows, y0, y1) {
        for x in positions(surface.columns, x0, x1) {
          guard let z = surface.ground(at: Vector2(x, y))?.elevation else {
            missing = true
            continue
          }
          low = min(low, z)
          high = max(high, z)
        }
      }
      guard let relief else { return try check(low > high, "nothing, but \(low) to \(high)") }
      try check(!(relief.isComplete && missing), "not complete")
      if !missing {
        try check(relief.isComplete, "complete")
        try check(
          isClose(relief.low, low, absolute: 1e-9) && isClose(relief.high, high, absolute: 1e-9),
          "\(relief), truly \(low) to \(high)")
      } else if low <= high {
        try check(
          relief.low <= low + 1e-9 && relief.high >= high - 1e-9, "\(relief) within \(low), \(high)"
        )
      }
    }
  }
}
