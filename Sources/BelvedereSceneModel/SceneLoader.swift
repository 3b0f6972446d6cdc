import BelvedereElevationFiles
import BelvedereFiles
import BelvedereLimits
import BelvedereTerrain

/// A scene and what was noticed while it was loaded.
public struct LoadedScene: Sendable {
  /// The scene.
  public let scene: Scene
  /// Probable mistakes, at most 1,001.
  public let warnings: [SceneWarning]
  /// What was read, left out and assumed.
  public let report: SceneReport
  /// The files that were read beside the scene's own, as they were named.
  public let files: [String]
}

/// The files that make a scene: a scene file or folder, bare data, or both.
public struct SceneSources: Sendable, Hashable {
  /// A scene's folder or file; `nil` for none.
  public var scene: String?
  /// Files of elevations (`.hgt`, `.hgt.zip`, GeoTIFF, Esri ASCII grid), or folders of them; pyramids
  /// of tiles: folders, `.mbtiles`, `.pmtiles`, URLs with `{z}`, `{x}` and `{y}`.
  public var elevation: [String]
  /// How these are read.
  public var elevationReading = ElevationReading()
  /// GeoJSON or FlatGeobuf files, or block tables.
  public var buildings: [String]
  /// GeoJSON or FlatGeobuf files.
  public var roads: [String]
  /// GeoJSON or FlatGeobuf files.
  public var landCover: [String]
  /// GeoJSON, FlatGeobuf, KML and GPX files, whose areas and lines are laid over the map in their own colours or in red, and
  /// whose places become annotations.
  public var overlays: [String] = []
  /// The level of indoor venues instead of those that the scene names: an ordinal or a name; `nil` for these.
  public var venueLevel: String?

  /// Names the files.
  public init(
    scene: String? = nil, elevation: [String] = [], buildings: [String] = [],
    roads: [String] = [], landCover: [String] = []
  ) {
    self.scene = scene
    self.elevation = elevation
    self.buildings = buildings
    self.roads = roads
    self.landCover = landCover
  }

  /// All names.
  public var names: [String] {
    [scene].compactMap(\.self) + elevation + buildings + roads + landCover + overlays
  }

  /// Whether nothing is named.
  public var isEmpty: Bool {
    scene == nil && elevation.isEmpty && buildings.isEmpty && roads.isEmpty && landCover.isEmpty
      && overlays.isEmpty
  }
}

/// Loads scenes.
///
/// Errors are ``SceneError``, `FileError`, `TerrainFileError`, `TileNetworkError` and `LimitError`;
/// each describes itself in a sentence.
public struct SceneLoader: Sendable {
  /// What is refused.
  public var limits: Limits
  /// Whether a scene may name files outside its folder.
  public var allowsOutsideFiles: Bool
  /// Whether voids that no source of elevations knows are filled from their surroundings, with a
  /// warning.
  public var fillsVoids: Bool
  /// Whether the rasters of a folder are held in memory where they fit, also if voids are not filled: one
  /// that turns out damaged is then left out with a warning, as one that cannot be opened.
  public var holdsFolders = false
  /// Which servers of elevation tiles may be asked: none unless that is allowed.
  public var network = ElevationNetwork()

  /// Makes a loader.
  public init(
    limits: Limits = .standard, allowsOutsideFiles: Bool = false, fillsVoids: Bool = true
  ) {
    self.limits = limits
    self.allowsOutsideFiles = allowsOutsideFiles
    self.fillsVoids = fillsVoids
  }

  /// Loads a scene's folder or file.
  public func load(path: String) throws -> LoadedScene {
    try load(SceneSources(scene: path))
  }

  /// Loads a scene file, bare data on top of it, or bare data alone.
  public func load(_ sources: SceneSources) throws -> LoadedScene {
    var decoder = SceneDecoder(opener: opener)
    var shared = collection(root: ".")
    if let path = sources.scene {
      let isFolder = InputFile.kind(of: path) == .folder
      let file = isFolder ? (path.hasSuffix("/") ? path : path + "/") + "scene.json" : path
      if isFolder, InputFile.kind(of: file) == .missing {
        throw FileError(
          .read, path: path, reason: "is a folder without a scene.json; name a scene's folder")
      }
      let data = try InputFile.read(
        file, maximumBytes: limits.readableJSONBytes,
        remedy: "move its contents to files or raise --memory")
      shared = collection(root: folder(of: file))
      shared.venueLevel = sources.venueLevel
      try decoder.decode(SceneFile(name: file, shared: shared).parse(data), isFragment: false)
    }
    try add(sources, to: &decoder, shared)
    checkLevel(sources, SceneFile(name: sources.scene ?? "the scene", shared: shared))
    return try finish(decoder, shared)
  }

  /// Loads a scene from text, such as standard input.
  ///
  /// - Parameters:
  ///   - data: The text of a `scene.json`.
  ///   - name: Its name, for messages.
  ///   - folder: The folder that its files are relative to.
  ///   - sources: Bare data on top of it; its own scene is ignored.
  public func load(
    data: [UInt8], name: String, folder: String = ".", adding sources: SceneSources = .init()
  ) throws -> LoadedScene {
    guard data.count <= limits.readableJSONBytes else {
      throw LimitError(
        subject: name, value: "\(data.count) bytes", limit: "\(limits.readableJSONBytes) bytes",
        remedy: "move its contents to files or raise --memory")
    }
    var decoder = SceneDecoder(opener: opener)
    let shared = collection(root: resolvedPath(folder) ?? folder)
    shared.venueLevel = sources.venueLevel
    try decoder.decode(SceneFile(name: name, shared: shared).parse(data), isFragment: false)
    try add(sources, to: &decoder, shared)
    checkLevel(sources, SceneFile(name: name, shared: shared))
    return try finish(decoder, shared)
  }

  /// Tells where a level is asked for and there is nothing that has levels.
  private func checkLevel(_ sources: SceneSources, _ file: SceneFile) {
    guard let level = sources.venueLevel, file.shared.venueCount == 0 else { return }
    file.warn(
      "has no indoor venue, of which the level \"\(level.prefix(40))\" could be shown; leave --level out"
    )
  }

  private func collection(root: String) -> SceneFile.Collection {
    SceneFile.Collection(root: root, limits: limits, allowsOutsideFiles: allowsOutsideFiles)
  }

  private func folder(of file: String) -> String {
    let parent = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    return resolvedPath(parent) ?? parent
  }

  private var opener: ElevationOpener {
    ElevationOpener(fillsVoids: fillsVoids, holdsFolders: holdsFolders, network: network)
  }

  private func finish(
    _ decoder: SceneDecoder, _ shared: SceneFile.Collection
  ) throws -> LoadedScene {
    let scene = try decoder.finished(shared)
    return LoadedScene(
      scene: scene, warnings: SceneFile.allWarnings(of: shared), report: shared.report,
      files: shared.files)
  }

  private func add(
    _ sources: SceneSources, to decoder: inout SceneDecoder, _ shared: SceneFile.Collection
  ) throws {
    func opened(_ path: String) throws -> (SceneFile, [UInt8]) {
      let data = try InputFile.read(
        path, maximumBytes: limits.readableJSONBytes,
        remedy: "split the file or raise --memory")
      shared.files.append(path)
      return (SceneFile(name: path, shared: shared), data)
    }
    var bare: [ElevationMosaic.Source] = []
    for path in sources.elevation {
      let file = SceneFile(name: path, shared: shared)
      bare +=
        TileTemplate.recognizes(path)
        ? try opener.open(template: path, in: file, sources.elevationReading)
        : try opener.open(path, in: file, within: nil, sources.elevationReading)
    }
    shared.files += sources.elevation.filter { !TileTemplate.recognizes($0) }
    // Of bare elevations the finest counts, in whichever order they are named.
    decoder.layers += bare.enumerated()
      .sorted {
        ($0.element.model.resolution, $0.offset) < ($1.element.model.resolution, $1.offset)
      }
      .map(\.element)
    for path in sources.buildings {
      let (file, data) = try opened(path)
      decoder.scene.buildings += try BuildingDecoder.buildings(of: data, in: file)
    }
    for path in sources.roads {
      let (file, data) = try opened(path)
      decoder.scene.add(
        try GroundDecoder.roads(
          of: FeatureFile.features(of: data, in: file), in: file, named: path))
    }
    for path in sources.landCover {
      let (file, data) = try opened(path)
      decoder.scene.landCover += try GroundDecoder.landCover(
        of: FeatureFile.features(of: data, in: file), in: file, named: path)
    }
    for path in sources.overlays {
      let (file, data) = try opened(path)
      let content = try OverlayFile(GeometryFile(data, file), in: file)
      if content.isEmpty { file.warn(OverlayDecoder.nothing) }
      decoder.scene.overlays.join(content.overlays)
      decoder.scene.annotations.join(content.annotations)
    }
  }
}
