import BelvedereImaging
import BelvedereTestSupport
import Foundation
import Testing

/// What `--memory` says is kept by the whole process, measured by the system.
@Suite("The memory of a process") struct MemoryBudgetTests {
  /// What the program takes itself beside the budget.
  private let programBytes = 64 << 20

  /// A GeoTIFF of so many samples a side, 16-bit integers in one strip, not compressed.
  private func raster(_ folder: TemporaryFolder, side: Int) throws -> String {
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    func word(_ value: Int, _ count: Int) {
      for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
    }
    let entries = [
      (256, 4, 1, side), (257, 4, 1, side), (258, 3, 1, 16), (259, 3, 1, 1), (262, 3, 1, 1),
      (273, 4, 1, 1000), (277, 3, 1, 1), (278, 4, 1, side), (279, 4, 1, 2 * side * side),
      (339, 3, 1, 2), (33550, 12, 3, 400), (33922, 12, 6, 424), (34735, 3, 8, 480),
    ]
    word(entries.count, 2)
    for entry in entries {
      word(entry.0, 2)
      word(entry.1, 2)
      word(entry.2, 4)
      word(entry.3, 4)
    }
    word(0, 4)
    func pad(_ count: Int) { bytes += repeatElement(0, count: count - bytes.count) }
    func number(_ value: Double) {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += Array($0) }
    }
    pad(400)
    let step = 0.5 / Double(side)
    [step, step, 0, 0, 0, 0, 7, 44, 0].forEach(number)
    pad(480)
    for value in [1, 1, 0, 1, 2048, 0, 1, 4326] { word(value, 2) }
    pad(1000)
    bytes.reserveCapacity(1000 + 2 * side * side)
    for y in 0..<side {
      for x in 0..<side {
        word(800 + (x / 40 * 7 + y / 40 * 5) % 90 + (x * 13 + y * 7) % 9, 2)
      }
    }
    return try folder.write("raster\(side).tif", bytes)
  }

  /// Runs to the end.
  ///
  /// - Returns: what came, and the most bytes that were resident at once.
  private func run(
    _ arguments: [String], _ folder: TemporaryFolder
  ) throws -> (result: Tool.Result, peak: Int) {
    let process = try Tool.process(arguments, folder: folder)
    try process.run()
    var peak = 0
    while process.isRunning {
      let status =
        (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8))
        ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      peak = max(peak, (line?.split(separator: " ").dropFirst().first).flatMap { Int($0) } ?? 0)
      usleep(5000)
    }
    process.waitUntilExit()
    return (try Tool.result(process, folder), peak * 1024)
  }

  @Test("a raster larger than the memory is drawn within it")
  func peak() throws {
    let folder = try TemporaryFolder()
    let file = try raster(folder, side: 5000)
    let command = [
      "render", "--dem", file, "--size", "320x240", "--samples", "1", "--pitch", "60",
      "--no-pitch-limit", "-q", "-o", "\(folder.path)/a.png",
    ]
    let bounded = try run(command + ["--memory", "128M"], folder)
    #expect(bounded.result.status == 0, "\(bounded.result.errors)")
    #expect(bounded.peak > 16 << 20 && bounded.peak <= 128 << 20 + programBytes, "\(bounded.peak)")
    // The measure can tell: without the bound there is more.
    let free = try run(command + ["--memory", "4G"], folder)
    #expect(free.peak > 128 << 20 + programBytes, "\(free.peak)")
  }

  @Test("extracts whose objects are far larger in memory than in the file are read within it")
  func emptyWays() throws {
    let folder = try TemporaryFolder()
    let count = 150_000
    let ways = (0..<32).flatMap { PBFBlobs.emptyWays(from: 1_000_000 + $0 * count, count: count) }
    let file = try folder.write("ways.osm.pbf", Array(TinyExtract.pbf.prefix(200)) + ways)
    let command = ["import", file, "-o", "\(folder.path)/scene", "-q"]
    let bounded = try run(command + ["--memory", "128M"], folder)
    #expect(bounded.result.status == 0, "\(bounded.result.errors)")
    #expect(bounded.peak > 16 << 20 && bounded.peak <= 128 << 20 + programBytes, "\(bounded.peak)")
  }

  @Test(
    "many annotations and overlays are drawn within it, or refused with advice",
    arguments: ["Point", "Polygon"])
  func manyOverlays(_ kind: String) throws {
    let folder = try TemporaryFolder()
    var random = SplitMix64(seed: 8)
    let features = (0..<(kind == "Point" ? 120_000 : 15_000)).map { i in
      let (x, y) = (7 + random.double(0...0.2), 46 + random.double(0...0.2))
      let geometry =
        kind == "Point"
        ? "[\(x),\(y)]" : "[[[\(x),\(y)],[\(x + 4e-4),\(y)],[\(x),\(y + 4e-4)],[\(x),\(y)]]]"
      return """
        {"type":"Feature","properties":{"name":"P\(i)"},\
        "geometry":{"type":"\(kind)","coordinates":\(geometry)}}
        """
    }
    let file = try folder.write(
      "a.geojson",
      "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))]}")
    let command = [
      "render", "--overlay", file, "--size", "320x240", "--samples", "1", "-q", "-o",
      "\(folder.path)/a.png",
    ]
    let refused = try run(command + ["--memory", "170M"], folder)
    #expect(refused.result.status == 6, "\(refused.result.errors)")
    #expect(refused.result.errors.contains("--memory"), "\(refused.result.errors)")
    #expect(refused.peak <= 170 << 20 + programBytes, "\(refused.peak)")
    let drawn = try run(command + ["--memory", "400M"], folder)
    #expect(drawn.result.status == 0, "\(drawn.result.errors)")
    // More than that in which it is refused.
    #expect(drawn.peak > 170 << 20 && drawn.peak <= 400 << 20 + programBytes, "\(drawn.peak)")
  }

  @Test("the picture is that of the raster in memory, byte for byte")
  func sameBytes() throws {
    let folder = try TemporaryFolder()
    let file = try raster(folder, side: 2100)
    let pictures = try ["128M", "2G"].map { memory in
      let result = try Tool.run(
        [
          "render", "--dem", file, "--size", "160x120", "--pitch", "30", "-q", "-o", "-",
          "--memory", memory,
        ])
      #expect(result.status == 0 && !result.errors.contains("--memory"), "\(result.errors)")
      return result.output
    }
    #expect(pictures[0] == pictures[1])
    #expect(Set(try PNG.decodeImage(pictures[0]).bytes).count > 20)
  }

  @Test("commands that look into rasters keep it, too, or refuse with advice")
  func others() throws {
    let folder = try TemporaryFolder()
    let file = try raster(folder, side: 5000)
    for command in [
      ["dem", "info", file], ["dem", "sample", file, "--at", "43.8,7.2"],
      ["dem", "hillshade", file, "-o", "\(folder.path)/h.png", "-q"],
      ["dem", "convert", file, "-o", "\(folder.path)/c.tif", "-q"], ["query", "--dem", file],
    ] {
      let (result, peak) = try run(command + ["--memory", "96M"], folder)
      let isDone = result.status == 0 || result.status == 6 && result.errors.contains("--memory")
      #expect(isDone, "\(command): \(result.errors)")
      #expect(peak <= 96 << 20 + programBytes, "\(command): \(peak)")
    }
    let least = try Tool.run(["query", "--dem", file, "--memory", "1K"])
    #expect(least.status == 6 && least.errors.contains("--memory"), "\(least.errors)")
  }
}
