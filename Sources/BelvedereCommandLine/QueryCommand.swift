import ArgumentParser
import Belvedere
import BelvedereJSON
import BelvedereLimits

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `belvedere query`
struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Answer questions about the map, one JSON object a line.",
    discussion: """
      Reads requests from standard input and writes one answer for each, in order. Operations: \
      \(QueryEngine.operations.joined(separator: ", ")).

      EXAMPLE
        echo '{"op":"mapPoint","coordinate":{"latitude":40.7,"longitude":-74}}' | belvedere query
      """)

  @Option(name: .long, help: "A scene's folder or scene.json, for operations that need ground.")
  var scene: String?

  @Option(name: .long, help: "An .hgt elevation tile or a folder of them; may be repeated.")
  var dem: [String] = []

  @Flag(name: .long, help: "Let the scene name files outside its folder.")
  var allowOutsideFiles = false

  func validate() throws {
    if scene == "-" {
      throw ValidationError("--scene cannot be -: standard input holds the requests")
    }
  }

  func run() throws {
    var loaded: Scene?
    let sources = SceneSources(scene: scene, elevation: dem)
    if !sources.isEmpty {
      let loader = SceneLoader(allowsOutsideFiles: allowOutsideFiles, fillsVoids: false)
      let result = try loader.load(sources)
      result.warnings.forEach { Terminal().warn($0.description) }
      loaded = result.scene
    }
    let engine = QueryEngine(scene: loaded)
    var lines = LineReader(maximumBytes: Limits.standard.maximumQueryLineBytes)
    while let line = try lines.next() {
      try Terminal.output(answer(line, engine) + "\n")
    }
  }

  private func answer(_ line: LineReader.Line, _ engine: QueryEngine) -> String {
    switch line {
    case .text(let bytes): return engine.answer(bytes)
    case .tooLong(let maximum):
      return QueryEngine.error("the line is longer than \(maximum) bytes", id: nil)
    }
  }
}

/// Splits standard input into lines.
struct LineReader {
  enum Line {
    case text([UInt8])
    case tooLong(maximum: Int)
  }

  private let maximumBytes: Int
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var start = 0
  private var end = 0

  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// The next line without its end; `nil` at the end of the input.
  mutating func next() throws -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if start == end {
        guard try fill() else {
          if isTooLong { return .tooLong(maximum: maximumBytes) }
          return line.isEmpty ? nil : .text(line)
        }
      }
      let newline = buffer[start..<end].firstIndex(of: UInt8(ascii: "\n"))
      let part = buffer[start..<(newline ?? end)]
      start = newline.map { $0 + 1 } ?? end
      if !isTooLong, line.count + part.count <= maximumBytes {
        line += part
      } else {
        // The rest is read but not kept.
        isTooLong = true
        line = []
      }
      if newline != nil {
        if isTooLong { return .tooLong(maximum: maximumBytes) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return .text(line)
      }
    }
  }

  private mutating func fill() throws -> Bool {
    while true {
      let count = buffer.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 {
        start = 0
        end = count
        return count > 0
      }
      if errno != EINTR {
        throw CommandFailure(
          .inputRefused, "standard input cannot be read: \(String(cString: strerror(errno)))")
      }
    }
  }
}
