import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A camera's way over the map as a value: cameras at moments, and every camera between them.
///
/// Between two keyframes of a flight through cameras the centre runs straight on the map the short way round the world, the
/// distance changes by equal factors in equal parts, pitch and heading evenly, the heading the
/// shorter way. Time is eased: velocity and acceleration are 0 at every keyframe. An optimal flight
/// (``optimal(from:to:fieldOfView:curvature:limits:)``) is one movement, at rest at its ends only.
public struct CameraFlight: Sendable, Hashable {
  /// The keyframes, at increasing times, the first at 0; at least one.
  public let keyframes: [CameraKeyframe]
  /// What the camera follows; `nil` from keyframe to keyframe.
  private let course: ZoomPanCourse?

  /// A flight through cameras, each segment as long as its change asks for.
  public init(through cameras: [MapCamera]) {
    precondition(!cameras.isEmpty, "a flight has at least one camera")
    var frames: [CameraKeyframe] = []
    var time = 0.0
    for camera in cameras {
      if let last = frames.last { time += Self.duration(from: last.camera, to: camera) }
      frames.append(CameraKeyframe(time: time, camera: camera))
    }
    keyframes = frames
    course = nil
  }

  /// A flight along a course, with a keyframe where the greatest width begins and ends.
  init(along course: ZoomPanCourse) {
    let change = Self.change(
      zoomPan: course.zoomPan.length, pitch: course.end.pitch - course.start.pitch,
      turn: course.turn)
    let duration = Self.duration(ofChange: change)
    self.course = course
    var frames = [CameraKeyframe(time: 0, camera: course.start)]
    if duration > 0 {
      if let apex = course.zoomPan.apex {
        let parts =
          apex.lowerBound == apex.upperBound
          ? [apex.lowerBound] : [apex.lowerBound, apex.upperBound]
        frames += parts.map {
          CameraKeyframe(time: Self.uneased($0) * duration, camera: course.camera(at: $0))
        }
      }
      frames.append(CameraKeyframe(time: duration, camera: course.end))
    }
    keyframes = frames
  }

  /// Seconds from the first keyframe to the last.
  public var duration: Double { keyframes.last?.time ?? 0 }

  /// The camera at a moment; before the start the first, after the end the last.
  ///
  /// - Parameter time: seconds; NaN gives the first camera.
  public func camera(at time: Double) -> MapCamera {
    guard let next = keyframes.firstIndex(where: { $0.time > time }), next > 0 else {
      return time >= duration ? keyframes[keyframes.count - 1].camera : keyframes[0].camera
    }
    let a = keyframes[next - 1]
    let b = keyframes[next]
    // Keyframes are met to the last bit.
    if time == a.time { return a.camera }
    if let course { return course.camera(at: Self.eased(time / duration)) }
    let t = (time - a.time) / (b.time - a.time)
    return Self.mix(a.camera, b.camera, Self.eased(t))
  }

  /// Cameras evenly spaced in time, the first and the last being the flight's ends.
  ///
  /// - Parameter count: how many steps, at least 1; one camera more than that is returned.
  public func samples(_ count: Int) -> [MapCamera] {
    let steps = max(count, 1)
    return (0...steps).map { i in
      i == steps
        ? keyframes[keyframes.count - 1].camera
        : camera(at: duration * Double(i) / Double(steps))
    }
  }

  /// The quintic 6t⁵ − 15t⁴ + 10t³, at rest with no acceleration at both ends (Perlin 2002).
  static func eased(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }

  /// The part of the time at which the eased part is reached, for [0, 1]; by bisection.
  static func uneased(_ part: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if eased(middle) < part { low = middle } else { high = middle }
    }
    return high
  }

  private static func mix(_ a: MapCamera, _ b: MapCamera, _ t: Double) -> MapCamera {
    let p = MapPoint(a.centerCoordinate)
    let q = MapPoint(b.centerCoordinate)
    let point = MapPoint(
      x: p.x + q.shortDeltaX(from: p) * t, y: p.y + (q.y - p.y) * t)
    var center = point.coordinate
    // A centre that does not move keeps its last bit.
    if a.centerCoordinate == b.centerCoordinate { center = a.centerCoordinate }
    return MapCamera(
      lookingAtCenter: center,
      fromDistance: exp(log(a.distance) + log(b.distance / a.distance) * t),
      pitch: a.pitch + (b.pitch - a.pitch) * t,
      heading: a.heading + headingChange(from: a.heading, to: b.heading) * t)
  }

  /// Degrees from one heading to another the shorter way, in [−180, 180).
  static func headingChange(from a: Double, to b: Double) -> Double {
    wrappedLongitude(wrappedHeading(b) - wrappedHeading(a))
  }

  /// Seconds for a change: each factor e of distance, each screen's width of way and each radian of
  /// turning takes about as long as the others, and together they add up as lengths do.
  private static func duration(from a: MapCamera, to b: MapCamera) -> Double {
    let p = MapPoint(a.centerCoordinate)
    let q = MapPoint(b.centerCoordinate)
    let latitude = (a.centerCoordinate.latitude + b.centerCoordinate.latitude) / 2
    let way =
      Vector2(q.shortDeltaX(from: p), q.y - p.y).length * MapPoint.metersPerMapPoint(at: latitude)
    // The width seen at the greater of both distances with the usual field of view of 30°.
    let screens = way / (max(a.distance, b.distance) * 0.536)
    let zoom = log(b.distance / a.distance)
    return duration(
      ofChange: change(
        zoomPan: (zoom * zoom + screens * screens).squareRoot(), pitch: b.pitch - a.pitch,
        turn: headingChange(from: a.heading, to: b.heading)))
  }

  /// How much changes altogether: zooming and panning, and degrees of pitch and heading.
  private static func change(zoomPan: Double, pitch: Double, turn: Double) -> Double {
    let (pitch, turn) = (pitch * .pi / 180, turn * .pi / 180)
    return (zoomPan * zoomPan + pitch * pitch + turn * turn * 0.25).squareRoot()
  }

  private static func duration(ofChange change: Double) -> Double {
    change == 0 ? 0 : 0.8 + 0.9 * change
  }
}
