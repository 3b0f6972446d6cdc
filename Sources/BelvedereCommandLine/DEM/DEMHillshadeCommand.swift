import ArgumentParser
import Belvedere
import BelvedereFiles
import BelvedereGeoMath
import BelvedereJSON
import BelvedereLimits
import BelvedereThreads

/// `belvedere dem hillshade`
struct DEMHillshadeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hillshade", abstract: "Draw a map of the relief, straight from above.",
    discussion: """
      Slopes are shaded by four lights, in the south-west, west, north-west and north, each weighed \
      by how much it falls along the slope (Mark 1992, as the USGS does it). Land is tinted from \
      green lowlands to white heights, water in blues by its depth. North is up, the projection is \
      Web Mercator; where nothing is known the picture is transparent.

      EXAMPLES
        belvedere dem hillshade N37W123.hgt -o relief.png
        belvedere dem hillshade N37W123.hgt -o map.png --contours 100 \\
          --size 2000x2000
        belvedere dem hillshade N37W123.hgt --no-tints -o - | display
      """)

  @OptionGroup var input: DEMInput

  @Option(name: [.short, .long], help: "The PNG to write; - writes it to standard output.")
  var output: String

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Pixels into which the map is fitted. (default: about one a sample, 512 to 2048 along the longer side)",
      valueName: "WxH"),
    transform: PictureSize.init(parsing:))
  var size: PictureSize?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Lines of equal elevation, so many metres apart; every fifth is heavier.", valueName: "m"),
    transform: { try RangedNumber.positive($0, "a number of metres", upTo: 100_000) })
  var contours: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Factor by which slopes are steepened. (default: so that the relief is well seen)",
    transform: { try RangedNumber.positive($0, "a factor", upTo: 1000) })
  var exaggeration: Double?

  @Flag(name: .long, help: "Leave voids transparent; else they are filled from around them.")
  var keepVoids = false

  @Flag(name: .long, help: "Shade in gray, without colours.")
  var noTints = false

  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if let ending = OutputName.ending(of: output), ending != "png" {
      throw ValidationError(
        "a map of the relief is written as PNG, not as .\(ending); end the name in .png")
    }
    if output == "-", messages.json {
      throw ValidationError("--json and -o - both write to standard output; give one")
    }
  }

  func run() throws {
    try OutputName.check([output], differFrom: [input.file])
    let file =
      output == "-"
      ? nil : try AtomicFile(path: output) { Interruption.note(temporary: $0) }
    if let size { try check(size) }
    let loaded = try ProgressReporter.during("load", isQuiet: messages.quiet) {
      try input.load(fillsVoids: !keepVoids, holdsFolders: true)
    }
    try OutputName.check([output], differFrom: loaded.files)
    messages.terminal.tell(loaded.warnings)
    let model = loaded.ground
    let picture = ReliefPicture(
      showing: model.bounds, maximumWidth: size?.width ?? defaultSide(model),
      maximumHeight: size?.height ?? defaultSide(model))
    var style = ProgressReporter.during("survey", isQuiet: messages.quiet) {
      ReliefStyle(
        fitting: model, in: picture.box, spacing: picture.pixelDegrees, hasTints: !noTints,
        contours: contours.flatMap { ContourLines(interval: $0) })
    }
    if let exaggeration { style.steepening = exaggeration }
    let image = try draw(picture, model, style)
    try TileProblems.check(model, messages.terminal)
    if stride(from: 3, to: image.bytes.count, by: 4).allSatisfy({ image.bytes[$0] == 0 }) {
      messages.terminal.warn(
        "\(input.file): the picture is empty, for not one elevation is known in it")
    }
    let png = try PNG.encode(image, text: [("Software", "Belvedere \(belvedereVersion)")])
    if let file {
      try file.write(png) { Interruption.note(temporary: $0) }
    } else {
      try Terminal.output(png)
    }
    try report(picture, style, byteCount: png.count)
  }

  private func draw(
    _ picture: ReliefPicture, _ model: ElevationMosaic, _ style: ReliefStyle
  ) throws -> Image {
    let progress = ProgressReporter(isQuiet: messages.quiet)
    defer { progress.finish() }
    progress.update(0, "relief")
    let image = picture.draw(model, style: style, threads: ProcessorCount.online) {
      progress.update($0, "relief")
      return true
    }
    guard let image else { throw RenderError.cancelled }
    return image
  }

  /// As many pixels as there are samples along the longer side.
  private func defaultSide(_ model: ElevationMosaic) -> Int {
    let box = model.bounds
    let samples = max(
      (box.east - box.west) / model.longitudinalResolution,
      (box.north - box.south) / model.resolution)
    return Int(clamping: samples, in: 512...2048)
  }

  private func check(_ size: PictureSize) throws {
    let pixels = Double(size.width) * Double(size.height)
    guard pixels * 8 <= Double(input.limits.maximumMemory),
      pixels <= Double(input.limits.maximumOutputPixels)
    else {
      throw LimitError(
        subject: "the picture", value: "\(size.width) × \(size.height) pixels",
        limit: "\(min(input.limits.maximumMemory / 8, input.limits.maximumOutputPixels)) pixels",
        remedy: input.limits.maximumMemory / 8 < input.limits.maximumOutputPixels
          ? "choose a smaller --size or raise --memory" : "choose a smaller --size")
    }
  }

  private func report(_ picture: ReliefPicture, _ style: ReliefStyle, byteCount: Int) throws {
    let meters =
      (picture.box.north - picture.box.south) * 111_000 / Double(max(picture.height, 1))
    if messages.json {
      try Terminal.output(
        JSONWriter.pretty([
          "output": .string(output), "width": .integer(picture.width),
          "height": .integer(picture.height), "bytes": .integer(byteCount),
          "bounds": CameraJSON.value(picture.box), "metersPerPixel": .number(meters),
          "exaggeration": .number(style.steepening),
          "tints": style.palette.map {
            [
              "minimum": .number($0.land.lowerBound), "maximum": .number($0.land.upperBound),
              "sea": JSONValue(.bool($0.hasSea)),
            ]
          } ?? nil,
        ]) + "\n")
      return
    }
    messages.terminal.note(
      "about \(decimals(meters, 1)) m a pixel, slopes × \(decimals(style.steepening, 2))")
    if output != "-", !messages.quiet {
      try Terminal.output(
        "\(output): \(picture.width) × \(picture.height) pixels, \(grouped(byteCount)) bytes\n")
    }
  }
}
