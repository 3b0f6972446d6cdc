import ArgumentParser
import Belvedere
import BelvedereFiles
import BelvedereJSON

/// `belvedere encode`
struct EncodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode", abstract: "Make a film of a folder of frames that is complete.",
    usage: "belvedere encode <folder> [<options>] [--output <output>]",
    discussion: """
      The folder is one that belvedere fly has written. Every frame is looked at; where some are missing or \
      damaged they are listed, and no film is made.

      EXAMPLES
        belvedere encode frames -o film.mp4
        belvedere encode frames -o part.webm --crf 24 --frames 0-299
        belvedere encode frames --check
        belvedere encode frames -o - | ffmpeg -i - -c:v prores film.mov
      """)

  @Argument(help: "The folder of frames.")
  var folder: String

  @Option(
    name: [.short, .long],
    help: "The film: .mp4, .webm, .gif or .y4m; - writes YUV4MPEG2 to standard output.")
  var output: String?

  @OptionGroup var encoding: EncodingOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Only these frames, from 0: 0-99. (default: all of the film)", valueName: "a-b"),
    transform: { text in
      guard let frames = FrameSet(text: text) else {
        throw ValidationError("expected numbers of frames from 0, such as 0-99, 7 or 1,5-7")
      }
      return frames
    })
  var frames: FrameSet?

  @Flag(name: .long, help: "Only look whether all frames are there.")
  var check = false

  @OptionGroup var sheet: SheetOptions
  @OptionGroup var progress: FilmProgressOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    guard output != nil || check || sheet.sheet != nil else {
      throw ValidationError("say where the film goes with -o, or give --check")
    }
    let target = try output.map { try FilmTarget(path: $0) }
    if case .folder? = target {
      throw ValidationError("a film is written as .mp4, .webm, .gif or .y4m; end the name so")
    }
    try encoding.check(target?.format)
    try sheet.check()
    let standard = [output == "-", messages.json, progress.progress == .openjd].count { $0 }
    if standard > 1 {
      throw ValidationError(
        "-o -, --json and --progress openjd all write to standard output; give one")
    }
  }

  func run() throws {
    let start = monotonicSeconds()
    let store = try FrameStore(reading: folder) { FilmFiles.note($0, isThere: $1) }
    let manifest = store.manifest
    let all = FrameSet(0..<manifest.frameCount)
    let frames = frames ?? all
    if let most = frames.last, most >= manifest.frameCount {
      throw CommandFailure(
        .usage,
        "--frames \(frames.text(atMost: 4)) is outside the film, whose frames are "
          + "0-\(manifest.frameCount - 1)")
    }
    let target = try output.map { try FilmTarget(path: $0) }
    if case .file(_, let format)? = target,
      let problem = format.problem(
        width: manifest.width, height: manifest.height, rate: manifest.rate)
    {
      throw CommandFailure(.usage, problem)
    }
    let file: AtomicFile? =
      if case .file(let path, _)? = target {
        try AtomicFile(path: path, temporary: FilmFiles.follow())
      } else { nil }
    let sheetFile = try sheet.sheet.map { try AtomicFile(path: $0, temporary: FilmFiles.follow()) }
    let missing = frames.ranges.reduce(FrameSet()) { $0.union(store.missing(in: $1)) }
    guard missing.isEmpty else {
      throw FrameStoreError.incomplete(folder: store.folder, missing: missing, of: frames.count)
    }
    try encode(frames, of: store, to: target, file)
    if let sheetFile { try draw(sheetFile, frames, store) }
    try report(frames, manifest, seconds: monotonicSeconds() - start)
  }

  private func encode(
    _ frames: FrameSet, of store: FrameStore, to target: FilmTarget?, _ file: AtomicFile?
  ) throws {
    let manifest = store.manifest
    let progress = FilmProgress(progress, isQuiet: messages.quiet, verb: "encoded")
    defer { progress.finish() }
    func pass(_ sink: any FrameSink) throws {
      try FilmFiles.pass(frames, of: store, to: sink) { done in
        progress.update(FilmProduction.Progress(done: done, kept: 0, all: frames.count))
      }
    }
    switch target {
    case .file(_, let format):
      guard let file else { return }
      let encoder = try FilmEncoder(
        format, width: manifest.width, height: manifest.height, rate: manifest.rate,
        rateFactor: encoding.crf, credits: manifest.credits)
      try FilmFiles.encode(frames, of: store, by: encoder, to: file, in: nil, draw: pass)
    case .standardOutput:
      try pass(
        Y4MSink(width: manifest.width, height: manifest.height, rate: manifest.rate) {
          try Terminal.output($0)
        })
    case .folder, nil: break
    }
  }

  private func draw(_ file: AtomicFile, _ frames: FrameSet, _ store: FrameStore) throws {
    let chosen = ContactSheet.choice(of: sheet.sheetFrames, from: frames)
    var drawn = ContactSheet(
      frames: chosen.count, width: store.manifest.width, height: store.manifest.height)
    for number in chosen {
      guard let image = store.image(of: number) else { continue }
      drawn.add(image, number: number, seconds: store.manifest.rate.time(ofFrame: number))
    }
    try file.write(try PNG.encode(drawn.image), temporary: FilmFiles.follow())
  }

  private func report(_ frames: FrameSet, _ manifest: FilmManifest, seconds: Double) throws {
    let name = output ?? sheet.sheet ?? folder
    if messages.json {
      return try Terminal.output(
        JSONWriter.pretty([
          "output": .string(name), "frames": .integer(frames.count),
          "filmFrames": .integer(manifest.frameCount), "width": .integer(manifest.width),
          "height": .integer(manifest.height), "rate": .string("\(manifest.rate)"),
          "fingerprint": .string(manifest.fingerprint), "seconds": .number(seconds),
        ]) + "\n")
    }
    guard output != "-", !messages.quiet, progress.progress != .openjd else { return }
    let length = Double(frames.count) / manifest.rate.framesPerSecond
    try Terminal.output(
      "\(name): \(grouped(frames.count)) frames of \(manifest.width) × \(manifest.height) pixels, "
        + "\(PlanSummary.short(length)) s at \(manifest.rate) frames a second\n")
  }
}
