import BelvedereCameraModel
import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How fast the picture of level ground moves over a screen, in points a second.
///
/// A point of the ground at the depth z that is seen at the slopes (a, b) to the right and up moves on the
/// screen by the derivative of its projection, exactly: by the eye's motion against it, divided by z, and
/// by the turning of the axes. In the middle all turning cancels and the flow is
/// k/d·√(s² + cos²p·t²), with the focal length k in points, the distance d, and the centre's velocity s
/// to the right and t ahead.
public struct OpticalFlow: Sendable {
  private let right, ahead, logDistance, pitchRate, headingRate, lensRate: Double
  private let distance, sine, cosine, focalLength: Double
  private let viewport: Viewport

  /// The flow of a motion in a viewport; the motion's field of view is the one that counts.
  public init(_ motion: CameraMotion, in viewport: Viewport) {
    let (p, h) = (motion.camera.pitch * .pi / 180, motion.camera.heading * .pi / 180)
    let (sinH, cosH) = (sin(h), cos(h))
    let velocity = motion.velocity
    right = velocity.east * cosH - velocity.north * sinH
    ahead = velocity.east * sinH + velocity.north * cosH
    distance = motion.camera.distance
    logDistance = velocity.logDistance
    (sine, cosine) = (sin(p), cos(p))
    pitchRate = velocity.pitch * .pi / 180
    headingRate = velocity.heading * .pi / 180
    let angle = motion.fieldOfView * .pi / 180
    focalLength = viewport.height / 2 / tan(angle / 2)
    lensRate = velocity.fieldOfView * .pi / 180 / sin(angle)
    self.viewport = viewport
  }

  /// Points a second of the ground in the middle of the view; exact.
  public var center: Double {
    focalLength / distance * (right * right + cosine * cosine * ahead * ahead).squareRoot()
  }

  /// Points a second of the ground seen at a place of the screen; `nil` where there is none.
  public func flow(at point: Vector2) -> Vector2? {
    let middle = viewport.principalPoint
    let (a, b) = ((point.x - middle.x) / focalLength, (middle.y - point.y) / focalLength)
    // The ray falls so much for each metre of depth, from d·cos p above the ground.
    let fall = cosine - sine * b
    guard fall > 0, cosine > 0 else { return nil }
    let z = distance * cosine / fall
    // The ground's velocity against the eye, along right, up and forward.
    let along = logDistance * distance
    let up = -ahead * cosine + distance * pitchRate
    let side = -right + distance * sine * headingRate
    let forward = -ahead * sine + along
    // How the axes turn: f′ = p′·u + h′·sin p·r, u′ = −p′·f + h′·cos p·r, r′ = −h′·(sin p·f + cos p·u).
    let turnedRight = -headingRate * (sine + cosine * b)
    let turnedUp = -pitchRate + headingRate * cosine * a
    let turnedForward = pitchRate * b + headingRate * sine * a
    let rateForward = forward / z + turnedForward
    let flow = Vector2(
      side / z + turnedRight - a * rateForward - lensRate * a,
      up / z + turnedUp - b * rateForward - lensRate * b)
    return Vector2(flow.x, -flow.y) * focalLength
  }

  /// The flow in points a second that so large a part of the ground on the screen stays below.
  ///
  /// - Parameters:
  ///   - part: within [0, 1], such as 0.95.
  ///   - columns, rows: the places of the screen that are looked at, each in the middle of its cell.
  /// - Returns: 0 where no ground is seen.
  ///
  /// Accuracy: four times as many places in each direction change the 95th percentile by under 15 %;
  /// held by `OpticalFlowTests`.
  public func percentile(_ part: Double, columns: Int = 12, rows: Int = 8) -> Double {
    var flows: [Double] = []
    flows.reserveCapacity(max(columns, 1) * max(rows, 1))
    for row in 0..<max(rows, 1) {
      for column in 0..<max(columns, 1) {
        let point = Vector2(
          (Double(column) + 0.5) / Double(max(columns, 1)) * viewport.width,
          (Double(row) + 0.5) / Double(max(rows, 1)) * viewport.height)
        if let flow = flow(at: point) { flows.append(flow.length) }
      }
    }
    guard !flows.isEmpty else { return 0 }
    flows.sort()
    let index = (min(max(part, 0), 1) * Double(flows.count)).rounded(.up) - 1
    return flows[Int(clamping: index, in: 0...(flows.count - 1))]
  }
}
