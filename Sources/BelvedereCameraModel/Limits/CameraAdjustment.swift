import BelvedereGeodesy

/// What a limit changed about a camera: which field, from what, to what, and why.
public struct CameraAdjustment: Sendable, Hashable, CustomStringConvertible {
  /// A field of a camera; the raw values are the names in ``CameraClamp/clamped``.
  public enum Field: String, Sendable, Hashable, Codable, CaseIterable {
    case centerCoordinate, distance, pitch, heading
  }

  /// Why a field was changed.
  public enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
    /// The centre lay outside the boundary.
    case boundary
    /// The camera was closer than the zoom range allows.
    case minimumDistance
    /// The camera was farther than the zoom range allows.
    case maximumDistance
    /// The camera was tilted more than the pitch limit allows at its distance.
    case pitchLimit
    /// Pitch is disabled: the map is seen from straight above.
    case pitchDisabled
    /// Rotation is disabled: north is at the top.
    case rotationDisabled
  }

  /// A field's value.
  public enum Value: Sendable, Hashable, CustomStringConvertible {
    /// Of the centre.
    case coordinate(Coordinate)
    /// Of the distance in metres, or of the pitch or heading in degrees.
    case number(Double)

    public var description: String {
      switch self {
      case .coordinate(let coordinate): coordinate.description
      // To a micrometre, or less than any picture shows of an angle.
      case .number(let number): ((number * 1e6).rounded() / 1e6).description
      }
    }
  }

  /// The field that was changed.
  public let field: Field
  /// Its value before and after.
  public let from, to: Value
  /// Why it was changed.
  public let reason: Reason

  private init(_ field: Field, _ from: Value, _ to: Value, _ reason: Reason) {
    self.field = field
    self.from = from
    self.to = to
    self.reason = reason
  }

  /// The centre was moved.
  public static func centerCoordinate(
    from: Coordinate, to: Coordinate, reason: Reason
  ) -> CameraAdjustment {
    CameraAdjustment(.centerCoordinate, .coordinate(from), .coordinate(to), reason)
  }

  /// The distance was changed; metres.
  public static func distance(from: Double, to: Double, reason: Reason) -> CameraAdjustment {
    CameraAdjustment(.distance, .number(from), .number(to), reason)
  }

  /// The pitch was changed; degrees.
  public static func pitch(from: Double, to: Double, reason: Reason) -> CameraAdjustment {
    CameraAdjustment(.pitch, .number(from), .number(to), reason)
  }

  /// The heading was changed; degrees.
  public static func heading(from: Double, to: Double, reason: Reason) -> CameraAdjustment {
    CameraAdjustment(.heading, .number(from), .number(to), reason)
  }

  /// The camera with this change made.
  public func applied(to camera: MapCamera) -> MapCamera {
    var result = camera
    switch (field, to) {
    case (.centerCoordinate, .coordinate(let center)): result.centerCoordinate = center
    case (.distance, .number(let metres)): result.distance = metres
    case (.pitch, .number(let degrees)): result.pitch = degrees
    case (.heading, .number(let degrees)): result.heading = degrees
    default: break
    }
    return result
  }

  /// Such as `pitch 80.0 → 55.0 (pitchLimit)`.
  public var description: String { "\(field.rawValue) \(from) → \(to) (\(reason.rawValue))" }
}

/// An adjustment is coded as `{"field", "from", "to", "reason"}`; the values of a centre are
/// coordinates, those of other fields numbers.
extension CameraAdjustment: Codable {
  private enum CodingKeys: String, CodingKey {
    case field, from, to, reason
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let field = try values.decode(Field.self, forKey: .field)
    func value(_ key: CodingKeys) throws -> Value {
      field == .centerCoordinate
        ? .coordinate(try values.decode(Coordinate.self, forKey: key))
        : .number(try values.decode(Double.self, forKey: key))
    }
    self.init(
      field, try value(.from), try value(.to), try values.decode(Reason.self, forKey: .reason))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(field, forKey: .field)
    for (value, key) in [(from, CodingKeys.from), (to, .to)] {
      switch value {
      case .coordinate(let coordinate): try values.encode(coordinate, forKey: key)
      case .number(let number): try values.encode(number, forKey: key)
      }
    }
    try values.encode(reason, forKey: .reason)
  }
}
