extension RasterGrid {
  /// So far from the lattice, in samples, the samples of another raster may stand: the steps that
  /// files write down are rounded.
  static let latticeTolerance = 0.01

  /// The columns after which a lattice of longitudes starts anew; `nil` of other coordinates.
  var columnsAroundTheEarth: Double? {
    guard case .geographic = system else { return nil }
    return 360 / abs(stepX)
  }

  /// The column and row of this grid's lattice on which the first sample of another grid stands; `nil`
  /// where not all of its samples stand on the lattice. Of longitudes that on the nearest turn.
  func latticePlace(of other: RasterGrid) -> (column: Int, row: Int)? {
    guard other.system == system, other.margin == margin else { return nil }
    var column = (other.originX - originX) / stepX
    let row = (other.originY - originY) / stepY
    if let around = columnsAroundTheEarth { column -= (column / around).rounded() * around }
    let (nearestColumn, nearestRow) = (column.rounded(), row.rounded())
    let reach = 1e9
    guard abs(column) < reach, abs(row) < reach,
      Self.agrees(nearestColumn - column, other.stepX / stepX, other.width),
      Self.agrees(nearestRow - row, other.stepY / stepY, other.height)
    else { return nil }
    return (Int(nearestColumn), Int(nearestRow))  // checked: within ±1e9
  }

  /// Whether samples that start so far from the lattice and have so many of its steps between them stand
  /// on it.
  private static func agrees(_ shift: Double, _ ratio: Double, _ count: Int) -> Bool {
    let drift = (ratio - 1) * Double(count - 1)
    return max(abs(shift), abs(shift - drift)) <= latticeTolerance
  }
}
