import BelvedereGeoMath

/// Finds which of many boxes of latitudes and longitudes may hold a place, without looking at all of
/// them: the boxes' own ground, cut into parts, each with the numbers of the boxes that reach it.
///
/// Never leaves out a box that holds the place or meets the box that is asked for; names others.
package struct BoxIndex: Sendable {
  private let rows, columns: Int
  private let south, west, height, width: Double
  /// The numbers of each part's boxes, ascending; part `i` has those from `starts[i]` on.
  private let numbers: [Int32]
  private let starts: [Int32]
  /// The most boxes that one part has.
  let depth: Int

  /// Below so many boxes an index is not worth its while.
  static let leastCount = 9

  /// Makes an index; `nil` for few boxes.
  package init?(_ boxes: [GeographicBounds]) {
    guard boxes.count >= Self.leastCount, boxes.count < 1 << 24 else { return nil }
    let all = boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
    south = all.south
    west = all.west
    height = max(all.north - all.south, 1e-9)
    width = min(max(all.east - all.west, 1e-9), 360)
    var side = min(max(Int(clamping: 2 * Double(boxes.count).squareRoot(), in: 1...128), 1), 128)
    // Boxes that reach most parts must not be written down in all of them.
    while true {
      let parts = Parts(side, side, south, west, height, width)
      let total = boxes.reduce(0) { $0 + parts.count(of: $1) }
      if side == 1 || total <= 64 * boxes.count {
        (rows, columns) = (side, side)
        var lists = [[Int32]](repeating: [], count: side * side)  // bounded: side ≤ 128
        for (n, box) in boxes.enumerated() {
          parts.each(of: box) { lists[$0].append(Int32(truncatingIfNeeded: n)) }
        }
        depth = lists.map(\.count).max() ?? 0
        var starts: [Int32] = [0]
        for list in lists {
          starts.append((starts.last ?? 0) + Int32(truncatingIfNeeded: list.count))
        }
        self.starts = starts
        numbers = lists.flatMap(\.self)
        return
      }
      side /= 2
    }
  }

  private var parts: Parts { Parts(rows, columns, south, west, height, width) }

  /// The numbers of the boxes that may hold a place, ascending.
  func boxes(latitude: Double, longitude: Double) -> ArraySlice<Int32> {
    guard latitude.isFinite, longitude.isFinite else { return [] }
    let parts = parts
    let part = parts.row(latitude) * columns + parts.column(parts.offset(longitude))
    return numbers[Int(starts[part])..<Int(starts[part + 1])]  // checked: Int32 to Int
  }

  /// The numbers of the boxes that may meet a box, ascending.
  package func boxes(meeting box: GeographicBounds) -> [Int] {
    var found: Set<Int32> = []
    parts.each(of: box) { part in
      found.formUnion(numbers[Int(starts[part])..<Int(starts[part + 1])])  // checked: as above
    }
    return found.sorted().map { Int($0) }  // checked: as above
  }

  /// Rows and columns of equal parts.
  private struct Parts {
    let rows, columns: Int
    let south, west, height, width: Double

    init(
      _ rows: Int, _ columns: Int, _ south: Double, _ west: Double, _ height: Double,
      _ width: Double
    ) {
      (self.rows, self.columns) = (rows, columns)
      (self.south, self.west, self.height, self.width) = (south, west, height, width)
    }

    func row(_ latitude: Double) -> Int {
      Int(flooring: (latitude - south) / height * Double(rows), in: 0...(rows - 1))
    }

    /// Degrees east of the western edge, in 0..<360.
    func offset(_ longitude: Double) -> Double {
      let degrees = longitude - west
      return degrees - (degrees / 360).rounded(.down) * 360
    }

    func column(_ offset: Double) -> Int {
      Int(flooring: offset / width * Double(columns), in: 0...(columns - 1))
    }

    /// A hair wider than the box: rounding must not lose its edge.
    private func ranges(
      of box: GeographicBounds
    ) -> (rows: ClosedRange<Int>, columns: [ClosedRange<Int>]) {
      let hair = 1e-9
      let bottom = row(box.south - hair)
      let vertical = bottom...max(bottom, row(box.north + hair))
      let all = [0...(columns - 1)]
      guard box.east - box.west < 360 - 2 * hair else { return (vertical, all) }
      let start = offset(box.west - hair)
      let end = start + (box.east - box.west) + 2 * hair
      let first = column(start)
      if end < 360 { return (vertical, [first...max(first, column(end))]) }
      let last = column(end - 360)
      return (vertical, last >= first ? all : [0...last, first...(columns - 1)])
    }

    func count(of box: GeographicBounds) -> Int {
      let ranges = ranges(of: box)
      return ranges.rows.count * ranges.columns.reduce(0) { $0 + $1.count }
    }

    func each(of box: GeographicBounds, _ body: (Int) -> Void) {
      let ranges = ranges(of: box)
      for row in ranges.rows {
        for range in ranges.columns {
          for column in range { body(row * columns + column) }
        }
      }
    }
  }
}
