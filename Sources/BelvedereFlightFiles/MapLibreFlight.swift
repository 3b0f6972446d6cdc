import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keyframes for MapLibre GL and Mapbox GL: the options of `easeTo` and `jumpTo`.
///
/// At zoom z the world is 512·2^z points wide, so that a point of the screen's middle is
/// 2π·a·cos φ / (512·2^z) metres of the ground; here it is 2·d·tan(fieldOfView/2) / height. Zoom, centre,
/// bearing and pitch so give the same picture of the ground in a map that has the viewport's size and
/// field of view. Those maps draw heights by a sphere of 6,371,008.8 m, 0.11 % higher.
enum MapLibreFlight {
  /// Metres of the equator in the map.
  private static let equator = 2 * Double.pi * Ellipsoid.wgs84.semiMajorAxis

  static func zoom(of camera: MapCamera, fieldOfView: Double, viewport: Viewport) -> Double {
    let points = viewport.height / (2 * camera.distance * tan(fieldOfView * .pi / 360))
    return log2(
      points * equator * sineCosine(camera.centerCoordinate.latitude).cosine / 512)
  }

  static func distance(
    zoom: Double, latitude: Double, fieldOfView: Double, viewport: Viewport
  ) -> Double {
    let points = 512 * exp2(zoom) / (equator * sineCosine(latitude).cosine)
    return viewport.height / (2 * points * tan(fieldOfView * .pi / 360))
  }

  static func write(
    _ record: FlightRecord, _ options: FlightFile.Options
  ) -> FlightFile.Written {
    var losses = LossList()
    losses.note(
      "elevation", "heights stand 0.11 % higher in those maps, which take a smaller Earth")
    let frames = record.moments(&losses).enumerated().map { i, moment -> JSONValue in
      let camera = moment.stop.camera
      if abs(moment.stop.fieldOfView - options.viewport.fieldOfView) > 1e-9 {
        losses.note(
          "fieldOfView", at: "keyframes[\(i)]",
          "a map sets its own with setVerticalFieldOfView; with another one the scale at the centre is "
            + "kept and the perspective is not")
      }
      return jsonObject([
        ("time", .number(moment.time)),
        (
          "center",
          jsonNumbers([
            camera.centerCoordinate.longitude, camera.centerCoordinate.latitude,
          ])
        ),
        (
          "zoom",
          .number(
            zoom(of: camera, fieldOfView: moment.stop.fieldOfView, viewport: options.viewport))
        ), ("bearing", .number(camera.heading)), ("pitch", .number(camera.pitch)),
        ("fieldOfView", .number(moment.stop.fieldOfView)),
      ])
    }
    let value = jsonObject([
      (
        "viewport",
        [
          "width": .number(options.viewport.width), "height": .number(options.viewport.height),
          "fieldOfView": .number(options.viewport.fieldOfView),
        ]
      ), ("keyframes", JSONValue(.array(frames))),
    ])
    return FlightFile.Written(bytes: jsonText(value), companions: [], losses: losses.losses)
  }

  /// Reads what this writes, and arrays of `{center | longitude, latitude; zoom; bearing; pitch}` with a
  /// `time` in seconds or a `duration` in milliseconds of the way there.
  static func read(
    _ bytes: [UInt8], _ options: FlightFile.Options
  ) throws(FlightFileError) -> FlightFile.Read {
    let root = try JSONFields.parse(bytes, options)
    var losses = LossList()
    var viewport = options.viewport
    if let own = root.optional("viewport") {
      viewport = Viewport(
        width: try own.number("width"), height: try own.number("height"),
        fieldOfView: try own.optionalNumber("fieldOfView") ?? viewport.fieldOfView)
      do throws(DomainError) { try viewport.validate() } catch {
        throw FlightFileError(error, at: "viewport")
      }
    } else {
      losses.note(
        "viewport",
        "absent; distances are for \(number(viewport.width)) × \(number(viewport.height)) points and "
          + "\(number(viewport.fieldOfView))°")
    }
    let items = try root.has("keyframes") ? root.items("keyframes") : root.items()
    var moments: [(time: Double, stop: FlightRecord.Stop)] = []
    for (i, item) in items.enumerated() {
      let center = try item.has("center") ? item.field("center").coordinate() : item.coordinate()
      let view = try item.optionalNumber("fieldOfView") ?? viewport.fieldOfView
      let zoom = try item.number("zoom")
      guard abs(zoom) <= 60 else {
        throw FlightFileError(.value, at: "\(item.place).zoom", "must be within ±60, got \(zoom)")
      }
      guard view >= 0.1, view <= 179 else {
        throw FlightFileError(
          .value, at: "\(item.place).fieldOfView",
          "must be between 0.1 and 179 degrees, got \(view)")
      }
      let camera = MapCamera(
        lookingAtCenter: center,
        fromDistance: distance(
          zoom: zoom, latitude: center.latitude, fieldOfView: view, viewport: viewport),
        pitch: try item.optionalNumber("pitch") ?? 0,
        heading: try item.optionalNumber("bearing") ?? 0)
      if let roll = try item.optionalNumber("roll"), roll != 0 {
        losses.note("roll", at: item.place, "cameras over a map have none; taken as 0")
      }
      for name in ["padding", "offset", "around", "elevation", "easing", "curve"]
      where item.has(name) {
        losses.note(name, at: item.place, "passed over")
      }
      let time: Double
      if let own = try item.optionalNumber("time") {
        time = own
      } else if let step = try item.optionalNumber("duration") {
        time = (moments.last?.time ?? 0) + (i == 0 ? 0 : step / 1000)
      } else if i == 0 {
        time = 0
      } else {
        throw FlightFileError(
          .value, at: item.place, "needs a time in seconds or a duration in milliseconds")
      }
      moments.append((time, FlightRecord.Stop(camera, fieldOfView: view)))
    }
    return FlightFile.Read(
      record: try FlightRecord(name: nil, moments: moments) { items[$0].place },
      losses: losses.losses)
  }
}
