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
    let loaded = try input.load(fillsVoids: false)
    let sources = zip(loaded.scene.ground.models, names(loaded)).map(Description.init)
    if messages.json {
      let value: JSONValue = [
        "file": .string(input.file), "bounds": CameraJSON.value(loaded.scene.ground.bounds),
        "sources": JSONValue(.array(sources.map(\.json))),
        "warnings": .strings(loaded.warnings.map(\.description)),
      ]
      try Terminal.output(JSONWriter.pretty(value) + "\n")
      return
    }
    let lines = sources.flatMap(\.lines).map { Terminal.visible($0) }
    try Terminal.output(lines.joined(separator: "\n") + "\n")
    loaded.warnings.forEach { messages.terminal.warn($0.description) }
  }

  /// The files, where each is one source.
  private func names(_ loaded: LoadedScene) -> [String] {
    let count = loaded.scene.ground.models.count
    return loaded.files.count == count
      ? loaded.files : Array(repeating: input.file, count: count)
  }

  /// What is known about one source.
  private struct Description {
    let model: any ElevationModel
    let file: String

    private var field: HeightField? { model as? HeightField }

    private var format: String {
      let name = file.lowercased()
      if name.hasSuffix(".hgt") { return "SRTM .hgt" }
      if name.hasSuffix(".png") { return "gray16 PNG" }
      return model is HillField ? "hills of a scene" : "grid"
    }

    /// Metres between samples at the middle, east and north.
    private var spacing: (east: Double, north: Double) {
      let degree = CoordinateRegion.metersPerDegree(at: model.bounds.center.latitude)
      return (
        model.longitudinalResolution * degree.longitude, model.resolution * degree.latitude
      )
    }

    var lines: [String] {
      let box = model.bounds
      var lines = [file, "  format: \(format)"]
      if let field { lines.append("  size: \(field.width) × \(field.height) samples") }
      lines += [
        "  coordinates: longitude and latitude, WGS 84 (EPSG 4326)",
        "  extent: \(decimals(box.south, 6))…\(decimals(box.north, 6)) N, "
          + "\(decimals(box.west, 6))…\(decimals(box.east, 6)) E",
        "  resolution: \(decimals(model.longitudinalResolution * 3600, 3))″ × "
          + "\(decimals(model.resolution * 3600, 3))″, about \(decimals(spacing.east, 1)) × "
          + "\(decimals(spacing.north, 1)) m",
        "  elevations: \(decimals(model.range.lowerBound, 2))…"
          + "\(decimals(model.range.upperBound, 2)) m above \(model.datum)",
      ]
      if let field {
        let part = Double(field.voidCount) / Double(field.samples.count) * 100
        lines.append("  voids: \(grouped(field.voidCount)) samples, \(decimals(part, 2)) %")
      }
      return lines
    }

    var json: JSONValue {
      [
        "file": .string(file), "format": .string(format), "crs": .string("EPSG:4326"),
        "width": field.map { .integer($0.width) } ?? nil,
        "height": field.map { .integer($0.height) } ?? nil,
        "bounds": CameraJSON.value(model.bounds),
        "resolution": [
          "latitude": .number(model.resolution),
          "longitude": .number(model.longitudinalResolution),
          "metersNorth": .number(spacing.north), "metersEast": .number(spacing.east),
        ],
        "minimum": .number(model.range.lowerBound), "maximum": .number(model.range.upperBound),
        "voids": field.map { .integer($0.voidCount) } ?? nil,
        "datum": .string(model.datum.description),
      ]
    }
  }
}
