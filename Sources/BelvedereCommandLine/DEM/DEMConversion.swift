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

  private func writeTiles() throws {
    let writer = TerrariumWriter(covering: model.bounds, zoom: command.zoom ?? 0)
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
    let progress = ProgressReporter(isQuiet: command.messages.quiet)
    defer { progress.finish() }
    var written = 0
    var bytes = 0
    for (n, tile) in writer.tiles.enumerated() {
      progress.update(Double(n) / Double(writer.count), "tiles")
      guard let file = try writer.encode(tile, of: model) else { continue }
      let column = "\(folder)/\(writer.zoom)/\(tile.x)"
      try OutputFolder.make(column)
      try AtomicFile(path: "\(column)/\(tile.y).png") { Interruption.note(temporary: $0) }
        .write(file, isSynced: false) { Interruption.note(temporary: $0) }
      written += 1
      bytes += file.count
    }
    progress.finish()
    try report(folder, "\(grouped(written)) tiles at zoom \(writer.zoom)", bytes, files: written)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
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
