import BelvedereCameraModel
import BelvedereGeodesy

/// One shot of a film: what the camera does from where the shot before left it.
public struct CameraShot: Sendable, Hashable {
  /// How a camera gets to another one.
  public enum Style: Sendable, Hashable {
    /// ``CameraPath/optimal(from:to:fieldOfView:curvature:limits:motion:)`` with ρ.
    case optimal(curvature: Double)
    /// ``CameraPath/recipe(from:to:style:fieldOfView:limits:)``; `nil` for the one that suits the distance.
    case recipe(TransitionStyle?)
  }

  /// What happens in a shot.
  public enum Action: Sendable, Hashable {
    /// The camera rests for so many seconds, 0 to 1e9.
    case hold(seconds: Double)
    /// It flies to another one.
    case transition(to: MapCamera, Style)
    /// It flies through waypoints (``CameraPath/init(through:limits:motion:)``): from ``CameraShot/start`` to the
    /// first and on, or without a start from the first, of which there are two then at least.
    case waypoints([CameraWaypoint])
    /// It goes round its centre (``CameraPath/orbit(_:by:toward:fieldOfView:limits:motion:)``), to another
    /// distance in metres and another pitch in degrees where they are given.
    case orbit(degrees: Double, distance: Double?, pitch: Double?)
    /// ``CameraPath/dollyZoom(_:to:fieldOfView:limits:motion:)``, to a distance in metres.
    case dollyZoom(distance: Double)
    /// ``CameraPath/crane(_:toAltitude:fieldOfView:limits:motion:)``, to an altitude in metres.
    case crane(altitude: Double)
    /// ``CameraPath/following(_:distance:pitch:lookAhead:fieldOfView:limits:motion:)``.
    case follow([Coordinate], distance: Double, pitch: Double, lookAhead: Double?)
    /// ``CameraPath/showingBoth(_:andLandingOn:in:pitch:hold:limits:motion:)``.
    case showBoth(goal: MapCamera, pitch: Double, hold: Double)
  }

  /// What happens.
  public var action: Action
  /// Where the shot begins; `nil` for where the one before ends. Where the two differ the camera flies from
  /// one to the other, the optimal way: there are no cuts.
  public var start: MapCamera?
  /// Seconds that the shot lasts; `nil` for as short as the limits of motion allow, for a hold its own, and for
  /// a recipe its own where that keeps the limits.
  public var duration: Double?

  /// Makes a shot.
  public init(_ action: Action, from start: MapCamera? = nil, duration: Double? = nil) {
    self.action = action
    self.start = start
    self.duration = duration
  }
}

/// Why shots make no flight.
public struct ShotError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Which shot, counted from 0.
  public let shot: Int
  /// What is wrong with it.
  public let error: FlightError

  /// Makes an error.
  public init(shot: Int, _ error: FlightError) {
    self.shot = shot
    self.error = error
  }

  public var description: String { "shots[\(shot)]: \(error)" }
}
