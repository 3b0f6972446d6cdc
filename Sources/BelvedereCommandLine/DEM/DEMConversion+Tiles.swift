import Belvedere
import BelvedereFiles
import BelvedereLimits
import BelvedereRasterization
import BelvedereThreads
import Synchronization

/// Elevations as a folder of tiles.
extension DEMConversion {
  /// The most tiles of a folder; more are not read from one either.
  private static let maximumTiles = 1_000_000

  /// All tiles or none: they are written beside their place and moved there at the end.
  func writeTiles() throws {
    let writer = TerrariumWriter(covering: try boxOfTiles(), zoom: command.zoom ?? 0)
    try check(writer)
    guard !command.output.isEmpty else {
      throw FileError(.write, path: command.output, reason: "is not a folder's name")
    }
    let folder = command.output.hasSuffix("/") ? String(command.output.dropLast()) : command.output
    try TileFolderMetadata.check(folder)
    if FileIdentity(folder) != nil, FileIdentity(folder) == FileIdentity(command.input.file),
      InputFile.kind(of: "\(folder)/\(writer.zoom)") != .missing
    {
      throw CommandFailure(
        .usage,
        "\(folder): the tiles of zoom \(writer.zoom) are read, too, and would be written over; choose "
          + "another folder with -o")
    }
    var newFolders: [String] = []
    defer { Interruption.note(newFolders: []) }
    try OutputFolder.make(folder) {
      newFolders.append($0)
      Interruption.note(newFolders: newFolders)
    }
    let part = "\(folder)/.belvedere-\(writer.zoom).part"
    // What a killed run has left.
    OutputFolder.remove(part)
    Interruption.note(temporaryFolder: part)
    defer { Interruption.note(temporaryFolder: nil) }
    let written: (files: Int, bytes: Int)
    do {
      try announce(writer, in: folder)
      written = try write(writer, to: part)
      try TileProblems.check(model, command.messages.terminal)
      guard written.files > 0 else {
        throw CommandFailure(
          .inputRefused,
          "\(command.input.file): no elevation is known in any of the \(grouped(writer.count)) tiles at "
            + "zoom \(writer.zoom); 'belvedere dem info' shows what it covers")
      }
      // Names must not reach the disk before what they name.
      try OutputFolder.syncAll(part)
      try OutputFolder.merge(part, into: "\(folder)/\(writer.zoom)")
      try TileFolderMetadata.write(folder, named: DEMFormat.lastPart(command.input.file))
    } catch {
      OutputFolder.remove(part)
      newFolders.reversed().forEach { OutputFolder.removeIfEmpty($0) }
      throw error
    }
    try report(
      folder, "\(grouped(written.files)) tiles at zoom \(writer.zoom)", written.bytes,
      files: written.files, notes: notes(writer))
  }

  private func check(_ writer: TerrariumWriter) throws {
    guard writer.count <= Self.maximumTiles else {
      throw LimitError(
        subject: "the folder", value: "\(grouped(writer.count)) tiles at zoom \(writer.zoom)",
        limit: "\(grouped(Self.maximumTiles)) tiles",
        remedy: "choose a smaller --zoom; the samples are about as far apart as the pixels of zoom "
          + "\(TerrariumWriter.zoom(matching: model))")
    }
  }

  /// Says how much will be written, as one tile tells; refuses what the disk cannot hold.
  private func announce(_ writer: TerrariumWriter, in folder: String) throws {
    guard writer.count > 16, let bytes = try writer.encode(writer.middle, of: model)?.count else {
      return
    }
    let (all, overflow) = bytes.multipliedReportingOverflow(by: writer.count)
    if let free = OutputFolder.freeBytes(folder), overflow || all / 2 > free {
      throw LimitError(
        subject: folder,
        value:
          "\(grouped(writer.count)) tiles of about \(grouped(bytes)) bytes at zoom \(writer.zoom)",
        limit: "\(grouped(free)) bytes that are free",
        remedy: "choose a smaller --zoom or another disk")
    }
    let matching = TerrariumWriter.zoom(matching: model)
    command.messages.terminal.note(
      "up to \(grouped(writer.count)) tiles, about \(grouped(max(all / 1_000_000, 1))) MB"
        + (writer.zoom > matching + 1
          ? "; the samples are about as far apart as the pixels of zoom \(matching)" : ""))
  }

  /// Pixels' middles are no samples of anything but such tiles.
  private func notes(_ writer: TerrariumWriter) -> ConversionNotes {
    let (latitudes, longitudes) = writer.lines(of: writer.middle)
    return ConversionNotes(resampling: model, latitudes: latitudes, longitudes: longitudes)
  }

  /// The tiles in which something is known, several at once; the files do not depend on how many.
  private func write(
    _ writer: TerrariumWriter, to folder: String
  ) throws -> (files: Int, bytes: Int) {
    let progress = ProgressReporter(isQuiet: command.messages.quiet)
    defer { progress.finish() }
    progress.update(0, "tiles")
    let state = Mutex((done: 0, files: 0, bytes: 0, failure: (any Error)?.none))
    let tiles = writer.tiles
    Parallel.forEach(tiles.count, threads: ProcessorCount.online) { n, _ in
      guard state.withLock({ $0.failure == nil }) else { return }
      do {
        let bytes = try write(tiles[n], writer, to: folder)
        state.withLock { state in
          state.done += 1
          state.files += bytes > 0 ? 1 : 0
          state.bytes += bytes
          progress.update(Double(state.done) / Double(tiles.count), "tiles")
        }
      } catch {
        state.withLock { if $0.failure == nil { $0.failure = error } }
      }
    }
    return try state.withLock { state in
      if let failure = state.failure { throw failure }
      return (state.files, state.bytes)
    }
  }

  /// The bytes of a tile's file; 0 where nothing of it is known.
  private func write(
    _ tile: TerrariumWriter.Tile, _ writer: TerrariumWriter, to folder: String
  ) throws -> Int {
    guard let file = try writer.encode(tile, of: model) else { return 0 }
    let column = "\(folder)/\(tile.x)"
    Interruption.pass()
    try OutputFolder.make(column)
    // The folder as a whole is noted for removal.
    try AtomicFile(path: "\(column)/\(tile.y).png") { _ in Interruption.pass() }
      .write(file, isSynced: false) { _ in Interruption.pass() }
    return file.count
  }

  /// The part of the model's box that tiles of web maps have.
  private func boxOfTiles() throws -> GeographicBounds {
    var box = model.bounds
    let edge = TileSourceInfo.world.north
    guard box.south < edge, box.north > -edge else {
      throw CommandFailure(
        .inputRefused,
        "\(command.input.file): lies beyond 85.05° of latitude, where the tiles of web maps end; write "
          + ".tif or .asc")
    }
    if box.south < -edge || box.north > edge {
      command.messages.terminal.warn(
        "\(command.input.file): what lies beyond 85.05° of latitude is left out; tiles of web maps end "
          + "there")
    }
    box.south = max(box.south, -edge)
    box.north = min(box.north, edge)
    return box
  }
}
