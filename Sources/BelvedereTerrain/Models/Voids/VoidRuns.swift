/// The voids of a grid as runs along its rows, those that touch in groups; row after row.
package struct VoidRuns {
  /// In noise every second sample begins one: small numbers.
  package struct Run {
    /// Indices of samples.
    private let start, end: UInt32
    private var up: UInt32
    private var voids: UInt32
    /// Whether its group reaches an edge, if it stands for it.
    package fileprivate(set) var isAtEdge: Bool
    /// The lowest of the samples at the ends of its group's runs, if it stands for it; infinite where none is known.
    package fileprivate(set) var lowestBeside: Float

    fileprivate init(_ range: Range<Int>, parent: Int, isAtEdge: Bool, lowestBeside: Float) {
      start = UInt32(truncatingIfNeeded: range.lowerBound)
      end = UInt32(truncatingIfNeeded: range.upperBound)
      up = UInt32(truncatingIfNeeded: parent)
      voids = UInt32(truncatingIfNeeded: range.count)
      self.isAtEdge = isAtEdge
      self.lowestBeside = lowestBeside
    }

    /// Row after row: of the columns of row n those from n times the width on.
    package var range: Range<Int> { Int(start)..<Int(end) }  // checked: UInt32 to Int

    /// The next run on the way to the one that stands for its group.
    fileprivate var parent: Int {
      get { Int(up) }  // checked: UInt32 to Int
      set { up = UInt32(truncatingIfNeeded: newValue) }
    }

    /// The samples of its group, if it stands for it.
    package fileprivate(set) var count: Int {
      get { Int(voids) }  // checked: UInt32 to Int
      set { voids = UInt32(truncatingIfNeeded: newValue) }
    }
  }

  package private(set) var runs: [Run] = []
  private let width: Int
  private var previous = 0..<0

  package init(width: Int) { self.width = width }

  /// Adds the runs of the next row.
  ///
  /// - Parameters:
  ///   - spans: the columns that the grid has in the row, in order and apart; `above` and `below` those in the rows
  ///     beside it. Where there are none is an edge.
  ///   - sample: the sample of a column, NaN for a void.
  package mutating func add(
    row: Int, of spans: [Range<Int>], above: [Range<Int>], below: [Range<Int>],
    sample: (_ column: Int) -> Float
  ) {
    let first = runs.count
    let start = row * width
    for span in spans {
      var column = span.lowerBound
      while column < span.upperBound {
        guard sample(column).isNaN else {
          column += 1
          continue
        }
        let from = column
        while column < span.upperBound, sample(column).isNaN { column += 1 }
        let isAtEdge =
          from == span.lowerBound || column == span.upperBound
          || !Self.has(above, from..<column) || !Self.has(below, from..<column)
        var lowest = Float.infinity
        if from > span.lowerBound { lowest = sample(from - 1) }
        if column < span.upperBound { lowest = min(lowest, sample(column)) }
        runs.append(
          Run(
            (start + from)..<(start + column), parent: runs.count, isAtEdge: isAtEdge,
            lowestBeside: lowest))
      }
    }
    // Both rows' runs are in order.
    var before = previous.lowerBound
    for n in first..<runs.count {
      let range = (runs[n].range.lowerBound - width)..<(runs[n].range.upperBound - width)
      while before < previous.upperBound, runs[before].range.upperBound <= range.lowerBound {
        before += 1
      }
      var m = before
      while m < previous.upperBound, runs[m].range.lowerBound < range.upperBound {
        join(m, n)
        m += 1
      }
    }
    previous = first..<runs.count
  }

  private static func has(_ spans: [Range<Int>], _ columns: Range<Int>) -> Bool {
    spans.contains { $0.lowerBound <= columns.lowerBound && $0.upperBound >= columns.upperBound }
  }

  /// The run that stands for a run's group, which knows of all of it.
  package func group(of run: Run) -> Run { runs[root(of: run.parent)] }

  /// The run that stands for a run's group.
  private func root(of run: Int) -> Int {
    var root = run
    while runs[root].parent != root { root = runs[root].parent }
    return root
  }

  private mutating func join(_ a: Int, _ b: Int) {
    let (first, second) = (shortened(a), shortened(b))
    guard first != second else { return }
    // The larger one stays, so that ways to it stay short.
    let isFirstLarger = runs[first].count >= runs[second].count
    let (kept, other) = isFirstLarger ? (first, second) : (second, first)
    runs[other].parent = kept
    runs[kept].count += runs[other].count
    runs[kept].isAtEdge = runs[kept].isAtEdge || runs[other].isAtEdge
    runs[kept].lowestBeside = min(runs[kept].lowestBeside, runs[other].lowestBeside)
  }

  private mutating func shortened(_ run: Int) -> Int {
    let root = root(of: run)
    var next = run
    while runs[next].parent != root, next != root {
      (runs[next].parent, next) = (root, runs[next].parent)
    }
    return root
  }
}
