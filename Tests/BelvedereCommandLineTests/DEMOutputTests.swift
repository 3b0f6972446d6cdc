import BelvedereTestSupport
import Foundation
import Testing

/// Names of outputs that would not give what they say, or would take what is read.
@Suite("Outputs of elevations") struct DEMOutputTests {
  private let folder: TemporaryFolder
  private let grid: String

  init() throws {
    folder = try TemporaryFolder()
    let rows = (0..<30).map { y in (0..<30).map { x in "\(200 + x * y)" }.joined(separator: " ") }
    grid = try folder.write(
      "a.asc",
      "ncols 30\nnrows 30\nxllcorner 7\nyllcorner 46\ncellsize 0.001\n"
        + rows.joined(separator: "\n"))
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  @Test("an ending of another format is refused, and nothing is written")
  func endings() throws {
    let before = folder.contents
    for (arguments, words) in [
      (["render", "--dem", grid, "-o", path("x.jpg")], [".jpg", ".png", "--format"]),
      (["render", "--dem", grid, "-o", path("x.y4")], [".y4", ".y4m"]),
      (["dem", "hillshade", grid, "-o", path("x.jpeg")], [".jpeg", ".png"]),
      (["dem", "convert", grid, "-o", path("x.mbtiles"), "--zoom", "9"], [".mbtiles", "folder"]),
      (["dem", "convert", grid, "-o", path("x.jpg")], [".jpg", ".tif"]),
      (
        ["dem", "convert", grid, "-o", path("x.asc"), "--zoom", "9"], ["--zoom", "x.asc", "folder"]
      ),
      (
        ["dem", "convert", grid, "-o", path("x.tif"), "--zoom", "9"], ["--zoom", "x.tif", "folder"]
      ),
    ] {
      let result = try Tool.run(arguments)
      #expect(result.status == 2, "\(arguments)")
      for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
    }
    #expect(folder.contents == before)
    for name in ["x.PNG", "no-ending", "folder.d/.hidden"] {
      try FileManager.default.createDirectory(
        atPath: path("folder.d"), withIntermediateDirectories: true)
      let result = try Tool.run([
        "render", "--dem", grid, "-o", path(name), "--size", "32x24", "-q",
      ])
      #expect(result.status == 0, "\(result.errors)")
      #expect(try bytes(ofFile: path(name)).starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(name)")
    }
    let named = try Tool.run([
      "render", "--dem", grid, "-o", path("x.jpg"), "--format", "png", "--size", "32x24", "-q",
    ])
    #expect(named.status == 0)
  }

  @Test("what is read is not written over, whatever its name")
  func sameFile() throws {
    let original = try bytes(ofFile: grid)
    #expect(symlink("a.asc", path("link.asc")) == 0)
    #expect(link(grid, path("hard.asc")) == 0)
    for output in [grid, path("./a.asc"), path("link.asc"), path("hard.asc")] {
      let result = try Tool.run(["dem", "convert", grid, "-o", output])
      #expect(
        result.status == 2 && result.errors.contains("choose another name"), "\(result.errors)")
      #expect(try bytes(ofFile: grid) == original)
    }
    // A grid's own .prj, and the scene beside a gray picture.
    #expect(try Tool.run(["dem", "convert", grid, "-o", path("b.asc")]).status == 0)
    try FileManager.default.moveItem(atPath: path("b.asc"), toPath: path("b.grd"))
    let prj = try bytes(ofFile: path("b.prj"))
    let beside = try Tool.run(["dem", "convert", path("b.grd"), "-o", path("b.asc")])
    #expect(beside.status == 2, "\(beside.errors)")
    #expect(try bytes(ofFile: path("b.prj")) == prj)
    try folder.write("s.json", #"{"belvedere": 1, "terrain": [{"file": "a.asc"}]}"#)
    let scene = try bytes(ofFile: path("s.json"))
    for output in ["s.png", "a.asc"] {
      let result = try Tool.run(["dem", "convert", path("s.json"), "-o", path(output)])
      #expect(result.status == 2, "\(output): \(result.errors)")
    }
    for input in [[path("s.json")], ["--dem", grid]] {
      let result = try Tool.run(["render"] + input + ["-o", path("a.asc"), "--format", "png"])
      #expect(result.status == 2, "\(input): \(result.errors)")
    }
    #expect(try bytes(ofFile: path("s.json")) == scene && bytes(ofFile: grid) == original)
    let other = try Tool.run(["dem", "convert", grid, "-o", path("other.asc")])
    #expect(other.status == 0, "\(other.errors)")
    let again = try Tool.run(["dem", "convert", grid, "-o", path("other.asc")])
    #expect(again.status == 0, "\(again.errors)")
  }

  @Test("a folder of tiles says what they are, and is read without an option")
  func tileMetadata() throws {
    let tiles = path("tiles")
    for zoom in ["11", "10"] {
      let result = try Tool.run(["dem", "convert", grid, "-o", tiles, "--zoom", zoom])
      #expect(result.status == 0, "\(result.errors)")
    }
    let text = String(decoding: try bytes(ofFile: tiles + "/tilejson.json"), as: UTF8.self)
    for words in [
      #""encoding": "terrarium""#, #""minzoom": 10"#, #""maxzoom": 11"#, #""tilejson": "3.0.0""#,
    ] {
      #expect(text.contains(words), "\(text)")
    }
    let sample = try Tool.run(["dem", "sample", tiles, "--at", "46.015,7.015"])
    let expected = try Tool.run(["dem", "sample", grid, "--at", "46.015,7.015"])
    func metres(_ result: Tool.Result) throws -> Double {
      try #require(result.text.split(separator: " ").first.flatMap { Double($0) })
    }
    #expect(sample.status == 0, "\(sample.errors)")
    #expect(abs(try metres(sample) - metres(expected)) < 3)
    // The tiles that are read are not written over; others may be put beside them.
    let same = try Tool.run(["dem", "convert", tiles, "-o", tiles + "/.", "--zoom", "11"])
    #expect(same.status == 2 && same.errors.contains("zoom 11"), "\(same.errors)")
    let coarser = try Tool.run(["dem", "convert", tiles, "-o", tiles, "--zoom", "9"])
    #expect(coarser.status == 0, "\(coarser.errors)")
  }

  @Test("Terrarium tiles are not put among those of another encoding")
  func otherEncoding() throws {
    let tiles = path("rgb")
    try FileManager.default.createDirectory(atPath: tiles, withIntermediateDirectories: true)
    try folder.write("rgb/tiles.json", #"{"encoding": "mapbox"}"#)
    let result = try Tool.run(["dem", "convert", grid, "-o", tiles, "--zoom", "10"])
    #expect(result.status == 2 && result.errors.contains("terrain-rgb"), "\(result.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: tiles) == ["tiles.json"])
  }

  @Test("an output of nothing but voids is warned of")
  func voids() throws {
    let row = String(repeating: "-9999 ", count: 20) + "\n"
    let empty = try folder.write(
      "void.asc",
      "ncols 20\nnrows 20\nxllcorner 7\nyllcorner 46\ncellsize 0.001\nNODATA_value -9999\n"
        + String(repeating: row, count: 20))
    for arguments in [
      ["dem", "hillshade", empty, "-o", path("v.png")],
      ["dem", "hillshade", empty, "-o", path("v.png"), "--keep-voids"],
      ["dem", "convert", empty, "-o", path("v.tif")],
    ] {
      let result = try Tool.run(arguments + ["-q"])
      #expect(result.status == 0)
      #expect(
        result.errors.contains("the picture is empty")
          || result.errors.contains("every sample is void, and so is"), "\(result.errors)")
    }
    let known = try Tool.run(["dem", "hillshade", grid, "-o", path("v.png"), "-q"])
    #expect(known.errors.isEmpty || !known.errors.contains("empty"), "\(known.errors)")
  }
}
