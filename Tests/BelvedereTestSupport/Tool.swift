import Foundation

/// Runs the program `belvedere` as it was built with the tests.
public enum Tool {
  /// What a run gave.
  public struct Result: Sendable {
    public let status: Int32
    public let endedBySignal: Bool
    public let output: [UInt8]
    public let errors: String
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The program, beside the test bundle.
  public static let path: String? = {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let folders = [
      own.deletingLastPathComponent(),
      PackageRoot.url.appendingPathComponent(".build/release"),
      PackageRoot.url.appendingPathComponent(".build/debug"),
    ]
    return folders.map { $0.appendingPathComponent("belvedere").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// A process that is not yet running, its outputs going to files.
  public static func process(
    _ arguments: [String], folder: TemporaryFolder, input: [UInt8] = [], output: String? = nil
  ) throws -> Process {
    struct Missing: Error {}
    guard let path else { throw Missing() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    // Files, not pipes: neither side ever waits for the other.
    let inputPath = try folder.write(".stdin", input)
    try folder.write(".stderr", "")
    if output == nil { try folder.write(".stdout", "") }
    process.standardInput = FileHandle(forReadingAtPath: inputPath)
    process.standardOutput = FileHandle(forWritingAtPath: output ?? "\(folder.path)/.stdout")
    process.standardError = FileHandle(forWritingAtPath: "\(folder.path)/.stderr")
    return process
  }

  /// Runs to the end.
  public static func run(
    _ arguments: [String], input: String = "", output: String? = nil
  ) throws -> Result {
    let folder = try TemporaryFolder()
    let process = try process(
      arguments, folder: folder, input: Array(input.utf8), output: output)
    try process.run()
    process.waitUntilExit()
    return try result(process, folder, hasOutput: output == nil)
  }

  /// What an ended process gave.
  public static func result(
    _ process: Process, _ folder: TemporaryFolder, hasOutput: Bool = true
  ) throws -> Result {
    Result(
      status: process.terminationStatus,
      endedBySignal: process.terminationReason == .uncaughtSignal,
      output: hasOutput ? try bytes(ofFile: "\(folder.path)/.stdout") : [],
      errors: String(decoding: try bytes(ofFile: "\(folder.path)/.stderr"), as: UTF8.self))
  }
}
