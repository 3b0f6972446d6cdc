import Belvedere
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits

/// The work of `belvedere render`, from options to a file.
struct RenderJob {
  let command: RenderCommand
  private var terminal: Terminal { command.messages.terminal }

  func run() throws {
    let start = monotonicSeconds()
    try checkSize()
    let isNewFolder = command.layers.map { InputFile.kind(of: $0) == .missing } ?? false
    defer { if isNewFolder, let folder = command.layers { OutputFolder.removeIfEmpty(folder) } }
    let layerFiles = try layerNames()
    try OutputName.check(
      [command.output] + layerFiles,
      differFrom: command.source.sources.names + [command.map.imagery].compactMap(\.self))
    let isStandardOutput = command.output == "-"
    let file =
      isStandardOutput
      ? nil : try AtomicFile(path: command.output) { Interruption.note(temporary: $0) }
    let loaded = try ProgressReporter.during("load", isQuiet: command.messages.quiet) {
      try command.source.load()
    }
    try OutputName.check(
      [command.output] + layerFiles,
      differFrom: OutputName.files(loaded.files, ofScene: command.source.scene))
    let loadSeconds = monotonicSeconds() - start
    terminal.tell(loaded.warnings, ofScene: command.source.scene)

    let scene = ProgressReporter.during("survey", isQuiet: command.messages.quiet) {
      command.look.applied(to: loaded.scene, command.source.sources, command.map)
    }
    try TileProblems.checkNetwork(scene.ground)
    let configuration = try command.map.configuration(
      for: scene, elevationStyle: command.look.elevationStyle)
    let budget = try memory.budget(for: scene)
    let (camera, fieldOfView) = try command.camera.resolve(for: scene, size: command.size)
    let (rendered, layers) = try draw(scene, configuration, camera, fieldOfView, budget)
    try TileProblems.check(scene.ground, terminal)
    var warnings = loaded.warnings.map(\.description)
    let own =
      rendered.warnings + CameraPlace.warning(rendered.camera, over: scene)
      + ContentBeyondGround.warning(scene) + command.map.warnings(for: scene)
    own.forEach { terminal.warn($0) }
    let advice = limitAdvice(camera, rendered.camera)
    advice.forEach { terminal.note("note: \($0)") }
    if command.camera.isFramed(scene), let spread = scene.contentSpread {
      terminal.note(SpreadWords.text(spread))
    }
    warnings += own + advice

    let encodeStart = monotonicSeconds()
    let bytes = try command.pictureFormat.encode(
      rendered, text: PictureText.members(scene, rendered), threads: command.threads)
    let writeStart = monotonicSeconds()
    if let file {
      try file.write(bytes, isSynced: !command.noFsync) { Interruption.note(temporary: $0) }
    } else {
      try Terminal.output(bytes)
    }
    if let layers, let folder = command.layers {
      try LayerFiles(layers: layers, depthStep: command.depthStep)
        .write(to: folder, isSynced: !command.noFsync)
    }
    let end = monotonicSeconds()
    let stages =
      [("load", loadSeconds)] + rendered.stages.map { ($0.name, $0.seconds) }
      + [("encode", writeStart - encodeStart), ("write", end - writeStart)]
    try report(
      Outcome(
        scene: scene, configuration: configuration, report: loaded.report, rendered: rendered,
        fieldOfView: fieldOfView,
        byteCount: bytes.count, stages: stages, seconds: end - start, warnings: warnings))
  }

  /// Refuses what is too large before anything is loaded or allocated.
  private func checkSize() throws {
    let size = command.size
    let width = (Double(size.width) * command.scale).rounded(.up)
    let height = (Double(size.height) * command.scale).rounded(.up)
    let shown = "\(JSONNumber.short(width)) × \(JSONNumber.short(height)) pixels"
    guard width <= 100_000, height <= 100_000 else {
      throw LimitError(
        subject: "the picture", value: shown, limit: "100000 pixels a side",
        remedy: "choose a smaller --size")
    }
    guard width * height <= Double(command.maxPixels) else {
      throw LimitError(
        subject: "the picture", value: shown, limit: "\(command.maxPixels) pixels",
        remedy: "choose a smaller --size or raise --max-pixels")
    }
    try memory.checkPicture()
  }

  /// The files of layers; none where none are asked for.
  private func layerNames() throws -> [String] {
    guard let folder = command.layers else { return [] }
    let kind = InputFile.kind(of: folder)
    guard kind == .folder || kind == .missing else {
      throw CommandFailure(
        .outputNotWritten, "\(folder) is a file; name a folder with --layers")
    }
    // One that is missing is made, but not where it would lie in others that are.
    let around = OutputName.folder(of: folder)
    guard kind == .folder || InputFile.kind(of: around) == .folder else {
      throw CommandFailure(
        .outputNotWritten,
        "\(around): there is no such folder for --layers; make it, or name another one")
    }
    let needs = memory
    try LayerFiles.check(width: needs.width, height: needs.height, memory: needs.memory)
    let names = LayerFiles.names.map { "\(folder)/\($0)" }
    // Before the work; an empty one is removed after it.
    try OutputFolder.make(folder) { Interruption.note(newFolders: [$0]) }
    for name in names { _ = try AtomicFile(path: name) }
    if LayerFiles.names.contains(command.output.split(separator: "/").last.map(String.init) ?? ""),
      resolvedPath(OutputName.folder(of: command.output)) == resolvedPath(folder)
    {
      throw CommandFailure(
        .usage, "\(command.output) is one of the layers' files, too; choose another name with -o")
    }
    return names
  }

  private var memory: PictureNeeds {
    func pixels(_ points: Int) -> Int {
      let pixels = (Double(points) * command.scale).rounded(.up)
      return Int(clamping: pixels, in: 1...100_000)
    }
    return PictureNeeds(
      width: pixels(command.size.width), height: pixels(command.size.height),
      samples: command.samples, quality: command.quality, depth: command.depth,
      projection: command.camera.projection, memory: command.source.data.limits.maximumMemory)
  }

  private func projection(of scene: Scene) -> MapProjection {
    command.camera.projection ?? scene.projection
  }

  private func draw(
    _ scene: Scene, _ configuration: MapConfiguration?, _ camera: MapCamera, _ fieldOfView: Double,
    _ budget: DrawingBudget
  ) throws -> (RenderedImage, PixelLayers?) {
    let progress = ProgressReporter(isQuiet: command.messages.quiet)
    defer { progress.finish() }
    var options = RenderOptions(
      width: command.size.width, height: command.size.height, scale: command.scale,
      fieldOfView: fieldOfView, samples: command.samples, threads: command.threads,
      limits: CameraLimits(pitchLimit: command.camera.noPitchLimit ? .none : scene.pitchLimit),
      elevationStyle: command.look.elevationStyle ?? 1,
      projection: projection(of: scene))
    options.configuration = configuration
    options.showsOverlays = !command.map.hideOverlays
    if command.map.flattenUnderOverlays { options.flattening = .atOnce }
    options.quality = command.quality
    options.depth = command.depth
    options.showsAnnotations = command.ornaments.annotations
    options.ornaments = command.ornaments.merged(with: scene.ornaments)
    options.fonts = try command.ornaments.typeface.fonts()
    let renderer = SceneRenderer(scene: scene, budget: budget)
    let rendered = try renderer.render(camera: camera, options: options) {
      progress.update($0, $1)
      return true
    }
    let layers = try command.layers.map { _ in
      try renderer.layers(camera: camera, options: options)
    }
    return (rendered, layers)
  }

  /// How to have the pitch that was asked for.
  private func limitAdvice(_ asked: MapCamera, _ used: MapCamera) -> [String] {
    guard used.pitch < asked.pitch, !command.camera.noPitchLimit else { return [] }
    return ["--no-pitch-limit allows any pitch that keeps the eye above the ground"]
  }

  private struct Outcome {
    let scene: Scene
    let configuration: MapConfiguration?
    let report: SceneReport
    let rendered: RenderedImage
    let fieldOfView: Double
    let byteCount: Int
    let stages: [(String, Double)]
    let seconds: Double
    let warnings: [String]
  }

  private func report(_ outcome: Outcome) throws {
    let image = outcome.rendered.image
    for entry in outcome.report.entries where !command.messages.json {
      terminal.note("\(Terminal.visible(entry.file)): \(grouped(entry.count)) \(entry.words)")
    }
    if command.messages.json {
      try Terminal.output(JSONWriter.pretty(json(outcome)) + "\n")
      return
    }
    let times = outcome.stages.map { "\($0.0) \(decimals($0.1, 2)) s" }.joined(separator: ", ")
    terminal.note("\(times); \(decimals(outcome.seconds, 2)) s in all")
    if command.output != "-", !command.messages.quiet {
      try Terminal.output(
        "\(command.output): \(image.width) × \(image.height) pixels, "
          + "\(grouped(outcome.byteCount)) bytes\n")
    }
  }

  private func json(_ outcome: Outcome) -> JSONValue {
    let image = outcome.rendered.image
    return [
      "output": .string(command.output),
      "width": .integer(image.width), "height": .integer(image.height),
      "bytes": .integer(outcome.byteCount),
      "camera": CameraJSON.value(outcome.rendered.camera),
      "fieldOfView": .number(outcome.fieldOfView),
      "sun": [
        "azimuth": .number(outcome.rendered.light.sunAzimuth),
        "elevation": .number(outcome.rendered.light.sunElevation),
      ],
      "projection": .string(projection(of: outcome.scene).rawValue),
      "map": .string((outcome.configuration ?? outcome.scene.configuration).kind.rawValue),
      "elevationStyle": [
        "requested": .number(outcome.rendered.elevationStyle.requested),
        "effective": .number(outcome.rendered.elevationStyle.effective),
      ],
      "seconds": .number(outcome.seconds),
      "stages": JSONValue(
        .array(
          outcome.stages.map { ["name": .string($0.0), "seconds": .number($0.1)] })),
      "statistics": JSONValue(
        .object(
          outcome.rendered.statistics.map { JSONMember(name: $0.name, value: .integer($0.value)) })),
      "report": ReportJSON.value(outcome.report),
      "attribution": .strings(outcome.rendered.attributions),
      "warnings": .strings(outcome.warnings),
    ]
  }
}
