import Belvedere
import BelvedereJSON

/// A line of the list of jobs, read.
struct SnapshotJob {
  /// The file below the folder of pictures.
  let output: String
  let format: PictureFormat
  let options: SnapshotOptions
  /// Places whose points are wanted; `nil` where the job has no such member.
  let places: [(coordinate: Coordinate, elevation: Double?)]?
  let points: [Vector2]?
  /// What was noticed of the job's own overlays and annotations.
  let warnings: [String]

  init(
    _ job: QueryArguments, defaults: SnapshotCommand, scene: Scene, contents: SceneContentsReader
  ) throws {
    try job.refuseOthers(than: .snapshot)
    output = try Self.output(job)
    guard let format = PictureFormat(path: output) else {
      throw QueryFailure(
        message: "output is written as .png, .rgb or .y4m, not as "
          + ".\(OutputName.ending(of: output) ?? "")")
    }
    self.format = format
    places = try job.has("coordinates") ? job.objects("coordinates").map(Self.place) : nil
    points = try job.has("points") ? job.objects("points").map { try $0.vector() } : nil
    (options, warnings) = try Self.options(job, defaults, scene, contents)
    if format == .y4m, options.depth == 16 {
      throw QueryFailure(message: "depth 16 is of png and rgb; y4m has 8 bits")
    }
  }

  private static func place(_ object: QueryArguments) throws -> (Coordinate, Double?) {
    (try object.coordinate(), try object.optionalNumber("elevation"))
  }

  /// A name that stays below the folder: a list of jobs may come from anywhere.
  private static func output(_ job: QueryArguments) throws -> String {
    let name = try job.string("output")
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.isEmpty, name.utf8.count <= 1024, !name.utf8.contains(0),
      parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
    else {
      throw QueryFailure(
        message: "output must be a file's name below the folder of -o, without \"..\", got "
          + "\"\(name.prefix(60))\"")
    }
    return name
  }

  private static func options(
    _ job: QueryArguments, _ defaults: SnapshotCommand, _ scene: Scene,
    _ reader: SceneContentsReader
  ) throws -> (SnapshotOptions, warnings: [String]) {
    var options = SnapshotOptions(
      width: try job.optionalWhole("width", 1...100_000) ?? defaults.size.width,
      height: try job.optionalWhole("height", 1...100_000) ?? defaults.size.height,
      scale: try job.optionalNumber("scale") ?? defaults.scale)
    options.fieldOfView = try job.optionalNumber("fieldOfView") ?? job.cameraFieldOfView()
    options.samples = try job.optionalWhole("samples", 1...8)
    options.depth = try job.optionalWhole("depth", 8...16) ?? 8
    let warnings = try addContents(job, reader, scene, to: &options)
    options.placeholder = defaults.placeholder.map { .color($0) }
    if job.has("projection") { options.projection = try job.projection() }
    if job.has("limits") { options.limits = try job.limits() }
    if job.has("elevationStyle") { options.elevationStyle = try job.elevationStyle() }
    if job.has("quality") {
      let name = try job.string("quality")
      guard let quality = RenderQuality(rawValue: name) else {
        throw QueryFailure(
          message: "quality must be \"draft\", \"standard\" or \"high\", got \"\(name.prefix(40))\""
        )
      }
      options.quality = quality
    }
    options.light = try job.light(instead: scene.light)
    options.view = try view(job, options, scene)
    for (name, field) in [("pitch", \SnapshotOptions.pitch), ("heading", \.heading)] {
      guard let value = try job.optionalNumber(name) else { continue }
      guard job.has("region") || job.has("mapRect") else {
        throw QueryFailure(message: "\(name) goes with region and mapRect; a camera has its own")
      }
      options[keyPath: field] = value
    }
    return (options, warnings)
  }

  /// Overlays and annotations beside the scene's, and another kind of map.
  private static func addContents(
    _ job: QueryArguments, _ reader: SceneContentsReader, _ scene: Scene,
    to options: inout SnapshotOptions
  ) throws -> [String] {
    /// Of `overlays`, true or false are the scene's; an array comes beside these.
    func shows(_ name: String, _ flag: String) throws -> Bool {
      let own = job.isArray(name) ? nil : try job.optionalBool(name, or: "an array")
      return try job.optionalBool(flag) ?? own ?? true
    }
    options.showsOverlays = try shows("overlays", "showsOverlays")
    options.showsAnnotations = try shows("annotations", "showsAnnotations")
    options.flattensUnderOverlays = try job.optionalBool("flattenUnderOverlays") ?? false
    let members = ["overlays", "annotations", "configuration"].compactMap { name in
      job.raw(name).map { (name, $0) }
    }
    let contents = try reader.contents(
      of: Dictionary(uniqueKeysWithValues: members), for: scene)
    options.overlays = contents.overlays
    options.annotations = contents.annotations
    options.configuration = contents.configuration
    return contents.warnings
  }

  private static func view(
    _ job: QueryArguments, _ options: SnapshotOptions, _ scene: Scene
  ) throws -> SnapshotOptions.View {
    let given = ["camera", "region", "mapRect"].filter { job.has($0) }
    guard given.count <= 1 else {
      throw QueryFailure(
        message: "\(given.joined(separator: " and ")) both say what is in view; give one")
    }
    switch given.first {
    case "camera":
      if let name = job.stringOrNil("camera") { return .named(name) }
      return .camera(try job.camera(for: options.projection ?? scene.projection))
    case "region": return .region(try job.region("region"))
    case "mapRect": return .mapRect(try job.mapRect("mapRect"))
    default: return .scene
    }
  }
}

extension QueryArguments {
  fileprivate func optionalWhole(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
    guard let number = try optionalNumber(name) else { return nil }
    guard let whole = Int(exactly: number), range.contains(whole) else {
      throw DomainError(
        field: name, value: number,
        allowed: "a whole number between \(range.lowerBound) and \(range.upperBound)")
    }
    return whole
  }

  fileprivate func elevationStyle() throws -> Double {
    switch stringOrNil("elevationStyle") {
    case "flat": return 0
    case "realistic": return 1
    case nil: return try number("elevationStyle")
    case let name?:
      throw QueryFailure(
        message: "elevationStyle must be \"flat\", \"realistic\" or a number between 0 and 1, got "
          + "\"\(name.prefix(40))\"")
    }
  }

  /// The light of a job; `nil` for the scene's.
  fileprivate func light(instead light: Light) throws -> Light? {
    guard has("sun") || has("time") else { return nil }
    guard !(has("sun") && has("time")) else {
      throw QueryFailure(message: "sun and time both say where the sun stands; give one")
    }
    if has("time") {
      do {
        return Light(
          time: try UniversalTime(iso8601: try string("time")), visibility: light.visibility)
      } catch let error as QueryFailure {
        throw error
      } catch {
        throw QueryFailure(message: "time: \(error)")
      }
    }
    let sun = try object("sun")
    let elevation = try sun.number("elevation")
    guard abs(elevation) <= 90 else {
      throw DomainError(
        field: "sun.elevation", value: elevation, allowed: "between -90 and 90 degrees")
    }
    return Light(
      sunAzimuth: wrappedHeading(try sun.number("azimuth")), sunElevation: elevation,
      visibility: light.visibility)
  }
}
