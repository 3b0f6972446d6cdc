import ArgumentParser
import Belvedere
import BelvedereJSON

/// `belvedere dem info`
struct DEMInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Describe elevations: size, place, resolution, range, voids.",
    discussion: """
      EXAMPLES
        belvedere dem info N37W123.hgt
        belvedere dem info tiles/ --json
      """)

  @OptionGroup var input: DEMInput
  @OptionGroup var messages: MessageOptions

  func run() throws {
    var warnings: [String]
    var sources: [Description]
    var joined: [JoinedDescription] = []
    if let raster = try input.openRaster() {
      warnings = raster.warnings
      if raster.grid.system == .local {
        warnings.append(
          "does not say where on the Earth it lies; name its coordinate reference system with --crs "
            + "EPSG:32610 or the like")
      }
      if let reason = raster.grid.mismatch { warnings.append(reason) }
      sources = [try describe(raster)]
      if let low = sources[0].range?.lowerBound, let warning = UndeclaredVoids.warning(lowest: low)
      {
        warnings.append(warning)
      }
    } else {
      let loaded = try input.load(fillsVoids: false)
      warnings = loaded.warnings.map(\.description)
      joined = loaded.ground.models.compactMap { JoinedDescription($0) }
      var damage: [CommandFailure] = []
      sources = try loaded.ground.sources.flatMap { source in
        // A file of a folder is described as if it were named alone.
        let names = (source.model as? RasterElevation)?.parts?.parts.map(\.name) ?? [source.name]
        let isFile = !DEMInput.isScene(input.file) && !(source.model is TileElevation)
        let files = isFile ? names.compactMap { try? input.openRaster($0) } : []
        guard files.count == names.count else {
          return [
            Description(model: source.model, file: source.name.isEmpty ? input.file : source.name)
          ]
        }
        return try files.compactMap { file in
          do {
            return try describe(file)
          } catch let failure as CommandFailure {
            damage.append(failure)
            return nil
          }
        }
      }
      if let first = damage.first, sources.isEmpty { throw first }
      warnings += damage.map { "left out: " + $0.message }
      try TileProblems.check(loaded.ground, messages.terminal)
    }
    if messages.json {
      let value: JSONValue = [
        "file": .string(input.file),
        "sources": JSONValue(.array(sources.map(\.json))),
        "joined": JSONValue(.array(joined.map(\.json))), "warnings": .strings(warnings),
      ]
      try Terminal.output(JSONWriter.pretty(value) + "\n")
      return
    }
    let lines = (sources.flatMap(\.lines) + joined.map(\.line)).map { Terminal.visible($0) }
    try Terminal.output(lines.joined(separator: "\n") + "\n")
    warnings.forEach { messages.terminal.warn($0) }
  }

  private func describe(_ raster: ElevationFile) throws -> Description {
    let statistics = RasterStatistics(raster.raster)
    guard statistics.unreadableBlocks == 0 else {
      throw CommandFailure(
        .inputRefused,
        "\(raster.name): \(grouped(statistics.unreadableBlocks)) of its parts cannot be read; the "
          + "file is cut short or damaged, fetch it again")
    }
    return Description(raster, statistics)
  }

  /// What is known about one source.
  private struct Description {
    let file: String
    let format: String
    var width, height, voidCount: Int?
    /// The system of the file's own coordinates.
    var system: String
    var epsg: Int?
    var bounds: GeographicBounds?
    /// From sample to sample, in the middle.
    var spacing: SampleSpacing?
    /// Whether samples stand evenly in degrees.
    var isInDegrees: Bool
    /// `nil` where every sample is void.
    var range: ClosedRange<Double>?
    /// Whether that was told by some samples only.
    var isSurveyed = false
    var vertical: String
    /// Whether the source does not say from what its elevations are measured.
    var datumIsAssumed: Bool

    init(_ opened: ElevationFile, _ statistics: RasterStatistics) {
      file = opened.name
      format = "\(opened.format.rawValue), \(opened.encoding)"
      (width, height) = (opened.grid.width, opened.grid.height)
      voidCount = statistics.voidCount
      system = opened.grid.system.description
      epsg = opened.grid.system.epsg
      let isPlaced = opened.grid.mismatch == nil
      bounds = isPlaced ? opened.bounds : nil
      spacing = isPlaced ? SampleSpacing(opened.grid) : nil
      isInDegrees = opened.grid.system.isGeographic
      range = statistics.knownRange
      // As of every other source; a vertical system without a name here by its number.
      let isNamed = opened.vertical == nil || opened.datum != .meanSeaLevel(geoid: nil)
      vertical = isNamed ? opened.datum.description : opened.vertical ?? ""
      datumIsAssumed = opened.vertical == nil
    }

    init(model: any ElevationModel, file: String) {
      let field = model as? HeightField
      let raster = model as? RasterElevation
      let statistics = raster?.statistics
      let name = file.lowercased()
      self.file = file
      isInDegrees = raster?.raster.grid.system.isGeographic ?? !(model is TileElevation)
      spacing =
        raster.map { SampleSpacing($0.raster.grid) }
        ?? SampleSpacing(
          longitude: model.longitudinalResolution, latitude: model.resolution,
          at: model.bounds.center.latitude)
      if let system = raster?.raster.grid.system {
        format = "raster"
        (self.system, epsg) = (system.description, system.epsg)
      } else if let tiles = model as? TileElevation {
        format = "\(tiles.encoding.rawValue) tiles, zoom \(tiles.zoom), \(tiles.tileSize) pixels"
        (system, epsg) = ("\(CoordinateReferenceSystem.webMercator)", 3857)
      } else {
        format =
          name.hasSuffix(".png")
          ? "gray16 PNG" : model is HillField ? "hills of a scene" : "grid"
        (system, epsg) = ("\(CoordinateReferenceSystem.geographic(.wgs84))", 4326)
      }
      width = raster?.raster.grid.width ?? field?.width
      height = raster?.raster.grid.height ?? field?.height
      voidCount = statistics?.voidCount ?? field?.voidCount
      bounds = model.bounds
      if let tiles = model as? TileElevation {
        let survey = tiles.surveyedRange
        (range, isSurveyed) = (survey?.range, survey?.isExact == false)
      } else {
        range = raster == nil ? (model.isEmpty ? nil : model.range) : statistics?.knownRange
      }
      vertical = model.datum.description
      datumIsAssumed = model.datum == .meanSeaLevel(geoid: nil) && !(model is HillField)
    }

    var lines: [String] {
      var lines = [file, "  format: \(format)"]
      if let width, let height { lines.append("  size: \(width) × \(height) samples") }
      lines.append("  coordinates: \(system)")
      if let box = bounds {
        lines.append(
          "  extent: \(decimals(box.south, 6))…\(decimals(box.north, 6)) N, "
            + "\(decimals(box.west, 6))…\(decimals(box.east, 6)) E")
      }
      if let spacing {
        let metres = "\(decimals(spacing.east, 1)) × \(decimals(spacing.north, 1)) m"
        lines.append(
          "  resolution: "
            + (isInDegrees
              ? "\(decimals(spacing.longitude * 3600, 3))″ × "
                + "\(decimals(spacing.latitude * 3600, 3))″, about \(metres)"
              : "about \(metres) in the middle"))
      }
      lines.append(
        "  elevations: "
          + (range.map {
            "\(isSurveyed ? "about " : "")\(decimals($0.lowerBound, 2))…\(decimals($0.upperBound, 2)) m above \(vertical)"
              + (datumIsAssumed ? ", as is assumed" : "")
              + (isSurveyed ? "; by coarser tiles or some of them, as there are many" : "")
          } ?? "none, every sample is void"))
      if let voidCount, let width, let height {
        let part = Double(voidCount) / Double(max(width * height, 1)) * 100
        let count = "\(grouped(voidCount)) \(voidCount == 1 ? "sample" : "samples")"
        lines.append("  voids: \(count), \(decimals(part, 2)) %")
      }
      return lines
    }

    var json: JSONValue {
      [
        "file": .string(file), "format": .string(format),
        "crs": epsg.map { .string("EPSG:\($0)") } ?? .string(system),
        "width": width.map { .integer($0) } ?? nil,
        "height": height.map { .integer($0) } ?? nil,
        "bounds": bounds.map { CameraJSON.value($0) } ?? nil,
        "resolution": spacing.map {
          [
            "latitude": .number($0.latitude), "longitude": .number($0.longitude),
            "metersNorth": .number($0.north), "metersEast": .number($0.east),
          ]
        } ?? nil,
        "minimum": range.map { .number($0.lowerBound) } ?? nil,
        "maximum": range.map { .number($0.upperBound) } ?? nil,
        "rangeIsExact": range == nil ? nil : JSONValue(.bool(!isSurveyed)),
        "voids": voidCount.map { .integer($0) } ?? nil, "datum": .string(vertical),
        "datumIsAssumed": JSONValue(.bool(datumIsAssumed)),
      ]
    }
  }
}
