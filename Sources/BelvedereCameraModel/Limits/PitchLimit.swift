import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The greatest pitch at a distance: the closer the camera, the more it may tilt.
///
/// Every limit falls monotonically with distance, and is continuous with its slope.
public enum PitchLimit: CameraLimit, Hashable {
  /// No limit but the domain's 90°.
  case none
  /// Close cameras may tilt more: 69° at 2 km, 57° at 10 km, at most 85°, 0° for a continent.
  case standard
  /// A curve of one's own.
  case curve(PitchCurve)

  /// A limit through stops of one's own; see ``PitchCurve/init(through:)``.
  ///
  /// - Throws: ``DomainError`` that names the field, such as `stops[2].distance`.
  public static func curve(through stops: [PitchCurve.Stop]) throws(DomainError) -> PitchLimit {
    .curve(try PitchCurve(through: stops))
  }

  /// The same greatest pitch at every distance.
  ///
  /// - Parameter pitch: degrees within [0, 90].
  /// - Throws: ``DomainError`` that names `pitch`.
  public static func constant(_ pitch: Double) throws(DomainError) -> PitchLimit {
    try MapCamera.check(pitch, "pitch", within: 0...90, unit: "degrees")
    return .curve(try PitchCurve(through: [PitchCurve.Stop(distance: 1, pitch: pitch)]))
  }

  /// The greatest pitch in degrees for a distance in metres; falls monotonically, C¹.
  ///
  /// The standard limit is 85° / (1 + (d / 45.9 km)^0.466), which passes through the two anchors;
  /// a smooth step in log d takes the rest to 0 between 500 km and 4,000 km.
  public func maximumPitch(atDistance distance: Double) -> Double {
    switch self {
    case .none: 90
    case .standard:
      85 / (1 + pow(distance / 45_850, 0.4664))
        * (1 - smoothstep(log(500_000), log(4_000_000), log(max(distance, 1))))
    case .curve(let curve): curve.maximumPitch(atDistance: distance)
    }
  }

  /// The greatest distance in metres that allows a pitch, the inverse of
  /// ``maximumPitch(atDistance:)``.
  ///
  /// - Parameter pitch: degrees.
  /// - Returns: infinity where every distance up to 1e9 m allows the pitch, `nil` where none does
  ///   or the pitch is not a number.
  ///
  /// Accuracy: exact. The distance returned allows the pitch and the next greater number does not;
  /// held by `PitchLimitInverseTests`.
  /// Cost: 64 evaluations of the limit.
  public func maximumDistance(forPitch pitch: Double) -> Double? {
    func allows(_ bits: UInt64) -> Bool {
      maximumPitch(atDistance: Double(bitPattern: bits)) >= pitch
    }
    // Positive numbers are ordered as their bits are.
    var near = Double.leastNormalMagnitude.bitPattern
    var far = 1e9.bitPattern
    if allows(far) { return .infinity }
    guard allows(near) else { return nil }
    while far - near > 1 {
      let middle = near + (far - near) / 2
      if allows(middle) { near = middle } else { far = middle }
    }
    return Double(bitPattern: near)
  }

  public func adjustment(of camera: MapCamera) -> CameraAdjustment? {
    let limit = maximumPitch(atDistance: camera.distance)
    guard camera.pitch.isFinite, camera.pitch > limit else { return nil }
    return .pitch(from: camera.pitch, to: limit, reason: .pitchLimit)
  }
}

extension PitchLimit {
  /// The limits that have a name; the raw values are used in files and queries.
  public enum Name: String, Sendable, Hashable, Codable, CaseIterable {
    case none
    case standard = "default"
  }

  /// The limit of a name.
  public init(_ name: Name) {
    switch name {
    case .none: self = .none
    case .standard: self = .standard
    }
  }

  /// The name of this limit; `nil` for a curve.
  public var name: Name? {
    switch self {
    case .none: Name.none
    case .standard: .standard
    case .curve: nil
    }
  }
}

extension PitchLimit: CustomStringConvertible {
  public var description: String {
    switch self {
    case .none: "none"
    case .standard: "default"
    case .curve(let curve): curve.description
    }
  }
}

/// A limit is coded as `"default"`, `"none"` or a curve, `{"stops": [{"distance", "pitch"}]}`.
extension PitchLimit: Codable {
  public init(from decoder: any Decoder) throws {
    guard let text = try? decoder.singleValueContainer().decode(String.self) else {
      self = .curve(try PitchCurve(from: decoder))
      return
    }
    guard let name = Name(rawValue: text) else {
      throw DomainError(
        field: "pitchLimit", value: text, allowed: "\"default\", \"none\" or a curve of stops"
      ).decodingError(at: decoder.codingPath)
    }
    self.init(name)
  }

  public func encode(to encoder: any Encoder) throws {
    if case .curve(let curve) = self { return try curve.encode(to: encoder) }
    var value = encoder.singleValueContainer()
    try value.encode(description)
  }
}
