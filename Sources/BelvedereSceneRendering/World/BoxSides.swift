import BelvedereGeoMath
import BelvedereGeodesy

/// How land and sea lie along the edge of a small box, as a straight coast would lie that comes nearest to them.
struct BoxSides {
  /// Where a straight coast would be.
  struct Coast {
    /// Map points from the coast to the middle of the box, positive on land.
    var distance: Double
    /// Whether more distance on the same side is as good.
    var isLeast: Bool
    /// The way to the land, of length 1; `nil` where no way is better than the others.
    var inland: Vector2?
  }

  /// Whether places along the edge are land, and the ways to them from the middle, of length 1, all around.
  private let places: [(isLand: Bool, way: Vector2)]
  /// Map points from the middle to a side, the mean.
  private let half: Double

  /// How many places.
  private static let count = 256
  /// The mean of the ways to land less that of the ways to sea from which on they tell where the land lies.
  private static let clear = 0.25
  /// Parts of the edge below which land or sea there is none to speak of.
  private static let least = 0.02

  /// - Parameters:
  ///   - inset: map points from the edge to the places within.
  ///   - isLand: what is asked.
  init(_ box: MapRect, inset: Double, isLand: (Vector2) -> Bool) {
    let middle = Vector2(box.midX, box.midY)
    let reach = Vector2(
      max(box.width / 2 - inset, box.width / 8), max(box.height / 2 - inset, box.height / 8))
    half = (box.width + box.height) / 4
    let side = Self.count / 4
    places = (0..<Self.count).map { i in
      let t = 2 * (Double(i % side) + 0.5) / Double(side) - 1
      let at =
        switch i / side {
        case 0: Vector2(t, -1)
        case 1: Vector2(1, t)
        case 2: Vector2(-t, 1)
        default: Vector2(-1, -t)
        }
      let p = Vector2(at.x * reach.x, at.y * reach.y)
      return (isLand(middle + p), p * (1 / p.length))
    }
  }

  /// The coast.
  ///
  /// - Parameter inland: where the land lies of the coast that is to be moved here.
  func coast(beside inland: Vector2) -> Coast {
    var sum = Vector2(0, 0)
    var land = 0
    for place in places {
      sum += place.way * (place.isLand ? 1 : -1)
      if place.isLand { land += 1 }
    }
    let share = Double(land) / Double(Self.count)
    let far = 1.6 * half
    if share > 1 - Self.least { return Coast(distance: far, isLeast: true) }
    if share < Self.least { return Coast(distance: -far, isLeast: true) }
    let mean = sum * (1 / Double(Self.count))
    if mean.length >= Self.clear {
      return Coast(
        distance: min(max(4 * (share - 0.5), -1), 1) * half, isLeast: false,
        inland: mean * (1 / mean.length))
    }
    // Islands all around end beyond the edge.
    guard share >= 0.5 else { return Coast(distance: -far, isLeast: true) }
    // A sound has the sea at one of its mouths, so that it is no lake.
    return Coast(
      distance: 0.9 * half, isLeast: false, inland: mouth(beside: inland).map { $0 * -1 })
  }

  /// The way to the middle of the stretch of sea that is widest and most towards the sea of another coast.
  private func mouth(beside inland: Vector2) -> Vector2? {
    guard let first = places.indices.first(where: { places[$0].isLand }) else { return nil }
    var best: (worth: Double, way: Vector2)?
    var sum = Vector2(0, 0)
    for k in 1...Self.count {
      let place = places[(first + k) % Self.count]
      if place.isLand {
        let width = sum.length
        if width > 0 {
          let way = sum * (1 / width)
          let worth = width * (1.5 - way.x * inland.x - way.y * inland.y)
          if worth > best?.worth ?? 0 { best = (worth, way) }
        }
        sum = Vector2(0, 0)
      } else {
        sum += place.way
      }
    }
    return best?.way
  }
}
