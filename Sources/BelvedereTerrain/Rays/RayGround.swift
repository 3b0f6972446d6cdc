import BelvedereGeoMath
import BelvedereGeodesy

/// Ground that rays meet, in coordinates in which what is straight in the flat map's frame is
/// straight: map points east and south of a corner, and metres of elevation.
public protocol RayGround: Sendable {
  /// The lowest and highest ground in metres, or bounds of it; `nil` where there is none.
  var range: ClosedRange<Double>? { get }

  /// The position of a place, in that world whose copy of the ground's middle is nearest.
  func position(of coordinate: Coordinate) -> Vector2

  /// The place at a position; its longitude lies within [−180, 180).
  func coordinate(at position: Vector2) -> Coordinate

  /// The ground at a position: metres above the datum and their growth for each map point east and
  /// south; `nil` where none is known.
  func ground(at position: Vector2) -> (elevation: Double, gradient: Vector2)?

  /// Where a ray meets the ground first.
  func cast(_ ray: SurfaceRay) -> TerrainCast
}

extension RayGround {
  /// The ground's elevation at a place in metres; `nil` where none is known.
  public func elevation(at coordinate: Coordinate) -> Double? {
    guard coordinate.isValid else { return nil }
    return ground(at: position(of: coordinate))?.elevation
  }

  /// Metres for each map point at a position's latitude: 2πR·cos φ / 2²⁸.
  public func metersPerMapPoint(at position: Vector2) -> Double {
    MapPoint.metersPerMapPoint(at: coordinate(at: position).latitude)
  }
}

extension TerrainSurface: RayGround {}
