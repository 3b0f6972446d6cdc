import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereJSON

/// A packet of CZML 1.0 whose position is the eye and whose orientation is the camera's: its x axis looks
/// ahead, y points left and z to the top of the picture, as Cesium turns what flies.
enum CZMLFlight {
  private static let epoch = "2000-01-01T12:00:00Z"

  static func write(
    _ record: FlightRecord, _ options: FlightFile.Options
  ) throws(FlightFileError) -> FlightFile.Written {
    var losses = LossList()
    var options = options
    options.projection = .globe
    let flight = try PosedFlight(record, options, &losses)
    var (positions, turns, views): ([Double], [Double], [Double]) = ([], [], [])
    let poses = flight.moments.map { flight.frame.spatial($0.pose) }
    let quaternions = continued(
      poses.map { Quaternion(axes: $0.forward, -$0.right, $0.up) })
    for (moment, (pose, q)) in zip(flight.moments, zip(poses, quaternions)) {
      positions += [moment.time] + triple(pose.eye)
      turns += [moment.time, q.x, q.y, q.z, q.w]
      views += [moment.time, moment.fieldOfView]
    }
    losses.note("between cameras", "positions are interpolated by degree 5, orientations evenly")
    let end = flight.moments[flight.moments.count - 1].time
    let interval = "\(epoch)/\(UniversalTime(secondsSince2000: end.rounded(.up)))"
    func sampled(_ name: String, _ numbers: [Double], _ degree: Int) -> JSONValue {
      jsonObject([
        ("epoch", .string(epoch)),
        ("interpolationAlgorithm", .string(degree > 1 ? "LAGRANGE" : "LINEAR")),
        ("interpolationDegree", .integer(degree)), (name, jsonNumbers(numbers)),
      ])
    }
    let packet = jsonObject([
      ("id", "camera"), ("name", .string(record.name ?? "Flight")),
      ("availability", .string(interval)), ("position", sampled("cartesian", positions, 5)),
      ("orientation", sampled("unitQuaternion", turns, 1)),
      ("properties", jsonObject([("fieldOfView", sampled("number", views, 1))])),
    ])
    let document = jsonObject([
      ("id", "document"), ("name", .string(record.name ?? "Flight")), ("version", "1.0"),
      (
        "clock",
        ["interval": .string(interval), "currentTime": .string(epoch), "multiplier": .number(1)]
      ),
    ])
    return FlightFile.Written(
      bytes: jsonText(JSONValue(.array([document, packet]))), companions: [],
      losses: losses.losses)
  }

  static func read(
    _ bytes: [UInt8], _ options: FlightFile.Options
  ) throws(FlightFileError) -> FlightFile.Read {
    let root = try JSONFields.parse(bytes, options)
    var losses = LossList()
    let packets = try root.items()
    guard let document = packets.first, try document.optional("id")?.string() == "document" else {
      throw FlightFileError(.value, at: "[0].id", "the first packet of CZML must be the document")
    }
    let movers = packets.dropFirst().filter { $0.has("position") && $0.has("orientation") }
    guard let packet = movers.first else {
      throw FlightFileError(
        .unsupported, "no packet has both a position and an orientation; a camera needs both")
    }
    for other in movers.dropFirst() {
      losses.note("packet", at: other.place, "the first one with position and orientation is read")
    }
    let position = try Samples.positions(of: packet.field("position"))
    let orientation = try Samples(packet.field("orientation"), "unitQuaternion", width: 4)
    let views = try packet.optional("properties")?.optional("fieldOfView").map {
      (fields) throws(FlightFileError) in try Samples(fields, "number", width: 1)
    }
    if views == nil {
      losses.note(
        "fieldOfView", "absent; the viewport's \(options.viewport.fieldOfView)° are taken")
    }
    let origin: GeodeticPosition
    do throws(DomainError) {
      origin = try Ellipsoid.wgs84.geodetic(ofECEF: Vector3(position.value(0)))
    } catch { throw FlightFileError(error, at: position.place) }
    var own = options
    own.origin = nil
    var reader = try PoseReader(origin: origin, projection: .globe, own)
    let begin = position.times[0]
    for (i, time) in position.times.enumerated() {
      let numbers = orientation.interpolated(at: time, since: position.epoch)
      guard
        let q = Quaternion(x: numbers[0], y: numbers[1], z: numbers[2], w: numbers[3]).normalized
      else { throw FlightFileError(.value, at: orientation.place, "is no quaternion at \(time) s") }
      let view =
        views?.interpolated(at: time, since: position.epoch)[0] ?? options.viewport.fieldOfView
      let pose = CameraPose(
        eye: Vector3(position.value(i)), forward: q.rotate(Vector3(1, 0, 0)),
        right: q.rotate(Vector3(0, -1, 0)), up: q.rotate(Vector3(0, 0, 1)))
      try reader.append(
        time: time - begin, pose: reader.frame.local(pose), fieldOfView: view,
        at: "\(position.place), sample \(i)", &losses)
    }
    return FlightFile.Read(
      record: try reader.record(name: try packet.optional("name")?.string()),
      losses: losses.losses)
  }
}

extension Vector3 {
  /// The first three numbers.
  init(_ numbers: [Double]) { self.init(numbers[0], numbers[1], numbers[2]) }
}
