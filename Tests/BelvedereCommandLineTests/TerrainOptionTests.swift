import BelvedereImaging
import BelvedereTestSupport
import Foundation
import Testing

/// Each option of terrain does something.
@Suite("Options of terrain") struct TerrainOptionTests {
  /// A slope with a void, 41 × 41 samples in degrees.
  private func grid(_ folder: TemporaryFolder) throws -> String {
    let rows = (0..<41).map { row in
      (0..<41).map { column in
        row == 20 && column == 20 ? "-9999" : "\(100 + row * 6 + column * column / 4)"
      }.joined(separator: " ")
    }
    return try folder.write(
      "slope.asc",
      "ncols 41\nnrows 41\nxllcenter 7\nyllcenter 46\ncellsize 0.001\nNODATA_value -9999\n"
        + rows.joined(separator: "\n"))
  }

  private func picture(_ arguments: [String]) throws -> [UInt8] {
    let result = try Tool.run(arguments + ["-o", "-", "-q"])
    #expect(result.status == 0, "\(arguments): \(result.errors)")
    return try PNG.decodeImage(result.output).bytes
  }

  @Test("hillshade: every option changes the picture")
  func hillshade() throws {
    let folder = try TemporaryFolder()
    let command = ["dem", "hillshade", try grid(folder), "--size", "120x120"]
    let plain = try picture(command)
    for option in [
      ["--contours", "20"], ["--exaggeration", "9"], ["--keep-voids"], ["--no-tints"],
    ] {
      #expect(try picture(command + option) != plain, "\(option)")
    }
    #expect(try picture(command) == plain)
  }

  @Test("render: every option of terrain changes the picture")
  func render() throws {
    let folder = try TemporaryFolder()
    let command = [
      "render", "--dem", try grid(folder), "--size", "120x90", "--pitch", "50", "--samples", "1",
    ]
    let plain = try picture(command)
    for option in [
      ["--contours", "20"], ["--exaggeration", "4"], ["--no-relief"],
      ["--elevation-style", "flat"],
    ] {
      #expect(try picture(command + option) != plain, "\(option)")
    }
  }

  @Test("a map of relief has no world around it, and says so where one is asked for")
  func world() throws {
    let folder = try TemporaryFolder()
    let command = [
      "render", "--dem", try grid(folder), "--size", "64x48", "--samples", "1", "-q", "-o",
      "\(folder.path)/a.png",
    ]
    for (options, isWarned) in [
      (["--world"], true), (["--no-world"], false), ([], false),
      (["--world", "--no-relief"], false),
    ] as [([String], Bool)] {
      let drawn = try Tool.run(command + options)
      #expect(drawn.status == 0, "\(options): \(drawn.errors)")
      let isSaid = drawn.errors.contains("warning: --world: maps of relief")
      #expect(isSaid == isWarned, "\(options): \(drawn.errors)")
    }
  }

  @Test("convert: voids are filled when that is asked")
  func fillVoids() throws {
    let folder = try TemporaryFolder()
    let file = try grid(folder)
    func text(_ options: String...) throws -> String {
      try Tool.run(["dem", "convert", file, "-o", "-", "--to", "asc"] + options).text
    }
    #expect(try text().contains(" -9999 "))
    #expect(
      try !text("--fill-voids").split(separator: "\n").dropFirst(6).contains {
        $0.contains("-9999")
      })
  }

  @Test("--crs says what coordinates mean, to info and convert too")
  func system() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "local.asc",
      "ncols 3\nnrows 3\nxllcenter 500000\nyllcenter 5000000\ncellsize 100\n1 2 3\n4 5 6\n7 8 9")
    let unknown = try Tool.run(["dem", "sample", file, "--at", "45.15,9"])
    #expect(unknown.status == 3 && unknown.errors.contains("--crs"))
    for (code, place) in [("EPSG:32632", "45.1532,9.0005"), ("EPSG:32633", "45.1532,15.0005")] {
      let sampled = try Tool.run(["dem", "sample", file, "--at", place, "--crs", code])
      #expect(sampled.status == 0 && sampled.text.hasSuffix(" m\n"), "\(sampled.errors)")
    }
    let info = try Tool.run(["dem", "info", file, "--crs", "EPSG:32633"])
    #expect(info.status == 0 && info.text.contains("UTM zone 33N"), "\(info.text)\(info.errors)")
  }

  @Test("tiles: the encoding and the zoom are those that are asked for")
  func tiles() throws {
    let folder = try TemporaryFolder()
    let tiles = folder.path + "/tiles"
    let made = try Tool.run(["dem", "convert", try grid(folder), "-o", tiles, "--zoom", "12"])
    #expect(made.status == 0, "\(made.errors)")
    let place = "46.0203,7.0101"
    func sample(_ options: String...) throws -> Tool.Result {
      try Tool.run(["dem", "sample", tiles, "--at", place] + options)
    }
    let terrarium = try sample("--encoding", "terrarium")
    let other = try sample("--encoding", "terrain-rgb")
    #expect(terrarium.status == 0 && other.status == 0)
    #expect(terrarium.text != other.text)
    let elevation = Double(terrarium.text.split(separator: " ").first ?? "") ?? .nan
    #expect(elevation > 100 && elevation < 800, "\(terrarium.text)")
    let absent = try sample("--encoding", "terrarium", "--zoom", "7")
    #expect(absent.status == 3 && absent.errors.contains("12"), "\(absent.errors)")
  }

  @Test("--memory bounds what dem takes")
  func memory() throws {
    let folder = try TemporaryFolder()
    let file = try grid(folder)
    let small = try Tool.run(["dem", "info", file, "--memory", "1K"])
    #expect(small.status == 6 && small.errors.contains("--memory"), "\(small.errors)")
    #expect(try Tool.run(["dem", "info", file, "--memory", "64M"]).status == 0)
  }

  @Test("files of other kinds: advice, or GDAL's reading of them in a build with the trait")
  func otherKinds() throws {
    let folder = try TemporaryFolder()
    let tiff = folder.path + "/slope.tif"
    #expect(try Tool.run(["dem", "convert", try grid(folder), "-o", tiff]).status == 0)
    let image = folder.path + "/slope.img"
    let translate = "/usr/bin/gdal_translate"
    guard FileManager.default.isExecutableFile(atPath: translate) else {
      FileHandle.standardError.write(Data("SKIPPED: \(translate) is not there\n".utf8))
      return
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: translate)
    process.arguments = ["-q", "-of", "HFA", tiff, image]
    try process.run()
    process.waitUntilExit()
    let place = ["--at", "46.0103,7.0101"]
    let expected = try Tool.run(["dem", "sample", tiff] + place).text
    let found = try Tool.run(["dem", "sample", image] + place)
    let drawn = try Tool.run(
      ["render", "--dem", image, "--size", "60x40", "-o", "\(folder.path)/a.png"])
    let asked = try Tool.run(
      ["query", "--dem", image],
      input: #"{"op":"elevation","coordinate":{"latitude":46.0103,"longitude":7.0101}}"# + "\n")
    #if GDAL
      #expect(found.text == expected && found.status == 0, "\(found.errors)")
      #expect(drawn.status == 0, "\(drawn.errors)")
      let metres = expected.split(separator: " ").first ?? "none"
      #expect(
        asked.text.contains("\"elevation\":\(metres.prefix(4))"), "\(asked.text)\(asked.errors)")
    #else
      #expect(expected.hasSuffix(" m\n"))
      for result in [found, drawn, asked] {
        #expect(result.status == 3 && result.errors.contains("trait GDAL"), "\(result.errors)")
      }
    #endif
  }

  @Test("BELVEDERE_VECTORS chooses the rasteriser's instructions; the picture is the same")
  func vectors() throws {
    let folder = try TemporaryFolder()
    let file = try grid(folder)
    var pictures: Set<[UInt8]> = []
    for (wanted, expected) in [("portable", "portable"), ("none such", nil), ("", nil)] {
      func run(_ arguments: [String]) throws -> Tool.Result {
        let process = try Tool.process(arguments, folder: folder)
        process.environment = ProcessInfo.processInfo.environment
          .merging(["BELVEDERE_VECTORS": wanted]) { $1 }
        try process.run()
        process.waitUntilExit()
        return try Tool.result(process, folder)
      }
      let vectors = try run(["version"]).text.split(separator: "\n")
        .first { $0.hasPrefix("vectors ") }?.dropFirst(8)
      if let expected { #expect(vectors.map(String.init) == expected) }
      #expect(["portable", "avx2", "avx512"].contains(vectors.map(String.init)))
      pictures.insert(
        try run(["render", "--dem", file, "--size", "90x60", "-o", "-", "-q"]).output)
    }
    #expect(pictures.count == 1)
  }
}
