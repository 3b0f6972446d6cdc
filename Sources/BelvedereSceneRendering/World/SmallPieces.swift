/// Lakes and islands of nobody's, which come into being where two coasts go over into each other.
enum SmallPieces {
  /// Distances from a coast without those: what has no part of the box of the scene, nor of what lies around all, is as what
  /// is around it.
  ///
  /// - Parameters:
  ///   - values: the distances, positive on land, row by row.
  ///   - away: how far a cell is from the box, 0 in it and 1 where the coast is another's.
  static func joined(_ values: [Float], side: Int, away: (Int) -> Double) -> [Float] {
    var result = values
    var isSeen = [Bool](repeating: false, count: values.count)
    for start in values.indices where !isSeen[start] {
      let isLand = values[start] > 0
      var piece = [start]
      var (next, isKept) = (0, false)
      isSeen[start] = true
      while next < piece.count {
        let i = piece[next]
        next += 1
        let part = away(i)
        if part <= 0 || part >= 1 { isKept = true }
        let (x, y) = (i % side, i / side)
        for (column, row) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        where column >= 0 && column < side && row >= 0 && row < side {
          let k = row * side + column
          if !isSeen[k], (values[k] > 0) == isLand {
            isSeen[k] = true
            piece.append(k)
          }
        }
      }
      if !isKept { for i in piece { result[i] = -values[i] } }
    }
    return result
  }
}
