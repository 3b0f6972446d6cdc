import BelvedereGeoMath
import BelvedereGeodesy

/// A point of the screen and how far away that is which it shows.
public struct ScreenPoint: Sendable, Hashable, Codable {
  /// Points from the viewport's left and top edge; outside of it for what is not on the screen.
  public var x, y: Double
  /// Metres along the line of sight, above 0.
  public var depth: Double

  /// Makes a point.
  @inlinable public init(x: Double, y: Double, depth: Double) {
    self.x = x
    self.y = y
    self.depth = depth
  }

  /// The point without its depth.
  @inlinable public var point: Vector2 { Vector2(x, y) }
}

/// Where a place lies on the screen. Never a number where there is no such point.
public enum ProjectionResult: Sendable, Hashable {
  /// On the plane of the screen, inside the viewport or beside it.
  case point(ScreenPoint)
  /// Beside or behind the eye: at this depth, which is 0 or less.
  case behindCamera(depth: Double)
  /// On a globe: in front of the camera, but behind the Earth's curve.
  case belowHorizon(ScreenPoint)
  /// Not a finite number, or so far that its point on the screen is none.
  case outsideWorld

  /// The point on the screen with its depth, if the place can be seen there.
  @inlinable public var screen: ScreenPoint? {
    if case .point(let screen) = self { screen } else { nil }
  }

  /// The point on the screen, if the place can be seen there.
  @inlinable public var point: Vector2? { screen?.point }

  /// Metres along the line of sight; negative behind the eye; `nil` outside the world.
  @inlinable public var depth: Double? {
    switch self {
    case .point(let screen), .belowHorizon(let screen): screen.depth
    case .behindCamera(let depth): depth
    case .outsideWorld: nil
    }
  }
}

/// A place on the ground under a point of the screen.
public struct GroundPoint: Sendable, Hashable, Codable {
  /// The place; its longitude lies within [−180, 180).
  public var coordinate: Coordinate
  /// Metres above the datum.
  public var elevation: Double
  /// Metres along the line of sight, above 0.
  public var depth: Double

  /// Makes a place.
  @inlinable public init(coordinate: Coordinate, elevation: Double, depth: Double) {
    self.coordinate = coordinate
    self.elevation = elevation
    self.depth = depth
  }
}

/// What lies under a point of the screen.
public enum UnprojectionResult: Sendable, Hashable {
  /// A place on the ground.
  case ground(GroundPoint)
  /// The ray runs level or away from the ground, or misses the globe.
  case sky
  /// The ray meets the level surface behind the eye: it looks down on a surface above it.
  case behindCamera
  /// The ground lies farther away than was asked for.
  case beyondFarLimit
  /// Beyond the flat map's northern or southern edge, or more than half a world to the side, where
  /// projecting takes the other way round.
  case outsideWorld
  /// The point of the screen is not finite.
  case notFinite

  /// The place, if there is one.
  @inlinable public var ground: GroundPoint? {
    if case .ground(let point) = self { point } else { nil }
  }

  /// The place's coordinate, if there is one.
  @inlinable public var coordinate: Coordinate? { ground?.coordinate }

  /// Why there is no place, as a stable word; `nil` where there is one.
  public var reason: String? {
    switch self {
    case .ground: nil
    case .sky: "sky"
    case .behindCamera: "behindCamera"
    case .beyondFarLimit: "beyondFarLimit"
    case .outsideWorld: "outsideWorld"
    case .notFinite: "notFinite"
    }
  }
}
