import BelvedereGeoMath
import BelvedereGeodesy

/// A camera that looks at a place on the map.
///
/// The value keeps what it was given; limits are applied by ``CameraLimits/clamp(_:)`` and by
/// renderers.
public struct MapCamera: Sendable, Hashable {
  /// The place under the middle of the screen.
  public var centerCoordinate: Coordinate
  /// Metres along the line of sight from that place to the eye, greater than 0.
  public var distance: Double
  /// Degrees from straight down (0) to the horizon (90).
  public var pitch: Double
  /// Degrees clockwise from north, in [0, 360); a value set is wrapped.
  public var heading: Double {
    didSet { heading = wrappedHeading(heading) }
  }

  /// Makes a camera. The heading is wrapped; nothing else is changed. See ``validate()``.
  public init(
    lookingAtCenter centerCoordinate: Coordinate, fromDistance distance: Double, pitch: Double,
    heading: Double
  ) {
    self.centerCoordinate = centerCoordinate
    self.distance = distance
    self.pitch = pitch
    self.heading = wrappedHeading(heading)
  }

  /// Metres of the eye above the ground at the centre, vertical.
  public var altitude: Double {
    distance * cosine(degrees: pitch)
  }

  /// Throws where a field is outside its domain in the flat map.
  public func validate() throws(DomainError) { try validate(for: .flat) }

  /// Throws where a field is outside its domain: latitudes reach the poles on the globe only.
  public func validate(for projection: MapProjection) throws(DomainError) {
    let edge = projection == .flat ? MapPoint.maximumLatitude : 90
    try Self.check(
      centerCoordinate.latitude, "latitude", within: -edge...edge,
      unit: projection == .flat ? "degrees in the flat map" : "degrees")
    try Self.checkFinite(centerCoordinate.longitude, "longitude", unit: "degrees")
    guard distance.isFinite, distance > 0, distance <= 1e9 else {
      throw DomainError(
        field: "distance", value: distance, allowed: "a number of metres above 0, at most 1e9")
    }
    try Self.check(pitch, "pitch", within: 0...90, unit: "degrees")
    try Self.checkFinite(heading, "heading", unit: "degrees")
  }

  static func check(
    _ value: Double, _ field: String, within range: ClosedRange<Double>, unit: String
  ) throws(DomainError) {
    // NaN compares false with everything.
    guard range.contains(value) else {
      throw DomainError(
        field: field, value: value,
        allowed: "between \(range.lowerBound) and \(range.upperBound) \(unit)")
    }
  }

  static func checkFinite(_ value: Double, _ field: String, unit: String) throws(DomainError) {
    guard value.isFinite else {
      throw DomainError(field: field, value: value, allowed: "a finite number of \(unit)")
    }
  }
}
