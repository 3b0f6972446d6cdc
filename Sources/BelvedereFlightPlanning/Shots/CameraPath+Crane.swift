import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension CameraPath {
  /// A crane shot: the eye rises or sinks straight up or down while the camera keeps looking at its centre, in
  /// one movement.
  ///
  /// - Parameters:
  ///   - camera: the start.
  ///   - altitude: metres of the eye above the ground at the centre at the end, above 0.
  ///   - fieldOfView: degrees, vertical.
  ///   - limits: what every camera keeps; 64 of them are looked at.
  ///   - motion: how fast it may move.
  /// - Throws: ``FlightError``: `domain` that names the field, such as `altitude`; `excludedOnTheWay` where the
  ///   limits would change a camera.
  ///
  /// Accuracy: the eye stays within 1e-9 of the distance of the vertical; held by `ShotTests`.
  public static func crane(
    _ camera: MapCamera, toAltitude altitude: Double, fieldOfView: Double = 30,
    limits: CameraLimits = CameraLimits(), motion: MotionLimits = .standard
  ) throws(FlightError) -> CameraPath {
    try asFlightError { () throws(DomainError) in
      try camera.validate()
      try motion.validate()
      try check(fieldOfView: fieldOfView)
    }
    guard altitude > 0, altitude <= 1e9, camera.altitude > 1e-9 else {
      throw .domain(
        DomainError(
          field: "altitude", value: altitude,
          allowed: "metres above 0, at most 1e9, of a camera above the ground"))
    }
    let rise = VerticalRise(camera, to: altitude)
    for i in 0...64 {
      if let change = limits.clamp(rise.place(at: Double(i) / 64).camera).adjustments.first {
        throw .excludedOnTheWay(part: Double(i) / 64, by: change)
      }
    }
    var builder = PathBuilder(start: CameraWaypoint(camera, fieldOfView: fieldOfView))
    guard altitude != camera.altitude else { return builder.path }
    let segment = rise.segment(lens: lens(ofFieldOfView: fieldOfView))
    if builder.append([segment], within: motion) { return builder.path }
    // Without a limit that binds it takes a second.
    _ = builder.append([segment], within: MotionLimits(zoomRate: 1, pitchRate: 45))
    let path = builder.path
    return try asFlightError { () throws(DomainError) in try path.retimed(to: 1) }
  }
}

/// The eye's way straight up or down, by a parameter in which pitch and the logarithm of the distance together
/// change evenly.
///
/// With the eye at the altitude h above the centre and r beside it, h = r·sinh s: the distance is r·cosh s, and
/// as s grows by ds the logarithm of the distance grows by tanh s·ds and the pitch falls by ds/cosh s.
private struct VerticalRise {
  private let camera: MapCamera
  private let altitude: Double
  /// Metres beside the centre; 0 where the camera looks straight down.
  private let reach: Double
  /// The parameter at the start, and by how much it grows.
  private let start, growth: Double

  init(_ camera: MapCamera, to altitude: Double) {
    self.camera = camera
    self.altitude = altitude
    let reach = camera.distance * sin(camera.pitch * .pi / 180)
    let isVertical = reach <= 1e-9 * min(camera.altitude, altitude)
    self.reach = isVertical ? 0 : reach
    start = isVertical ? log(camera.altitude) : asinh(camera.altitude / reach)
    growth = (isVertical ? log(altitude) : asinh(altitude / reach)) - start
  }

  /// The camera at a part of the way, and the derivatives of its channels by the part.
  func place(at part: Double) -> (camera: MapCamera, tangent: Tangent) {
    let s = start + growth * part
    var result = (camera: camera, tangent: Tangent.rest)
    if reach > 0 {
      let (slope, share, degrees) = (tanh(s), 1 / cosh(s), 180 / Double.pi)
      result.camera.distance = reach * cosh(s)
      result.camera.pitch = atan(1 / sinh(s)) * degrees
      result.tangent.velocity[Channel.zoom] = slope * growth
      result.tangent.velocity[Channel.pitch] = -share * growth * degrees
      result.tangent.acceleration[Channel.zoom] = share * share * growth * growth
      result.tangent.acceleration[Channel.pitch] = share * slope * growth * growth * degrees
    } else {
      result.camera.distance = camera.distance * exp(growth * part)
      result.tangent.velocity[Channel.zoom] = growth
    }
    if part >= 1 {
      result.camera.distance = hypot(reach, altitude)
      result.camera.pitch = reach > 0 ? atan2(reach, altitude) * 180 / .pi : camera.pitch
    }
    return part <= 0 ? (camera, result.tangent) : result
  }

  /// The way as polynomials that meet value, velocity and acceleration at even steps.
  func segment(lens: Double) -> CameraSpline.TimedSegment {
    let count = Int(clamping: (abs(growth) * 10).rounded(.up), in: 4...1024)
    let step = 1 / Double(count)
    let places = (0...count).map { place(at: Double($0) * step) }
    let pieces = zip(places, places.dropFirst()).map { from, to in
      SplinePiece(
        origin: from.camera, lens: lens, duration: step, change: from.camera.change(to: to.camera),
        start: from.tangent, end: to.tangent)
    }
    return CameraSpline.TimedSegment(
      pieces: pieces, end: places[count].camera, endLens: lens)
  }
}
