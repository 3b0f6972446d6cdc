import BelvedereFiles
import BelvedereLimits

/// GeoTIFF files, cloud-optimised ones and BigTIFF among them.
///
/// Read are one band of 8-, 16- and 32-bit integers and 32- and 64-bit floating-point numbers, in
/// strips and tiles, not compressed or by LZW, deflate or PackBits, with all three predictors; on
/// WGS 84, NAD83, NAD27, ETRS89, Web Mercator and UTM. What is left out is refused with the command
/// that turns it into something that is read.
public struct GeoTIFF: Sendable {
  /// The whole raster.
  public let raster: GeoTIFFRaster
  /// The same at lower resolutions, the finest first.
  public let overviews: [GeoTIFFRaster]
  /// What the elevations are counted from, in words; `nil` where the file does not say.
  public let vertical: String?
  /// What a reader should know.
  public let warnings: [String]

  /// How many directories a file may have; an overview halves both sides.
  private static let maximumDirectories = 128

  /// Opens a file: its directories are read, no samples.
  ///
  /// - Parameters:
  ///   - system: What the coordinates mean, whatever the file says.
  /// - Throws: `TerrainFileError`, `FileError` and `LimitError`.
  public init(
    _ file: RandomAccessFile, system given: CoordinateReferenceSystem? = nil,
    limits: Limits = .standard
  ) throws {
    let layout = try TIFFLayout(file)
    var warnings: [String] = []
    let directories = try Self.directories(layout, &warnings)
    let main = directories[0]
    let format = try TIFFFormat(main, limits: limits)
    let keys = try GeoKeys(main)
    var grid = try GeoTransform(main, keys).grid(format, given ?? keys.system() ?? .local)
    if let given, let own = try? keys.system(), own != given {
      warnings.append(Self.overruled(own, by: given))
    }
    if given == nil, grid.system == .local, grid.looksGeographic {
      grid = grid.with(system: .geographic(.wgs84))
      warnings.append(
        "names no coordinate reference system; its coordinates look like degrees and are taken "
          + "for WGS 84")
    }
    let samples = try Self.samples(main, format, keys, &warnings)
    raster = try GeoTIFFRaster(main, format: format, grid: grid, samples: samples)
    var overviews: [GeoTIFFRaster] = []
    for directory in directories.dropFirst() {
      guard let level = try? Self.overview(of: grid, directory, format, samples, limits) else {
        continue
      }
      overviews.append(level)
    }
    self.overviews = overviews.sorted { $0.grid.width > $1.grid.width }
    vertical = keys.vertical
    self.warnings = warnings
  }

  /// What to say where a file is taken for something else than it says.
  static func overruled(
    _ own: CoordinateReferenceSystem, by given: CoordinateReferenceSystem
  ) -> String {
    "says that its coordinates are \(own), but is taken for \(given), as it was asked for"
  }

  /// The first directory and those of its overviews.
  private static func directories(
    _ layout: TIFFLayout, _ warnings: inout [String]
  ) throws -> [TIFFDirectory] {
    let main = try TIFFDirectory(layout, at: layout.firstDirectory)
    var visited: Set<Int> = [layout.firstDirectory]
    var result = [main]
    var waiting = try main.integers(.subIFDs) ?? []
    guard waiting.count < maximumDirectories else { throw layout.error("has too many directories") }
    waiting.append(main.next)
    var pages = 0
    while let offset = waiting.popLast() {
      guard offset > 0 else { continue }
      guard visited.insert(offset).inserted else {
        warnings.append("its list of directories runs in a circle")
        continue
      }
      guard visited.count <= maximumDirectories else {
        throw layout.error("has over \(maximumDirectories) directories")
      }
      // The raster itself is whole, whatever its overviews are.
      guard let directory = try? TIFFDirectory(layout, at: offset) else {
        warnings.append("its directory at \(offset) is damaged; overviews may be missing")
        continue
      }
      waiting.append(directory.next)
      let kind = (try? directory.integer(.newSubfileType)) ?? 0
      if kind & 4 != 0 {
        if kind & 1 == 0 {
          warnings.append("its mask is not looked at; voids are those of its samples")
        }
      } else if kind & 1 != 0 {
        result.append(directory)
      } else {
        pages += 1
      }
    }
    if pages > 0 { warnings.append("holds \(pages) more page(s), which are not looked at") }
    return result
  }

  private static func samples(
    _ directory: TIFFDirectory, _ format: TIFFFormat, _ keys: GeoKeys, _ warnings: inout [String]
  ) throws -> TIFFSamples {
    var noData: Double?
    if let text = try directory.text(.gdalNoData) {
      let trimmed = text.filter { $0 != " " }.lowercased()
      noData = trimmed == "nan" ? .nan : Double(trimmed)
      if noData == nil {
        warnings.append("its value for voids, \"\(text)\", is no number; ignored")
      }
    }
    let metadata = try? directory.text(.gdalMetadata)
    var scale = GDALMetadata.number(in: metadata ?? "", role: "scale") ?? 1
    var offset = GDALMetadata.number(in: metadata ?? "", role: "offset") ?? 0
    guard scale.isFinite, offset.isFinite, abs(scale) <= 1e6, abs(offset) <= 1e6, scale != 0 else {
      throw directory.layout.error("its scale or offset is out of the ordinary")
    }
    if scale != 1 || offset != 0 {
      warnings.append(
        "samples are turned into elevations by its scale \(scale) and offset \(offset)")
    }
    let unit = keys.metresPerUnit
    if unit != 1 {
      scale *= unit
      offset *= unit
      warnings.append("its elevations are in feet; they are turned into metres")
    }
    return TIFFSamples(
      format: format, isBigEndian: directory.layout.isBigEndian, noData: noData, scale: scale,
      offset: offset)
  }

  /// An overview's samples stand evenly over the same ground.
  private static func overview(
    of grid: RasterGrid, _ directory: TIFFDirectory, _ whole: TIFFFormat, _ samples: TIFFSamples,
    _ limits: Limits
  ) throws -> GeoTIFFRaster? {
    let format = try TIFFFormat(directory, limits: limits)
    guard format.width < whole.width || format.height < whole.height, format.sample == whole.sample
    else { return nil }
    // A whole number of samples become one; another picture of the file is no overview.
    func isReduced(_ count: Int, of whole: Int) -> Bool {
      let exact = Double(whole) / Double(count)
      return abs(Double(count) - Double(whole) / exact.rounded()) < 1
    }
    guard isReduced(format.width, of: whole.width), isReduced(format.height, of: whole.height)
    else {
      return nil
    }
    let across = Double(whole.width) / Double(format.width)
    let down = Double(whole.height) / Double(format.height)
    let first = grid.position(column: across / 2 - 0.5, row: down / 2 - 0.5)
    guard
      let coarse = RasterGrid(
        width: format.width, height: format.height, system: grid.system, originX: first.x,
        originY: first.y, stepX: grid.stepX * across, stepY: grid.stepY * down, margin: 0.5)
    else { return nil }
    return try GeoTIFFRaster(
      directory, format: format, grid: coarse,
      samples: TIFFSamples(
        format: format, isBigEndian: samples.isBigEndian, noData: samples.noData,
        scale: samples.scale, offset: samples.offset))
  }
}
