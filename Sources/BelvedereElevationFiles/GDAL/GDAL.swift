import BelvedereFiles
import BelvedereLimits

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// GDAL's programs `gdalinfo` and `gdal_translate`, which read what is not read here.
///
/// They run as child processes: what is wrong in them, or wrong with a file, does not reach this
/// process. `gdalinfo` says what a file holds; what is too large is refused then. `gdal_translate`
/// turns the one band into 32-bit metres in a GeoTIFF file without a name, which is opened as any
/// other. Names that GDAL takes for options, servers or archives are refused; its drivers for
/// servers are off.
///
/// With the package trait `GDAL` ``ElevationFile/open(_:shownAs:options:)`` asks GDAL for files of
/// kinds that it does not know, and for GeoTIFF files that are compressed in a way that is not read
/// here. Without it only who calls ``open(_:shownAs:options:)`` runs another program.
public struct GDAL: Sendable {
  /// The folders in which the programs are looked for, as in `PATH`.
  public var path: String
  /// Seconds that a description and a conversion may take.
  public var describingSeconds = 30.0
  public var convertingSeconds = 600.0
  /// Bytes of address space for each program.
  public var memory = 2 << 30
  /// Bytes of the temporary file.
  public var maximumFileBytes = 4 << 30

  /// The version of GDAL from which on the options that are used are known.
  static let oldestVersion = "2.3"

  /// Looks for the programs in the folders of the environment's `PATH` unless told.
  public init(path: String? = nil) {
    self.path = path ?? getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin"
  }

  /// Whether ``ElevationFile`` asks GDAL by itself.
  public static var isTraitEnabled: Bool {
    #if GDAL
      true
    #else
      false
    #endif
  }

  /// Opens a file by GDAL.
  ///
  /// - Parameters:
  ///   - file: The path of a file on this machine.
  ///   - name: Its name for messages; `file` unless given.
  /// - Throws: `TerrainFileError`, `FileError` and `LimitError`.
  public func open(
    _ file: String, shownAs name: String? = nil, options: ElevationFile.Options = .init()
  ) throws -> ElevationFile {
    let name = name ?? file
    let source = try GDALFileName.absolute(file, shownAs: name)
    let info = try describe(source, name)
    try check(info, name, options.limits)
    let target = try UnnamedFile()
    var arguments = ["-q", "-of", "GTiff", "-ot", "Float32", "-unscale"]
    // A file of 4 GiB needs offsets of 64 bits.
    arguments += ["-co", "TILED=YES", "-co", "BIGTIFF=IF_SAFER", source, "/dev/fd/3"]
    let result = try run("gdal_translate", arguments, convertingSeconds, name, writing: target)
    guard case .exited(0) = result.end else { throw failure("gdal_translate", result, name) }
    let tiff = try GeoTIFF(
      target.reading(shownAs: name), system: options.system, limits: options.limits)
    let grid = tiff.raster.grid
    guard grid.width == info.width, grid.height == info.height else {
      throw TerrainFileError(
        file: name,
        reason: "has \(info.width) × \(info.height) samples as gdalinfo says, "
          + "but gdal_translate made \(grid.width) × \(grid.height) of them; check GDAL's installation"
      )
    }
    return ElevationFile(gdal: tiff, info, options)
  }

  /// What a file holds.
  private func describe(_ source: String, _ name: String) throws -> GDALInfo {
    let arguments = ["-json", "-nomd", "-norat", "-noct", "-nofl", source]
    let result = try run("gdalinfo", arguments, describingSeconds, name)
    guard case .exited(0) = result.end else { throw failure("gdalinfo", result, name) }
    return try GDALInfo(result.output, name)
  }

  private func check(_ info: GDALInfo, _ name: String, _ limits: Limits) throws {
    // Tiles of 256 × 256 at the edges are whole, and there are tags and offsets.
    let (rows, tooManyRows) = (info.height + 256).multipliedReportingOverflow(by: info.width + 256)
    let maximum = min(limits.maximumElevationSamples, maximumFileBytes / 4)
    guard !tooManyRows, rows <= maximum else {
      throw LimitError(
        subject: name, value: "\(info.width) × \(info.height) samples",
        limit: "\(maximum) samples of a file that GDAL converts",
        remedy: "cut it into parts: gdal_translate -srcwin COLUMN ROW WIDTH HEIGHT")
    }
  }

  private func run(
    _ program: String, _ arguments: [String], _ seconds: Double, _ name: String,
    writing file: UnnamedFile? = nil
  ) throws -> ChildProcess.Result {
    guard let found = ChildProcess.program(program, in: path) else {
      throw TerrainFileError(
        file: name,
        reason: "is of a kind that GDAL may read, but its program \(program) is not in PATH; "
          + "install GDAL (Debian and Ubuntu: gdal-bin) or convert the file elsewhere: "
          + "gdal_translate -of GTiff in out.tif")
    }
    var child = ChildProcess(found, arguments, environment: GDALEnvironment.values)
    child.seconds = seconds
    child.memory = memory
    child.fileBytes = file == nil ? 0 : maximumFileBytes + (64 << 20)
    return child.run(writing: file)
  }

  private func failure(
    _ program: String, _ result: ChildProcess.Result, _ name: String
  ) -> TerrainFileError {
    let reason =
      switch result.end {
      case .exited(let status):
        "\(program) refuses it (exit status \(status))" + Self.quoted(result.errors)
      case .killed(let signal): "\(program) was ended by signal \(signal) while it read the file"
      case .timedOut: "\(program) took too long and was ended; convert the file beforehand"
      case .flooded: "\(program) wrote far more than a description has; the file is damaged"
      case .failed(let words): "\(program) could not be started: \(words)"
      }
    return TerrainFileError(file: name, reason: reason)
  }

  /// The first line of what a program complains of, without what could upset a terminal.
  private static func quoted(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first ?? ""
    let clean = String(
      line.unicodeScalars.prefix(300).map { $0.value < 32 || $0.value == 127 ? " " : Character($0) }
    )
    return clean.isEmpty ? "" : ": \(clean)"
  }
}
