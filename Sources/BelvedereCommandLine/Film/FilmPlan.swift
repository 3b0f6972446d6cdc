import Belvedere
import BelvedereFiles

/// A film before it is drawn: its scene, its flight, its frames.
struct FilmPlan {
  let loaded: LoadedScene
  /// The scene as the options have it.
  let scene: Scene
  let flight: FlightReader.Flight
  let motion: MotionLimits
  let timing: FilmTiming
  let manifest: FilmManifest

  /// Loads and reads what the options name.
  ///
  /// - Parameter outputs: files that will be written, and must not be read.
  init(_ options: FilmOptions, outputs: [String], isQuiet: Bool) throws {
    var terminal = Terminal()
    terminal.isQuiet = isQuiet
    var text: [UInt8]?
    let loaded = try ProgressReporter.during("load", isQuiet: isQuiet) {
      guard options.scene == "-" else {
        return try SceneSource.load(options.sources, options.data, fillsVoids: true)
      }
      let given = try SceneSource.standardInput(options.data)
      text = given
      return try SceneSource.load(
        given, adding: options.sources, options.data, fillsVoids: true)
    }
    try OutputName.check(
      outputs, differFrom: OutputName.files(loaded.files, ofScene: options.scene))
    terminal.tell(loaded.warnings, ofScene: options.scene)
    let scene = ProgressReporter.during("survey", isQuiet: isQuiet) {
      options.look.applied(to: loaded.scene, options.sources, options.map)
    }
    let motion = options.flight.paced(.standard)
    let ground = scene.ground.isEmpty ? nil : ModelGround.ground(of: scene.ground)
    let limits = CameraLimits(pitchLimit: options.noPitchLimit ? .none : scene.pitchLimit)
    var flight = try options.flight.read(
      options.flightFile, options.flight.fileOptions(options.points, over: ground),
      camera: limits, motion: motion, scene: scene, limits: options.data.limits)
    if options.raising.clearance != nil {
      guard let ground else {
        throw CommandFailure(.usage, "--clearance needs ground; the scene has no elevations")
      }
      // What is drawn is not flown through.
      let isSolid = !options.map.hideBuildings
      let raised = try options.raising.raised(
        flight.path,
        over: isSolid
          ? FlightSurface.ground(ground, with: scene, limits: options.data.limits, margin: 0)
          : ground,
        limits: limits, motion: motion)
      flight.path = raised.path
      flight.lift = raised.lift
      flight.notes += raised.notes
    }
    if options.flight.pace == nil, options.flight.duration == nil,
      let hint = try FlightPace.hint(flight.path)
    {
      flight.notes.append(hint)
    }
    flight.notes.forEach { terminal.note("note: \($0)") }
    CameraPlace.warning(flight.path, over: scene).forEach { terminal.warn($0) }
    options.map.warnings(for: scene).forEach { terminal.warn($0) }
    guard let timing = FilmTiming(duration: flight.path.duration, rate: options.rate) else {
      throw CommandFailure(
        .limit,
        "a flight of \(PlanSummary.short(flight.path.duration)) s at \(options.rate) frames a second has "
          + "more than \(grouped(FilmTiming.mostFrames)) frames; choose a lower --fps or a shorter "
          + "--duration")
    }
    let origins = try FilmOrigins(
      options, sceneText: text, flight: flight, files: loaded.files, scene: scene)
    manifest = FilmManifest(
      frameCount: timing.frameCount, rate: timing.rate, width: options.pixels.width,
      height: options.pixels.height, origins: origins.members, credits: Self.credits(scene))
    self.loaded = loaded
    self.scene = scene
    self.flight = flight
    self.motion = motion
    self.timing = timing
  }

  /// Who is credited: the world's makers, too, wherever it may be seen.
  private static func credits(_ scene: Scene) -> [String] {
    let world = WorldMap.attribution
    let isNew = scene.showsWorld && !scene.attributions.contains(world)
    return scene.attributions + (isNew ? [world] : [])
  }

  /// The frames that are asked for.
  func frames(_ asked: FrameSet?, shard: FilmShard?) throws -> FrameSet {
    let frames = asked ?? FrameSet(0..<timing.frameCount)
    let last = timing.frameCount - 1
    if let most = frames.last, most > last {
      throw CommandFailure(
        .usage,
        "--frames \(frames.text(atMost: 4)) is outside the film, whose frames are 0-\(last) "
          + "(\(PlanSummary.short(timing.duration)) s at \(timing.rate) frames a second)")
    }
    guard let shard else { return frames }
    return frames.shard(shard.index, of: shard.count)
  }
}
