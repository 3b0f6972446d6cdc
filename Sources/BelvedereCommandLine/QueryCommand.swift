import ArgumentParser
import Belvedere
import BelvedereJSON
import BelvedereLimits

/// `belvedere query`
struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Answer questions about the map, one JSON object a line.",
    discussion: """
      Reads requests from standard input and writes one answer for each, in order. Operations: \
      \(QueryEngine.operations.joined(separator: ", ")).

      EXAMPLES
        echo '{"op":"mapPoint","coordinate":{"latitude":40.7,"longitude":-74}}' \\
          | belvedere query
        belvedere query --scene Scenes/san-francisco < requests.ndjson
      """)

  @Option(name: .long, help: "A scene's folder or scene.json, for operations that need ground.")
  var scene: String?

  @Option(name: .long, help: ElevationOptions.filesHelp)
  var dem: [String] = []

  @OptionGroup(title: "Elevations") var elevation: ElevationOptions

  @OptionGroup var voids: VoidOption

  @Flag(name: .long, help: "Let the scene name files outside its folder.")
  var allowOutsideFiles = false

  @OptionGroup var memory: MemoryOption

  func validate() throws {
    if scene == "-" {
      throw ValidationError("--scene cannot be -: standard input holds the requests")
    }
    try elevation.check(dem)
  }

  func run() throws {
    var loaded: Scene?
    var sources = SceneSources(scene: scene, elevation: dem)
    sources.elevationReading = elevation.reading
    if !sources.isEmpty {
      var loader = SceneLoader(
        limits: memory.limits, allowsOutsideFiles: allowOutsideFiles,
        fillsVoids: voids.fillVoids)
      loader.network = elevation.network(isWholeBoxNeeded: false)
      let result = try loader.load(sources)
      result.warnings.forEach { Terminal().warn($0.description) }
      loaded = result.scene
    }
    // Of a server a survey would fetch tiles from all over its box.
    let isBare = scene == nil && !dem.contains(where: TileTemplate.recognizes)
    let engine = QueryEngine(
      scene: loaded, isBare: isBare, memory: memory.limits.maximumMemory)
    var lines = LineReader(maximumBytes: Limits.standard.maximumQueryLineBytes)
    var answers: [UInt8] = []
    var problems = TileProblems.News(of: loaded?.ground)
    while let line = try lines.next() {
      answers += answer(line, engine)
      answers.append(UInt8(ascii: "\n"))
      // Who waits for an answer has it before more is read; who sends many requests at once pays
      // for few writes.
      if !lines.hasLine || answers.count >= Self.outputBytes {
        try Terminal.output(answers)
        answers.removeAll(keepingCapacity: answers.capacity <= 4 * Self.outputBytes)
        problems.warn()
      }
    }
  }

  /// How many bytes of answers are gathered at most before they are written, beside the last answer.
  private static let outputBytes = 1 << 16

  private func answer(_ line: LineReader.Line, _ engine: QueryEngine) -> [UInt8] {
    switch line {
    case .text(let bytes): return engine.answer(bytes)
    case .tooLong(let maximum):
      return QueryEngine.error("the line is longer than \(maximum) bytes", id: nil)
    }
  }
}
