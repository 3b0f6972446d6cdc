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

/// One camera after another from a start to an end by ``ZoomPan``, by parts of the perceived way.
///
/// The centre runs along the geodesic. The pitch keeps its share of what is allowed at the distance, so
/// that no limit bends its curve; the heading turns evenly the shorter way, through straight down as
/// anywhere else.
struct ZoomPanCourse: Sendable {
  let start, end: MapCamera
  let zoomPan: ZoomPan
  let limits: CameraLimits
  private let line: GeodesicLine
  private let widthOfDistance: Double
  private let startShare, endShare: Double
  /// Degrees by which the heading turns, in [−180, 180).
  let turn: Double

  /// - Parameters:
  ///   - start, end: valid, and within the limits.
  ///   - fieldOfView: degrees, vertical.
  /// - Throws: `DomainError` that names `curvature`.
  init(
    from start: MapCamera, to end: MapCamera, fieldOfView: Double, curvature: Double,
    limits: CameraLimits
  ) throws(DomainError) {
    self.start = start
    self.end = end
    self.limits = limits
    line = try Geodesic.wgs84.line(from: start.centerCoordinate, to: end.centerCoordinate)
    let factor = 2 * tan(fieldOfView / 2 * .pi / 180)
    widthOfDistance = factor
    let isStill = start.centerCoordinate == end.centerCoordinate
    // No camera is farther away than its domain allows.
    let farthest = limits.zoomRange?.maximumDistance ?? 1e9
    let highest = max(farthest, start.distance, end.distance) * factor
    zoomPan = try ZoomPan(
      from: start.distance * factor, to: end.distance * factor, along: isStill ? 0 : line.length,
      curvature: curvature, maximumWidth: highest)
    func share(_ camera: MapCamera) -> Double? {
      let limit = limits.maximumPitch(atDistance: camera.distance)
      return limit > 0 ? min(camera.pitch / limit, 1) : nil
    }
    // Where no pitch is allowed any share of it is none.
    startShare = share(start) ?? share(end) ?? 0
    endShare = share(end) ?? startShare
    turn = CameraFlight.headingChange(from: start.heading, to: end.heading)
  }

  /// The camera at a part of the perceived way; the ends are met exactly.
  ///
  /// - Parameter part: held within [0, 1].
  func camera(at part: Double) -> MapCamera {
    guard part > 0 else { return start }
    guard part < 1 else { return end }
    let view = zoomPan.view(at: part)
    let low = limits.zoomRange?.minimumDistance ?? 0
    let high = limits.zoomRange?.maximumDistance ?? 1e9
    let distance = min(max(view.width / widthOfDistance, low), high)
    let share = startShare + (endShare - startShare) * part
    return MapCamera(
      lookingAtCenter: center(at: view.way), fromDistance: distance,
      pitch: share * limits.maximumPitch(atDistance: distance),
      heading: start.heading + turn * part)
  }

  /// The place so many metres on the way.
  private func center(at way: Double) -> Coordinate {
    guard zoomPan.way > 0 else { return start.centerCoordinate }
    guard limits.boundary == nil else {
      // Straight on the map no way leaves a rectangle.
      let p = MapPoint(start.centerCoordinate)
      let q = MapPoint(end.centerCoordinate)
      let part = way / zoomPan.way
      return MapPoint(
        x: p.x + q.shortDeltaX(from: p) * part, y: p.y + (q.y - p.y) * part
      ).coordinate
    }
    // The way is finite, so that a place is always found.
    guard var place = try? line.position(distance: way).coordinate else {
      return end.centerCoordinate
    }
    // The flat map has no more.
    let edge = MapPoint.maximumLatitude
    place.latitude = min(max(place.latitude, -edge), edge)
    return place
  }
}

extension ZoomPanCourse: Hashable {
  static func == (a: Self, b: Self) -> Bool {
    a.start == b.start && a.end == b.end && a.zoomPan == b.zoomPan && a.limits == b.limits
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(start)
    hasher.combine(end)
    hasher.combine(zoomPan)
  }
}
