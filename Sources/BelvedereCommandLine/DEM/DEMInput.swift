import ArgumentParser
import Belvedere
import BelvedereFiles
import BelvedereLimits

/// The elevations that a command looks into.
struct DEMInput: ParsableArguments {
  static let kinds = """
    An .hgt tile, also in .zip or .gz, a GeoTIFF file, an Esri grid, or a folder of them; a folder of \
    {z}/{x}/{y}.png, an .mbtiles or a .pmtiles file of elevation tiles; with --allow-net a server's \
    URL with {z}, {x}, {y}; a scene with terrain.
    """

  @Argument(help: "\(kinds)")
  var file: String

  @OptionGroup(title: "Elevations") var elevation: ElevationOptions

  @OptionGroup var memory: MemoryOption

  var limits: Limits { memory.limits }

  func validate() throws { try elevation.check([file]) }

  /// Whether a name is a folder, a scene, a pyramid of tiles or a server rather than one raster.
  static func holdsSeveral(_ file: String) -> Bool {
    TileTemplate.recognizes(file) || InputFile.kind(of: file) == .folder || isScene(file)
      || TileElevation.recognizes(file)
  }

  static func isScene(_ file: String) -> Bool {
    if TileTemplate.recognizes(file) { return false }
    guard InputFile.kind(of: file) == .folder else { return file.lowercased().hasSuffix(".json") }
    let scene = (file.hasSuffix("/") ? file : file + "/") + "scene.json"
    return InputFile.kind(of: scene) != .missing
  }

  /// Where a file's elevations come from, and how they are read.
  ///
  /// - Throws: `CommandFailure` for `--crs` with a scene, which says it of each terrain itself.
  static func sources(_ file: String, _ elevation: ElevationOptions) throws -> SceneSources {
    guard isScene(file) else {
      var sources = SceneSources(elevation: [file])
      sources.elevationReading = elevation.reading
      return sources
    }
    if elevation.crs != nil {
      throw CommandFailure(
        .usage,
        "--crs goes with elevation files, and \(file) is a scene; write \"crs\" in its terrain")
    }
    return SceneSources(scene: file)
  }

  /// What was read.
  struct Loaded {
    var ground: ElevationMosaic
    var warnings: [SceneWarning]
    /// The files that were read, and those that a scene names beside.
    var files: [String]
  }

  /// The one raster that the input is; `nil` for folders, scenes and tiles.
  func openRaster() throws -> ElevationFile? {
    Self.holdsSeveral(file) ? nil : try openRaster(file)
  }

  /// A raster by its name.
  func openRaster(_ name: String) throws -> ElevationFile {
    try ElevationFile.open(
      name,
      options: .init(
        system: elevation.reading.system, limits: limits,
        cacheBytes: ElevationCache.bytes(ofMemory: limits.maximumMemory)))
  }

  /// Reads the elevations.
  ///
  /// - Parameter holdsFolders: whether the rasters of a folder are read at once, as far as they fit into
  ///   memory: one that is damaged inside is then left out.
  /// - Throws: `CommandFailure` for a file without any.
  func load(fillsVoids: Bool, holdsFolders: Bool = false) throws -> Loaded {
    var loader = SceneLoader(limits: limits, fillsVoids: fillsVoids)
    loader.holdsFolders = holdsFolders
    loader.network = elevation.network()
    let loaded = try loader.load(Self.sources(file, elevation))
    guard !loaded.scene.ground.sources.isEmpty else {
      throw CommandFailure(
        .inputRefused,
        "\(file): holds no elevations; name an elevation file or a scene with terrain")
    }
    return Loaded(
      ground: loaded.scene.ground, warnings: loaded.warnings,
      files: OutputName.files(loaded.files, ofScene: Self.isScene(file) ? file : nil))
  }
}
