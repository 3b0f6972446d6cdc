import ArgumentParser
import Belvedere

/// A style of a flight between two cameras.
enum PlanStyle: String, CaseIterable, ExpressibleByArgument {
  case recipe, plain, hop, long, optimal
}

/// Where a flight leads, and how fast.
struct PlanFlightOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The first camera: pitch and heading are 0 unless given.",
      valueName: "lat,lon,distance,pitch,heading"),
    transform: Self.camera)
  var from: MapCamera?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The last camera.", valueName: "lat,lon,distance,pitch,heading"),
    transform: Self.camera)
  var to: MapCamera?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "optimal, in the least time within the limits of motion; or a recipe with a pace of its own: plain, "
        + "hop or long, or recipe, which chooses one of them by distance. (default: optimal)",
      valueName: "style"))
  var style: PlanStyle?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "How high an optimal flight rises: the ρ of van Wijk and Nuij. (default: 1.414)",
      valueName: "rho"),
    transform: { try RangedNumber.parse($0, "a number", 0.01...100) })
  var curvature: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The screen on which flows are measured, and that of cameras and zooms in written files. (default: "
        + "1280x720)", valueName: "WxH"),
    transform: PictureSize.init(parsing:))
  var size = PictureSize(width: 1280, height: 720)

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A limit of motion instead of the usual one: \(PlanThreshold.quantities); off lifts it. May be "
        + "repeated.", valueName: "name=value"),
    transform: PlanLimit.init(parsing:))
  var limit: [PlanLimit] = []

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("No camera is nearer than this.", valueName: "m"),
    transform: { try RangedNumber.positive($0, "a number of metres", upTo: 1e9) })
  var minDistance: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("No camera is farther away than this.", valueName: "m"),
    transform: { try RangedNumber.parse($0, "a number of metres", 1e-3...1e9) })
  var maxDistance: Double?

  @Flag(name: .long, help: "Allow any pitch at any distance.")
  var noPitchLimit = false

  func check(hasWaypoints: Bool, _ source: FlightSourceOptions) throws {
    if hasWaypoints {
      for (name, isGiven) in [("--style", style != nil), ("--curvature", curvature != nil)]
      where isGiven {
        throw ValidationError(
          "\(name) is of flights between two cameras; leave it out with waypoints")
      }
    } else if let given = source.following.given {
      throw ValidationError("\(given) is for the route of a file; give one")
    }
    if curvature != nil, let style, style != .optimal {
      throw ValidationError("--curvature is of --style optimal")
    }
    if source.fov != nil, let style, style != .optimal {
      throw ValidationError("--fov is of --style optimal; other styles have 30°")
    }
  }

  func motionLimits(_ source: FlightSourceOptions) throws -> MotionLimits {
    var limits = source.paced(.standard)
    for limit in limit { limit.apply(to: &limits) }
    limits.viewport = Viewport(width: Double(size.width), height: Double(size.height))
    try limits.validate()
    return limits
  }

  func cameraLimits() throws -> CameraLimits {
    var limits = CameraLimits(pitchLimit: noPitchLimit ? .none : .standard)
    if minDistance != nil || maxDistance != nil {
      limits.zoomRange = try CameraZoomRange(
        minimumDistance: minDistance, maximumDistance: maxDistance)
    }
    return limits
  }

  private static func camera(_ text: String) throws -> MapCamera {
    let example = "lat,lon,distance,pitch,heading, such as 46.55,7.98,4000,60,180"
    let count = text.split(separator: ",", omittingEmptySubsequences: false).count
    guard (3...5).contains(count) else { throw ValidationError("expected \(example)") }
    let numbers = try NumberList.parse(text, count: count, example: example)
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: numbers[0], longitude: wrappedLongitude(numbers[1])),
      fromDistance: numbers[2], pitch: count > 3 ? numbers[3] : 0,
      heading: count > 4 ? numbers[4] : 0)
    do {
      try camera.validate()
    } catch {
      throw ValidationError("\(error)")
    }
    return camera
  }
}

/// A limit of motion by its name.
struct PlanLimit: Sendable {
  let quantity: MotionQuantity
  let value: Double?

  init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let quantity = MotionQuantity(rawValue: String(parts[0])) else {
      let hint = closestMatch(
        to: String(parts[0]), among: MotionQuantity.allCases.map(\.rawValue)
      ).map { "; did you mean \($0)?" }
      throw ValidationError(
        "expected NAME=NUMBER or NAME=off, with one of \(PlanThreshold.quantities)\(hint ?? "")")
    }
    self.quantity = quantity
    guard parts[1] != "off" else {
      value = nil
      return
    }
    value = try RangedNumber.parse(String(parts[1]), "a number or off,", 1e-9...1e12)
  }

  func apply(to limits: inout MotionLimits) {
    switch quantity {
    case .groundSpeed: limits.groundSpeed = value
    case .zoomRate: limits.zoomRate = value
    case .pitchRate: limits.pitchRate = value
    case .headingRate: limits.headingRate = value
    case .acceleration: limits.acceleration = value
    case .jerk: limits.jerk = value
    case .centerFlow: limits.centerFlow = value
    case .groundFlow: limits.groundFlow = value
    }
  }
}

/// How a flight gets to see its target.
enum PlanSightMeans: String, CaseIterable, ExpressibleByArgument {
  case raise, step, orbit, any

  var means: [SightMeans] {
    switch self {
    case .raise: [.raising]
    case .step: [.sideStepping]
    case .orbit: [.orbiting]
    case .any: [.raising, .sideStepping, .orbiting]
    }
  }
}

/// What a flight leads over, and what it must keep there.
struct PlanGroundOptions: ParsableArguments {
  @Option(
    name: .long, help: "A scene whose ground, and whose buildings with --buildings-too, count.")
  var scene: String?

  @Option(name: .long, help: ElevationOptions.filesHelp)
  var dem: [String] = []

  @OptionGroup(title: "Elevations") var elevation: ElevationOptions

  @OptionGroup var voids: VoidOption

  @Option(
    name: .long,
    help:
      "Buildings that are obstacles, as GeoJSON or FlatGeobuf, or as a block table; may be repeated."
  )
  var buildings: [String] = []

  @Flag(name: .long, help: "The scene's buildings are obstacles, too.")
  var buildingsToo = false

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Metres around a building that count as it. (default: 0)", valueName: "m"),
    transform: { try RangedNumber.parse($0, "a number of metres", 0...1e5) })
  var margin = 0.0

  @OptionGroup var raising: ClearanceOptions
  var clearance: Double? { raising.clearance }

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "A place that is to be seen, so many metres above the ground, 2 unless given; tells when it is.",
      valueName: "lat,lon,height"),
    transform: Self.target)
  var see: (place: Coordinate, height: Double)?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The part of the time, 0 to 1, for which --see must be seen; the flight is raised for it, and may take ten "
        + "times as long, or a minute longer. --duration gives it more time.",
      valueName: "part"),
    transform: { try RangedNumber.parse($0, "a number", 0...1) })
  var seen: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How --seen is reached: raise the flight, step aside, orbit the centre, or any of them, tried in "
        + "this order. (default: raise)", valueName: "raise|step|orbit|any"))
  var seenBy: PlanSightMeans?

  @Flag(name: .long, help: "Let the scene name files outside its folder.")
  var allowOutsideFiles = false

  var hasGround: Bool { scene != nil || !dem.isEmpty || !buildings.isEmpty }

  func check() throws {
    if scene == "-" {
      throw ValidationError("--scene cannot be -: standard input is for waypoints")
    }
    try elevation.check(dem)
    if seen != nil, see == nil { throw ValidationError("--seen needs the place; give --see") }
    if seenBy != nil, seen == nil { throw ValidationError("--seen-by goes with --seen") }
    if buildingsToo, scene == nil { throw ValidationError("--buildings-too needs --scene") }
    try raising.check(isRaised: seen != nil && (seenBy ?? .raise).means.contains(.raising))
    for (name, isGiven) in [("--clearance", clearance != nil), ("--see", see != nil)]
    where isGiven && !hasGround {
      throw ValidationError("\(name) needs ground; give --dem, --buildings or --scene")
    }
  }

  private static func target(_ text: String) throws -> (place: Coordinate, height: Double) {
    let example = "lat,lon,height, such as 46.56,7.96,10"
    let count = text.split(separator: ",", omittingEmptySubsequences: false).count
    guard count == 2 || count == 3 else { throw ValidationError("expected \(example)") }
    let numbers = try NumberList.parse(text, count: count, example: example)
    guard abs(numbers[0]) <= MapPoint.maximumLatitude else {
      throw ValidationError(
        "the latitude must be within ±\(MapPoint.maximumLatitude) degrees, got \(numbers[0])")
    }
    let place = Coordinate(latitude: numbers[0], longitude: wrappedLongitude(numbers[1]))
    return (place, count > 2 ? numbers[2] : 2)
  }
}
