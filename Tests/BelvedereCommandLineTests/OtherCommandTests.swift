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

  @Test("dem sample: a number or null, in words or as JSON")
  func sample() throws {
    guard let dem = SharedData.file("sf/N37W123.hgt") else { return }
    let sea = try Tool.run(["dem", "sample", dem, "--at", "37.5,-122.9"])
    #expect(sea.text == "0.0 m\n")
    let outside = try Tool.run(["dem", "sample", dem, "--at", "47.5,-122.9", "--json"])
    #expect(
      outside.text
        == "{\"coordinate\":{\"latitude\":47.5,\"longitude\":-122.9},\"elevation\":null}\n")
  }
}
