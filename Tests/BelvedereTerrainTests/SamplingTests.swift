import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Elevations between samples") struct SamplingTests {
  private let facts = ReliefFacts.field

  private func place(_ x: Double, _ y: Double) -> (latitude: Double, longitude: Double) {
    (10.006 - y * 0.001, 20 + x * 0.001)
  }

  /// A random grid with voids.
  private func field(_ random: inout SplitMix64, voids: Int) -> HeightField {
    let (w, h) = (random.int(2...9), random.int(2...9))
    let samples = (0..<w * h).map { _ in
      voids > 0 && random.oneIn(voids) ? Float.nan : Float(random.double(-100...900))
    }
    return HeightField(
      width: w, height: h,
      bounds: GeographicBounds(
        south: 0, west: 178, north: Double(h - 1) / 8, east: 178 + Double(w - 1) / 4),
      samples: samples)
  }

  @Test("bicubic is Keys' cubic convolution")
  func keys() throws {
    for fact in ReliefFacts.bicubic {
      let p = place(fact.x, fact.y)
      let value = try #require(
        facts.elevation(latitude: p.latitude, longitude: p.longitude, by: .bicubic))
      #expect(abs(value - fact.value) < 1e-4)
      // The same from a lattice over the model, as models that are no grids do it.
      let lattice = try #require(
        Opaque(facts).elevation(latitude: p.latitude, longitude: p.longitude, by: .bicubic))
      #expect(abs(lattice - fact.value) < 1e-4)
    }
  }

  @Test("every kind gives the samples at the samples, one by one and in rows")
  func nodes() {
    forEachSeed(300) { random in
      let field = field(&random, voids: random.pick([0, 3, 6]))
      let row = random.int(0...(field.height - 1))
      let column = random.int(0...(field.width - 1))
      let latitude = field.bounds.north - Double(row) / 8
      let longitude = 178 + Double(column) / 4
      let sample = field.samples[row * field.width + column]
      for kind in ElevationInterpolation.allCases {
        let value = field.elevation(latitude: latitude, longitude: longitude, by: kind)
        let batch = field.elevations(
          latitudes: [latitude], longitudes: [longitude - 360], by: kind)[0]
        if sample.isNaN {
          try check(value == nil && batch.isNaN, "\(kind) \(value as Any)")
        } else {
          try check(value == Double(sample) && batch == sample, "\(kind) \(value as Any) \(sample)")
        }
      }
    }
  }

  @Test("bicubic runs on with the same slope from cell to cell, beside voids and edges too")
  func smooth() {
    forEachSeed(2000) { random in
      let field = field(&random, voids: random.pick([0, 4]))
      guard field.width > 2, field.height > 2 else { return }
      // A place on the line between two cells, and steps across it.
      let isEast = random.oneIn(2)
      var x = random.double(0...Double(field.width - 1))
      var y = random.double(0...Double(field.height - 1))
      if isEast { x = Double(random.int(1...(field.width - 2))) }
      if !isEast { y = Double(random.int(1...(field.height - 2))) }
      let h = 1e-4
      func at(_ d: Double) -> Double? {
        field.elevation(
          latitude: field.bounds.north - (y + (isEast ? 0 : d)) / 8,
          longitude: 178 + (x + (isEast ? d : 0)) / 4, by: .bicubic)
      }
      guard let a2 = at(-2 * h), let a1 = at(-h), let b = at(0), let c1 = at(h), let c2 = at(2 * h)
      else { return }
      try check(abs(a1 - b) < 1 && abs(c1 - b) < 1, "a step of \(a1 - b), \(c1 - b)")
      // One-sided derivatives of second order.
      let before = (3 * b - 4 * a1 + a2) / (2 * h)
      let after = (4 * c1 - 3 * b - c2) / (2 * h)
      try check(abs(before - after) < 0.02, "slopes \(before) and \(after)")
    }
  }

  @Test("bicubic reproduces quadratic surfaces")
  func quadratic() throws {
    func z(_ x: Double, _ y: Double) -> Double {
      3 + 2 * x - y + 0.5 * x * x - 0.25 * y * y + x * y
    }
    let samples = (0..<8).flatMap { y in (0..<9).map { Float(z(Double($0), Double(y))) } }
    let field = HeightField(
      width: 9, height: 8, bounds: GeographicBounds(south: 0, west: 0, north: 7, east: 8),
      samples: samples)
    for (x, y) in [(1.5, 1.25), (3.75, 4.5), (6.9, 5.9), (2, 3.3)] {
      let value = try #require(field.elevation(latitude: 7 - y, longitude: x, by: .bicubic))
      #expect(abs(value - z(x, y)) < 1e-9)
    }
  }

  @Test("bicubic keeps planes up to edges and voids")
  func plane() throws {
    var samples: [Float] = []
    for y in 0..<7 { for x in 0..<7 { samples.append(Float(5 * x - 3 * y)) } }
    samples[3 * 7 + 3] = .nan
    let field = HeightField(
      width: 7, height: 7, bounds: GeographicBounds(south: 0, west: 0, north: 6, east: 6),
      samples: samples)
    for (x, y) in [(0.3, 2.5), (5.8, 0.4), (1.7, 5.9), (1.6, 3.3), (4.4, 2.8), (2.5, 1.5)] {
      let value = try #require(field.elevation(latitude: 6 - y, longitude: x, by: .bicubic))
      #expect(abs(value - (5 * x - 3 * y)) < 1e-9, "\(x), \(y)")
    }
    #expect(field.elevation(latitude: 2.5, longitude: 2.5, by: .bicubic) == nil)
  }

  @Test("nearest takes the nearest sample")
  func nearest() {
    let p = place(2.4, 3.6)
    #expect(
      facts.elevation(latitude: p.latitude, longitude: p.longitude, by: .nearest)
        == Double(Float(130.44)))
    #expect(
      Opaque(facts).elevation(latitude: p.latitude, longitude: p.longitude, by: .nearest)
        .map { abs($0 - 130.44) < 1e-4 } == true)
    for kind in ElevationInterpolation.allCases {
      #expect(facts.elevation(latitude: 9.9, longitude: 20, by: kind) == nil)
      #expect(facts.elevation(latitude: .nan, longitude: 20, by: kind) == nil)
      #expect(facts.elevation(latitude: 10.001, longitude: .infinity, by: kind) == nil)
    }
  }

  @Test("the range over a box holds the surface and is not wider")
  func range() {
    forEachSeed(400) { random in
      let field = field(&random, voids: random.pick([0, 5]))
      let west = random.double(177.5...180) + random.pick([-360, 0, 360])
      let south = random.double(-0.2...0.8)
      let box = GeographicBounds(
        south: south, west: west, north: south + random.double(0...0.7),
        east: west + random.double(0...1.5))
      let range = field.range(in: box)
      var low = Double.infinity
      var high = -Double.infinity
      let steps = 120
      for j in 0...steps {
        for i in 0...steps {
          let value = field.elevation(
            latitude: box.south + (box.north - box.south) * Double(j) / Double(steps),
            longitude: box.west + (box.east - box.west) * Double(i) / Double(steps))
          guard let value else { continue }
          low = min(low, value)
          high = max(high, value)
        }
      }
      guard low <= high else { return }
      guard let range else { throw PropertyFailure("no range, but elevations") }
      try check(
        range.lowerBound <= low + 1e-6 && range.upperBound >= high - 1e-6, "\(range) \(low) \(high)"
      )
      // Not wider than what a dense look finds; voids hide the way to single samples.
      if field.voidCount == 0 {
        let slack = 0.06 * (field.range.upperBound - field.range.lowerBound)
        try check(
          range.lowerBound >= low - slack && range.upperBound <= high + slack,
          "\(range) \(low) \(high)")
      }
    }
  }

  @Test("the range is exact: samples inside, crossings on the edge")
  func exactRange() throws {
    let field = HeightField(
      width: 3, height: 3, bounds: GeographicBounds(south: 0, west: 0, north: 2, east: 2),
      samples: [0, 0, 0, 0, 90, 0, 0, 0, 0])
    func range(_ s: Double, _ w: Double, _ n: Double, _ e: Double) -> ClosedRange<Double>? {
      field.range(in: GeographicBounds(south: s, west: w, north: n, east: e))
    }
    #expect(range(0, 0, 2, 2) == 0...90)
    #expect(range(0.5, 0.5, 0.5, 0.5) == 22.5...22.5)
    #expect(range(0.25, 0.5, 0.75, 1.5) == 11.25...67.5)
    #expect(range(0, 360.5, 0.5, 361) == 0...45)
    #expect(range(2.1, 0, 3, 1) == nil)
    #expect(range(0, 2.1, 1, 3) == nil)
  }
}

/// A model without a grid of its own.
struct Opaque: ElevationModel {
  let field: HeightField
  init(_ field: HeightField) { self.field = field }
  var bounds: GeographicBounds { field.bounds }
  var resolution: Double { field.resolution }
  var longitudinalResolution: Double { field.longitudinalResolution }
  var range: ClosedRange<Double> { field.range }
  func elevation(latitude: Double, longitude: Double) -> Double? {
    field.elevation(latitude: latitude, longitude: longitude)
  }
}
