import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// Rasters that were cut from one must give what the whole one gives.
@Suite("Rasters side by side as one") struct RasterJoiningTests {
  func source(_ model: any ElevationModel, _ name: String) -> ElevationMosaic.Source {
    .init(model, name: name)
  }

  func joined(_ sources: [ElevationMosaic.Source]) throws -> [ElevationMosaic.Source] {
    try RasterJoining.joined(sources, sharing: ElevationCache(maximumBytes: 1 << 20))
  }

  func joined(_ models: [any ElevationModel]) throws -> [ElevationMosaic.Source] {
    try joined(models.enumerated().map { source($0.element, "part \($0.offset)") })
  }

  /// Where a range is cut, into parts of at least one.
  private func cuts(_ count: Int, _ random: inout SplitMix64) -> [Range<Int>] {
    let inner = Set((0..<random.int(0...3)).map { _ in random.int(1...(count - 1)) })
    let lines = [0] + inner.sorted() + [count]
    return zip(lines, lines.dropFirst()).map { $0..<$1 }
  }

  @Test("cut anywhere and given in any order, they give the whole raster's elevations")
  func parts() throws {
    var random = SplitMix64(seed: 4)
    let places: [(CoordinateReferenceSystem, (x: Double, y: Double), Double)] = [
      (.geographic(.wgs84), (7, 47), 0.001), (.geographic(.nad27), (-100, 40), 1 / 1200),
      (.webMercator, (-13_000_000, 4_500_000), 38), (.geographic(.wgs84), (179.97, -16), 0.001),
      (.utm(zone: 10, isNorth: true, datum: .wgs84), (557_820, 5_121_990), 30),
    ]
    for (system, origin, step) in places {
      for inMemory in [false, true] {
        let whole = WholeRaster(system: system, origin: origin, step: step)
        var parts: [(model: RasterElevation, columns: Range<Int>, rows: Range<Int>)] = []
        for rows in cuts(whole.height, &random) {
          for columns in cuts(whole.width, &random) {
            parts.append((try whole.model(columns, rows, inMemory: inMemory), columns, rows))
          }
        }
        parts.shuffle(using: &random)
        let sources = try joined(parts.map(\.model))
        #expect(sources.count == 1, "\(system)")
        let mosaic = try ElevationMosaic(sources: sources, priority: .asGiven)
        let alone = try whole.model()
        let box = alone.bounds
        for _ in 0..<300 {
          let latitude = box.south + (box.north - box.south) * random.double(0...1)
          let longitude = box.west + (box.east - box.west) * random.double(0...1)
          for rule in [ElevationInterpolation.nearest, .bilinear, .bicubic] {
            let found = mosaic.elevation(latitude: latitude, longitude: longitude, by: rule)
            let expected = alone.elevation(latitude: latitude, longitude: longitude, by: rule)
            // The corner from which places are counted rounds otherwise.
            if let found, let expected {
              #expect(abs(found - expected) < 1e-4, "\(system) \(rule)")
            } else {
              #expect(found == nil && expected == nil, "\(system) \(rule)")
            }
          }
          let name = mosaic.sample(latitude: latitude, longitude: longitude)?.sourceName
          if let value = try alone.nearest(latitude: latitude, longitude: longitude), let name {
            let part = try #require(Int(name.dropFirst(5)))
            let own = parts[part]
            let isIn = own.rows.contains { row in
              own.columns.contains { whole.metres($0, row) == Float(value) }
            }
            #expect(isIn, "\(name) has no sample of \(value) m")
          }
        }
      }
    }
  }

  @Test("steps as files write them, with few digits, are still one lattice")
  func roundedSteps() throws {
    let step = 1.0 / 1200
    func grid(_ column: Int, _ step: Double) throws -> RasterElevation {
      let grid = try #require(
        RasterGrid(
          width: 1200, height: 4, system: .geographic(.wgs84),
          originX: -84 + (Double(column) + 0.5) / 1200, originY: 36, stepX: step, stepY: -step,
          margin: 0.5))
      return try RasterElevation(
        Strips(name: "", grid: grid, left: column, top: 0) { x, _ in Float(x) })
    }
    #expect(try joined([grid(0, step), grid(1200, 0.000833333)]).count == 1)
    // A step that is wrong by a sample at the other end is another lattice.
    #expect(try joined([grid(0, step), grid(1200, step * 1201 / 1200)]).count == 2)
  }

  @Test("where no part lies nothing is known, and no void is filled")
  func corner() throws {
    var whole = WholeRaster()
    let plain = whole.metres
    whole.metres = { (24...26).contains($0) && (9...11).contains($1) ? .nan : plain($0, $1) }
    let models = [
      try whole.model(0..<25, 0..<20), try whole.model(25..<61, 0..<20),
      try whole.model(0..<25, 20..<47),
    ]
    for fillsVoids in [false, true] {
      let sources = try joined(models)
      #expect(sources.count == 1)
      let mosaic = try ElevationMosaic(
        sources: sources, priority: .asGiven, fillsVoids: fillsVoids)
      func elevation(_ column: Double, _ row: Double) -> Double? {
        mosaic.elevation(latitude: 47 - row * whole.step, longitude: 7 + column * whole.step)
      }
      #expect(elevation(40, 30) == nil)
      // Half a sample beyond the last ones their values hold, as of each file alone.
      #expect(elevation(40, 19.4) == Double(plain(40, 19)))
      #expect(elevation(24.4, 40) == Double(plain(24, 40)))
      #expect(elevation(40, 19.6) == nil && elevation(25.1, 20.1) == nil)
      let batch = mosaic.elevations(
        latitudes: [47 - 19.4 * whole.step, 47 - 19.6 * whole.step],
        longitudes: [7 + 40 * whole.step])
      #expect(batch[0] == plain(40, 19) && batch[1].isNaN)
      #expect(elevation(30, 19) == Double(plain(30, 19)))
      // The void lies over the line between two parts.
      #expect((elevation(25, 10) != nil) == fillsVoids)
    }
  }

  @Test("parts around the Earth have no edge where they meet again")
  func around() throws {
    let whole = WholeRaster(width: 360, height: 20, origin: (-179.5, 9.5), step: 1)
    let parts = try stride(from: 0, to: 360, by: 90).map { try whole.model($0..<($0 + 90), 0..<20) }
    let sources = try joined(parts)
    #expect(sources.count == 1)
    let mosaic = try ElevationMosaic(sources: sources, priority: .asGiven)
    for longitude in [-180, 180, 179.75, -179.75, 90, 0.25] {
      let expected = try whole.model().elevation(latitude: 3.5, longitude: longitude)
      #expect(expected != nil)
      #expect(mosaic.elevation(latitude: 3.5, longitude: longitude) == expected, "\(longitude)")
    }
    // It starts where longitudes do, whichever comes first.
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
      let joined = try joined(order.map { parts[$0] })
      #expect(joined.count == 1)
      #expect(try joined[0].model.bounds == whole.model().bounds, "\(order)")
      #expect(joined[0].model.elevation(latitude: 3.5, longitude: -180) != nil)
    }
    // A fifth one would lie over the first.
    #expect(try joined(parts + [whole.model(360..<450, 0..<20)]).count == 2)
  }

  @Test("what is no cut of one raster stays apart")
  func apart() throws {
    let whole = WholeRaster()
    let first = try whole.model(0..<20, 0..<20)
    let beside = try whole.model(20..<40, 0..<20)
    #expect(try joined([first, beside]).count == 1)
    let others: [(String, any ElevationModel)] = [
      ("with a gap", try whole.model(21..<40, 0..<20)),
      ("that overlaps by two columns", try whole.model(18..<40, 0..<20)),
      ("that is the same", try whole.model(0..<20, 0..<20)),
      (
        "whose shared column says something else",
        try WholeRaster(metres: { Float($0 + $1) }).model(19..<40, 0..<20)
      ),
      ("off the lattice", try whole.model(20..<40, 0..<20, shift: 0.3)),
      ("of another system", try WholeRaster(system: .geographic(.nad27)).model(20..<40, 0..<20)),
      ("of another step", try WholeRaster(origin: (7.0205, 47), step: 0.002).model(0..<9, 0..<9)),
      (
        "above another surface",
        try RasterElevation(beside.raster, datum: .ellipsoid)
      ),
    ]
    for (what, other) in others {
      #expect(try joined([first, other]).count == 2, "a raster \(what)")
    }
    var lifted = source(beside, "lifted")
    lifted.offset = 3
    #expect(try joined([source(first, "first"), lifted]).count == 2)
  }

  @Test("a source between two in order and over the second keeps them apart; elsewhere it does not")
  func order() throws {
    let whole = WholeRaster()
    let first = try whole.model(0..<20, 0..<20)
    let beside = try whole.model(20..<40, 0..<20)
    func flat(_ west: Double) -> HeightField {
      HeightField(
        width: 2, height: 2,
        bounds: GeographicBounds(south: 46.98, west: west, north: 46.99, east: west + 0.01),
        samples: [5, 5, 5, 5])
    }
    let parted = try joined([first, flat(7.025), beside])
    #expect(parted.count == 3)
    let mosaic = try ElevationMosaic(sources: parted, priority: .asGiven, feather: 0)
    #expect(mosaic.elevation(latitude: 46.985, longitude: 7.03) == 5)
    let names = try joined([first, flat(8), beside]).map(\.name)
    #expect(names == ["part 0 and 1 beside it", "part 1"])
  }

  @Test(
    "neighbours that share a column and a row are one, and a void of one does not hide the other")
  func sharedLines() throws {
    let whole = WholeRaster()
    let column = WholeRaster(metres: { x, y in x == 20 ? .nan : whole.metres(x, y) })
    for inMemory in [false, true] {
      let parts = try [
        column.model(0..<21, 0..<16, inMemory: inMemory), whole.model(20..<61, 0..<16),
        whole.model(0..<21, 15..<47), whole.model(20..<61, 15..<47, inMemory: inMemory),
      ]
      for order in [[0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 1, 0]] {
        let sources = try joined(order.map { parts[$0] })
        #expect(sources.count == 1)
        let mosaic = try ElevationMosaic(sources: sources, priority: .asGiven)
        var random = SplitMix64(seed: 12)
        for _ in 0..<300 {
          let latitude = 47 - random.double(-0.4...46.4) * whole.step
          let longitude = 7 + random.double(-0.4...60.4) * whole.step
          let expected = try whole.model().elevation(latitude: latitude, longitude: longitude)
          let found = mosaic.elevation(latitude: latitude, longitude: longitude)
          #expect(abs((found ?? .nan) - (expected ?? .nan)) < 1e-4)
        }
      }
    }
    // Of three that share lines the fourth corner is a gap still.
    let corner = try joined([
      whole.model(0..<21, 0..<16), whole.model(20..<61, 0..<16), whole.model(0..<21, 15..<47),
    ])
    #expect(corner.count == 1)
    #expect(corner[0].model.elevation(latitude: 46.97, longitude: 7.03) == nil)
    #expect(corner[0].model.elevation(latitude: 46.97, longitude: 7.0203) != nil)
  }

  @Test(
    "beside a source in a gap parts are joined to rectangles, and no seam is seen",
    arguments: [
      (CoordinateReferenceSystem.geographic(.wgs84), (x: 7.0, y: 47.0), 0.001),
      (.utm(zone: 10, isNorth: true, datum: .wgs84), (x: 677_820.0, y: 5_121_990.0), 30),
    ])
  func gapWithNeighbour(
    _ system: CoordinateReferenceSystem, _ origin: (x: Double, y: Double), _ step: Double
  ) throws {
    // Curved so little that a cell's bilinear surface is within 0.5 m of it.
    let ground: @Sendable (Double, Double) -> Double = { x, y in
      300 + 200 * sin(x / 9) * cos(y / 8) + 20 * x
    }
    let whole = WholeRaster(
      width: 60, height: 60, system: system, origin: origin, step: step,
      metres: { Float(ground(Double($0), Double($1))) })
    func other(_ columns: Range<Int>, _ rows: Range<Int>) throws -> RasterElevation {
      // Of 20 columns 15.
      let own = 4.0 / 3
      let count = columns.count * 3 / 4
      let left = Double(columns.lowerBound) - 0.5 + own / 2
      let top = Double(rows.lowerBound) - 0.5 + own / 2
      let grid = try #require(
        RasterGrid(
          width: count, height: count, system: system, originX: origin.x + left * step,
          originY: origin.y - top * step, stepX: own * step, stepY: -own * step, margin: 0.5))
      let samples = (0..<(count * count)).map { i in
        Float(ground(left + Double(i % count) * own, top + Double(i / count) * own))
      }
      return try RasterElevation(MemoryRaster(name: "other", grid: grid, samples: samples))
    }
    let alone = try whole.model()
    let box = alone.bounds
    let ranges = [0..<20, 20..<40, 40..<60]
    // Which of nine tiles are of the other lattice, and how many sources there are at last.
    let layouts: [(others: Set<Int>, count: Int)] = [
      ([], 1), ([8], 3), ([4], 5), ([1, 3, 5, 7], 9), ([0, 4], 6), ([6, 7, 8], 2),
    ]
    for (others, count) in layouts {
      for order in 0..<3 {
        var models: [RasterElevation] = []
        for n in 0..<9 {
          let (columns, rows) = (ranges[n % 3], ranges[n / 3])
          models.append(
            others.contains(n)
              ? try other(columns, rows) : try whole.model(columns, rows, inMemory: order == 1))
        }
        if order == 2 { models.reverse() }
        let sources = try joined(models)
        #expect(sources.count == count, "\(others)")
        let mosaic = try ElevationMosaic(sources: sources, priority: .asGiven)
        forEachSeed(400) { random in
          let latitude = random.double(box.south...box.north)
          let longitude = random.double(box.west...box.east)
          let expected = alone.elevation(latitude: latitude, longitude: longitude)
          let found = mosaic.elevation(latitude: latitude, longitude: longitude)
          if !alone.isHeld(latitude: latitude, longitude: longitude) {
            let (found, expected) = (found ?? .nan, expected ?? .nan)
            try check(
              abs(found - expected) < 2.5,
              "\(others): \(found) for \(expected) at \(latitude), \(longitude)")
          }
          let batch = mosaic.elevations(
            latitudes: [latitude, box.center.latitude],
            longitudes: [box.center.longitude, longitude])
          let ofBatch = Double(batch[1])
          try check(ofBatch.isNaN == (found == nil), "in a batch")
          if let found {
            try check(
              abs(ofBatch - found) < 1e-2,
              "in a batch: \(ofBatch), not \(found) at \(latitude), \(longitude): \(others)")
          }
        }
      }
    }
    // A coarse one below all of them parts nothing.
    let models = try [0, 1, 2, 3, 5, 6, 7, 8].map {
      try whole.model(ranges[$0 % 3], ranges[$0 / 3])
    }
    let below = HeightField(
      width: 3, height: 3,
      bounds: GeographicBounds(
        south: box.south - 0.1, west: box.west - 0.1, north: box.north + 0.1, east: box.east + 0.1),
      samples: [Float](repeating: 5, count: 9))
    #expect(try joined(models + [below]).count == 2)
  }

  @Test("rays end where samples do, beside a gap too")
  func rays() throws {
    let whole = WholeRaster(metres: { Float(($0 &* 7 &+ $1 &* 11) % 23) * 10 })
    let sources = try joined([
      whole.model(0..<25, 0..<20), whole.model(25..<61, 0..<20), whole.model(0..<25, 20..<47),
    ])
    #expect(sources.count == 1)
    let mosaic = try ElevationMosaic(sources: sources, priority: .asGiven)
    let surface = try MosaicSurface(mosaic)
    func place(_ column: Double, _ row: Double) -> Coordinate {
      Coordinate(latitude: 47 - row * whole.step, longitude: 7 + column * whole.step)
    }
    var random = SplitMix64(seed: 3)
    var (known, missed) = (0, 0)
    // Straight down, close to the inner corner and along both edges of the gap.
    for n in 0..<1500 {
      let spread = n % 3 == 0 ? 1.2 : 12
      let at = place(
        24.5 + random.double(-1.2...(n % 2 == 0 ? spread : 1.2)),
        19.5 + random.double(-1.2...(n % 2 == 0 ? 1.2 : spread)))
      let expected = mosaic.elevation(latitude: at.latitude, longitude: at.longitude)
      let position = surface.position(of: at)
      let hit = surface.cast(
        SurfaceRay(
          origin: Vector3(position.x, position.y, 9000), direction: Vector3(0, 0, -1))
      ).hit
      #expect((hit == nil) == (expected == nil), "\(at)")
      if let hit, let expected {
        known += 1
        // Bilinear in map points, not in degrees.
        #expect(abs(hit.position.z - expected) < 0.01, "\(at)")
      } else {
        missed += 1
      }
    }
    #expect(known > 300 && missed > 300)
    // Slanting ones, beside steps along the ray.
    for _ in 0..<200 {
      let from = surface.position(of: place(random.double(5...50), random.double(2...40)))
      let to = surface.position(of: place(random.double(22...30), random.double(17...25)))
      let origin = Vector3(from.x, from.y, 700)
      let ray = SurfaceRay(origin: origin, direction: Vector3(to.x, to.y, -50) - origin)
      let steps = 20_000
      var found: Double?
      var before: Double?
      var level = 0.0
      for i in 0...steps {
        let t = Double(i) / Double(steps)
        let p = ray.position(at: t)
        let at = surface.coordinate(at: Vector2(p.x, p.y))
        guard let ground = mosaic.elevation(latitude: at.latitude, longitude: at.longitude) else {
          before = nil
          continue
        }
        // Between parts that end at the inner corner there is a step, and no wall.
        let isStep = abs(ground - level) > 2
        level = ground
        if let before, !isStep, (before > 0) != (p.z - ground > 0) {
          found = t
          break
        }
        before = p.z - ground
      }
      let hit = surface.cast(SurfaceRay(origin: origin, direction: ray.direction, maximum: 1)).hit
      if let found {
        #expect(abs((hit?.t ?? .nan) - found) < 2.0 / Double(steps))
      } else {
        // Within a step of the edge either may be.
        if let hit {
          let near = surface.coordinate(at: hit.position.xy)
          let elevation = mosaic.elevation(latitude: near.latitude, longitude: near.longitude)
          #expect(elevation != nil)
        }
      }
    }
  }
}
