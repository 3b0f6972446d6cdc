import BelvedereImaging
import BelvedereJSON
import BelvedereTestSupport
import Foundation
import Testing

/// Every command takes every source of elevations.
@Suite("Sources of elevations") struct ElevationSourceTests {
  /// A grid in metres that says nothing about where it lies: zone 32 of UTM, a ramp to the north.
  private func grid(_ folder: TemporaryFolder, name: String = "metres.asc") throws -> String {
    let rows = (0..<30).map { row in
      String(repeating: "\(500 - row * 10) ", count: 30)
    }
    return try folder.write(
      name,
      "ncols 30\nnrows 30\nxllcorner 500000\nyllcorner 5090000\ncellsize 30\nnodata_value -9999\n"
        + rows.joined(separator: "\n"))
  }

  /// A place in the middle of that grid.
  private let place = "45.9673,9.0058"
  private let placeJSON = #"{"latitude":45.9673,"longitude":9.0058}"#

  /// Terrarium tiles of flat ground at 300 m, from a server.
  ///
  /// - Parameter finest: The finest zoom of which it has tiles.
  private func startServer(
    status: String = "200 OK", finest: Int = 24
  ) throws -> MisbehavingServer {
    let v = (300 + 32768) * 256
    let pixel = [UInt16(v >> 16), UInt16(v >> 8 & 255), UInt16(v & 255)]
    let samples = (0..<(256 * 256)).flatMap { _ in pixel }
    let png = try PNG.encode(
      Raster(width: 256, height: 256, channels: 3, bits: 8, samples: samples))
    return try MisbehavingServer { request in
      let zoom = Int(request.path.split(separator: "/").first ?? "") ?? 0
      return zoom <= finest
        ? MisbehavingServer.response(status, png)
        : MisbehavingServer.response("404 Not Found", Array("no".utf8))
    }
  }

  private let allowed = ["--allow-net", "--allow-private-net", "--encoding", "terrarium"]
  private let box = ["--tile-bounds", "45.9,8.9,46.1,9.1", "--tile-zoom", "9"]

  private func ask(_ request: String, _ options: [String]) throws -> Tool.Result {
    try Tool.run(["query"] + options, input: request + "\n")
  }

  /// The commands that read elevations, with the arguments that name them.
  private func commands(_ source: String, _ out: String) -> [[String]] {
    [
      ["render", "--dem", source, "-o", "\(out).png", "--size", "64x48", "-q"],
      ["info", "--dem", source], ["dem", "info", source],
      ["dem", "hillshade", source, "-o", "\(out)-map.png", "--size", "64x64", "-q"],
      ["dem", "convert", source, "-o", "\(out).asc", "-q"],
      ["dem", "sample", source, "--at", place],
    ]
  }

  @Test("--crs says to every command where a grid lies")
  func system() throws {
    let folder = try TemporaryFolder()
    let file = try grid(folder)
    let out = "\(folder.path)/out"
    for command in commands(file, out) {
      // What it can tell, dem info tells without.
      if !command.starts(with: ["dem", "info"]) {
        let refused = try Tool.run(command)
        #expect(refused.status == 3, "\(command): \(refused.errors)")
        #expect(refused.errors.contains("--crs"), "\(command): \(refused.errors)")
      }
      let result = try Tool.run(command + ["--crs", "EPSG:32632"])
      #expect(result.status == 0, "\(command): \(result.errors)")
    }
    let request = #"{"op":"elevation","coordinate":\#(placeJSON)}"#
    #expect(try ask(request, ["--dem", file]).errors.contains("--crs"))
    let answer = try ask(request, ["--dem", file, "--crs", "EPSG:32632"])
    let sample = try Tool.run(["dem", "sample", file, "--at", place, "--crs", "EPSG:32632"])
    let metres = try #require(Double(sample.text.split(separator: " ").first ?? ""))
    #expect((200...500).contains(metres))
    #expect(answer.text.contains("\"elevation\":\(metres)"), "\(answer.text)")
    #expect(try Tool.run(["render", "Scenes/x", "-o", out, "--crs", "EPSG:32632"]).status == 2)
    #expect(try ask(request, ["--crs", "EPSG:32632"]).status == 2)
    let scene = try folder.write("scene.json", #"{"belvedere": 1, "terrain": []}"#)
    #expect(try Tool.run(["dem", "info", scene, "--crs", "EPSG:32632"]).errors.contains("\"crs\""))
  }

  @Test("a scene's terrain says by \"crs\" where a grid lies")
  func systemOfScene() throws {
    let folder = try TemporaryFolder()
    _ = try grid(folder)
    func scene(_ terrain: String) throws -> String {
      try folder.write("scene.json", #"{"belvedere": 1, "terrain": [\#(terrain)]}"#)
    }
    let refused = try Tool.run(["dem", "sample", scene(#"{"file": "metres.asc"}"#), "--at", place])
    #expect(refused.status == 3)
    #expect(refused.errors.contains("\"crs\""), "\(refused.errors)")
    let path = try scene(#"{"file": "metres.asc", "crs": "EPSG:32632"}"#)
    let result = try Tool.run(["dem", "sample", path, "--at", place, "--json"])
    #expect(result.text.contains("metres.asc"), "\(result.errors)")
    #expect(result.text.contains("measured"))
    let bad = try Tool.run(["info", scene(#"{"file": "metres.asc", "crs": "EPSG:1"}"#)])
    #expect(bad.status == 3 && bad.errors.contains("terrain[0].crs"), "\(bad.errors)")
  }

  @Test("a file that says another system than --crs is taken as asked, with a warning")
  func overruled() throws {
    let folder = try TemporaryFolder()
    let file = try grid(folder)
    let tif = "\(folder.path)/a.tif"
    #expect(
      try Tool.run(["dem", "convert", file, "-o", tif, "--crs", "EPSG:32632"]).status == 0)
    let result = try Tool.run(["dem", "info", tif, "--crs", "EPSG:32632"])
    #expect(result.status == 0 && !result.errors.contains("taken for"))
    let other = try Tool.run(["dem", "info", tif, "--crs", "EPSG:3857"])
    #expect(other.errors.contains("is taken for"), "\(other.errors)")
  }

  @Test("a URL without --allow-net is told which option to give, and nothing is fetched")
  func notAllowed() throws {
    let server = try startServer()
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let out = "\(folder.path)/out"
    for command in commands(server.template, out) {
      let result = try Tool.run(command + ["--encoding", "terrarium"])
      #expect(result.status == 5, "\(command): \(result.errors)")
      #expect(result.errors.contains("--allow-net"), "\(command): \(result.errors)")
      #expect(!result.errors.contains("no such file"))
    }
    let query = try ask("{}", ["--dem", server.template, "--encoding", "terrarium"])
    #expect(query.status == 5 && query.errors.contains("--allow-net"))
    #expect(server.requests.isEmpty)
    #expect(folder.contents.isEmpty)
    let scheme = try Tool.run(["dem", "info", "ftp://host/{z}/{x}/{y}.png", "--allow-net"])
    #expect(scheme.status == 3 && scheme.errors.contains("http"), "\(scheme.errors)")
  }

  @Test(
    "where no zoom is named, that of a server's finest tiles; coarser ones stand in for a finer one"
  )
  func finestZoom() throws {
    let server = try startServer(finest: 9)
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let options = allowed + Array(box.prefix(2))
    let info = try Tool.run(["dem", "info", server.template] + options)
    #expect(info.text.contains("zoom 9") && info.text.contains("300.00"), "\(info.text)")
    func heights(_ zoom: [String]) throws -> [Double?] {
      let out = "\(folder.path)/heights.asc"
      let made = try Tool.run(
        ["dem", "convert", server.template, "-o", out, "-q"] + options + zoom)
      #expect(made.status == 0, "\(made.errors)")
      return try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
        .filter { $0.first?.isLetter == false }.flatMap {
          $0.split(separator: " ").map { Double($0) }
        }
    }
    for zoom in [[], ["--tile-zoom", "10"], ["--tile-zoom", "11"]] {
      #expect(try Set(heights(zoom)) == [300], "\(zoom)")
    }
    func picture(_ zoom: [String]) throws -> [UInt8] {
      let out = "\(folder.path)/picture.png"
      let made = try Tool.run(
        ["render", "--dem", server.template, "-o", out, "--size", "64x48", "-q"] + options + zoom)
      #expect(made.status == 0, "\(made.errors)")
      return try [UInt8](Data(contentsOf: URL(fileURLWithPath: out)))
    }
    #expect(try picture([]) == picture(["--tile-zoom", "9"]))
  }

  @Test("tiles of another size than was said name the option for it")
  func tileSize() throws {
    let server = try startServer()
    defer { server.stop() }
    let result = try Tool.run(
      ["dem", "info", server.template, "--tile-size", "512"] + allowed + box)
    #expect(result.status == 5, "\(result.errors)")
    #expect(
      result.errors.contains("256 samples") && result.errors.contains("--tile-size"),
      "\(result.errors)")
  }

  @Test("a private address is told of --allow-private-net")
  func privateAddress() throws {
    let server = try startServer()
    defer { server.stop() }
    let result = try Tool.run(
      ["dem", "sample", server.template, "--at", place, "--encoding", "terrarium", "--allow-net"])
    #expect(result.status != 0)
    #expect(result.errors.contains("--allow-private-net"), "\(result.errors)")
    #expect(server.requests.isEmpty)
  }

  @Test("every command draws, tells and converts what a server has, then offline from the cache")
  func server() throws {
    let server = try startServer()
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let cache = ["--tile-cache", "\(folder.path)/cache"]
    let request = #"{"op":"elevation","coordinate":\#(placeJSON)}"#
    for command in commands(server.template, "\(folder.path)/out") {
      let options = command.contains("sample") ? ["--tile-zoom", "9"] : box
      let result = try Tool.run(command + allowed + cache + options)
      #expect(result.status == 0, "\(command): \(result.errors)")
    }
    let text = String(decoding: try bytes(ofFile: "\(folder.path)/out.asc"), as: UTF8.self)
    #expect(text.contains("300"))
    let answer = try ask(
      request, ["--dem", server.template, "--tile-zoom", "9"] + allowed + cache)
    #expect(answer.text.contains("\"elevation\":300"), "\(answer.text)")
    let count = server.requests.count
    #expect(count > 0 && count < 40)
    let offline = ["--encoding", "terrarium"] + cache + box
    for command in commands(server.template, "\(folder.path)/off").dropLast() {
      let result = try Tool.run(command + offline)
      #expect(result.status == 0, "\(command): \(result.errors)")
    }
    #expect(server.requests.count == count)
    #expect(
      try bytes(ofFile: "\(folder.path)/out.png") == bytes(ofFile: "\(folder.path)/off.png"))
  }

  @Test("where the server fails nothing is written, and the exit status says why")
  func failing() throws {
    let server = try startServer(status: "403 Forbidden")
    defer { server.stop() }
    let folder = try TemporaryFolder()
    for command in commands(server.template, "\(folder.path)/out").dropLast() {
      let result = try Tool.run(command + allowed + box)
      #expect(result.status == 5, "\(command): \(result.errors)")
      #expect(result.errors.contains("403"), "\(command): \(result.errors)")
    }
    #expect(folder.contents.isEmpty)
    let answer = try ask(
      #"{"op":"elevation","coordinate":\#(placeJSON)}"#,
      ["--dem", server.template, "--tile-zoom", "9"] + allowed)
    #expect(answer.text.contains("error") && answer.text.contains("403"), "\(answer.text)")
  }

  @Test("a scene names a server, which is asked only if that is allowed, and for few tiles")
  func scene() throws {
    let server = try startServer()
    defer { server.stop() }
    let folder = try TemporaryFolder()
    func scene(_ more: String) throws -> String {
      try folder.write(
        "scene.json",
        #"{"belvedere": 1, "terrain": [{"url": "\#(server.template)", "encoding": "terrarium"\#(more)}]}"#
      )
    }
    let small =
      #", "zoom": 9, "bounds": {"south": 45.9, "west": 8.9, "north": 46.1, "east": 9.1}"#
    let out = "\(folder.path)/view.png"
    let draw = ["-o", out, "--size", "64x48", "-q"]
    let refused = try Tool.run(["render", scene(small)] + draw)
    #expect(refused.status == 5 && refused.errors.contains("--allow-net"), "\(refused.errors)")
    #expect(server.requests.isEmpty)
    let net = ["--allow-net", "--allow-private-net"]
    let drawn = try Tool.run(["render", scene(small)] + draw + net)
    #expect(drawn.status == 0, "\(drawn.errors)")
    #expect(!server.requests.isEmpty)
    let many = try Tool.run(["render", scene(#", "zoom": 12"#)] + draw + net)
    #expect(many.status == 6 && many.errors.contains("\"zoom\""), "\(many.errors)")
    let asFile = try folder.write(
      "file.json", #"{"belvedere": 1, "terrain": [{"file": "\#(server.template)"}]}"#)
    #expect(try Tool.run(["info", asFile] + net).errors.contains("\"url\""))
  }

  @Test("- is no source of elevations")
  func standardInput() throws {
    for command in commands("-", "/nowhere/x") {
      let result = try Tool.run(command)
      #expect(result.status == 2, "\(command): \(result.errors)")
      #expect(result.errors.contains("standard input"), "\(command): \(result.errors)")
    }
  }
}
