import BelvedereTerrain

extension GeographicBounds {
  /// The same box on the turn of the world on which its west lies from -180 up to 180, ``closedAround``.
  ///
  /// Boxes that are written whole turns apart become the same to the last bit, where they are written with up to nine
  /// decimals.
  public var onFirstTurn: GeographicBounds {
    let box = closedAround
    let turns = ((box.west + 180) / 360).rounded(.down) * 360
    guard turns != 0, turns.isFinite, box.east - box.west != 360 else { return box }
    func moved(_ degrees: Double) -> Double { ((degrees - turns) * 1e9).rounded() / 1e9 }
    return GeographicBounds(
      south: box.south, west: moved(box.west), north: box.north, east: moved(box.east))
  }
}
