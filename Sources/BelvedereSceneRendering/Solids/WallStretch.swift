import BelvedereGeoMath

/// A wall as a piece of a longer one: the short walls of a round tower, none of which is wide enough for a window, have
/// windows that go on from one to the next.
struct WallStretch: Equatable {
  /// Metres from where the longer wall begins, and its length.
  var offset, length: Double

  /// Walls that are longer have windows of their own; in bays.
  private static let longest = 2.0
  /// Of the angle by which walls turn that belong together, at least: 28 degrees.
  private static let leastCosine = 0.88

  /// Of all walls along a ring in order.
  ///
  /// - Parameter bay: metres from window to window.
  static func all(along ring: [Vector2], bay: Double) -> [WallStretch] {
    let count = ring.count
    let edges = ring.indices.map { ring[($0 + 1) % count] - ring[$0] }
    let lengths = edges.map(\.length)
    /// Whether a wall goes on as the one after it.
    func goesOn(_ i: Int) -> Bool {
      let next = (i + 1) % count
      let (a, b) = (lengths[i], lengths[next])
      guard max(a, b) < longest * bay, min(a, b) > 0 else { return false }
      return edges[i].dot(edges[next]) > leastCosine * a * b
    }
    var stretches = lengths.map { WallStretch(offset: 0, length: $0) }
    // Around a whole tower it begins anywhere.
    let start = (ring.indices.first { !goesOn($0) } ?? count - 1) + 1
    var first = 0
    while first < count {
      var (last, length) = (first, lengths[(start + first) % count])
      while last + 1 < count, goesOn((start + last) % count) {
        stretches[(start + last + 1) % count].offset = length
        last += 1
        length += lengths[(start + last) % count]
      }
      for n in first...last { stretches[(start + n) % count].length = length }
      first = last + 1
    }
    return stretches
  }
}
