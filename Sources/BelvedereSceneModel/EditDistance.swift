/// The candidate that a mistyped word most likely means; `nil` where none is near.
///
/// - Parameter slips: how many letters may be wrong; a third of a candidate's unless given.
public func closestMatch(
  to word: String, among candidates: some Sequence<String>, slips: Int? = nil
) -> String? {
  // The table below is quadratic; nobody means a name by a text of this length.
  guard word.utf8.count <= 64 else { return nil }
  let lowered = Array(word.lowercased().utf8)
  var best: (distance: Int, candidate: String)?
  for candidate in candidates {
    let distance = editDistance(lowered, Array(candidate.lowercased().utf8))
    let allowed = slips ?? max(1, candidate.utf8.count / 3)
    if distance <= allowed, distance < best?.distance ?? .max { best = (distance, candidate) }
  }
  return best?.candidate
}

/// Insertions, deletions, replacements and swaps of neighbours between two words.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    beforeLast = last
    last = row
  }
  return last.last ?? 0
}
