import ArgumentParser
import Belvedere
import BelvedereFiles
import BelvedereLimits

/// The elevations that a command looks into.
struct DEMInput: ParsableArguments {
  @Argument(help: "An .hgt tile, a folder of them, or a scene with terrain.")
  var file: String

  @Option(
    name: .long,
    help: "Memory that may be used, such as 2G. (default: half of the machine's, at most 4G)",
    transform: ByteCount.parse)
  var memory: Int?

  var limits: Limits {
    var limits = Limits.standard
    if let memory { limits.maximumMemory = memory }
    return limits
  }

  /// Reads the elevations.
  ///
  /// - Throws: `CommandFailure` for a file without any.
  func load(fillsVoids: Bool) throws -> LoadedScene {
    let isFolder = InputFile.kind(of: file) == .folder
    let scene = (file.hasSuffix("/") ? file : file + "/") + "scene.json"
    let isScene =
      isFolder
      ? InputFile.kind(of: scene) != .missing
      : file.lowercased().hasSuffix(".json")
    let sources = isScene ? SceneSources(scene: file) : SceneSources(elevation: [file])
    let loaded = try SceneLoader(limits: limits, fillsVoids: fillsVoids).load(sources)
    guard !loaded.scene.ground.isEmpty else {
      throw CommandFailure(
        .inputRefused,
        "\(file): holds no elevations; name an elevation file or a scene with terrain")
    }
    return loaded
  }
}
