import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// Tiles whose outermost samples stand on common lines, as those of `.hgt` files.
@Suite("Seams of tiles of posts") struct PostSeamTests {
  /// A rough ground with posts on whole lines and voids across the middle line, in its centre, and beside an edge.
  private static func posts(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) -> HeightField {
    let samples = rows.flatMap { y in
      columns.map { x -> Float in
        let voids = [(30, 12, 5, 3), (31, 30, 3, 4), (50, 28, 2, 3)]
        let isVoid = voids.contains { abs(x - $0.0) <= $0.2 && abs(y - $0.1) <= $0.3 }
        let wave = 90 * sin(Double(x) / 5) * cos(Double(y) / 7)
        return isVoid ? .nan : Float(800 + wave + 7 * Double(x))
      }
    }
    let bounds = GeographicBounds(
      south: 46 - Double(rows.upperBound) / 60, west: 7 + Double(columns.lowerBound) / 60,
      north: 46 - Double(rows.lowerBound) / 60, east: 7 + Double(columns.upperBound) / 60)
    return HeightField(width: columns.count, height: rows.count, bounds: bounds, samples: samples)
  }

  @Test(
    "a void that goes on from one tile of posts into others is filled as in one raster",
    arguments: [[0, 1], [0, 1, 2, 3]], [false, true])
  func voidsAcrossPosts(_ quarters: [Int], _ hasCoarser: Bool) throws {
    let (low, high) = (0...30, 30...60)
    let pieces = [(low, low), (high, low), (low, high), (high, high)]
    let tiles = quarters.map { ElevationMosaic.Source(Self.posts(pieces[$0].0, pieces[$0].1)) }
    let whole = Self.posts(0...60, quarters.count == 2 ? low : 0...60)
    // Coarser ground that is wrong by a slope.
    let coarser = HeightField(
      width: 21, height: 21, bounds: GeographicBounds(south: 45, west: 7, north: 46, east: 8),
      samples: (0..<441).map { i -> Float in 700 + 3 * Float(i % 21) + 5 * Float(i / 21) })
    let below = hasCoarser ? [ElevationMosaic.Source(coarser)] : []
    let joined = try RasterJoining.joined(tiles, sharing: ElevationCache(maximumBytes: 1 << 24))
    #expect(joined.count == 1)
    let mosaic = try ElevationMosaic(sources: joined + below, priority: .asGiven, fillsVoids: true)
    let wanted = try ElevationMosaic(
      sources: [.init(whole)] + below, priority: .asGiven, fillsVoids: true)
    #expect(mosaic.filledCounts[0] == wanted.filledCounts[0])
    let box = whole.bounds
    let places: [(latitude: Double, longitude: Double)] = [
      (45.5, 7.5), (45.9, 7.5), (45.8, 7.5), (45.5, 7.55),
    ]
    for seam in places {
      forEachSeed(200) { random in
        let latitude = min(max(seam.latitude + random.double(-0.1...0.1), box.south), box.north)
        let longitude = seam.longitude + random.double(-0.1...0.1)
        let found = mosaic.elevation(latitude: latitude, longitude: longitude) ?? .nan
        let other = wanted.elevation(latitude: latitude, longitude: longitude) ?? .nan
        try check(abs(found - other) < 1e-3, "\(found) for \(other) at \(latitude), \(longitude)")
        // On both sides of the line.
        let west = mosaic.elevation(latitude: latitude, longitude: 7.5 - 1e-9) ?? .nan
        let east = mosaic.elevation(latitude: latitude, longitude: 7.5 + 1e-9) ?? .nan
        try check(abs(west - east) < 1e-4, "\(west), then \(east) at \(latitude)")
      }
    }
  }

  @Test("tiles of posts without a void on a common line stay as they are")
  func postsApart() throws {
    let tiles = [(10, 30), (30, 60)].map { first, last in
      ElevationMosaic.Source(Self.posts(first...last, 40...60))
    }
    let joined = try RasterJoining.joined(tiles, sharing: ElevationCache(maximumBytes: 1 << 24))
    #expect(joined.count == 2 && joined.allSatisfy { $0.model is HeightField })
  }
}
