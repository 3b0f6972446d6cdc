import BelvedereElevationFiles
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// GDAL's programs are other people's: whatever they do, there is an error in a sentence, soon.
@Suite("Programs in GDAL's place that misbehave") struct GDALProgramTests {
  /// Expects a refusal with some words in it, soon.
  private func expect(
    _ words: String, _ fake: FakeGDAL, within seconds: Double = 25,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let start = Date()
    let said = fake.refusal()
    #expect(said?.hasPrefix("ground.odd: ") == true, sourceLocation: location)
    #expect(said?.contains(words) == true, "\(said ?? "nothing")", sourceLocation: location)
    #expect(Date().timeIntervalSince(start) < seconds, sourceLocation: location)
  }

  @Test("there is none: the advice names the program and the package")
  func absent() throws {
    let fake = try FakeGDAL(info: nil)
    expect("gdalinfo is not in PATH; install GDAL", fake)
    expect("gdal-bin", fake)
    // One of two.
    expect(
      "gdal_translate is not in PATH",
      try FakeGDAL(info: FakeGDAL.printing(FakeGDAL.description)))
  }

  @Test("it hangs, with children of its own that hold its output")
  func hangs() throws {
    let mark = "31.\(UInt32.random(in: 100_000...999_999))"
    expect(
      "took too long",
      try FakeGDAL(info: "/bin/sleep \(mark) &\n/bin/sleep \(mark)", seconds: (1, 1)))
    // Closed output is no end.
    expect(
      "took too long",
      try FakeGDAL(info: "exec >&- 2>&-\n/bin/sleep \(mark)", seconds: (1, 1)))
    expect(
      "gdal_translate took too long",
      try FakeGDAL(
        info: FakeGDAL.printing(FakeGDAL.description), translate: "/bin/sleep \(mark)",
        seconds: (20, 1)))
    #expect(!Self.isRunning(mark), "a program outlives its run")
  }

  @Test("it leaves a child behind that holds its output")
  func leavesChild() throws {
    let mark = "32.\(UInt32.random(in: 100_000...999_999))"
    let fake = try FakeGDAL(info: "/bin/sleep \(mark) &\n/bin/sleep 0.3\nexit 3")
    expect("exit status 3", fake)
    #expect(!Self.isRunning(mark), "a program outlives its run")
  }

  @Test("it floods its outputs")
  func floods() throws {
    expect("far more than a description", try FakeGDAL(info: "while :; do echo flood; done"))
    expect(
      "far more than a description", try FakeGDAL(info: "while :; do echo flood >&2; done"))
    expect(
      "far more than a description",
      try FakeGDAL(
        info: FakeGDAL.printing(FakeGDAL.description),
        translate: "while :; do echo flood; done"))
  }

  @Test("it dies, and says why or not")
  func dies() throws {
    expect("ended by signal 11", try FakeGDAL(info: "kill -SEGV $$"))
    expect("exit status 1", try FakeGDAL(info: "exit 1"))
    // Escapes do not reach a terminal.
    let fake = try FakeGDAL(info: "printf 'ERROR 4:\\033[31m odd\\nmore' >&2; exit 1")
    expect("ERROR 4: [31m odd", fake)
    #expect(fake.refusal()?.contains("more") == false)
  }

  @Test("it describes the file in garbage")
  func garbage() throws {
    for text in ["", "garbage", "[]", "{}", "{\"size\": [3, 2]", "{\"size\": 3, \"bands\": []}"] {
      #expect(try FakeGDAL(info: FakeGDAL.printing(text)).refusal()?.contains("gdalinfo") == true)
    }
    for size in ["[3]", "[0, 2]", "[-3, 2]", "[1e300, 2]", "[3.5, 2]", "[\"3\", 2]"] {
      let text = FakeGDAL.description.replacingOccurrences(of: "[3, 2]", with: size)
      expect("did not say how large", try FakeGDAL(info: FakeGDAL.printing(text)))
    }
    let nested = FakeGDAL.printing(String(repeating: "[", count: 100_000))
    expect("something else than JSON", try FakeGDAL(info: nested))
  }

  @Test("it converts into garbage, into nothing, or into another size")
  func otherConversions() throws {
    let info = FakeGDAL.printing(FakeGDAL.description)
    expect("TIFF", try FakeGDAL(info: info, translate: "exit 0"))
    expect("TIFF", try FakeGDAL(info: info, translate: "echo garbage >&3"))
    let folder = try TemporaryFolder()
    let field = HeightField(
      width: 2, height: 2, bounds: GeographicBounds(south: 0, west: 0, north: 1, east: 1),
      samples: [1, 2, 3, 4])
    let tiff = try folder.write("other.tif", try #require(GeoTIFFWriter.encode(field)))
    expect(
      "3 × 2 samples as gdalinfo says, but gdal_translate made 2 × 2",
      try FakeGDAL(info: info, translate: "/bin/cat \(tiff) >&3"))
  }

  @Test("it says that it is larger than what is allowed: refused before anything is converted")
  func large() throws {
    let text = FakeGDAL.description.replacingOccurrences(of: "[3, 2]", with: "[2147483647, 3]")
    let fake = try FakeGDAL(
      info: FakeGDAL.printing(text), translate: "touch \"${0%/*}/converted\"")
    let said = fake.refusal()
    #expect(said?.contains("more than the limit") == true && said?.contains("-srcwin") == true)
    #expect(!fake.folder.contents.contains("converted"))
  }

  @Test("it writes a larger file than is allowed")
  func largeFile() throws {
    let fake = try FakeGDAL(
      info: FakeGDAL.printing(FakeGDAL.description),
      translate: "/bin/dd if=/dev/zero of=/dev/fd/3 bs=1M count=4096 2>/dev/null")
    var gdal = fake.gdal
    gdal.maximumFileBytes = 1 << 20
    gdal.convertingSeconds = 20
    let said = fake.refusal(gdal)
    #expect(said?.contains("gdal_translate refuses it") == true, "\(said ?? "nothing")")
  }

  @Test("it takes more memory than is allowed")
  func memory() throws {
    let fake = try FakeGDAL(
      info: "x=0123456789012345\nwhile :; do x=$x$x; done 2>/dev/null")
    var gdal = fake.gdal
    gdal.memory = 256 << 20
    gdal.describingSeconds = 20
    #expect(fake.refusal(gdal)?.contains("gdalinfo") == true)
  }

  @Test("it finds no network, no environment and no open files but its own")
  func surroundings() throws {
    setenv("BELVEDERE_TEST_SECRET", "secret", 1)
    defer { unsetenv("BELVEDERE_TEST_SECRET") }
    func said(_ command: String) throws -> String {
      try FakeGDAL(info: "echo $(\(command)) >&2; exit 1").refusal() ?? ""
    }
    #expect(try !said("/usr/bin/env").contains("secret"))
    #expect(try said("/usr/bin/env | /bin/grep PROJ_").contains(": PROJ_NETWORK=OFF"))
    // 3 is the folder that ls reads.
    #expect(try said("/bin/ls /proc/self/fd").hasSuffix(": 0 1 2 3"))
    #expect(try said("pwd").hasSuffix(": /"))
  }

  @Test("nothing temporary is left")
  func nothingLeft() throws {
    let temporary = FileManager.default.temporaryDirectory.path
    func count() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: temporary)
        .filter { $0.hasPrefix(".belvedere") }.count
    }
    let before = try count()
    let info = FakeGDAL.printing(FakeGDAL.description)
    for translate in ["exit 1", "kill -KILL $$", "echo garbage >&3", "/bin/sleep 30"] {
      let fake = try FakeGDAL(info: info, translate: translate, seconds: (20, 2))
      #expect(fake.refusal() != nil)
      #expect(fake.folder.contents == ["gdal_translate", "gdalinfo", "ground.odd"])
    }
    // Other tests have such files for a moment.
    #expect(
      try (0..<500).contains { _ in
        usleep(10_000)
        return try count() <= before
      })
  }

  /// Whether a process that was started with an argument is there, also a moment later.
  private static func isRunning(_ argument: String) -> Bool {
    for _ in 0..<100 {
      if !isListed(argument) { return false }
      usleep(20_000)
    }
    return true
  }

  private static func isListed(_ argument: String) -> Bool {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.contains { name in
      Int(name) != nil
        && ((try? bytes(ofFile: "/proc/\(name)/cmdline")).map {
          String(decoding: $0, as: UTF8.self).contains("sleep\0\(argument)")
        } ?? false)
    }
  }
}
