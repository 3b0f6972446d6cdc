import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereJSON

/// The properties of MapKit's `MKMapCamera`, with a time each.
///
/// `altitude`, which MapKit keeps for old programs, is written and read where there is no distance.
enum MapKitFlight {
  static func write(_ record: FlightRecord) -> FlightFile.Written {
    var losses = LossList()
    let frames = record.moments(&losses).enumerated().map { i, moment -> JSONValue in
      let camera = moment.stop.camera
      if abs(moment.stop.fieldOfView - 30) > 1e-9 {
        losses.note("fieldOfView", at: "keyframes[\(i)]", "cameras of MapKit have a fixed one")
      }
      return jsonObject([
        ("time", .number(moment.time)),
        (
          "centerCoordinate",
          [
            "latitude": .number(camera.centerCoordinate.latitude),
            "longitude": .number(camera.centerCoordinate.longitude),
          ]
        ), ("centerCoordinateDistance", .number(camera.distance)),
        ("pitch", .number(camera.pitch)), ("heading", .number(camera.heading)),
        ("altitude", .number(camera.altitude)),
      ])
    }
    return FlightFile.Written(
      bytes: jsonText(["keyframes": JSONValue(.array(frames))]), companions: [],
      losses: losses.losses)
  }

  static func read(
    _ bytes: [UInt8], _ options: FlightFile.Options
  ) throws(FlightFileError) -> FlightFile.Read {
    let root = try JSONFields.parse(bytes, options)
    let losses = LossList()
    let items = try root.has("keyframes") ? root.items("keyframes") : root.items()
    var moments: [(time: Double, stop: FlightRecord.Stop)] = []
    for item in items {
      let pitch = try item.optionalNumber("pitch") ?? 0
      let distance: Double
      if item.has("centerCoordinateDistance") || item.has("distance") {
        distance = try item.number(anyOf: ["centerCoordinateDistance", "distance"])
      } else {
        let altitude = try item.number("altitude")
        guard pitch >= 0, pitch <= 89.9 else {
          throw FlightFileError(
            .value, at: "\(item.place).pitch",
            "must be between 0 and 89.9 degrees where an altitude is given, got \(pitch)")
        }
        distance = altitude / sineCosine(pitch).cosine
      }
      moments.append(
        (
          try items.count == 1 ? item.optionalNumber("time") ?? 0 : item.number("time"),
          FlightRecord.Stop(
            MapCamera(
              lookingAtCenter: try item.field("centerCoordinate").coordinate(),
              fromDistance: distance, pitch: pitch,
              heading: try item.optionalNumber("heading") ?? 0))
        ))
    }
    return FlightFile.Read(
      record: try FlightRecord(name: nil, moments: moments) { items[$0].place },
      losses: losses.losses)
  }
}
