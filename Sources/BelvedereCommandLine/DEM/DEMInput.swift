import ArgumentParser
import Belvedere
import BelvedereFiles
import BelvedereLimits

/// What a file's coordinates mean.
struct DEMSystemOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "What the file's coordinates mean, where it does not say.", valueName: "EPSG:code"))
  var crs: String?

  var value: CoordinateReferenceSystem? { crs.flatMap { CoordinateReferenceSystem(text: $0) } }

  func validate() throws {
    if let crs, value == nil {
      throw ValidationError(
        "--crs takes EPSG:4326 (longitude and latitude), EPSG:3857 (Web Mercator) or a zone of UTM "
          + "such as EPSG:32610, got \"\(crs)\"")
    }
  }

  /// Throws where the option is given for something that is not one file.
  func refuse(with file: String) throws {
    if crs != nil {
      throw CommandFailure(.usage, "--crs goes with one elevation file; \(file) is none")
    }
  }
}

/// The elevations that a command looks into.
struct DEMInput: ParsableArguments {
  static let kinds = """
    An .hgt tile, zipped or not, a GeoTIFF file, an Esri grid, or a folder of them; a folder of \
    {z}/{x}/{y}.png, an .mbtiles or a .pmtiles file of elevation tiles; a scene with terrain.
    """

  @Argument(help: "\(kinds)")
  var file: String

  @OptionGroup var system: DEMSystemOption

  @Option(
    name: .long, help: "How pixels of elevation tiles are metres, where the tiles do not say it.")
  var encoding: TileEncoding?

  @OptionGroup var memory: MemoryOption

  var limits: Limits { memory.limits }

  /// Whether a path is a folder, a scene or a pyramid of tiles rather than one raster.
  static func holdsSeveral(_ file: String) -> Bool {
    InputFile.kind(of: file) == .folder || isScene(file) || TileElevation.recognizes(file)
  }

  private static func isScene(_ file: String) -> Bool {
    guard InputFile.kind(of: file) == .folder else { return file.lowercased().hasSuffix(".json") }
    let scene = (file.hasSuffix("/") ? file : file + "/") + "scene.json"
    return InputFile.kind(of: scene) != .missing
  }

  static func sources(_ file: String, encoding: TileEncoding? = nil) -> SceneSources {
    var sources = isScene(file) ? SceneSources(scene: file) : SceneSources(elevation: [file])
    sources.tileEncoding = encoding
    return sources
  }

  /// What was read.
  struct Loaded {
    var ground: ElevationMosaic
    var files: [String]
    var warnings: [String]
  }

  /// The one raster that the input is; `nil` for folders, scenes and tiles.
  func openRaster() throws -> ElevationFile? {
    guard !Self.holdsSeveral(file) else {
      try system.refuse(with: file)
      return nil
    }
    return try ElevationFile.open(
      file,
      options: .init(
        system: system.value, limits: limits, cacheBytes: min(256 << 20, limits.maximumMemory / 8)))
  }

  /// Reads the elevations.
  ///
  /// - Throws: `CommandFailure` for a file without any.
  func load(fillsVoids: Bool) throws -> Loaded {
    if system.crs != nil, let opened = try openRaster() {
      return Loaded(
        ground: ElevationMosaic([try opened.model()]), files: [file],
        warnings: opened.warnings.map { "\(file): \($0)" })
    }
    let loaded = try SceneLoader(limits: limits, fillsVoids: fillsVoids)
      .load(Self.sources(file, encoding: encoding))
    guard !loaded.scene.ground.isEmpty else {
      throw CommandFailure(
        .inputRefused,
        "\(file): holds no elevations; name an elevation file or a scene with terrain")
    }
    return Loaded(
      ground: loaded.scene.ground, files: loaded.files,
      warnings: loaded.warnings.map(\.description))
  }
}
