import BelvedereElevationFiles
import BelvedereImaging
import BelvedereSceneModel
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Terrain of scenes") struct TerrainSourceTests {
  /// A grid of a degree at one elevation; NaN is a void.
  private func grid(_ metres: Double, step: Double = 0.05, void: Bool = false) -> String {
    let side = Int((1 / step).rounded())
    let rows = (0..<side).map { row in
      (0..<side).map { column in
        void && abs(row - side / 2) < 3 && abs(column - side / 2) < 3 ? "-9999" : "\(metres)"
      }.joined(separator: " ")
    }
    return "ncols \(side)\nnrows \(side)\nxllcorner 7\nyllcorner 46\ncellsize \(step)\n"
      + "nodata_value -9999\n" + rows.joined(separator: "\n")
  }

  private func tile(_ metres: Int) throws -> [UInt8] {
    let v = (metres + 32768) * 256
    let pixel = [UInt16(v >> 16), UInt16(v >> 8 & 255), UInt16(v & 255)]
    return try PNG.encode(
      Raster(
        width: 64, height: 64, channels: 3, bits: 8,
        samples: (0..<(64 * 64)).flatMap { _ in pixel }))
  }

  private func folder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  private func load(
    _ folder: TemporaryFolder, _ terrain: String, outside: Bool = false, fillsVoids: Bool = true
  ) throws -> LoadedScene {
    let path = try folder.write("scene.json", #"{"belvedere": 1, "terrain": [\#(terrain)]}"#)
    return try SceneLoader(allowsOutsideFiles: outside, fillsVoids: fillsVoids).load(path: path)
  }

  @Test("tiles, folders and files are terrain, and the first one counts first")
  func sources() throws {
    let place = try TemporaryFolder()
    try folder("\(place.path)/tiles/0/0")
    try place.write("tiles/0/0/0.png", tile(70))
    try folder("\(place.path)/grids")
    try place.write("grids/a.asc", grid(200))
    try place.write("b.asc", grid(100))
    let tiles = #"{"file": "tiles", "encoding": "terrarium"}"#
    let world = try load(place, tiles).scene.ground
    #expect(world.elevation(latitude: 46.5, longitude: 7.5) == 70)
    let all = try load(
      place,
      #"{"file": "grids", "crs": "EPSG:4326"}, {"file": "b.asc", "crs": "EPSG:4326"}, \#(tiles)"#)
    let ground = all.scene.ground
    #expect(all.warnings.isEmpty, "\(all.warnings)")
    #expect(ground.elevation(latitude: 46.5, longitude: 7.5) == 200)
    #expect(ground.sample(latitude: 46.5, longitude: 7.5)?.sourceName == "grids/a.asc")
    #expect(ground.elevation(latitude: -20, longitude: 30) == 70)
    let other = try load(
      place, #"{"file": "b.asc", "crs": "EPSG:4326"}, {"file": "grids", "crs": "EPSG:4326"}"#
    ).scene.ground
    #expect(other.elevation(latitude: 46.5, longitude: 7.5) == 100)
    // One PNG that is a tile.
    try place.write("0_0_0.png", tile(33))
    let one = try load(place, #"{"file": "0_0_0.png", "encoding": "terrarium"}"#).scene.ground
    #expect(one.elevation(latitude: 10, longitude: 10) == 33)
  }

  @Test("no file of a terrain leaves the scene's folder, nor a link in a folder of files or tiles")
  func confinement() throws {
    let outside = try TemporaryFolder()
    try outside.write("a.asc", grid(200))
    try outside.write("0.png", tile(70))
    let place = try TemporaryFolder()
    try folder("\(place.path)/grids")
    try folder("\(place.path)/tiles/0/0")
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: "\(place.path)/grids/a.asc", withDestinationPath: "\(outside.path)/a.asc")
    try manager.createSymbolicLink(
      atPath: "\(place.path)/tiles/0/0/0.png", withDestinationPath: "\(outside.path)/0.png")
    try manager.createSymbolicLink(
      atPath: "\(place.path)/all", withDestinationPath: outside.path)
    for name in ["grids", "all", "../x", outside.path] {
      let error = #expect(throws: SceneError.self, "\(name)") {
        _ = try load(place, #"{"file": "\#(name)"}"#)
      }
      #expect(error?.path == "terrain[0].file", "\(name)")
      #expect(error?.message.contains("folder") == true, "\(name): \(error?.message ?? "")")
    }
    let inner = try load(place, #"{"file": "grids", "crs": "EPSG:4326"}"#, outside: true).scene
      .ground
    #expect(inner.elevation(latitude: 46.5, longitude: 7.5) == 200)
    let tiles = #"{"file": "tiles", "encoding": "terrarium"}"#
    // The tile is asked for when the folder is opened, to learn its size.
    #expect(throws: SceneError.self) { _ = try load(place, tiles) }
    let allowed = try load(place, tiles, outside: true).scene.ground
    #expect(allowed.elevation(latitude: 46.5, longitude: 7.5) == 70)
  }

  @Test("voids are filled from the terrain after it, else from around them, and told once")
  func voids() throws {
    let place = try TemporaryFolder()
    try place.write("holed.asc", grid(200, void: true))
    try place.write("whole.asc", grid(100))
    let both = try load(
      place,
      #"{"file": "holed.asc", "crs": "EPSG:4326"}, {"file": "whole.asc", "crs": "EPSG:4326"}"#)
    let sample = try #require(both.scene.ground.sample(latitude: 46.475, longitude: 7.525))
    #expect(sample.kind == .filledFromCoarser)
    // The whole one lies 100 m lower; it is raised to what is around the hole.
    #expect((199...200).contains(sample.elevation))
    #expect(both.warnings.count == 1)
    #expect(both.warnings.first?.description.contains("25 void samples") == true)
    let alone = try load(place, #"{"file": "holed.asc", "crs": "EPSG:4326"}"#)
    #expect(
      alone.scene.ground.sample(latitude: 46.475, longitude: 7.525)?.kind == .interpolated)
    #expect(alone.warnings.count == 1)
    #expect(alone.report.entries.isEmpty)
    let kept = try load(place, #"{"file": "holed.asc", "crs": "EPSG:4326"}"#, fillsVoids: false)
    #expect(kept.scene.ground.elevation(latitude: 46.475, longitude: 7.525) == nil)
    #expect(kept.warnings.isEmpty)
  }

  @Test("voids of an .hgt tile are seen by the mosaic")
  func tileVoids() throws {
    let place = try TemporaryFolder()
    var data = [UInt8](repeating: 0, count: 2 * 1201 * 1201)
    for row in 590...610 {
      for column in 590...610 { data[2 * (row * 1201 + column)] = 0x80 }
    }
    try place.write("N46E007.hgt", data)
    try place.write("coarse.asc", grid(50))
    let loaded = try load(place, #"{"file": "N46E007.hgt"}, {"file": "coarse.asc"}"#)
    let sample = try #require(loaded.scene.ground.sample(latitude: 46.5, longitude: 7.5))
    #expect(sample.kind == .filledFromCoarser)
    #expect(sample.elevation > 0 && sample.elevation < 5)
  }

  @Test("keys that mean nothing for a source are warned about, wrong values are errors")
  func keys() throws {
    let place = try TemporaryFolder()
    try place.write("a.asc", grid(200))
    #expect(
      try load(place, #"{"file": "a.asc", "crs": "EPSG:4326", "scale": 2}"#).warnings.count == 1)
    for wrong in [
      #""zoom": 1.5"#, #""zoom": 40"#, #""encoding": "x""#, #""crs": "here""#, #""tileSize": 300"#,
    ] {
      #expect(throws: SceneError.self, "\(wrong)") {
        _ = try load(place, #"{"file": "a.asc", \#(wrong)}"#)
      }
    }
    #expect(throws: SceneError.self) { _ = try load(place, #"{"url": "tiles/{z}/{x}/{y}"}"#) }
  }

  @Test(
    "samples lower than any ground are told of: they may be voids that the file does not declare")
  func undeclaredVoids() throws {
    let place = try TemporaryFolder()
    let deep = grid(200).replacingOccurrences(of: "\n200.0 ", with: "\n-32768 ")
    try place.write("deep.asc", deep)
    try place.write("trench.asc", grid(-10_935))
    let loaded = try load(
      place,
      #"{"file": "deep.asc", "crs": "EPSG:4326"}, {"file": "trench.asc", "crs": "EPSG:4326"}"#)
    #expect(loaded.warnings.count == 1, "\(loaded.warnings)")
    let warning = try #require(loaded.warnings.first)
    #expect(warning.file == "deep.asc" && warning.message.contains("-a_nodata -32768"))
    #expect(loaded.scene.ground.elevation(latitude: 46.525, longitude: 7.025) == -32768)
  }
}
