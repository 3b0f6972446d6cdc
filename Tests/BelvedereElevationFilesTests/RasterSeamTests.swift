import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// Rasters on different lattices, side by side, alone and over a coarser one.
@Suite("Seams of rasters") struct RasterSeamTests {
  private static let second = 1.0 / 3600

  /// Gentle enough that a cell's bilinear surface is within 0.2 m of it.
  private static func relief(_ latitude: Double, _ longitude: Double) -> Double {
    500 + 40 * sin(latitude * 35) * sin(longitude * 26 + 0.5) + 3000 * (latitude - 50)
  }

  /// A raster of pixels in degrees.
  private static func raster(
    _ name: String, west: Double, north: Double, columns: Int, rows: Int, _ stepX: Double,
    _ stepY: Double, _ metres: (Double, Double) -> Double
  ) throws -> ElevationMosaic.Source {
    let (x, y) = (west + stepX / 2, north - stepY / 2)
    let grid = try #require(
      RasterGrid(
        width: columns, height: rows, system: .geographic(.wgs84), originX: x, originY: y,
        stepX: stepX, stepY: -stepY, margin: 0.5))
    let samples = (0..<(columns * rows)).map { i in
      Float(metres(y - Double(i / columns) * stepY, x + Double(i % columns) * stepX))
    }
    return .init(
      try RasterElevation(MemoryRaster(name: name, grid: grid, samples: samples)), name: name)
  }

  /// North of 50° samples stand farther apart, as those of global models do; the outlines are half a sample of
  /// each off the degree.
  private static func south(_ metres: (Double, Double) -> Double = relief) throws
    -> ElevationMosaic.Source
  {
    try raster(
      "south", west: 8 - 0.5 * second, north: 50 + 0.5 * second, columns: 120, rows: 90, second,
      second, metres)
  }

  private static func north(_ metres: (Double, Double) -> Double = relief) throws
    -> ElevationMosaic.Source
  {
    try raster(
      "north", west: 8 - 0.75 * second, north: 50 + 90.5 * second, columns: 80, rows: 90,
      1.5 * second, second, metres)
  }

  private static func coarse() throws -> ElevationMosaic.Source {
    try raster(
      "coarse", west: 7.95, north: 50.05, columns: 32, rows: 24, 15 * second, 15 * second
    ) { relief($0, $1) + 60 }
  }

  @Test("between the outermost samples of neighbours the ground is bilinear, in any order")
  func betweenSamples() throws {
    let (south, north) = (try Self.south(), try Self.north())
    for sources in [[south, north], [north, south]] {
      let mosaic = try ElevationMosaic(sources: sources, priority: .asGiven)
      forEachSeed(200) { random in
        let longitude = random.double(8.004...8.029)
        let low = south.model.elevation(latitude: 50, longitude: longitude)
        let high = north.model.elevation(latitude: 50 + Self.second, longitude: longitude)
        guard let low, let high else { throw PropertyFailure("unknown") }
        let t = random.double(0...1)
        let latitude = 50 + t * Self.second
        let found = mosaic.elevation(latitude: latitude, longitude: longitude)
        let wanted = low + (high - low) * t
        try check(abs((found ?? .nan) - wanted) < 1e-6, "\(found ?? .nan) for \(wanted)")
        let batch = mosaic.elevations(latitudes: [latitude, 50.01], longitudes: [longitude])
        try check(abs(Double(batch[0]) - wanted) < 1e-3, "in a batch")
        let box = GeographicBounds(
          south: latitude, west: longitude, north: latitude, east: longitude)
        guard let range = mosaic.range(in: box) else { throw PropertyFailure("no range") }
        try check(
          range.lowerBound <= wanted + 1e-6 && range.upperBound >= wanted - 1e-6, "\(range)")
      }
      // What lies beyond both stays unknown, also within half a cell.
      let edge = 8 + 119.5 * Self.second
      #expect(mosaic.elevation(latitude: 49.99, longitude: edge + 0.1 * Self.second) == nil)
      #expect(mosaic.elevation(latitude: 49.99, longitude: edge - 0.1 * Self.second) != nil)
    }
  }

  @Test("neighbours over a coarser source keep their own ground where they meet")
  func overCoarser() throws {
    let mosaic = try ElevationMosaic(
      sources: [Self.south(), Self.north(), Self.coarse()], priority: .finerFirst)
    forEachSeed(400) { random in
      // Away from the outer edges, over which both fade.
      let latitude = random.double(49.99...50.01)
      let longitude = random.double(8.012...8.021)
      let found = mosaic.elevation(latitude: latitude, longitude: longitude) ?? .nan
      try check(
        abs(found - Self.relief(latitude, longitude)) < 0.5,
        "\(found) at \(latitude), \(longitude)")
    }
  }

  @Test("a ray from above meets the ground between neighbours")
  func rays() throws {
    let mosaic = try ElevationMosaic(sources: [Self.south(), Self.north()])
    let surface = try MosaicSurface(mosaic)
    forEachSeed(200) { random in
      let place = Coordinate(
        latitude: 50 + random.double(-2...3) * Self.second, longitude: random.double(8.004...8.029))
      let p = surface.position(of: place)
      let ray = SurfaceRay(origin: Vector3(p.x, p.y, 5000), direction: Vector3(0, 0, -1))
      guard let hit = surface.cast(ray).hit,
        let wanted = mosaic.elevation(latitude: place.latitude, longitude: place.longitude)
      else { throw PropertyFailure("nothing at \(place)") }
      // The seam is sampled on the first one's lines and half-way between them.
      try check(abs(hit.position.z - wanted) < 0.05, "\(hit.position.z) for \(wanted)")
    }
  }

  /// The largest change over a step of a walk, and whether all of it is known.
  private static func roughness(
    _ mosaic: ElevationMosaic, from a: SIMD2<Double>, to b: SIMD2<Double>, steps: Int
  ) throws -> Double {
    var last: Double?
    var largest = 0.0
    for i in 0...steps {
      let p = a + (b - a) * (Double(i) / Double(steps))
      let value = try #require(mosaic.elevation(latitude: p.y, longitude: p.x))
      if let last { largest = max(largest, abs(value - last)) }
      last = value
    }
    return largest
  }

  @Test("at a corner that is missing among joined rasters there is no step")
  func notch() throws {
    let step = Self.second
    let parts = try [(0.0, 0.0), (1, 0), (0, 1)].map { column, row in
      try Self.raster(
        "part \(column) \(row)", west: 8 + column * 100 * step, north: 50 - row * 100 * step,
        columns: 100, rows: 100, step, step
      ) { _, _ in 100 }
    }
    let coarse = try Self.raster(
      "coarse", west: 7.9, north: 50.1, columns: 72, rows: 72, 15 * step, 15 * step
    ) { _, _ in 0 }
    let joined = try RasterJoining.joined(
      parts + [coarse], sharing: ElevationCache(maximumBytes: 1 << 20))
    #expect(joined.count == 2)
    let mosaic = try ElevationMosaic(sources: joined, priority: .asGiven)
    let corner = SIMD2(8 + 100 * step, 50 - 100 * step)
    for to in [SIMD2(1.0, -1), SIMD2(1, -0.2), SIMD2(0.2, -1), SIMD2(0, -1), SIMD2(1, 0)] {
      for offset in [-3.7, 3.3] {
        let start = corner - to * (40 * step) + SIMD2(offset, offset) * step
        let change = try Self.roughness(
          mosaic, from: start, to: start + to * (80 * step), steps: 4000)
        // 100 m over 8 samples at most, by a cubic: 1.5 × 100 / 8 a sample.
        #expect(change < 1, "\(to) \(offset): \(change)")
      }
    }
    // Where the neighbours lie it is the parts' own.
    #expect(mosaic.elevation(latitude: 50 - 40 * step, longitude: 8 + 100 * step) == 100)
  }

  @Test("a raster whose columns are no meridians fades at its own edges")
  func turned() throws {
    // 2.3° from its zone's middle meridian to the east, where columns lean.
    let system = try #require(CoordinateReferenceSystem(epsg: 32632))
    let grid = try #require(
      RasterGrid(
        width: 300, height: 300, system: system, originX: 720_000, originY: 5_560_000,
        stepX: 30, stepY: -30, margin: 0.5))
    let fine = try RasterElevation(
      MemoryRaster(
        name: "fine", grid: grid, samples: Array(repeating: 100, count: 300 * 300)))
    let box = fine.bounds
    let step = 2 * Self.second
    let coarse = try Self.raster(
      "coarse", west: box.west - 0.1, north: box.north + 0.1, columns: 800, rows: 600, step, step
    ) { _, _ in 0 }
    let mosaic = try ElevationMosaic(sources: [.init(fine), coarse])
    let (center, wide) = (box.center, box.east - box.west)
    let tall = box.north - box.south
    for i in 0..<40 {
      // Across every edge, near corners, too.
      let t = -0.45 + 0.9 * Double(i) / 39
      let x = SIMD2(center.longitude, center.latitude + t * tall)
      let y = SIMD2(center.longitude + t * wide, center.latitude)
      for (from, way) in [(x, SIMD2(wide, 0)), (y, SIMD2(0, tall))] {
        let change = try Self.roughness(
          mosaic, from: from - way * 0.6, to: from + way * 0.6, steps: 4000)
        #expect(change < 1, "\(t): \(change)")
      }
    }
    #expect(mosaic.elevation(latitude: center.latitude, longitude: center.longitude) == 100)
  }

  @Test(
    "three of four lattices over a coarser one: no hole and no step where the fourth is missing")
  func missingQuarter() throws {
    // Plane ground: every error is the seams'.
    func plane(_ latitude: Double, _ longitude: Double) -> Double {
      1000 + 4e4 * (latitude - 50) + 3e4 * (longitude - 8.1)
    }
    let step = Self.second
    for steps in [[1, 1.5, 3, 5], [3, 3, 1, 1], [1.5, 5, 1, 3]] {
      for missing in 0..<4 {
        var sources = try (0..<4).filter { $0 != missing }.map { n in
          let (east, north) = (n % 2 == 1, n < 2)
          let count = Int(90 / steps[n])
          return try Self.raster(
            "\(n)", west: 8.1 - (east ? 0 : Double(count) * steps[n] * step),
            north: 50 + (north ? Double(count) * steps[n] * step : 0), columns: count, rows: count,
            steps[n] * step, steps[n] * step, plane)
        }
        sources.append(
          try Self.raster(
            "coarse", west: 8.05, north: 50.05, columns: 24, rows: 24, 15 * step, 15 * step
          ) { plane($0, $1) + 60 })
        let mosaic = try ElevationMosaic(sources: sources)
        for row in -80...80 {
          var last: Double?
          for column in -80...80 {
            let (latitude, longitude) = (
              50 + Double(row) * 0.1 * step, 8.1 + Double(column) * 0.1 * step
            )
            let found = try #require(
              mosaic.elevation(latitude: latitude, longitude: longitude),
              "\(steps) without \(missing): \(row), \(column)")
            let error = found - plane(latitude, longitude)
            // Over the widest ramp, two half cells of 5″, 60 m change by 0.12 in a tenth of a second; at the
            // corner by more.
            if let last, abs(error - last) > 5 {
              Issue.record("\(steps) without \(missing): \(row), \(column): \(error) after \(last)")
            }
            last = error
          }
        }
      }
    }
  }

  @Test("neighbours that overlap by a few samples keep their ground over a coarser source")
  func overlaps() throws {
    for overlap in [0.5, 1, 1.5, 3, 10, 30] {
      let south = try Self.south()
      let north = try Self.raster(
        "north", west: 8 - 0.75 * Self.second, north: 50 + (90.5 - overlap) * Self.second,
        columns: 80, rows: 90, 1.5 * Self.second, Self.second, Self.relief)
      for sources in [[south, north], [north, south]] {
        let mosaic = try ElevationMosaic(
          sources: sources + [Self.coarse()], priority: .asGiven)
        forEachSeed(150) { random in
          let latitude = 50 + random.double(-40...20) * Self.second
          let longitude = random.double(8.012...8.021)
          let found = mosaic.elevation(latitude: latitude, longitude: longitude) ?? .nan
          try check(
            abs(found - Self.relief(latitude, longitude)) < 0.6,
            "\(overlap): \(found) at \(latitude), \(longitude)")
        }
      }
    }
  }

  @Test("turned rasters side by side, and over each other's edges, do not fade into a coarser one")
  func turnedNeighbours() throws {
    let system = try #require(CoordinateReferenceSystem(epsg: 32632))
    func raster(_ x: Double, _ step: Double, _ count: Int) throws -> RasterElevation {
      let grid = try #require(
        RasterGrid(
          width: count, height: count, system: system, originX: x + step / 2,
          originY: 5_560_000 - step / 2, stepX: step, stepY: -step, margin: 0.5))
      return try RasterElevation(
        MemoryRaster(
          name: "\(x)", grid: grid, samples: Array(repeating: 100, count: count * count)))
    }
    for overlap in [0.0, 500] {
      let west = try raster(700_000, 10, 600)
      let east = try raster(706_000 - overlap, 30, 200)
      let box = west.bounds
      let step = 6 * Self.second
      let coarse = try Self.raster(
        "coarse", west: box.west - 0.1, north: box.north + 0.1, columns: 240, rows: 160, step, step
      ) { _, _ in 0 }
      let mosaic = try ElevationMosaic(sources: [.init(west), .init(east), coarse])
      // A band across the seam, away from the northern and southern edges, over which both fade.
      let east0 = east.bounds.west
      for i in -400...400 {
        let longitude = east0 + Double(i) * 0.00001
        let latitude = (box.south + box.north) / 2
        let found = try #require(mosaic.elevation(latitude: latitude, longitude: longitude))
        #expect(abs(found - 100) < 1e-9, "\(overlap): \(i)")
      }
    }
  }

  @Test(
    "two spacings in three of four cells: around the corner no step, and no wider than the truth",
    arguments: [(8.0, 50.0), (-180, -50)])
  func missingCell(_ longitude: Double, _ latitude: Double) throws {
    // 2.5 m a second northwards, 1.7 eastwards.
    let step = Self.second
    func plane(_ y: Double, _ x: Double) -> Double {
      let east = x - longitude
      return 500 + 9000 * (y - latitude) + 6000 * (east - (east / 360).rounded() * 360)
    }
    func cell(_ n: Int) throws -> ElevationMosaic.Source {
      let (column, row) = (Double(n % 2 - 1), Double(n / 2))
      let wide = n < 2 ? 1.5 * step : step
      let west = longitude + column * 150 * step - wide / 2
      return try Self.raster(
        "\(n)", west: west < -180 ? west + 360 : west,
        north: latitude + (1 - row) * 150 * step + step / 2, columns: n < 2 ? 100 : 150, rows: 150,
        wide, step, plane)
    }
    for missing in 0..<4 {
      let cells = try (0..<4).filter { $0 != missing }.map(cell)
      for sources in [cells, cells.reversed()] {
        let joined = try RasterJoining.joined(
          sources, sharing: ElevationCache(maximumBytes: 1 << 24))
        let mosaic = try ElevationMosaic(sources: joined)
        forEachSeed(150) { random in
          let angle = random.double(0...(2 * .pi))
          let way = SIMD2(cos(angle), sin(angle)) * (0.05 * step)
          let start =
            SIMD2(longitude, latitude)
            + SIMD2(random.double(-5...5), random.double(-5...5)) * step - way * 60
          var last: Double?
          for i in 0...120 {
            let p = start + way * Double(i)
            let found = mosaic.elevation(latitude: p.y, longitude: p.x)
            if let last, let found {
              // The plane rises by 0.15 m.
              try check(abs(found - last) < 0.3, "\(missing): \(last), then \(found) at \(p)")
            }
            last = found
            let batch = mosaic.elevations(latitudes: [p.y], longitudes: [p.x])[0]
            try check(
              found.map { abs(Double(batch) - $0) < 1e-2 } ?? batch.isNaN,
              "\(missing): \(batch) in a batch, else \(found ?? .nan) at \(p)")
            let box = GeographicBounds(south: p.y, west: p.x, north: p.y, east: p.x)
            guard let found else { continue }
            let range = mosaic.range(in: box)
            try check(
              range.map { $0.lowerBound <= found + 1e-6 && $0.upperBound >= found - 1e-6 } ?? false,
              "\(missing): \(found) out of \(String(describing: range)) at \(p)")
          }
        }
      }
    }
  }

  @Test(
    "cells whose outlines leave a gap and whose samples do not: a plane stays the plane",
    arguments: [(3.0, 1.0), (1, 3), (1, 1.5)])
  func outlinesApart(_ first: Double, _ second: Double) throws {
    // Each half a pixel off the degree, to the west and north.
    let step = Self.second
    func plane(_ y: Double, _ x: Double) -> Double { 500 + 9000 * (y - 50) + 6000 * (x - 8) }
    func cell(_ west: Double, _ north: Double, _ spacing: Double) throws -> ElevationMosaic.Source {
      let count = Int(90 / spacing)
      return try Self.raster(
        "\(west) \(north)", west: west - spacing * step / 2, north: north + spacing * step / 2,
        columns: count, rows: count, spacing * step, spacing * step, plane)
    }
    let coarse = try Self.raster(
      "coarse", west: 7.9, north: 50.1, columns: 50, rows: 50, 20 * step, 20 * step
    ) { plane($0, $1) - 40 }
    let pairs = try [
      (cell(8 - 90 * step, 50, first), cell(8, 50, second), true),
      (cell(8, 50 + 90 * step, first), cell(8, 50, second), false),
    ]
    for (a, b, isEast) in pairs {
      for sources in [[a, b], [b, a], [a, b, coarse]] {
        let mosaic = try ElevationMosaic(sources: sources)
        forEachSeed(300) { random in
          let (across, along) = (random.double(-4...4) * step, random.double(-55 ... -35) * step)
          let latitude = isEast ? 50 + along : 50 + across
          let longitude = isEast ? 8 + across : 8 - along
          let found = mosaic.elevation(latitude: latitude, longitude: longitude) ?? .nan
          let wanted = plane(latitude, longitude)
          try check(
            abs(found - wanted) < 0.01, "\(found) for \(wanted) at \(latitude), \(longitude)")
        }
      }
    }
  }

  @Test(
    "rays from above meet the mosaic's own ground where rasters of one lattice overlap",
    arguments: [0, 1, 2, 3, 12, 30])
  func overlaps(_ overlap: Int) throws {
    let whole = WholeRaster(width: 200, height: 20, step: 0.01)
    let parts = try [
      whole.model(0..<100, 0..<20), whole.model((100 - overlap)..<200, 0..<20),
    ]
    let mosaic = try ElevationMosaic(
      sources: RasterJoining.joined(
        parts.map { .init($0, name: "part") }, sharing: ElevationCache(maximumBytes: 1 << 20)))
    let surface = try MosaicSurface(mosaic)
    forEachSeed(600) { random in
      let place = Coordinate(
        latitude: 46.9 + random.double(-0.05...0.05),
        longitude: 7 + 0.01 * (100 + random.double(-35...5)))
      let p = surface.position(of: place)
      let hit = surface.cast(
        SurfaceRay(origin: Vector3(p.x, p.y, 5000), direction: Vector3(0, 0, -1))
      ).hit
      let wanted = mosaic.elevation(latitude: place.latitude, longitude: place.longitude)
      try check(
        // Between rows a hundredth of a degree apart the map is not quite even.
        abs((hit?.position.z ?? .nan) - (wanted ?? .nan)) < 0.02,
        "\(place): \(hit?.position.z ?? .nan) for \(wanted ?? .nan)")
    }
  }
}
