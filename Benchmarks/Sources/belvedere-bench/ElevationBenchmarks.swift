import Belvedere
import Foundation

extension Benchmarks {
  /// Opening a large raster, and bilinear samples of grids in memory and in files.
  func elevations() throws -> [Measurement] {
    var results: [Measurement] = []
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/buildings.geojson"
    try AtomicFile(path: path).write(Self.sparseTIFF())
    results.append(
      try measure("open a 10,000² GeoTIFF", repeats: repeats) {
        let model = try ElevationFile.open(path).model()
        precondition(model.elevation(latitude: 43.5, longitude: 7.5) == 0, "a sample is wrong")
      })
    let side = 1024
    let samples = (0..<(side * side)).map { Float(($0 % side * 7 + $0 / side * 13) % 500) }
    let bounds = GeographicBounds(south: 37, west: -123, north: 38, east: -122)
    let field = HeightField(width: side, height: side, bounds: bounds, samples: samples)
    let step = 1 / Double(side - 1)
    let raster = try Self.model(
      samples, side, .geographic(.wgs84), x: -123, y: 38, step: step)
    let zone = CoordinateReferenceSystem.utm(zone: 10, isNorth: true, datum: .wgs84)
    let utm = try Self.model(samples, side, zone, x: 500_000, y: 4_200_000, step: 80)
    let count = 2000
    let work = (Double(count * count) / 1e6, "Msample")
    let tiles = try TemporaryFolder()
    let models: [(String, any ElevationModel)] = [
      ("sample a height field", field), ("sample a raster", raster), ("sample a UTM raster", utm),
      ("sample Terrarium tiles", try Self.tiles(of: field, in: tiles)),
    ]
    for (name, model) in models {
      let box = model.bounds
      let latitudes = (0..<count).map {
        box.south + (box.north - box.south) * (Double($0) + 0.5) / Double(count)
      }
      let longitudes = (0..<count).map {
        box.west + (box.east - box.west) * (Double($0) + 0.5) / Double(count)
      }
      results.append(
        measure(name, repeats: repeats, work: work) {
          let found = model.elevations(latitudes: latitudes, longitudes: longitudes)
          precondition(!found[(found.count + count) / 2].isNaN, "a sample is missing")
        })
    }
    return results
  }

  /// Tiles about as fine as the field, read back from their folder.
  private static func tiles(
    of field: HeightField, in folder: TemporaryFolder
  ) throws -> TileElevation {
    let inner = GeographicBounds(south: 37.1, west: -122.9, north: 37.9, east: -122.1)
    let writer = TerrariumWriter(covering: inner, zoom: 11)
    for tile in writer.tiles {
      guard let bytes = try writer.encode(tile, of: field) else { continue }
      let path = "\(folder.path)/\(writer.zoom)/\(tile.x)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try AtomicFile(path: "\(path)/\(tile.y).png").write(bytes)
    }
    let model = try TileElevation.open(folder.path, options: .init(encoding: .terrarium))
    // As when a flight has been here before.
    _ = model.range
    return model
  }

  private static func model(
    _ samples: [Float], _ side: Int, _ system: CoordinateReferenceSystem, x: Double, y: Double,
    step: Double
  ) throws -> RasterElevation {
    guard
      let grid = RasterGrid(
        width: side, height: side, system: system, originX: x, originY: y, stepX: step,
        stepY: -step, margin: 0.5)
    else { throw TerrainFileError(file: "benchmark", reason: "has no grid") }
    return try RasterElevation(MemoryRaster(name: "benchmark", grid: grid, samples: samples))
  }

  /// 10,000 × 10,000 samples in 1,600 tiles, none of which was written.
  private static func sparseTIFF() -> [UInt8] {
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    func word(_ value: UInt32, _ count: Int) {
      for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * i))) }
    }
    let entries: [(UInt32, UInt32, UInt32, UInt32)] = [
      (256, 4, 1, 10_000), (257, 4, 1, 10_000), (258, 3, 1, 16), (259, 3, 1, 8), (262, 3, 1, 1),
      (277, 3, 1, 1), (322, 4, 1, 256), (323, 4, 1, 256), (324, 4, 1600, 600),
      (325, 4, 1600, 7000), (339, 3, 1, 2), (33550, 12, 3, 400), (33922, 12, 6, 424),
      (34735, 3, 8, 480),
    ]
    word(UInt32(entries.count), 2)
    for entry in entries {
      word(entry.0, 2)
      word(entry.1, 2)
      word(entry.2, 4)
      word(entry.3, 4)
    }
    bytes += repeatElement(0, count: 400 - bytes.count)
    for number in [0.0001, 0.0001, 0, 0, 0, 0, 7, 44, 0] {
      withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += Array($0) }
    }
    bytes += repeatElement(0, count: 480 - bytes.count)
    for value: UInt32 in [1, 1, 0, 1, 2048, 0, 1, 4326] { word(value, 2) }
    bytes += repeatElement(0, count: 13_400 - bytes.count)
    return bytes
  }
}
