import BelvedereFiles
import BelvedereLimits
import BelvedereTerrain

/// A file of elevations of any kind that is read: SRTM `.hgt`, GeoTIFF, Esri ASCII grid, or a zip
/// archive with one of them; with the package trait `GDAL` also what ``GDAL`` reads.
///
/// What a file is follows from its contents, not from its name.
public struct ElevationFile: Sendable {
  /// The kinds of files.
  public enum Format: String, Sendable {
    case hgt = "SRTM tile"
    case geoTIFF = "GeoTIFF"
    case esriGrid = "Esri ASCII grid"
    /// Whatever GDAL reads; see ``GDAL``.
    case gdal = "file read by GDAL"
  }

  /// What it takes to read a part of a file again.
  package enum Access: Sendable {
    /// A part is as it is stored.
    case direct
    /// A part is decoded.
    case decoded
    /// All that lies before a part is decoded, too.
    case sequential
    /// All of the file is in memory: text, and what was in an archive.
    case inMemory
  }

  /// How a file is opened.
  public struct Options: Sendable {
    /// What the raster's coordinates mean, whatever the file says.
    public var system: CoordinateReferenceSystem?
    /// What is refused.
    public var limits: Limits
    /// How many bytes of a raster are kept in memory.
    public var cacheBytes: Int
    /// Where they are kept, for several rasters together; `nil` for a place of the raster's own.
    public var cache: ElevationCache?

    /// Makes options.
    public init(
      system: CoordinateReferenceSystem? = nil, limits: Limits = .standard,
      cacheBytes: Int = 64 << 20, cache: ElevationCache? = nil
    ) {
      self.cache = cache
      self.system = system
      self.limits = limits
      self.cacheBytes = cacheBytes
    }
  }

  /// The file's name as it was given.
  public let name: String
  /// The kind of file.
  public let format: Format
  /// How its samples are stored, such as `int16, deflate, tiles of 256 × 256`.
  public let encoding: String
  /// The samples.
  public private(set) var raster: any ElevationRaster
  /// The same at lower resolutions, the finest first.
  public private(set) var overviews: [any ElevationRaster]
  /// What the elevations are counted from, in words, as far as the file says.
  public let vertical: String?
  /// What a reader should know.
  public let warnings: [String]
  /// What it takes to read a part of it again.
  package private(set) var access: Access
  private let cacheBytes: Int
  private let cache: ElevationCache?

  /// Where the samples stand.
  public var grid: RasterGrid { raster.grid }
  /// The box that holds the raster; `nil` where it has no place on the Earth.
  public var bounds: GeographicBounds? { grid.bounds }

  /// The ground as a model, which reads the file as it needs it.
  ///
  /// - Parameter largestWhole: as `RasterElevation` takes it.
  /// - Throws: `TerrainFileError` where the file does not say where it lies.
  public func model(
    largestWhole: Int = RasterElevation.largestLazyRaster
  ) throws -> RasterElevation {
    try RasterElevation(
      raster, cacheBytes: cacheBytes, datum: datum, sharing: cache, overviews: overviews,
      largestWhole: largestWhole)
  }

  /// What the elevations are counted from: sea level of an unknown geoid where the file does not say,
  /// or names a system that is not known here.
  public var datum: VerticalDatum {
    switch vertical {
    case "EGM96 geoid": .meanSeaLevel(geoid: .egm96)
    case "EGM2008 geoid": .meanSeaLevel(geoid: .egm2008)
    case "NAVD88": .meanSeaLevel(geoid: .navd88)
    case "NGVD29": .meanSeaLevel(geoid: .ngvd29)
    case "ellipsoid": .ellipsoid
    default: .meanSeaLevel(geoid: nil)
    }
  }

  /// Opens a file. Only what describes the samples is read, but for text and archives.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: Its name for messages; `path` unless given.
  /// - Throws: `TerrainFileError`, `FileError` and `LimitError`.
  public static func open(
    _ path: String, shownAs name: String? = nil, options: Options = .init()
  ) throws -> ElevationFile {
    let file = try RandomAccessFile(path, shownAs: name)
    do {
      // Beside the file itself, not where a link stands.
      return try open(file, options) { try projection(beside: path, limits: options.limits) }
    } catch let error as TerrainFileError where error.isOfUnreadKind && GDAL.isTraitEnabled {
      return try GDAL().open(path, shownAs: name, options: options)
    }
  }

  /// Opens a file that is in memory.
  public static func open(
    bytes: [UInt8], name: String, options: Options = .init()
  ) throws -> ElevationFile {
    try open(RandomAccessFile(bytes: bytes, name: name), options) { nil }
  }

  private static func open(
    _ file: RandomAccessFile, _ options: Options, isPacked: Bool = false,
    projection: () throws -> CoordinateReferenceSystem?
  ) throws -> ElevationFile {
    let head = try file.prefix(1024)
    let tileName = file.name.split(separator: "/").last.map(String.init) ?? file.name
    if TIFFLayout.isTIFF(head) { return try ElevationFile(geoTIFF: file, options) }
    if !isPacked, head.starts(with: [0x50, 0x4B, 3, 4]) { return try unpack(file, options) }
    if !isPacked, head.starts(with: [0x1F, 0x8B]) { return try unpack(gzip: file, options) }
    if EsriGridHeader.isHeader(head) {
      return try ElevationFile(esriGrid: file, options, projection())
    }
    if HGT.corner(ofName: tileName) != nil || HGT.samplesAlongEdge(byteCount: file.size) != nil {
      return try ElevationFile(hgt: HGTRaster(file, tileName: tileName), options)
    }
    throw UnknownFile.error(file.name, head)
  }

  /// The one file of an archive that holds elevations.
  private static func unpack(_ file: RandomAccessFile, _ options: Options) throws -> ElevationFile {
    let endings = [".hgt", ".tif", ".tiff", ".asc"]
    let archive = try ZipArchive(file)
    let entries = archive.entries.filter { entry in
      endings.contains { entry.name.lowercased().hasSuffix($0) }
    }
    guard let entry = entries.first, entries.count == 1 else {
      throw TerrainFileError(
        file: file.name,
        reason: entries.isEmpty
          ? "holds no .hgt, .tif or .asc file"
          : "holds \(entries.count) files of elevations; unpack them into a folder")
    }
    let isTile = HGT.corner(ofName: entry.baseName) != nil
    // A tile has one of two sizes: another one need not be unpacked.
    if isTile, entry.name.lowercased().hasSuffix(".hgt") {
      _ = try HGT.checked(
        name: entry.baseName, of: "\(file.name)/\(entry.name)", byteCount: entry.size)
    }
    let most = options.limits.maximumMemory / 4
    _ = try PackedFile.most(
      of: archive.prefix(of: entry, count: PackedFile.headBytes),
      name: "\(file.name)/\(entry.baseName)", limits: options.limits)
    let bytes = try archive.bytes(of: entry, maximumBytes: most)
    // A tile may have lost its name on the way into the archive.
    let unpacked = RandomAccessFile(
      bytes: bytes,
      name: isTile || !entry.name.lowercased().hasSuffix(".hgt")
        ? file.name + "/" + entry.baseName
        : file.name)
    var opened = try open(unpacked, options, isPacked: true) { nil }
    opened.access = .inMemory
    return opened
  }

  /// A file that was compressed by itself, as `N37W123.hgt.gz`.
  private static func unpack(
    gzip file: RandomAccessFile, _ options: Options
  ) throws -> ElevationFile {
    let most = options.limits.maximumMemory / 4
    guard file.size <= most else {
      throw LimitError(
        subject: file.name, value: "\(file.size) bytes, compressed", limit: "\(most) bytes",
        remedy: "unpack it first with gunzip, or raise --memory")
    }
    let name = file.name.lowercased().hasSuffix(".gz") ? String(file.name.dropLast(3)) : file.name
    let packed = try file.read(at: 0, count: file.size)
    let own = try PackedFile.most(
      of: Gunzip.prefix(packed, count: PackedFile.headBytes), name: name, limits: options.limits)
    let bytes = try Gunzip.bytes(packed, maximumBytes: min(most, own ?? most), name: file.name)
    var opened = try open(
      RandomAccessFile(bytes: bytes, name: name), options, isPacked: true
    ) { nil }
    opened.access = .inMemory
    return opened
  }

  /// The same, decoded into a temporary file.
  ///
  /// - Throws: what reading it throws, and `LimitError` where there is no room for that file.
  package func decodedToScratch() throws -> ElevationFile {
    var decoded = self
    decoded.raster = try ScratchRaster(copying: raster)
    decoded.overviews = []
    decoded.access = .direct
    return decoded
  }

  /// What the `.prj` file beside a raster says.
  private static func projection(
    beside path: String, limits: Limits
  ) throws -> CoordinateReferenceSystem? {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    for ending in [".prj", ".PRJ"] {
      let beside = path[..<dot] + ending
      guard InputFile.kind(of: String(beside)) == .regular else { continue }
      let bytes = try InputFile.read(
        String(beside), maximumBytes: 1 << 16, remedy: "this is no description of a projection")
      guard let system = ProjectionText.system(String(decoding: bytes, as: UTF8.self)) else {
        throw TerrainFileError(
          file: String(beside),
          reason:
            "its coordinate reference system is not WGS 84, NAD83 or NAD27, UTM on one of them, RD New, or Web Mercator; "
            + "rewrite the raster: gdalwarp -t_srs EPSG:4326 in.asc out.tif")
      }
      return system
    }
    return nil
  }
}

extension ElevationFile {
  fileprivate init(geoTIFF file: RandomAccessFile, _ options: Options) throws {
    let tiff = try GeoTIFF(file, system: options.system, limits: options.limits)
    let stored = tiff.raster.format
    let blocks =
      stored.isTiled
      ? "tiles of \(stored.blockWidth) × \(stored.blockHeight)"
      : "strips of \(stored.blockHeight) row\(stored.blockHeight == 1 ? "" : "s")"
    self.init(
      .geoTIFF, "\(stored.sample.rawValue), \(stored.compression.description), \(blocks)",
      tiff.raster, tiff.overviews, tiff.vertical, tiff.warnings, options)
  }

  fileprivate init(hgt raster: HGTRaster, _ options: Options) throws {
    self.init(
      .hgt, "int16, \(3600 / (raster.grid.width - 1))″", raster, [], "EGM96 geoid",
      options.system == nil ? [] : [HGT.systemIsIgnored], options)
  }

  fileprivate init(
    esriGrid file: RandomAccessFile, _ options: Options,
    _ projection: @autoclosure () throws -> CoordinateReferenceSystem?
  ) throws {
    let system = try options.system ?? projection()
    var (raster, warnings) = try EsriGrid.decode(
      file, system: system ?? .local, limits: options.limits)
    if let given = options.system, let own = try? projection(), own != given {
      warnings.append(GeoTIFF.overruled(own, by: given))
    }
    if system == nil, raster.grid.looksGeographic {
      raster = MemoryRaster(
        name: raster.name, grid: raster.grid.with(system: .geographic(.wgs84)),
        samples: raster.samples)
      warnings.append(
        "names no coordinate reference system; its coordinates look like degrees and are taken "
          + "for WGS 84")
    }
    self.init(.esriGrid, "text", raster, [], nil, warnings, options)
  }

  init(gdal tiff: GeoTIFF, _ info: GDALInfo, _ options: Options) {
    self.init(
      .gdal, "\(info.driver), \(info.sample)", tiff.raster, [], tiff.vertical, tiff.warnings,
      options)
  }

  private init(
    _ format: Format, _ encoding: String, _ raster: any ElevationRaster,
    _ overviews: [any ElevationRaster], _ vertical: String?, _ warnings: [String],
    _ options: Options
  ) {
    name = raster.name
    self.format = format
    self.encoding = encoding
    self.raster = raster
    self.overviews = overviews
    self.vertical = vertical
    access =
      switch raster {
      case is MemoryRaster: .inMemory
      case let tiff as GeoTIFFRaster: tiff.access
      default: .direct
      }
    self.warnings = warnings + [raster.grid.system.datum?.note].compactMap(\.self)
    cacheBytes = options.cacheBytes
    cache = options.cache
  }
}
