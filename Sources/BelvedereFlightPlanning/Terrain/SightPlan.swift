/// The search for a path from which a target is seen for a share of the time, over all changes that may bring it
/// into sight.
struct SightPlan {
  private var proof: SightProof
  private let seen: PathVisibility
  private var searches: [SightSearch]
  private let share: Double

  /// Parts of what is missing to 1 by which more than the share is aimed at: courses that aim at it alone may miss it
  /// by a hair.
  private static let aims = [0.3, 0.7]
  /// Where the share that is asked for is out of reach, multiples of one part of so many are tried.
  private static let steps = 20

  /// - Parameter seen: what the path sees without a change.
  init(_ proof: SightProof, _ seen: PathVisibility, changes: [SightChange]) {
    self.proof = proof
    self.seen = seen
    share = proof.share
    let lines = SightLines(proof.ground, proof.target, proof.effort)
    searches = changes.map { change in
      SightSearch(
        proof.path, SightTable(proof.path, lines, over: proof.ground, change), within: proof.motion)
    }
  }

  /// The quickest path that is found.
  ///
  /// - Parameter most: seconds that it may take.
  /// - Throws: `hidden`, `tooSlow` or `blocked`, as ``CameraPath/seeing(_:for:over:by:clearance:maximumDuration:limits:motion:)``.
  mutating func path(lasting most: Double) throws(FlightError) -> SightedPath {
    var best = try quickest(aim: share, nil)
    for aim in Self.aims where (best?.path.duration ?? .infinity) > most {
      best = try quickest(aim: share + aim * (1 - share), best)
    }
    if let best {
      guard best.path.duration > most else { return best }
      throw .tooSlow(share: share, duration: best.path.duration, most: most)
    }
    let refused = proof.refused
    let reached = try greatest(below: share, lasting: most)
    if let enough = reached.path, enough.visibility.share >= share { return enough }
    // A place in the way tells more than a share that is no greater than before.
    if let refused, reached.path == nil { throw refused }
    throw .hidden(share: reached.share, wanted: share)
  }

  /// The greatest share for which a path is found, by halves among even steps: the same whatever was asked for.
  private mutating func greatest(
    below share: Double, lasting most: Double
  ) throws(FlightError) -> (share: Double, path: SightedPath?) {
    let steps = Self.steps
    func step(_ share: Double) -> Int {
      Int(clamping: (share * Double(steps)).rounded(.up), in: 0...steps)
    }
    var result: (share: Double, path: SightedPath?) = (seen.share, nil)
    var (low, high) = (step(seen.share) - 1, step(share))
    proof.isThorough = false
    proof.effort = SightLines.Effort(3_000_000)
    while high - low > 1 {
      let middle = (low + high) / 2
      proof.share = Double(middle) / Double(steps)
      if let found = try quickest(aim: proof.share, nil), found.path.duration <= most {
        result = (max(found.visibility.share, result.share), found)
        low = middle
      } else {
        high = middle
      }
    }
    return result
  }

  /// - Parameters:
  ///   - aim: the share for which courses are chosen.
  ///   - before: what was found before.
  private mutating func quickest(
    aim: Double, _ before: SightedPath?
  ) throws(FlightError) -> SightedPath? {
    // Lingering alone serves where changes take much longer.
    let lingered = proof.lingering(proof.path, seen)
    var best = before
    for i in searches.indices {
      let most = min(best?.slowing ?? .infinity, 1.5 * (lingered?.slowing ?? .infinity))
      if let found = try proof.least(of: &searches[i], aim: aim, below: most) { best = found }
    }
    return best ?? lingered
  }
}
