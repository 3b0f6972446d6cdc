/// How layers lie to each other.
extension NeighbouringLayers {
  /// The layers beside a layer whose edges run otherwise than its own, on another projection.
  func turnedNeighbours(of n: Int, _ others: [Int]) -> [Int] {
    let center = boxes[n].center
    return others.filter { other in
      // What lies beneath all of it is no neighbour.
      isAlike(n, other) && (isTurned(n) || isTurned(other))
        && !layers[other].model.hasData(latitude: center.latitude, longitude: center.longitude)
    }
  }

  func isTurned(_ n: Int) -> Bool {
    outlines[n]?.edges.contains { $0.from.x != $0.to.x && $0.from.y != $0.to.y } ?? false
  }

  /// Whether two layers of pixels on parallels and meridians lie side by side, no sample of the one among those of
  /// the other: what lies between is between the samples of both.
  func abuts(_ n: Int, _ other: Int) -> Bool {
    return isAlike(n, other) && isHeld(n) && isHeld(other) && isBeside(n, other)
  }

  /// Whether a layer's samples are pixels, whose values hold for half a cell.
  func isHeld(_ n: Int) -> Bool {
    guard let samples = outlines[n]?.samples else { return false }
    return samples.north < boxes[n].north && samples.south > boxes[n].south
      && samples.east < boxes[n].east && samples.west > boxes[n].west
  }

  /// Whether no sample of one layer lies among those of the other, nor on their edge.
  func isBeside(_ n: Int, _ other: Int) -> Bool {
    guard var own = outlines[n]?.samples, let theirs = outlines[other]?.samples else {
      return false
    }
    let hair = 1e-3
    let (tall, wide) = (layers[n].model.resolution, layers[n].model.longitudinalResolution)
    own.south -= hair * tall
    own.north += hair * tall
    own.west -= hair * wide
    own.east += hair * wide
    return own.intersections(with: theirs).isEmpty
  }

  func isAlike(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (layers[a].model.resolution, layers[b].model.resolution)
    return max(first, second) <= ElevationMosaic.largestNeighbourRatio * min(first, second)
  }
}
