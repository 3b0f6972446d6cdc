import BelvedereGeoMath
import BelvedereGeodesy

/// The flat world ends in haze: towards the edge of what is drawn the ground takes the sky's colour.
struct WorldEnd {
  /// One over the metres from the eye to the eastern and western, northern and southern end; 0 where
  /// the eye stands beyond it.
  let east, west, north, south: Float

  /// Where the haze begins, as a part of the way to the end.
  static let start: Float = 0.7

  /// The end of the map and its two copies, seen from an eye in the map's frame.
  init(_ frame: LocalFrame, eye: Vector3) {
    func inverse(_ distance: Double) -> Float { distance > 0 ? Float(1 / distance) : 0 }
    let s = frame.metersPerMapPoint
    let world = MapPoint.worldWidth
    east = inverse((2 * world - frame.origin.x) * s - eye.x)
    west = inverse((world + frame.origin.x) * s + eye.x)
    north = inverse(frame.origin.y * s - eye.y)
    south = inverse((world - frame.origin.y) * s + eye.y)
  }

  /// How much of the ground's light is the sky's, 0 to 1, at a way from the eye.
  @inline(__always)
  func share(_ v: SIMD3<Float>) -> Float {
    let part = max(v.x * east, -v.x * west, v.y * north, -v.y * south)
    guard part > Self.start else { return 0 }
    let t = min((part - Self.start) / (1 - Self.start), 1)
    return t * t * (3 - 2 * t)
  }
}
