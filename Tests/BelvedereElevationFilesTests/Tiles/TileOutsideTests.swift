import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// Tiles that were made of a raster know where it ends.
@Suite("Tiles and what lies outside their data") struct TileOutsideTests {
  /// On UTM, so that no edge runs along pixels; a hole in the middle.
  private func raster() throws -> RasterElevation {
    let grid = try #require(
      RasterGrid(
        width: 90, height: 70, system: .utm(zone: 32, isNorth: true, datum: .wgs84),
        originX: 350_000, originY: 5_200_000, stepX: 30, stepY: -30, margin: 0.5))
    let samples = (0..<(90 * 70)).map { i -> Float in
      let (x, y) = (i % 90, i / 90)
      return abs(x - 45) <= 3 && abs(y - 35) <= 3 ? .nan : Float(500 + 2 * x + 3 * y)
    }
    return try RasterElevation(
      MemoryRaster(name: "raster", grid: grid, samples: samples), cacheBytes: 0)
  }

  private func tiles(of model: some ElevationModel, zooms: ClosedRange<Int>) throws -> MemoryTiles {
    var tiles = MemoryTiles(zooms: zooms)
    for zoom in zooms {
      let writer = TerrariumWriter(covering: model.bounds, zoom: zoom)
      for tile in writer.tiles {
        let id = try #require(TileID(zoom: zoom, x: tile.x, y: tile.y))
        tiles.tiles[id] = try writer.encode(tile, of: model)
      }
    }
    return tiles
  }

  @Test(
    "there is land where the raster has some; the hole alone is filled",
    arguments: [13...13, 11...13])
  func roundTrip(_ zooms: ClosedRange<Int>) throws {
    let raster = try raster()
    let tiles = try TileElevation(source: tiles(of: raster, zooms: zooms))
    let filled = try ElevationMosaic(sources: [.init(tiles)], fillsVoids: true)
    let box = raster.bounds
    var random = SplitMix64(seed: 2)
    var (inside, outside, holes) = (0, 0, 0)
    // A pixel is 0.00012° of latitude wide there; within one and a half of the edge either may be.
    let margin = 0.0003
    for _ in 0..<4000 {
      let latitude = random.double((box.south - 0.01)...(box.north + 0.01))
      let longitude = random.double((box.west - 0.01)...(box.east + 0.01))
      let around = [-margin, 0, margin].flatMap { dy in
        [-margin, 0, margin].map { dx in
          raster.hasData(latitude: latitude + dy, longitude: longitude + dx)
        }
      }
      let found = filled.elevation(latitude: latitude, longitude: longitude)
      if around.allSatisfy({ !$0 }) {
        outside += 1
        #expect(found == nil, "\(latitude), \(longitude)")
        #expect(!tiles.hasData(latitude: latitude, longitude: longitude))
      } else if around.allSatisfy({ $0 }) {
        inside += 1
        #expect(found != nil && tiles.hasData(latitude: latitude, longitude: longitude))
        guard let expected = raster.elevation(latitude: latitude, longitude: longitude) else {
          holes += 1
          continue
        }
        #expect(abs((found ?? .nan) - expected) < 3)
      }
    }
    #expect(inside > 500 && outside > 500 && holes > 5)
  }

  @Test("what lies outside is transparent and at sea level, a void is black")
  func pixels() throws {
    let raster = try raster()
    let tiles = try tiles(of: raster, zooms: 13...13)
    var (outside, voids, known) = (0, 0, 0)
    for (_, png) in tiles.tiles {
      let image = try PNG.decodeImage(png)
      for i in 0..<(256 * 256) {
        switch Array(image.bytes[(4 * i)..<(4 * i + 4)]) {
        case [128, 0, 0, 0]: outside += 1
        case [0, 0, 0, 255]: voids += 1
        case let pixel:
          #expect(pixel[3] == 255 && pixel[0] >= 129)
          known += 1
        }
      }
    }
    #expect(outside > 1000 && voids > 50 && known > 1000)
  }

  @Test("without filling the hole is a void, and Terrain-RGB's transparent pixels are voids")
  func encodings() throws {
    let raster = try raster()
    let tiles = try TileElevation(source: tiles(of: raster, zooms: 13...13))
    let middle = raster.bounds.center
    #expect(tiles.elevation(latitude: middle.latitude, longitude: middle.longitude) == nil)
    #expect(tiles.hasData(latitude: middle.latitude, longitude: middle.longitude))
    let size = 64
    var samples = [UInt16](repeating: 0, count: size * size * 4)
    for i in 0..<(size * size) {
      samples[4 * i] = 2
      samples[4 * i + 3] = i % size == 30 ? 0 : 255
    }
    var source = MemoryTiles(zooms: 0...0)
    source.info.encoding = .terrainRGB
    let id = try #require(TileID(zoom: 0, x: 0, y: 0))
    source.tiles[id] = try PNG.encode(
      Raster(width: size, height: size, channels: 4, bits: 8, samples: samples))
    let model = try TileElevation(source: source)
    let filled = try ElevationMosaic(sources: [.init(model)], fillsVoids: true)
    let longitude = (30.5 / Double(size)) * 360 - 180
    #expect(model.elevation(latitude: 10, longitude: longitude) == nil)
    #expect(filled.elevation(latitude: 10, longitude: longitude) != nil)
  }

  @Test("beyond the box that a source states there is no ground, whatever tiles reach there")
  func statedBox() throws {
    // Across 180°, and not along pixels.
    let box = GeographicBounds(south: 10.013, west: 179.021, north: 11.237, east: 181.117)
    var tiles = MemoryTiles(zooms: 5...8, bounds: box)
    for zoom in 5...8 {
      for id in TileID.all(over: box, zoom: zoom) {
        try tiles.add(zoom, id.x, id.y, size: 32) { column, row in
          Double((column << (8 - zoom)) % 97 + (row << (8 - zoom)) % 89)
        }
      }
    }
    let model = try TileElevation(source: tiles)
    let coarser = try [5, 6, 7].map { try TileElevation(source: tiles, options: .init(zoom: $0)) }
    let surface = try MosaicSurface(ElevationMosaic([model]))
    var random = SplitMix64(seed: 5)
    var (inside, outside) = (0, 0)
    for _ in 0..<3000 {
      let latitude = random.double(9.7...11.6)
      let longitude = random.double(178.7...181.5)
      let wrapped = longitude > 180 ? longitude - 360 : longitude
      let isInside = box.contains(latitude: latitude, longitude: longitude)
      if isInside { inside += 1 } else { outside += 1 }
      let elevation = model.elevation(latitude: latitude, longitude: wrapped)
      try check((elevation != nil) == isInside, "\(latitude), \(longitude)")
      for interpolation in [ElevationInterpolation.nearest, .bilinear, .bicubic] {
        let values = model.elevations(
          latitudes: [latitude], longitudes: [wrapped], by: interpolation)
        try check(values[0].isNaN != isInside, "\(interpolation) \(latitude), \(longitude)")
      }
      for coarser in coarser {
        try check(
          (coarser.elevation(latitude: latitude, longitude: wrapped) != nil) == isInside,
          "\(coarser.zoom): \(latitude), \(longitude)")
      }
      let p = surface.position(of: Coordinate(latitude: latitude, longitude: wrapped))
      let hit = surface.cast(
        SurfaceRay(origin: Vector3(p.x, p.y, 9000), direction: Vector3(0, 0, -1))
      ).hit
      try check(
        hit.map { abs($0.position.z - (elevation ?? .nan)) < 0.05 } ?? (elevation == nil),
        "\(latitude), \(longitude): \(String(describing: hit)) \(String(describing: elevation))")
    }
    #expect(inside > 500 && outside > 500)
  }
}

extension TileID {
  /// The tiles of a zoom that a box touches.
  fileprivate static func all(over box: GeographicBounds, zoom: Int) -> [TileID] {
    let count = 1 << zoom
    return (0..<(count * count)).compactMap { TileID(zoom: zoom, x: $0 % count, y: $0 / count) }
      .filter { !box.intersections(with: $0.bounds).isEmpty }
  }
}
