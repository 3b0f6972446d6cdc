import BelvedereCameraModel
import BelvedereGeoMath

/// At which moments of a path a target is seen, by the size of a change.
struct SightTable {
  let change: SightChange
  /// Moments, evenly spaced from the start to the end; one more than stretches between them.
  let stretches: Int
  /// By moment and size.
  private var seen: [[Bool]] = []
  /// The greatest size that a moment needs that is hidden without a change, and the least; 0 where none helps.
  private(set) var most = 0.0
  private(set) var least = 0.0

  init(
    _ path: CameraPath, _ lines: SightLines, over ground: any FlightGround, _ change: SightChange
  ) {
    self.change = change
    let wanted = Int(clamping: path.duration * 4, in: 96...384)
    stretches = lines.target.places.count > 4 ? wanted / 2 : wanted
    let sizes = change.sizes
    var needs: [Double] = []
    for i in 0...stretches {
      let camera = path.camera(at: path.duration * Double(i) / Double(stretches))
      func isSeen(_ k: Int) -> Bool {
        lines.answer(from: change.eye(of: camera, changedBy: sizes[k], over: ground)) == .seen
      }
      let row: [Bool]
      if case .lift = change.kind {
        // Who sees over what is in the way sees over it from farther up.
        let first = sizes.indices.leastTrue(isSeen)
        row = sizes.indices.map { $0 >= first }
      } else {
        row = sizes.indices.map(isSeen)
      }
      if !row[0], let first = row.firstIndex(of: true) { needs.append(sizes[first]) }
      seen.append(row)
    }
    least = needs.min() ?? 0
    most = needs.max() ?? 0
  }

  /// Whether the target is seen at a moment with a change of a size, from the sizes next to it.
  func isSeen(_ moment: Int, _ size: Double) -> Bool {
    let sizes = change.sizes
    let above = sizes.partitioningIndex { $0 >= size }
    guard above < sizes.count else { return false }
    return seen[moment][above]
      && (sizes[above] == size || seen[moment][max(above - 1, 0)] || isLift)
  }

  private var isLift: Bool { if case .lift = change.kind { true } else { false } }

  /// The share of the time for which it is seen with sizes by moment.
  func share(_ sizes: [Double]) -> Double {
    let count = sizes.indices.reduce(0.0) { sum, i in
      guard isSeen(i, sizes[i]) else { return sum }
      return sum + (i == 0 || i == stretches ? 0.5 : 1)
    }
    return count / Double(stretches)
  }
}

extension Range<Int> {
  /// The first element for which a condition holds that holds for all after it; the end where it holds for none.
  fileprivate func leastTrue(_ condition: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
