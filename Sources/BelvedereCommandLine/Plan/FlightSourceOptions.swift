import ArgumentParser
import Belvedere
import BelvedereLimits

/// How the file of a flight is read, by all commands that take one.
struct FlightSourceOptions: ParsableArguments {
  @Option(
    name: [.customLong("input-format"), .customLong("flight-format")],
    help: ArgumentHelp(
      "What the flight's file is. (default: by its name and its first characters)",
      valueName: FlightFormat.choices))
  var inputFormat: FlightFormat?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds that the flight is to last; refused, with the least, where limits of motion forbid it.",
      valueName: "s"),
    transform: { try RangedNumber.positive($0, "a number of seconds", upTo: 1e6) })
  var duration: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "How fast the flight is, as a part of the usual pace or of the file's own times: brisk, 1, moves as a map under "
        + "one's hands; calm, 1/3, suits films; slow is 1/6; 0.01 to 10. Rests keep their times. (default: brisk)",
      valueName: FlightPace.choices),
    transform: FlightPace.init(parsing:))
  var pace: FlightPace?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Vertical field of view. (default: 30)", valueName: "degrees"),
    transform: { try RangedNumber.parse($0, "a number of degrees", 0.1...179) })
  var fov: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Where the local frame of .gltf, images.txt and transforms.json stands. (default: what the file "
        + "says; written, the first camera's centre)", valueName: "lat,lon,height"),
    transform: Self.origin)
  var origin: GeodeticPosition?

  @Flag(name: .long, help: "Local frames are the flat map's, not the round Earth's.")
  var flatFrame = false

  @OptionGroup(title: "Following a route") var following: FollowOptions

  func check() throws {
    if pace != nil, duration != nil {
      throw ValidationError("--duration and --pace both say how fast the flight is; give one")
    }
    guard let origin else { return }
    do {
      _ = try FlightFrame(origin: origin, projection: flatFrame ? .flat : .globe)
    } catch { throw ValidationError("\(error)") }
  }

  private static func origin(_ text: String) throws -> GeodeticPosition {
    let example = "lat,lon,height, such as 46.55,7.98,1200"
    let count = text.split(separator: ",", omittingEmptySubsequences: false).count
    guard count == 2 || count == 3 else { throw ValidationError("expected \(example)") }
    let numbers = try NumberList.parse(text, count: count, example: example)
    return GeodeticPosition(
      latitude: numbers[0], longitude: numbers[1], height: count > 2 ? numbers[2] : 0)
  }

  /// The options of the library, for a screen and a ground.
  func fileOptions(_ size: PictureSize, over ground: (any FlightGround)?) -> FlightFile.Options {
    var options = FlightFile.Options()
    options.viewport = Viewport(
      width: Double(size.width), height: Double(size.height), fieldOfView: fov ?? 30)
    options.origin = origin
    options.projection = flatFrame ? .flat : .globe
    if let ground { options.elevation = { ground.elevation(at: MapPoint($0)) } }
    return options
  }

  /// Limits of motion as the pace has them.
  func paced(_ motion: MotionLimits) -> MotionLimits {
    pace.map { motion.paced(by: $0.factor) } ?? motion
  }

  /// A flight with times of its own at the pace that is asked for.
  func paced(_ path: CameraPath) throws -> CameraPath {
    guard let pace, path.duration > 0 else { return path }
    return try path.lasting(path.duration / pace.factor, within: .none)
  }

  /// Reads a flight.
  ///
  /// - Parameters:
  ///   - options: what ``fileOptions(_:over:)`` gave.
  ///   - motion: at the pace that is asked for.
  ///   - scene: whose overlays shots may follow.
  func read(
    _ file: String, _ options: FlightFile.Options, camera: CameraLimits, motion: MotionLimits,
    scene: Scene?, limits: Limits
  ) throws -> FlightReader.Flight {
    try FlightReader(
      source: self, options: options, camera: camera, motion: motion, limits: limits, scene: scene
    ).read(file)
  }
}

/// How a camera follows the route of a file.
struct FollowOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Metres from the route to the camera. (default: 1500)", valueName: "m"),
    transform: { try RangedNumber.positive($0, "a number of metres", upTo: 1e9) })
  var distance: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Its pitch. (default: 55)", valueName: "degrees"),
    transform: { try RangedNumber.parse($0, "a number of degrees", 0...90) })
  var pitch: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Metres of the route that the view looks ahead, over which bends are smoothed. (default: the "
        + "distance)", valueName: "m"),
    transform: { try RangedNumber.positive($0, "a number of metres", upTo: 1e7) })
  var lookAhead: Double?

  @Option(
    name: .long, help: "Which route of the file, by its name. (default: that of most places)")
  var route: String?

  /// The first option that is given.
  var given: String? {
    distance != nil
      ? "--distance"
      : pitch != nil
        ? "--pitch" : lookAhead != nil ? "--look-ahead" : route != nil ? "--route" : nil
  }
}
