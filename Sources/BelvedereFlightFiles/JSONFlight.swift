import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereJSON

/// Cameras with their times, as `belvedere plan` writes them.
enum JSONFlight {
  static func write(_ record: FlightRecord) -> FlightFile.Written {
    var losses = LossList()
    let frames = record.moments(&losses).map { moment -> JSONValue in
      let camera = moment.stop.camera
      var members: [(String, JSONValue)] = [
        ("time", .number(moment.time)),
        (
          "centerCoordinate",
          [
            "latitude": .number(camera.centerCoordinate.latitude),
            "longitude": .number(camera.centerCoordinate.longitude),
          ]
        ), ("distance", .number(camera.distance)), ("pitch", .number(camera.pitch)),
        ("heading", .number(camera.heading)), ("fieldOfView", .number(moment.stop.fieldOfView)),
      ]
      if let name = moment.stop.name { members.append(("name", .string(name))) }
      return jsonObject(members)
    }
    var members: [(String, JSONValue)] = []
    if let name = record.name { members.append(("name", .string(name))) }
    members.append(("keyframes", JSONValue(.array(frames))))
    if !record.knots.isEmpty { members.append(("knots", KnotsJSON.value(record.knots))) }
    return FlightFile.Written(
      bytes: jsonText(jsonObject(members)), companions: [], losses: losses.losses)
  }

  static func read(
    _ bytes: [UInt8], _ options: FlightFile.Options
  ) throws(FlightFileError) -> FlightFile.Read {
    let root = try JSONFields.parse(bytes, options)
    let format = FlightFile.format(of: root)
    if format != .json { return try FlightFile.read(bytes, as: format, options: options) }
    var losses = LossList()
    let isSampled = root.has("samples")
    let items =
      root.has("centerCoordinate")
      ? [root]
      : try isSampled
        ? root.items("samples")
        : root.has("keyframes")
          ? root.items("keyframes") : root.has("knots") ? root.items("knots") : root.items()
    let knots = root.has("knots") ? try KnotsJSON.read(root.items("knots"), options) : []
    if isSampled, knots.isEmpty {
      losses.note("keyframes", "the samples are taken instead, which are closer")
    }
    var moments: [(time: Double, stop: FlightRecord.Stop)] = []
    for (i, item) in items.enumerated() {
      let camera = try camera(item)
      moments.append(
        (
          try items.count == 1 ? item.optionalNumber("time") ?? 0 : item.number("time"),
          FlightRecord.Stop(
            camera, fieldOfView: try item.optionalNumber("fieldOfView") ?? 30,
            name: try item.optional("name")?.string())
        ))
      if item.has("hold") || item.has("turn") || item.has("speed") {
        losses.note("hold, turn, speed", at: item.place, "waypoints are read by `plan`, not here")
      }
      if i == 0, moments[0].time != 0 {
        losses.note("time", at: item.place, "flights begin at 0; all times are shifted")
      }
    }
    var record = try FlightRecord(name: try root.optional("name")?.string(), moments: moments) {
      items[$0].place
    }
    if !knots.isEmpty {
      if let other = try KnotsJSON.firstMoment(of: moments, apartFrom: knots) {
        losses.note(
          "knots", at: items[other].place,
          "is not on the way of the knots, which are left out; without them the speed between cameras is another one"
        )
      } else {
        record = FlightRecord(name: record.name, stops: record.stops, knots: knots)
        noteChanges(of: root, isSampled: isSampled, knots, &losses)
      }
    }
    return FlightFile.Read(record: record, losses: losses.losses)
  }

  /// Notes what of a written flight was changed by hand and does not count.
  private static func noteChanges(
    of root: JSONFields, isSampled: Bool, _ knots: [CameraKnot], _ losses: inout LossList
  ) {
    let remedy =
      "the flight is that of the knots and samples; leave them out to fly through keyframes"
    if isSampled, root.has("keyframes") {
      let items = (try? root.items("keyframes")) ?? []
      let path = try? CameraPath(knots: knots)
      let changed = items.first { item in
        guard let time = try? item.number("time"), let camera = try? camera(item) else {
          return true
        }
        let field = (try? item.optionalNumber("fieldOfView")) ?? 30
        let stop = FlightRecord.Stop(camera, fieldOfView: field)
        return path.map { KnotsJSON.isApart((time, stop), from: $0) } ?? true
      }
      if let changed {
        losses.note("keyframes", at: changed.place, "is not on the way; \(remedy)")
      } else if items.isEmpty {
        losses.note("keyframes", at: "keyframes", "are none; \(remedy)")
      }
    }
    if root.has("duration"), let last = knots.last,
      (try? root.number("duration")).map({ abs($0 - last.time) > 1e-6 }) ?? true
    {
      losses.note(
        "duration", at: "duration",
        "is not that of the knots, \(last.time) s; --duration changes it")
    }
  }

  private static func camera(_ item: JSONFields) throws(FlightFileError) -> MapCamera {
    MapCamera(
      lookingAtCenter: try item.field("centerCoordinate").coordinate(),
      fromDistance: try item.number("distance"), pitch: try item.optionalNumber("pitch") ?? 0,
      heading: try item.optionalNumber("heading") ?? 0)
  }
}
