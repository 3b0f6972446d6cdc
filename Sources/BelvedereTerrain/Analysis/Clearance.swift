import BelvedereGeoMath
import BelvedereGeodesy

/// How high something is above the ground right below it.
public struct Clearance: Sendable, Hashable {
  /// Metres above the ground; negative below it.
  public var metres: Double
  /// The ground's elevation there, metres above the datum.
  public var groundElevation: Double

  /// The fewest metres to rise so that the clearance is at least what is wanted; 0 where it is.
  public func lift(toReach wanted: Double) -> Double { max(0, wanted - metres) }
}

extension TerrainSurface {
  /// The clearance of a position in the surface's coordinates; `nil` where the ground is not known.
  public func clearance(of position: Vector3) -> Clearance? {
    guard position.z.isFinite, let ground = ground(at: position.xy)?.elevation else { return nil }
    return Clearance(metres: position.z - ground, groundElevation: ground)
  }

  /// The clearance of an elevation over a place; `nil` where the ground is not known.
  public func clearance(of elevation: Double, over coordinate: Coordinate) -> Clearance? {
    guard elevation.isFinite, let ground = self.elevation(at: coordinate) else { return nil }
    return Clearance(metres: elevation - ground, groundElevation: ground)
  }
}
