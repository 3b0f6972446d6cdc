import BelvedereTestSupport
import Foundation
import Testing

/// What is said of several rasters, and of where they lie.
@Suite("Folders and places of elevations") struct DEMFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  @discardableResult
  private func grid(
    _ name: String, x: Double = 552_000, y: Double = 5_120_000, cell: Double = 30
  ) throws -> String {
    let row = (0..<20).map { "\(100 + $0)" }.joined(separator: " ") + "\n"
    let text =
      "ncols 20\nnrows 20\nxllcorner \(x)\nyllcorner \(y)\ncellsize \(cell)\n"
      + String(repeating: row, count: 20)
    if let end = name.lastIndex(of: "/") {
      try FileManager.default.createDirectory(
        atPath: path(String(name[..<end])), withIntermediateDirectories: true)
    }
    return try folder.write(name, text)
  }

  @Test("info tells metres along both axes, and the system of a scene's raster")
  func spacing() throws {
    let file = try grid("a.asc")
    let raster = try Tool.run(["dem", "info", file, "--crs", "EPSG:32610"])
    #expect(raster.text.contains("resolution: about 30.0 × 30.0 m in the middle"), "\(raster.text)")
    // 0.0025° of longitude at 60° are half as long as of latitude.
    let degrees = try grid("d.asc", x: 7, y: 59.975, cell: 0.0025)
    let angles = try Tool.run(["dem", "info", degrees])
    #expect(angles.text.contains("9.000″ × 9.000″, about 139.5 × 278.5 m"), "\(angles.text)")
    let mercator = try grid("m.asc", x: 780_000, y: 8_399_738, cell: 60)
    let map = try Tool.run(["dem", "info", mercator, "--crs", "EPSG:3857"])
    #expect(map.text.contains("about 30.1 × 30.0 m in the middle"), "\(map.text)")
    let scene = try folder.write(
      "scene.json", #"{"belvedere": 1, "terrain": [{"file": "a.asc", "crs": "EPSG:32610"}]}"#)
    let described = try Tool.run(["dem", "info", scene])
    for words in ["UTM zone 10N, WGS 84", "20 × 20 samples", "30.0 × 30.0 m", "voids: 0"] {
      #expect(described.text.contains(words), "\(words): \(described.text)")
    }
    #expect(try Tool.run(["dem", "info", scene, "--json"]).text.contains("EPSG:32610"))
    let tiles = path("tiles")
    _ = try Tool.run(["dem", "convert", degrees, "-o", tiles, "--zoom", "10"])
    let pyramid = try Tool.run(["dem", "info", tiles])
    #expect(pyramid.text.contains("about 76.7 × 76.6 m in the middle"), "\(pyramid.text)")
  }

  @Test("degrees that are said to be metres of a zone are refused")
  func degreesOfUTM() throws {
    let file = try grid("d.asc", x: 7, y: 46, cell: 0.01)
    for arguments in [
      ["dem", "sample", file, "--at", "46.1,7.1"], ["dem", "convert", file, "-o", path("x.tif")],
      ["render", "--dem", file, "-o", path("x.png")],
    ] {
      let result = try Tool.run(arguments + ["--crs", "EPSG:32610"])
      #expect(result.status == 3, "\(arguments): \(result.errors)")
      #expect(result.errors.contains("look like degrees") && result.errors.contains("EPSG:4326"))
    }
    let info = try Tool.run(["dem", "info", file, "--crs", "EPSG:32610"])
    #expect(info.status == 0 && info.errors.contains("look like degrees"), "\(info.errors)")
    #expect(!info.text.contains("extent") && !info.text.contains("resolution"), "\(info.text)")
  }

  @Test("a note on the datum is given once, with the number of files")
  func datumOnce() throws {
    for n in 0..<5 { try grid("nad/\(n).asc", x: 552_000 + 600 * Double(n)) }
    for command in [["info", path("nad")], ["hillshade", path("nad"), "-o", path("x.png")]] {
      let result = try Tool.run(["dem"] + command + ["--crs", "EPSG:26710", "-q"])
      #expect(result.status == 0, "\(result.errors)")
      let told = result.errors.split(separator: "\n").filter { $0.contains("NAD27") }
      #expect(told.count == 1 && told[0].contains("5 files"), "\(result.errors)")
    }
    let one = try Tool.run([
      "dem", "info", path("nad/0.asc"), "--crs", "EPSG:26710",
    ])
    #expect(one.errors.contains("NAD27") && !one.errors.contains("files"), "\(one.errors)")
  }

  @Test("a raster of a folder that cannot be used is left out by name, as long as others serve")
  func leftOut() throws {
    try grid("mixed/good.asc", x: 7, y: 46, cell: 0.01)
    try grid("mixed/placeless.asc")
    try folder.write("mixed/damaged.tif", [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1])
    try folder.write("mixed/N46E008.hgt", Array(repeating: 0, count: 1000))
    for arguments in [
      ["dem", "info", path("mixed")], ["dem", "sample", path("mixed"), "--at", "46.1,7.1"],
      ["dem", "hillshade", path("mixed"), "-o", path("x.png")],
      ["render", "--dem", path("mixed"), "-o", path("x.png"), "--size", "40x30"],
    ] {
      let result = try Tool.run(arguments)
      #expect(result.status == 0, "\(arguments): \(result.errors)")
      for name in ["placeless.asc: left out", "damaged.tif: left out", "N46E008.hgt: left out"] {
        #expect(result.errors.contains(name), "\(arguments): \(result.errors)")
      }
    }
    let info = try Tool.run(["dem", "info", path("mixed"), "--json"])
    #expect(info.text.contains("good.asc") && info.text.contains("left out"), "\(info.text)")
    let render = try Tool.run([
      "render", "--dem", path("mixed"), "-o", path("x.png"), "--size", "40x30", "--json",
    ])
    #expect(render.text.contains("rasters left out"), "\(render.text)")
    // Where none serves the first one says why.
    try FileManager.default.removeItem(atPath: path("mixed/good.asc"))
    let none = try Tool.run(["dem", "info", path("mixed")])
    #expect(none.status == 3 && none.errors.contains("N46E008.hgt"), "\(none.errors)")
    // A file that is named by itself is not left out.
    try grid("good.asc", x: 7, y: 46, cell: 0.01)
    let named = try Tool.run([
      "render", "--dem", path("good.asc"), "--dem", path("mixed/damaged.tif"), "-o", path("x.png"),
    ])
    #expect(named.status == 3 && named.errors.contains("damaged.tif"), "\(named.errors)")
  }

  @Test("a stage that takes long is told of")
  func longStage() throws {
    let server = try MisbehavingServer { _ in
      [.wait(6)] + MisbehavingServer.response("404 Not Found")
    }
    defer { server.stop() }
    let told = try Tool.run([
      "render", "--dem", server.template, "--encoding", "terrarium", "--allow-net",
      "--allow-private-net", "--tile-zoom", "0", "--tile-bounds", "45,6,46,7", "-o", path("x.png"),
      "--size", "40x30",
    ])
    #expect(told.errors.contains(" s so far"), "\(told.errors)")
  }
}
