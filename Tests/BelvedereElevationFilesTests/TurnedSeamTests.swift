import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// Rasters whose columns are no meridians, beside each other and beside others.
@Suite("Seams of turned rasters") struct TurnedSeamTests {
  private static let left = 700_000.0
  private static let top = 5_560_000.0

  /// Some metres of a zone of UTM; 2.8° from the zone's middle meridian, where columns lean by 2°.
  private static func raster(
    _ x: Double, _ y: Double, _ step: Double, _ columns: Int, _ rows: Int,
    _ metres: (_ x: Double, _ y: Double) -> Double = plane
  ) throws -> RasterElevation {
    let system = try #require(CoordinateReferenceSystem(epsg: 32632))
    let grid = try #require(
      RasterGrid(
        width: columns, height: rows, system: system, originX: x + step / 2,
        originY: y - step / 2, stepX: step, stepY: -step, margin: 0.5))
    let samples = (0..<(columns * rows)).map { i in
      let (column, row) = (Double(i % columns), Double(i / columns))
      return Float(metres(x + (column + 0.5) * step - left, top - y + (row + 0.5) * step))
    }
    return try RasterElevation(MemoryRaster(name: "\(x) \(step)", grid: grid, samples: samples))
  }

  /// A tenth steep.
  private static func plane(_ x: Double, _ y: Double) -> Double { 1000 + 0.08 * x - 0.06 * y }

  /// The whole ground.
  private static func whole() throws -> RasterElevation {
    try raster(left - 3000, top + 3000, 60, 300, 200)
  }

  /// A raster of pixels in degrees with the elevations of another one.
  private static func degrees(
    of whole: RasterElevation, west: Double, north: Double, _ step: Double, _ columns: Int,
    _ rows: Int
  ) throws -> RasterElevation {
    let grid = try #require(
      RasterGrid(
        width: columns, height: rows, system: .geographic(.wgs84), originX: west + step / 2,
        originY: north - step / 2, stepX: step, stepY: -step, margin: 0.5))
    let samples = (0..<(columns * rows)).map { i in
      whole.elevation(
        latitude: grid.originY - Double(i / columns) * step,
        longitude: grid.originX + Double(i % columns) * step
      ).map { Float($0) } ?? .nan
    }
    return try RasterElevation(MemoryRaster(name: "degrees", grid: grid, samples: samples))
  }

  /// A tile of a twentieth of a degree whose posts its neighbours share; so many samples beyond them their values
  /// hold.
  private static func posts(
    west: Double, north: Double, _ step: Double, margin: Double,
    _ metres: (Double, Double) -> Double
  ) throws -> RasterElevation {
    let count = Int((0.05 / step).rounded()) + 1
    let grid = try #require(
      RasterGrid(
        width: count, height: count, system: .geographic(.wgs84), originX: west, originY: north,
        stepX: step, stepY: -step, margin: margin))
    let samples = (0..<(count * count)).map { i in
      Float(metres(north - Double(i / count) * step, west + Double(i % count) * step))
    }
    return try RasterElevation(MemoryRaster(name: "\(west) \(north)", grid: grid, samples: samples))
  }

  @Test("two spacings side by side on one projection: the plane between them is the plane")
  func flush() throws {
    let whole = try Self.whole()
    let west = try Self.raster(Self.left, Self.top, 10, 300, 300)
    let east = try Self.raster(Self.left + 3000, Self.top, 30, 100, 100)
    let box = east.bounds
    for models in [[west, east], [east, west]] {
      let mosaic = ElevationMosaic(models)
      forEachSeed(600) { random in
        // The columns lean over 100 m of the height: a band around all of the seam.
        let latitude = random.double((box.south + 0.004)...(box.north - 0.004))
        let longitude = box.west + random.double(-0.001...0.004)
        let found = mosaic.elevation(latitude: latitude, longitude: longitude) ?? .nan
        let wanted = whole.elevation(latitude: latitude, longitude: longitude) ?? .nan
        try check(abs(found - wanted) < 0.01, "\(found) for \(wanted) at \(latitude), \(longitude)")
        let batch = mosaic.elevations(latitudes: [latitude], longitudes: [longitude])[0]
        try check(abs(Double(batch) - found) < 1e-2, "in a batch: \(batch)")
      }
    }
  }

  @Test("beside a raster in degrees, over a wedge of which it reaches, the plane is the plane")
  func wedge() throws {
    let whole = try Self.whole()
    let turned = try Self.raster(Self.left + 1000, Self.top, 30, 150, 200)
    let box = turned.bounds
    for step in [1.0 / 3600, 3.0 / 3600] {
      // Its eastern edge lies beyond all of the other's western one.
      let east = box.west + 0.004
      let (columns, rows) = (Int(0.05 / step), Int(0.06 / step))
      let degrees = try Self.degrees(
        of: whole, west: east - Double(columns) * step, north: box.north + 0.003, step, columns,
        rows)
      for models in [[turned, degrees], [degrees, turned]] {
        let mosaic = ElevationMosaic(models)
        forEachSeed(600) { random in
          let latitude = random.double((box.south + 0.005)...(box.north - 0.005))
          let longitude = east + random.double(-0.006...0.002)
          let found = mosaic.elevation(latitude: latitude, longitude: longitude) ?? .nan
          let wanted = whole.elevation(latitude: latitude, longitude: longitude) ?? .nan
          try check(
            abs(found - wanted) < 0.05, "\(found) for \(wanted) at \(latitude), \(longitude)")
        }
      }
    }
  }

  @Test("where a tile is missing among others they fade into the coarser source, without a wall")
  func missingTile() throws {
    var tiles: [ElevationMosaic.Source] = []
    for n in 0..<9 where n != 4 {
      let (column, row) = (Double(n % 3), Double(n / 3))
      tiles.append(
        .init(
          try Self.raster(Self.left + 1000 * column, Self.top - 1000 * row, 5, 200, 200) { _, _ in
            100
          }, name: "\(n)"))
    }
    let joined = try RasterJoining.joined(tiles, sharing: ElevationCache(maximumBytes: 1 << 24))
    #expect(joined.count == 1)
    let coarse = try Self.raster(Self.left - 3000, Self.top + 3000, 60, 150, 150) { _, _ in 0 }
    let mosaic = try ElevationMosaic(sources: joined + [.init(coarse)])
    let center = try #require(joined.first).model.bounds.center
    for (dy, dx) in [(0.0, 0.018), (0.0, -0.018), (0.012, 0), (-0.012, 0), (0.005, 0.018)] {
      var last: Double?
      for i in 0...4000 {
        let t = Double(i) / 4000
        let found = mosaic.elevation(
          latitude: center.latitude + dy * t, longitude: center.longitude + dx * t)
        // A step of a third of a metre, of a seam of 32 samples of 5 m that falls by 100 m.
        let elevation = try #require(found)
        if let last { #expect(abs(elevation - last) < 1, "\(dy), \(dx): \(i)") }
        last = elevation
      }
    }
    let middle = mosaic.elevation(latitude: center.latitude, longitude: center.longitude)
    #expect(abs((middle ?? .nan) - 0) < 1)
  }

  @Test("samples of two spacings on a common line: no step where the finer ones end")
  func commonLine() throws {
    // SRTM tiles of 3″ and 1″ share the posts of a degree; the finer ones between stand beside the line.
    func tile(_ east: Int, _ step: Double, _ metres: (Double, Double) -> Double) throws
      -> RasterElevation
    {
      let count = Int((0.1 / step).rounded()) + 1
      let grid = try #require(
        RasterGrid(
          width: count, height: count, system: .geographic(.wgs84),
          originX: 7 + 0.1 * Double(east), originY: 46, stepX: step, stepY: -step, margin: 0))
      let samples = (0..<(count * count)).map { i in
        Float(metres(46 - Double(i / count) * step, grid.originX + Double(i % count) * step))
      }
      return try RasterElevation(MemoryRaster(name: "\(east)", grid: grid, samples: samples))
    }
    let rough: (Double, Double) -> Double = { 500 + 60 * sin($0 * 9000) * cos($1 * 7000) }
    let models = [try tile(0, 1.0 / 3600, rough), try tile(1, 1.0 / 1200, rough)]
    for models in [models, models.reversed()] {
      let mosaic = ElevationMosaic(models)
      forEachSeed(200) { random in
        let latitude = random.double(45.92...45.98)
        var last: Double?
        for i in -200...200 {
          let longitude = 7.1 + Double(i) * 1e-6
          guard let found = mosaic.elevation(latitude: latitude, longitude: longitude) else {
            throw PropertyFailure("nothing at \(latitude), \(longitude)")
          }
          // 0.08 m of way: the ground's own slope is up to 1.4, between the samples of both up to 4.
          if let last { try check(abs(found - last) < 1.5, "\(last), then \(found) at \(i)") }
          last = found
        }
      }
    }
  }

  @Test(
    "tiles that share posts beside one of another spacing: a plane stays the plane in every corner")
  func sharedPosts() throws {
    // Of pixels, whose outermost values hold for half a cell beyond the posts.
    let plane: (Double, Double) -> Double = { 500 + 3000 * ($0 - 46) + 2000 * ($1 - 7) }
    func tile(_ n: Int, _ step: Double) throws -> RasterElevation {
      try Self.posts(
        west: n % 2 == 0 ? 6.95 : 7.0, north: n < 2 ? 46.05 : 46.0, step, margin: 0.5, plane)
    }
    for coarse in 0..<4 {
      let tiles = try (0..<4).map {
        ElevationMosaic.Source(try tile($0, $0 == coarse ? 1.0 / 1200 : 1.0 / 3600))
      }
      let joined = try RasterJoining.joined(tiles, sharing: ElevationCache(maximumBytes: 1 << 24))
      let mosaic = try ElevationMosaic(sources: joined)
      forEachSeed(300) { random in
        let along = random.double(-0.04...0.04)
        let across = random.double(-1...1) / 1200
        for place in [(46 + along, 7 + across), (46 + across, 7 + along)] {
          let found = mosaic.elevation(latitude: place.0, longitude: place.1) ?? .nan
          let error = found - plane(place.0, place.1)
          try check(abs(error) < 0.3, "\(coarse): \(error) at \(place)")
        }
      }
    }
  }

  @Test(
    "rasters of a zone that overlap and disagree run over into each other, and into nothing below",
    arguments: [
      (-4.0, 0.5), (5, 0.5), (10, 1), (15, 1.5), (40, 1.5), (100, 0.5), (300, 0.2), (2000, 0.1),
    ])
  func overlap(_ metres: Double, _ largest: Double) throws {
    let coarse = try Self.raster(Self.left - 3000, Self.top + 3000, 300, 50, 40) { _, _ in 160 }
    for step in [10.0, 20] {
      let west = try Self.raster(Self.left, Self.top, 10, 400, 400) { _, _ in 100 }
      let count = Int(4000 / step)
      let east = try Self.raster(Self.left + 4000 - metres, Self.top, step, count, count) { _, _ in
        110
      }
      for models in [[west, east, coarse], [east, west, coarse], [west, east]] {
        let mosaic = ElevationMosaic(models)
        let center = east.bounds.center.latitude
        forEachSeed(3) { random in
          // Away from the northern and southern edges, over which both fade.
          let latitude = center + random.double(-0.008...0.008)
          var last: Double?
          for i in -8000...8000 {
            let longitude = east.bounds.west + Double(i) * 2e-6 + 0.01
            guard let found = mosaic.elevation(latitude: latitude, longitude: longitude) else {
              throw PropertyFailure("nothing at \(latitude), \(longitude)")
            }
            try check((99.999...110.001).contains(found), "\(found) at \(latitude), \(longitude)")
            // 0.14 m on.
            if let last {
              try check(abs(found - last) < largest, "\(last), then \(found) at \(longitude)")
            }
            last = found
          }
          let far = mosaic.elevation(latitude: latitude, longitude: east.bounds.east - 0.01)
          try check(abs((far ?? .nan) - 110) < 1e-3, "beyond: \(far ?? .nan)")
        }
      }
    }
  }

  @Test(
    "a turned raster and one in degrees with little in common change over all of it, in no line")
  func narrow() throws {
    let turned = try Self.raster(Self.left, Self.top, 80, 60, 60) { _, _ in 100 }
    let step = 1.0 / 1200
    let middle = turned.bounds.center.latitude
    let corner = try #require(turned.outline).edges.filter { $0.side == .east }.map(\.from.x).min()
    for common in [1.3, 1.6, 2.2] {
      let west = try #require(corner) - common * 80 / 71_500
      let flat = try Self.degrees(
        of: Self.raster(Self.left - 3000, Self.top + 6000, 60, 300, 300) { _, _ in 110 },
        west: west, north: turned.bounds.north, step, 40, 50)
      let mosaic = ElevationMosaic([turned, flat])
      forEachSeed(20) { random in
        let latitude = middle + random.double(-0.01...0.01)
        let found = (-400...400).map { metre in
          mosaic.elevation(latitude: latitude, longitude: west + Double(metre) / 71_500) ?? .nan
        }
        try check(
          found.allSatisfy { $0 > 99.999 && $0 < 110.001 }, "\(common): a gap at \(latitude)")
        let steepest = zip(found, found.dropFirst()).map { abs($0 - $1) }.max() ?? 0
        try check(steepest < 0.5, "\(common): \(steepest) m in one at \(latitude)")
      }
    }
  }

  @Test("a raster in degrees west of a turned one, and east of it: what is held lies in the range")
  func ranges() throws {
    let whole = try Self.whole()
    let turned = try Self.raster(Self.left + 3000, Self.top, 30, 150, 200)
    let step = 2.0 / 3600
    let (columns, rows) = (80, 100)
    for isEast in [false, true] {
      let west =
        isEast ? turned.bounds.east - 0.003 : turned.bounds.west + 0.003 - Double(columns) * step
      let degrees = try Self.degrees(
        of: whole, west: west, north: turned.bounds.north - 0.002, step, columns, rows)
      let edge = isEast ? west : west + Double(columns) * step
      for models in [[turned, degrees], [degrees, turned]] {
        let mosaic = ElevationMosaic(models)
        forEachSeed(1500) { random in
          let latitude = degrees.bounds.center.latitude + random.double(-0.02...0.02)
          let longitude = edge + random.double(-0.004...0.004)
          let found = mosaic.elevation(latitude: latitude, longitude: longitude) ?? .nan
          let wanted = whole.elevation(latitude: latitude, longitude: longitude) ?? .nan
          // In a half cell of 30 m where the overlap starts the outermost samples' values count.
          try check(abs(found - wanted) < 1, "\(found) for \(wanted)")
          let box = GeographicBounds(
            south: latitude, west: longitude, north: latitude, east: longitude)
          let range = mosaic.range(in: box)
          try check(
            range.map { $0.lowerBound <= found + 1e-6 && $0.upperBound >= found - 1e-6 } ?? false,
            "\(found) out of \(String(describing: range)) at \(latitude), \(longitude)")
        }
      }
    }
  }

  @Test("where overlapping rasters end together nothing fades, up to the edge")
  func commonEdge() throws {
    let system = try #require(CoordinateReferenceSystem(epsg: 32632))
    let conversion = CoordinateConversion(system)
    for step in [10.0, 20] {
      let west = try Self.raster(Self.left, Self.top, 10, 300, 200) { _, _ in 100 }
      let east = try Self.raster(
        Self.left + 2000, Self.top, step, Int(3000 / step), Int(2000 / step)
      ) { _, _ in 110 }
      for models in [[west, east], [east, west]] {
        let mosaic = ElevationMosaic(models)
        for x in stride(from: 1900.0, through: 3100, by: 47) {
          func elevation(_ y: Double) throws -> Double {
            let place = try #require(
              conversion.unproject(x: Self.left + x, y: Self.top - 2000 + y))
            return try #require(
              mosaic.elevation(latitude: place.latitude, longitude: place.longitude), "\(x), \(y)")
          }
          // But for the corners, where edges of both cross.
          if abs(x - 2000) < 2 * step || abs(x - 3000) < 2 * step { continue }
          let inside = try elevation(400)
          for y in stride(from: 0.5, through: 100, by: 0.5) {
            let found = try elevation(y)
            #expect(abs(found - inside) < 0.01, "\(x), \(y): \(found), inside \(inside)")
          }
        }
      }
    }
  }

  @Test(
    "posts shared with two coarser tiles: at the finer one's corner no step", arguments: [0, 0.5])
  func cornerOfPosts(_ margin: Double) throws {
    func tile(_ west: Double, _ north: Double, _ step: Double) throws -> ElevationMosaic.Source {
      .init(
        try Self.posts(west: west, north: north, step, margin: margin) { y, x in
          700 + 60 * sin((y - 44) * 3000) + 80 * cos((x - 8) * 2500)
        })
    }
    let tiles = try [
      tile(7.95, 44, 1.0 / 1200), tile(7.95, 44.05, 1.0 / 1200), tile(8, 44, 1.0 / 3600),
    ]
    for sources in [tiles, tiles.reversed()] {
      let joined = try RasterJoining.joined(sources, sharing: ElevationCache(maximumBytes: 1 << 24))
      let mosaic = try ElevationMosaic(sources: joined)
      for x in stride(from: -1.0, through: -0.02, by: 0.02) {
        let longitude = 8 + x / 3600
        let south = mosaic.elevation(latitude: 44 - 1e-7, longitude: longitude)
        let north = mosaic.elevation(latitude: 44 + 1e-7, longitude: longitude)
        #expect(abs((south ?? .nan) - (north ?? .nan)) < 0.1, "\(x)″: \(south ?? .nan)")
      }
    }
  }

  /// Two rasters of the plane beside each other, and a longitude on their seam: of two spacings, their edges so many
  /// metres apart, or one of degrees, over a wedge of which the turned one reaches.
  private static func pair(_ gap: Double?) throws -> (models: [RasterElevation], seam: Double) {
    guard let gap else {
      let turned = try raster(left + 1000, top, 30, 150, 200)
      let step = 3.0 / 3600
      let east = turned.bounds.west + 0.004
      let degrees = try degrees(
        of: whole(), west: east - 60 * step, north: turned.bounds.north + 0.003, step, 60, 72)
      return ([turned, degrees], east)
    }
    let west = try raster(left, top, 10, 300, 300)
    let east = try raster(left + 3000 + gap, top, 30, 100, 100)
    return ([west, east], (west.bounds.east + east.bounds.west) / 2)
  }

  @Test(
    "rays meet the ground between turned rasters, apart or one over a wedge of the other",
    arguments: [nil, 0, 6, 20])
  func rays(_ gap: Double?) throws {
    let (models, seam) = try Self.pair(gap)
    let box = models[0].bounds
    for models in [models, models.reversed()] {
      let mosaic = ElevationMosaic(models)
      let surface = try MosaicSurface(mosaic)
      forEachSeed(1500) { random in
        let latitude = random.double((box.south + 0.006)...(box.north - 0.006))
        let longitude = seam + random.double(-0.003...0.003)
        guard let wanted = mosaic.elevation(latitude: latitude, longitude: longitude) else {
          throw PropertyFailure("nothing at \(latitude), \(longitude)")
        }
        let p = surface.position(of: Coordinate(latitude: latitude, longitude: longitude))
        // Straight down and aslant, 15 degrees of pitch above the ground and more; a map point is 0.09 m.
        let aslant = Vector3(random.double(-40...40), random.double(-40...40), -1)
        for way in [Vector3(0, 0, -1), aslant] {
          let origin = Vector3(p.x, p.y, wanted) - 300 * way
          guard let hit = surface.cast(SurfaceRay(origin: origin, direction: way)).hit else {
            throw PropertyFailure("a miss at \(latitude), \(longitude) along \(way)")
          }
          // The ground is a plane of a tenth, in map points a little bent.
          try check(
            abs(hit.position.z - wanted) < 0.3,
            "\(hit.position.z) for \(wanted) at \(latitude), \(longitude)")
        }
      }
    }
  }
}
