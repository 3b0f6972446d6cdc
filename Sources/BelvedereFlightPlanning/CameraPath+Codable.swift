import BelvedereCameraModel
import BelvedereGeodesy

/// A path is coded as its keyframes and legs and restored bit for bit: the same cameras at the same times.
///
/// The inner form of the legs belongs to this version of the library; for exchange take keyframes or
/// samples.
extension CameraPath: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, keyframes, legs, duration, restingLens
  }

  private static let version = 3

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func fail(_ key: CodingKeys, _ text: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: values, debugDescription: text)
    }
    guard try values.decode(Int.self, forKey: .version) == Self.version else {
      throw fail(.version, "the version must be \(Self.version)")
    }
    let keyframes = try values.decode([CameraKeyframe].self, forKey: .keyframes)
    let legs = try values.decode([PathLeg].self, forKey: .legs)
    let duration = try values.decode(Double.self, forKey: .duration)
    let lens = try values.decode(Double.self, forKey: .restingLens)
    guard keyframes.first?.time == 0,
      zip(keyframes, keyframes.dropFirst()).allSatisfy({ $0.time < $1.time })
    else { throw fail(.keyframes, "keyframes must begin at 0 and have increasing times") }
    guard duration >= 0, duration.isFinite, keyframes.last?.time == duration || legs.isEmpty else {
      throw fail(.duration, "the duration must be the last keyframe's time")
    }
    guard abs(lens) < 20 else { throw fail(.restingLens, "the lens must lie within ±20") }
    guard
      legs.allSatisfy({ $0.start >= 0 && $0.duration > 0 && $0.duration.isFinite && $0.isSound }),
      legs.isEmpty || legs[0].start == 0,
      zip(legs, legs.dropFirst()).allSatisfy({ $0.start < $1.start })
    else { throw fail(.legs, "legs must last and follow one another from 0") }
    self.init(keyframes: keyframes, legs: legs, duration: duration, restingLens: lens)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.version, forKey: .version)
    try values.encode(keyframes, forKey: .keyframes)
    try values.encode(legs, forKey: .legs)
    try values.encode(duration, forKey: .duration)
    try values.encode(restingLens, forKey: .restingLens)
  }
}

extension PathLeg {
  /// Whether times and cameras of a leg that was read are numbers that can be calculated with.
  fileprivate var isSound: Bool {
    let times = [clock] + changes.map(\.clock)
    guard times.allSatisfy({ $0.origin.isFinite && $0.rate.isFinite && $0.rate != 0 }) else {
      return false
    }
    guard changes.allSatisfy(\.isSound) else { return false }
    switch curve {
    case .piece(let piece): guard piece.duration > 0 else { return false }
    case .course(let course): guard course.law.isSound else { return false }
    case .paced(let paced):
      guard paced.law.isSound, paced.piece.duration > 0, paced.pace.duration > 0 else {
        return false
      }
    case .lingering(let slow):
      guard slow.pace.isSound, slow.leg.isSound else { return false }
    }
    return [start, start + duration / 2].allSatisfy {
      (try? camera(at: $0).validate()) != nil
    }
  }
}

extension RampLaw {
  fileprivate var isSound: Bool { duration > 0 && ramp > 0 && ramp <= 0.5 }
}
