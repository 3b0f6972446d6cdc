import Belvedere
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits

/// Ways over the ground that flights follow: from files, from a scene, or written down.
struct PlanRoutes {
  /// The folder that names of files are meant in, with its slash.
  let folder: String
  /// The scene whose overlays may be followed.
  let scene: Scene?
  let limits: Limits

  /// MapKit's "pleasing" pitch.
  static let pitch = 55.0

  /// The route of a shot: an array of coordinates, the name of a file, or `{"overlay": id or name}`.
  func route(_ item: QueryArguments) throws -> [Coordinate] {
    if item.isArray("route") {
      let places = try item.objects("route").map { try $0.coordinate() }
      guard !places.isEmpty else {
        throw QueryFailure(
          message: "\(item.place("route")) must be 2 coordinates or more, got none")
      }
      return places
    }
    if let file = item.stringOrNil("route") {
      let name = item.has("routeName") ? try item.string("routeName") : nil
      let path = file.hasPrefix("/") ? file : folder + file
      return try Self.read(path, named: name, limits: limits)
    }
    return try overlay(try item.object("route"))
  }

  private func overlay(_ item: QueryArguments) throws -> [Coordinate] {
    let name = try item.string("overlay")
    guard let scene else {
      throw QueryFailure(
        message: "\(item.place("overlay")) is a scene's, and there is no scene; give --scene")
    }
    guard let overlay = scene.overlays.first(where: { $0.id == name || $0.name == name }) else {
      let lines = scene.overlays.filter(\.isLine).map { $0.name.isEmpty ? $0.id : $0.name }
      let known = lines.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
      throw QueryFailure(
        message: "\(item.place("overlay")): the scene has no overlay \"\(name.prefix(100))\"; "
          + (lines.isEmpty ? "none of its overlays is a line" : "its lines are \(known)")
          + (lines.count > 5 ? " and \(lines.count - 5) more" : ""))
    }
    switch overlay.shape {
    case .polyline(let line), .geodesicPolyline(let line): return line
    case .multiPolyline(let lines): return lines.flatMap(\.self)
    case .polygon, .multiPolygon, .circle, .tiles:
      throw QueryFailure(
        message: "\(item.place("overlay")): \"\(name.prefix(40))\" is no line; name one that is")
    }
  }

  /// The route of a file.
  ///
  /// - Throws: `CommandFailure` that names the file and the place.
  static func read(_ path: String, named name: String?, limits: Limits) throws -> [Coordinate] {
    let bytes = try InputFile.read(
      path, maximumBytes: limits.readableJSONBytes, remedy: "simplify the line or raise --memory")
    return try parse(bytes, from: path, named: name, limits: limits)
  }

  /// The route of a file's bytes.
  static func parse(
    _ bytes: [UInt8], from path: String, named name: String?, limits: Limits
  ) throws -> [Coordinate] {
    var options = FlightFile.Options()
    options.maximumMemory = limits.maximumMemory / 2
    do throws(FlightFileError) {
      return try RouteFile(bytes, options: options).route(named: name).coordinates
    } catch {
      throw CommandFailure(
        error.kind == .tooLarge ? .limit : .inputRefused, "\(path): \(error.description)")
    }
  }
}

extension Overlay {
  fileprivate var isLine: Bool {
    switch shape {
    case .polyline, .geodesicPolyline, .multiPolyline: true
    case .polygon, .multiPolygon, .circle, .tiles: false
    }
  }
}
