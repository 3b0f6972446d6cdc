/// How far apart the trees of each wood stand, so that there are not too many in all.
///
/// Woods share what there may be as evenly as they can: small ones have all their trees, and none of the others has fewer
/// than any of these. The shares follow from the areas alone, in any order.
struct WoodThinning {
  /// How many trees there are at most, about.
  static let most = 40_000.0
  /// Metres from tree to tree where there are not too many.
  static let closest = 9.0

  /// How many trees a wood has at most; not a whole number.
  private let limit: Double
  /// How many trees are left out, about.
  let leftOut: Double

  /// - Parameter areas: of the woods, square metres.
  init(areas: [Double]) {
    let wanted = areas.map { $0 / (Self.closest * Self.closest) }.sorted()
    var (left, limit) = (Self.most, Double.infinity)
    for (n, trees) in wanted.enumerated() {
      let even = left / Double(wanted.count - n)
      if trees > even {
        limit = even
        break
      }
      left -= trees
    }
    self.limit = limit
    leftOut = wanted.reduce(0) { $0 + max($1 - limit, 0) }
  }

  /// Whether trees of a wood are left out.
  ///
  /// - Parameter area: square metres.
  func thins(area: Double) -> Bool { spacing(area: area) > Self.closest }

  /// Metres from tree to tree in a wood, on average.
  ///
  /// - Parameter area: square metres.
  func spacing(area: Double) -> Double {
    max(Self.closest, limit.isFinite ? (area / limit).squareRoot() : 0)
  }
}
