import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension MapCamera {
  /// Makes a camera, in the words of SwiftUI's `MapCamera`.
  ///
  /// The heading is wrapped; nothing else is changed. See ``validate()``.
  ///
  /// - Parameters:
  ///   - centerCoordinate: the place under the middle of the screen.
  ///   - distance: metres from there to the eye, along the line of sight.
  ///   - heading: degrees clockwise from north.
  ///   - pitch: degrees from straight down.
  public init(
    centerCoordinate: Coordinate, distance: Double, heading: Double = 0, pitch: Double = 0
  ) {
    self.init(
      lookingAtCenter: centerCoordinate, fromDistance: distance, pitch: pitch, heading: heading)
  }

  /// MapKit's name of ``distance``.
  public var centerCoordinateDistance: Double {
    get { distance }
    set { distance = newValue }
  }

  /// The camera at another altitude in metres above the ground at its centre; centre, pitch and
  /// heading stay.
  ///
  /// - Throws: ``DomainError`` that names `altitude`, or `pitch` beyond 89.9°, where the altitude
  ///   says little or nothing about the distance.
  ///
  /// Accuracy: the altitude of the result is that given within 1 part in 1e15; held by
  /// `MapCameraVocabularyTests`.
  public func withAltitude(_ altitude: Double) throws(DomainError) -> MapCamera {
    try MapCamera(
      lookingAtCenter: centerCoordinate, fromAltitude: altitude, pitch: pitch, heading: heading)
  }

  /// The camera zoomed in by a number of levels, out where it is negative; all but the distance
  /// stays.
  ///
  /// A level in halves the distance and with it the altitude; a level out doubles them. Whole
  /// levels are exact, so that zooming in and out again gives the same camera.
  ///
  /// - Parameter levels: any number, also of parts of levels, within ±100.
  /// - Throws: ``DomainError`` that names `levels`, or `distance` where it would leave its domain.
  public func zoomed(byLevels levels: Double) throws(DomainError) -> MapCamera {
    try Self.check(levels, "levels", within: -100...100, unit: "levels")
    var result = self
    result.distance = distance * exp2(-levels)
    guard result.distance.isFinite, result.distance > 0, result.distance <= 1e9 else {
      throw DomainError(
        field: "distance", value: result.distance,
        allowed: "a number of metres above 0, at most 1e9")
    }
    return result
  }

  /// How many levels one zooms in from this camera's distance to another's.
  public func zoomLevels(to other: MapCamera) -> Double { log2(distance / other.distance) }

  /// The pitch of ``togglingPitch(limits:)`` in degrees.
  public static let pleasingPitch = 55.0

  /// The camera that a pitch button leads to: a flat one is tilted by ``pleasingPitch``, or as far
  /// as the limits allow at its distance; a tilted one looks straight down.
  ///
  /// Centre, distance and heading stay. Far out, where the limits allow no pitch, the camera stays
  /// flat.
  public func togglingPitch(limits: CameraLimits = CameraLimits()) -> MapCamera {
    var result = self
    result.pitch =
      pitch == 0 ? min(Self.pleasingPitch, limits.maximumPitch(atDistance: distance)) : 0
    return result
  }
}

extension MapCamera: CustomStringConvertible {
  /// All properties, with all digits of those that are stored.
  public var description: String {
    "MapCamera(centerCoordinate: \(centerCoordinate), distance: \(distance) m, "
      + "pitch: \(pitch)°, heading: \(heading)°, altitude: \(altitude) m)"
  }
}
