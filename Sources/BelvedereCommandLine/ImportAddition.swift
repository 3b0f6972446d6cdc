import Belvedere
import BelvedereCityImport
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits

/// What an import puts into its scene as it is: an overlay, a model or a venue, with the files that it has.
///
/// The scene's own readers read it first, confined to the folder in which it lies: what no picture could show is refused.
struct ImportAddition {
  /// A file of it.
  struct File {
    /// Its name in the scene's folder.
    var name: String
    /// Where it lies.
    var path: String
  }

  /// What the scene has it as: `overlays`, `models` or `venues`.
  let layer: String
  /// The first is what the scene names, or of a venue one in the folder that it names.
  private(set) var files: [File] = []
  /// Lines, areas and places of overlays, or one.
  private(set) var count = 1
  /// Whom it says that it is owed to.
  private(set) var attribution: [String] = []
  /// The licences that it names.
  private(set) var licences: [String] = []
  /// What was found in it, and what of it is not drawn.
  private(set) var warnings: [String] = []
  private(set) var bounds: GeographicBounds?
  /// Why an overlay shows nothing; `nil` where it does.
  private(set) var nothing: String?

  /// Reads areas, lines and places of KML or GPX.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - name: what messages call it.
  ///   - entry: what the scene's folder calls it.
  /// - Throws: `CommandFailure` that names the file and the place, and `LimitError`.
  init(overlay path: String, _ name: String, entry: String, limits: Limits) throws {
    layer = "overlays"
    var sources = SceneSources()
    sources.overlays = [path]
    try read(name, as: path, remedy: "export it again, or see what 'xmllint --noout' says of it") {
      try SceneLoader(limits: limits).load(sources)
    }
    files = [File(name: entry, path: path)]
    if count == 0 { nothing = "\(name): nothing of it is shown on a map\(reasons(name))" }
  }

  /// Reads a model of glTF, with the files beside it.
  ///
  /// - Parameters:
  ///   - folder: the folder that it gets in the scene's.
  ///   - file: what it is called there; `nil` for as it is called.
  ///   - place: where it stands.
  init(
    model path: String, _ name: String, folder: String, file: String?,
    at place: CityImport.Placement, limits: Limits
  ) throws {
    let real = resolvedPath(path) ?? path
    let slash = real.utf8.lastIndex(of: UInt8(ascii: "/"))
    let root = slash.map { String(real[..<$0]) } ?? "."
    let last = slash.map { String(real[real.utf8.index(after: $0)...]) } ?? real
    layer = "models"
    let model: JSONValue = [
      "file": .string(last),
      "at": JSONValue(
        .array([.number(place.coordinate.longitude), .number(place.coordinate.latitude)])),
    ]
    let remedy = "export it again, or see what gltf-validator says of it"
    let found = try read(name, called: last, remedy: remedy) {
      try Self.load("models", model, root.isEmpty ? "/" : root, name, limits)
    }
    guard count > 0 else {
      throw CommandFailure(
        .inputRefused,
        "\(name): nothing of it is shown on a map\(reasons(name)); \(remedy)")
    }
    files = found.map {
      File(name: "\(folder)/\($0 == last ? file ?? last : $0)", path: "\(root)/\($0)")
    }
  }

  /// Reads a venue of IMDF.
  ///
  /// - Parameters:
  ///   - folder: the folder that it gets in the scene's.
  ///   - level: an ordinal or a name; `nil` for the ground floor.
  init(
    venue path: String, _ name: String, folder: String, level: String?, limits: Limits
  ) throws {
    layer = "venues"
    let root = resolvedPath(path) ?? path
    let found = try read(name, remedy: "export it again; the folder is an IMDF archive, unpacked") {
      try Self.load("venues", ["file": "."], root, name, level: level, limits)
    }
    guard count > 0 else {
      throw CommandFailure(.inputRefused, "\(name): nothing of the venue is shown on a map")
    }
    count = 1
    files = found.filter { $0 != "." }.map { File(name: "\(folder)/\($0)", path: "\(root)/\($0)") }
  }

  /// Reads a venue of IMDF that is an archive.
  ///
  /// - Parameter entry: what the scene's folder calls it.
  init(
    venueArchive path: String, _ name: String, entry: String, level: String?, limits: Limits
  ) throws {
    layer = "venues"
    let real = resolvedPath(path) ?? path
    let slash = real.utf8.lastIndex(of: UInt8(ascii: "/"))
    let root = slash.map { String(real[..<$0]) } ?? "."
    let last = slash.map { String(real[real.utf8.index(after: $0)...]) } ?? real
    try read(name, called: last, remedy: "export it again, as an IMDF archive") {
      try Self.load(
        "venues", ["file": .string(last)], root.isEmpty ? "/" : root, name, level: level, limits)
    }
    guard count > 0 else {
      throw CommandFailure(.inputRefused, "\(name): nothing of the venue is shown on a map")
    }
    count = 1
    files = [File(name: entry, path: path)]
  }

  /// Whether a folder is a venue of IMDF rather than tiles.
  static func isVenue(_ path: String) -> Bool {
    ["manifest.json", "venue.geojson", "level.geojson", "unit.geojson"].contains {
      InputFile.kind(of: "\(path)/\($0)") == .regular
    }
  }

  private static func load(
    _ list: String, _ item: JSONValue, _ folder: String, _ name: String,
    level: String? = nil, _ limits: Limits
  ) throws -> LoadedScene {
    var sources = SceneSources()
    sources.venueLevel = level
    let scene = JSONValue(
      .object([
        JSONMember(name: "belvedere", value: 1),
        JSONMember(name: list, value: JSONValue(.array([item]))),
      ]))
    return try SceneLoader(limits: limits)
      .load(
        data: Array(JSONWriter.pretty(scene).utf8), name: name, folder: folder, adding: sources)
  }

  /// Notes what is in it; the files that were read, each once.
  ///
  /// - Parameters:
  ///   - file: what errors and warnings call it where they tell its lines.
  ///   - called: what they call it where they do not.
  @discardableResult
  private mutating func read(
    _ name: String, as file: String? = nil, called: String = ".", remedy: String,
    _ load: () throws -> LoadedScene
  ) throws -> [String] {
    func words(_ other: String, _ line: Int?, _ message: String) -> String {
      // Lines of the scene that names it mean nothing.
      var place = ""
      if other == file {
        place = line.map { "line \($0): " } ?? ""
      } else if ![name, called, ""].contains(other) {
        // Members of an archive are named within it, which is named before.
        let archive = [file ?? called, called, name].first { other.hasPrefix("\($0)/") }
        let member = archive.map { String(other.dropFirst($0.count + 1)) } ?? other
        place = Self.inner(member) + (line.map { ":\($0)" } ?? "") + ": "
      }
      // The file is named before.
      let own = "\(called): "
      let rest = message.hasPrefix(own) ? String(message.dropFirst(own.count)) : message
      return "\(name): \(place)" + Self.withoutScene(Self.inner(rest))
    }
    let loaded: LoadedScene
    do {
      loaded = try load()
    } catch let error as SceneError {
      let text = words(error.file, error.line, error.message)
      // Those that say what helps say it behind a semicolon.
      throw CommandFailure(.inputRefused, text + (text.contains(";") ? "" : "; \(remedy)"))
    }
    let scene = loaded.scene
    count = scene.overlays.count + scene.annotations.count
    if layer == "models" { count = scene.models.count { $0.model.triangleCount > 0 } }
    attribution = scene.attributions
    licences = scene.licences
    bounds = scene.contentBounds
    warnings = loaded.warnings.map { words($0.file, $0.line, $0.message) }
    var known: Set<String> = []
    return loaded.files.map(Self.inner).filter { known.insert($0).inserted }
  }

  /// The first warnings, behind the name that an error begins with.
  private func reasons(_ name: String) -> String {
    warnings.prefix(3).map { "; " + $0.dropFirst("\(name): ".count) }.joined()
  }

  /// A name of a file in the folder itself.
  private static func inner(_ name: String) -> String {
    name.hasPrefix("./") ? String(name.dropFirst(2)) : name
  }

  /// What is wrong in words of the command, which has no scene yet.
  private static func withoutScene(_ message: String) -> String {
    message
      .replacing(", or allow this with --allow-outside-files", with: "")
      .replacing("; allow this with --allow-outside-files", with: "; put a copy into the folder")
      .replacing("the scene's folder", with: "its folder")
      .replacing("beside the scene", with: "beside it")
  }
}
