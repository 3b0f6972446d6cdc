import Belvedere
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits

/// The work of `belvedere fly`, from options to a film.
struct FlyJob {
  let command: FlyCommand
  private let options: FilmOptions
  private let target: FilmTarget?
  private let terminal: Terminal

  init(command: FlyCommand) throws {
    self.command = command
    options = command.film
    target = try command.output.map { try FilmTarget(path: $0) }
    terminal = command.messages.terminal
  }

  func run() throws {
    let start = monotonicSeconds()
    try options.memory.checkPicture()
    // What cannot be written is said before the work.
    let files = try OutputFiles(command, target)
    var encoder = try encoder()
    let plan = try FilmPlan(options, outputs: files.names, isQuiet: command.messages.quiet)
    let scene = plan.scene
    encoder?.credits = plan.manifest.credits
    let frames = try frames(plan)
    let renderer = FilmRenderer(
      SceneRenderer(scene: scene, budget: try options.memory.budget(for: scene)),
      along: plan.flight.path, timing: plan.timing, options: try renderOptions(scene),
      blur: options.motionBlur, overlays: overlays)
    var outcome = FilmOutcome(manifest: plan.manifest, timing: plan.timing, frames: frames)
    outcome.warnings = plan.loaded.warnings.map(\.description)
    var store: FrameStore?
    if target != nil {
      store = try openStore(plan.manifest)
      if let store, case .file = target, !store.takeFilm() {
        throw CommandFailure(
          .outputNotWritten,
          "\(store.folder): another process is making a film of these frames; wait for it, or end it"
        )
      }
      try make(FilmProduction(renderer, store: store), encoder, files, &outcome)
    }
    try TileProblems.check(scene.ground, terminal)
    try writeSheet(renderer, store, files, frames: frames)
    try FlightPapers(
      flight: plan.flight, motion: plan.motion, scene: scene, name: options.flightFile
    ).write(charts: command.charts, report: command.report, files)
    if let store, case .file = target, command.keepFrames == nil { store.remove(frames) }
    outcome.seconds = monotonicSeconds() - start
    try report(outcome, store)
  }

  private func encoder() throws -> FilmEncoder? {
    guard case .file(_, let format)? = target else { return nil }
    return try FilmEncoder(
      format, width: options.pixels.width, height: options.pixels.height, rate: options.rate,
      rateFactor: command.encoding.crf)
  }

  private func frames(_ plan: FilmPlan) throws -> FrameSet {
    let frames = try plan.frames(command.frames, shard: command.shard)
    if frames.isEmpty, let shard = command.shard, target?.format != nil {
      throw CommandFailure(
        .usage,
        "--shard \(shard.index)/\(shard.count) has none of the frames; choose fewer parts")
    }
    return frames
  }

  private var overlays: OverlaySpan? {
    guard options.overlaysFrom != nil || options.map.flattenUnderOverlays else { return nil }
    return OverlaySpan(
      times: options.overlaysFrom ?? 0..<Double.infinity,
      flattens: options.map.flattenUnderOverlays)
  }

  private func renderOptions(_ scene: Scene) throws -> RenderOptions {
    var drawing = RenderOptions(
      width: options.points.width, height: options.points.height, scale: options.scale,
      samples: options.samples, threads: command.threads,
      limits: CameraLimits(pitchLimit: options.noPitchLimit ? .none : scene.pitchLimit),
      elevationStyle: options.look.elevationStyle ?? 1,
      projection: options.projection ?? scene.projection)
    drawing.configuration = try options.map.configuration(
      for: scene, elevationStyle: options.look.elevationStyle)
    drawing.showsOverlays = !options.map.hideOverlays
    drawing.quality = options.drawnQuality
    drawing.showsAnnotations = options.ornaments.annotations
    drawing.ornaments = options.ornaments.merged(with: scene.ornaments)
    drawing.fonts = try options.ornaments.typeface.fonts()
    return drawing
  }

  private func openStore(_ manifest: FilmManifest) throws -> FrameStore? {
    switch target {
    case .folder(let folder): return try FilmFiles.store(folder, manifest)
    case .file(let path, _):
      return try FilmFiles.store(command.keepFrames ?? path + ".frames", manifest)
    case .standardOutput: return try command.keepFrames.map { try FilmFiles.store($0, manifest) }
    case nil: return nil
    }
  }

  private func make(
    _ production: FilmProduction, _ encoder: FilmEncoder?, _ files: OutputFiles,
    _ outcome: inout FilmOutcome
  ) throws {
    let frames = outcome.frames
    let progress = FilmProgress(command.progress, isQuiet: command.messages.quiet, verb: "done")
    defer { progress.finish() }
    let state = Lock(FilmProduction.Progress())
    var warnings: [(frame: Int, warning: String)] = []
    func draw(_ sink: (any FrameSink)?) throws {
      warnings = try production.run(frames, into: sink) { now in
        state.withLock { $0 = now }
        progress.update(now)
      }
      if let store = production.store, !command.noFsync { try store.sync() }
    }
    switch target {
    case .standardOutput:
      let size = (outcome.manifest.width, outcome.manifest.height)
      try draw(
        Y4MSink(width: size.0, height: size.1, rate: outcome.timing.rate) {
          try Terminal.output($0)
        })
    case .file(let path, _):
      guard let encoder, let store = production.store, let file = files[path] else { break }
      if command.keepFrames == nil {
        terminal.note("frames are kept in \(store.folder) until the film is whole")
      }
      try FilmFiles.encode(
        frames, of: store, by: encoder, to: file,
        in: command.keepFrames == nil ? store.folder : nil, draw: draw)
    case .folder, nil: try draw(nil)
    }
    progress.finish()
    let shown = warnings.map { "frame \($0.frame): \($0.warning)" }
    shown.prefix(20).forEach { terminal.warn($0) }
    outcome.warnings += shown
    outcome.kept = state.withLock { $0.kept }
  }

  private func writeSheet(
    _ renderer: FilmRenderer, _ store: FrameStore?, _ files: OutputFiles, frames: FrameSet
  ) throws {
    guard let name = command.sheet.sheet else { return }
    let chosen = ContactSheet.choice(of: command.sheet.sheetFrames, from: frames)
    guard !chosen.isEmpty else { return }
    var sheet = ContactSheet(
      frames: chosen.count, width: renderer.size.width, height: renderer.size.height)
    let progress = ProgressReporter(isQuiet: command.messages.quiet)
    defer { progress.finish() }
    for (n, number) in chosen.enumerated() {
      progress.update(Double(n) / Double(chosen.count), "sheet")
      let image = try store?.image(of: number) ?? renderer.frame(number).image
      sheet.add(image, number: number, seconds: renderer.timing.time(ofFrame: number))
    }
    try files.write(try PNG.encode(sheet.image, threads: command.threads), to: name)
  }

  private func report(_ outcome: FilmOutcome, _ store: FrameStore?) throws {
    var missing: Int?
    if case .folder? = target, let store {
      let count = outcome.manifest.frameCount
      missing = outcome.frames.count == count ? 0 : store.missing(in: 0..<count).count
    }
    let output =
      command.output ?? command.sheet.sheet ?? command.charts.first ?? command.report ?? ""
    if command.messages.json {
      return try Terminal.output(JSONWriter.pretty(outcome.json(output, missing: missing)) + "\n")
    }
    let drawn = outcome.frames.count - outcome.kept
    let rate = Double(drawn) / max(outcome.seconds, 1e-3)
    if target != nil {
      terminal.note(
        "\(grouped(drawn)) frames drawn, \(grouped(outcome.kept)) kept; \(decimals(outcome.seconds, 2)) s in all"
          + (drawn > 0 ? ", \(decimals(rate, 1)) frames/s" : ""))
    }
    if let missing, missing > 0 {
      terminal.note(
        "\(grouped(missing)) of \(grouped(outcome.manifest.frameCount)) frames are still missing in \(output)"
      )
    }
    let isStandard = output == "-" || command.report == "-" || command.progress.progress == .openjd
    guard !isStandard, !command.messages.quiet else { return }
    if target != nil { try Terminal.output(outcome.line(output)) }
    let beside =
      [command.sheet.sheet].compactMap(\.self) + command.charts
      + [command.report].compactMap(\.self)
    for name in beside where name != "-" { try Terminal.output("\(name)\n") }
  }
}

/// The files that belong to a film, checked before the work.
struct OutputFiles {
  let names: [String]
  private let files: [String: AtomicFile]

  init(_ command: FlyCommand, _ target: FilmTarget?) throws {
    var names = command.charts + [command.sheet.sheet, command.report].compactMap(\.self)
    if case .file(let path, _)? = target { names.append(path) }
    names = names.filter { $0 != "-" }
    guard Set(names).count == names.count else {
      throw CommandFailure(
        .usage, "two outputs have the same name; choose another one for one of them")
    }
    let options = command.film
    let inputs =
      options.sources.names
      + [options.flightFile, options.map.imagery, options.ornaments.typeface.font].compactMap(
        \.self)
    try OutputName.check(names, differFrom: inputs.filter { $0 != "-" })
    self.names = names
    files = try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try AtomicFile(path: $0, temporary: FilmFiles.follow()))
      })
  }

  subscript(name: String) -> AtomicFile? { files[name] }

  /// Writes one of them, or to standard output.
  func write(_ bytes: [UInt8], to name: String) throws {
    guard name != "-" else { return try Terminal.output(bytes) }
    try files[name]?.write(bytes, temporary: FilmFiles.follow())
  }
}

/// What came of a film.
struct FilmOutcome {
  let manifest: FilmManifest
  let timing: FilmTiming
  let frames: FrameSet
  var kept = 0
  var seconds = 0.0
  var warnings: [String] = []

  func line(_ output: String) -> String {
    let seconds = Double(frames.count) / timing.rate.framesPerSecond
    return
      "\(output): \(grouped(frames.count)) frames of \(manifest.width) × \(manifest.height) pixels, "
      + "\(PlanSummary.short(seconds)) s at \(timing.rate) frames a second\n"
  }

  func json(_ output: String, missing: Int?) -> JSONValue {
    let drawn = frames.count - kept
    return [
      "output": .string(output), "frames": .integer(frames.count),
      "filmFrames": .integer(manifest.frameCount), "drawn": .integer(drawn), "kept": .integer(kept),
      "missing": missing.map { .integer($0) } ?? nil,
      "width": .integer(manifest.width), "height": .integer(manifest.height),
      "rate": .string("\(timing.rate)"), "duration": .number(timing.duration),
      "seconds": .number(seconds),
      "framesPerSecond": .number(Double(drawn) / max(seconds, 1e-3)),
      "fingerprint": .string(manifest.fingerprint), "warnings": .strings(warnings),
    ]
  }
}
