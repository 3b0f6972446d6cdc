import ArgumentParser
import Belvedere
import BelvedereFiles
import BelvedereJSON

/// `belvedere dem sample`
struct DEMSampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample", abstract: "Show the ground's elevation at a place.",
    discussion: """
      Where the data have a void the answer is null. A place outside of the data is an error, with the exit \
      code 3.

      EXAMPLES
        belvedere dem sample N37W123.hgt --at 37.9236,-122.5965
        belvedere dem sample tiles/ --encoding terrarium --at 37.9236,-122.5965
      """)

  @Argument(help: "\(DEMInput.kinds)")
  var file: String

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The place.", valueName: "lat,lon"), transform: NumberList.coordinate)
  var at: Coordinate

  @OptionGroup(title: "Elevations") var elevation: ElevationOptions

  @Option(name: .long, parsing: .unconditional, help: "The same as --tile-zoom.")
  var zoom: Int?

  @OptionGroup var voids: VoidOption

  @OptionGroup var memory: MemoryOption

  @Flag(name: .long, help: "Write the result as JSON.")
  var json = false

  func validate() throws {
    try elevation.check([file])
    if zoom != nil, elevation.tileZoom != nil {
      throw ValidationError("--zoom and --tile-zoom say the same; give one")
    }
  }

  func run() throws {
    guard voids.fillVoids || DEMInput.holdsSeveral(file) else { return try showRaster() }
    var sources = try DEMInput.sources(file, elevation)
    if let zoom { sources.elevationReading.zoom = zoom }
    var loader = SceneLoader(limits: memory.limits, fillsVoids: voids.fillVoids)
    loader.network = elevation.network(isWholeBoxNeeded: false)
    let loaded = try loader.load(sources)
    Terminal().tell(loaded.warnings)
    let ground = loaded.scene.ground
    if !voids.fillVoids, ground.models.count == 1,
      let pyramid = ground.models[0] as? TileElevation
    {
      let sample = try TileElevation.Sample.of(pyramid, at: at)
      try TileProblems.check(ground, Terminal())
      return try show(
        sample.elevation, in: pyramid,
        Self.source(pyramid.source.name, sample.elevation) + sample.members)
    }
    let sample = ground.sample(
      latitude: at.latitude, longitude: wrappedLongitude(at.longitude))
    try TileProblems.check(ground, Terminal())
    try show(sample?.elevation, in: ground, sample.map { Self.members($0) } ?? [])
  }

  /// Which of several sources gave the answer, and what it rests on.
  private static func members(_ sample: ElevationSample) -> [JSONMember] {
    let members = [
      JSONMember(name: "kind", value: .string(sample.kind.name)),
      JSONMember(name: "source", value: .string(sample.sourceName)),
    ]
    // In a seam others have the rest.
    guard sample.weight < 1 else { return members }
    return members + [JSONMember(name: "part", value: .number(sample.weight))]
  }

  private func show(
    _ elevation: Double?, in model: any ElevationModel, _ more: [JSONMember]
  ) throws {
    let missing = elevation == nil ? MissingElevation(in: model, at: at) : nil
    if json {
      var members = [
        JSONMember(name: "coordinate", value: CameraJSON.value(at)),
        JSONMember(name: "elevation", value: elevation.map { .number($0) } ?? nil),
      ]
      if let missing {
        members.append(JSONMember(name: "reason", value: .string(missing.rawValue)))
      }
      try Terminal.output(JSONWriter.line(JSONValue(.object(members + more))) + "\n")
    } else {
      if missing == .void { Terminal().note("note: \(MissingElevation.void.words)") }
      // To a micrometre; --json has all digits.
      try Terminal.output(
        (elevation.map { "\(($0 * 1e6).rounded() / 1e6) m" } ?? "null") + "\n")
    }
    guard missing == .outside else { return }
    throw CommandFailure(
      .inputRefused, "\(file): \(MissingElevation.outside.words)\(swapped(model))")
  }

  /// That the data have the place whose numbers are in the other order; empty where they have not.
  private func swapped(_ model: any ElevationModel) -> String {
    guard abs(at.longitude) <= 90, model.hasData(latitude: at.longitude, longitude: at.latitude)
    else { return "" }
    let other = [at.longitude, at.latitude].map { JSONNumber.short($0) }.joined(separator: ",")
    return "; --at is latitude,longitude: was \(other) meant?"
  }

  /// What an only source that answers from its own samples has to say.
  private static func source(_ name: String, _ elevation: Double?) -> [JSONMember] {
    guard let elevation else { return [] }
    return members(ElevationSample(elevation: elevation, sourceName: name))
  }

  private func showRaster() throws {
    let opened = try ElevationFile.open(
      file,
      options: .init(
        system: elevation.reading.system, limits: memory.limits,
        cacheBytes: ElevationCache.bytes(ofMemory: memory.limits.maximumMemory)))
    opened.warnings.forEach { Terminal().warn("\(file): \($0)") }
    let model = try opened.model()
    let elevation = try model.value(
      latitude: at.latitude, longitude: wrappedLongitude(at.longitude))
    try show(elevation, in: model, Self.source(opened.name, elevation))
  }
}
