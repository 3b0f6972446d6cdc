import BelvedereFiles
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Bad input") struct BadInputTests {
  private let scene = PackageRoot.url.appendingPathComponent("Scenes/first-steps").path

  private func check(
    _ arguments: [String], _ status: Int32, _ words: String, input: String = "",
    output: String? = nil, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let start = Date()
    let result = try Tool.run(arguments, input: input, output: output)
    #expect(result.status == status, "\(result.errors)", sourceLocation: location)
    #expect(!result.endedBySignal, sourceLocation: location)
    #expect(result.errors.contains("error: "), sourceLocation: location)
    #expect(result.errors.contains(words), "\(result.errors)", sourceLocation: location)
    #expect(Date().timeIntervalSince(start) < 5, sourceLocation: location)
  }

  @Test("command lines that are wrong: status 2")
  func usage() throws {
    let render = ["render", scene, "-o", "/tmp/never.png"]
    try check(["rendr"], 2, "did you mean \"render\"?")
    try check(["dem", "sample"], 2, "See 'belvedere dem sample --help'")
    try check(["dem", "smaple"], 2, "See 'belvedere dem --help'")
    try check(
      ["dem", "info", "a.hgt", "--zooom", "3"], 2,
      "there is no option --zooom. See 'belvedere dem info --help'")
    try check(["render", scene, "--outptu", "a.png"], 2, "did you mean --output?")
    try check(["render", "-o", "/tmp/never.png"], 2, "nothing to draw")
    for command in [["render", "-o", "/tmp/never.png"], ["info"], ["snapshot"]] {
      try check(command, 2, "--roads, --land-cover or --overlay")
    }
    try check(["render", scene], 2, "--output")
    for size in ["0x5", "-1x5", "5", "5x", "axb", "5x5x5", "99999999999999999999x1", "nanx5"] {
      try check(render + ["--size", size], 2, "1920x1080")
    }
    for pitch in ["400", "-1", "nan", "inf", "x"] {
      try check(render + ["--pitch", pitch], 2, "between 0 and 90")
    }
    for distance in ["0", "-5", "nan", "1e300"] {
      try check(render + ["--distance", distance], 2, "above 0")
    }
    try check(render + ["--center", "90,0"], 2, "latitude")
    try check(render + ["--center", "100,0"], 2, "latitude")
    try check(render + ["--center", "nan,0"], 2, "latitude,longitude")
    try check(render + ["--samples", "3"], 2, "1, 4 or 8")
    try check(render + ["--threads", "0"], 2, "between 1 and 1024")
    try check(render + ["--scale", "0"], 2, "between 1 and 4")
    try check(render + ["--fov", "180"], 2, "between")
    try check(render + ["--memory", "lots"], 2, "512M")
    try check(render + ["--eye", "46,7"], 2, "go together")
    try check(render + ["--camera", "abov"], 2, "did you mean \"above\"?")
    try check(render + ["--altitude", "5", "--pitch", "90"], 2, "pitch")
    try check(render + ["--json", "-o", "-"], 2, "standard output")
  }

  @Test("what is too large: status 6, before anything is allocated")
  func limits() throws {
    let render = ["render", scene, "-o", "/tmp/never.png"]
    try check(render + ["--size", "100000x100000"], 6, "--max-pixels")
    try check(render + ["--size", "9223372036854775807x1"], 6, "--size")
    try check(render + ["--size", "4000x4000", "--memory", "64M"], 6, "--memory")
    try check(render + ["--size", "40x40", "--max-pixels", "100"], 6, "--max-pixels")
    #expect(!FileManager.default.fileExists(atPath: "/tmp/never.png"))
  }

  @Test("scenes that need more memory than may be used: status 6, before they are drawn")
  func memory() throws {
    let folder = try TemporaryFolder()
    let output = "\(folder.path)/o.png"
    func scene(_ rows: String) throws -> String {
      try folder.write(
        "blocks.json",
        #"{"belvedereBlocks": 1, "origin": [7, 46], "unit": 1, "styles": "#
          + #"[{"roof": "dome", "roofHeight": 5}], "rows": [\#(rows)[0, 0, 9, 9, 0, 20, 0]]}"#)
      return try folder.write(
        "s.json", #"{"belvedere": 1, "buildings": [{"file": "blocks.json"}]}"#)
    }
    let domes = String(repeating: "[0,0,9,9,0,20,0],", count: 50_000)
    let drawn = ["-o", output, "--size", "16x16", "--memory", "256M"]
    try check(["render", scene(domes)] + drawn, 6, "a part of the scene")
    let zeros = String(repeating: "0,", count: 6_000_000)
    try check(["render", scene(zeros)] + drawn, 6, "--memory")
    #expect(!folder.contents.contains("o.png"))
    // Files are measured before they are read, pictures before they are decoded.
    let long = try folder.write("long.json", String(repeating: " ", count: 3 << 20))
    try check(["info", long, "--memory", "4M"], 6, "bytes")
    try check(["info", "--buildings", long, "--memory", "4M"], 6, "bytes")
    let city = PackageRoot.url.appendingPathComponent("Scenes/san-francisco").path
    try check(["info", city, "--memory", "4M"], 6, "pixels")
  }

  @Test("a shell's limit of memory is kept", arguments: [100, 115, 130, 160])
  func addressSpace(_ mebibytes: Int) throws {
    guard let tool = Tool.path else { return }
    let folder = try TemporaryFolder()
    let zeros = try folder.write(
      "zeros.json", "[" + String(repeating: "0,", count: 8_000_000) + "0]")
    let city = PackageRoot.url.appendingPathComponent("Scenes/san-francisco").path
    for command in ["info --buildings '\(zeros)'", "render '\(city)' -o '\(folder.path)/o.png'"] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "ulimit -v \(mebibytes * 1024); exec '\(tool)' \(command)"]
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 6)
      #expect(folder.contents == ["zeros.json"])
    }
  }

  @Test("a picture that the shell's limit has no room for is refused in words", arguments: [0, 1])
  func pictureSpace(_ globe: Int) throws {
    guard let tool = Tool.path else { return }
    let folder = try TemporaryFolder()
    let scene = PackageRoot.url.appendingPathComponent("Scenes/first-steps").path
    let projection = globe == 1 ? "globe" : "flat"
    var refused = 0
    for mebibytes in globe == 1 ? [300, 485, 610, 800, 1000] : [250, 340, 410, 520, 600] {
      let process = Process()
      let errors = Pipe()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = [
        "-c",
        """
        ulimit -v \(mebibytes * 1024); exec '\(tool)' render '\(scene)' -o '\(folder.path)/o.png' \
        --size 1920x1080 --samples 8 --memory 4G --projection \(projection) -q
        """,
      ]
      process.standardError = errors
      try process.run()
      let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect([0, 6].contains(process.terminationStatus), "\(mebibytes) MiB: \(text)")
      #expect(!text.contains("Fatal error"), "\(mebibytes) MiB: \(text)")
      if text.contains("raise 'ulimit -v'") { refused += 1 }
      if mebibytes >= (globe == 1 ? 1000 : 600) {
        #expect(process.terminationStatus == 0, "\(text)")
      }
    }
    #expect(refused > 0)
  }

  @Test("names cannot steer the terminal")
  func escapes() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "s.json",
      #"{"belvedere": 1, "name": "a\u001b[31mb\u009b2J", "attribution": ["\u0007"], "k\u001b": 1}"#)
    let result = try Tool.run(["info", path])
    #expect(result.status == 0)
    for text in [result.text, result.errors] {
      #expect(
        text.unicodeScalars.allSatisfy {
          $0 == "\n" || $0.properties.generalCategory != .control
        })
    }
  }

  @Test("input that is refused: status 3")
  func input() throws {
    let folder = try TemporaryFolder()
    let output = "\(folder.path)/o.png"
    try check(["render", "\(folder.path)/none", "-o", output], 3, "no such file")
    try check(["render", folder.path, "-o", output], 3, "scene.json")
    try check(["render", "/dev/zero", "-o", output], 3, "not a regular file")
    let bad = try folder.write("bad.json", "{\n\"belvedere\": 1,\n oops}")
    try check(["render", bad, "-o", output], 3, "bad.json:3: not valid JSON")
    let wrong = try folder.write("w.json", #"{"belvedere": 1, "buildings": [{"height": "x"}]}"#)
    try check(["info", wrong], 3, "buildings[0]")
    try check(["render", "-", "-o", output], 3, "standard input", input: "[")
    let binary = try folder.write("N37W123.hgt", [1, 2, 3])
    try check(["render", "--dem", binary, "-o", output], 3, "3 bytes")
    let other = try folder.write("map.tif", [1, 2, 3])
    try check(["render", "--dem", other, "-o", output], 3, ".hgt")
    try check(["render", "--buildings", binary, "-o", output], 3, "not valid JSON")
    try check(["dem", "sample", bad, "--at", "1,2"], 3, "bad.json:3: not valid JSON")
    try check(["dem", "sample", other, "--at", "1,2"], 3, ".hgt")
    #expect(!folder.contents.contains("o.png"))
  }

  @Test("files that may not be read: status 3")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("scene.json", "{}")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    // Whoever may read everything cannot test this.
    if FileManager.default.isReadableFile(atPath: path) { return }
    try check(["info", path], 3, "permissions")
  }

  @Test("output that cannot be written: status 4, and no rest")
  func output() throws {
    let folder = try TemporaryFolder()
    let small = ["--size", "32x32"]
    try check(
      ["render", scene, "-o", "\(folder.path)/none/a.png"] + small, 4, "folder does not exist")
    try check(["render", scene, "-o", folder.path] + small, 4, "is a folder")
    try check(["render", scene, "-o", ""] + small, 4, "file's name")
    try check(["render", scene, "-o", "/proc/a.png"] + small, 4, "/proc/a.png")
    try check(["render", scene, "-o", "/dev/full"] + small, 4, "no space left")
    try check(["render", scene, "-o", "-"] + small, 4, "No space left", output: "/dev/full")
    try check(["info", scene], 4, "No space left", output: "/dev/full")
    #expect(folder.contents.isEmpty)
    // A device is written, not replaced.
    #expect(try Tool.run(["render", scene, "-o", "/dev/null"] + small).status == 0)
    #expect(!FileManager.default.isReadableFile(atPath: "/dev/null/x"))
  }

  @Test("a write that fails half-way leaves the old file and nothing else")
  func halfWritten() throws {
    guard let tool = Tool.path else { return }
    let folder = try TemporaryFolder()
    let path = try folder.write("a.png", "old")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "ulimit -f 8; exec '\(tool)' render '\(scene)' -o '\(path)' --size 400x300 -q",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 4)
    #expect(folder.contents == ["a.png"])
    #expect(try bytes(ofFile: path) == Array("old".utf8))
  }

  @Test("a grid and its .prj are replaced together or not at all", arguments: [1, 8])
  func companions(blocks: Int) throws {
    guard let tool = Tool.path else { return }
    let folder = try TemporaryFolder()
    let samples = Array(repeating: "5", count: 60).joined(separator: " ") + "\n"
    let grid = try folder.write(
      "in.asc",
      "ncols 60\nnrows 60\nxllcorner 7\nyllcorner 46\ncellsize 0.001\n"
        + String(repeating: samples, count: 60))
    let old = try [folder.write("a.asc", "old"), folder.write("a.prj", "old too")]
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      "ulimit -f \(blocks); exec '\(tool)' dem convert '\(grid)' -o '\(folder.path)/a.asc' -q",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 4)
    #expect(folder.contents == ["a.asc", "a.prj", "in.asc"])
    #expect(try bytes(ofFile: old[0]) == Array("old".utf8))
    #expect(try bytes(ofFile: old[1]) == Array("old too".utf8))
    #expect(try Tool.run(["dem", "convert", grid, "-o", "\(folder.path)/a.asc"]).status == 0)
    #expect(folder.contents == ["a.asc", "a.prj", "in.asc"])
    #expect(try bytes(ofFile: old[1]) != Array("old too".utf8))
  }

  @Test("without threads the work is done all the same")
  func noThreads() throws {
    guard let tool = Tool.path, geteuid() == 0,
      FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"),
      FileManager.default.isExecutableFile(atPath: "/usr/bin/prlimit")
    else { return }
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o777)
    let copy = "\(folder.path)/belvedere"
    try FileManager.default.copyItem(atPath: tool, toPath: copy)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // A user with no other process, who may have no second thread.
    process.arguments = [
      "-c",
      """
      cd '\(folder.path)' && exec setpriv --reuid 64123 --clear-groups prlimit --nproc=1 ./belvedere \
        render --dem g.asc -o g.png --size 60x40 --threads 4 -q
      """,
    ]
    let row = Array(repeating: "5", count: 20).joined(separator: " ") + "\n"
    let grid = try folder.write(
      "g.asc",
      "ncols 20\nnrows 20\nxllcorner 7\nyllcorner 46\ncellsize 0.001\n"
        + String(repeating: row, count: 20))
    chmod(grid, 0o644)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(
    "ctrl-C and its kin end a render soon and leave nothing",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(_ signal: Int32) throws {
    let folder = try TemporaryFolder()
    let messages = try TemporaryFolder()
    let process = try Tool.process(
      ["render", scene, "-o", "\(folder.path)/a.png", "--size", "6000x4000", "--samples", "8"],
      folder: messages)
    try process.run()
    Thread.sleep(forTimeInterval: 0.5)
    #expect(process.isRunning, "the render is too quick to be interrupted")
    let start = Date()
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(Date().timeIntervalSince(start) < 5)
    #expect(process.terminationStatus == 128 + signal)
    #expect(folder.contents.isEmpty)
  }

  @Test("the file that tries whether a folder can be written is noted before it is made")
  func probe() throws {
    let folder = try TemporaryFolder()
    var all: [String?] = []
    _ = try AtomicFile(path: "\(folder.path)/a.png") { all.append($0) }
    #expect(all.count == 2)
    #expect(all.first??.hasPrefix(folder.path) == true)
    #expect(all.last == .some(nil))
    #expect(folder.contents.isEmpty)
  }

  @Test("a closed pipe ends the program quietly")
  func closedPipe() throws {
    guard let tool = Tool.path else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "{ '\(tool)' render '\(scene)' -o - -q --size 300x200; echo $? >&2; } | head -c 10",
    ]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text == "0\n")
  }

  @Test("warnings have no colour where there is no terminal, and stay with --quiet")
  func messages() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("s.json", #"{"belvedere": 1, "knid": 1}"#)
    let loud = try Tool.run(["render", path, "-o", "\(folder.path)/a.png", "--size", "16x16"])
    #expect(loud.errors.contains("warning: "))
    #expect(!loud.errors.contains("\u{1B}"))
    let quiet = try Tool.run(
      ["render", path, "-o", "\(folder.path)/a.png", "--size", "16x16", "--quiet"])
    #expect(quiet.output.isEmpty && quiet.status == 0)
    let warnings = loud.errors.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
    #expect(quiet.errors.split(separator: "\n") == warnings, "\(quiet.errors)")
  }
}
