import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereJSON

/// A perspective camera of glTF 2.0 whose node is moved by an animation with cubic splines.
///
/// glTF's axes are x east, y up and z south of the origin, which the node's `extras.frame` names. Its
/// animations have 32-bit numbers: positions keep 6e-8 of their distance from the origin.
enum GLTFFlight {
  static func write(
    _ record: FlightRecord, _ options: FlightFile.Options
  ) throws(FlightFileError) -> FlightFile.Written {
    var losses = LossList()
    let flight = try PosedFlight(record, options, &losses)
    let count = flight.moments.count
    let times = flight.moments.map(\.time)
    let places = flight.moments.map { GLTFAxes.fromLocal($0.pose.eye) }
    let turns = continued(flight.moments.map { GLTFAxes.turn(of: $0.pose) })
    let reach = places.reduce(0) { max($0, max(abs($1.x), abs($1.y), abs($1.z))) }
    losses.note(
      "translation", "32-bit numbers: within \(rounded(reach * 0x1p-24)) m; choose an origin nearby"
    )
    losses.note("rotation", "32-bit numbers: within 6e-8, a few millionths of a degree")
    losses.note(
      "time", "32-bit numbers: within \(rounded((times.last ?? 0) * 0x1p-24)) s")
    let view = flight.moments[0].fieldOfView
    if let i = flight.moments.firstIndex(where: { $0.fieldOfView != view }) {
      losses.note(
        "fieldOfView", at: "cameras[\(i)]",
        "a camera of glTF keeps its own; the first one's is written")
    }
    let origin = flight.frame.origin
    let extras: JSONValue = [
      "frame": [
        "projection": .string(options.projection.rawValue), "latitude": .number(origin.latitude),
        "longitude": .number(origin.longitude), "height": .number(origin.height),
      ]
    ]
    var members: [(String, JSONValue)] = [
      ("asset", ["version": "2.0", "generator": "Belvedere"]), ("scene", 0),
      ("scenes", JSONValue(.array([["nodes": [0]]]))),
      (
        "nodes",
        JSONValue(
          .array([
            jsonObject([
              ("name", "camera"), ("camera", 0), ("translation", jsonNumbers(triple(places[0]))),
              (
                "rotation",
                jsonNumbers([turns[0].x, turns[0].y, turns[0].z, turns[0].w])
              ), ("extras", extras),
            ])
          ]))
      ),
      (
        "cameras",
        JSONValue(
          .array([
            jsonObject([
              ("type", "perspective"),
              (
                "perspective",
                jsonObject([
                  ("aspectRatio", .number(options.viewport.width / options.viewport.height)),
                  ("yfov", .number(view * .pi / 180)), ("znear", .number(1)),
                ])
              ),
            ])
          ]))
      ),
    ]
    if count > 1 {
      var buffer = FloatBuffer()
      let input = buffer.append(times, type: "SCALAR", bounds: (times[0], times[count - 1]))
      let translation = buffer.append(
        spline(times, places.map(triple)), type: "VEC3", bounds: nil)
      let rotation = buffer.append(
        spline(times, turns.map { [$0.x, $0.y, $0.z, $0.w] }), type: "VEC4", bounds: nil)
      members.append(
        ("animations", animation(record.name, input, translation, rotation)))
      members += buffer.members
    }
    return FlightFile.Written(
      bytes: jsonText(jsonObject(members)), companions: [], losses: losses.losses)
  }

  private static func animation(
    _ name: String?, _ input: Int, _ translation: Int, _ rotation: Int
  ) -> JSONValue {
    func sampler(_ output: Int) -> JSONValue {
      jsonObject([
        ("input", .integer(input)), ("interpolation", "CUBICSPLINE"), ("output", .integer(output)),
      ])
    }
    func channel(_ sampler: Int, _ path: String) -> JSONValue {
      jsonObject([
        ("sampler", .integer(sampler)), ("target", ["node": 0, "path": .string(path)]),
      ])
    }
    return JSONValue(
      .array([
        jsonObject([
          ("name", .string(name ?? "Flight")),
          ("channels", JSONValue(.array([channel(0, "translation"), channel(1, "rotation")]))),
          ("samplers", JSONValue(.array([sampler(translation), sampler(rotation)]))),
        ])
      ]))
  }

  /// Each value between its tangents, as glTF's cubic splines have them: the slopes of the parabola through
  /// a value and its neighbours, at the ends none, since flights begin and end at rest.
  private static func spline(_ times: [Double], _ values: [[Double]]) -> [Double] {
    var out: [Double] = []
    out.reserveCapacity(values.count * 12)  // bounded: cameras
    let zero = values[0].map { _ in 0.0 }
    for i in values.indices {
      var slope = zero
      if i > 0, i + 1 < values.count {
        let (before, after) = (times[i] - times[i - 1], times[i + 1] - times[i])
        for k in slope.indices {
          let (a, b) = (
            (values[i][k] - values[i - 1][k]) / before, (values[i + 1][k] - values[i][k]) / after
          )
          slope[k] = (a * after + b * before) / (before + after)
        }
      }
      out += slope + values[i] + slope
    }
    return out
  }

  private static func rounded(_ value: Double) -> String {
    guard value > 0 else { return "0" }
    let text = Float(value).description
    return text.count <= 8
      ? text : "\(Float(exactly: (value * 1e9).rounded() / 1e9) ?? Float(value))"
  }

  static func read(
    _ bytes: [UInt8], _ options: FlightFile.Options
  ) throws(FlightFileError) -> FlightFile.Read {
    let file = try GLTFFile(bytes, options)
    var losses = LossList()
    let camera = try file.camera(&losses)
    let fieldOfView = try camera.fieldOfView(or: options)
    var origin: GeodeticPosition?
    var projection = options.projection
    if let frame = camera.node.optional("extras")?.optional("frame") {
      origin = try frame.origin()
      projection = try frame.projection() ?? projection
    }
    let tracks = try file.tracks(of: camera, &losses)
    let times = Set(tracks.flatMap(\.times)).sorted()
    var reader = try PoseReader(origin: origin, projection: projection, options)
    // Of 32-bit numbers.
    reader.noise = 1e-6
    let chain = try file.chain(of: camera)
    for time in times.isEmpty ? [0] : times {
      let pose = try chain.pose(at: time, tracks)
      try reader.append(
        time: time - (times.first ?? 0), pose: pose, fieldOfView: fieldOfView,
        at: times.isEmpty ? camera.node.place : "\(camera.node.place) at \(time) s", &losses)
    }
    return FlightFile.Read(
      record: try reader.record(name: file.animationName), losses: losses.losses)
  }
}

/// The axes of glTF: x east, y up, z south.
enum GLTFAxes {
  static func fromLocal(_ v: Vector3) -> Vector3 { Vector3(v.x, v.z, -v.y) }

  static func toLocal(_ v: Vector3) -> Vector3 { Vector3(v.x, -v.z, v.y) }

  /// The turn of a camera, which looks along −z with y up.
  static func turn(of pose: CameraPose) -> Quaternion {
    Quaternion(
      axes: fromLocal(pose.right), fromLocal(pose.up), -fromLocal(pose.forward))
  }
}

/// Lists of 32-bit numbers one after another, as a buffer of glTF.
private struct FloatBuffer {
  private var bytes: [UInt8] = []
  private var views: [JSONValue] = []
  private var accessors: [JSONValue] = []

  mutating func append(
    _ numbers: [Double], type: String, bounds: (Double, Double)?
  ) -> Int {
    let start = bytes.count
    for number in numbers {
      let bits = Float(number).bitPattern
      for shift in [UInt32(0), 8, 16, 24] {  // checked: a literal
        bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
      }
    }
    let width = type == "SCALAR" ? 1 : type == "VEC3" ? 3 : 4
    views.append(
      jsonObject([
        ("buffer", 0), ("byteOffset", .integer(start)),
        ("byteLength", .integer(bytes.count - start)),
      ]))
    var members: [(String, JSONValue)] = [
      ("bufferView", .integer(views.count - 1)), ("componentType", 5126),
      ("count", .integer(numbers.count / width)), ("type", .string(type)),
    ]
    if let bounds {
      members.append(("min", jsonNumbers([Double(Float(bounds.0))])))
      members.append(("max", jsonNumbers([Double(Float(bounds.1))])))
    }
    accessors.append(jsonObject(members))
    return accessors.count - 1
  }

  var members: [(String, JSONValue)] {
    [
      ("accessors", JSONValue(.array(accessors))), ("bufferViews", JSONValue(.array(views))),
      (
        "buffers",
        JSONValue(
          .array([
            jsonObject([
              ("byteLength", .integer(bytes.count)),
              ("uri", .string("data:application/octet-stream;base64," + Base64.text(bytes))),
            ])
          ]))
      ),
    ]
  }
}
