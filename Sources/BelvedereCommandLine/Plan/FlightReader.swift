import Belvedere
import BelvedereLimits

/// Reads the file of a flight: waypoints, keyframes, or another program's.
struct FlightReader {
  /// What is read; `nil` for what the file looks like.
  var format: FlightFormat?
  var options = FlightFile.Options()
  /// Of waypoints.
  var camera: CameraLimits
  var motion: MotionLimits
  /// Seconds that it is to last; `nil` for as long as it does.
  var duration: Double?
  var limits: Limits

  /// A flight that was read.
  struct Flight {
    /// What it is called.
    let style: String
    let path: CameraPath
    /// What is to be said of it.
    let notes: [String]
    /// The file's bytes.
    let bytes: [UInt8]
  }

  /// Reads a file; `-` for standard input.
  ///
  /// - Throws: `CommandFailure` that names the file and the place; `FlightError` for a duration that the
  ///   limits of motion forbid.
  func read(_ file: String) throws -> Flight {
    let (flight, bytes) = try PlanFiles.read(file, as: format, options: options, limits: limits)
    if let flight { return try follow(flight, file, bytes) }
    let waypoints = try PlanWaypoints.read(bytes, from: file, limits: limits)
    let path: CameraPath
    do throws(FlightError) {
      path = try CameraPath(through: waypoints, limits: camera, motion: motion)
    } catch {
      // A pace that is too fast is no fault of the file's form.
      if case .tooShort = error { throw error }
      throw CommandFailure(.inputRefused, "\(name(file)): \(error.description)")
    }
    return Flight(style: "waypoints", path: try lasting(path), notes: [], bytes: bytes)
  }

  private func name(_ file: String) -> String { file == "-" ? "standard input" : file }

  /// A flight as a file has it: its own times and cameras, whatever the limits.
  private func follow(_ read: FlightFile.Read, _ file: String, _ bytes: [UInt8]) throws -> Flight {
    let name = name(file)
    var notes = read.losses.map { "\(name): \($0)" }
    let path: CameraPath
    do throws(FlightError) {
      path = try read.record.path(motion: read.record.isTimed ? .none : motion)
    } catch {
      throw CommandFailure(.inputRefused, "\(name): \(error.description)")
    }
    let least = try path.leastDuration(within: motion)
    if let limit = least.bindingLimit, path.duration < least.seconds * 0.99 {
      notes.append(
        "\(name): faster than the limits of motion: \(limit.rawValue) asks for "
          + "\(PlanSummary.short(least.seconds)) s instead of \(PlanSummary.short(path.duration)) s; "
          + "--duration makes it longer")
    }
    return Flight(style: "file", path: try lasting(path), notes: notes, bytes: bytes)
  }

  private func lasting(_ path: CameraPath) throws -> CameraPath {
    guard let duration else { return path }
    return try path.lasting(duration, within: motion)
  }
}
