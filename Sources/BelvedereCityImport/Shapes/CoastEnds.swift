import BelvedereGeodesy

/// Coastlines of which one was drawn against the direction of another: they meet with their ends, or with their beginnings.
///
/// The land cannot lie on the left of both. The longer one is taken at its word, and the other turned round.
struct CoastEnds {
  private(set) var chains: [[Coordinate]]
  /// How many were turned.
  private(set) var turned = 0

  /// Of more the data are none of coasts.
  private static let mostTurned = 1000

  /// - Parameter chains: ways one after another as far as they go.
  init(_ chains: [[Coordinate]]) {
    self.chains = chains
    while turned < Self.mostTurned, let (a, b) = pair() { join(a, b) }
  }

  /// Two open chains with a common end, or a common beginning, that nothing else has.
  private func pair() -> (Int, Int)? {
    for isEnd in [true, false] {
      var known: [Coordinate: Int] = [:]
      for (i, chain) in chains.enumerated() where chain.first != chain.last {
        guard let place = isEnd ? chain.last : chain.first else { continue }
        if let other = known[place] { return (other, i) }
        known[place] = i
      }
    }
    return nil
  }

  private mutating func join(_ a: Int, _ b: Int) {
    turned += 1
    let isFirstLonger = CityShape.length(chains[a]) >= CityShape.length(chains[b])
    let kept = chains[isFirstLonger ? a : b]
    let other = Array(chains[isFirstLonger ? b : a].reversed())
    chains[a] = kept.last == other.first ? kept + other.dropFirst() : other + kept.dropFirst()
    chains.remove(at: b)
  }
}
