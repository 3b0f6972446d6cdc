import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// Groups of voids against a flood from sample to sample.
@Suite("Voids in groups") struct OutsideVoidsTests {
  @Test("a group has the samples, and the edge, that a flood finds")
  func flood() {
    forEachSeed(300) { random in
      let (width, height) = (random.int(2...24), random.int(2...24))
      let share = random.double(0.1...0.9)
      let isVoid = (0..<(width * height)).map { _ in random.double(0...1) < share }
      // What the grid has: a row's columns between two limits, sometimes none in the middle.
      let spans = (0..<height).map { _ -> [Range<Int>] in
        let (a, b) = (random.int(0...width), random.int(0...width))
        switch random.int(0...3) {
        case 0: return [0..<width]
        case 1: return a < b ? [a..<b] : []
        case 2: return a < b ? [0..<a, b..<width].filter { !$0.isEmpty } : [0..<width]
        default: return [0..<width]
        }
      }
      func has(_ x: Int, _ y: Int) -> Bool {
        (0..<height).contains(y) && spans[y].contains { $0.contains(x) }
      }
      var voids = VoidRuns(width: width)
      for row in 0..<height {
        voids.add(
          row: row, of: spans[row], above: row > 0 ? spans[row - 1] : [],
          below: row + 1 < height ? spans[row + 1] : []
        ) { isVoid[row * width + $0] ? .nan : 7 }
      }
      var found = [Int: (count: Int, isAtEdge: Bool)]()
      for run in voids.runs {
        let group = voids.group(of: run)
        for i in run.range { found[i] = (group.count, group.isAtEdge) }
      }
      var seen: Set<Int> = []
      for start in isVoid.indices
      where isVoid[start] && has(start % width, start / width) && !seen.contains(start) {
        var (group, open, isAtEdge) = (Set([start]), [start], false)
        while let i = open.popLast() {
          let (x, y) = (i % width, i / width)
          for (u, v) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
            guard (0..<width).contains(u), has(u, v) else {
              isAtEdge = true
              continue
            }
            let j = v * width + u
            if isVoid[j], group.insert(j).inserted { open.append(j) }
          }
        }
        seen.formUnion(group)
        for i in group {
          try check(
            found[i]?.count == group.count && found[i]?.isAtEdge == isAtEdge,
            "\(i % width), \(i / width): \(String(describing: found[i])) for \(group.count), \(isAtEdge)"
          )
        }
      }
      try check(found.count == seen.count, "voids outside of the grid")
    }
  }
}
