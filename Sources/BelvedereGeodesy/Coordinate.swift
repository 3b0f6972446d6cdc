import BelvedereGeoMath

/// A geographic position in degrees on WGS 84.
public struct Coordinate: Sendable, Hashable, CustomStringConvertible {
  /// Degrees north, within [−90, 90].
  public var latitude: Double
  /// Degrees east; any finite value, 360° apart being the same place.
  public var longitude: Double

  /// Makes a coordinate; nothing is checked.
  @inlinable public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both numbers are finite and the latitude lies within ±90°.
  public var isValid: Bool {
    latitude.isFinite && longitude.isFinite && abs(latitude) <= 90
  }

  public var description: String { "\(latitude), \(longitude)" }
}

/// A value outside its domain. The message names the field, the value and what is allowed.
public struct DomainError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The field's name, such as `pitch`.
  public let field: String
  /// What was given.
  public let value: String
  /// What is allowed, such as `between 0 and 90 degrees`.
  public let allowed: String

  /// Makes an error.
  public init(field: String, value: some CustomStringConvertible, allowed: String) {
    self.field = field
    self.value = value.description
    self.allowed = allowed
  }

  public var description: String { "\(field) must be \(allowed), got \(value)" }
}
