import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `transforms.json` of NeRF: a matrix from the camera's axes (right, up, backwards) to the local frame
/// (east, north, up) for each picture.
///
/// The member `frame` says where on Earth the frame stands; readers pass over members that they do not
/// know.
enum NeRFFlight {
  static func write(
    _ record: FlightRecord, _ options: FlightFile.Options
  ) throws(FlightFileError) -> FlightFile.Written {
    var losses = LossList()
    let flight = try PosedFlight(record, options, &losses)
    let first = Pinhole(options.viewport, fieldOfView: flight.moments[0].fieldOfView)
    let (width, height) = (options.viewport.width, options.viewport.height)
    let isZoomed = flight.moments.contains { $0.fieldOfView != flight.moments[0].fieldOfView }
    let frames = flight.moments.enumerated().map { i, moment -> JSONValue in
      let pose = moment.pose
      let rows = (0..<3).map { k in
        jsonNumbers([pose.right[k], pose.up[k], -pose.forward[k], pose.eye[k]])
      }
      var members: [(String, JSONValue)] = [
        ("file_path", .string("images/\(COLMAPFlight.padded(i)).png")),
        ("seconds", .number(moment.time)),
      ]
      if isZoomed {
        let lens = Pinhole(options.viewport, fieldOfView: moment.fieldOfView)
        members += [("fl_x", .number(lens.focal)), ("fl_y", .number(lens.focal))]
      }
      members.append(
        ("transform_matrix", JSONValue(.array(rows + [jsonNumbers([0, 0, 0, 1])]))))
      return jsonObject(members)
    }
    let origin = flight.frame.origin
    let value = jsonObject([
      ("camera_angle_x", .number(2 * atan(width / 2 / first.focal))),
      ("camera_angle_y", .number(2 * atan(height / 2 / first.focal))),
      ("fl_x", .number(first.focal)), ("fl_y", .number(first.focal)),
      ("cx", .number(first.center.x)), ("cy", .number(first.center.y)), ("w", .number(width)),
      ("h", .number(height)),
      (
        "frame",
        [
          "projection": .string(options.projection.rawValue),
          "latitude": .number(origin.latitude), "longitude": .number(origin.longitude),
          "height": .number(origin.height),
        ]
      ), ("frames", JSONValue(.array(frames))),
    ])
    return FlightFile.Written(bytes: jsonText(value), companions: [], losses: losses.losses)
  }

  static func read(
    _ bytes: [UInt8], _ options: FlightFile.Options
  ) throws(FlightFileError) -> FlightFile.Read {
    let root = try JSONFields.parse(bytes, options)
    var losses = LossList()
    var projection = options.projection
    var origin: GeodeticPosition?
    if let frame = root.optional("frame") {
      origin = try frame.origin()
      projection = try frame.projection() ?? projection
    }
    let height = try root.optionalNumber("h") ?? options.viewport.height
    let width = try root.optionalNumber("w") ?? options.viewport.width
    guard height > 0, width > 0, height <= 1e6, width <= 1e6 else {
      throw FlightFileError(.value, at: "w, h", "must be above 0")
    }
    for name in ["k1", "k2", "k3", "k4", "p1", "p2"] {
      if let value = try root.optionalNumber(name), value != 0 {
        losses.note("distortion", at: name, "lenses are taken without")
      }
    }
    func fieldOfView(_ fields: JSONFields) throws(FlightFileError) -> Double? {
      var focal = try fields.optionalNumber(fields.has("fl_y") ? "fl_y" : "fl_x")
      if focal == nil, let angle = try fields.optionalNumber("camera_angle_x") {
        guard angle > 0, angle < .pi else {
          throw FlightFileError(
            .value, at: "\(fields.place).camera_angle_x", "must be between 0 and π, got \(angle)")
        }
        focal = width / 2 / tan(angle / 2)
      }
      guard let focal else { return nil }
      guard focal > 0, focal <= 1e9 else {
        throw FlightFileError(.value, at: "\(fields.place).fl_y", "must be above 0, got \(focal)")
      }
      return Pinhole.fieldOfView(focal: focal, height: height)
    }
    let common = try fieldOfView(root) ?? options.viewport.fieldOfView
    let frames = try root.items("frames")
    guard !frames.isEmpty else { throw FlightFileError(.value, at: "frames", "is empty") }
    var reader = try PoseReader(origin: origin, projection: projection, options)
    let isTimed = frames.allSatisfy { $0.has("seconds") }
    if !isTimed {
      losses.note(
        "time", "frames have none in seconds; \(options.framesPerSecond) a second are taken")
    }
    for (i, frame) in frames.enumerated() {
      try reader.append(
        time: isTimed ? frame.number("seconds") : Double(i) / options.framesPerSecond,
        pose: pose(frame.field("transform_matrix")),
        fieldOfView: fieldOfView(frame) ?? common,
        name: frame.optional("file_path")?.string(), at: frame.place, &losses)
    }
    return FlightFile.Read(record: try reader.record(name: nil), losses: losses.losses)
  }

  private static func pose(_ matrix: JSONFields) throws(FlightFileError) -> CameraPose {
    let rows = try matrix.items()
    guard rows.count == 4 || rows.count == 3 else {
      throw FlightFileError(.value, at: matrix.place, "expected 4 rows of 4 numbers")
    }
    var m: [[Double]] = []
    for row in rows { m.append(try row.numbers(4)) }
    func column(_ k: Int) -> Vector3 { Vector3(m[0][k], m[1][k], m[2][k]) }
    let (x, y, z, eye) = (column(0), column(1), column(2), column(3))
    let right = x.normalized
    let up = (y - right * right.dot(y)).normalized
    let isTurn =
      abs(x.length - 1) < 1e-3 && abs(y.length - 1) < 1e-3 && abs(z.length - 1) < 1e-3
      && right.cross(up).dot(z) > 0.999
    guard isTurn, eye.length <= 1e9 else {
      throw FlightFileError(
        .value, at: matrix.place,
        "the first three columns must be a rotation, without scale or mirror")
    }
    return CameraPose(eye: eye, forward: -right.cross(up), right: right, up: up)
  }
}

extension JSONFields {
  /// The map that a frame of this library belongs to.
  func projection() throws(FlightFileError) -> MapProjection? {
    guard let name = try optional("projection")?.string() else { return nil }
    guard let projection = MapProjection(rawValue: name) else {
      throw FlightFileError(.value, at: "\(place).projection", "must be flat or globe")
    }
    return projection
  }
}
