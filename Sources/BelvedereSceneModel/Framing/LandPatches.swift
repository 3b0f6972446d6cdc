/// Connected patches of what rises above the sea, among places in rows.
///
/// A patch is land where it is high, or large enough to be neither a wave nor a wrong sample. Where none is,
/// the largest are.
struct LandPatches {
  /// Whether a place belongs to land.
  private(set) var isLand: [Bool]
  /// The area from which a low patch is land, in the unit of a place's.
  private(set) var leastArea: Double

  /// Metres above the sea of what may be land.
  private static let shore = 0.5
  /// Metres that no wave has.
  private static let height: Float = 10

  /// - Parameters:
  ///   - elevations: metres of the places, row by row; NaN where nothing is known.
  ///   - side: places in a row.
  ///   - placeArea: the area of a place in any unit.
  ///   - leastArea: from which a low patch is land at most.
  init(_ elevations: [Float], side: Int, placeArea: Double, leastArea: Double) {
    let count = elevations.count
    isLand = [Bool](repeating: false, count: count)  // bounded: as many as elevations
    // The places of all patches, one patch after the other.
    var order: [Int32] = []
    var patches: [(range: Range<Int>, area: Double, isHigh: Bool)] = []
    for first in 0..<count where Self.rises(elevations[first]) && !isLand[first] {
      let begin = order.count
      var isHigh = false
      isLand[first] = true
      order.append(Int32(clamping: first))
      var next = begin
      while next < order.count {
        let place = Int(order[next])  // checked: widens
        next += 1
        isHigh = isHigh || elevations[place] > Self.height
        let (row, column) = place.quotientAndRemainder(dividingBy: side)
        for j in max(row - 1, 0)...min(row + 1, count / side - 1) {
          for i in max(column - 1, 0)...min(column + 1, side - 1) {
            let beside = j * side + i
            guard !isLand[beside], Self.rises(elevations[beside]) else { continue }
            isLand[beside] = true
            order.append(Int32(clamping: beside))
          }
        }
      }
      patches.append((begin..<order.count, Double(order.count - begin) * placeArea, isHigh))
    }
    self.leastArea = leastArea
    if !patches.contains(where: { $0.isHigh || $0.area >= leastArea }) {
      self.leastArea = patches.reduce(0) { max($0, $1.area) }
    }
    for patch in patches where !patch.isHigh && patch.area < self.leastArea {
      for place in order[patch.range] {
        isLand[Int(place)] = false  // checked: widens
      }
    }
  }

  private static func rises(_ elevation: Float) -> Bool { Double(elevation) > shore }
}
