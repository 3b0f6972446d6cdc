import Belvedere
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits

/// Plans a flight as a command line asks for it, and writes what is wanted of it.
struct PlanJob {
  let command: PlanCommand
  private let motion: MotionLimits
  private let limits: CameraLimits
  private let terminal: Terminal

  init(command: PlanCommand) throws {
    self.command = command
    motion = try command.flight.motionLimits(command.source)
    limits = try command.flight.cameraLimits()
    terminal = command.messages.terminal
  }

  func run() throws {
    let outputs = ([command.output].compactMap(\.self) + command.charts).filter { $0 != "-" }
    let inputs =
      [command.waypoints, command.ground.scene].compactMap(\.self) + command.ground.dem
      + command.ground.buildings
    try OutputName.check(outputs, differFrom: inputs.filter { $0 != "-" })
    // Unwritable names are said before the work.
    let files = try outputs.map { name in
      (name: name, file: try AtomicFile(path: name) { Interruption.note(temporary: $0) })
    }
    let (ground, scene, read) = try command.ground.load(command.memory.limits, terminal)
    try OutputName.check(outputs, differFrom: read)
    var fileOptions = command.source.fileOptions(command.flight.size, over: ground)
    fileOptions.writesEyes = command.kmlCamera
    var (style, path, notes, rises, farthest) = try plan(fileOptions, scene, limits)
    var lift = 0.0
    if let ground {
      let raised = try command.ground.raising.raised(
        path, over: ground, limits: limits, motion: motion,
        leavesVoids: !command.ground.voids.fillVoids,
        lower: farthest.map { farthest in
          LowerFlight(farthest: farthest) {
            try plan(fileOptions, scene, $0).path
          }
        })
      (path, lift) = (raised.path, raised.lift)
      notes += raised.notes
    }
    let target = ground.flatMap { ground in
      command.ground.see.map { see in
        SightTarget.point(
          see.place, elevation: ground.elevation(at: MapPoint(see.place)) + see.height)
      }
    }
    if let see = command.ground.see, let ground, see.height.isFinite,
      ground.knownElevation(at: MapPoint(see.place)) == nil
    {
      terminal.warn(
        "--see: no ground is known at \(JSONNumber.short(see.place.latitude)), "
          + "\(JSONNumber.short(see.place.longitude)); it is taken for sea level, and what hides it may be missing"
      )
    }
    if let share = command.ground.seen, let target, let ground {
      let duration = command.source.duration
      // What is quicker than asked is slowed when it is seen enough: that changes no share.
      if let duration, duration < path.duration {
        path = try path.lastingAsAsked(duration, within: motion)
      }
      let sighted = try PlanSight(command: command, limits: limits, motion: motion).path(
        seeing: target, for: share, along: path, over: ground, lasting: duration)
      path =
        try duration.map { try sighted.path.lastingAsAsked($0, within: motion) } ?? sighted.path
      lift = max(lift, sighted.lift)
      if sighted.lift > 0 {
        notes.append("raised by \(PlanSummary.short(sighted.lift)) m at most to see the target")
      }
      if sighted.step != 0 {
        notes.append(
          "steps \(PlanSummary.short(abs(sighted.step))) m aside at most to see the target")
      }
      if sighted.turn != 0 {
        notes.append(
          "turns \(PlanSummary.short(abs(sighted.turn)))° around its centre at most to see the target"
        )
      }
      if sighted.slowing > 1.5, duration == nil {
        notes.append(
          "to see the target for \(PlanSummary.short(share)) of the time the flight takes "
            + "\(PlanSummary.short(path.duration)) s instead of "
            + "\(PlanSummary.short(path.duration / sighted.slowing)) s")
      }
      if sighted.lingeringSpeed < 0.995 {
        let percent = PlanSummary.short(100 * sighted.lingeringSpeed)
        notes.append("lingers where the target is seen, at \(percent) % of the speed at least")
      }
    }
    let report = try path.report(limits: motion, over: ground, seeing: target)
    if let scene { try TileProblems.check(scene.ground, terminal) }
    if let unknown = PlanSummary.unknown(report) { terminal.warn(unknown) }
    let findings = report.findings(against: thresholds)
    let isChecked = command.check || !command.require.isEmpty
    notes.forEach { terminal.note("note: \($0)") }

    func write(_ bytes: [UInt8], to name: String) throws {
      guard name != "-" else { return try Terminal.output(bytes) }
      try files.first { $0.name == name }?.file.write(bytes) { Interruption.note(temporary: $0) }
    }
    if let output = command.output {
      if command.outputFormat == .json || command.outputFormat == .csv {
        try write(Array(flight(path, style).utf8), to: output)
      } else {
        let written = try PlanFiles.write(
          path, as: command.outputFormat, framesPerSecond: command.fps, name: title(style),
          options: fileOptions)
        written.losses.forEach { terminal.note("note: \(output): \($0)") }
        try write(written.bytes, to: output)
        try writeCompanions(written, beside: output)
      }
    }
    if !command.charts.isEmpty {
      let charts = FlightCharts(
        path, title: title(style), limits: motion, over: ground,
        clearance: command.ground.clearance, visibility: report.visibility)
      for name in command.charts {
        let isPicture = OutputName.ending(of: name) == "png"
        try write(
          isPicture ? PNG.encode(charts.image()) : Array(charts.svg.utf8), to: name)
      }
    }
    if command.messages.json {
      let value = PlanReportJSON.value(
        report, style: style, lift: lift, rises: rises, findings: isChecked ? findings : nil)
      try Terminal.output(JSONWriter.pretty(value) + "\n")
    } else if !command.messages.quiet, command.output != "-",
      !command.charts.contains("-")
    {
      try Terminal.output(
        PlanSummary.text(report, style: style, passes: isChecked && findings.isEmpty))
    }
    if isChecked, !findings.isEmpty {
      throw CommandFailure(
        .failure, "the flight does not pass:\n" + findings.map { "  \($0)" }.joined(separator: "\n")
      )
    }
  }

  /// Files that belong to another one. On standard output there is only the one.
  private func writeCompanions(_ written: FlightFile.Written, beside output: String) throws {
    guard output != "-" else {
      written.companions.forEach {
        terminal.note("note: \($0.name) is not written to standard output")
      }
      return
    }
    let folder = output.lastIndex(of: "/").map { String(output[...$0]) } ?? ""
    for companion in written.companions {
      let file = try AtomicFile(path: folder + companion.name) { Interruption.note(temporary: $0) }
      try file.write(companion.bytes) { Interruption.note(temporary: $0) }
    }
  }

  private var thresholds: FlightThresholds {
    var thresholds =
      command.check ? FlightThresholds(keeping: motion, maximumJump: 1e-6) : FlightThresholds()
    if command.check {
      thresholds.minimumClearance = command.ground.clearance
      thresholds.minimumVisibility = command.ground.seen
      thresholds.maximumUnknownGround = 0
    }
    for threshold in command.require { threshold.apply(to: &thresholds) }
    // What the flight was raised for is kept within a millimetre, and proved again less closely.
    if let kept = command.ground.clearance, let wanted = thresholds.minimumClearance,
      wanted <= kept
    {
      thresholds.minimumClearance = wanted - 0.11
    }
    return thresholds
  }

  private func title(_ style: String) -> String {
    guard let file = command.waypoints else { return "Flight, \(style)" }
    return file == "-" ? "Flight" : "Flight: \(DEMFormat.lastPart(file))"
  }

  /// The flight without ground within limits, what it is called, and what is to be said of it.
  private func plan(
    _ options: FlightFile.Options, _ scene: Scene?, _ limits: CameraLimits
  ) throws -> (
    style: String, path: CameraPath, notes: [String], rises: [PlanRise],
    farthest: (() -> Double)?
  ) {
    if let file = command.waypoints {
      var source = command.source
      if command.ground.seen != nil { source.duration = nil }
      let flight = try source.read(
        file, options, camera: limits, motion: motion, scene: scene, limits: command.memory.limits)
      return (
        flight.style, flight.path, flight.notes + (still(flight.path).map { [$0] } ?? []),
        flight.rises, flight.farthest
      )
    }
    guard let from = command.flight.from, let to = command.flight.to else {
      throw CommandFailure(.usage, "give --from and --to, or a file of waypoints")
    }
    let (style, path) = try between(from, to, limits)
    let notes = [("--from", from), ("--to", to)].flatMap { name, camera in
      limits.clamp(camera).adjustments.map { change in
        "the limits changed \(name): \(change)"
          + (change.reason == .pitchLimit ? "; --no-pitch-limit keeps any pitch" : "")
      }
    }
    let farthest = [from, to].map { limits.clamp($0).camera.distance }.max() ?? 0
    return (style, try lasting(path), notes + (still(path).map { [$0] } ?? []), [], { farthest })
  }

  /// What is to be said where nothing moves.
  private func still(_ path: CameraPath) -> String? {
    guard path.duration == 0 else { return nil }
    return "the flight ends where it begins, and takes no time"
      + (command.source.duration != nil ? "; --duration has no effect" : "")
  }

  private func between(
    _ from: MapCamera, _ to: MapCamera, _ limits: CameraLimits
  ) throws -> (style: String, path: CameraPath) {
    let style = command.flight.style ?? .optimal
    guard style == .optimal else {
      let plan = try CameraPath.recipe(
        from: from, to: to, style: TransitionStyle(rawValue: style.rawValue), limits: limits)
      return (plan.style.rawValue, try command.source.paced(plan.path))
    }
    let plan = try CameraPath.optimal(
      from: from, to: to, fieldOfView: command.source.fov ?? 30,
      curvature: command.flight.curvature ?? 2.0.squareRoot(), limits: limits, motion: motion)
    return (style.rawValue, plan.path)
  }

  private func lasting(_ path: CameraPath) throws -> CameraPath {
    guard let duration = command.source.duration, command.ground.seen == nil else { return path }
    return try path.lastingAsAsked(duration, within: motion)
  }

  /// The flight as text, in the format that is asked for.
  private func flight(_ path: CameraPath, _ style: String) throws -> String {
    // No more than are read again.
    let most = FlightFile.Options().maximumCameras - 1
    var fps = command.fps ?? 30
    if command.fps == nil, path.duration * fps > Double(most) {
      fps = Double(most) / path.duration
      terminal.note(
        "note: a camera every \(PlanSummary.short(1 / fps)) s is written, since the flight is long")
    }
    // A last camera no later than the one before it would be none.
    let count = max((path.duration * fps - 1e-9).rounded(.up), path.duration > 0 ? 1 : 0)
    guard count <= Double(most) else {
      throw CommandFailure(
        .limit,
        "\(JSONNumber.short(fps)) cameras a second make \(JSONNumber.short(count + 1)), and \(most + 1) are "
          + "written at most; choose fewer with --fps")
    }
    let samples = (0...Int(clamping: count, in: 0...most)).map { i in
      let time = Double(i) == count ? path.duration : min(Double(i) / fps, path.duration)
      return CameraKeyframe(time: time, camera: path.camera(at: time))
    }
    if command.outputFormat == .csv { return PlanSummary.csv(samples, path) }
    let members: [(String, JSONValue)] = [
      ("style", .string(style)), ("duration", .number(path.duration)),
      ("keyframes", JSONValue(.array(PlanSummary.frames(path.keyframes, path)))),
      ("samples", JSONValue(.array(PlanSummary.frames(samples, path)))),
      ("knots", FlightFile.knots(of: path)),
    ]
    return JSONWriter.pretty(
      JSONValue(.object(members.map { JSONMember(name: $0.0, value: $0.1) }))) + "\n"
  }
}

extension PlanGroundOptions {
  /// The ground that the options name and the scene that it is of, `nil` for none, and the files that were read.
  func load(
    _ limits: Limits, _ terminal: Terminal
  ) throws -> (ground: (any FlightGround)?, scene: Scene?, files: [String]) {
    guard hasGround else { return (nil, nil, []) }
    var sources = SceneSources(scene: scene, elevation: dem, buildings: buildings)
    sources.elevationReading = elevation.reading
    var loader = SceneLoader(
      limits: limits, allowsOutsideFiles: allowOutsideFiles, fillsVoids: voids.fillVoids)
    loader.holdsFolders = true
    loader.network = elevation.network()
    let loaded = try loader.load(sources)
    terminal.tell(loaded.warnings, ofScene: scene)
    let ground = ModelGround.ground(of: loaded.scene.ground)
    let isSolid = scene == nil || buildingsToo
    return (
      isSolid
        ? try FlightSurface.ground(ground, with: loaded.scene, limits: limits, margin: margin)
        : ground, loaded.scene,
      OutputName.files(loaded.files, ofScene: self.scene)
    )
  }
}
