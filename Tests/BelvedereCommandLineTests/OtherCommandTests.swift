import BelvedereJSON
import BelvedereTestSupport
import Testing

@Suite("Other commands") struct OtherCommandTests {
  @Test("help, versions and completions succeed on standard output")
  func help() throws {
    for arguments in [
      ["--help"], ["render", "--help"], ["help", "query"], ["--version"], ["version"],
      ["--generate-completion-script", "bash"], [],
    ] {
      let result = try Tool.run(arguments)
      #expect(result.status == 0, "\(arguments): \(result.errors)")
      #expect(!result.output.isEmpty && result.errors.isEmpty)
    }
    let version = try Tool.run(["version", "--json"])
    #expect((try? JSONParser.parse(version.output)) != nil)
    #expect(version.text.contains("\"libpng\""))
  }

  @Test("examples of help can be copied: no line of them is wrapped")
  func examples() throws {
    let commands = [
      "render", "snapshot", "import", "info", "query", "plan", "fly", "encode", "farm", "dem info",
      "dem sample",
      "dem hillshade", "dem convert", "dem verify",
    ]
    for command in commands {
      let help = try Tool.run(command.split(separator: " ").map(String.init) + ["--help"])
      #expect(help.status == 0, "\(command)")
      let lines = help.text.split(separator: "\n", omittingEmptySubsequences: false)
      guard let start = lines.firstIndex(of: "EXAMPLES") else { continue }
      let examples = lines[(start + 1)...].prefix { !$0.hasPrefix("USAGE") }.filter { !$0.isEmpty }
      #expect(examples.count >= 1)
      for line in examples {
        #expect(line.hasPrefix("  ") && line.count <= 80, "\(command): \(line)")
      }
    }
  }

  @Test("info describes a scene in words and as JSON")
  func info() throws {
    let scene = PackageRoot.url.appendingPathComponent("Scenes/first-steps").path
    let words = try Tool.run(["info", scene])
    #expect(words.status == 0)
    #expect(words.text.hasPrefix("First steps\n"))
    #expect(words.text.contains("buildings: 3"))
    let json = try Tool.run(["info", scene, "--json"])
    #expect((try? JSONParser.parse(json.output)) != nil)
  }

  @Test("dem sample: every kind of file, and a system for those that name none")
  func kinds() throws {
    let cases = [
      ("sf/golden_gate_srtm3_cog.tif", "37.83,-122.48", "42.0 m\n"),
      ("sf/golden_gate_srtm3_cog.tif", "37.95,-122.75", "321.0 m\n"),
      ("dem/N43E007.hgt.zip", "43.75,7.42", "308.0 m\n"),
      ("dem/jacksboro_fault.asc", "36.5,-84.2", "667.0 m\n"),
    ]
    for (name, place, answer) in cases {
      guard let path = SharedData.file(name) else { continue }
      #expect(try Tool.run(["dem", "sample", path, "--at", place]).text == answer)
    }
    guard let local = SharedData.file("dem/st_helens_1980_utm10_30m.asc") else { return }
    let without = try Tool.run(["dem", "sample", local, "--at", "46.2,-122.19"])
    #expect(without.status == 3 && without.errors.contains("--crs"))
    let with = try Tool.run(
      ["dem", "sample", local, "--at", "46.2,-122.19", "--crs", "EPSG:26710"])
    #expect(with.status == 0 && with.text.hasPrefix("1892.7"))
    let wrong = try Tool.run(["dem", "sample", local, "--at", "46.2,-122.19", "--crs", "EPSG:1"])
    #expect(wrong.status == 2)
    let odd = try #require(SharedData.file("dem/odd/rotated.tif"))
    let refused = try Tool.run(["render", "--dem", odd, "-o", "/dev/null"])
    #expect(refused.status == 3 && refused.errors.contains("gdalwarp"))
  }

  @Test("dem sample: a number or null, in words or as JSON")
  func sample() throws {
    guard let dem = SharedData.file("sf/N37W123.hgt") else { return }
    let sea = try Tool.run(["dem", "sample", dem, "--at", "37.5,-122.9"])
    #expect(sea.text == "0.0 m\n")
    let outside = try Tool.run(["dem", "sample", dem, "--at", "47.5,-122.9", "--json"])
    #expect(
      outside.text
        == "{\"coordinate\":{\"latitude\":47.5,\"longitude\":-122.9},\"elevation\":null,"
        + "\"reason\":\"outside\"}\n")
    #expect(outside.status == 3 && outside.errors.contains("lies outside the data"))
    let swapped = try Tool.run(["dem", "sample", dem, "--at", "-122.9,37.5"])
    #expect(swapped.status != 0, "\(swapped)")
  }
}
