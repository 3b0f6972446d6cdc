import BelvedereElevationFiles
import BelvedereFiles
import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereOSM
import BelvedereSceneModel
import BelvedereTerrain

/// Which names of a city are put on its map.
public enum CityNames: String, Sendable, Hashable, CaseIterable {
  /// None.
  case none
  /// Of towns and their parts.
  case places
  /// These, and of points of interest such as museums, stations and parks, or those of which an encyclopaedia tells.
  case known
  /// Of all points of interest that are of one of the categories.
  case all
}

/// Other people's data of a city as a scene.
public struct CityImport {
  /// What is imported, and how.
  public struct Options: Sendable {
    /// What the scene holds; `nil` for the box that the file says it is of, else for all of it. One that is almost as wide
    /// as the world, or wider, is taken for all of its width; one whole turns away is the same box.
    public var box: GeographicBounds? { didSet { box = box?.onFirstTurn } }
    /// What the scene is called.
    public var name = "City"
    /// Elevation files of the scene, named relative to its folder.
    public var terrain: [String] = []
    /// What they know, which tells land from sea where coastlines do not; `nil` where that is not to be asked.
    public var elevations: (any ElevationModel)?
    /// Which names are put on the map.
    public var names = CityNames.known
    /// Of vector tiles the zoom that is read; `nil` for the finest.
    public var zoom: Int?
    /// Whom the data are owed to; `nil` for what the data say themselves.
    public var attribution: [String]?
    /// Under which licences they are; `nil` for what they say themselves, or what follows from whom they are owed to.
    public var licences: [String]?
    /// What features of GeoJSON and FlatGeobuf are that do not say it, as tags of OpenStreetMap, such as `building=yes`.
    public var tags: [(key: String, value: String)] = []
    /// What the coordinates of a city model mean; `nil` for what it says.
    public var system: CoordinateReferenceSystem?
    /// How the layers are written.
    public var layerFormat = LayerFormat.flatGeobuf
    /// Whether layers are streamed: in files of things of like sizes, of which pictures read what they need. `nil` to do
    /// so where there are more things than ``mostWhole``.
    public var isStreamed: Bool?
    /// How many things may be read whole when the scene is opened: those of a large city take a third of a second.
    public var mostWhole = 250_000
    /// A folder on whose disk temporary files without names take what does not fit into memory; `nil` where nothing
    /// may be written, and what needs more memory is refused.
    public var scratchFolder: String?

    /// The defaults.
    public init() {}
  }

  /// What the scene holds, and what was left out.
  public struct Report: Sendable {
    /// What of the file was read.
    public var counts = OSMCounts()
    /// Vector tiles that were read.
    public var tiles = 0
    /// Features of GeoJSON and FlatGeobuf that were read.
    public var features = 0
    /// Whom the data are owed to, as the pictures say; empty where nothing tells.
    public var attribution: [String] = []
    /// Under which licences they are, as far as that is known.
    public var licences: [String] = []
    /// Whether its layers are streamed.
    public var isStreamed = false
    /// Features of the scene by their layer, in the order in which they are drawn.
    public var layers: [(name: String, count: Int)] = []
    /// What was left out, by the reason.
    public var dropped: [(reason: String, count: Int)] = []
    /// What was read otherwise than it stands in the file.
    public var repairs: [Repair] = []
    /// Names of properties of which nothing is made, at most 1,000.
    public var unusedProperties: [String] = []
    /// The box of the scene.
    public var box: GeographicBounds?
    /// The box of all that the source holds, also beyond that; `nil` where that is not known.
    public var spanned: GeographicBounds?
  }

  /// What the description of an imported scene says, by which it is told from one that somebody wrote.
  public static let mark = "Made by belvedere import; made again it is replaced."

  /// Changes whenever something else becomes of the same data.
  public static let revision = "9"

  private let options: Options
  private var content: CityContent
  private var counts = OSMCounts()
  private var tiles = 0
  private var features = 0
  private var attribution: [String]
  /// What the data say of their licences.
  private var licences: [String] = []
  private var box: GeographicBounds?
  private var repairs: [Repair] = []
  private var unusedProperties: [String] = []
  /// The box that the file says it is of.
  private var declared: GeographicBounds?
  /// The box around all that was read.
  private var spanned: GeographicBounds?
  /// Whether the box is that around all that was read, rather than one that somebody chose.
  private var isHull: Bool { options.box == nil && declared == nil }

  /// Reads an extract of OpenStreetMap in the format PBF.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - maximumMemory: bytes that its places and ways may take.
  ///   - progress: told now and then: the part that is done; returns whether to go on.
  /// - Throws: `OSMError`.
  public init(
    pbf path: String, options: Options = Options(), maximumMemory: Int = .max,
    progress: @escaping (Double) -> Bool = { _ in true }
  ) throws(OSMError) {
    self.options = options
    attribution = options.attribution ?? Self.openStreetMap
    let declared = try OSMFile.declaredBox(ofPBF: path)?.onFirstTurn
    let box = options.box ?? declared
    let queue = ContentQueue(CityContent(memory: maximumMemory, options), within: box)
    let files = ScratchFiles(options.scratchFolder)
    do throws(OSMError) {
      // What is made of places and ways has room beside them.
      counts = try OSMFile.readPBF(
        path, within: box, coasts: options.box.map(CoastReach.around),
        maximumMemory: maximumMemory / 3 * 2,
        scratch: options.scratchFolder == nil ? nil : { files.descriptor() }, progress: progress
      ) { feature in queue.add(WorldTurns.unwrapped(feature)) }
      content = queue.finish()
      guard content.hasRoom else { throw OSMError(kind: .stopped, reason: "stopped") }
    } catch {
      throw Self.error(error, files.failure ?? queue.finish().failure, maximumMemory)
    }
    (self.declared, spanned) = (declared, counts.extent)
    self.box = box ?? counts.extent
    finish()
  }

  /// Reads an extract of OpenStreetMap in XML, as the website and editors export it.
  ///
  /// - Parameter bytes: the file.
  /// - Throws: `OSMError` that names the line.
  public init(
    xml bytes: [UInt8], options: Options = Options(), maximumMemory: Int = .max,
    progress: @escaping (Double) -> Bool = { _ in true }
  ) throws(OSMError) {
    self.options = options
    attribution = options.attribution ?? Self.openStreetMap
    var content = CityContent(memory: maximumMemory, options)
    let given = options.box
    let declared: GeographicBounds?
    do throws(OSMError) {
      (counts, declared) = try OSMFile.readXML(
        bytes, within: given, coasts: given.map(CoastReach.around), maximumMemory: maximumMemory,
        progress: progress
      ) { feature, declared in
        content.add(WorldTurns.unwrapped(feature), within: given ?? declared?.closedAround)
      }
    } catch {
      throw Self.error(error, content.failure, maximumMemory)
    }
    self.content = content
    (self.declared, spanned) = (declared?.closedAround, counts.extent)
    box = options.box ?? self.declared ?? counts.extent
    finish()
  }

  /// Why reading ended, which may be what became of a temporary file or of memory.
  private static func error(
    _ error: OSMError, _ failure: FileError?, _ maximumMemory: Int
  ) -> OSMError {
    if let failure { return OSMError(kind: .scratch, reason: failure.description) }
    guard error.kind == .stopped else { return error }
    return OSMError(
      kind: .memory,
      reason: "has buildings and roads that need more than \(maximumMemory >> 20) MiB of memory; "
        + "name a part of it with --bbox, or raise --memory")
  }

  /// Reads vector tiles in one of the usual schemas: Mapbox Streets, OpenMapTiles, Shortbread and Protomaps.
  ///
  /// Each feature is cut to its tile, since what reaches over an edge is in the tiles on both sides of it.
  ///
  /// - Parameters:
  ///   - archive: the tiles.
  ///   - maximumMemory: bytes that their features may take.
  /// - Throws: ``TileImportError``.
  public init(
    tiles archive: VectorTileArchive, options: Options = Options(), maximumMemory: Int = .max,
    progress: @escaping (Double) -> Bool = { _ in true }
  ) throws(TileImportError) {
    self.options = options
    attribution = options.attribution ?? [archive.info.attribution].compactMap(\.self)
    licences = [archive.info.licence].compactMap(\.self)
    var tiles = try CityTiles(archive, zoom: options.zoom, box: options.box)
    let queue = ContentQueue(CityContent(memory: maximumMemory, options), within: nil)
    try tiles.read(into: queue, progress: progress)
    content = queue.finish()
    try CityTiles.checkRoom(content, maximumMemory: maximumMemory)
    self.tiles = tiles.count
    spanned = archive.info.bounds
    box = options.box ?? archive.info.bounds
    for (reason, count) in TileKind.notes(tiles.undrawn) { self.content.dropped[reason] = count }
    for reason in tiles.damaged.prefix(10) { self.content.dropped["damaged tile: \(reason)"] = 1 }
    if tiles.damaged.count > 10 {
      self.content.dropped["more damaged tiles"] = tiles.damaged.count - 10
    }
    if tiles.repairs > 0 {
      self.content.dropped["features that the specification of vector tiles forbids"] =
        tiles.repairs
    }
    finish()
  }

  /// Reads features of GeoJSON (RFC 7946), of which one at a time is in memory: collections, single features, and
  /// sequences of them (RFC 8142, or one a line).
  ///
  /// Their properties are tags of OpenStreetMap, or words of other schemas for the same.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - maximumMemory: bytes that they may take.
  /// - Throws: ``FeatureImportError`` that names the line.
  public init(
    geoJSON path: String, options: Options = Options(), maximumMemory: Int = .max,
    progress: @escaping (Double) -> Bool = { _ in true }
  ) throws(FeatureImportError) {
    try self.init(options, maximumMemory) { reader, queue throws(FeatureImportError) in
      try reader.read(geoJSON: path, into: queue, progress: progress)
    }
  }

  /// Reads features of FlatGeobuf, as those of GeoJSON are.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - maximumMemory: bytes that they may take beside the file.
  /// - Throws: ``FeatureImportError``.
  public init(
    flatGeobuf bytes: [UInt8], options: Options = Options(), maximumMemory: Int = .max,
    progress: @escaping (Double) -> Bool = { _ in true }
  ) throws(FeatureImportError) {
    try self.init(options, maximumMemory) { reader, queue throws(FeatureImportError) in
      try reader.read(flatGeobuf: bytes, into: queue, progress: progress)
    }
  }

  private init(
    _ options: Options, _ maximumMemory: Int,
    _ read: (inout CityFeatures, ContentQueue) throws(FeatureImportError) -> Void
  ) throws(FeatureImportError) {
    var reader = CityFeatures(options, maximumMemory: maximumMemory)
    let queue = ContentQueue(CityContent(memory: maximumMemory, options), within: options.box)
    try read(&reader, queue)
    content = queue.finish()
    try reader.checkRoom(content)
    self.options = options
    content.drop(
      reader.undescribed,
      "features that do not say what they are; --as says it, such as --as building=yes",
      reader.place)
    content.drop(content.undrawn, "features of kinds that are not drawn", reader.place)
    content.drop(reader.empty, "features without any geometry", reader.place)
    repairs = reader.repairs
    unusedProperties = reader.unused.names
    if reader.doubtful > 0 {
      content.dropped[
        "lines or areas with edges wider than half the world, which take the short way across ±180°; where the long one is meant, put a place between"
      ] = reader.doubtful
    }
    attribution = options.attribution ?? reader.credit.attributions
    licences = reader.credit.licences
    features = reader.count
    spanned = reader.extent
    box = options.box ?? reader.extent
    for reason in reader.damaged { self.content.dropped["damaged feature: \(reason)"] = 1 }
    if reader.damagedCount > reader.damaged.count {
      self.content.dropped["more damaged features"] = reader.damagedCount - reader.damaged.count
    }
    finish()
  }

  /// Reads a city model in CityJSON 1.0, 1.1 or 2.0, or as a sequence of lines.
  ///
  /// Each building becomes one with its parts, of surfaces in the finest detail that it has. It stands on the scene's
  /// ground with its lowest corner.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - maximumMemory: bytes that its values may take.
  /// - Throws: ``CityModelError``.
  public init(
    cityJSON bytes: [UInt8], options: Options = Options(), maximumMemory: Int = .max,
    progress: @escaping (Double) -> Bool = { _ in true }
  ) throws(CityModelError) {
    let reader = try CityJSONReader(bytes, maximumMemory: maximumMemory)
    _ = progress(0.5)
    guard let system = options.system ?? reader.system else {
      throw CityModelError(
        "does not say what its coordinates mean (\"referenceSystem\"); say it with --crs, such as --crs EPSG:7415"
      )
    }
    try self.init(
      buildings: reader.buildings, dropped: reader.dropped, CoordinateConversion(system),
      options: options, maximumMemory: maximumMemory)
    attribution = options.attribution ?? reader.credit.attributions
    licences = reader.credit.licences
  }

  /// Reads a city model in CityGML 1.0, 2.0 or 3.0, as one in CityJSON is.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - maximumMemory: bytes that its surfaces may take.
  /// - Throws: ``CityModelError``.
  public init(
    cityGML bytes: [UInt8], options: Options = Options(), maximumMemory: Int = .max,
    progress: @escaping (Double) -> Bool = { _ in true }
  ) throws(CityModelError) {
    let reader = try CityGMLReader(bytes, maximumMemory: maximumMemory)
    _ = progress(0.5)
    guard let system = options.system ?? reader.system?.system else {
      throw CityModelError(
        reader.systemName.map {
          "its reference system, \"\($0.prefix(80))\", is not WGS 84, UTM, RD New or Web Mercator; convert it, such as "
            + "with citygml-tools, or say with --crs what stands for it"
        }
          ?? "does not say what its coordinates mean (\"srsName\"); say it with --crs, such as --crs EPSG:25832"
      )
    }
    try self.init(
      buildings: reader.buildings, dropped: reader.dropped, CoordinateConversion(system),
      options: options, maximumMemory: maximumMemory)
  }

  private init(
    buildings: [[CityModel]], dropped: [String: Int], _ conversion: CoordinateConversion,
    options: Options, maximumMemory: Int
  ) throws(CityModelError) {
    self.options = options
    attribution = options.attribution ?? []
    var content = CityContent(memory: maximumMemory, options)
    content.dropped = dropped
    try ModelBuilding.check(buildings, conversion.system, isNamed: options.system != nil)
    for parts in buildings {
      do throws(ModelBuilding.Flaw) {
        let building = try ModelBuilding(parts, conversion)
        guard content.isWithin([building.footprint], options.box) else { continue }
        content.models.append(building)
      } catch {
        content.drop(error.rawValue)
      }
    }
    self.content = content
    box = options.box
    finish()
  }

  /// Whether a file may be a city model in CityGML, by what it begins with.
  public static func isCityGML(_ start: [UInt8]) -> Bool { CityGMLReader.isPlausible(start) }

  /// Whether a file may be GeoJSON rather than a city model, by what it begins with.
  public static func isGeoJSON(_ start: [UInt8]) -> Bool { CityFeatures.isPlausible(start) }

  /// Whether a file may be FlatGeobuf, by what it begins with.
  public static func isFlatGeobuf(_ start: [UInt8]) -> Bool { FlatGeobufFile.isPlausible(start) }

  /// Whether a file may be a city model, by what it begins with.
  public static func isCityJSON(_ start: [UInt8]) -> Bool { CityJSONReader.isPlausible(start) }

  private static let openStreetMap = [DataCredit.openStreetMap]

  private var ownLicences: [String] {
    options.licences ?? DataLicence.all(licences, of: attribution)
  }

  /// Puts what was read into its order, whatever that of the file.
  private mutating func finish() {
    content.models.sort { ($0.id.utf8.count, $0.id) < ($1.id.utf8.count, $1.id) }
    content.places.sort { ($1.priority, $0.id) < ($0.priority, $1.id) }
    for (reason, count) in [
      ("ways of which places are missing: what there is of them is kept", counts.incompleteWays),
      ("areas whose rings are open, or cut or touch themselves", counts.unassembledAreas),
      ("areas of which ways are missing", counts.incompleteRelations),
    ] where count > 0 {
      content.dropped[reason] = count
    }
  }

  /// The scene as files by their names, each with its bytes, and what it holds.
  ///
  /// - Throws: `FileError` of temporary files.
  public func scene() throws -> (files: [(name: String, bytes: [UInt8])], report: Report) {
    var layers: [LayerFile] = []
    var files: [(name: String, bytes: [UInt8])] = []
    var city = self
    let report = try city.takeLayers { layer in
      layers.append(LayerFile(layer))
      files.append((layer.file, try layer.bytes()))
    }
    let scene = Self.scene(
      of: layers, attribution: attribution, licences: ownLicences, options: options)
    return (files + [("scene.json", scene)], report)
  }

  /// Makes the layers of the scene one after another, which takes what was read.
  ///
  /// - Parameters:
  ///   - suffix: what the files' names end with before their extension, so that those of several sources differ.
  ///   - body: told each layer, of which then nothing is kept; one after another, of streamed ones by another thread.
  /// - Returns: what they hold.
  /// - Throws: `FileError` of temporary files, and what `body` throws.
  public mutating func takeLayers(
    suffix: String = "", _ body: (CityLayer) throws -> Void
  ) throws -> Report {
    var report = Report()
    (report.counts, report.tiles) = (counts, tiles)
    (report.box, report.spanned) = (box, spanned)
    report.features = features
    report.attribution = attribution
    report.licences = ownLicences
    report.repairs = repairs
    report.unusedProperties = unusedProperties
    // Text has no index of places.
    report.isStreamed =
      options.isStreamed
      ?? (options.layerFormat == .flatGeobuf && content.featureCount > options.mostWhole)
    var coast: Coast?
    if let box, !content.coastlines.isEmpty {
      let known = Coast(
        content.coastlines, within: box, readIn: options.box.map(CoastReach.around), isHull: isHull,
        declared: declared,
        spanned: spanned, elevations: options.elevations)
      report.dropped += known.notes
      coast = known.isKnown ? known : nil
    }
    var layers: [(name: String, count: Int)] = []
    try SceneFiles.takeLayers(
      of: &content, land: coast, names: options.names, format: options.layerFormat,
      isStreamed: report.isStreamed, suffix: suffix
    ) { layer in
      if layer.standsFor == nil { layers.append((layer.name, layer.count)) }
      try body(layer)
    }
    report.dropped += content.dropped.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    report.layers = layers
    return report
  }

  /// The `scene.json` of layers, which may be those of several sources.
  public static func scene(
    of layers: [LayerFile], attribution: [String], licences: [String], options: Options
  ) -> [UInt8] {
    SceneFiles.scene(
      layers, named: options.name, terrain: options.terrain, attribution: attribution,
      licences: licences)
  }
}
