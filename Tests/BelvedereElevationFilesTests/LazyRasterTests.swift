import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Rasters that stay in their files") struct LazyRasterTests {
  /// A file of 10,000 × 10,000 samples, of which the disk holds what was written: the header.
  private func largeFile(_ folder: TemporaryFolder) throws -> String {
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    func word(_ value: UInt32, _ count: Int) {
      for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * i))) }
    }
    let entries: [(UInt32, UInt32, UInt32, UInt32)] = [
      (256, 4, 1, 10_000), (257, 4, 1, 10_000), (258, 3, 1, 16), (259, 3, 1, 1), (262, 3, 1, 1),
      (273, 4, 10_000, 1000), (277, 3, 1, 1), (278, 4, 1, 1), (279, 4, 10_000, 41_000),
      (339, 3, 1, 2), (33550, 12, 3, 400), (33922, 12, 6, 424), (34735, 3, 8, 480),
    ]
    word(UInt32(entries.count), 2)
    for entry in entries {
      word(entry.0, 2)
      word(entry.1, 2)
      word(entry.2, 4)
      word(entry.3, 4)
    }
    word(0, 4)
    func pad(_ count: Int) { bytes += repeatElement(0, count: count - bytes.count) }
    func number(_ value: Double) {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += Array($0) }
    }
    pad(400)
    [0.0001, 0.0001, 0, 0, 0, 0, 7, 44, 0].forEach(number)
    pad(480)
    for value: UInt32 in [1, 1, 0, 1, 2048, 0, 1, 4326] { word(value, 2) }
    pad(1000)
    for i in 0..<10_000 { word(UInt32(81_000 + 20_000 * i), 4) }
    for _ in 0..<10_000 { word(20_000, 4) }
    // The first samples of row 5,000 are 0x0102.
    let path = try folder.write("large.tif", bytes)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seek(toOffset: UInt64(81_000 + 20_000 * 5000))
    try file.write(contentsOf: Data(repeating: 1, count: 200))
    try file.truncate(atOffset: UInt64(81_000 + 20_000 * 10_000))
    try file.close()
    return path
  }

  @Test("few of 10,000 × 10,000 samples are read")
  func large() throws {
    let folder = try TemporaryFolder()
    let path = try largeFile(folder)
    let model = try ElevationFile.open(path).model()
    #expect(model.elevation(latitude: 44 - 0.0001 * 5000.5, longitude: 7 + 0.0001 * 10.5) == 257)
    #expect(model.elevation(latitude: 43.2, longitude: 7.9) == 0)
    #expect(model.failure == nil)
    // Three short strips make a block.
    #expect(model.blockReads <= 6)
  }

  @Test("grids of answers are the single answers, however few blocks are kept")
  func batches() throws {
    for (name, _, bytes) in try RasterTable.tiffs().enumerated()
      .filter({ $0.offset % 9 == 0 }).map(\.element)
    {
      for system in [nil, CoordinateReferenceSystem.utm(zone: 33, isNorth: true, datum: .wgs84)] {
        let raster = try ElevationFile.open(bytes: bytes, name: name).raster
        // The same samples 1 km apart in a zone of UTM.
        let placed: any ElevationRaster =
          try system.map {
            MemoryRaster(
              name: name,
              grid: try #require(
                RasterGrid(
                  width: 21, height: 19, system: $0, originX: 480_000, originY: 5_000_000,
                  stepX: 1000, stepY: -1000, margin: 0.5)),
              samples: try raster.read(column: 0, row: 0, width: 21, height: 19))
          } ?? raster
        let model = try RasterElevation(placed, cacheBytes: 0)
        let box = model.bounds
        let latitudes: [Double] = (0...40).map {
          box.north + 0.002 - Double($0) / 40 * (box.north - box.south + 0.004)
        }
        let longitudes: [Double] = (0...40).map {
          box.west - 0.002 + Double($0) / 40 * (box.east - box.west + 0.004)
        }
        let all = model.elevations(latitudes: latitudes, longitudes: longitudes)
        var known = 0
        for (i, latitude) in latitudes.enumerated() {
          for (j, longitude) in longitudes.enumerated() {
            let one = model.elevation(latitude: latitude, longitude: longitude)
            let many = all[i * 41 + j]
            if one != nil { known += 1 }
            let isSame = one == nil ? many.isNaN : abs(Float(one ?? 0) - many) <= 0.02
            #expect(isSame, "\(name): \(latitude), \(longitude)")
          }
        }
        #expect(known > 1200 && known < 1681)
        let scattered = model.elevations(
          at: latitudes.map { Coordinate(latitude: $0, longitude: longitudes[20]) })
        for i in latitudes.indices {
          #expect(scattered[i].isNaN == all[i * 41 + 20].isNaN)
        }
      }
    }
  }

  @Test("a raster around the Earth has no seam")
  func around() throws {
    // 1° pixels whose centres stand on half degrees: none stands on ±180°.
    let samples = (0..<180).flatMap { row in (0..<360).map { Float($0 * 10 + row) } }
    let grid = try #require(
      RasterGrid(
        width: 360, height: 180, system: .geographic(.wgs84), originX: -179.5, originY: 89.5,
        stepX: 1, stepY: -1, margin: 0.5))
    let model = try RasterElevation(MemoryRaster(name: "a", grid: grid, samples: samples))
    #expect(model.elevation(latitude: 0.5, longitude: 180) == 1884)
    #expect(model.elevation(latitude: 0.5, longitude: -180) == 1884)
    #expect(model.elevation(latitude: 0.5, longitude: 179.75) == 2781.5)
    #expect(model.elevation(latitude: 0.5, longitude: 540.5) == 89)
    #expect(model.elevation(latitude: 90, longitude: 0.5) == 1800)
    let line = model.elevations(latitudes: [0.5], longitudes: [179.5, 180, 180.5, -180, 0.5])
    #expect(line == [3679, 1884, 89, 1884, 1889])
  }

  @Test(
    "a raster around the Earth whose last column repeats its first one is one without that column",
    arguments: [-180.0, 0], [true, false])
  func repeatedMeridian(_ origin: Double, _ isInMemory: Bool) throws {
    let grid = try #require(
      RasterGrid(
        width: 361, height: 181, system: .geographic(.wgs84), originX: origin, originY: 90,
        stepX: 1, stepY: -1, margin: 0.5))
    let strips = Strips(name: "nodes", grid: grid, left: 0, top: 0) { column, row in
      Float(column % 360 * 10 + row)
    }
    let samples = try strips.read(column: 0, row: 0, width: 361, height: 181)
    let memory = MemoryRaster(name: "nodes", grid: grid, samples: samples)
    let model = try RasterElevation(isInMemory ? memory : strips, cacheBytes: 0, largestWhole: 1000)
    #expect(model.bounds.east - model.bounds.west == 360)
    for (offset, wanted) in [
      (0.0, 0.0), (360, 0), (0.25, 2.5), (359, 3590), (359.25, 2692.5), (359.75, 897.5),
      (180, 1800),
      (-0.5, 1795),
    ] {
      let longitude = origin + offset
      let place = Coordinate(latitude: 0, longitude: longitude > 180 ? longitude - 360 : longitude)
      let found = model.elevation(latitude: place.latitude, longitude: place.longitude)
      #expect(abs((found ?? .nan) - wanted - 90) < 1e-9, "\(offset): \(found ?? .nan)")
      #expect(
        abs(Double(model.elevations(at: [place])[0]) - wanted - 90) < 0.01, "\(offset)")
    }
    guard !isInMemory else { return }
    // Beside the meridian lower resolutions, too, go up over one cell, and not over half of one.
    let far = try #require(model.coarsened(to: 4))
    let middle = far.elevation(latitude: 0, longitude: origin)
    // A quarter of the way back from the first two columns' mean to that of the last two.
    #expect(abs((middle ?? .nan) - 989.5) < 1e-6, "\(middle ?? .nan)")
  }

  @Test(
    "rays from above meet the ground of a raster around the Earth, across ±180° and in wide cells, too",
    arguments: [1.0, 0.25])
  func raysAround(_ step: Double) throws {
    let (width, height) = (Int(360 / step), Int(180 / step))
    var relief = SplitMix64(seed: 11)
    let samples = (0..<(width * height)).map { _ in Float(relief.double(0...1000)) }
    let grid = try #require(
      RasterGrid(
        width: width, height: height, system: .geographic(.wgs84), originX: -180 + step / 2,
        originY: 90 - step / 2, stepX: step, stepY: -step, margin: 0.5))
    let model = try RasterElevation(MemoryRaster(name: "a", grid: grid, samples: samples))
    let surface = try MosaicSurface(ElevationMosaic(sources: [.init(model, name: "a")]))
    forEachSeed(2000) { random in
      let isNearEdge = random.int(0...1) == 0
      let place = Coordinate(
        latitude: random.double(-85...85),
        longitude: isNearEdge ? 180 + random.double(-1...1) * step : random.double(-180...180)
      )
      let p = surface.position(of: place)
      let ray = SurfaceRay(origin: Vector3(p.x, p.y, 5000), direction: Vector3(0, 0, -1))
      guard let hit = surface.cast(ray).hit,
        let wanted = model.elevation(latitude: place.latitude, longitude: place.longitude)
      else { throw PropertyFailure("nothing at \(place)") }
      try check(abs(hit.position.z - wanted) < 0.01, "\(place): \(hit.position.z) for \(wanted)")
    }
  }

  @Test("a tile that is read in pieces gives the numbers of the whole")
  func tiles() throws {
    guard let path = SharedData.file("sf/N37W123.hgt") else { return }
    let whole = try HGT.decode(bytes(ofFile: path), name: "N37W123.hgt")
    let model = try ElevationFile.open(path).model()
    forEachSeed(2000) { random in
      let latitude = 37 + Double(random.next() % 1_000_000) / 1e6
      let longitude = -123 + Double(random.next() % 1_000_000) / 1e6
      let a = whole.elevation(latitude: latitude, longitude: longitude)
      let b = model.elevation(latitude: latitude, longitude: longitude)
      let isSame = (a == nil) == (b == nil) && abs((a ?? 0) - (b ?? 0)) < 1e-6
      try check(isSame, "\(latitude), \(longitude): \(a ?? .nan), \(b ?? .nan)")
    }
    #expect(model.statistics.voidCount == 192)
    #expect(model.range == whole.range)
    #expect(abs(model.resolution - 1 / 1200.0) < 1e-15)
    let corner = whole.elevation(latitude: 37, longitude: -122)
    #expect(model.elevation(latitude: 37, longitude: -122) == corner)
    #expect(model.elevation(latitude: 36.9999, longitude: -122.5) == nil)
  }

  @Test("damaged pieces are void, and the model says so")
  func damage() throws {
    var (_, _, bytes) = try #require(
      try RasterTable.tiffs().first { $0.name.contains("int16 deflate predictor 1 tiles") })
    // Behind the directory lie the tiles.
    for i in (bytes.count - 40)..<bytes.count { bytes[i] = 0xFF }
    let model = try ElevationFile.open(bytes: bytes, name: "a.tif").model()
    let last = (latitude: 50 - 0.185, longitude: 20.165)
    #expect(model.elevation(latitude: last.latitude, longitude: last.longitude) == nil)
    #expect(model.failure is TerrainFileError)
    #expect(throws: TerrainFileError.self) {
      try model.value(latitude: last.latitude, longitude: last.longitude)
    }
    #expect(model.elevation(latitude: 49.995, longitude: 20.005) == 0)
    #expect(model.statistics.unreadableBlocks == 1)
  }
}
