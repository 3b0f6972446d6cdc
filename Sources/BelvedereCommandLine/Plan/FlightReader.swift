import Belvedere
import BelvedereLimits

/// Reads the file of a flight: waypoints, keyframes, shots, a route, or another program's.
struct FlightReader {
  /// How it is read.
  let source: FlightSourceOptions
  let options: FlightFile.Options
  /// Of waypoints.
  let camera: CameraLimits
  /// At the pace that is asked for.
  let motion: MotionLimits
  let limits: Limits
  /// The scene whose overlays shots may follow.
  let scene: Scene?

  /// A flight that was read.
  struct Flight {
    /// What it is called.
    let style: String
    var path: CameraPath
    /// What is to be said of it.
    var notes: [String]
    /// The file's bytes.
    let bytes: [UInt8]
    /// Where it rises between waypoints.
    var rises: [PlanRise] = []
    /// Metres by which it was raised at most.
    var lift = 0.0
    /// Metres of the farthest waypoint, or of the farthest camera that shots ask for; `nil` where the flight is not shaped by the limits of cameras, or cannot
    /// be read again.
    var farthest: (() -> Double)?
  }

  /// Reads a file; `-` for standard input.
  ///
  /// - Throws: `CommandFailure` that names the file and the place; `FlightError` for a duration that the
  ///   limits of motion forbid.
  func read(_ file: String) throws -> Flight {
    let (content, bytes) = try PlanFiles.read(
      file, as: source.inputFormat, options: options, limits: limits)
    switch content {
    case .flight(let flight): return try follow(flight, file, bytes)
    case .route: return try follow(routeIn: bytes, file)
    case nil: break
    }
    if let given = source.following.given {
      throw CommandFailure(.usage, "\(given) is for routes, and \(name(file)) is none")
    }
    let shots = PlanShots(
      viewport: options.viewport, limits: camera, motion: motion, pace: source.pace,
      routes: PlanRoutes(folder: folder(file), scene: scene, limits: limits))
    if let (path, farthest) = try shots.path(bytes, from: name(file), limits: limits) {
      return Flight(
        style: "shots", path: try lasting(path), notes: [], bytes: bytes,
        farthest: file == "-" ? nil : farthest)
    }
    if source.fov != nil {
      throw CommandFailure(
        .usage, "--fov is of flights that do not say it; waypoints have a \"fieldOfView\" each")
    }
    let (read, areKeyframes) = try PlanWaypoints.read(bytes, from: file, limits: limits)
    let waypoints = areKeyframes ? read : read.map { source.pace?.scaled($0) ?? $0 }
    var path: CameraPath
    do throws(FlightError) {
      // Keyframes keep their times and cameras, as a flight of another program does.
      path = try CameraPath(
        through: waypoints, limits: areKeyframes ? CameraLimits(pitchLimit: .none) : camera,
        motion: areKeyframes ? .none : motion)
    } catch {
      // A pace that is too fast is no fault of the file's form.
      if case .tooShort = error { throw error }
      var remedy = ""
      if case .excluded(_, let change) = error, change.reason == .pitchLimit {
        remedy = "; --no-pitch-limit keeps any pitch"
      }
      // The file's members are not in the groups that the library has them in.
      let description = error.description.replacing(".pace.", with: ".")
      throw CommandFailure(.inputRefused, "\(name(file)): \(description)\(remedy)")
    }
    if areKeyframes {
      path = try source.paced(path)
      return Flight(
        style: "keyframes", path: try lasting(path),
        notes: try tooFast(path, name(file)).map { [$0] } ?? [], bytes: bytes)
    }
    let rises = PlanRise.rises(of: path, through: waypoints)
    return Flight(
      style: "waypoints", path: try lasting(path), notes: PlanRise.note(rises).map { [$0] } ?? [],
      bytes: bytes, rises: rises,
      farthest: file == "-" ? nil : { waypoints.map(\.camera.distance).max() ?? 0 })
  }

  private func follow(routeIn bytes: [UInt8], _ file: String) throws -> Flight {
    let following = source.following
    let route = try PlanRoutes.parse(
      bytes, from: name(file), named: following.route, limits: limits)
    let path: CameraPath
    do throws(FlightError) {
      path = try CameraPath.following(
        route, distance: following.distance ?? 1500, pitch: following.pitch ?? PlanRoutes.pitch,
        lookAhead: following.lookAhead, fieldOfView: source.fov ?? 30, limits: camera,
        motion: motion)
    } catch {
      if case .excluded(_, let change) = error {
        // Every camera of a route is the same but for its place and heading.
        let remedy = change.reason == .pitchLimit ? "; --no-pitch-limit keeps any pitch" : ""
        throw CommandFailure(
          .usage,
          "\(name(file)) cannot be followed so: the limits exclude its cameras: \(change)\(remedy)")
      }
      guard case .domain(let domain) = error,
        domain.field == "lookAhead" || domain.field.hasPrefix("route")
      else { throw error }
      if domain.field == "lookAhead" {
        throw CommandFailure(.usage, "--look-ahead: \(error.description)")
      }
      // What is wrong with the way itself is the file's.
      throw CommandFailure(.inputRefused, "\(name(file)): \(error.description)")
    }
    return Flight(
      style: "route", path: try lasting(path), notes: RouteLoss.notes(of: path, along: route),
      bytes: bytes)
  }

  /// The folder of a file, with its slash.
  private func folder(_ file: String) -> String {
    file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  private func name(_ file: String) -> String { file == "-" ? "standard input" : file }

  /// A flight as a file has it: its own times and cameras, whatever the limits.
  private func follow(_ read: FlightFile.Read, _ file: String, _ bytes: [UInt8]) throws -> Flight {
    let name = name(file)
    var notes = read.losses.map { "\(name): \($0)" }
    var record = read.record
    if let view = source.fov {
      // Files of programs whose cameras have a fixed one do not say it.
      if record.knots.isEmpty, record.stops.allSatisfy({ $0.fieldOfView == 30 }) {
        for i in record.stops.indices { record.stops[i].fieldOfView = view }
      } else if record.stops.contains(where: { abs($0.fieldOfView - view) > 1e-6 }) {
        notes.append("\(name): says its own field of view; --fov has no effect on it")
      }
    }
    var path: CameraPath
    do throws(FlightError) {
      path = try record.path(motion: record.isTimed ? .none : motion)
    } catch {
      throw CommandFailure(.inputRefused, "\(name): \(error.description)")
    }
    if record.isTimed { path = try source.paced(path) }
    try tooFast(path, name).map { notes.append($0) }
    return Flight(style: "file", path: try lasting(path), notes: notes, bytes: bytes)
  }

  /// What is to be said of a path that is faster than the limits of motion.
  private func tooFast(_ path: CameraPath, _ name: String) throws -> String? {
    // The pace is of its own times.
    let usual = source.pace.map { motion.paced(by: 1 / $0.factor) } ?? motion
    let least = try path.leastDuration(within: usual)
    guard let limit = least.bindingLimit, path.duration < least.seconds * 0.99 else { return nil }
    return "\(name): faster than the limits of motion: \(limit.rawValue) asks for "
      + "\(PlanSummary.short(least.seconds)) s instead of \(PlanSummary.short(path.duration)) s; "
      + "--duration makes it longer"
  }

  private func lasting(_ path: CameraPath) throws -> CameraPath {
    guard let duration = source.duration else { return path }
    return try path.lastingAsAsked(duration, within: motion)
  }
}

extension CameraPath {
  /// The path in a time that was asked for.
  ///
  /// - Throws: `FlightError.tooShort`; where the plan takes the least time but for a hair, with the time that it takes.
  func lastingAsAsked(
    _ seconds: Double, within motion: MotionLimits
  ) throws(FlightError) -> CameraPath {
    do throws(FlightError) {
      return try lasting(seconds, within: motion)
    } catch {
      guard case .tooShort(let requested, let least, let limit, let waypoint) = error,
        least < duration, least > 0.98 * duration
      else { throw error }
      throw .tooShort(requested: requested, least: duration, limit: limit, waypoint: waypoint)
    }
  }
}
