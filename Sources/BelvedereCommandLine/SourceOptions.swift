import ArgumentParser
import Belvedere
import BelvedereFiles
import BelvedereLimits

/// What is drawn or described: a scene, bare data, or both.
struct SourceOptions: ParsableArguments {
  @Argument(help: "A scene's folder or scene.json; - reads it from standard input.")
  var scene: String?

  @OptionGroup var data: DataOptions

  var sources: SceneSources {
    var sources = SceneSources(
      scene: scene, elevation: data.dem, buildings: data.buildings, roads: data.roads,
      landCover: data.landCover)
    sources.overlays = data.overlay
    sources.venueLevel = data.level
    sources.elevationReading = data.elevation.reading
    return sources
  }

  func load(fillsVoids: Bool = true) throws -> LoadedScene {
    try SceneSource.load(sources, data, fillsVoids: fillsVoids)
  }
}

/// How much memory may be used.
struct MemoryOption: ParsableArguments {
  @Option(
    name: .long,
    help: "Memory that may be used, such as 2G. (default: half of the machine's, at most 4G)",
    transform: ByteCount.parse)
  var memory: Int?

  /// Threads share one heap from the beginning where memory may be short.
  func validate() {
    if let memory { DrawingBudget.prepare(forMemory: memory) }
  }

  var limits: Limits {
    var limits = Limits.standard
    if let memory { limits.maximumMemory = min(memory, Limits.availableMemory) }
    return limits
  }
}

/// Whether answers rest on filled voids, as pictures always do.
struct VoidOption: ParsableArguments {
  @Flag(name: .long, help: "Fill voids from around them, as pictures do; else they are unknown.")
  var fillVoids = false
}

/// What names a level of indoor venues.
enum LevelArgument {
  static let words = "its ordinal, of which 0 is the ground floor, or else its name or short name"
}

/// Bare data and what may be read.
struct DataOptions: ParsableArguments {
  @Option(name: .long, help: ElevationOptions.filesHelp)
  var dem: [String] = []

  @OptionGroup(title: "Elevations") var elevation: ElevationOptions

  @Option(
    name: .long, help: "Buildings as GeoJSON or FlatGeobuf, or as a block table; may be repeated.")
  var buildings: [String] = []

  @Option(name: .long, help: "Roads as GeoJSON or FlatGeobuf; may be repeated.")
  var roads: [String] = []

  @Option(name: .long, help: "Land cover as GeoJSON or FlatGeobuf; may be repeated.")
  var landCover: [String] = []

  @Option(
    name: .long,
    help:
      "Areas, lines and places to lay over the map, in the file's own colours: GeoJSON, FlatGeobuf, KML or GPX; may be repeated."
  )
  var overlay: [String] = []

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The level of the scene's indoor venues: \(LevelArgument.words). (default: what the scene says, which is the ground floor where it says nothing)",
      valueName: "ordinal|name"))
  var level: String?

  @Flag(name: .long, help: "Let the scene name files outside its folder.")
  var allowOutsideFiles = false

  @OptionGroup var memory: MemoryOption

  var limits: Limits { memory.limits }

  func validate() throws { try elevation.check(dem) }
}

/// Loads what the options name.
enum SceneSource {
  static func load(
    _ sources: SceneSources, _ options: DataOptions, fillsVoids: Bool
  ) throws -> LoadedScene {
    guard sources.scene == "-" else {
      return try loader(options, fillsVoids).load(sources)
    }
    return try load(standardInput(options), adding: sources, options, fillsVoids: fillsVoids)
  }

  /// A scene that was read from standard input, and bare data on top of it.
  static func load(
    _ text: [UInt8], adding sources: SceneSources, _ options: DataOptions, fillsVoids: Bool
  ) throws -> LoadedScene {
    try loader(options, fillsVoids).load(data: text, name: "standard input", adding: sources)
  }

  /// The text of a scene on standard input.
  static func standardInput(_ options: DataOptions) throws -> [UInt8] {
    try InputFile.readStandardInput(
      maximumBytes: options.limits.readableJSONBytes,
      remedy: "move its contents to files or raise --memory")
  }

  private static func loader(_ options: DataOptions, _ fillsVoids: Bool) -> SceneLoader {
    var loader = SceneLoader(
      limits: options.limits, allowsOutsideFiles: options.allowOutsideFiles,
      fillsVoids: fillsVoids)
    loader.network = options.elevation.network()
    return loader
  }
}
