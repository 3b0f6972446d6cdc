import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereJSON

/// Knots of a flight in JSON: cameras with velocity and acceleration, of which what is 0 is left out.
enum KnotsJSON {
  static func value(_ knots: [CameraKnot]) -> JSONValue {
    JSONValue(.array(knots.map(value)))
  }

  private static func value(_ knot: CameraKnot) -> JSONValue {
    let camera = knot.motion.camera
    var members: [(String, JSONValue)] = [
      ("time", .number(knot.time)),
      (
        "centerCoordinate",
        [
          "latitude": .number(camera.centerCoordinate.latitude),
          "longitude": .number(wrappedLongitude(camera.centerCoordinate.longitude)),
        ]
      ), ("distance", .number(camera.distance)), ("pitch", .number(camera.pitch)),
      ("heading", .number(camera.heading)), ("fieldOfView", .number(knot.motion.fieldOfView)),
    ]
    for (name, rates) in [
      ("velocity", knot.motion.velocity), ("acceleration", knot.motion.acceleration),
    ] {
      let moving = rates.fields.filter { $0.value != 0 }
      if !moving.isEmpty {
        members.append((name, jsonObject(moving.map { ($0.name, .number($0.value)) })))
      }
    }
    if knot.isKeyframe { members.append(("isKeyframe", JSONValue(.bool(true)))) }
    return jsonObject(members)
  }

  static func read(
    _ items: [JSONFields], _ options: FlightFile.Options
  ) throws(FlightFileError) -> [CameraKnot] {
    // A way between two cameras has some dozens.
    let most = options.maximumCameras.multipliedReportingOverflow(by: 30)
    guard most.overflow || items.count <= most.partialValue else {
      throw FlightFileError(
        .tooLarge, at: "knots", "\(items.count) are more than \(most.partialValue)")
    }
    var knots: [CameraKnot] = []
    knots.reserveCapacity(items.count)
    for item in items {
      let motion = CameraMotion(
        camera: MapCamera(
          lookingAtCenter: try item.field("centerCoordinate").coordinate(),
          fromDistance: try item.number("distance"), pitch: try item.number("pitch"),
          heading: try item.number("heading")),
        fieldOfView: try item.optionalNumber("fieldOfView") ?? 30,
        velocity: try rates(item.optional("velocity")),
        acceleration: try rates(item.optional("acceleration")))
      knots.append(
        CameraKnot(
          time: try item.number("time"), motion: motion,
          isKeyframe: try item.optional("isKeyframe")?.bool() ?? false))
    }
    return knots
  }

  private static func rates(_ item: JSONFields?) throws(FlightFileError) -> CameraRates {
    guard let item else { return CameraRates() }
    return CameraRates(
      east: try item.optionalNumber("east") ?? 0, north: try item.optionalNumber("north") ?? 0,
      logDistance: try item.optionalNumber("logDistance") ?? 0,
      pitch: try item.optionalNumber("pitch") ?? 0,
      heading: try item.optionalNumber("heading") ?? 0,
      fieldOfView: try item.optionalNumber("fieldOfView") ?? 0)
  }

  /// The first of some cameras that was changed since it lay on the way of knots, by more than is rounded.
  static func firstMoment(
    of moments: [(time: Double, stop: FlightRecord.Stop)], apartFrom knots: [CameraKnot]
  ) throws(FlightFileError) -> Int? {
    let path: CameraPath
    do throws(FlightError) { path = try CameraPath(knots: knots) } catch {
      throw FlightFileError(.value, "\(error)")
    }
    guard moments.last.map({ abs($0.time - path.duration) <= 1e-6 }) ?? true else {
      return moments.count - 1
    }
    return moments.firstIndex { isApart($0, from: path) }
  }

  /// Whether a camera does not lie on a path at its time, by more than is rounded.
  static func isApart(
    _ moment: (time: Double, stop: FlightRecord.Stop), from path: CameraPath
  ) -> Bool {
    let (there, here) = (path.motion(at: moment.time), moment.stop)
    let (a, b) = (there.camera, here.camera)
    let (p, q) = (MapPoint(a.centerCoordinate), MapPoint(b.centerCoordinate))
    let metres =
      max(abs(q.shortDeltaX(from: p)), abs(q.y - p.y))
      * MapPoint.metersPerMapPoint(at: a.centerCoordinate.latitude)
    return metres > 1e-6 * a.distance + 1e-6 || abs(b.distance / a.distance - 1) > 1e-6
      || abs(a.pitch - b.pitch) > 1e-5
      || abs(wrappedLongitude(a.heading - b.heading)) > 1e-5
      || abs(there.fieldOfView - here.fieldOfView) > 1e-5
  }
}
