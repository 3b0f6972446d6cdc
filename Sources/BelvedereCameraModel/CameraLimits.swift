import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The greatest pitch at a distance.
public enum PitchLimit: String, Sendable, Hashable, CaseIterable {
  /// No limit but the domain's 90°.
  case none
  /// Close cameras may tilt more: 69° at 2 km, 57° at 10 km, at most 85°, 0° for a continent.
  case standard = "default"

  /// The greatest pitch in degrees for a distance in metres; falls monotonically, C¹.
  ///
  /// 85° / (1 + (d / 45.9 km)^0.466) passes through the two anchors; a smooth step in log d takes
  /// the rest to 0 between 500 km and 4,000 km.
  public func maximumPitch(atDistance distance: Double) -> Double {
    switch self {
    case .none: 90
    case .standard:
      85 / (1 + pow(distance / 45_850, 0.4664))
        * (1 - smoothstep(log(500_000), log(4_000_000), log(max(distance, 1))))
    }
  }
}

/// What a camera may do.
public struct CameraLimits: Sendable, Hashable {
  /// The least and greatest distance in metres; `nil` for no limit.
  public var minimumDistance, maximumDistance: Double?
  /// The rectangle in which the centre must lie; `nil` for no limit.
  public var boundary: MapRect?
  /// The greatest pitch.
  public var pitchLimit: PitchLimit

  /// Makes limits.
  public init(
    minimumDistance: Double? = nil, maximumDistance: Double? = nil, boundary: MapRect? = nil,
    pitchLimit: PitchLimit = .standard
  ) {
    self.minimumDistance = minimumDistance
    self.maximumDistance = maximumDistance
    self.boundary = boundary
    self.pitchLimit = pitchLimit
  }

  /// The nearest camera that keeps the limits, and the names of what was changed.
  ///
  /// The centre changes only for the boundary; the pitch limit is taken at the clamped distance and
  /// keeps centre, heading and distance.
  public func clamp(_ camera: MapCamera) -> (camera: MapCamera, clamped: [String]) {
    var result = camera
    var clamped: [String] = []
    if let boundary {
      let p = MapPoint(camera.centerCoordinate)
      // The copy of the point in that world which is nearest to the boundary's middle.
      let x = boundary.mid.x + p.shortDeltaX(from: boundary.mid)
      let inside = MapPoint(
        x: min(max(x, boundary.minX), boundary.maxX),
        y: min(max(p.y, boundary.minY), boundary.maxY))
      if inside.x != x || inside.y != p.y {
        result.centerCoordinate = inside.coordinate
        clamped.append("centerCoordinate")
      }
    }
    if let minimumDistance, result.distance < minimumDistance {
      result.distance = minimumDistance
      clamped.append("distance")
    }
    if let maximumDistance, result.distance > maximumDistance {
      result.distance = maximumDistance
      clamped.append("distance")
    }
    let maximumPitch = pitchLimit.maximumPitch(atDistance: result.distance)
    if result.pitch > maximumPitch {
      result.pitch = maximumPitch
      clamped.append("pitch")
    }
    return (result, clamped)
  }
}
