import Belvedere
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The work of `belvedere dem convert`.
struct DEMConversion {
  let command: DEMConvertCommand
  let model: ElevationMosaic
  /// The files that were read, as far as they are known by name.
  let read: [String]

  func run() throws {
    try OutputName.check(outputs, differFrom: inputs)
    try checkCompanion()
    switch command.format {
    case .terrarium: try writeTiles()
    case .hgt: try writeHGT()
    case .asc: try writeEsriGrid()
    case .png: try writeGray16()
    case .tif, nil:
      let (grid, notes) = try grid()
      guard let bytes = GeoTIFFWriter.encode(grid) else {
        throw LimitError(
          subject: command.input.file, value: "\(HeightField.size(of: model)) samples",
          limit: "\(GeoTIFFWriter.maximumSamples) samples", remedy: "write tiles with --zoom")
      }
      try write(bytes, to: command.output, notes)
    }
  }

  /// The files that are written, but for tiles.
  private var outputs: [String] {
    switch command.format {
    case .terrarium: []
    case .asc: [command.output, DEMFormat.withoutEnding(command.output) + ".prj"]
    case .png: [command.output, sceneFile]
    case .tif, .hgt, nil: [command.output]
    }
  }

  /// Refuses to write over a file that goes with the output, but not with an older one of that name.
  private func checkCompanion() throws {
    guard command.output != "-", let companion = outputs.dropFirst().first,
      InputFile.kind(of: command.output) == .missing, InputFile.kind(of: companion) != .missing
    else { return }
    throw CommandFailure(
      .usage,
      "\(companion) would be written over, and belongs to something else, for there is no "
        + "\(command.output) yet; choose another name with -o")
  }

  /// The files that are read.
  private var inputs: [String] {
    let file = command.input.file
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    var files = [file] + read
    let names = model.sources.flatMap { source in
      (source.model as? RasterElevation)?.parts?.parts.map(\.name) ?? [source.name]
    }
    for name in names {
      files.append(name)
      if DEMInput.isScene(file) { files.append(folder + name) }
      if InputFile.kind(of: file) == .folder { files.append("\(file)/\(name)") }
    }
    return files
  }

  /// The scene beside a gray picture.
  private var sceneFile: String {
    let picture = command.output
    return (picture.lowercased().hasSuffix(".png") ? String(picture.dropLast(4)) : picture)
      + ".json"
  }

  /// The elevations as one grid: the samples of the file itself, in its own coordinates, where the
  /// input is one grid; else taken at places of a grid of latitudes and longitudes.
  private func grid() throws -> (ElevationGrid, ConversionNotes) {
    let (grid, notes) = try anyGrid()
    if grid.samples.allSatisfy(\.isNaN) {
      command.messages.terminal.warn(
        "\(command.input.file): every sample is void, and so is all that is written")
    }
    return (grid, notes)
  }

  private func anyGrid() throws -> (ElevationGrid, ConversionNotes) {
    if let own = try ownGrid(), !command.geographic || own.heightField != nil {
      return (own, ConversionNotes())
    }
    let sampled = try sampled()
    return (ElevationGrid(sampled.field), sampled.notes)
  }

  /// The samples of the one grid that the input is; `nil` for anything else.
  private func ownGrid() throws -> ElevationGrid? {
    guard model.models.count == 1 else { return nil }
    switch model.filledModels[0] {
    case let field as HeightField: return ElevationGrid(field)
    case let raster as RasterElevation:
      let grid = raster.raster.grid
      try checkSize(grid.width, grid.height)
      let samples = try raster.raster.read(
        column: 0, row: 0, width: grid.width, height: grid.height, limits: command.input.limits)
      return ElevationGrid(grid, samples: samples, datum: raster.datum)
    default: return nil
    }
  }

  /// Elevations between samples, at the places of a grid of latitudes and longitudes.
  private func sampled() throws -> (field: HeightField, notes: ConversionNotes) {
    let size = HeightField.size(of: model)
    try checkSize(size.width, size.height)
    let (latitudes, longitudes) = HeightField.lines(of: model)
    return (
      HeightField(sampling: model),
      ConversionNotes(resampling: model, latitudes: latitudes, longitudes: longitudes)
    )
  }

  private func checkSize(_ width: Int, _ height: Int) throws {
    try Self.checkSize(width, height, command.input.limits)
  }

  /// Refuses more samples than may be written as one grid.
  static func checkSize(_ width: Int, _ height: Int, _ limits: Limits) throws {
    let limit = limits.maximumMemory / 16
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= limit else {
      throw LimitError(
        subject: "the grid", value: "\(width) × \(height) samples", limit: "\(limit) samples",
        remedy: "raise --memory, or write tiles with --zoom")
    }
  }

  /// The grid and, beside a file, the text that says what its coordinates mean.
  private func writeEsriGrid() throws {
    let (grid, notes) = try grid()
    let bytes = EsriGridWriter.encode(grid)
    let projection = DEMFormat.withoutEnding(command.output) + ".prj"
    guard command.output != "-", let text = EsriGridWriter.projection(of: grid) else {
      try write(bytes, to: command.output, notes)
      // An older one does not belong to the new grid.
      if command.output != "-" { unlink(projection) }
      return
    }
    try TileProblems.check(model, command.messages.terminal)
    func file(_ path: String) throws -> AtomicFile {
      try AtomicFile(path: path) { Interruption.note(temporary: $0) }
    }
    try AtomicFile.write(
      together: [(file(command.output), bytes), (file(projection), text)],
      temporaries: { Interruption.note(temporaries: $0) }, commit: Interruption.whole)
    try report(command.output, nil, bytes.count, files: 1, notes: notes)
  }

  private func writeGray16() throws {
    var notes = ConversionNotes()
    let field: HeightField
    if let own = try ownGrid()?.heightField {
      field = own
    } else {
      (field, notes) = try sampled()
    }
    guard let writer = Gray16Writer(field) else {
      throw CommandFailure(
        .inputRefused,
        "\(command.input.file): has \(grouped(field.voidCount)) voids, which a gray picture cannot "
          + "hold; fill them with --fill-voids, or write .asc or .tif")
    }
    if !writer.isExact { notes.rounding = writer.scale }
    let (picture, scene) = (command.output, sceneFile)
    try write(writer.encode(), to: picture, notes)
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
    try write(Array((JSONWriter.pretty(value) + "\n").utf8), to: scene, nil)
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
    if let own = try ownGrid(), let bytes = HGT.encode(own, corner: corner, edge: edge) {
      var notes = ConversionNotes()
      if own.samples.contains(where: { $0 != $0.rounded() && !$0.isNaN }) { notes.rounding = 1 }
      return try write(bytes, to: command.output, notes)
    }
    let lines = (0..<edge).map { Double($0) / Double(edge - 1) }
    var notes = ConversionNotes(
      resampling: model, latitudes: lines.map { box.south + $0 },
      longitudes: lines.map { box.west + $0 })
    notes.rounding = 1
    try write(HGT.encode(model, corner: corner, edge: edge), to: command.output, notes)
  }

  /// - Parameter notes: `nil` for a file that goes with another one.
  private func write(_ bytes: [UInt8], to path: String, _ notes: ConversionNotes?) throws {
    try TileProblems.check(model, command.messages.terminal)
    if path == "-" {
      notes?.tell(command.messages.terminal)
      return try Terminal.output(bytes)
    }
    try AtomicFile(path: path) { Interruption.note(temporary: $0) }
      .write(bytes) { Interruption.note(temporary: $0) }
    try report(path, nil, bytes.count, files: 1, notes: notes)
  }

  func report(
    _ path: String, _ what: String?, _ bytes: Int, files: Int, notes: ConversionNotes?
  ) throws {
    notes?.tell(command.messages.terminal)
    if command.messages.json {
      var members = [
        JSONMember(name: "output", value: .string(path)),
        JSONMember(name: "files", value: .integer(files)),
        JSONMember(name: "bytes", value: .integer(bytes)),
      ]
      if let notes { members += notes.members }
      try Terminal.output(JSONWriter.line(JSONValue(.object(members))) + "\n")
    } else if !command.messages.quiet {
      try Terminal.output(
        "\(path): \(what.map { "\($0), " } ?? "")\(grouped(bytes)) bytes\n")
    }
  }
}
