import BelvedereImaging
import BelvedereJSON
import BelvedereTestSupport
import Foundation
import Testing

@Suite("belvedere dem") struct DEMTests {
  private static let scene = """
    {"belvedere": 1, "name": "hills", "terrain": [{
      "bounds": {"south": 45.99, "west": -7.015, "north": 46.01, "east": -6.985},
      "hills": [{"center": [-7, 46], "height": 140, "radius": 900}]}]}
    """

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(["dem"] + arguments)
  }

  private func member(_ text: String, _ name: String) throws -> JSONValue? {
    guard case .object(let members) = try JSONParser.parse(Array(text.utf8)).content else {
      return nil
    }
    return members.first { $0.name == name }?.value
  }

  private func sample(_ file: String, _ place: String) throws -> Double? {
    Double(try run("sample", file, "--at", place).text.split(separator: " ").first ?? "")
  }

  @Test("info tells place, resolution, range and datum, as text and as JSON")
  func info() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("hills.json", Self.scene)
    let text = try run("info", file)
    #expect(text.status == 0)
    #expect(text.text.contains("45.990000…46.010000 N, -7.015000…-6.985000 E"))
    #expect(text.text.contains("0.00…140.00 m above sea level"))
    let json = try run("info", file, "--json")
    guard case .array(let sources)? = try member(json.text, "sources")?.content else {
      Issue.record("no sources")
      return
    }
    #expect(sources.count == 1)
  }

  @Test("a camera that looks far past all there is is warned of")
  func cameraElsewhere() throws {
    let folder = try TemporaryFolder()
    let grid = "ncols 3\nnrows 3\nxllcorner 7\nyllcorner 46\ncellsize 0.1\n1 2 3\n4 5 6\n7 8 9\n"
    let file = try folder.write("grid.asc", grid)
    func warnings(_ center: String) throws -> String {
      let result = try Tool.run([
        "render", "--dem", file, "--center", center, "--distance", "20000", "--size", "32x24", "-o",
        "\(folder.path)/out.png",
      ])
      #expect(result.status == 0, "\(result.errors)")
      return result.errors
    }
    for center in ["46.1,7.1", "46.35,7.1", "46.1,367.1"] {
      #expect(try !warnings(center).contains("looks at"), "\(center)")
    }
    let exchanged = try warnings("7.1,46.1")
    #expect(exchanged.contains("looks at 7.1, 46.1") && exchanged.contains("latitude comes first"))
    #expect(try warnings("-10,10").contains("km away from all there is"))
    // Ground under the camera is something to be seen, however far a pin is.
    let scene = try folder.write(
      "scene.json",
      #"{"belvedere": 1, "terrain": [{"file": "grid.asc"}], "annotations": [{"at": [139.7, 35.7]}]}"#
    )
    let pinned = try Tool.run([
      "render", scene, "--center", "46.1,7.1", "--distance", "20000", "--size", "32x24", "-o",
      "\(folder.path)/out.png",
    ])
    #expect(pinned.status == 0 && !pinned.errors.contains("looks at"), "\(pinned.errors)")
  }

  @Test("what is converted holds the same elevations")
  func roundTrips() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("hills.json", Self.scene)
    #expect(try run("convert", file, "-o", "\(folder.path)/out.png").status == 0)
    for place in ["46,-7", "46.003,-7.002", "45.9951,-6.9973"] {
      let expected = try #require(try sample(file, place))
      let found = try #require(try sample("\(folder.path)/out.json", place))
      #expect(abs(found - expected) < 1, "\(place)")
    }
    let picture = try PNG.decode(bytes(ofFile: "\(folder.path)/out.png"))
    #expect(picture.bits == 16 && picture.channels == 1)
    let drawn = try Tool.run([
      "render", "\(folder.path)/out.json", "-o", "\(folder.path)/view.png", "--size", "64x48", "-q",
    ])
    #expect(drawn.status == 0)
  }

  @Test("an Esri grid has its header and as many numbers as it says")
  func esri() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("hills.json", Self.scene)
    let result = try run("convert", file, "-o", "-", "--to", "asc")
    let lines = result.text.split(separator: "\n")
    func header(_ name: String) -> Double? {
      lines.first { $0.hasPrefix(name + " ") }
        .flatMap { $0.split(separator: " ").last }.flatMap { Double($0) }
    }
    let columns = Int(try #require(header("ncols")))
    let rows = Int(try #require(header("nrows")))
    #expect(header("xllcenter") == -7.015)
    #expect(header("yllcenter") == 45.99)
    let body = lines.filter { $0.first.map { $0.isNumber || $0 == "-" } ?? false }
    #expect(body.count == rows)
    #expect(body.allSatisfy { $0.split(separator: " ").count == columns })
    let highest = body.joined(separator: " ").split(separator: " ").compactMap { Double($0) }.max()
    #expect(abs((highest ?? 0) - 140) < 1)
  }

  @Test("Terrarium tiles hold the elevation of each pixel's middle")
  func terrarium() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("hills.json", Self.scene)
    let result = try run("convert", file, "-o", "\(folder.path)/t/deep", "--zoom", "13")
    #expect(result.status == 0, "\(result.errors)")
    // 46° N, 7° W lies in this tile at zoom 13, at these pixels.
    let tile = try PNG.decodeImage(bytes(ofFile: "\(folder.path)/t/deep/13/3936/2914.png"))
    func elevation(_ x: Int, _ y: Int) -> Double {
      let pixel = tile[x, y]
      return Double(pixel.red) * 256 + Double(pixel.green) + Double(pixel.blue) / 256 - 32768
    }
    let step = 360.0 / 8192 / 256
    var checked = 0
    for x in stride(from: 1, to: 256, by: 17) {
      let longitude = -180 + (3936 * 256 + Double(x) + 0.5) * step
      let y = 100
      let latitude = Self.latitude(worldFraction: (2914 * 256 + Double(y) + 0.5) / (8192 * 256))
      guard let expected = try sample(file, "\(latitude),\(longitude)") else {
        // Outside the hills' box: at sea level, and transparent.
        #expect(elevation(x, y) == 0 && tile[x, y].alpha == 0)
        continue
      }
      #expect(abs(elevation(x, y) - expected) < 0.003)
      checked += 1
    }
    #expect(checked > 5)
  }

  /// The latitude of a part of the way from the map's northern to its southern edge.
  private static func latitude(worldFraction: Double) -> Double {
    atan(sinh(.pi * (1 - 2 * worldFraction))) * 180 / .pi
  }

  @Test("a GeoTIFF begins as one and is as long as its samples and a little more")
  func geoTIFF() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("hills.json", Self.scene)
    let tif = try run("convert", file, "-o", "-", "--to", "tif").output
    let asc = try run("convert", file, "-o", "-", "--to", "asc").text.split(separator: "\n")
    let columns = Int(asc[0].split(separator: " ")[1]) ?? 0
    let rows = Int(asc[1].split(separator: " ")[1]) ?? 0
    #expect(Array(tif.prefix(4)) == [0x49, 0x49, 42, 0])
    #expect(tif.count > columns * rows * 4 && tif.count < columns * rows * 4 + 600)
    // The first sample, north-west, stands behind the header.
    #expect(Array(tif[8..<12]) == [0, 0, 0, 0])
  }

  @Test("hillshade draws a map to a file and to standard output")
  func hillshade() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("hills.json", Self.scene)
    let out = "\(folder.path)/map.png"
    let result = try run(
      "hillshade", file, "-o", out, "--size", "200x200", "--contours", "20", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let image = try PNG.decodeImage(bytes(ofFile: out))
    #expect(image.width == 200 && (180...200).contains(image.height))
    // The hill's north-west side is lighter than its south-east side.
    func light(_ x: Int, _ y: Int) -> Int {
      (-3...3).reduce(0) { $0 + Int(image[x + $1, y + $1].green) }
    }
    #expect(light(85, 80) > light(115, 110))
    let plain = try run("hillshade", file, "-o", "-", "--size", "90x90", "--no-tints", "-q")
    let gray = try PNG.decodeImage(plain.output)
    #expect(gray.width == 90)
    #expect(plain.errors.isEmpty)
  }

  @Test("bad requests are told what helps")
  func errors() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("hills.json", Self.scene)
    let empty = try folder.write("empty.json", #"{"belvedere": 1}"#)
    let out = "\(folder.path)/x"
    let cases: [([String], Int32, String)] = [
      (["convert", file, "-o", out], 2, ".asc, .tif, .hgt or .png"),
      (["convert", file, "-o", out, "--to", "terrarium"], 2, "--zoom"),
      (["convert", file, "-o", "-", "--zoom", "9"], 2, "folder"),
      (["convert", file, "-o", out, "--zoom", "23"], 2, "between 0 and 22"),
      (["convert", file, "-o", "\(out).hgt"], 2, "N37W123.hgt"),
      (["convert", file, "-o", "\(folder.path)/N10E010.hgt"], 3, "dem info"),
      (["convert", file, "-o", "\(folder.path)/no/such.asc"], 4, "folder"),
      (["convert", "missing.hgt", "-o", "\(out).asc"], 3, "missing.hgt"),
      (["info", empty], 3, "no elevations"),
      (["hillshade", file, "-o", out, "--contours", "0"], 2, "above 0"),
      (["hillshade", file, "-o", out, "--size", "900000x900000"], 6, "--size"),
      (["hillshade", file, "-o", "-", "--json"], 2, "standard output"),
    ]
    for (arguments, status, words) in cases {
      let result = try Tool.run(["dem"] + arguments)
      #expect(result.status == status, "\(arguments): \(result.errors)")
      #expect(result.errors.contains(words), "\(arguments): \(result.errors)")
    }
  }

  @Test("render draws bare elevations as a map of relief, with contours if asked")
  func relief() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("hills.json", Self.scene)
    func draw(_ arguments: String...) throws -> Image {
      let result = try Tool.run(
        ["render", file, "-o", "-", "--size", "120x90", "--pitch", "0", "-q"] + arguments)
      #expect(result.status == 0, "\(result.errors)")
      return try PNG.decodeImage(result.output)
    }
    let plain = try draw()
    let relief = try draw("--relief")
    let contours = try draw("--contours", "20")
    #expect(plain != relief)
    #expect(relief != contours)
    // The lowlands are green.
    let p = relief[20, 70]
    #expect(p.green > p.red || p.blue > p.red)
  }

  @Test("a damaged file is not described as one of voids")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let grid = try folder.write(
      "g.asc",
      "ncols 40\nnrows 40\nxllcorner 7\nyllcorner 46\ncellsize 0.001\n"
        + String(repeating: String(repeating: "12.5 ", count: 40) + "\n", count: 40))
    let file = folder.path + "/g.tif"
    #expect(try Tool.run(["dem", "convert", grid, "-o", file]).status == 0)
    #expect(try Tool.run(["dem", "info", file]).status == 0)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: file))
    let result = try Tool.run(["dem", "info", file])
    #expect(result.status == 3)
    #expect(result.errors.contains("g.tif"), "\(result.errors)")
    #expect(result.text.isEmpty)
  }

  private func grid(_ size: Int, _ header: String, _ value: String) -> String {
    "ncols \(size)\nnrows \(size)\n\(header)\nnodata_value -9999\n"
      + String(repeating: String(repeating: value + " ", count: size) + "\n", count: size)
  }

  @Test("where every sample is void there is no lowest and no highest")
  func allVoid() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "void.asc", grid(20, "xllcorner 7\nyllcorner 46\ncellsize 0.01", "-9999"))
    let text = try run("info", file)
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.text.contains("elevations: none"), "\(text.text)")
    let json = try run("info", file, "--json").text
    #expect(json.contains("\"minimum\": null") && json.contains("\"maximum\": null"), "\(json)")
    let pick = """
      {"op":"pick","camera":{"centerCoordinate":{"latitude":46.1,"longitude":7.1},"distance":900},\
      "viewport":{"width":80,"height":60},"point":{"x":40,"y":30}}
      """
    let answer = try Tool.run(["query", "--dem", file], input: pick + "\n")
    #expect(answer.text.contains("\"elevation\":null"), "\(answer.text)")
  }

  @Test("what --contours and --relief contradict is refused")
  func contradictions() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("hills.json", Self.scene)
    for arguments in [["--contours", "20", "--no-relief"], ["--relief", "--no-relief"]] {
      let result = try Tool.run(
        ["render", file, "-o", "\(folder.path)/x.png", "--size", "64x48"] + arguments)
      #expect(result.status == 2, "\(arguments): \(result.errors)")
      #expect(result.errors.contains("relief"), "\(arguments): \(result.errors)")
    }
    #expect(folder.contents == ["hills.json"])
  }

  @Test("the remedy of a map that is too large names an option that helps")
  func sizes() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("hills.json", Self.scene)
    let out = "\(folder.path)/x.png"
    let pixels = try run("hillshade", file, "-o", out, "--size", "90000x90000", "--memory", "4G")
    #expect(pixels.status == 6 && pixels.errors.contains("--size"))
    #expect(!pixels.errors.contains("--memory"), "\(pixels.errors)")
    let memory = try run("hillshade", file, "-o", out, "--size", "9000x9000", "--memory", "300M")
    #expect(memory.status == 6 && memory.errors.contains("--memory"), "\(memory.errors)")
  }

  @Test("tiles end at 85.05°: what lies beyond is refused, what lies across is warned about")
  func poles() throws {
    let folder = try TemporaryFolder()
    let tiles = "\(folder.path)/tiles"
    let polar = try folder.write(
      "polar.asc", grid(20, "xllcorner 7\nyllcorner 86\ncellsize 0.01", "100"))
    let refused = try run("convert", polar, "-o", tiles, "--zoom", "6")
    #expect(refused.status == 3 && refused.errors.contains("85.05"), "\(refused.errors)")
    let void = try folder.write(
      "void.asc", grid(20, "xllcorner 7\nyllcorner 46\ncellsize 0.01", "-9999"))
    let none = try run("convert", void, "-o", tiles, "--zoom", "6")
    #expect(none.status == 3 && none.errors.contains("no elevation"), "\(none.errors)")
    #expect(!folder.contents.contains("tiles"))
    let across = try folder.write(
      "across.asc", grid(20, "xllcorner 7\nyllcorner 84\ncellsize 0.1", "100"))
    let written = try run("convert", across, "-o", tiles, "--zoom", "6")
    #expect(written.status == 0 && written.errors.contains("left out"), "\(written.errors)")
  }

  @Test("an interrupted conversion leaves no tiles, and what a killed one left is no harm")
  func interrupted() throws {
    let folder = try TemporaryFolder()
    let grid = try folder.write(
      "big.asc", grid(100, "xllcorner 7\nyllcorner 46\ncellsize 0.02", "100"))
    let tiles = "\(folder.path)/tiles"
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: "\(tiles)/.belvedere-14.part/5", withIntermediateDirectories: true)
    try folder.write("tiles/.belvedere-14.part/5/5.png", "half")
    let runs = try TemporaryFolder()
    let process = try Tool.process(
      ["dem", "convert", grid, "-o", tiles, "--zoom", "14", "-q"], folder: runs)
    try process.run()
    // Until some tiles are there.
    let part = "\(tiles)/.belvedere-14.part"
    for _ in 0..<2000 {
      let columns = (try? manager.contentsOfDirectory(atPath: part)) ?? []
      if columns.contains(where: { $0 != "5" }) { break }
      usleep(5000)
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let said = try String(contentsOfFile: runs.path + "/.stderr", encoding: .utf8)
    #expect(said.contains("what was written is removed"), "\(said)")
    #expect(try manager.contentsOfDirectory(atPath: tiles).isEmpty)
    // A zoom that is there is completed, not replaced.
    #expect(try run("convert", grid, "-o", tiles, "--zoom", "8", "-q").status == 0)
    let before = try #require(manager.subpaths(atPath: tiles)?.count)
    #expect(before > 2)
    #expect(try run("convert", grid, "-o", tiles, "--zoom", "8", "-q").status == 0)
    #expect(manager.subpaths(atPath: tiles)?.count == before)
  }

  @Test("a grid around the world needs no --crs")
  func world() throws {
    let folder = try TemporaryFolder()
    let rows = String(repeating: String(repeating: "5 ", count: 36) + "\n", count: 18)
    let file = try folder.write(
      "world.asc",
      "ncols 36\nnrows 18\nxllcorner -180\nyllcorner -90\ncellsize 10\nnodata_value -9999\n" + rows)
    #expect(try sample(file, "10,20") == 5)
    #expect(try run("info", file).errors.contains("taken for WGS 84"))
    let metres = try folder.write(
      "metres.asc",
      "ncols 36\nnrows 18\nxllcorner 0\nyllcorner 0\ncellsize 5\nnodata_value -9999\n" + rows)
    #expect(
      try run("info", metres).text.contains("local")
        || run("sample", metres, "--at", "1,1").status == 3)
  }

  @Test("memory that runs out while a picture is decoded is a limit, not a damaged picture")
  func outOfMemory() throws {
    guard let tool = Tool.path else { return }
    let folder = try TemporaryFolder()
    let side = 1000
    let png = try PNG.encode(
      Raster(
        width: side, height: side, channels: 1, bits: 16,
        samples: [UInt16](repeating: 7, count: side * side)))
    try folder.write("a.png", png)
    let scene = try folder.write(
      "scene.json",
      """
      {"belvedere": 1, "terrain": [{"file": "a.png", "encoding": "gray16",
        "bounds": {"south": 46, "west": 7, "north": 47, "east": 8}}]}
      """)
    var limited = 0
    func run(_ kilobytes: Int, _ arguments: [String]) throws -> Int32 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "ulimit -v \(kilobytes); exec \"$0\" \"$@\"", tool] + arguments
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
    for kilobytes in stride(from: 74_000, through: 120_000, by: 500) {
      // Too little for the program to start: the loader says 127, or the runtime of Swift traps there,
      // before any of the program's own code.
      guard [0, 6].contains(try run(kilobytes, ["version"])) else { continue }
      let status = try run(kilobytes, ["dem", "info", scene])
      #expect([0, 6].contains(status), "\(kilobytes): \(status)")
      if status == 6 { limited += 1 }
    }
    #expect(limited > 0)
  }
}
