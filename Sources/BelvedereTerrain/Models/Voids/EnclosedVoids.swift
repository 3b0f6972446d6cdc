/// Which voids of a grid are holes in it, and which are what lies outside of the data: nothing is known of that,
/// and no land is invented there.
///
/// - Voids that do not reach the grid's edge are holes, however wide.
/// - Of voids that do reach it small ones, up to ``smallCount`` samples, are holes, too.
/// - Those that make up more than a twentieth of the grid are outside: the sea, or what surrounds a country.
/// - Of others those samples are holes that have data around them: see ``KnownDirections``. The wedges that
///   turning a raster leaves in its corners have not.
struct EnclosedVoids {
  /// For each sample whether it is a void that is a hole.
  private(set) var isHole: [Bool]

  /// The most samples of a void at the edge that is a hole anyway.
  static let smallCount = 64
  /// How much of the grid a void at the edge makes up at most.
  static let largestPart = 0.05

  init(_ samples: [Float], width: Int) {
    isHole = [Bool](repeating: false, count: samples.count)
    let height = samples.count / width
    var voids = VoidRuns()
    for row in 0..<height { voids.add(row: row, samples, width, height) }
    let largest = Int(Double(samples.count) * Self.largestPart)  // checked: less than the count
    var partial: [VoidRuns.Run] = []
    for (n, run) in voids.runs.enumerated() {
      let group = voids.runs[voids.root(of: n)]
      if !group.isAtEdge || group.count <= Self.smallCount {
        for i in run.range { isHole[i] = true }
      } else if group.count <= largest {
        partial.append(run)
      }
    }
    guard !partial.isEmpty else { return }
    let known = KnownDirections(samples, width: width)
    for run in partial {
      for i in run.range { isHole[i] = KnownDirections.surround(known.masks[i]) }
    }
  }
}

/// The voids of a grid as runs along its rows, those that touch in groups.
private struct VoidRuns {
  /// In noise every second sample begins one: small numbers.
  struct Run {
    /// Indices of samples.
    private let start, end: UInt32
    private var up: UInt32
    private var voids: UInt32
    /// Whether its group reaches the edge of the grid, if it stands for it.
    var isAtEdge: Bool

    init(_ range: Range<Int>, parent: Int, isAtEdge: Bool) {
      start = UInt32(truncatingIfNeeded: range.lowerBound)
      end = UInt32(truncatingIfNeeded: range.upperBound)
      up = UInt32(truncatingIfNeeded: parent)
      voids = UInt32(truncatingIfNeeded: range.count)
      self.isAtEdge = isAtEdge
    }

    var range: Range<Int> { Int(start)..<Int(end) }  // checked: UInt32 to Int

    /// The next run on the way to the one that stands for its group.
    var parent: Int {
      get { Int(up) }  // checked: UInt32 to Int
      set { up = UInt32(truncatingIfNeeded: newValue) }
    }

    /// The samples of its group, if it stands for it.
    var count: Int {
      get { Int(voids) }  // checked: UInt32 to Int
      set { voids = UInt32(truncatingIfNeeded: newValue) }
    }
  }

  private(set) var runs: [Run] = []
  private var previous = 0..<0

  /// Adds the runs of the next row.
  mutating func add(row: Int, _ samples: [Float], _ width: Int, _ height: Int) {
    let first = runs.count
    let (start, end) = (row * width, (row + 1) * width)
    var i = start
    while i < end {
      guard samples[i].isNaN else {
        i += 1
        continue
      }
      let from = i
      while i < end, samples[i].isNaN { i += 1 }
      let isAtEdge = row == 0 || row == height - 1 || from == start || i == end
      runs.append(Run(from..<i, parent: runs.count, isAtEdge: isAtEdge))
    }
    // Both rows' runs are in order.
    var above = previous.lowerBound
    for n in first..<runs.count {
      let range = (runs[n].range.lowerBound - width)..<(runs[n].range.upperBound - width)
      while above < previous.upperBound, runs[above].range.upperBound <= range.lowerBound {
        above += 1
      }
      var m = above
      while m < previous.upperBound, runs[m].range.lowerBound < range.upperBound {
        join(m, n)
        m += 1
      }
    }
    previous = first..<runs.count
  }

  /// The run that stands for a run's group.
  func root(of run: Int) -> Int {
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
