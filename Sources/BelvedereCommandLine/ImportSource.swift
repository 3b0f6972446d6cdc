import Belvedere
import BelvedereCityImport
import BelvedereFiles
import BelvedereOSM

/// A source of an import: what kind it is, and how it is read.
struct ImportSource {
  enum Kind: Hashable {
    case tiles, geoJSON, flatGeobuf, cityModel, cityGML, xml, pbf
    /// What is put into the scene as it is.
    case kml, kmz, gpx, model, venue
  }

  /// What messages call it.
  let name: String
  let kind: Kind
  private let file: String
  /// What it is called among the arguments.
  var argument: String { file }
  /// What came from standard input; `nil` for a file or folder.
  private let input: SpooledInput?

  /// - Parameter name: a file's or folder's name, or `-` for standard input, of which only what it begins with is read
  ///   before ``spool(inFolder:)``.
  /// - Throws: `CommandFailure` for what cannot be a source, and `FileError`.
  init(_ name: String) throws {
    file = name
    guard name != "-" else {
      let input = try SpooledInput(count: Self.startSize)
      self.input = input
      self.name = SpooledInput.name
      guard !input.start.isEmpty else {
        throw CommandFailure(
          .inputRefused, "\(SpooledInput.name): is empty; see what the program before the pipe says"
        )
      }
      kind = try Self.kind(ofStart: input.start, SpooledInput.name)
      return
    }
    input = nil
    self.name = name
    guard InputFile.kind(of: name) != .missing else {
      throw CommandFailure(.inputRefused, "\(name): there is no such file; check the name")
    }
    guard [.regular, .folder].contains(InputFile.kind(of: name)) else {
      throw CommandFailure(
        .inputRefused, "\(name): is no file and no folder; - reads standard input")
    }
    if InputFile.kind(of: name) == .folder, ImportAddition.isVenue(name) {
      kind = .venue
      return
    }
    if Self.isScene(name) {
      throw CommandFailure(
        .inputRefused, "\(name): is a scene already; 'belvedere render' takes it as it is")
    }
    kind =
      VectorTileArchive.isPlausible(name)
      ? .tiles
      : try Self.kind(
        ofStart: try InputFile.start(of: name, count: Self.startSize), end: Self.end(of: name), name
      )
  }

  /// Bytes that tell what a source is.
  private static let startSize = 1 << 16

  /// What a source is, by what it begins with.
  private static func kind(
    ofStart start: [UInt8], end: [UInt8] = [], _ name: String
  ) throws -> Kind {
    do throws(ImportKindError) {
      return try Kind(start, end: end)
    } catch {
      let reason = ElevationKind.isPlausible(name, start) ? ElevationKind.advice : error.reason
      throw CommandFailure(.inputRefused, "\(name): \(reason)")
    }
  }

  /// Whether a name leads to the folder of a scene, in which there are no tiles.
  private static func isScene(_ name: String) -> Bool {
    InputFile.kind(of: "\(name)/scene.json") == .regular
      && (try? VectorTileArchive(path: name)) == nil
  }

  /// The last bytes of an archive; none of anything else.
  private static func end(of name: String) throws(FileError) -> [UInt8] {
    guard ZippedFiles.isPlausible(try InputFile.start(of: name, count: 4)) else { return [] }
    let file = try RandomAccessFile(name)
    let count = min(file.size, startSize)
    return try file.read(at: file.size - count, count: count)
  }

  /// Where it lies.
  private var path: String { input?.path ?? file }

  /// Copies standard input into a temporary file, which ``discard()`` removes; of files does nothing.
  ///
  /// - Throws: `FileError`.
  func spool(inFolder folder: String) throws(FileError) {
    try input?.spool(inFolder: folder, temporary: { Interruption.note(spooled: $0) })
  }

  /// Removes what ``spool(inFolder:)`` made.
  func discard() {
    guard let input else { return }
    input.remove()
    Interruption.note(spooled: nil)
  }

  /// What tells whether something else would become of it: of its content and the settings; `nil` for a folder and for a
  /// model, whose files are several.
  func key(settings: String) throws -> String? {
    // Of a model's files only one is known before it is read.
    guard InputFile.kind(of: path) == .regular, kind != .model else { return nil }
    var digest = ContentDigest()
    digest.add(Array(settings.utf8))
    try InputFile.forEachPart(of: path) { digest.add($0) }
    return digest.text
  }

  /// What it holds.
  ///
  /// - Throws: `CommandFailure` that names it.
  func city(
    _ options: CityImport.Options, memory: Int, _ tell: @escaping (Double) -> Bool
  ) throws -> CityImport {
    try named { try read(options, memory: memory, tell) }
  }

  /// What is put into the scene as it is; `nil` for what layers are made of.
  ///
  /// - Parameters:
  ///   - suffix: what tells its files from those of other sources.
  ///   - place: where a model stands.
  ///   - level: that of a venue; `nil` for the ground floor.
  /// - Throws: `CommandFailure` that names it.
  func addition(
    suffix: String, at place: CityImport.Placement?, level: String?, limits: Limits
  ) throws -> ImportAddition? {
    try named {
      switch kind {
      case .kml, .kmz, .gpx:
        return try ImportAddition(
          overlay: path, name, entry: "overlay\(suffix).\(kind)", limits: limits)
      case .model:
        guard let place else { return nil }
        return try ImportAddition(
          model: path, name, folder: "model\(suffix)",
          file: isStandardInput ? "model.glb" : nil, at: place, limits: limits)
      case .venue:
        guard InputFile.kind(of: path) == .folder else {
          return try ImportAddition(
            venueArchive: path, name, entry: "venue\(suffix).zip", level: level, limits: limits)
        }
        return try ImportAddition(
          venue: path, name, folder: "venue\(suffix)", level: level, limits: limits)
      default: return nil
      }
    }
  }

  var isStandardInput: Bool { input != nil }

  /// Whether the files of a model may lie beside it, which has no folder.
  var isModelWithoutFolder: Bool {
    kind == .model && input.map { !$0.start.starts(with: Array("glTF".utf8)) } ?? false
  }

  /// Does something, of which errors do not name the temporary file.
  private func named<Result>(_ read: () throws -> Result) throws -> Result {
    guard input != nil else { return try read() }
    do {
      return try read()
    } catch {
      // Nobody knows the temporary file.
      guard let failure = CommandFailure(error) else { throw error }
      throw CommandFailure(
        failure.status, failure.message.replacing(path, with: SpooledInput.name))
    }
  }

  private func read(
    _ options: CityImport.Options, memory: Int, _ tell: @escaping (Double) -> Bool
  ) throws -> CityImport {
    switch kind {
    case .tiles:
      let archive = try VectorTileArchive(path: path)
      do throws(TileImportError) {
        return try CityImport(
          tiles: archive, options: options, maximumMemory: memory, progress: tell)
      } catch {
        throw CommandFailure(
          error.isMemory ? .limit : error.isScratch ? .outputNotWritten : .inputRefused,
          (error.namesFile ? "" : "\(path): ") + error.description)
      }
    case .geoJSON:
      return try features { () throws(FeatureImportError) in
        try CityImport(geoJSON: path, options: options, maximumMemory: memory, progress: tell)
      }
    case .flatGeobuf:
      let bytes = try InputFile.read(
        path, maximumBytes: min(1 << 31, memory / 2),
        remedy: "cut it, such as with ogr2ogr -spat, or raise --memory")
      return try features { () throws(FeatureImportError) in
        try CityImport(
          flatGeobuf: bytes, options: options, maximumMemory: memory - bytes.count, progress: tell)
      }
    case .cityModel:
      let bytes = try InputFile.read(
        path, maximumBytes: min(Limits.standard.maximumJSONBytes, memory / 2),
        remedy: "raise --memory, or cut it with 'cjio FILE subset --bbox'")
      do throws(CityModelError) {
        return try CityImport(
          cityJSON: bytes, options: options, maximumMemory: memory, progress: tell)
      } catch {
        throw CommandFailure(
          error.isMemory ? .limit : .inputRefused, "\(path): \(error.description)")
      }
    case .cityGML:
      let bytes = try InputFile.read(
        path, maximumBytes: min(1 << 30, memory / 2),
        remedy: "cut it, such as with citygml-tools, or raise --memory")
      do throws(CityModelError) {
        return try CityImport(
          cityGML: bytes, options: options, maximumMemory: memory, progress: tell)
      } catch {
        throw CommandFailure(.inputRefused, "\(path): \(error.description)")
      }
    case .xml:
      let bytes = try InputFile.read(
        path, maximumBytes: min(1 << 30, (memory + (64 << 20)) / Self.memoryPerByteOfXML),
        remedy:
          "raise --memory, or convert it to .osm.pbf with 'osmium cat', of which any size is read")
      return try osm { () throws(OSMError) in
        try CityImport(xml: bytes, options: options, maximumMemory: memory, progress: tell)
      }
    case .pbf:
      return try osm { () throws(OSMError) in
        try CityImport(pbf: path, options: options, maximumMemory: memory, progress: tell)
      }
    case .kml, .kmz, .gpx, .model, .venue:
      throw CommandFailure(.failure, "\(name): is put into the scene as it is")
    }
  }

  private func features(
    _ read: () throws(FeatureImportError) -> CityImport
  ) throws -> CityImport {
    do throws(FeatureImportError) {
      return try read()
    } catch {
      throw CommandFailure(
        error.isMemory ? .limit : error.isScratch ? .outputNotWritten : .inputRefused,
        "\(path): \(error.description)")
    }
  }

  /// XML is read into objects that lie in memory beside it.
  private static let memoryPerByteOfXML = 4

  private func osm(_ read: () throws(OSMError) -> CityImport) throws -> CityImport {
    do throws(OSMError) {
      return try read()
    } catch {
      let status: ExitStatus =
        switch error.kind {
        case .memory: .limit
        case .scratch: .outputNotWritten
        default: .inputRefused
        }
      throw CommandFailure(status, "\(path): \(error.description)")
    }
  }
}
