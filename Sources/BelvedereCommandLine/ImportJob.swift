import Belvedere
import BelvedereCityImport
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits
import BelvedereOSM

/// The work of `belvedere import`, from an extract to a scene's folder.
struct ImportJob {
  let command: ImportCommand

  func run() throws {
    let terminal = command.messages.terminal
    guard InputFile.kind(of: command.source) != .missing else {
      throw CommandFailure(.inputRefused, "\(command.source): there is no such file")
    }
    guard [.regular, .folder].contains(InputFile.kind(of: command.source)) else {
      throw CommandFailure(.inputRefused, "\(command.source): is no file and no folder")
    }
    try checkFolder()
    let elevations = try elevations()
    var options = CityImport.Options()
    options.box = command.bbox
    options.name = command.name ?? name(command.source)
    options.names = command.names
    options.layerFormat = command.layers
    options.terrain = elevations.map(\.name)
    options.zoom = command.tileZoom
    options.system = command.crs
    options.attribution = command.attribution.isEmpty ? nil : command.attribution
    let progress = ProgressReporter(isQuiet: command.messages.quiet)
    defer { progress.finish() }
    progress.update(0, "read")
    let city = try city(options) { part in
      progress.update(0.9 * part, "read")
      return true
    }
    progress.update(0.9, "write")
    let (files, report) = city.scene()
    guard report.layers.contains(where: { $0.count > 0 }) else {
      throw CommandFailure(
        .inputRefused,
        "\(command.source): nothing of it is shown on a map"
          + (command.bbox == nil ? "" : ", or nothing lies in --bbox")
          + report.dropped.prefix(3).map { "; left out: \(grouped($0.count)) \($0.reason)" }
          .joined())
    }
    try checkNames(files.map(\.name) + elevations.map(\.name))
    try write(files + elevations.map { ($0.name, $0.bytes) })
    progress.finish()
    try say(report, terminal)
  }

  /// What the source holds.
  private func city(
    _ options: CityImport.Options, _ tell: @escaping (Double) -> Bool
  ) throws -> CityImport {
    if VectorTileArchive.isPlausible(command.source) {
      try refuseSystem()
      let archive = try VectorTileArchive(path: command.source)
      do throws(TileImportError) {
        return try CityImport(tiles: archive, options: options, progress: tell)
      } catch {
        throw CommandFailure(
          .inputRefused,
          (error.namesFile ? "" : "\(command.source): ") + error.description)
      }
    }
    if command.tileZoom != nil {
      throw CommandFailure(.usage, "--tile-zoom is of vector tiles; leave it out")
    }
    if let model = try cityModel() {
      do throws(CityModelError) {
        return try CityImport(
          cityJSON: model, options: options,
          maximumMemory: memory, progress: tell)
      } catch {
        throw CommandFailure(.inputRefused, "\(command.source): \(error.description)")
      }
    }
    try refuseSystem()
    let xml = try xml()
    do throws(OSMError) {
      if let xml {
        return try CityImport(xml: xml, options: options, maximumMemory: memory, progress: tell)
      }
      return try CityImport(
        pbf: command.source, options: options, maximumMemory: memory, progress: tell)
    } catch {
      let status: ExitStatus = error.kind == .memory ? .limit : .inputRefused
      throw CommandFailure(status, "\(command.source): \(error.description)")
    }
  }

  private var memory: Int { command.memory.limits.maximumMemory }

  private func refuseSystem() throws {
    guard command.crs == nil else {
      throw CommandFailure(
        .usage, "--crs is of city models in CityJSON, and \(command.source) is none; leave it out")
    }
  }

  /// Refuses elevation files that are called as another file of the scene: one would replace the other.
  private func checkNames(_ names: [String]) throws {
    var known: Set<String> = []
    for name in names where !known.insert(name).inserted {
      throw CommandFailure(
        .usage, "--dem: another file of the scene is called \(name), too; rename the elevations")
    }
  }

  /// The file's bytes where it is JSON.
  private func cityModel() throws -> [UInt8]? {
    guard CityImport.isCityJSON(try InputFile.start(of: command.source, count: 256)) else {
      return nil
    }
    return try InputFile.read(
      command.source, maximumBytes: command.memory.limits.readableJSONBytes,
      remedy: "cut it with 'cjio FILE subset --bbox'")
  }

  /// The file's bytes where it is XML; `nil` where it is PBF.
  private func xml() throws -> [UInt8]? {
    let start = try InputFile.start(of: command.source, count: 256)
    switch ExtractKind(start) {
    case .pbf: return nil
    case .xml: break
    case .other(let reason):
      throw CommandFailure(.inputRefused, "\(command.source): \(reason)")
    }
    return try InputFile.read(
      command.source, maximumBytes: 1 << 30,
      remedy: "convert it to .osm.pbf, of which as much is read as there is memory for its nodes")
  }

  private func name(_ file: String) -> String {
    let last = DEMFormat.lastPart(file)
    return last.firstIndex(of: ".").map { String(last[..<$0]) } ?? last
  }

  /// Refuses a folder with a scene that somebody wrote.
  private func checkFolder() throws {
    let scene = "\(command.output)/scene.json"
    switch InputFile.kind(of: scene) {
    case .missing: return
    case .regular:
      let text = try InputFile.read(
        scene, maximumBytes: Limits.standard.readableJSONBytes, remedy: "choose another folder")
      if String(decoding: text, as: UTF8.self).contains(CityImport.mark) { return }
    case .folder, .other: break
    }
    throw CommandFailure(
      .outputNotWritten, "\(scene) is a scene that was not imported; choose another folder for -o")
  }

  /// The elevation files, under the names that they have in the scene.
  private func elevations() throws -> [(name: String, bytes: [UInt8])] {
    try command.dem.map { file in
      let last = DEMFormat.lastPart(file)
      guard InputFile.kind(of: file) == .regular else {
        throw CommandFailure(
          .inputRefused,
          "\(file): --dem wants a file; 'belvedere dem convert' makes one of a folder")
      }
      let bytes = try InputFile.read(
        file, maximumBytes: 1 << 30, remedy: "cut it with 'belvedere dem convert --bbox'")
      // What no scene can hold is refused before the work.
      _ = try SceneLoader(limits: command.memory.limits).load(SceneSources(elevation: [file]))
      return (last, bytes)
    }
  }

  private func write(_ files: [(name: String, bytes: [UInt8])]) throws {
    try OutputFolder.make(command.output)
    let staged = try files.map { file in
      (file: try AtomicFile(path: "\(command.output)/\(file.name)"), bytes: file.bytes)
    }
    try AtomicFile.write(together: staged) { Interruption.note(temporaries: $0) }
  }

  private func say(_ report: CityImport.Report, _ terminal: Terminal) throws {
    if command.messages.json {
      let counts = report.counts
      let value: JSONValue = [
        "nodes": .integer(counts.nodes), "ways": .integer(counts.ways),
        "relations": .integer(counts.relations), "tiles": .integer(report.tiles),
        "layers": object(report.layers.map { ($0.name, .integer($0.count)) }),
        "dropped": object(report.dropped.map { ($0.reason, .integer($0.count)) }),
        "attribution": .strings(report.attribution),
      ]
      return try Terminal.output(JSONWriter.pretty(value) + "\n")
    }
    guard !command.messages.quiet else { return }
    let words = [
      "landCover": "areas of land cover", "cityModel": "buildings of a city model",
      "annotations": "names", "land": "pieces of land",
    ]
    let parts = report.layers.map { "\(grouped($0.count)) \(words[$0.name] ?? $0.name)" }
    try Terminal.output("\(command.output): \(parts.joined(separator: ", "))\n")
    for (reason, count) in report.dropped {
      terminal.note("note: \(grouped(count)) \(reason)")
    }
    guard !report.attribution.isEmpty else {
      terminal.warn(
        "\(command.source): does not say whom its data are owed to; say it with --attribution")
      return
    }
    let isOpen = report.counts.nodes > 0 && command.attribution.isEmpty
    terminal.note(
      "note: \(report.attribution.joined(separator: " · "))"
        + (isOpen ? ", under the Open Database License 1.0" : ""))
  }

  private func object(_ members: [(String, JSONValue)]) -> JSONValue {
    JSONValue(.object(members.map { JSONMember(name: $0.0, value: $0.1) }))
  }
}
