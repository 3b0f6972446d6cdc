import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A greatest pitch for every distance, through stops of one's own.
///
/// Between stops the curve is a monotone cubic in the logarithm of the distance, so it is
/// continuous with its slope (C¹) and never leaves the pitches of the two stops around it. Nearer
/// than the first stop and farther than the last it is constant.
///
/// ```swift
/// let curve = try PitchCurve(through: [
///   .init(distance: 500, pitch: 80), .init(distance: 20_000, pitch: 45),
///   .init(distance: 1_000_000, pitch: 0),
/// ])
/// ```
public struct PitchCurve: Sendable, Hashable {
  /// A point of a curve.
  public struct Stop: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Metres of the camera from the ground at its centre, above 0 and at most 1e9.
    public var distance: Double
    /// The greatest pitch there in degrees, within [0, 90].
    public var pitch: Double

    /// Makes a stop; ``PitchCurve`` checks it.
    public init(distance: Double, pitch: Double) {
      self.distance = distance
      self.pitch = pitch
    }

    public var description: String { "\(pitch)° at \(distance) m" }
  }

  /// A curve has no more stops than this.
  public static let maximumStops = 1024

  /// The stops, nearest first.
  public let stops: [Stop]
  private let curve: MonotoneCubic

  /// Makes a curve through stops.
  ///
  /// - Parameter stops: 1 to ``maximumStops``, each at least a millionth farther than the one
  ///   before, with the same pitch or less.
  /// - Throws: ``DomainError`` that names the field, such as `stops[2].distance`.
  public init(through stops: [Stop]) throws(DomainError) {
    guard (1...Self.maximumStops).contains(stops.count) else {
      throw DomainError(
        field: "stops", value: stops.count, allowed: "1 to \(Self.maximumStops) stops")
    }
    for (i, stop) in stops.enumerated() {
      let field = "stops[\(i)]"
      guard stop.distance.isFinite, stop.distance > 0, stop.distance <= 1e9 else {
        throw DomainError(
          field: "\(field).distance", value: stop.distance,
          allowed: "a number of metres above 0, at most 1e9")
      }
      try MapCamera.check(stop.pitch, "\(field).pitch", within: 0...90, unit: "degrees")
      guard i > 0 else { continue }
      guard stop.distance >= stops[i - 1].distance * (1 + 1e-6) else {
        throw DomainError(
          field: "\(field).distance", value: stop.distance,
          allowed: "a millionth more than that of the stop before, \(stops[i - 1].distance)")
      }
      guard stop.pitch <= stops[i - 1].pitch else {
        throw DomainError(
          field: "\(field).pitch", value: stop.pitch,
          allowed: "at most that of the stop before, \(stops[i - 1].pitch)")
      }
    }
    self.stops = stops
    curve = MonotoneCubic(through: stops.map { (log($0.distance), $0.pitch) })
  }

  /// Makes a curve from a function of one's own, which becomes a value by being sampled.
  ///
  /// - Parameters:
  ///   - nearest, farthest: the distances in metres between which to sample; beyond them the curve
  ///     is constant.
  ///   - samples: how many stops, evenly spaced in the logarithm of the distance, 2 to
  ///     ``maximumStops``.
  ///   - pitch: the greatest pitch in degrees at a distance in metres; must not rise.
  /// - Throws: ``DomainError`` as ``init(through:)``, or one that names `samples` or `farthest`.
  ///
  /// Accuracy: exact at the samples. Between them a smooth function is met to the order of the
  /// square of the spacing near the ends, where the slope is held at 0, and of its cube elsewhere.
  public init(
    sampling nearest: Double, through farthest: Double, samples: Int = 65,
    _ pitch: (_ distance: Double) -> Double
  ) throws(DomainError) {
    guard (2...Self.maximumStops).contains(samples) else {
      throw DomainError(
        field: "samples", value: samples, allowed: "between 2 and \(Self.maximumStops)")
    }
    guard nearest > 0, nearest < farthest, farthest <= 1e9 else {
      throw DomainError(
        field: "farthest", value: farthest,
        allowed: "more than nearest, \(nearest), and at most 1e9")
    }
    let stops = (0..<samples).map { i in
      let t = Double(i) / Double(samples - 1)
      let distance =
        i == 0
        ? nearest
        : i == samples - 1 ? farthest : exp(log(nearest) * (1 - t) + log(farthest) * t)
      return Stop(distance: distance, pitch: pitch(distance))
    }
    try self.init(through: stops)
  }

  /// The greatest pitch in degrees at a distance in metres.
  public func maximumPitch(atDistance distance: Double) -> Double {
    distance > 0 ? curve.value(at: log(distance)) : stops.first?.pitch ?? 0
  }
}

extension PitchCurve: CustomStringConvertible {
  public var description: String { stops.map(\.description).joined(separator: ", ") }
}

/// A curve is coded as `{"stops": [{"distance", "pitch"}]}`.
extension PitchCurve: Codable {
  private enum CodingKeys: String, CodingKey {
    case stops
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let stops = try values.decode([Stop].self, forKey: .stops)
    do {
      try self.init(through: stops)
    } catch {
      throw error.decodingError(at: decoder.codingPath)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(stops, forKey: .stops)
  }
}
