import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a path does, from its cameras alone: channels unwrapped, and differences of them.
struct MotionProbe {
  let path: CameraPath

  /// Metres east and north of a reference in its frame, the logarithm of the distance, radians of pitch and
  /// heading.
  private func channels(_ camera: MapCamera, from reference: MapCamera) -> [Double] {
    let (p, q) = (MapPoint(reference.centerCoordinate), MapPoint(camera.centerCoordinate))
    let metres = MapPoint.metersPerMapPoint(at: reference.centerCoordinate.latitude)
    return [
      q.shortDeltaX(from: p) * metres, (p.y - q.y) * metres,
      log(camera.distance / reference.distance),
      (camera.pitch - reference.pitch) * .pi / 180,
      remainder(camera.heading - reference.heading, 360) * .pi / 180,
    ]
  }

  /// The first three derivatives by central differences over steps of h.
  func derivatives(at time: Double, step h: Double) -> [[Double]] {
    let reference = path.camera(at: time)
    let f = [-2.0, -1, 0, 1, 2].map { channels(path.camera(at: time + $0 * h), from: reference) }
    return (0..<5).map { c in
      [
        (f[3][c] - f[1][c]) / (2 * h), (f[3][c] - 2 * f[2][c] + f[1][c]) / (h * h),
        (f[4][c] - 2 * f[3][c] + 2 * f[1][c] - f[0][c]) / (2 * h * h * h),
      ]
    }
  }

  /// The greatest of every quantity but the flows over evenly spaced moments.
  func peaks(_ count: Int) -> [MotionQuantity: Double] {
    var result: [MotionQuantity: Double] = [:]
    let h = path.duration / 4000
    for i in 1..<count {
      let time = 2 * h + (path.duration - 4 * h) * Double(i) / Double(count)
      let d = derivatives(at: time, step: h)
      let distance = path.camera(at: time).distance
      func size(_ order: Int) -> Double {
        let scaled = [d[0][order] / distance, d[1][order] / distance] + d[2...].map { $0[order] }
        return scaled.reduce(0) { $0 + $1 * $1 }.squareRoot()
      }
      let values: [(MotionQuantity, Double)] = [
        (.groundSpeed, hypot(d[0][0], d[1][0]) / distance), (.zoomRate, abs(d[2][0])),
        (.pitchRate, abs(d[3][0]) * 180 / .pi), (.headingRate, abs(d[4][0]) * 180 / .pi),
        (.acceleration, size(1)), (.jerk, size(2)),
      ]
      for (quantity, value) in values { result[quantity] = max(result[quantity] ?? 0, value) }
    }
    return result
  }
}

extension SplitMix64 {
  /// A camera anywhere on the flat map that the standard limits allow.
  mutating func camera(_ latitudes: ClosedRange<Double> = -80...80) -> MapCamera {
    CameraLimits().clamp(
      MapCamera(
        lookingAtCenter: Coordinate(
          latitude: double(latitudes), longitude: double(-180...180)),
        fromDistance: exp(double(4...14)), pitch: double(0...75), heading: double(0...360))
    ).camera
  }

  /// A camera near another one.
  mutating func camera(near other: MapCamera) -> MapCamera {
    let reach = other.distance / 100_000
    return CameraLimits().clamp(
      MapCamera(
        lookingAtCenter: Coordinate(
          latitude: min(max(other.centerCoordinate.latitude + double(-reach...reach), -85), 85),
          longitude: other.centerCoordinate.longitude + double(-reach...reach)),
        fromDistance: other.distance * exp(double(-1...1)), pitch: double(0...75),
        heading: double(0...360))
    ).camera
  }

  /// Waypoints, each near the one before, some of them twice, some stops.
  mutating func waypoints(_ count: Int) -> [CameraWaypoint] {
    var result = [CameraWaypoint(camera())]
    for _ in 1..<count {
      let last = result[result.count - 1].camera
      var next = CameraWaypoint(camera(near: last))
      switch int(0...9) {
      case 0: next.camera = last
      case 1: next.hold = double(0.1...2)
      case 2: next.isStop = true
      case 3: next.camera.centerCoordinate = last.centerCoordinate
      case 4: next.camera.pitch = 0
      case 5: next.turn = .clockwise
      default: break
      }
      result.append(next)
    }
    return result
  }
}
