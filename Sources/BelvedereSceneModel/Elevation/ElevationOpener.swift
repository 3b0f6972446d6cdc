import BelvedereElevationFiles
import BelvedereFiles
import BelvedereLimits
import BelvedereTerrain

/// Opens sources of elevations by their names: files of any kind, folders of them, pyramids of tiles,
/// servers.
struct ElevationOpener {
  /// Whether voids will be filled; rasters are then held in memory where they fit.
  let fillsVoids: Bool
  /// Whether those of a folder are in any case.
  var holdsFolders = false
  let network: ElevationNetwork

  /// What is read of a file or a folder, one source a file.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - file: Its name for messages, and what is collected.
  ///   - root: A resolved folder that no file of a folder may leave by a link; `nil` for any place.
  func open(
    _ path: String, in file: SceneFile, within root: String?, _ reading: ElevationReading
  ) throws -> [ElevationMosaic.Source] {
    if isRepeated(resolvedPath(path) ?? path, reading, in: file) { return [] }
    if try isPyramid(path) {
      let tiles = try TileElevation.open(
        path, within: root,
        options: .init(
          encoding: reading.encoding, zoom: reading.zoom, cacheBytes: cacheBytes(of: file)))
      return [.init(tiles, name: file.name)]
    }
    guard InputFile.kind(of: path) == .folder else {
      return [.init(try raster(path, in: file, reading, isWanted: fillsVoids), name: file.name)]
    }
    let names = InputFile.names(inFolder: path).filter(Self.isElevation).sorted()
    guard !names.isEmpty else {
      throw TerrainFileError(
        file: file.name,
        reason: "the folder holds no .hgt, .hgt.zip, .tif or .asc files and no tiles named "
          + "{z}/{x}/{y}.png")
    }
    return try rasters(names, ofFolder: path, in: file, within: root, reading)
  }

  /// The rasters of a folder. One that is damaged or that is not read here is left out with a warning, as
  /// long as another one serves; a limit holds for all of them.
  private func rasters(
    _ names: [String], ofFolder path: String, in file: SceneFile, within root: String?,
    _ reading: ElevationReading
  ) throws -> [ElevationMosaic.Source] {
    var failures: [(file: SceneFile, error: any Error, reason: String)] = []
    var hasSource = false
    let sources = try names.compactMap { name -> ElevationMosaic.Source? in
      let separator = file.name.hasSuffix("/") ? "" : "/"
      let inner = SceneFile(name: file.name + separator + name, shared: file.shared)
      let place = (path.hasSuffix("/") ? path : path + "/") + name
      if let root, resolvedPath(place)?.hasPrefix(root == "/" ? "/" : root + "/") != true {
        throw TerrainFileError(
          file: inner.name,
          reason: "is a link that leaves the scene's folder; allow this with --allow-outside-files")
      }
      if isRepeated(resolvedPath(place) ?? place, reading, in: inner) {
        hasSource = true
        return nil
      }
      do {
        return .init(
          try raster(place, in: inner, reading, isWanted: fillsVoids || holdsFolders),
          name: inner.name)
      } catch let error as TerrainFileError {
        failures.append((inner, error, error.reason))
      } catch let error as FileError {
        failures.append((inner, error, error.reason))
      }
      return nil
    }
    if let first = failures.first, sources.isEmpty, !hasSource { throw first.error }
    for failure in failures {
      failure.file.warn("left out: \(failure.reason)", isSummed: true)
      failure.file.shared.report.add(SceneReport.rastersLeftOut, in: file.name)
    }
    return sources
  }

  /// Tiles of a server; nothing is fetched yet.
  ///
  /// - Returns: nothing for a server that was named before in the same way.
  func open(
    template: String, in file: SceneFile, _ reading: ElevationReading
  ) throws -> [ElevationMosaic.Source] {
    if isRepeated(template, reading, in: file) { return [] }
    let tiles = try ElevationServer.open(
      template, reading, network, cacheBytes: cacheBytes(of: file))
    return [.init(tiles, name: tiles.source.name)]
  }

  /// Notes a source, and warns where it was named before: below itself it has no part.
  private func isRepeated(
    _ identity: String, _ reading: ElevationReading, in file: SceneFile
  ) -> Bool {
    let key = SceneFile.ElevationIdentity(name: identity, reading: reading)
    guard !file.shared.elevations.insert(key).inserted else { return false }
    file.warn("is named again as a source of elevations; ignored", isSummed: true)
    return true
  }

  /// Whether a path means tiles rather than a raster or a folder of rasters.
  private func isPyramid(_ path: String) throws -> Bool {
    if InputFile.kind(of: path) == .folder,
      InputFile.names(inFolder: path).contains(where: Self.isElevation)
    {
      return false
    }
    return TileElevation.recognizes(path)
  }

  /// What the next pyramid of tiles may keep: each one half of what the one before may, so that all
  /// together stay within twice what the first one has.
  private func cacheBytes(of file: SceneFile) -> Int {
    file.shared.pyramidCount += 1
    let first = min(128 << 20, file.limits.maximumMemory / 16)
    return max(first >> min(file.shared.pyramidCount - 1, 40), 1 << 20)
  }

  /// A file of any kind.
  ///
  /// A raster whose voids will be filled is held in memory; one that does not fit there beside those
  /// before it, or that is taken as it is, is read as it is needed, through a cache that all share. What
  /// would have to be decoded again and again goes into a temporary file first. Pictures are drawn from
  /// the same samples in all of these ways.
  ///
  /// - Parameter isWanted: whether all of its samples are wanted.
  private func raster(
    _ path: String, in file: SceneFile, _ reading: ElevationReading, isWanted: Bool
  ) throws -> any ElevationModel {
    let limits = file.limits
    let isTile = file.name.lowercased().hasSuffix(".hgt") && InputFile.kind(of: path) == .regular
    if isTile, let field = try tile(path, in: file, reading) { return field }
    let opened = try ElevationFile.open(
      path, shownAs: file.name,
      options: .init(system: reading.system, limits: limits, cache: file.shared.elevationCache))
    let note = opened.grid.system.datum?.note
    for warning in opened.warnings {
      if warning == note { file.warnOnce(warning) } else { file.warn(warning, isSummed: true) }
    }
    let grid = opened.grid
    let (count, overflow) = grid.width.multipliedReportingOverflow(by: grid.height)
    let isWhole = isWanted && !overflow && isWhole(samples: count, in: file)
    let largest = isWhole ? Int.max : RasterElevation.largestLazyRaster
    // Before the samples are read: a raster without a place is refused.
    let model = try opened.model(largestWhole: largest)
    if isWhole { file.shared.wholeSampleCount += count }
    let isHeld = !overflow && fits(samples: count, in: file)
    guard isWhole, isHeld else {
      if isHeld, case .inMemory = opened.access {
        try TerrainDecoder.count(samples: count, in: file)
        return model
      }
      let read =
        isDecodedFirst(opened, isWhole: isWhole)
        ? try opened.decodedToScratch().model(largestWhole: largest) : model
      if isWhole, read.statistics.voidCount > 0 {
        file.warn(
          "has voids; with so little --memory they are filled from nearby samples only",
          isSummed: true)
      }
      return read
    }
    try TerrainDecoder.count(samples: count, in: file)
    let samples = try opened.raster.read(
      column: 0, row: 0, width: grid.width, height: grid.height, limits: limits)
    let lowest = samples.reduce(Float.infinity) { min($0, $1) }
    if let warning = UndeclaredVoids.warning(lowest: Double(lowest)) {
      file.warn(warning, isSummed: true)
    }
    return try RasterElevation(
      MemoryRaster(name: file.name, grid: grid, samples: samples), cacheBytes: 0,
      datum: opened.datum)
  }

  /// Whether a raster that is not held in memory is decoded into a temporary file before it is used.
  private func isDecodedFirst(_ file: ElevationFile, isWhole: Bool) -> Bool {
    switch file.access {
    // Of a strip across the raster most would be read in vain.
    case .direct: isWhole && file.raster.blockWidth > 1024
    case .decoded: isWhole
    case .sequential, .inMemory: true
    }
  }

  /// Whether a picture is drawn from a raster's own samples alone, however far they are, beside those of
  /// the rasters before it. That does not depend on how much memory there is, or pictures would.
  private func isWhole(samples: Int, in file: SceneFile) -> Bool {
    let (sum, overflow) = file.shared.wholeSampleCount.addingReportingOverflow(samples)
    return !overflow && sum <= Self.maximumWholeSamples
  }

  private static let maximumWholeSamples = 1 << 27

  /// Whether more samples can be held in memory beside those that are: all together, their copies
  /// with voids filled and what each rests on, take less than half of it.
  private func fits(samples: Int, in file: SceneFile, hasVoids: Bool = true) -> Bool {
    let (sum, overflow) = file.shared.elevationSampleCount.addingReportingOverflow(samples)
    return !overflow && sum <= file.limits.maximumMemory / (hasVoids ? 32 : 16)
  }

  /// A tile in memory: `nil` where it does not fit there.
  private func tile(
    _ path: String, in file: SceneFile, _ reading: ElevationReading
  ) throws -> HeightField? {
    let most = 3601 * 3601
    // Without voids it has no copy in which they are filled.
    guard isWhole(samples: most, in: file), fits(samples: most, in: file, hasVoids: false) else {
      return nil
    }
    let data = try InputFile.read(
      path, shownAs: file.name, maximumBytes: 2 * most, remedy: "a tile has 1201² or 3601² samples")
    let field = try HGT.decode(
      data, name: file.name.split(separator: "/").last.map(String.init) ?? file.name)
    guard fits(samples: field.samples.count, in: file, hasVoids: fillsVoids && field.voidCount > 0)
    else { return nil }
    if reading.system != nil { file.warn(HGT.systemIsIgnored, isSummed: true) }
    try TerrainDecoder.count(samples: field.samples.count, in: file)
    file.shared.wholeSampleCount += field.samples.count
    return field
  }

  /// What the names of elevation files end in, beside `.hgt` and the pictures of scenes.
  private static let endings = [".tif", ".tiff", ".asc", ".hgt.zip"]

  /// Whether a file in a folder, where other files lie too, is one of elevations by its name.
  private static func isElevation(_ name: String) -> Bool {
    let lowered = name.lowercased()
    if lowered.hasSuffix(".hgt") || lowered.hasSuffix(".hgt.zip") {
      return HGT.corner(ofName: name) != nil
    }
    return endings.contains { lowered.hasSuffix($0) } && !name.hasPrefix(".")
  }
}
