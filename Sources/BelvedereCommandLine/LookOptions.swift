import ArgumentParser
import Belvedere

/// Light, air and ground as they are drawn. What is given replaces the part of the scene that it names.
struct LookOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Where the sun stands, in degrees. (default: the scene's, 235,38)",
      valueName: "azimuth,elevation"),
    transform: NumberList.sun)
  var sun: (azimuth: Double, elevation: Double)?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The moment that puts the sun where it stands then: ISO 8601 with the offset from UTC, "
        + "such as 2026-06-21T18:00:00-07:00 or 2026-06-22T01:00Z.",
      valueName: "date-time"),
    transform: { text in
      do {
        return try UniversalTime(iso8601: text)
      } catch {
        throw ValidationError("\(error)")
      }
    })
  var time: UniversalTime?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "How far one sees through the haze. (default: the scene's, 80000)", valueName: "m"),
    transform: { try RangedNumber.parse($0, "a number of metres", 100...10_000_000) })
  var visibility: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Factor by which the ground is raised. (default: the scene's, 1)",
    transform: { try RangedNumber.parse($0, "a factor", 0...100) })
  var exaggeration: Double?

  @Flag(
    name: .long, inversion: .prefixedNo, exclusivity: .exclusive,
    help: "Paint the ground by its elevation: tints and shading. (default: with nothing but --dem)")
  var relief: Bool?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "With relief, lines of equal elevation, so many metres apart; every fifth is heavier.",
      valueName: "m"),
    transform: { try RangedNumber.positive($0, "a number of metres", upTo: 100_000) })
  var contours: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Draw the ground flat, realistic, or between: 0 to 1. (default: the scene's, realistic)",
      valueName: "style"),
    transform: { text in
      switch text {
      case "flat": 0
      case "realistic": 1
      default: try RangedNumber.parse(text, "flat, realistic or a number", 0...1)
      }
    })
  var elevationStyle: Double?

  /// - Throws: `ValidationError` for options that contradict each other.
  func check(with map: MapOptions) throws {
    if sun != nil, time != nil {
      throw ValidationError("--sun and --time both say where the sun stands; give one")
    }
    if contours != nil, relief == false {
      throw ValidationError(
        "--contours are drawn on a map of relief, which --no-relief leaves out; give one of them")
    }
    if relief == true || contours != nil, map.imagery != nil || ![nil, .standard].contains(map.map)
    {
      throw ValidationError(
        "\(contours != nil ? "--contours" : "--relief") paints a standard map; leave out --imagery, and "
          + "--map or say --map standard")
    }
  }

  /// Whether the ground is painted by its elevation: elevations alone are drawn as a map of them.
  func isRelief(_ sources: SceneSources, _ map: MapOptions) -> Bool {
    let isBare =
      sources.scene == nil && sources.buildings.isEmpty && sources.roads.isEmpty
      && sources.landCover.isEmpty
    let isImagery = map.imagery != nil
    return relief ?? (isBare && !isImagery || contours != nil)
  }

  /// A scene as these options have it.
  func applied(to scene: Scene, _ sources: SceneSources, _ map: MapOptions) -> Scene {
    var scene = scene
    let isRelief = isRelief(sources, map)
    // Maps are lit from the upper left: lit from below, valleys look like ridges.
    if isRelief, sources.scene == nil {
      scene.light.sunAzimuth = 315
      scene.light.sunElevation = 42
    }
    if let sun {
      scene.light.sunAzimuth = sun.azimuth
      scene.light.sunElevation = sun.elevation
    }
    if sun != nil { scene.light.time = nil }
    if let time { scene.light.time = time }
    if let world = map.world { scene.showsWorld = world }
    if let visibility { scene.light.visibility = visibility }
    if let factor = exaggeration { scene.verticalExaggeration = factor }
    guard !scene.ground.isEmpty, isRelief || sources.scene == nil else { return scene }
    let survey = ReliefSurvey(
      scene.ground, in: scene.ground.bounds, spacing: scene.ground.resolution)
    if isRelief {
      scene.relief = ReliefStyle(
        fitting: survey, contours: contours.flatMap { ContourLines(interval: $0) })
    }
    // Bare data of dry land is a model that stands free, unless something lies around it.
    let content = scene.contentBounds
    if sources.scene == nil, content.map({ $0.lies(in: scene.ground.bounds) }) ?? true {
      scene.baseElevation = survey.freeStandingBase
    }
    return scene
  }
}
