import ArgumentParser
import Belvedere
import BelvedereJSON

/// `belvedere info`
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Describe a scene: what it holds, where it lies, its cameras.",
    discussion: """
      EXAMPLES
        belvedere info Scenes/san-francisco
        belvedere info --buildings downtown.geojson --json
      """)

  @OptionGroup var source: SourceOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if source.sources.isEmpty {
      throw ValidationError(
        "there is nothing to describe; name a scene, or data with --dem, --buildings, --roads, "
          + "--land-cover or --overlay")
    }
  }

  func run() throws {
    let start = monotonicSeconds()
    let loaded = try source.load(fillsVoids: false)
    let seconds = monotonicSeconds() - start
    // The range is told, and is where tiles of a server are fetched.
    _ = loaded.scene.ground.range
    try TileProblems.check(loaded.scene.ground, messages.terminal)
    if messages.json {
      try Terminal.output(JSONWriter.pretty(json(loaded, seconds)) + "\n")
    } else {
      try Terminal.output(text(loaded, seconds))
      messages.terminal.tell(loaded.warnings, ofScene: source.scene)
    }
  }

  private func counts(_ scene: Scene) -> [(name: String, count: Int)] {
    // Those in memory and those of streamed layers, whose files say how many they are.
    func sum(_ kind: StreamedLayer.Kind, _ count: Int) -> Int {
      scene.streamed.filter { $0.kind == kind && $0.standsFor == nil }
        .reduce(count) { $0 + $1.count }
    }
    return [
      ("buildings", sum(.buildings, scene.buildings.count)),
      ("roads", sum(.roads, scene.roads.count)),
      ("namedRoads", scene.roads.count { !$0.name.isEmpty }), ("tunnels", scene.tunnels.count),
      ("landCover", sum(.landCover, scene.landCover.count)), ("land", scene.land?.count ?? 0),
      ("beams", scene.beams.count), ("trees", sum(.trees, scene.trees.count)),
      ("models", scene.models.count),
      ("overlays", scene.overlays.count), ("annotations", scene.annotations.count),
      ("terrain", scene.ground.models.count),
      ("cameras", scene.namedCameras.count + (scene.camera == nil ? 0 : 1)),
    ]
  }

  private func text(_ loaded: LoadedScene, _ seconds: Double) -> String {
    let scene = loaded.scene
    var lines = [scene.name.isEmpty ? "(no name)" : scene.name]
    for (name, count) in counts(scene) where count > 0 {
      lines.append("  \(name): \(grouped(count))")
    }
    if let extent = scene.extent {
      lines.append(
        "  extent: \(decimals(extent.south, 5))…\(decimals(extent.north, 5)) N, "
          + "\(decimals(extent.west, 5))…\(decimals(extent.east, 5)) E")
    }
    for layer in scene.ground.models {
      let (range, isExact) = Self.range(of: layer)
      var line =
        "  elevation: \(isExact ? "" : "about ")\(decimals(range.lowerBound, 1))…"
        + "\(decimals(range.upperBound, 1)) m"
      if let field = layer as? HeightField {
        line += ", \(field.width) × \(field.height) samples, \(grouped(field.voidCount)) void"
      }
      lines.append(line)
    }
    for layer in scene.streamed {
      let size = layer.size.map { ", up to \(decimals($0, 0)) m" } ?? ""
      let others = layer.standsFor.map { " that stand for those up to \(decimals($0, 0)) m" } ?? ""
      lines.append("  streamed \(layer.kind.rawValue): \(grouped(layer.count))\(size)\(others)")
    }
    let megabytes = Double(scene.approximateByteCount) / 1e6
    lines.append(
      "  memory: " + (megabytes < 0.1 ? "below 0.1 MB" : "about \(decimals(megabytes, 1)) MB"))
    lines.append("  loaded in: \(decimals(seconds, 3)) s")
    if let camera = scene.camera { lines.append("  camera: \(describe(camera))") }
    for named in scene.namedCameras {
      lines.append("  camera \(named.name): \(describe(named.camera))")
    }
    for entry in loaded.report.entries {
      lines.append("  \(entry.file): \(grouped(entry.count)) \(entry.words)")
    }
    for attribution in scene.attributions { lines.append("  attribution: \(attribution)") }
    for licence in scene.knownLicences { lines.append("  licence: \(licence)") }
    return lines.map { Terminal.visible($0) }.joined(separator: "\n") + "\n"
  }

  private func describe(_ camera: MapCamera) -> String {
    "\(decimals(camera.centerCoordinate.latitude, 5)), "
      + "\(decimals(camera.centerCoordinate.longitude, 5)), "
      + "\(decimals(camera.distance, 0)) m, pitch \(decimals(camera.pitch, 1))°, "
      + "heading \(decimals(camera.heading, 1))°"
  }

  private func json(_ loaded: LoadedScene, _ seconds: Double) -> JSONValue {
    let scene = loaded.scene
    let cameras = scene.namedCameras.map {
      JSONMember(name: $0.name, value: CameraJSON.value($0.camera))
    }
    return [
      "name": .string(scene.name),
      "counts": JSONValue(
        .object(counts(scene).map { JSONMember(name: $0.name, value: .integer($0.count)) })),
      "extent": scene.extent.map { CameraJSON.value($0) } ?? nil,
      "streamed": JSONValue(
        .array(
          scene.streamed.map { layer in
            [
              "kind": .string(layer.kind.rawValue), "count": .integer(layer.count),
              "size": layer.size.map { JSONValue.number($0) } ?? nil,
              "standsFor": layer.standsFor.map { JSONValue.number($0) } ?? nil,
            ] as JSONValue
          })),
      "elevation": JSONValue(.array(scene.ground.models.map { elevation($0) })),
      "memoryBytes": .integer(scene.approximateByteCount),
      "loadSeconds": .number(seconds),
      "camera": scene.camera.map { CameraJSON.value($0) } ?? nil,
      "cameras": JSONValue(.object(cameras)),
      "report": ReportJSON.value(loaded.report),
      "attribution": .strings(scene.attributions), "licences": .strings(scene.knownLicences),
      "warnings": .strings(loaded.warnings.map(\.description)),
    ]
  }

  /// The lowest and highest elevation, and whether that is not only about so.
  private static func range(
    of layer: any ElevationModel
  ) -> (range: ClosedRange<Double>, isExact: Bool) {
    (layer as? TileElevation)?.surveyedRange ?? (layer.range, true)
  }

  private func elevation(_ layer: any ElevationModel) -> JSONValue {
    let field = layer as? HeightField
    let (range, isExact) = Self.range(of: layer)
    return [
      "bounds": CameraJSON.value(layer.bounds),
      "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
      "rangeIsExact": JSONValue(.bool(isExact)),
      "width": field.map { .integer($0.width) } ?? nil,
      "height": field.map { .integer($0.height) } ?? nil,
      "voids": field.map { .integer($0.voidCount) } ?? nil,
    ]
  }
}
