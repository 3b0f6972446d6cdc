import BelvedereCameraModel
import BelvedereGeodesy

/// Where and why a flight cannot keep its clearance.
public struct FlightObstruction: Sendable, Hashable, Codable {
  /// Why nothing helps.
  public enum Reason: String, Sendable, Hashable, Codable {
    /// The first camera is too low, and must stay where it is.
    case start
    /// The last camera is too low, and must stay where it is.
    case end
    /// A raised camera would be farther away than the zoom range allows.
    case zoomRange
    /// A raised camera would be tilted more than is allowed at its distance.
    case pitchLimit
    /// Bounds came not close enough to the ground in the work that is allowed.
    case unproved
  }

  /// Why.
  public var reason: Reason
  /// Seconds from the start of the path as it was before.
  public var time: Double
  /// The place right below the eye.
  public var coordinate: Coordinate
  /// Metres of the ground there, or of what stands on it.
  public var top: Double
  /// Metres of the eye above that; of `unproved` a bound of it.
  public var clearance: Double
  /// Metres that were asked for.
  public var wanted: Double
  /// Of `zoomRange` a greatest distance in metres with which the clearance is kept, where that alone is in the way.
  public var distance: Double?
}

extension FlightObstruction: CustomStringConvertible {
  public var description: String {
    func rounded(_ value: Double, _ steps: Double = 100) -> Double {
      (value * steps).rounded() / steps
    }
    let reasons: [Reason: String] = [
      .start: "the flight starts too low", .end: "the flight ends too low",
      .zoomRange: "the zoom range ends below the "
        + (distance.map { "\(rounded($0)) m" } ?? "height") + " that is needed",
      .pitchLimit: "the pitch limit excludes the raised camera",
      .unproved: "nothing is proved here",
    ]
    let (latitude, longitude) = (
      rounded(coordinate.latitude, 1e6), rounded(coordinate.longitude, 1e6)
    )
    return
      "\(reasons[reason] ?? reason.rawValue): \(rounded(clearance)) m above \(rounded(top)) m at "
      + "\(latitude), \(longitude) after \(rounded(time)) s, and \(rounded(wanted)) m are asked for"
  }
}
