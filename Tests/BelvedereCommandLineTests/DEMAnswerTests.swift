import BelvedereTestSupport
import Foundation
import Testing

/// What is said where there is no elevation, of files that are one raster, and before much is written.
@Suite("Answers about elevations") struct DEMAnswerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  @discardableResult
  private func grid(_ name: String, x: Double = 7, hole: Bool = false) throws -> String {
    let rows = (0..<20).map { y in
      (0..<20).map { x in hole && x == 9 && y == 9 ? "-9999" : "\(100 + x + y)" }
        .joined(separator: " ")
    }
    if let end = name.lastIndex(of: "/") {
      try FileManager.default.createDirectory(
        atPath: path(String(name[..<end])), withIntermediateDirectories: true)
    }
    return try folder.write(
      name,
      "ncols 20\nnrows 20\nxllcorner \(x)\nyllcorner 46\ncellsize 0.01\nNODATA_value -9999\n"
        + rows.joined(separator: "\n"))
  }

  @Test("a void and a place outside are told apart")
  func reasons() throws {
    let file = try grid("a.asc", hole: true)
    try grid("set/a.asc", hole: true)
    try grid("set/b.asc", x: 7.3)
    let tiles = path("tiles")
    #expect(try Tool.run(["dem", "convert", file, "-o", tiles, "--zoom", "13", "-q"]).status == 0)
    for input in [file, path("set"), tiles] {
      for (place, reason) in [("46.105,7.095", "void"), ("45.5,7.1", "outside")] {
        let json = try Tool.run(["dem", "sample", input, "--at", place, "--json"])
        #expect(json.text.contains(#""elevation":null,"reason":"\#(reason)""#), "\(json.text)")
        let text = try Tool.run(["dem", "sample", input, "--at", place])
        #expect(text.text == "null\n")
        #expect(text.errors.contains(reason), "\(text.errors)")
        #expect(text.status == json.status && json.status == (reason == "void" ? 0 : 3))
        let parts = place.split(separator: ",")
        let query = try Tool.run(
          ["query", "--dem", input],
          input:
            #"{"op":"elevation","coordinate":{"latitude":\#(parts[0]),"longitude":\#(parts[1])}}"#
            + "\n")
        #expect(
          query.text == #"{"elevation":null,"reason":"\#(reason)"}"# + "\n", "\(query.text)")
      }
      let known = try Tool.run(["dem", "sample", input, "--at", "46.05,7.05", "--json"])
      #expect(!known.text.contains("reason") && !known.text.contains("null,"), "\(known.text)")
    }
    let swapped = try Tool.run(["dem", "sample", file, "--at", "7.05,46.05"])
    #expect(swapped.status == 3, "\(swapped)")
    #expect(
      swapped.errors.contains("--at is latitude,longitude: was 46.05,7.05 meant?"),
      "\(swapped.errors)")
    // Between the two files of the folder.
    let gap = try Tool.run(["dem", "sample", path("set"), "--at", "46.1,7.25", "--json"])
    #expect(gap.text.contains(#""reason":"outside""#), "\(gap.text)")
  }

  @Test("that voids were filled is told once, not where all is quiet, and of a scene by its import")
  func notedVoids() throws {
    let files = [try grid("a.asc", hole: true), try grid("b.asc", x: 7.3, hole: true)]
    let picture = ["-o", path("a.png"), "--size", "64x48"]
    let dem = files.flatMap { ["--dem", $0] }
    let said = try Tool.run(["render"] + dem + picture)
    #expect(said.status == 0, "\(said.errors)")
    #expect(said.errors.contains("note: ") && !said.errors.contains("warning: a.asc: 9 void"))
    #expect(said.errors.ranges(of: "void samples filled").count == 1, "\(said.errors)")
    #expect(said.errors.contains("so of 2 files together"), "\(said.errors)")
    let quiet = try Tool.run(["render", "-q"] + dem + picture)
    #expect(quiet.status == 0 && !quiet.errors.contains("filled"), "\(quiet.errors)")
    try folder.write(
      "town.geojsonl",
      #"{"type":"Feature","properties":{"highway":"primary"},"geometry":{"type":"LineString","coordinates":[[7.05,46.05],[7.1,46.1]]}}"#
    )
    let town = ["import", path("town.geojsonl"), "-o", path("town"), "--attribution", "me"]
    let made = try Tool.run(town + dem)
    #expect(made.status == 0 && made.errors.contains("void samples filled"), "\(made.errors)")
    #expect(try !Tool.run(town + dem + ["-q"]).errors.contains("filled"))
    for scene in [path("town"), path("town/scene.json")] {
      let drawn = try Tool.run(["render", scene] + picture)
      #expect(drawn.status == 0 && !drawn.errors.contains("filled"), "\(drawn.errors)")
    }
  }

  @Test("who asks for it has voids filled, and is told")
  func filledVoids() throws {
    let file = try grid("a.asc", hole: true)
    let sample = ["dem", "sample", file, "--at", "46.105,7.095", "--json", "--fill-voids"]
    let json = try Tool.run(sample)
    // A plane is filled by itself.
    #expect(
      json.text.contains(#""elevation":118"#) && json.text.contains("interpolated"), "\(json)")
    let request =
      #"{"op":"elevation","coordinate":{"latitude":46.105,"longitude":7.095}}"# + "\n"
    let query = try Tool.run(["query", "--dem", file, "--fill-voids"], input: request)
    #expect(query.text.contains(#""elevation":118"#), "\(query.text)")
    let plan = [
      "plan", "--dem", file, "--from=46.08,7.095,3000", "--to=46.13,7.095,3000",
      "--clearance", "100",
    ]
    #expect(try !Tool.run(plan).text.contains("proved"))
    #expect(try Tool.run(plan + ["--fill-voids"]).text.contains("proved"))
  }

  @Test("a tile or a raster of a folder that is read is not written over by a picture")
  func picturesOverInputs() throws {
    let file = try grid("a.asc")
    let tiles = path("tiles")
    #expect(try Tool.run(["dem", "convert", file, "-o", tiles, "--zoom", "8", "-q"]).status == 0)
    let names = try FileManager.default.subpathsOfDirectory(atPath: tiles)
    let tile = try #require(names.first { $0.hasPrefix("8/") && $0.hasSuffix(".png") })
    let output = "\(tiles)/\(tile)"
    let before = try bytes(ofFile: output)
    for command in [["dem", "hillshade", tiles], ["render", "--size", "32x32", "--dem", tiles]] {
      let result = try Tool.run(command + ["-o", output, "-q"])
      #expect(result.status == 2 && result.errors.contains("read, too"), "\(result)")
      #expect(try bytes(ofFile: output) == before)
      // A picture beside them is none of them.
      for _ in 0..<2 {
        #expect(try Tool.run(command + ["-o", "\(tiles)/look.png", "-q"]).status == 0)
      }
    }
  }

  @Test("what a scene names, and the text beside a grid, are not written over either")
  func filesOfScenes() throws {
    let file = try grid("a.asc")
    let geographic = #"GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],"#
    let text = geographic + #"PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]"#
    let beside = try folder.write("a.prj", text)
    #expect(try Tool.run(["dem", "convert", file, "-o", path("ground.png"), "-q"]).status == 0)
    let scene = path("ground.json")
    let flight = ["plan", "--from", "46.1,7.1,3000", "--to", "46.12,7.12,3000", "-q"]
    let picture = path("ground.png")
    for (victim, command) in [
      (picture, ["dem", "hillshade", scene, "-o"]),
      (picture, flight + ["--scene", scene, "--charts"]),
      (picture, flight + ["--scene", scene, "--format", "json", "-o"]),
      (beside, ["render", "--size", "32x32", "--format", "png", "--dem", file, "-o"]),
      (beside, flight + ["--dem", file, "--format", "json", "-o"]),
    ] {
      let before = try bytes(ofFile: victim)
      let result = try Tool.run(command + [victim])
      #expect(result.status == 2 && result.errors.contains("read, too"), "\(command): \(result)")
      #expect(try bytes(ofFile: victim) == before)
    }
  }

  @Test("beside bare data of dry land the base is picked that pictures show")
  func base() throws {
    let file = try grid("a.asc")
    let camera =
      #""camera":{"centerCoordinate":{"latitude":46.3,"longitude":7.1},"distance":4000},"#
    let request =
      #"{"op":"pick",\#(camera)"viewport":{"width":64,"height":64},"point":{"x":32,"y":32}}"#
    let answer = try Tool.run(["query", "--dem", file], input: request + "\n")
    // A twentieth of the relief, 100 to 138 m, below its lowest place.
    #expect(answer.text.contains(#""drawnElevation":98.1"#), "\(answer.text)")
  }

  @Test("a grid with a byte-order mark is read")
  func byteOrderMark() throws {
    let file = try grid("a.asc")
    let text = try [0xEF, 0xBB, 0xBF] + bytes(ofFile: file)
    let marked = try folder.write("marked.asc", text)
    let place = ["--at", "46.105,7.095"]
    let result = try Tool.run(["dem", "sample", marked] + place)
    #expect(try result.text == Tool.run(["dem", "sample", file] + place).text, "\(result)")
    #expect(result.status == 0)
  }

  @Test("files that are one raster are said to be")
  func joined() throws {
    try grid("cut/a.asc")
    try grid("cut/b.asc", x: 7.2)
    try grid("cut/c.asc", x: 8)
    let text = try Tool.run(["dem", "info", path("cut")]).text
    #expect(text.contains("joined: 2 of these files are one raster of 40 × 20 samples"), "\(text)")
    let json = try Tool.run(["dem", "info", path("cut"), "--json"]).text
    #expect(json.contains(#""width": 40"#) && json.contains(#""joined""#), "\(json)")
    let alone = try Tool.run(["dem", "info", path("cut/a.asc"), "--json"]).text
    #expect(alone.contains(#""joined": []"#), "\(alone)")
  }

  @Test("what goes with an output is not written over as long as the output is not there")
  func companions() throws {
    let file = try grid("a.asc")
    try folder.write("b.prj", "another's")
    try folder.write("c.json", "another's")
    for (output, beside) in [("b.asc", "b.prj"), ("c.png", "c.json")] {
      let refused = try Tool.run(["dem", "convert", file, "-o", path(output)])
      #expect(refused.status == 2 && refused.errors.contains(beside), "\(refused.errors)")
      #expect(String(decoding: try bytes(ofFile: path(beside)), as: UTF8.self) == "another's")
      try FileManager.default.removeItem(atPath: path(beside))
      for _ in 0..<2 {
        #expect(try Tool.run(["dem", "convert", file, "-o", path(output)]).status == 0)
      }
    }
  }

  @Test("how much will be written is said before, and too much is refused with the number")
  func announced() throws {
    let file = try grid("a.asc")
    let told = try Tool.run(["dem", "convert", file, "-o", path("t"), "--zoom", "14"])
    #expect(told.status == 0 && told.errors.contains("up to 140 tiles, about "), "\(told.errors)")
    #expect(told.errors.contains("pixels of zoom 8"), "\(told.errors)")
    let absurd = try Tool.run(["dem", "convert", file, "-o", path("u/v"), "--zoom", "22"])
    #expect(absurd.status == 6, "\(absurd.errors)")
    for words in ["tiles at zoom 22", "limit of 1,000,000 tiles", "pixels of zoom 8"] {
      #expect(absurd.errors.contains(words), "\(absurd.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: path("u")))
  }

  @Test("an interrupted conversion leaves no empty folder that it has made")
  func interrupted() throws {
    let file = try grid("a.asc")
    let runs = try TemporaryFolder()
    let process = try Tool.process(
      ["dem", "convert", file, "-o", path("new/tiles"), "--zoom", "18", "-q"], folder: runs)
    try process.run()
    let part = path("new/tiles/.belvedere-18.part")
    for _ in 0..<2000 where !FileManager.default.fileExists(atPath: part + "/133120") {
      if (try? FileManager.default.contentsOfDirectory(atPath: part))?.isEmpty == false { break }
      usleep(5000)
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(!FileManager.default.fileExists(atPath: path("new")))
  }

  @Test("a file of a folder that is damaged inside is left out of a conversion, as of a picture")
  func damagedInside() throws {
    try grid("set/a.asc")
    try grid("set/b.asc", x: 8)
    #expect(
      try Tool.run(["dem", "convert", path("set/b.asc"), "-o", path("set/c.tif")]).status == 0)
    try FileManager.default.removeItem(atPath: path("set/b.asc"))
    // No compression that fails: a strip that lies beyond the file's end.
    var tiff = try bytes(ofFile: path("set/c.tif"))
    let directory = (0..<4).reduce(0) { $0 | Int(tiff[4 + $1]) << (8 * $1) }
    for i in 0..<(Int(tiff[directory]) | Int(tiff[directory + 1]) << 8) {
      let entry = directory + 2 + 12 * i
      if Int(tiff[entry]) | Int(tiff[entry + 1]) << 8 == 273 {
        tiff.replaceSubrange((entry + 8)..<(entry + 12), with: [0, 0, 0, 0x40])
      }
    }
    try folder.write("set/c.tif", tiff)
    for arguments in [
      ["dem", "convert", path("set"), "-o", path("x.tif")],
      ["dem", "hillshade", path("set"), "-o", path("x.png")],
      ["dem", "hillshade", path("set"), "-o", path("x.png"), "--keep-voids"],
      ["render", "--dem", path("set"), "-o", path("y.png"), "--size", "40x30"],
    ] {
      let result = try Tool.run(arguments)
      #expect(result.status == 0, "\(arguments): \(result.errors)")
      #expect(result.errors.contains("c.tif: left out"), "\(arguments): \(result.errors)")
    }
    let named = try Tool.run(["dem", "convert", path("set/c.tif"), "-o", path("z.tif")])
    #expect(named.status == 3, "\(named.errors)")
  }
}
