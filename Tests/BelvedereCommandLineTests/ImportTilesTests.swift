import BelvedereTestSupport
import Foundation
import Testing

/// `belvedere import` of vector tiles.
@Suite("belvedere import of tiles") struct ImportTilesTests {
  private func write(_ bytes: [UInt8], _ path: String) throws {
    let file = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  private var tile: [UInt8] {
    var writer = VectorTileWriter()
    let square = [(1000, 1000), (1400, 1000), (1400, 1400), (1000, 1400)]
    writer.add(layer: "building", [([("render_height", "40")], .rings([square]))])
    writer.add(
      layer: "transportation", [([("class", "primary")], .lines([[(0, 900), (4096, 950)]]))])
    return writer.bytes
  }

  @Test("a folder of tiles becomes a scene that is drawn and says whom it is owed to")
  func folder() throws {
    let folder = try TemporaryFolder()
    let tiles = folder.path + "/tiles"
    try write(tile, tiles + "/15/17053/11593.pbf")
    try write(
      Array(#"{"attribution": "<a href='x'>&copy; Somebody</a> &amp; others"}"#.utf8),
      tiles + "/metadata.json")
    let scene = folder.path + "/scene"
    let made = try Tool.run(["import", tiles, "-o", scene])
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.text.contains("1 road, 1 building"), "\(made.text)")
    #expect(made.errors.contains("© Somebody & others") && !made.errors.contains("warning"))
    let drawn = try Tool.run(["render", scene, "-o", folder.path + "/a.png", "--size", "64x36"])
    #expect(drawn.status == 0 && drawn.errors.contains("1 height from tags"), "\(drawn.errors)")
    let told = try Tool.run(
      ["import", tiles, "-o", scene, "--attribution", "© Me", "--attribution", "© You", "--json"])
    #expect(told.status == 0 && told.text.contains("\"tiles\": 1"), "\(told.text)")
    let text = try String(contentsOfFile: scene + "/scene.json", encoding: .utf8)
    #expect(text.contains("© Me") && text.contains("© You") && !text.contains("Somebody"))
  }

  @Test("what cannot be imported leaves nothing behind, and the remedy is named")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let empty = folder.path + "/empty"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    let one = folder.path + "/one"
    try write(tile, one + "/3/4/2.mvt")
    // Tiles are tiles, whatever lies beside them.
    try write(Array("{}".utf8), one + "/scene.json")
    let scene = folder.path + "/scene"
    try write(Array(#"{"belvedere": 1}"#.utf8), scene + "/scene.json")
    let broken = folder.path + "/broken"
    try write(Array(tile.dropLast(9)), broken + "/3-4-2.mvt")
    let pictures = folder.path + "/pictures"
    try write(tile, pictures + "/3/4/2.png")
    let output = folder.path + "/out"
    for (arguments, said) in [
      ([empty], "{z}/{x}/{y}.mvt"), ([pictures], "{z}/{x}/{y}.mvt"),
      ([scene], "scene: is a scene already; 'belvedere render' takes it"),
      ([one, "--tile-zoom", "4"], "zooms 3 to 3, none of 4"),
      ([one, "--bbox", "60,170,61,171"], "nothing of it"), ([broken], "tile 3/4/2 "),
      ([try folder.write("a.pmtiles", "PMTiles")], "127"),
      ([try folder.write("b.mbtiles", "")], "b.mbtiles"),
    ] as [([String], String)] {
      let result = try Tool.run(["import"] + arguments + ["-o", output])
      #expect(result.status == 3 && result.errors.contains(said), "\(arguments): \(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: output), "\(arguments)")
    }
    let silent = try Tool.run(["import", one, "-o", output])
    #expect(silent.status == 0 && silent.errors.contains("--attribution"), "\(silent.errors)")
    let other = try Tool.run([
      "import", try folder.write("a.osm", "<osm/>"), "-o", output, "--tile-zoom", "4",
    ])
    #expect(other.status == 2 && other.errors.contains("--tile-zoom"), "\(other.errors)")
  }
}
