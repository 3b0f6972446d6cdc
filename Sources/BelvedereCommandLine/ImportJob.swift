import Belvedere
import BelvedereCityImport
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits
import BelvedereOSM

/// The work of `belvedere import`, from sources to a scene's folder.
struct ImportJob {
  let command: ImportCommand

  func run() throws {
    let terminal = command.messages.terminal
    guard command.sources.count(where: { $0 == "-" }) <= 1 else {
      throw CommandFailure(
        .usage, "- is standard input, which is there once; name the other source as a file")
    }
    let sources = try command.sources.map { try ImportSource($0) }
    try checkOptions(sources)
    let places = try places(sources)
    let tags = try ImportTags(command.tags, of: sources).bySource
    try checkFolder()
    let elevations = try elevations()
    var options = CityImport.Options()
    options.box = command.bbox
    options.name = command.name ?? name(of: command.sources)
    options.names = command.names
    options.layerFormat = command.layers
    options.isStreamed = command.streamed
    options.terrain = elevations.map(\.name)
    if !elevations.isEmpty { options.elevations = ElevationMosaic(elevations.map(\.model)) }
    let grounds = elevations.map(\.bytes)
    var reach = ImportReach(elevations: elevations.map { ($0.name, $0.bounds) })
    options.zoom = command.tileZoom
    options.system = command.crs
    options.attribution = command.attribution.isEmpty ? nil : command.attribution
    options.licences =
      command.licences.isEmpty ? nil : DataLicence.all(command.licences, of: [])
    let progress = ProgressReporter(isQuiet: command.messages.quiet)
    defer { progress.finish() }
    progress.update(0, "read")
    var parts: [ImportRecord.Part] = []
    let folder = ImportFolder(command.output)
    let namesBefore = InputFile.names(inFolder: command.output)
    defer {
      // The folder goes where nothing is left in it.
      for source in sources { source.discard() }
      folder.discard()
    }
    try folder.make()
    let before = ImportRecord(folder: command.output)
    if let flaw = before.flaw {
      terminal.warn(
        "\(command.output)/\(ImportRecord.file): \(flaw); all sources are read, and files that it named stay"
      )
    }
    options.scratchFolder = command.output
    var reports: [CityImport.Report] = []
    var unchanged: [String] = []
    var repeated = ImportRepeats()
    var empty: String?
    for (n, source) in sources.enumerated() {
      try source.spool(inFolder: command.output)
      options.tags = tags[n]
      let key = try source.key(settings: settings(grounds, options.tags))
      if let first = repeated.first(source, key: key) {
        terminal.warn(
          "\(source.name): is the same as \(first), and is left out: all of it would be there twice"
        )
        parts.append(ImportRecord.Part(key: "", layers: [], attribution: []))
        continue
      }
      if !command.again, let key, let known = before.part(n, key: key) {
        parts.append(known)
        unchanged.append(source.name)
        continue
      }
      let suffix = n == 0 ? "" : "-\(n + 1)"
      if let addition = try source.addition(
        suffix: suffix, at: places[n], level: command.level, limits: command.memory.limits)
      {
        if let nothing = addition.nothing {
          // Beside others it is no reason to make no scene.
          guard sources.count > 1 else { throw CommandFailure(.inputRefused, nothing) }
          terminal.warn("\(nothing); the file is left out")
          empty = empty ?? nothing
          parts.append(ImportRecord.Part(key: "", layers: [], attribution: []))
          continue
        }
        try check(addition, source)
        for warning in addition.warnings { terminal.warn(warning) }
        reach.add(source.name, addition.bounds ?? places[n].map(\.bounds))
        let layers = try add(addition, to: folder)
        let owed = command.attribution + addition.attribution
        parts.append(
          ImportRecord.Part(
            key: key ?? "", layers: layers, attribution: owed,
            licences: options.licences ?? DataLicence.all(addition.licences, of: owed)))
        continue
      }
      var city = try source.city(options, memory: memory) { part in
        progress.update(0.9 * (Double(n) + part) / Double(sources.count), "read")
        return true
      }
      progress.update(0.9 * Double(n + 1) / Double(sources.count), "write")
      var layers: [ImportRecord.Layer] = []
      let report = try city.takeLayers(suffix: suffix) { layer in
        var digest = ContentDigest()
        try folder.add(layer.file) { write in
          try layer.forEachPart { part in
            digest.add(part)
            try write(part)
          }
        }
        layers.append(ImportRecord.Layer(layer, digest: digest))
      }
      try checkContent(report, source)
      tell(report.repairs, of: source.name, terminal)
      reach.add(source.name, report.box)
      parts.append(
        ImportRecord.Part(
          key: key ?? "", layers: layers, attribution: report.attribution,
          licences: report.licences))
      reports.append(report)
    }
    if let empty, parts.allSatisfy(\.layers.isEmpty) {
      throw CommandFailure(.inputRefused, empty)
    }
    let (attribution, licences) = (
      Self.distinct(parts.flatMap(\.attribution)), Self.distinct(parts.flatMap(\.licences))
    )
    let files = parts.enumerated().flatMap { n, part in
      part.layers.map {
        layerFile($0, named: sources[n].isStandardInput ? "" : stem(sources[n].name), at: places[n])
      }
    }
    let scene = CityImport.scene(
      of: files, attribution: attribution, licences: licences, options: options)
    let record = ImportRecord(parts: parts)
    try checkNames(record.files + ["scene.json", ImportRecord.file] + elevations.map(\.name))
    try checkPlaces(
      record.files, before: before, elevations.map { (name: $0.name, bytes: $0.bytes) })
    for elevation in elevations { try folder.add(elevation.name) { try $0(elevation.bytes) } }
    let replacing = record.replacing(before)
    for (name, bytes) in [("scene.json", scene), (ImportRecord.file, replacing.bytes)] {
      try folder.add(name) { write in try write(bytes) }
    }
    try folder.publish(announced: before.announcing(record).bytes) { () throws(FileError) in
      before.removeFiles(thatAreNotIn: record, elevations.map(\.name))
      if !replacing.leftovers.isEmpty { try folder.write(record: record.bytes) }
    }
    progress.finish()
    for warning in reach.warnings { terminal.warn(warning) }
    if let text = others(namesBefore, before, elevations.map(\.name)) { terminal.note(text) }
    let silent = zip(sources, parts).filter { !$1.layers.isEmpty && $1.attribution.isEmpty }
    try say(
      reports, record, ImportChanges(from: before, to: record), attribution, licences,
      unchanged: unchanged, silent: silent.map(\.0.name), terminal)
  }

  /// Tells what was read otherwise than it stands in a source.
  private func tell(_ repairs: [CityImport.Repair], of name: String, _ terminal: Terminal) {
    for repair in repairs {
      if !repair.isHarmless {
        terminal.warn("\(name): \(repair.words)")
      } else if !command.messages.quiet {
        terminal.note("note: \(name): \(repair.words)")
      }
    }
  }

  static func distinct(_ texts: [String]) -> [String] {
    var known: Set<String> = []
    return texts.filter { known.insert($0).inserted }
  }

  /// A layer's file, as the scene names it.
  private func layerFile(
    _ layer: ImportRecord.Layer, named title: String, at place: CityImport.Placement?
  ) -> CityImport.LayerFile {
    var file = CityImport.LayerFile(
      name: layer.name, file: layer.file, isStreamed: layer.isStreamed, size: layer.size,
      standsFor: layer.standsFor, bounds: layer.bounds)
    switch layer.name {
    case "models": (file.placement, file.title) = (place, title)
    // The scene names the folder, of which this is one file.
    case "venues":
      file.file = String(layer.file.prefix { $0 != "/" })
      file.level = command.level
    default: break
    }
    return file
  }

  /// Copies what is put into the scene as it is.
  private func add(
    _ addition: ImportAddition, to folder: ImportFolder
  ) throws -> [ImportRecord.Layer] {
    try addition.files.enumerated().map { n, file in
      let bytes = try InputFile.read(file.path, maximumBytes: memory, remedy: "raise --memory")
      var digest = ContentDigest()
      digest.add(bytes)
      try folder.add(file.name) { write in try write(bytes) }
      return ImportRecord.Layer(
        name: n == 0 ? addition.layer : ImportRecord.otherFiles, file: file.name,
        count: n == 0 ? addition.count : 0, digest: digest.text)
    }
  }

  /// Refuses what lies outside of the scene.
  private func check(_ addition: ImportAddition, _ source: ImportSource) throws {
    guard let box = command.bbox, let own = addition.bounds else { return }
    guard !own.overlaps(box) else { return }
    throw CommandFailure(
      .inputRefused,
      "\(source.name): nothing of it lies in \(Self.words(box, of: own)); leave it or --bbox out")
  }

  /// Where the models stand, by the numbers of their sources.
  private func places(_ sources: [ImportSource]) throws -> [Int: CityImport.Placement] {
    let models = sources.indices.filter { sources[$0].kind == .model }
    if let lone = models.first(where: { sources[$0].isModelWithoutFolder }) {
      throw CommandFailure(
        .inputRefused,
        "\(sources[lone].name): is a model as .gltf, whose files lie beside it; name the file, or give a .glb"
      )
    }
    guard models.count != command.place.count else {
      return Dictionary(uniqueKeysWithValues: zip(models, command.place))
    }
    guard models.count > command.place.count else {
      throw CommandFailure(
        .usage,
        models.isEmpty
          ? "--place is of models in glTF; leave it out"
          : "--place is there \(command.place.count) times, and there are \(models.count) models; "
            + "say it once for each, in their order")
    }
    throw CommandFailure(
      .usage,
      "\(sources[models[command.place.count]].name): a model does not say where on the map it stands; "
        + "say it with --place latitude,longitude[,height[,heading]], such as --place \(ImportPlace.example), "
        + "once for each model")
  }

  /// What of the options says what becomes of a source.
  private func settings(
    _ elevations: [[UInt8]], _ tags: [(key: String, value: String)]
  ) -> String {
    let grounds = elevations.map { bytes in
      var digest = ContentDigest()
      digest.add(bytes)
      return digest.text
    }
    let box = command.bbox.map { "\($0.south),\($0.west),\($0.north),\($0.east)" } ?? ""
    var parts = [CityImport.revision, box, command.names.rawValue]
    parts.append(command.tileZoom.map(String.init) ?? "")
    parts.append(command.crs.map { "\($0)" } ?? "")
    for texts in [command.attribution, command.licences] {
      parts.append(texts.joined(separator: "\n"))
    }
    parts.append(command.layers.rawValue)
    parts.append(command.streamed.map { $0 ? "streamed" : "whole" } ?? "")
    parts.append(tags.map { "\($0.key)=\($0.value)" }.joined(separator: "\n"))
    parts.append(grounds.joined(separator: "\n"))
    return parts.joined(separator: "|")
  }

  /// Refuses options of kinds of sources that are not there.
  private func checkOptions(_ sources: [ImportSource]) throws {
    if command.streamed == true, command.layers == .geoJSON {
      throw CommandFailure(
        .usage, "--streamed needs an index of places, and GeoJSON has none; leave --layers out")
    }
    if command.crs != nil, !sources.contains(where: { [.cityModel, .cityGML].contains($0.kind) }) {
      throw CommandFailure(
        .usage,
        "--crs is of city models in CityJSON and CityGML, and \(sources[0].name) is none; leave it out"
      )
    }
    if !command.tags.isEmpty,
      !sources.contains(where: { [.geoJSON, .flatGeobuf].contains($0.kind) })
    {
      throw CommandFailure(.usage, "--as is of GeoJSON and FlatGeobuf; leave it out")
    }
    if command.level != nil, !sources.contains(where: { $0.kind == .venue }) {
      throw CommandFailure(.usage, "--level is of venues in IMDF; leave it out")
    }
    if command.tileZoom != nil, !sources.contains(where: { $0.kind == .tiles }) {
      throw CommandFailure(.usage, "--tile-zoom is of vector tiles; leave it out")
    }
  }

  private func checkContent(_ report: CityImport.Report, _ source: ImportSource) throws {
    guard report.layers.contains(where: { $0.count > 0 }) else {
      throw CommandFailure(
        .inputRefused,
        "\(source.name): nothing of it is shown on a map"
          + (command.bbox.map { ", or nothing lies in " + Self.words($0, of: report.spanned) } ?? "")
          + report.dropped.prefix(3).map { "; left out: " + DroppedWords.text($0.count, $0.reason) }
          .joined() + report.repairs.prefix(3).map { "; \($0.words)" }.joined())
    }
  }

  /// What is said of a box in which nothing lies: where the source's things lie, and that the box may be in the order of
  /// others.
  private static func words(_ box: GeographicBounds, of spanned: GeographicBounds?) -> String {
    let holds = spanned.map { "; it holds what lies in \(BoxArgument.text($0.roundedOutwards))" }
    let swapped = BoxArgument.swapped(box).flatMap {
      $0 != box && spanned?.overlaps($0) ?? true ? $0 : nil
    }
    return "--bbox"
      + (swapped == nil && holds == nil ? "" : ", which is south,west,north,east") + (holds ?? "")
      + (swapped.map { "; was west,south,east,north meant, it is \(BoxArgument.text($0))" } ?? "")
  }

  private var memory: Int { command.memory.limits.maximumMemory }

  /// Refuses elevation files that are called as another file of the scene: one would replace the other.
  private func checkNames(_ names: [String]) throws {
    var known: Set<String> = []
    for name in names where !known.insert(name).inserted {
      throw CommandFailure(
        .usage, "--dem: another file of the scene is called \(name), too; rename the elevations")
    }
  }

  /// Refuses to put files in the places of others that no import has made, and to replace or remove what is read.
  private func checkPlaces(
    _ files: [String], before record: ImportRecord, _ elevations: [(name: String, bytes: [UInt8])]
  ) throws {
    let before = record.files
    func path(_ file: String) -> String { "\(command.output)/\(file)" }
    // Whose scene it is was asked before; a record alone may be anybody's.
    let isImported = InputFile.kind(of: path("scene.json")) != .missing
    func isOther(_ file: String) -> Bool {
      guard !isImported, InputFile.kind(of: path(file)) != .missing else { return false }
      // What was made by an import that was killed before it had a scene is none of others.
      if record.isMade(file) { return false }
      if file == ImportRecord.file { return record.leftovers.isEmpty && before.isEmpty }
      guard let elevation = elevations.first(where: { $0.name == file }) else { return true }
      // Elevations that lie there already stay.
      return !command.dem.contains { isSame($0, path(file)) }
        && (try? InputFile.read(path(file), maximumBytes: elevation.bytes.count, remedy: ""))
          != elevation.bytes
    }
    for file in files + elevations.map(\.name) + ["scene.json", ImportRecord.file] {
      guard InputFile.isLink(path(file)) || isOther(file) else { continue }
      throw CommandFailure(
        .outputNotWritten,
        "\(path(file)): is there and was not imported; remove it, or choose another folder for -o")
    }
    let sceneFiles = Set(files).union(before)
    for source in command.sources where source != "-" {
      guard sceneFiles.contains(where: { isSame(source, path($0)) }) else { continue }
      throw CommandFailure(
        .usage,
        "\(source): is a file of the scene that it would be put into; copy it elsewhere first")
    }
  }

  /// That a folder into which nothing was imported before holds files of others; `nil` where it does not.
  private func others(
    _ names: [String], _ before: ImportRecord, _ elevations: [String]
  ) -> String? {
    guard !names.contains("scene.json") else { return nil }
    let known = Set((before.files + elevations).map { String($0.prefix { $0 != "/" }) })
    let others = names.filter { name in
      !name.hasPrefix(".") && name != ImportRecord.file && !known.contains(name)
        && !before.leftovers.contains { $0.file.prefix { $0 != "/" } == name }
    }.sorted()
    guard !others.isEmpty else { return nil }
    let more = others.count - Self.mostOthers
    return
      "note: \(command.output) held other files before, which stay as they are: "
      + others.prefix(Self.mostOthers).joined(separator: ", ")
      + (more > 0 ? " and \(grouped(more)) more" : "")
  }

  private static let mostOthers = 3

  /// Whether two paths are of one file that is there.
  private func isSame(_ a: String, _ b: String) -> Bool {
    guard let first = FileIdentity(a) else { return false }
    return first == FileIdentity(b)
  }

  /// What a scene of sources is called: as the first that has a name, else as the folder.
  private func name(of sources: [String]) -> String {
    stem(sources.first { $0 != "-" } ?? command.output)
  }

  /// A file's name without its folder and what stands behind a full stop.
  private func stem(_ file: String) -> String {
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
  private func elevations() throws -> [(
    name: String, bytes: [UInt8], bounds: GeographicBounds, model: ElevationMosaic
  )] {
    var notes: [SceneWarning] = []
    let files = try command.dem.map { file in
      let last = DEMFormat.lastPart(file)
      guard InputFile.kind(of: file) != .missing else {
        throw CommandFailure(.inputRefused, "\(file): there is no such file; check the name")
      }
      guard InputFile.kind(of: file) == .regular else {
        throw CommandFailure(
          .inputRefused,
          "\(file): --dem wants a file; 'belvedere dem convert' makes one of a folder")
      }
      let bytes = try InputFile.read(
        file, maximumBytes: 1 << 30, remedy: "cut it with 'belvedere dem convert --bbox'")
      // What no scene can hold is refused before the work.
      let loaded = try SceneLoader(limits: command.memory.limits)
        .load(SceneSources(elevation: [file]))
      let scene = loaded.scene
      notes += loaded.warnings.filter(\.isNote)
      return (last, bytes, scene.ground.bounds, scene.ground)
    }
    try tell(notes)
    return files
  }

  /// Tells what pictures make of the voids of elevations, which they do not tell any more: of several files together.
  private func tell(_ notes: [SceneWarning]) throws {
    guard notes.count > 1, !command.messages.quiet else {
      return command.messages.terminal.tell(notes)
    }
    let drawn = try SceneLoader(limits: command.memory.limits)
      .load(SceneSources(elevation: command.dem))
    command.messages.terminal.tell(drawn.warnings.filter(\.isNote))
  }
}

extension GeographicBounds {
  /// A box of few digits around this one.
  fileprivate var roundedOutwards: GeographicBounds {
    func rounded(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> Double {
      (degrees * 1000).rounded(rule) / 1000
    }
    // As it may be given: the west within ±180°, at most the world wide.
    let turn = ((west + 180) / 360).rounded(.down) * 360
    let isRound = east - west >= 360
    return GeographicBounds(
      south: rounded(south, .down), west: isRound ? -180 : rounded(west - turn, .down),
      north: rounded(north, .up), east: isRound ? 180 : rounded(east - turn, .up))
  }

  /// Whether both have a place in common, in whichever turn of the world.
  fileprivate func overlaps(_ other: GeographicBounds) -> Bool {
    south <= other.north && north >= other.south
      && [-360.0, 0, 360].contains { west <= other.east + $0 && east >= other.west + $0 }
  }
}
