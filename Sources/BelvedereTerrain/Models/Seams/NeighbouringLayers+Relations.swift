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
    func isHeld(_ n: Int) -> Bool {
      guard let samples = outlines[n]?.samples else { return false }
      return samples.north < boxes[n].north && samples.south > boxes[n].south
        && samples.east < boxes[n].east && samples.west > boxes[n].west
    }
    return isAlike(n, other) && isHeld(n) && isHeld(other) && isBeside(n, other)
  }

  /// Whether no sample of one layer lies among those of the other.
  func isBeside(_ n: Int, _ other: Int) -> Bool {
    guard let own = outlines[n]?.samples, let theirs = outlines[other]?.samples else {
      return false
    }
    return !own.intersections(with: theirs).contains { $0.north > $0.south && $0.east > $0.west }
  }

  func isAlike(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (layers[a].model.resolution, layers[b].model.resolution)
    return max(first, second) <= ElevationMosaic.largestNeighbourRatio * min(first, second)
  }
}
