import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

@Suite("The clearance of whole curves") struct ClearanceBoundTests {
  private static func curve(
    _ surface: TerrainSurface, _ random: inout SplitMix64
  ) throws -> BezierCurve {
    let (w, h) = (surface.columns.last ?? 0, surface.rows.last ?? 0)
    // Some so level that the ground decides where the least clearance is, some within a few cells.
    let rise = random.pick([450, 3, 0.1])
    let base = random.double(-50...50)
    if random.oneIn(3) {
      let (x, y) = (random.double(0...w - 2), random.double(0...h - 2))
      return try BezierCurve(
        (0...random.int(1...4)).map { _ in
          Vector3(
            x + random.double(0...2), y + random.double(0...2), base + random.double(0...rise))
        })
    }
    return try BezierCurve(
      (0...random.int(0...5)).map { _ in
        Vector3(
          random.double(0...w), random.double(0...h), base + random.double(0...rise))
      })
  }

  /// The least clearance at many parameters.
  private static func dense(
    _ surface: TerrainSurface, _ position: (Double) -> Vector3, count: Int = 5000
  ) -> Double {
    (0...count).reduce(.infinity) { least, k in
      min(least, surface.clearance(of: position(Double(k) / Double(count)))?.metres ?? .infinity)
    }
  }

  @Test("of polynomial curves, against dense samples")
  func bezier() throws {
    forEachSeed(150) { random in
      let surface = try Relief.allCases[random.int(0...Relief.allCases.count - 1)].surface(
        isUneven: random.oneIn(2), &random)
      let curve = try Self.curve(surface, &random)
      let tolerance = random.pick([1, 0.01, 1e-5])
      let bound = try surface.clearanceBound(of: curve, tolerance: tolerance)
      let dense = Self.dense(surface) { curve.position(at: $0) }
      try check(bound.atLeast <= dense, "proved \(bound.atLeast), but somewhere \(dense)")
      if bound.atLeast == .infinity { return try check(bound.mayMissGround, "no ground") }
      try check(bound.isTight, "not tight: \(bound)")
      try check(
        bound.found - bound.atLeast <= tolerance * (1 + 1e-9), "\(bound), tolerance \(tolerance)")
      // Where it is said to be, it is.
      let there = surface.clearance(of: curve.position(at: bound.t))?.metres ?? .nan
      try check(isClose(there, bound.found, absolute: 1e-9), "\(there) at \(bound.t): \(bound)")
      try check(bound.found <= dense + tolerance, "found \(bound.found), somewhere \(dense)")
      try check(
        bound.mayMissGround == surface.hasVoids || !bound.mayMissGround, "ground is missing")
    }
  }

  @Test("of any curve by its boxes, against dense samples")
  func boxes() throws {
    forEachSeed(60) { random in
      let surface = try Relief.noise.surface(isUneven: random.oneIn(2), &random)
      // A helix: sines over an interval lie within the values of their ends and of 1 and −1.
      let (cx, cy) = (random.double(10...20), random.double(10...15))
      let (radius, turns) = (random.double(1...8), random.double(0.1...3))
      let (z, rise) = (random.double(4...20), random.double(-3...3))
      func position(_ t: Double) -> Vector3 {
        Vector3(
          cx + radius * cos(2 * .pi * turns * t), cy + radius * sin(2 * .pi * turns * t),
          z + rise * t)
      }
      let bound = try surface.clearanceBound(over: 0...1, tolerance: 0.05) { part in
        // A chord's box, widened by as far as the arc bulges and more.
        let (a, b) = (position(part.lowerBound), position(part.upperBound))
        let reach = radius * 2 * .pi * turns * (part.upperBound - part.lowerBound)
        return CurveBox(
          x: min(a.x, b.x) - reach / 2...max(a.x, b.x) + reach / 2,
          y: min(a.y, b.y) - reach / 2...max(a.y, b.y) + reach / 2,
          z: min(a.z, b.z)...max(a.z, b.z))
      }
      let dense = Self.dense(surface, position)
      try check(bound.atLeast <= dense, "proved \(bound.atLeast), but somewhere \(dense)")
      try check(bound.isTight && bound.found - bound.atLeast <= 0.0501, "\(bound)")
      try check(bound.found <= dense + 0.05, "found \(bound.found), somewhere \(dense)")
    }
  }

  @Test("a spike between samples of the path is seen")
  func spike() throws {
    var samples = [Float](repeating: 0, count: 401 * 401)
    samples[200 * 401 + 123] = 300
    let lines = (0...400).map { Double($0) * 30 }
    let surface = try TerrainSurface(
      anchor: Coordinate(latitude: 0, longitude: 0), columns: lines, rows: lines, samples: samples)
    // Past the spike's top, 290 m high where the ground is.
    let curve = try BezierCurve([
      Vector3(0, 6001, 350), Vector3(4000, 6001, 290), Vector3(12000, 6001, 350),
    ])
    let bound = try surface.clearanceBound(of: curve, tolerance: 1e-3)
    let there = 300 * 29.0 / 30
    #expect(bound.found < 330 - there + 3 && bound.found > 310 - there - 3)
    #expect(abs(bound.position.x - 3690) < 30)
    // Nothing else comes near: few steps are enough.
    let quick = try surface.clearanceBound(of: curve, tolerance: 1e-3, maximumSteps: 100)
    #expect(quick.isTight)
    // With no steps at all the bound still holds.
    let hasty = try surface.clearanceBound(of: curve, tolerance: 1e-3, maximumSteps: 0)
    #expect(!hasty.isTight && hasty.atLeast <= bound.atLeast)
  }

  @Test("ground that is not known is told")
  func missing() throws {
    let lines = (0...8).map { Double($0) }
    var samples = [Float](repeating: 10, count: 81)
    samples[40] = .nan
    let surface = try TerrainSurface(
      anchor: Coordinate(latitude: 0, longitude: 0), columns: lines, rows: lines, samples: samples)
    func bound(_ points: [Vector3]) throws -> ClearanceBound {
      try surface.clearanceBound(of: BezierCurve(points), tolerance: 1e-6)
    }
    #expect(try !bound([Vector3(1, 1, 20), Vector3(7, 1, 20)]).mayMissGround)
    #expect(try bound([Vector3(1, 4, 20), Vector3(7, 4, 20)]).mayMissGround)
    #expect(try bound([Vector3(1, 1, 20), Vector3(9, 1, 20)]).mayMissGround)
    let off = try bound([Vector3(1, -1, 20), Vector3(7, -1, 20)])
    #expect(off.atLeast == .infinity && off.mayMissGround)
    #expect(throws: DomainError.self) { try bound([]) }
    #expect(throws: DomainError.self) { try bound([Vector3(.nan, 0, 0)]) }
    #expect(throws: DomainError.self) {
      try surface.clearanceBound(of: BezierCurve([Vector3(1, 1, 20)]), tolerance: 0)
    }
    #expect(throws: DomainError.self) {
      try surface.clearanceBound(over: 0...Double.infinity, tolerance: 1) { _ in
        CurveBox(x: 0...1, y: 0...1, z: 0...1)
      }
    }
  }
}
