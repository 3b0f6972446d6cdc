import Belvedere
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits

/// The work of `belvedere snapshot`: from lines to pictures.
struct SnapshotRun {
  let command: SnapshotCommand

  func run() throws {
    guard InputFile.kind(of: command.output) == .folder else {
      throw CommandFailure(
        .outputNotWritten, "\(command.output) is no folder; make it, or name another one with -o")
    }
    let fonts = try command.typeface.fonts()
    var lines = try reader()
    let loaded = try ProgressReporter.during("load", isQuiet: command.quiet) {
      try command.source.load()
    }
    var terminal = Terminal()
    terminal.isQuiet = command.quiet
    terminal.tell(loaded.warnings, ofScene: command.source.scene)
    let read = OutputName.files(loaded.files, ofScene: command.source.scene)
    var scene = loaded.scene
    if let imagery = command.imagery { scene.imagery = try MapOptions.tiles(imagery) }
    let studio = SnapshotStudio(
      scene: scene, threads: command.threads, memory: try memory(beside: scene))
    let named = [
      command.imagery, command.typeface.font, command.jobs == "-" ? nil : command.jobs,
    ].compactMap(\.self)
    let reads = command.source.sources.names + read + named
    let data = command.source.data
    let contents = SceneContentsReader(
      scene: command.source.scene, limits: data.limits, allowsOutsideFiles: data.allowOutsideFiles)
    let desk = SnapshotDesk(
      command: command, studio: studio, fonts: fonts, reads: reads, contents: contents)
    var (number, count) = (0, 0)
    var failures: [ExitStatus] = []
    while let line = try lines.next() {
      number += 1
      let answer: (line: [UInt8], failure: ExitStatus?)
      switch line {
      case .text(let bytes) where bytes.allSatisfy(Self.isSpace): continue
      case .text(let bytes): answer = desk.answer(bytes, number: number)
      case .tooLong(let maximum):
        answer = SnapshotDesk.refused("the line is longer than \(maximum) bytes", number)
      }
      count += 1
      if let failure = answer.failure { failures.append(failure) }
      try Terminal.output(answer.line + [UInt8(ascii: "\n")])
    }
    terminal.note(
      "\(grouped(count - failures.count)) of \(grouped(count)) snapshots drawn")
    guard let first = failures.first else { return }
    throw CommandFailure(
      first, "\(grouped(failures.count)) of \(grouped(count)) jobs failed; their lines say why")
  }

  /// Files end with empty lines, and have them between parts.
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private func reader() throws -> LineReader {
    let most = Limits.standard.maximumQueryLineBytes
    guard command.jobs != "-" else { return LineReader(maximumBytes: most) }
    return try LineReader(path: command.jobs, maximumBytes: most)
  }

  /// What drawing may take beside the scene.
  private func memory(beside scene: Scene) throws -> Int {
    let memory = command.source.data.limits.maximumMemory
    let taken =
      Double(scene.approximateByteCount) + Double(scene.approximateDrawingByteCount)
      + Double(scene.readsElevations ? ElevationCache.bytes(ofMemory: memory) : 0)
      + Double(scene.keptLevelBytes)
    // Of the rest an eighth is for what is encoded while it is written.
    let rest = (Double(memory) - taken) / 8 * 7
    guard rest > 0 else {
      throw LimitError(
        subject: "the scene",
        value: "\(decimals((taken / 1_048_576).rounded(.up), 0)) MiB to be drawn",
        limit: "\(memory >> 20) MiB", remedy: "raise --memory, or draw a part of the scene")
    }
    return Int(clamping: rest, in: 0...(1 << 48))
  }
}
