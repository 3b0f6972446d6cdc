import BelvedereGeoMath
import BelvedereGeodesy

/// A number that grows with pitch: 0 up to one pitch, smoothly and without a kink to a maximum at
/// another, and constant from there on.
///
/// Between the two it is maximum · t²(3 − 2t) with t the part of the way, so it is monotone,
/// continuous with its slope (C¹) and within [0, maximum] for every pitch.
public struct PitchRamp: Sendable, Hashable {
  /// Degrees up to which the value is 0 and from which on it is ``maximum``.
  public let fromPitch, toPitch: Double
  /// The greatest value, within [0, 1].
  public let maximum: Double

  /// Makes a ramp.
  ///
  /// - Parameters:
  ///   - fromPitch: degrees within [0, 90).
  ///   - toPitch: degrees above `fromPitch`, at most 90.
  ///   - maximum: within [0, 1].
  /// - Throws: ``DomainError`` that names the field.
  public init(fromPitch: Double = 0, toPitch: Double, maximum: Double = 1) throws(DomainError) {
    guard fromPitch >= 0, fromPitch < 90 else {
      throw DomainError(
        field: "fromPitch", value: fromPitch, allowed: "at least 0 and below 90 degrees")
    }
    guard toPitch > fromPitch, toPitch <= 90 else {
      throw DomainError(
        field: "toPitch", value: toPitch, allowed: "above \(fromPitch) and at most 90 degrees")
    }
    try MapCamera.check(maximum, "maximum", within: 0...1, unit: "(a part)")
    self.init(checked: fromPitch, toPitch, maximum)
  }

  private init(checked fromPitch: Double, _ toPitch: Double, _ maximum: Double) {
    self.fromPitch = fromPitch
    self.toPitch = toPitch
    self.maximum = maximum
  }

  /// The value at a pitch in degrees; 0 where the pitch is not a number.
  public func value(atPitch pitch: Double) -> Double {
    pitch > fromPitch ? maximum * smoothstep(fromPitch, toPitch, pitch) : 0
  }

  /// The part of its height to which a building is extruded by default: all from 10° on.
  public static let extrusion = PitchRamp(checked: 0, 10, 1)

  /// The opacity of objects over an overlay by default: 0.65 from 60° on.
  public static let opacityOverOverlay = PitchRamp(checked: 0, 60, 0.65)
}

extension PitchRamp: CustomStringConvertible {
  public var description: String { "0 at \(fromPitch)° to \(maximum) at \(toPitch)°" }
}

/// A ramp is coded as `{"fromPitch", "toPitch", "maximum"}`.
extension PitchRamp: Codable {
  private enum CodingKeys: String, CodingKey {
    case fromPitch, toPitch, maximum
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let (from, to, maximum) = (
      try values.decode(Double.self, forKey: .fromPitch),
      try values.decode(Double.self, forKey: .toPitch),
      try values.decode(Double.self, forKey: .maximum)
    )
    do {
      try self.init(fromPitch: from, toPitch: to, maximum: maximum)
    } catch {
      throw error.decodingError(at: decoder.codingPath)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(fromPitch, forKey: .fromPitch)
    try values.encode(toPitch, forKey: .toPitch)
    try values.encode(maximum, forKey: .maximum)
  }
}
