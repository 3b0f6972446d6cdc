import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereJSON

/// COLMAP's text model: `images.txt` holds the rotation and translation from the local frame (east, north,
/// up) to the camera's axes (right, down, forward), `cameras.txt` a pinhole each.
///
/// Where on Earth the frame stands is told by a comment, which COLMAP passes over.
enum COLMAPFlight {
  private static let mark = "# frame: "

  static func write(
    _ record: FlightRecord, _ options: FlightFile.Options
  ) throws(FlightFileError) -> FlightFile.Written {
    var losses = LossList()
    let flight = try PosedFlight(record, options, &losses)
    let origin = flight.frame.origin
    let rate = options.framesPerSecond
    var images = """
      # IMAGE_ID QW QX QY QZ TX TY TZ CAMERA_ID NAME, then a line of points (none)
      \(mark)\(options.projection.rawValue) latitude=\(number(origin.latitude)) \
      longitude=\(number(origin.longitude)) height=\(number(origin.height)) rate=\(number(rate))

      """
    var cameras = "# CAMERA_ID MODEL WIDTH HEIGHT fx fy cx cy\n"
    var ids: [Double: Int] = [:]
    for (i, moment) in flight.moments.enumerated() {
      if abs(moment.time - Double(i) / rate) > 1e-6 {
        losses.note(
          "time", at: "images[\(i)]",
          "images have an order and no times; take \(number(rate)) frames a second")
      }
      let id = ids[moment.fieldOfView] ?? ids.count + 1
      if id > ids.count {
        ids[moment.fieldOfView] = id
        let lens = Pinhole(options.viewport, fieldOfView: moment.fieldOfView)
        let numbers = [lens.focal, lens.focal, lens.center.x, lens.center.y].map { number($0) }
        cameras += "\(id) PINHOLE \(number(options.viewport.width)) "
        cameras += "\(number(options.viewport.height)) \(numbers.joined(separator: " "))\n"
      }
      let (rows, t) = moment.pose.openCV
      // Columns of the rotation are the images of the frame's axes.
      let columns = (0..<3).map { Vector3(rows[0][$0], rows[1][$0], rows[2][$0]) }
      let q = Quaternion(axes: columns[0], columns[1], columns[2])
      let numbers = [q.w, q.x, q.y, q.z, t.x, t.y, t.z].map { number($0) }
      images += "\(i + 1) \(numbers.joined(separator: " ")) \(id) \(padded(i)).png\n\n"
    }
    return FlightFile.Written(
      bytes: Array(images.utf8),
      companions: [
        ("cameras.txt", Array(cameras.utf8)),
        ("points3D.txt", Array("# POINT3D_ID X Y Z R G B ERROR TRACK[]\n".utf8)),
      ], losses: losses.losses)
  }

  /// Six digits at least, as pictures along a flight are named.
  static func padded(_ index: Int) -> String {
    let digits = String(index)
    return String(repeating: "0", count: max(6 - digits.count, 0)) + digits
  }

  private struct Model {
    var fieldOfView: Double
  }

  static func read(
    _ bytes: [UInt8], _ companions: [String: [UInt8]], _ options: FlightFile.Options
  ) throws(FlightFileError) -> FlightFile.Read {
    var losses = LossList()
    var fields: [Int: Double] = [:]
    if let cameras = companions["cameras.txt"] {
      fields = try models(cameras, &losses)
    } else {
      losses.note(
        "fieldOfView",
        "cameras.txt is not there; the viewport's \(options.viewport.fieldOfView)° are taken")
    }
    var projection = options.projection
    var origin: GeodeticPosition?
    var rate = options.framesPerSecond
    var images: [(id: Int, pose: CameraPose, fieldOfView: Double, name: String, line: Int)] = []
    var expectsPoints = false
    var lastLine = 0
    for (number, bytes) in textLines(bytes) {
      let text = trimmed(bytes)
      if text.hasPrefix("#") {
        guard text.hasPrefix(mark) else { continue }
        (projection, origin, rate) = try header(
          text.dropFirst(mark.count), "line \(number)", rate)
        continue
      }
      // Every second line lists points, and is often empty.
      if expectsPoints, number == lastLine + 1 {
        expectsPoints = false
        losses.note("points2D", at: "line \(number)", "a flight has none")
        continue
      }
      (expectsPoints, lastLine) = (true, number)
      guard images.count < options.maximumCameras else {
        throw FlightFileError(
          .tooLarge, at: "line \(number)", "more than \(options.maximumCameras) cameras")
      }
      let image = try image(text, "line \(number)")
      images.append(
        (
          image.id, image.pose, fields[image.camera] ?? options.viewport.fieldOfView, image.name,
          number
        ))
    }
    // COLMAP writes images in any order; names and numbers tell it.
    images.sort { ($0.id, $0.line) < ($1.id, $1.line) }
    var reader = try PoseReader(origin: origin, projection: projection, options)
    for (i, image) in images.enumerated() {
      try reader.append(
        time: Double(i) / rate, pose: image.pose, fieldOfView: image.fieldOfView,
        name: image.name.isEmpty ? nil : image.name, at: "line \(image.line)", &losses)
    }
    losses.note("time", "images have none; \(rate) frames a second are taken")
    return FlightFile.Read(record: try reader.record(name: nil), losses: losses.losses)
  }

  private static func header(
    _ text: Substring, _ place: String, _ rate: Double
  ) throws(FlightFileError) -> (MapProjection, GeodeticPosition, Double) {
    let words = text.split(separator: " ")
    var values = ["latitude": 0.0, "longitude": 0.0, "height": 0.0, "rate": rate]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, values[String(parts[0])] != nil, let value = Double(parts[1]),
        value.isFinite
      else {
        throw FlightFileError(
          .value, at: place, "expected latitude=, longitude=, height= or rate= and a number")
      }
      values[String(parts[0])] = value
    }
    guard let projection = words.first.flatMap({ MapProjection(rawValue: String($0)) }) else {
      throw FlightFileError(.value, at: place, "expected flat or globe")
    }
    let own = values["rate"] ?? rate
    guard own >= 1e-6, own <= 1e6 else {
      throw FlightFileError(.value, at: "\(place), rate", "must be within [1e-6, 1e6], got \(own)")
    }
    return (
      projection,
      GeodeticPosition(
        latitude: values["latitude"] ?? 0, longitude: values["longitude"] ?? 0,
        height: values["height"] ?? 0), own
    )
  }

  private static func image(
    _ text: String, _ place: String
  ) throws(FlightFileError) -> (id: Int, pose: CameraPose, camera: Int, name: String) {
    let words = text.split(separator: " ", maxSplits: 9, omittingEmptySubsequences: true)
    guard words.count >= 9,
      let id = Int(words[0]),  // checked: text
      let camera = Int(words[8])  // checked: text
    else {
      throw FlightFileError(
        .malformed, at: place, "expected IMAGE_ID QW QX QY QZ TX TY TZ CAMERA_ID NAME")
    }
    var numbers: [Double] = []
    for word in words[1..<8] {
      guard let value = Double(word), abs(value) <= 1e12 else {
        throw FlightFileError(
          .value, at: place, "expected a number, got \"\(word.prefix(40))\"")
      }
      numbers.append(value)
    }
    guard
      let q = Quaternion(x: numbers[1], y: numbers[2], z: numbers[3], w: numbers[0]).normalized
    else { throw FlightFileError(.value, at: place, "the rotation is no quaternion") }
    let inverse = Quaternion(x: -q.x, y: -q.y, z: -q.z, w: q.w)
    let pose = CameraPose(
      eye: inverse.rotate(Vector3(-numbers[4], -numbers[5], -numbers[6])),
      forward: inverse.rotate(Vector3(0, 0, 1)), right: inverse.rotate(Vector3(1, 0, 0)),
      up: inverse.rotate(Vector3(0, -1, 0)))
    return (id, pose, camera, words.count > 9 ? String(words[9]) : "")
  }

  /// The vertical fields of view of `cameras.txt`.
  private static func models(
    _ bytes: [UInt8], _ losses: inout LossList
  ) throws(FlightFileError) -> [Int: Double] {
    var result: [Int: Double] = [:]
    for (number, bytes) in textLines(bytes) {
      let text = trimmed(bytes)
      if text.hasPrefix("#") { continue }
      let place = "cameras.txt, line \(number)"
      let words = text.split(separator: " ")
      guard words.count >= 5,
        let id = Int(words[0]),  // checked: text
        let width = Double(words[2]), let height = Double(words[3])
      else {
        throw FlightFileError(.malformed, at: place, "expected CAMERA_ID MODEL WIDTH HEIGHT PARAMS")
      }
      let parameters = words[4...].map { Double($0) ?? .nan }
      let single = ["SIMPLE_PINHOLE", "SIMPLE_RADIAL", "RADIAL", "SIMPLE_RADIAL_FISHEYE"]
      let isSingle = single.contains(String(words[1]))
      let focal = isSingle ? parameters[0] : parameters.count > 1 ? parameters[1] : .nan
      guard width > 0, height > 0, width <= 1e6, height <= 1e6, focal > 0, focal <= 1e9 else {
        throw FlightFileError(.value, at: place, "sizes and focal lengths must be above 0")
      }
      if parameters.count > (isSingle ? 3 : 4) {
        losses.note("distortion", at: place, "lenses are taken without")
      }
      let center = isSingle ? (1, 2) : (2, 3)
      if parameters.count > center.1,
        abs(parameters[center.0] - width / 2) > 0.51
          || abs(parameters[center.1] - height / 2) > 0.51
      {
        losses.note("principal point", at: place, "taken to be the picture's middle")
      }
      result[id] = Pinhole.fieldOfView(focal: focal, height: height)
    }
    return result
  }
}
