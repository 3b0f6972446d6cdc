import BelvedereElevationFiles
import BelvedereFiles
import BelvedereLimits
import BelvedereTerrain

/// Opens sources of elevations by their names: files of any kind, folders of them, pyramids of tiles,
/// servers.
struct ElevationOpener {
  /// Whether voids will be filled; rasters are then held in memory where they fit.
  let fillsVoids: Bool
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
    if try isPyramid(path) {
      let tiles = try TileElevation.open(
        path, within: root,
        options: .init(
          encoding: reading.encoding, zoom: reading.zoom, cacheBytes: cacheBytes(file.limits)))
      return [.init(tiles, name: file.name)]
    }
    guard InputFile.kind(of: path) == .folder else {
      return [.init(try raster(path, in: file, reading), name: file.name)]
    }
    let names = InputFile.names(inFolder: path).filter(Self.isElevation).sorted()
    guard !names.isEmpty else {
      throw TerrainFileError(
        file: file.name,
        reason: "the folder holds no .hgt, .hgt.zip, .tif or .asc files and no tiles named "
          + "{z}/{x}/{y}.png")
    }
    return try names.map { name in
      let separator = file.name.hasSuffix("/") ? "" : "/"
      let inner = SceneFile(name: file.name + separator + name, shared: file.shared)
      let place = (path.hasSuffix("/") ? path : path + "/") + name
      if let root, resolvedPath(place)?.hasPrefix(root == "/" ? "/" : root + "/") != true {
        throw TerrainFileError(
          file: inner.name,
          reason: "is a link that leaves the scene's folder; allow this with --allow-outside-files")
      }
      return .init(try raster(place, in: inner, reading), name: inner.name)
    }
  }

  /// Tiles of a server; nothing is fetched yet.
  func open(
    template: String, in file: SceneFile, _ reading: ElevationReading
  ) throws -> ElevationMosaic.Source {
    let tiles = try ElevationServer.open(
      template, reading, network, cacheBytes: cacheBytes(file.limits))
    return .init(tiles, name: tiles.source.name)
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

  private func cacheBytes(_ limits: Limits) -> Int { min(128 << 20, limits.maximumMemory / 16) }

  /// A file of any kind.
  ///
  /// A raster whose voids will be filled is held in memory; one that does not fit there, or that is
  /// taken as it is, is read as it is needed.
  private func raster(
    _ path: String, in file: SceneFile, _ reading: ElevationReading
  ) throws -> any ElevationModel {
    if file.name.lowercased().hasSuffix(".hgt"), InputFile.kind(of: path) == .regular {
      let data = try InputFile.read(
        path, shownAs: file.name, maximumBytes: 2 * 3601 * 3601,
        remedy: "a tile has 1201² or 3601² samples")
      return try hgt(data, in: file)
    }
    let limits = file.limits
    let opened = try ElevationFile.open(
      path, shownAs: file.name,
      options: .init(
        system: reading.system, limits: limits,
        cacheBytes: min(256 << 20, limits.maximumMemory / 8)))
    for warning in opened.warnings { file.warn(warning) }
    // Before the samples are read: a raster without a place is refused.
    let model = try opened.model()
    let grid = opened.grid
    let (count, overflow) = grid.width.multipliedReportingOverflow(by: grid.height)
    guard fillsVoids, !overflow, count <= limits.maximumMemory / 32 else { return model }
    try TerrainDecoder.count(samples: count, in: file)
    let samples = try opened.raster.read(
      column: 0, row: 0, width: grid.width, height: grid.height, limits: limits)
    return try RasterElevation(
      MemoryRaster(name: file.name, grid: grid, samples: samples), cacheBytes: 0)
  }

  private func hgt(_ data: [UInt8], in file: SceneFile) throws -> HeightField {
    if let edge = HGT.samplesAlongEdge(byteCount: data.count) {
      try TerrainDecoder.count(samples: edge * edge, in: file)
    }
    return try HGT.decode(
      data, name: file.name.split(separator: "/").last.map(String.init) ?? file.name)
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
