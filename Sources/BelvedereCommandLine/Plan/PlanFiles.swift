import ArgumentParser
import Belvedere
import BelvedereFiles
import BelvedereLimits

/// What files of other programs leave open.
struct PlanFileOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "What is read. (default: by the file's name and its first characters)",
      valueName: FlightFormat.choices))
  var inputFormat: FlightFormat?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Where the local frame of .gltf, images.txt and transforms.json stands. (default: what the file "
        + "says; written, the first camera's centre)", valueName: "lat,lon,height"),
    transform: Self.origin)
  var origin: GeodeticPosition?

  @Flag(name: .long, help: "Local frames are the flat map's, not the round Earth's.")
  var flatFrame = false

  @Flag(name: .long, help: "Write .kml with the eye's Camera, not with LookAt.")
  var kmlCamera = false

  func check() throws {
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
  func options(_ flight: PlanFlightOptions, ground: (any FlightGround)?) -> FlightFile.Options {
    var options = FlightFile.Options()
    options.viewport = Viewport(
      width: Double(flight.size.width), height: Double(flight.size.height),
      fieldOfView: flight.fov ?? 30)
    options.origin = origin
    options.projection = flatFrame ? .flat : .globe
    options.writesEyes = kmlCamera
    if let ground { options.elevation = { ground.elevation(at: MapPoint($0)) } }
    return options
  }
}

/// Flights that were written by other programs.
enum PlanFiles {
  /// What a file holds beside this command's own JSON.
  enum Content {
    case flight(FlightFile.Read)
    /// A way over the ground.
    case route
  }

  /// Reads a file, where it is a flight or a route and not waypoints.
  ///
  /// - Returns: what it holds, `nil` for this command's own JSON; and the file's bytes.
  /// - Throws: `CommandFailure` that names the file and the place.
  static func read(
    _ path: String, as given: FlightFormat?, options: FlightFile.Options, limits: Limits
  ) throws -> (content: Content?, bytes: [UInt8]) {
    let remedy = "split the flight or raise --memory"
    let bytes =
      path == "-"
      ? try InputFile.readStandardInput(maximumBytes: limits.readableJSONBytes, remedy: remedy)
      : try InputFile.read(path, maximumBytes: limits.readableJSONBytes, remedy: remedy)
    var options = options
    options.maximumMemory = limits.maximumMemory / 2
    if given == nil, RouteFile.isRoute(bytes, options: options) { return (.route, bytes) }
    var format = given ?? FlightFormat(fileName: path) ?? .json
    // Programs call very different things JSON.
    if given == nil, format == .json { format = FlightFile.sniff(bytes, options: options) ?? .json }
    guard format != .json else { return (nil, bytes) }
    var beside: [String: [UInt8]] = [:]
    if format == .colmap, path != "-" {
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      let cameras = folder + "cameras.txt"
      if InputFile.kind(of: cameras) == .regular {
        beside["cameras.txt"] = try InputFile.read(
          cameras, maximumBytes: limits.readableJSONBytes, remedy: remedy)
      }
    }
    do throws(FlightFileError) {
      let flight = try FlightFile.read(bytes, as: format, companions: beside, options: options)
      return (.flight(flight), bytes)
    } catch {
      // A hike that was recorded is no tour.
      if format == .kml, error.kind == .unsupported, RouteFile.hasRoute(bytes, options: options) {
        return (.route, bytes)
      }
      throw CommandFailure(
        error.kind == .tooLarge ? .limit : .inputRefused,
        "\(path == "-" ? "standard input" : path): \(error.description)")
    }
  }

  /// Writes a flight in another program's form.
  static func write(
    _ path: CameraPath, as format: FlightFormat, framesPerSecond: Double?, name: String,
    options: FlightFile.Options
  ) throws -> FlightFile.Written {
    let isForVision = format == .colmap || format == .nerf
    let rate = framesPerSecond ?? (isForVision ? 30 : 10)
    var options = options
    options.framesPerSecond = rate
    do throws(FlightFileError) {
      return try FlightFile.write(
        FlightRecord(path, framesPerSecond: rate, name: name), as: format, options: options)
    } catch {
      throw CommandFailure(error.kind == .tooLarge ? .limit : .failure, "-o: \(error.description)")
    }
  }
}
