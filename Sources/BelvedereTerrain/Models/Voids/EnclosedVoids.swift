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
    for row in 0..<height { voids.add(row: row, samples, width) }
    let largest = Int(Double(samples.count) * Self.largestPart)  // checked: less than the count
    var partial: [VoidRuns.Run] = []
    for (n, run) in voids.runs.enumerated() {
      let group = voids.groups[voids.root(of: n)]
      if !group.isAtEdge(width: width, height: height) || group.count <= Self.smallCount {
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
  struct Run {
    /// Indices of samples.
    let range: Range<Int>
    var parent: Int
  }

  /// What is known of the runs that touch each other.
  struct Group {
    var count: Int
    var left, right, top, bottom: Int

    func isAtEdge(width: Int, height: Int) -> Bool {
      left == 0 || top == 0 || right == width - 1 || bottom == height - 1
    }
  }

  private(set) var runs: [Run] = []
  /// Those of roots count.
  private(set) var groups: [Group] = []
  private var previous = 0..<0

  /// Adds the runs of the next row.
  mutating func add(row: Int, _ samples: [Float], _ width: Int) {
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
      groups.append(
        Group(count: i - from, left: from - start, right: i - 1 - start, top: row, bottom: row))
      runs.append(Run(range: from..<i, parent: runs.count))
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
    let isFirstLarger = groups[first].count >= groups[second].count
    let (kept, other) = isFirstLarger ? (first, second) : (second, first)
    runs[other].parent = kept
    groups[kept].count += groups[other].count
    groups[kept].left = min(groups[kept].left, groups[other].left)
    groups[kept].right = max(groups[kept].right, groups[other].right)
    groups[kept].top = min(groups[kept].top, groups[other].top)
    groups[kept].bottom = max(groups[kept].bottom, groups[other].bottom)
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
