import ArgumentParser
import Belvedere
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits

/// `belvedere render`
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draw a picture of a scene.",
    discussion: """
      EXAMPLES
        belvedere render Scenes/san-francisco -o city.png
        belvedere render Scenes/first-steps -o hill.png --size 1280x720 --heading 40
        belvedere render --dem N37W123.hgt -o relief.png --contours 100
        belvedere render Scenes/san-francisco -o earth.png --projection globe \\
          --distance 2e7 --pitch 0 --heading 0
        belvedere render --dem N37W123.hgt --buildings downtown.geojson \\
          -o downtown.png
        belvedere render Scenes/san-francisco -o dusk.png \\
          --time 2026-06-21T20:55:00-07:00
        belvedere render Scenes/san-francisco -o - --format y4m | ffmpeg \\
          -i - frame.mkv
        belvedere render Scenes/san-francisco -o city.png --size 640x360 \\
          --layers city
        belvedere render Scenes/san-francisco -o night.png --appearance dark \\
          --emphasis muted
        belvedere render --dem N37W123.hgt -o hills.png --imagery aerial.mbtiles
      """)

  @OptionGroup var source: SourceOptions
  @OptionGroup(title: "Camera") var camera: CameraOptions

  @Option(name: [.short, .long], help: "The file to write; - writes it to standard output.")
  var output: String

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write what each pixel shows into this folder, too: depth.npy, depth.png, objects.npy, "
        + "classes.png, normals.npy, positions.npy, and layers.json with the camera.",
      valueName: "folder"))
  var layers: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Metres of a step of depth.png, such as 0.01, so that the pictures of a film have one scale; farther "
        + "than 65534 steps is 65534. (default: by the picture, said in layers.json)",
      valueName: "m"),
    transform: { try RangedNumber.positive($0, "a number of metres", upTo: 1_000_000) })
  var depthStep: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What is written: png, rgb (bare samples, red, green, blue) or y4m (YUV4MPEG2, BT.709, "
        + "4:2:0). (default: by the file's ending; png of a name without one)",
      valueName: "png|rgb|y4m"))
  var format: PictureFormat?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Bits a sample, 8 or 16, of png and rgb; 16-bit rgb has the high byte first.")
  var depth = 8

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The size in points. (default: 1920x1080)", valueName: "WxH"),
    transform: PictureSize.init(parsing:))
  var size = PictureSize(width: 1920, height: 1080)

  @Option(
    name: .long, parsing: .unconditional, help: "Pixels a point, 1 to 4. (default: 1)",
    transform: { try RangedNumber.parse($0, "a number", 1...4) })
  var scale = 1.0

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How much work goes into the picture: draft, standard or high.",
      valueName: "draft|standard|high"))
  var quality = RenderQuality.standard

  @Option(
    name: .customLong("samples"), parsing: .unconditional,
    help: ArgumentHelp(
      "Samples a pixel: 1, 4 or 8. (default: by the quality, standard 4)", valueName: "samples"))
  var askedSamples: Int?

  /// Samples a pixel.
  var samples: Int { askedSamples ?? quality.samples }

  /// What is written.
  var pictureFormat: PictureFormat { format ?? PictureFormat(path: output) ?? .png }

  @Option(
    name: .long, parsing: .unconditional,
    help: "Threads that draw. (default: one for each core)")
  var threads: Int?

  @OptionGroup(title: "Light and ground") var look: LookOptions

  @OptionGroup(title: "Map") var map: MapOptions

  @OptionGroup(title: "Over the map") var ornaments: OrnamentOptions

  @Option(name: .long, parsing: .unconditional, help: "Pixels that may be drawn.")
  var maxPixels: Int = Limits.standard.maximumOutputPixels

  @Flag(name: .long, help: "Do not wait until the disk has the file.")
  var noFsync = false

  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if source.sources.isEmpty {
      throw ValidationError(
        "there is nothing to draw; name a scene, or data with --dem, --buildings, --roads, "
          + "--land-cover or --overlay")
    }
    guard format != nil || PictureFormat(path: output) != nil else {
      throw ValidationError(
        "a picture is written as .png, .rgb or .y4m, not as .\(OutputName.ending(of: output) ?? ""); "
          + "change the ending, or say with --format which of them it is")
    }
    guard [1, 4, 8].contains(samples) else {
      throw ValidationError("--samples must be 1, 4 or 8, got \(samples)")
    }
    guard depth == 8 || depth == 16 else {
      throw ValidationError("--depth must be 8 or 16, got \(depth)")
    }
    if depth == 16, pictureFormat == .y4m {
      throw ValidationError("--depth 16 is of png and rgb; y4m has 8 bits")
    }
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("--threads must be between 1 and 1024, got \(threads)")
    }
    try look.check(with: map)
    if depthStep != nil, layers == nil {
      throw ValidationError("--depth-step is of depth.png; name a folder for it with --layers")
    }
    guard maxPixels > 0 else { throw ValidationError("--max-pixels must be above 0") }
    if output == "-", messages.json {
      throw ValidationError("--json and -o - both write to standard output; give one")
    }
  }

  func run() throws {
    try RenderJob(command: self).run()
  }
}

/// How much is said, and in what form.
struct MessageOptions: ParsableArguments {
  @Flag(name: .long, help: "Write the result as JSON to standard output.")
  var json = false

  @Flag(
    name: [.short, .long],
    help: "Say nothing but warnings and errors: no progress, no notes, no summary.")
  var quiet = false

  @Flag(name: .long, help: "Do not colour messages; as does a variable NO_COLOR.")
  var noColor = false

  var terminal: Terminal {
    var terminal = Terminal()
    terminal.isQuiet = quiet
    if noColor { terminal.hasColor = false }
    return terminal
  }
}

extension RenderQuality: ExpressibleByArgument {}
