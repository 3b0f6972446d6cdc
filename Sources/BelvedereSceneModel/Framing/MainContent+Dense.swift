import BelvedereGeodesy
import BelvedereTerrain

extension MainContent {
  /// How many times wider than what lies together all must be.
  private static let spread = 12.0
  /// What is wider than this part of what lies together and reaches into it is no stray.
  private static let reach = 0.25

  /// What lies together around the middle of all, where few things lie all around; `nil` where they are not far from it.
  static func dense(_ things: [Thing], atMost most: Int) -> (kept: [Thing], leftOut: Int)? {
    guard let all = hull(things), let core = Core(things) else { return nil }
    let count = things.reduce(0) { $0 + $1.count }
    let radius = max(core.radius(of: count - most), least / 2)
    // What lies just beyond is no stray.
    let kept = things.filter { core.farthest($0.box) <= 2 * radius }
    guard let box = hull(kept), kept.count < things.count, size(all) > spread * size(box) else {
      return nil
    }
    let isLed = things.contains { thing in
      core.farthest(thing.box) > 2 * radius && core.nearest(thing.box) <= 2 * radius
        && size(thing.box) > reach * radius
    }
    return isLed ? nil : (kept, count - kept.reduce(0) { $0 + $1.count })
  }

  /// The middle of things, half of which lie on each side of it, and how far they lie from it, metres, the longer way.
  struct Core {
    let middle: Coordinate
    private let scale: (latitude: Double, longitude: Double)
    private let things: [Thing]

    /// - Returns: `nil` for no things.
    init?(_ things: [Thing]) {
      guard !things.isEmpty else { return nil }
      func median(_ at: (GeographicBounds) -> Double) -> Double {
        let places = things.map { (at: at($0.box), count: $0.count) }.sorted { $0.at < $1.at }
        var left = places.reduce(0) { $0 + $1.count } / 2
        for place in places {
          if left < place.count { return place.at }
          left -= place.count
        }
        return places[places.count - 1].at
      }
      self.things = things
      middle = Coordinate(
        latitude: median { ($0.south + $0.north) / 2 },
        longitude: median { ($0.west + $0.east) / 2 })
      let degree = CoordinateRegion.metersPerDegree(at: min(max(middle.latitude, -85), 85))
      scale = (degree.latitude, degree.longitude)
    }

    /// To the edge of a box that lies farthest away.
    func farthest(_ box: GeographicBounds) -> Double {
      max(
        max(box.north - middle.latitude, middle.latitude - box.south) * scale.latitude,
        max(box.east - middle.longitude, middle.longitude - box.west) * scale.longitude)
    }

    /// To where a box begins; 0 within it.
    func nearest(_ box: GeographicBounds) -> Double {
      max(
        0, max(box.south - middle.latitude, middle.latitude - box.north) * scale.latitude,
        max(box.west - middle.longitude, middle.longitude - box.east) * scale.longitude)
    }

    /// Within what distance so many things lie.
    func radius(of count: Int) -> Double {
      let places = things.map { (away: farthest($0.box), count: $0.count) }
        .sorted { $0.away < $1.away }
      var sum = 0
      for place in places {
        sum += place.count
        if sum >= count { return place.away }
      }
      return places.last?.away ?? 0
    }
  }
}
