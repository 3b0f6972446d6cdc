import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Mosaics") struct MosaicTests {
  private func field(
    _ box: GeographicBounds, step: Double, datum: VerticalDatum = .meanSeaLevel(geoid: nil),
    _ value: (_ latitude: Double, _ longitude: Double) -> Double
  ) -> HeightField {
    let width = Int(((box.east - box.west) / step).rounded()) + 1
    let height = Int(((box.north - box.south) / step).rounded()) + 1
    var samples: [Float] = []
    for row in 0..<height {
      for column in 0..<width {
        samples.append(
          Float(value(box.north - Double(row) * step, box.west + Double(column) * step)))
      }
    }
    return HeightField(width: width, height: height, bounds: box, samples: samples, datum: datum)
  }

  private let wide = GeographicBounds(south: 0, west: 0, north: 4, east: 4)
  private let inner = GeographicBounds(south: 1, west: 1, north: 3, east: 3)

  private func mosaic(
    _ models: [any ElevationModel], feather: Double = 8, fillsVoids: Bool = false
  ) throws -> ElevationMosaic {
    try ElevationMosaic(
      sources: models.enumerated().map { .init($1, name: "s\($0)") }, feather: feather,
      fillsVoids: fillsVoids)
  }

  @Test("finer first: its own values inside, the coarser one's outside, and the sample says which")
  func priority() throws {
    let coarse = field(wide, step: 0.25) { 100 + $0 * 10 + $1 }
    let fine = field(inner, step: 0.0625) { -50 + $0 + $1 * 7 }
    let m = try mosaic([coarse, fine])
    #expect(m.sources.map(\.name) == ["s1", "s0"])
    forEachSeed(500) { random in
      let latitude = random.double(1.5...2.5)
      let longitude = random.double(1.5...2.5)
      let sample = m.sample(latitude: latitude, longitude: longitude)
      // Eight fine samples from the edge nothing of the seam is left, to the last bit.
      try check(
        sample?.elevation == fine.elevation(latitude: latitude, longitude: longitude),
        "\(latitude), \(longitude)")
      try check(sample?.sourceName == "s1" && sample?.weight == 1, "\(sample as Any)")
      let beside = m.sample(latitude: random.double(0...0.999), longitude: longitude)
      try check(beside?.sourceName == "s0" && beside?.kind == .measured, "\(beside as Any)")
    }
    #expect(
      m.elevation(latitude: 0.5, longitude: 2) == coarse.elevation(latitude: 0.5, longitude: 2))
    #expect(m.elevation(latitude: 5, longitude: 2) == nil)
    #expect(m.sample(latitude: 2, longitude: -1) == nil)
    let given = try ElevationMosaic(
      sources: [.init(coarse, name: "a"), .init(fine, name: "b")], priority: .asGiven)
    #expect(given.sample(latitude: 2, longitude: 2)?.sourceName == "a")
  }

  @Test("no step and no kink of the mixing at a seam")
  func seam() throws {
    // Level sources 100 m apart: all that is not level is the seam's.
    // The coarser one's own seam is one degree wide: up to where the finer one begins.
    let coarse = field(wide, step: 0.125) { _, _ in 100 }
    let fine = field(inner, step: 0.0625) { _, _ in 0 }
    let m = try mosaic([coarse, fine])
    let h = 1e-5
    forEachSeed(300) { random in
      let other = random.double(0.2...3.8)
      let isEast = random.oneIn(2)
      for edge in [1.0, 1.5, 2.5, 3] {
        func at(_ d: Double) throws -> Double {
          let value = m.elevation(
            latitude: isEast ? other : edge + d, longitude: isEast ? edge + d : other)
          guard let value else { throw PropertyFailure("unknown") }
          return value
        }
        let before = try (at(0) - at(-h)) / h
        let after = try (at(h) - at(0)) / h
        try check(abs(before - after) < 0.1, "\(edge) \(other): slopes \(before), \(after)")
        try check(abs(try at(h) - at(-h)) < 0.01, "a step")
      }
    }
    // Half-way through the seam both have the same part.
    let middle = try #require(m.sample(latitude: 1.25, longitude: 2))
    #expect(abs(middle.elevation - 50) < 1e-9)
    #expect(abs(middle.weight - 0.5) < 1e-9)
  }

  @Test("seams are as wide as the coarser source needs, and no wider than what both know")
  func widths() throws {
    /// How far from an edge the mosaic is something else than one of two levels.
    func seam(_ low: HeightField, _ high: HeightField, along longitudes: ClosedRange<Double>) throws
      -> ClosedRange<Double>
    {
      let m = try ElevationMosaic(sources: [.init(low), .init(high)], priority: .asGiven)
      var mixed: [Double] = []
      var last: Double?
      for n in 0...4000 {
        let x =
          longitudes.lowerBound + (longitudes.upperBound - longitudes.lowerBound) * Double(n) / 4000
        let value = try #require(m.elevation(latitude: 2.01, longitude: x))
        if let last { try check(abs(value - last) < 1.5, "a step at \(x)") }
        last = value
        if value > 1e-9, value < 100 - 1e-9 { mixed.append(x) }
      }
      return try #require(mixed.min())...(try #require(mixed.max()))
    }
    func holds(_ seam: ClosedRange<Double>, _ low: Double, _ high: Double) -> Bool {
      abs(seam.lowerBound - low) < 0.01 && abs(seam.upperBound - high) < 0.01
    }
    // Neighbours of the same spacing that have 0.3° in common: all of it.
    let west = field(.init(south: 0, west: 0, north: 4, east: 2.3), step: 0.02) { _, _ in 0 }
    let east = field(.init(south: 0, west: 2, north: 4, east: 4), step: 0.02) { _, _ in 100 }
    #expect(holds(try seam(east, west, along: 1...3), 2, 2.3))
    // 2° in common: an eighth of the source, 0.5°, which is less than 32 samples of 0.02°.
    let long = field(.init(south: 0, west: 0, north: 4, east: 4), step: 0.02) { _, _ in 0 }
    let half = field(.init(south: 0, west: 2, north: 4, east: 6), step: 0.02) { _, _ in 100 }
    #expect(holds(try seam(half, long, along: 1...4), 2, 2.5))
    // Of a finer source eight of its own samples at least.
    let fine = field(.init(south: 1.5, west: 1.5, north: 2.5, east: 2.5), step: 0.02) { _, _ in 100
    }
    #expect(holds(try seam(fine, long, along: 1...2), 1.5, 1.66))
    // 32 samples of the coarser one where they are less than an eighth.
    let dense = field(.init(south: 0, west: 2, north: 4, east: 6), step: 0.0125) { _, _ in 100 }
    let coarse = field(.init(south: 0, west: 0, north: 4, east: 7), step: 0.0125) { _, _ in 0 }
    #expect(holds(try seam(dense, coarse, along: 1...4), 2, 2.4))
  }

  @Test("without feathering the finer one reaches to its edge")
  func step() throws {
    let m = try mosaic(
      [field(wide, step: 0.25) { _, _ in 100 }, field(inner, step: 0.0625) { _, _ in 0 }],
      feather: 0)
    #expect(m.elevation(latitude: 1.0001, longitude: 2) == 0)
    #expect(m.elevation(latitude: 0.9999, longitude: 2) == 100)
  }

  @Test("where one source ends alone, its values stay its own up to the edge")
  func neighbours() throws {
    let west = field(.init(south: 0, west: 0, north: 1, east: 1), step: 0.1) { $0 + $1 * 3 }
    let east = field(.init(south: 0, west: 1, north: 1, east: 2), step: 0.1) { $0 + $1 * 3 }
    let m = try mosaic([west, east])
    forEachSeed(300) { random in
      let latitude = random.double(0...1)
      let longitude = random.double(0...2)
      let alone = (longitude <= 1 ? west : east)
        .elevation(latitude: latitude, longitude: longitude)
      try check(m.elevation(latitude: latitude, longitude: longitude) == alone, "\(longitude)")
    }
  }

  @Test("rows give the numbers of single places")
  func batch() throws {
    let coarse = field(wide, step: 0.25) { 100 + $0 * 10 + $1 }
    let holed = field(inner, step: 0.0625) { a, b in
      abs(a - 2) < 0.3 && abs(b - 2) < 0.2 ? .nan : -50 + a + b * 7
    }
    let m = try mosaic([coarse, holed])
    forEachSeed(60) { random in
      let latitudes = (0..<7).map { _ in random.double(-0.5...4.5) }
      let longitudes = (0..<5).map { _ in random.double(-0.5...4.5) + random.pick([0, 360]) }
      for kind in ElevationInterpolation.allCases {
        let rows = m.elevations(latitudes: latitudes, longitudes: longitudes, by: kind)
        for (j, latitude) in latitudes.enumerated() {
          for (i, longitude) in longitudes.enumerated() {
            let one = m.elevation(latitude: latitude, longitude: longitude, by: kind)
            let value = rows[5 * j + i]
            try check(
              one.map { abs($0 - Double(value)) < 1e-3 } ?? value.isNaN,
              "\(kind) \(one as Any) \(value)")
          }
        }
      }
    }
  }

  @Test("voids are filled from the coarser source, smoothly, and the sample says so")
  func voids() throws {
    // The coarser one knows the hill in the hole, but lies 25 m too high and leans.
    func hill(_ a: Double, _ b: Double) -> Double {
      300 * max(0, 1 - 4 * ((a - 2) * (a - 2) + (b - 2) * (b - 2))) + 20 * a
    }
    let coarse = field(wide, step: 0.125) { hill($0, $1) + 25 + 10 * ($1 - 2) }
    func isHole(_ a: Double, _ b: Double) -> Bool { abs(a - 2) < 0.35 && abs(b - 2) < 0.35 }
    let fine = field(inner, step: 0.0625) { isHole($0, $1) ? .nan : hill($0, $1) }
    let m = try mosaic([coarse, fine], feather: 4)
    #expect(m.sample(latitude: 2, longitude: 2)?.kind == .filledFromCoarser)
    #expect(m.filledCounts.map(\.fromCoarser) == [fine.voidCount, 0])
    for i in 0...16 {
      for j in 0...16 {
        let (a, b) = (1.5 + Double(i) * 0.0625, 1.5 + Double(j) * 0.0625)
        let value = try #require(m.elevation(latitude: a, longitude: b))
        if isHole(a, b) {
          #expect(abs(value - hill(a, b)) < 12, "\(a), \(b): \(value) for \(hill(a, b))")
        } else {
          // Known samples stay as they are, beside a void, too.
          #expect(value == Double(Float(hill(a, b))), "\(a), \(b)")
        }
      }
    }
    let beside = try #require(m.sample(latitude: 2, longitude: 2.375))
    #expect(beside.kind == .measured)
  }

  @Test("what no source knows is filled from around it where that is wanted")
  func interpolation() throws {
    func holed(_ step: Double, _ box: GeographicBounds, _ plane: Double) -> HeightField {
      field(box, step: step) { a, b in
        abs(a - 2) < 0.3 && abs(b - 2) < 0.3 ? .nan : plane
      }
    }
    let sources: [any ElevationModel] = [holed(0.0625, inner, 10), holed(0.125, wide, 20)]
    #expect(try mosaic(sources).elevation(latitude: 2, longitude: 2) == nil)
    let m = try mosaic(sources, fillsVoids: true)
    let sample = try #require(m.sample(latitude: 2, longitude: 2))
    // What the coarser source made up itself is no reason to leave what is around.
    #expect(sample.elevation == 10)
    #expect(sample.kind == .interpolated)
    let alone = try mosaic([holed(0.0625, inner, 10)], fillsVoids: true)
    let filled = try #require(alone.sample(latitude: 2, longitude: 2))
    #expect(filled.kind == .interpolated)
    #expect(filled.elevation == 10)
    #expect(alone.filledCounts[0].fromSurroundings > 0)
    #expect(alone.sample(latitude: 1.1, longitude: 1.1)?.kind == .measured)
  }

  @Test("elevations above different surfaces are not mixed without an offset")
  func datums() throws {
    let sea = field(wide, step: 0.25, datum: .meanSeaLevel(geoid: .egm96)) { _, _ in 100 }
    let ellipsoid = field(inner, step: 0.0625, datum: .ellipsoid) { _, _ in 70 }
    #expect(throws: ElevationMosaic.DatumMismatch.self) {
      _ = try ElevationMosaic(sources: [.init(sea), .init(ellipsoid, name: "lidar.tif")])
    }
    do {
      _ = try ElevationMosaic(sources: [.init(sea), .init(ellipsoid, name: "lidar.tif")])
    } catch {
      #expect(error.description.contains("lidar.tif"))
      #expect(error.description.contains("EGM96"))
    }
    let m = try ElevationMosaic(sources: [.init(sea), .init(ellipsoid, offset: 32)])
    #expect(m.elevation(latitude: 2, longitude: 2) == 102)
    #expect(m.elevations(latitudes: [2, 0.5], longitudes: [2]) == [102, 100])
    #expect(m.range == 100...102)
    #expect(m.range(in: GeographicBounds(south: 1.5, west: 1.5, north: 2, east: 2)) == 100...102)
    #expect(m.datum == .meanSeaLevel(geoid: .egm96))
    let unknown = field(inner, step: 0.0625) { _, _ in 1 }
    #expect(try ElevationMosaic(sources: [.init(sea), .init(unknown)]).sources.count == 2)
  }

  @Test("every elevation lies in the range of its box")
  func range() throws {
    var generator = SplitMix64(seed: 5)
    let coarse = field(wide, step: 0.25) { _, _ in generator.double(0...500) }
    let fine = field(inner, step: 0.0625) { _, _ in
      generator.oneIn(9) ? .nan : generator.double(-80...400)
    }
    let m = try mosaic([coarse, fine], fillsVoids: true)
    forEachSeed(300) { random in
      let box = GeographicBounds(
        south: random.double(0...2), west: random.double(0...2), north: random.double(2...4),
        east: random.double(2...4))
      guard let range = m.range(in: box) else { throw PropertyFailure("no range") }
      for _ in 0..<40 {
        let value = m.elevation(
          latitude: random.double(box.south...box.north),
          longitude: random.double(box.west...box.east))
        guard let value else { throw PropertyFailure("unknown inside") }
        try check(
          value >= range.lowerBound - 1e-9 && value <= range.upperBound + 1e-9, "\(value) \(range)")
      }
    }
  }

  @Test("a style scales elevations, and says that it is flat where nothing is known")
  func styles() throws {
    let ground = field(wide, step: 0.25) { _, _ in 100 }
    let half = StyledElevation(ground, style: .init(realism: 0.5), exaggeration: 3)
    #expect(half.elevation(latitude: 2, longitude: 2) == 150)
    #expect(half.elevations(latitudes: [2, 9], longitudes: [2]) == [150, 0])
    #expect(half.range == 0...150)
    let outside = try #require(half.sample(latitude: 9, longitude: 2))
    #expect(outside.kind == .assumedFlat && outside.elevation == 0 && outside.sourceIndex == nil)
    #expect(half.style == .init(requested: .init(realism: 0.5), effective: .init(realism: 0.5)))
    let nothing = StyledElevation(ElevationMosaic(), style: .realistic)
    #expect(nothing.style.requested == .realistic)
    #expect(nothing.style.effective == .flat)
    #expect(nothing.elevation(latitude: 1, longitude: 1) == 0)
    let void = StyledElevation(field(wide, step: 0.25) { _, _ in .nan })
    #expect(void.style.effective == .flat)
    for (given, kept) in [(-1.0, 0.0), (2, 1), (.nan, 0), (0.25, 0.25)] {
      #expect(ElevationStyle(realism: given).realism == kept)
    }
  }
}
