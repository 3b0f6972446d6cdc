import ArgumentParser
import Belvedere

/// `belvedere fly`
struct FlyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fly", abstract: "Make a film of a flight over a scene.",
    usage: "belvedere fly [<scene>] <flight> [<options>] [--output <output>]",
    discussion: """
      Frames are kept as they are finished, in a folder beside the film (FILM.frames), and a run that was \
      interrupted goes on where it ended; the folder is removed once the film is whole. A frame has the same \
      bytes whatever the threads, the part of the film, and the frames drawn before it. Several processes may \
      draw into one folder at once.

      .mp4 (H.264), .webm (VP9) and .gif are written by the program ffmpeg; a folder of PNGs and .y4m need \
      nothing.

      EXAMPLES
        belvedere plan --from 37.81,-122.48,4000,60 --to 37.79,-122.40,2500,65,90 \\
          -o hop.json
        belvedere fly Scenes/san-francisco hop.json -o hop.mp4
        belvedere fly Scenes/san-francisco hop.json -o look.mp4 --preview \\
          --sheet look.png
        belvedere fly Scenes/san-francisco tour.kml -o frames/ --size 1280x720 \\
          --fps 60
        belvedere fly Scenes/san-francisco tour.kml -o frames/ --shard 2/5
        belvedere fly Scenes/san-francisco hike.gpx --distance 800 --pitch 60 \\
          -o hike.mp4
        belvedere fly Scenes/san-francisco tour.kml -o film.webm --motion-blur 8:0.5
        belvedere fly --dem N46E007.hgt flight.csv -o alps.gif --size 480x270 \\
          --fps 15
        belvedere fly Scenes/san-francisco hop.json -o - | ffmpeg -i - \\
          -c:v prores hop.mov
        belvedere encode frames -o film.mp4
      """)

  @OptionGroup var film: FilmOptions

  @Option(
    name: [.short, .long],
    help: """
      The film: .mp4, .webm, .gif or .y4m; a folder of PNGs, whose name ends in / or has no ending; - writes \
      YUV4MPEG2 to standard output. May be left out where --sheet, --charts or --report say what is wanted.
      """)
  var output: String?

  @OptionGroup(title: "Encoding") var encoding: EncodingOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Only these frames of the film, from 0: 0-99, 7, 1,5-7.", valueName: "a-b"),
    transform: { text in
      guard let frames = FrameSet(text: text) else {
        throw ValidationError("expected numbers of frames from 0, such as 0-99, 7 or 1,5-7")
      }
      return frames
    })
  var frames: FrameSet?

  @Option(
    name: .long,
    help: ArgumentHelp("Only the i-th of n parts of the frames, from 1.", valueName: "i/n"),
    transform: FilmShard.init(parsing:))
  var shard: FilmShard?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep the frames of a film in this folder, also when it is whole.", valueName: "folder"))
  var keepFrames: String?

  @OptionGroup(title: "Beside the film") var sheet: SheetOptions

  @Option(
    name: .long,
    help: "Draw the flight's charts and its track on a map: .svg or .png. May be repeated.")
  var charts: [String] = []

  @Option(
    name: .long, help: ArgumentHelp("Write the flight's report as JSON.", valueName: "file"))
  var report: String?

  @Option(
    name: .long, parsing: .unconditional, help: "Threads that draw. (default: one for each core)")
  var threads: Int?

  @Flag(name: .long, help: "Do not wait until the disk has the frames.")
  var noFsync = false

  @OptionGroup var progress: FilmProgressOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("--threads must be between 1 and 1024, got \(threads)")
    }
    let target = try output.map { try FilmTarget(path: $0) }
    guard target != nil || sheet.sheet != nil || !charts.isEmpty || report != nil else {
      throw ValidationError("say where the film goes with -o, such as -o film.mp4 or -o frames/")
    }
    try encoding.check(target?.format)
    if case .file(_, let format)? = target,
      let problem = format.problem(
        width: film.pixels.width, height: film.pixels.height, rate: film.rate)
    {
      throw ValidationError(problem)
    }
    if keepFrames != nil {
      switch target {
      case .folder:
        throw ValidationError("-o names the folder of frames already; leave out --keep-frames")
      case nil: throw ValidationError("--keep-frames goes with -o")
      default: break
      }
    }
    if target == nil, shard != nil || (frames != nil && sheet.sheet == nil) {
      throw ValidationError(
        "--frames and --shard are of films; say where it goes with -o"
          + (frames == nil ? "" : ", or name a contact sheet with --sheet"))
    }
    for name in charts {
      let ending = OutputName.ending(of: name)
      guard ending == "svg" || ending == "png" else {
        throw ValidationError("charts are drawn as SVG or PNG; end the name in .svg or .png")
      }
    }
    try sheet.check()
    let standard =
      [output == "-", messages.json, report == "-", progress.progress == .openjd].count { $0 }
    if standard > 1 {
      throw ValidationError(
        "-o -, --json, --report - and --progress openjd all write to standard output; give one")
    }
  }

  func run() throws { try FlyJob(command: self).run() }
}

/// A part of the frames.
struct FilmShard: Sendable, Equatable {
  /// From 1 to `count`.
  let index: Int
  let count: Int

  init(parsing text: String) throws {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { Int($0) }  // checked: text, not a number
    guard parts.count == 2, let index = parts[0], let count = parts[1],
      (1...1_000_000).contains(count),
      (1...count).contains(index)
    else {
      throw ValidationError("expected a part and how many there are, such as 1/5 to 5/5")
    }
    self.index = index
    self.count = count
  }
}

/// Where a film goes.
enum FilmTarget: Equatable {
  /// A folder of frames.
  case folder(String)
  /// A file.
  case file(String, VideoFormat)
  /// YUV4MPEG2 on standard output.
  case standardOutput

  init(path: String) throws {
    if path == "-" {
      self = .standardOutput
      return
    }
    if path.hasSuffix("/") || InputFile.kind(of: path) == .folder {
      self = .folder(path)
      return
    }
    guard let ending = OutputName.ending(of: path) else {
      self = .folder(path)
      return
    }
    guard let format = VideoFormat(rawValue: ending) else {
      throw ValidationError(
        "a film is written as .mp4, .webm, .gif or .y4m, or as a folder of PNGs, not as .\(ending); change "
          + "the ending, or end a folder's name in /")
    }
    self = .file(path, format)
  }

  /// What is encoded; `nil` for frames as they are.
  var format: VideoFormat? {
    switch self {
    case .folder: nil
    case .file(_, let format): format
    case .standardOutput: .y4m
    }
  }
}

/// How a film is encoded.
struct EncodingOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The constant rate factor of .mp4 (0 to 51, default 18) and .webm (0 to 63, default 30): smaller is "
        + "better and larger.", valueName: "n"))
  var crf: Int?

  func check(_ format: VideoFormat?) throws {
    guard let crf else { return }
    guard let factors = format?.rateFactors else {
      throw ValidationError("--crf is of .mp4 and .webm")
    }
    guard factors.all.contains(crf) else {
      throw ValidationError(
        "--crf must be between \(factors.all.lowerBound) and \(factors.all.upperBound), got \(crf)")
    }
  }
}

/// The sheet of a film.
struct SheetOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("Draw a contact sheet of frames with their times: .png.", valueName: "file"))
  var sheet: String?

  @Option(name: .long, parsing: .unconditional, help: "Frames on the sheet, evenly spaced.")
  var sheetFrames = 12

  func check() throws {
    guard (1...ContactSheet.mostFrames).contains(sheetFrames) else {
      throw ValidationError(
        "--sheet-frames must be between 1 and \(ContactSheet.mostFrames), got \(sheetFrames)")
    }
    if let sheet, OutputName.ending(of: sheet) != "png" {
      throw ValidationError("a contact sheet is written as .png; end its name so")
    }
  }
}
