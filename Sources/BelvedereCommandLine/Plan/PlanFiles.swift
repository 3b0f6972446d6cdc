import Belvedere
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits

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
    guard format != .json || hasWay(bytes, limits) else { return (nil, bytes) }
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
      // A track with a view of all of it is to be followed.
      if given == nil, format == .kml, flight.record.stops.count == 1,
        RouteFile.hasRoute(bytes, options: options)
      {
        return (.route, bytes)
      }
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

  /// Whether JSON is a flight that this command wrote, with the cameras along it or its knots: between keyframes alone
  /// the way would be another one.
  private static func hasWay(_ bytes: [UInt8], _ limits: Limits) -> Bool {
    let value = try? JSONParser.parse(
      bytes, maximumDepth: Limits.standard.maximumJSONDepth,
      maximumMemory: limits.maximumMemory / 2)
    guard case .object(let members)? = value?.content else { return false }
    return members.contains { $0.name == "samples" || $0.name == "knots" }
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
