import BelvedereTestSupport
import Foundation
import Testing

/// What is said of sources of elevations that are repeated, silent or wrong.
@Suite("Errors and warnings of sources of elevations") struct ElevationSourceErrorTests {
  private func scene(_ folder: TemporaryFolder, _ terrain: String) throws -> String {
    try folder.write("scene.json", "{\"belvedere\": 1,\n\"terrain\": [\(terrain)]}")
  }

  private func grid(_ folder: TemporaryFolder, _ name: String, west: Double = 7) throws {
    try folder.write(
      name,
      "ncols 20\nnrows 20\nxllcorner \(west)\nyllcorner 46\ncellsize 0.01\n"
        + String(repeating: String(repeating: "12.5 ", count: 20) + "\n", count: 20))
  }

  @Test("an error of a terrain names the scene, the line and the key")
  func places() throws {
    let folder = try TemporaryFolder()
    try grid(folder, "a.asc")
    #expect(symlink("loop", "\(folder.path)/loop") == 0)
    let tiles = #""encoding": "terrarium""#
    let cases: [(String, Int32, [String])] = [
      (#"{"url": "https://h/{z}/{x}.png", \#(tiles)}"#, 3, ["terrain[0].url", "{z}, {x} and {y}"]),
      (#"{"url": "file:///etc/{z}/{x}/{y}", \#(tiles)}"#, 3, ["terrain[0].url", "http or https"]),
      (#"{"url": "http://h/{z}/{x}/{y}", \#(tiles)}"#, 5, ["terrain[0].url", "--allow-net"]),
      (#"{"file": "loop"}"#, 3, ["terrain[0].file", "leads nowhere, or to itself"]),
      (
        #"{"url": "http://h/{z}/{x}/{y}", "zoom": 99, \#(tiles)}"#, 3,
        ["terrain[0].zoom", "got 99\n"]
      ),
    ]
    for (terrain, status, words) in cases {
      let file = try scene(folder, terrain)
      let result = try Tool.run(["dem", "info", file])
      #expect(result.status == status, "\(terrain): \(result.errors)")
      for word in words + ["scene.json:2:"] {
        #expect(result.errors.contains(word), "\(terrain): \(result.errors)")
      }
    }
    let here = try Tool.run(["dem", "info", try scene(folder, #"{"file": "."}"#)])
    #expect(here.status == 0 && !here.errors.contains("is a link"), "\(here.errors)")
  }

  @Test("keys that mean nothing for a file are warned about")
  func keys() throws {
    let folder = try TemporaryFolder()
    try grid(folder, "a.asc")
    let tile = [UInt8](repeating: 0, count: 2 * 1201 * 1201)
    try folder.write("N46E007.hgt", tile)
    let zoom = try Tool.run(["dem", "info", try scene(folder, #"{"file": "a.asc", "zoom": 3}"#)])
    #expect(zoom.status == 0 && zoom.errors.contains("terrain[0].zoom"), "\(zoom.errors)")
    let crs = try Tool.run([
      "dem", "info", try scene(folder, #"{"file": "N46E007.hgt", "crs": "EPSG:32632"}"#),
    ])
    #expect(crs.status == 0 && crs.errors.contains("ignored"), "\(crs.errors)")
    let option = try Tool.run([
      "dem", "info", "\(folder.path)/N46E007.hgt", "--crs", "EPSG:32632",
    ])
    #expect(option.status == 0 && option.errors.contains("ignored"), "\(option.errors)")
  }

  @Test("the same source again is left out, and equal warnings are summed up")
  func repeated() throws {
    let folder = try TemporaryFolder()
    try grid(folder, "a.asc")
    let file = try scene(
      folder, Array(repeating: #"{"file": "a.asc"}"#, count: 300).joined(separator: ","))
    let result = try Tool.run(["dem", "info", file, "--json"])
    #expect(result.status == 0)
    #expect(result.text.components(separatedBy: "\"format\"").count == 2)
    let warnings = result.text.components(separatedBy: "named again").count - 1
    #expect(warnings == 3, "\(result.text)")
    #expect(result.text.contains("and 296 more warnings like this one"), "\(result.text)")
    let hills = #"{"hills": [{"center": [7, 46], "height": 9, "radius": %}], "bounds": \#(box)}"#
    let same = try scene(
      folder, Array(repeating: hill(hills, 900), count: 50).joined(separator: ","))
    #expect(try Tool.run(["dem", "info", same]).errors.contains("same as hills before"))
    let deep = try scene(
      folder, (0..<400).map { hill(hills, 900 + $0) }.joined(separator: ","))
    let refused = try Tool.run(["dem", "info", deep])
    #expect(refused.status == 6, "\(refused.errors)")
    #expect(refused.errors.contains("400 sources of elevations over one place"))
  }

  private let box = #"{"south": 45, "west": 6, "north": 47, "east": 8}"#

  private func hill(_ text: String, _ radius: Int) -> String {
    text.replacingOccurrences(of: "%", with: "\(radius)")
  }

  private let network = [
    "--allow-net", "--allow-private-net", "--encoding", "terrarium", "--tile-bounds",
    "45.9,8.5,46.6,9.4", "--tile-zoom", "11",
  ]

  @Test("a server without a single tile is an error, not a picture of nothing")
  func noTiles() throws {
    let server = try MisbehavingServer { _ in MisbehavingServer.response("404 Not Found") }
    defer { server.stop() }
    let folder = try TemporaryFolder()
    for command in [
      ["dem", "info", server.template],
      ["render", "--dem", server.template, "-o", "\(folder.path)/a.png", "--size", "64x48"],
      ["dem", "hillshade", server.template, "-o", "\(folder.path)/b.png", "--size", "64x48"],
    ] {
      let result = try Tool.run(command + network)
      #expect(result.status == 5, "\(command): \(result.errors)")
      #expect(result.errors.contains("none of the tiles"), "\(command): \(result.errors)")
    }
    #expect(folder.contents.isEmpty)
  }

  @Test("a server out of reach, or silent, is given up at once")
  func givenUp() throws {
    let closed = try MisbehavingServer { _ in [] }
    closed.stop()
    let start = ContinuousClock.now
    let refused = try Tool.run(["dem", "info", closed.template] + network)
    #expect(refused.status == 5, "\(refused.errors)")
    #expect(refused.errors.contains("cannot be reached"), "\(refused.errors)")
    #expect(ContinuousClock.now - start < .seconds(60))
    let silent = try MisbehavingServer { _ in [.wait(600)] }
    defer { silent.stop() }
    let limited = try Tool.run(
      ["dem", "info", silent.template, "--tile-time-limit", "3"] + network)
    #expect(limited.status == 5, "\(limited.errors)")
    #expect(limited.errors.contains("no answer") || limited.errors.contains("--tile-time-limit"))
    #expect(ContinuousClock.now - start < .seconds(180))
    #expect(silent.requests.count <= 16, "\(silent.requests.count)")
  }

  @Test("warnings are not hidden by -q, progress and summaries are")
  func quiet() throws {
    let folder = try TemporaryFolder()
    try grid(folder, "a.asc")
    let result = try Tool.run([
      "dem", "convert", "\(folder.path)/a.asc", "-o", "\(folder.path)/b.tif", "-q",
    ])
    #expect(result.text.isEmpty)
    #expect(result.errors.contains("taken for WGS 84"), "\(result.errors)")
  }

  @Test("sample names its source; info describes the files of a folder as it does each alone")
  func descriptions() throws {
    let folder = try TemporaryFolder()
    try grid(folder, "a.asc")
    let file = "\(folder.path)/a.asc"
    let sample = try Tool.run(["dem", "sample", file, "--at", "46.1,7.1", "--json"])
    #expect(sample.text.contains("\"source\":\"\(file)\""), "\(sample.text)")
    #expect(sample.text.contains("\"kind\":\"measured\""), "\(sample.text)")
    let alone = try Tool.run(["dem", "info", file]).text
    let all = try Tool.run(["dem", "info", folder.path]).text
    #expect(all == alone && all.contains("20 × 20"), "\(all)")
    let metres = try folder.write(
      "m.asc",
      "ncols 2\nnrows 2\nxllcorner 500000\nyllcorner 5090000\ncellsize 30\n1 2\n3 4\n")
    let info = try Tool.run(["dem", "info", metres])
    #expect(info.status == 0 && info.errors.contains("--crs EPSG:32610"), "\(info.errors)")
  }

  @Test("a grid keeps its samples and its place; what is resampled is said")
  func conversion() throws {
    let folder = try TemporaryFolder()
    let metres = try folder.write(
      "m.asc",
      "ncols 3\nnrows 2\nxllcorner 500000\nyllcorner 5090000\ncellsize 30\nNODATA_value -9999\n"
        + "1 2.25 -9999\n3 4 7\n")
    let crs = ["--crs", "EPSG:32632"]
    let tif = "\(folder.path)/m.tif"
    let exact = try Tool.run(["dem", "convert", metres, "-o", tif, "--json"] + crs)
    #expect(exact.text.contains("\"resampling\":null"), "\(exact.text)")
    let back = "\(folder.path)/back.asc"
    #expect(try Tool.run(["dem", "convert", tif, "-o", back]).status == 0)
    let text = String(decoding: try bytes(ofFile: back), as: UTF8.self)
    #expect(
      text
        == "ncols 3\nnrows 2\nxllcorner 500000.0\nyllcorner 5090000.0\ncellsize 30.0\n"
        + "NODATA_value -9999\n1 2.25 -9999\n3 4 7\n", "\(text)")
    let moved = try Tool.run(
      ["dem", "convert", metres, "-o", "\(folder.path)/g.tif", "--geographic", "--json"] + crs)
    #expect(moved.status == 0 && moved.text.contains("\"method\":\"bilinear\""), "\(moved.text)")
    #expect(moved.errors.contains("note: elevations are resampled"), "\(moved.errors)")
  }
}
