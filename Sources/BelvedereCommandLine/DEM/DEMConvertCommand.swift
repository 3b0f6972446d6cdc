import ArgumentParser
import Belvedere
import BelvedereFiles
import BelvedereLimits

/// `belvedere dem convert`
struct DEMConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Write elevations in another format.",
    discussion: """
      The format follows from the output's name, unless --to names it:

        .asc   Esri ASCII grid
        .tif   GeoTIFF, single precision, not compressed
        .hgt   SRTM tile; the name says which, such as N37W123.hgt
        .png   16-bit gray, with a scene beside it (.json) that says what the
               samples mean
        a folder, with --zoom: Terrarium tiles, FOLDER/ZOOM/X/Y.png, and
               FOLDER/tilejson.json, which says what they are

      One grid becomes .asc or .tif in its own coordinates, sample by sample, and so it becomes .png or .hgt \
      where those can hold its samples. What is not: a projection written as latitudes and longitudes, tiles, \
      several sources at once. A note then says how elevations were taken, and how far from the nearest \
      sample. An .asc is written with a .prj that names its coordinates.

      EXAMPLES
        belvedere dem convert N37W123.hgt -o bay.asc
        belvedere dem convert N37W123.hgt --fill-voids -o bay.png
        belvedere render bay.json -o view.png
        belvedere dem convert N37W123.hgt -o tiles --zoom 11
        belvedere dem convert N37W123.hgt -o - --to tif > bay.tif
      """)

  @OptionGroup var input: DEMInput

  @Option(
    name: [.short, .long],
    help: "The file or folder to write; - writes a file to standard output.")
  var output: String

  @Option(name: .long, help: "The format. (default: by the output's name; terrarium with --zoom)")
  var to: DEMFormat?

  @Option(name: .long, parsing: .unconditional, help: "The zoom of tiles, 0 to 22.")
  var zoom: Int?

  @Flag(
    name: .long, help: "Write latitudes and longitudes, whatever the coordinates of the input.")
  var geographic = false

  @Flag(name: .long, help: "Fill voids from around them.")
  var fillVoids = false

  @OptionGroup var messages: MessageOptions

  /// The format that is written.
  var format: DEMFormat? { to ?? (zoom != nil ? .terrarium : DEMFormat(fileName: output)) }

  func validate() throws {
    if let ending = OutputName.ending(of: output), to == nil, isOtherFormat(ending) {
      throw ValidationError(
        ".\(ending) is not written; end the name in .asc, .tif, .hgt or .png, or name a folder for tiles "
          + "with --zoom")
    }
    if zoom != nil, to == nil, let named = DEMFormat(fileName: output) {
      throw ValidationError(
        "--zoom writes a folder of tiles, but \(output) names a file, .\(named.rawValue); name a folder, "
          + "or leave --zoom out")
    }
    guard let format else {
      throw ValidationError(
        "the name of the output says no format; end it in .asc, .tif, .hgt or .png, or give --to "
          + "(\(DEMFormat.names)), or --zoom for tiles")
    }
    if let zoom, !(0...22).contains(zoom) {
      throw ValidationError("--zoom must be between 0 and 22, got \(zoom)")
    }
    if format == .terrarium {
      guard zoom != nil else { throw ValidationError("tiles need --zoom, such as --zoom 11") }
      guard output != "-" else {
        throw ValidationError("tiles are many files; name a folder with -o")
      }
    } else if zoom != nil {
      throw ValidationError("--zoom is for tiles; leave it out or give --to terrarium")
    }
    if geographic, format != .asc, format != .tif {
      throw ValidationError(
        "--geographic is for .asc and .tif; other formats are geographic anyway")
    }
    if output == "-", messages.json {
      throw ValidationError("--json and -o - both write to standard output; give one")
    }
    if output == "-", format == .png {
      throw ValidationError("a gray16 picture is two files; name the .png with -o")
    }
    if format == .hgt {
      guard output != "-", HGT.corner(ofName: DEMFormat.lastPart(output)) != nil else {
        throw ValidationError(
          "a tile's name says where it lies; name it after its south-west corner, such as "
            + "N37W123.hgt")
      }
    }
  }

  /// Whether a name's ending is that of files of elevations or pictures of another format.
  private func isOtherFormat(_ ending: String) -> Bool {
    [
      "mbtiles", "pmtiles", "zip", "json", "jpg", "jpeg", "webp", "gif", "bmp", "img", "nc", "vrt",
      "dem",
      "bil", "flt", "xyz", "csv", "txt",
    ].contains(ending)
  }

  func run() throws {
    // What its header rules out is not read first.
    if format != .terrarium, DEMFormat(fileName: input.file) == .tif,
      let grid = try input.openRaster()?.grid
    {
      try DEMConversion.checkSize(grid.width, grid.height, input.limits)
    }
    let loaded = try ProgressReporter.during("load", isQuiet: messages.quiet) {
      try input.load(fillsVoids: fillVoids, holdsFolders: true)
    }
    messages.terminal.tell(loaded.warnings)
    try DEMConversion(command: self, model: loaded.ground, read: loaded.files).run()
  }
}

/// A format that elevations are written in.
enum DEMFormat: String, CaseIterable, ExpressibleByArgument {
  case asc, tif, hgt, png, terrarium

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The format that a file's name ends in.
  init?(fileName: String) {
    let name = Self.lastPart(fileName).lowercased()
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = String(name[name.index(after: dot)...])
    let known: [String: DEMFormat] = [
      "asc": .asc, "grd": .asc, "tif": .tif, "tiff": .tif, "hgt": .hgt, "png": .png,
    ]
    guard let format = known[ending] else { return nil }
    self = format
  }

  /// A path without what follows the last dot of the file's name.
  static func withoutEnding(_ path: String) -> String {
    let name = lastPart(path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return path }
    return String(path.dropLast(name[dot...].count))
  }

  /// A path without its folders.
  static func lastPart(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
