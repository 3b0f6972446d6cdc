import Foundation
import Testing

/// A property that does not hold, in words.
public struct PropertyFailure: Error, CustomStringConvertible {
  public let description: String

  /// Makes a failure.
  public init(_ description: String) { self.description = description }
}

/// Throws where a condition does not hold; cheaper than `#expect` in tight loops.
public func check(_ condition: Bool, _ message: @autoclosure () -> String) throws {
  if !condition { throw PropertyFailure(message()) }
}

/// Checks a property of many random cases and stops at the first that fails, naming its seed.
///
/// Each case has a generator of its own, so that `BELVEDERE_SEED=n` repeats one case alone.
public func forEachSeed(
  _ cases: Int, from first: UInt64 = 1, sourceLocation: SourceLocation = #_sourceLocation,
  _ property: (inout SplitMix64) throws -> Void
) {
  var seeds = (0..<cases).map { first &+ UInt64($0) }
  if let only = ProcessInfo.processInfo.environment["BELVEDERE_SEED"].flatMap({ UInt64($0) }) {
    seeds = [only]
  }
  for seed in seeds {
    var random = SplitMix64(seed: seed)
    do {
      try property(&random)
    } catch {
      Issue.record(
        "seed \(seed): \(error) (repeat with BELVEDERE_SEED=\(seed))",
        sourceLocation: sourceLocation)
      return
    }
  }
}
