import Belvedere
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits

/// The work of `belvedere dem convert`.
struct DEMConversion {
  let command: DEMConvertCommand
  let model: ElevationMosaic

  func run() throws {
    switch command.format {
    case .terrarium: try writeTiles()
    case .hgt: try writeHGT()
    case .asc: try write(EsriGridWriter.encode(grid()), to: command.output)
    case .png: try writeGray16()
    case .tif, nil:
      guard let bytes = GeoTIFFWriter.encode(try grid()) else {
        throw LimitError(
          subject: command.input.file, value: "\(HeightField.size(of: model)) samples",
          limit: "\(GeoTIFFWriter.maximumSamples) samples", remedy: "write tiles with --zoom")
      }
      try write(bytes, to: command.output)
    }
  }

  /// The elevations as one grid: the file's own where there is one.
  private func grid() throws -> HeightField {
    if model.models.count == 1, let field = model.models[0] as? HeightField { return field }
    let size = HeightField.size(of: model)
    let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflow, count <= command.input.limits.maximumMemory / 16 else {
      throw LimitError(
        subject: "the grid", value: "\(size.width) × \(size.height) samples",
        limit: "\(command.input.limits.maximumMemory / 16) samples",
        remedy: "raise --memory, or write tiles with --zoom")
    }
    return HeightField(sampling: model)
  }

  private func writeGray16() throws {
    let field = try grid()
    guard let writer = Gray16Writer(field) else {
      throw CommandFailure(
        .inputRefused,
        "\(command.input.file): has \(grouped(field.voidCount)) voids, which a gray picture cannot "
          + "hold; fill them with --fill-voids, or write .asc or .tif")
    }
    let picture = command.output
    let scene =
      (picture.lowercased().hasSuffix(".png") ? String(picture.dropLast(4)) : picture) + ".json"
    try write(writer.encode(), to: picture)
    let value: JSONValue = [
      "belvedere": .integer(1), "name": .string(DEMFormat.lastPart(command.input.file)),
      "terrain": JSONValue(
        .array([
          [
            "file": .string(DEMFormat.lastPart(picture)), "encoding": .string("gray16"),
            "bounds": CameraJSON.value(field.bounds), "scale": .number(writer.scale),
            "offset": .number(writer.offset),
          ]
        ])),
    ]
    try write(Array((JSONWriter.pretty(value) + "\n").utf8), to: scene)
  }

  private func writeHGT() throws {
    guard let corner = HGT.corner(ofName: DEMFormat.lastPart(command.output)) else { return }
    let edge = model.resolution < 1.5 / 3600 ? 3601 : 1201
    let box = GeographicBounds(
      south: Double(corner.latitude), west: Double(corner.longitude),
      north: Double(corner.latitude + 1), east: Double(corner.longitude + 1))
    guard model.range(in: box) != nil else {
      throw CommandFailure(
        .inputRefused,
        "\(command.input.file): knows nothing of the tile \(DEMFormat.lastPart(command.output)); "
          + "'belvedere dem info' shows what it covers")
    }
    let bytes = HGT.encode(model, corner: corner, edge: edge)
    try write(bytes, to: command.output)
  }

  /// All tiles or none: they are written beside their place and moved there at the end.
  private func writeTiles() throws {
    let writer = TerrariumWriter(covering: try boxOfTiles(), zoom: command.zoom ?? 0)
    let limit = 1_000_000
    guard writer.count <= limit else {
      throw LimitError(
        subject: "the folder", value: "\(grouped(writer.count)) tiles",
        limit: "\(grouped(limit)) tiles", remedy: "choose a smaller --zoom")
    }
    guard !command.output.isEmpty else {
      throw FileError(.write, path: command.output, reason: "is not a folder's name")
    }
    let folder = command.output.hasSuffix("/") ? String(command.output.dropLast()) : command.output
    let isNew = InputFile.kind(of: folder) == .missing
    try OutputFolder.make(folder)
    let part = "\(folder)/.belvedere-\(writer.zoom).part"
    // What a killed run has left.
    OutputFolder.remove(part)
    Interruption.note(temporaryFolder: part)
    defer { Interruption.note(temporaryFolder: nil) }
    let written: (files: Int, bytes: Int)
    do {
      written = try write(writer, to: part)
      try TileProblems.check(model, command.messages.terminal)
      guard written.files > 0 else {
        throw CommandFailure(
          .inputRefused,
          "\(command.input.file): no elevation is known in any of the \(grouped(writer.count)) tiles at "
            + "zoom \(writer.zoom); 'belvedere dem info' shows what it covers")
      }
      try OutputFolder.merge(part, into: "\(folder)/\(writer.zoom)")
    } catch {
      OutputFolder.remove(part)
      if isNew { OutputFolder.removeIfEmpty(folder) }
      throw error
    }
    try report(
      folder, "\(grouped(written.files)) tiles at zoom \(writer.zoom)", written.bytes,
      files: written.files)
  }

  private func write(
    _ writer: TerrariumWriter, to folder: String
  ) throws -> (files: Int, bytes: Int) {
    let progress = ProgressReporter(isQuiet: command.messages.quiet)
    defer { progress.finish() }
    var result = (files: 0, bytes: 0)
    for (n, tile) in writer.tiles.enumerated() {
      progress.update(Double(n) / Double(writer.count), "tiles")
      guard let file = try writer.encode(tile, of: model) else { continue }
      let column = "\(folder)/\(tile.x)"
      try OutputFolder.make(column)
      try AtomicFile(path: "\(column)/\(tile.y).png") { Interruption.note(temporary: $0) }
        .write(file, isSynced: false) { Interruption.note(temporary: $0) }
      result.files += 1
      result.bytes += file.count
    }
    return result
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

  private func write(_ bytes: [UInt8], to path: String) throws {
    try TileProblems.check(model, command.messages.terminal)
    if path == "-" { return try Terminal.output(bytes) }
    try AtomicFile(path: path) { Interruption.note(temporary: $0) }
      .write(bytes) { Interruption.note(temporary: $0) }
    try report(path, nil, bytes.count, files: 1)
  }

  private func report(_ path: String, _ what: String?, _ bytes: Int, files: Int) throws {
    if command.messages.json {
      let value: JSONValue = [
        "output": .string(path), "files": .integer(files), "bytes": .integer(bytes),
      ]
      try Terminal.output(JSONWriter.line(value) + "\n")
    } else if !command.messages.quiet {
      try Terminal.output(
        "\(path): \(what.map { "\($0), " } ?? "")\(grouped(bytes)) bytes\n")
    }
  }
}
