/// Something that a file cannot carry, or that a reader could not take over.
///
/// A writer says what of a flight the file does not hold; a reader says what of the file the flight does not
/// hold. Nothing is dropped in silence.
public struct FlightLoss: Error, Sendable, Hashable, CustomStringConvertible {
  /// The field, such as `fieldOfView`, `roll`, `gx:AnimatedUpdate`.
  public let field: String
  /// Where it is first, such as `line 12` or `cameras[3]`; `nil` where it concerns the whole.
  public let place: String?
  /// How often it happened.
  public var count: Int
  /// What became of it.
  public let reason: String

  /// Makes a loss.
  public init(field: String, place: String? = nil, count: Int = 1, reason: String) {
    self.field = field
    self.place = place
    self.count = count
    self.reason = reason
  }

  public var description: String {
    field + (place.map { " (\($0)" + (count > 1 ? " and \(count - 1) more)" : ")") } ?? "")
      + ": \(reason)"
  }
}

/// Losses as they are met; the same one at other places is counted.
struct LossList {
  private(set) var losses: [FlightLoss] = []
  private var indices: [String: Int] = [:]

  mutating func note(_ field: String, at place: String? = nil, _ reason: String) {
    let key = field + "\u{0}" + reason
    if let index = indices[key] {
      losses[index].count += 1
    } else {
      indices[key] = losses.count
      losses.append(FlightLoss(field: field, place: place, reason: reason))
    }
  }
}
