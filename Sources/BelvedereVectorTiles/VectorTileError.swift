/// Why a vector tile cannot be read.
public struct VectorTileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where in the tile: its layer and the feature's number there, from 0; empty for the tile as a whole.
  public let place: String
  /// What is wrong.
  public let reason: String

  init(_ reason: String, at place: String = "") {
    self.place = place
    self.reason = reason
  }

  public var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
}

/// What is mended of a tile: of a hostile one, which may ask for millions, the first and how many.
struct VectorTileRepairs {
  private(set) var first: [VectorTileError] = []
  private(set) var count = 0

  mutating func note(_ repair: @autoclosure () -> VectorTileError) {
    count += 1
    if first.count < 100 { first.append(repair()) }
  }
}
