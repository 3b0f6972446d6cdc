import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereJSON

/// A channel of an animation: numbers over time.
struct GLTFTrack {
  enum Mode: String {
    case step = "STEP"
    case linear = "LINEAR"
    case cubic = "CUBICSPLINE"
  }

  let node: Int
  let path: String
  let mode: Mode
  let times: [Double]
  let values: [Double]
  let width: Int

  /// The value at a time, as appendix C of the glTF 2.0 specification says.
  func value(at time: Double) -> [Double] {
    func value(_ index: Int, _ part: Int = 1) -> [Double] {
      let start = mode == .cubic ? (3 * index + part) * width : index * width
      return Array(values[start..<(start + width)])
    }
    var (low, high) = (0, times.count - 1)
    guard time > times[low] else { return value(low) }
    guard time < times[high] else { return value(high) }
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let span = times[high] - times[low]
    let t = (time - times[low]) / span
    if mode == .step || t <= 0 { return value(low) }
    let (a, b) = (value(low), value(high))
    if mode == .linear {
      let sign: Double = width == 4 && zip(a, b).reduce(0, { $0 + $1.0 * $1.1 }) < 0 ? -1 : 1
      return zip(a, b).map { $0 + (sign * $1 - $0) * t }
    }
    let (out, into) = (value(low, 2), value(high, 0))
    let (t2, t3) = (t * t, t * t * t)
    return (0..<width).map { k in
      let ends = (2 * t3 - 3 * t2 + 1) * a[k] + (3 * t2 - 2 * t3) * b[k]
      return ends + span * ((t3 - 2 * t2 + t) * out[k] + (t3 - t2) * into[k])
    }
  }
}

/// A camera's node and those above it.
struct GLTFChain {
  /// A node's own transform.
  struct Link {
    let index: Int
    private let matrix: [Double]?
    private let translation, scale: [Double]
    private let rotation: [Double]

    init(_ node: JSONFields, _ index: Int) throws(FlightFileError) {
      self.index = index
      matrix = try node.optional("matrix").map { (f) throws(FlightFileError) in try f.numbers(16) }
      translation =
        try node.optional("translation").map { (f) throws(FlightFileError) in try f.numbers(3) }
        ?? [0, 0, 0]
      scale =
        try node.optional("scale").map { (f) throws(FlightFileError) in try f.numbers(3) }
        ?? [1, 1, 1]
      rotation =
        try node.optional("rotation").map { (f) throws(FlightFileError) in try f.numbers(4) }
        ?? [0, 0, 0, 1]
    }

    /// The images of the axes, and of the origin; `nil` where the rotation is none.
    func transform(
      at time: Double, _ tracks: [GLTFTrack]
    ) -> (x: Vector3, y: Vector3, z: Vector3, origin: Vector3)? {
      var (place, turn, size) = (translation, rotation, scale)
      var isAnimated = false
      for track in tracks where track.node == index {
        isAnimated = true
        let value = track.value(at: time)
        switch track.path {
        case "translation": place = value
        case "rotation": turn = value
        default: size = value
        }
      }
      if let m = matrix, !isAnimated {
        return (
          Vector3(m[0], m[1], m[2]), Vector3(m[4], m[5], m[6]), Vector3(m[8], m[9], m[10]),
          Vector3(m[12], m[13], m[14])
        )
      }
      guard let q = Quaternion(x: turn[0], y: turn[1], z: turn[2], w: turn[3]).normalized else {
        return nil
      }
      return (
        q.rotate(Vector3(size[0], 0, 0)), q.rotate(Vector3(0, size[1], 0)),
        q.rotate(Vector3(0, 0, size[2])), Vector3(place)
      )
    }
  }

  /// The camera's first, the root's last.
  let links: [Link]
  let place: String

  /// The camera's pose in the local frame (east, north, up) at a time.
  func pose(at time: Double, _ tracks: [GLTFTrack]) throws(FlightFileError) -> CameraPose {
    var eye = Vector3.zero
    var (right, up, back) = (Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))
    for link in links {
      guard let t = link.transform(at: time, tracks) else {
        throw FlightFileError(.value, at: place, "a rotation at \(time) s is no quaternion")
      }
      func turned(_ v: Vector3) -> Vector3 { t.x * v.x + t.y * v.y + t.z * v.z }
      eye = turned(eye) + t.origin
      (right, up, back) = (turned(right), turned(up), turned(back))
    }
    let lengths = [right.length, up.length, back.length]
    let (x, z) = (right.normalized, back.normalized)
    guard lengths.allSatisfy({ $0 > 1e-9 && $0 < 1e9 }), abs(x.dot(z)) < 1e-4,
      z.cross(x).dot(up.normalized) > 0.9999, abs(eye.x) + abs(eye.y) + abs(eye.z) <= 1e12
    else {
      throw FlightFileError(
        .unsupported, at: place, "its axes are skewed or mirrored by a scale of the nodes above")
    }
    // The line of sight counts most, then the screen's right.
    let level = (x - z * x.dot(z)).normalized
    return CameraPose(
      eye: GLTFAxes.toLocal(eye), forward: GLTFAxes.toLocal(-z), right: GLTFAxes.toLocal(level),
      up: GLTFAxes.toLocal(z.cross(level)))
  }
}
