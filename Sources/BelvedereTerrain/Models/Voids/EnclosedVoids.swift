/// Which voids of a grid are holes in it, and which are what lies outside of the data: nothing is known of that,
/// and no land is invented there.
///
/// - Voids that do not reach the grid's edge are holes, however wide.
/// - Of voids that do reach it small ones, up to ``smallCount`` samples, are holes, too.
/// - Those that make up more than a twentieth of the grid are outside: the sea, or what surrounds a country. So are
///   those that reach land of less than five metres above the sea, which then is a shore.
/// - Of others those samples are holes that have data around them: see ``KnownDirections``. The wedges that
///   turning a raster leaves in its corners have not.
package struct EnclosedVoids {
  /// For each sample whether it is a void that is a hole.
  private(set) var isHole: [Bool]

  /// The most samples of a void at the edge that is a hole anyway.
  static let smallCount = 64

  /// How many samples a void at the edge makes up at most: a twentieth of the grid.
  package static func largest(of count: Int) -> Int { max(count / 20, smallCount) }

  /// Whether a group at an edge lies outside of the data: of more than so many samples, or beside a shore.
  package static func isOutside(_ group: VoidRuns.Run, largest: Int) -> Bool {
    group.isAtEdge && group.count > smallCount
      && (group.count > largest || group.lowestBeside > 0 && group.lowestBeside <= shore)
  }

  /// Land above the sea up to so many metres beside a wide void at the edge is its shore.
  private static let shore: Float = 5

  init(_ samples: [Float], width: Int) {
    isHole = [Bool](repeating: false, count: samples.count)
    let height = samples.count / width
    var voids = VoidRuns(width: width)
    let whole = [0..<width]
    for row in 0..<height {
      voids.add(
        row: row, of: whole, above: row > 0 ? whole : [], below: row + 1 < height ? whole : []
      ) { samples[row * width + $0] }
    }
    let largest = Self.largest(of: samples.count)
    var partial: [VoidRuns.Run] = []
    for run in voids.runs {
      let group = voids.group(of: run)
      if !group.isAtEdge || group.count <= Self.smallCount {
        for i in run.range { isHole[i] = true }
      } else if !Self.isOutside(group, largest: largest) {
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
