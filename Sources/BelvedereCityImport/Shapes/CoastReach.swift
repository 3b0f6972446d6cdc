import BelvedereGeodesy
import BelvedereTerrain

/// How far coastlines tell land from sea.
enum CoastReach {
  /// The part of a box of which there are data; `nil` where there are none in it.
  ///
  /// - Parameters:
  ///   - declared: the box that the data say they are of.
  ///   - spanned: the box around all that was read, which counts where they say none. As the sea has no places of its
  ///     own, more is known: one and a half times its size on each side.
  static func known(
    of box: GeographicBounds, declared: GeographicBounds?, spanned: GeographicBounds?
  ) -> GeographicBounds? {
    if let declared, declared.south < declared.north, declared.west < declared.east {
      return common(box, declared)
    }
    guard let spanned else { return box }
    let degree = CoordinateRegion.metersPerDegree(at: spanned.center.latitude)
    let size =
      1.5
      * max(
        (spanned.north - spanned.south) * degree.latitude,
        (spanned.east - spanned.west) * degree.longitude)
    let (up, aside) = (size / degree.latitude, size / max(degree.longitude, 1000))
    guard size > 0 else { return box }
    let isRound = spanned.east - spanned.west + 2 * aside >= 360
    return common(
      box,
      GeographicBounds(
        south: max(spanned.south - up, -90), west: isRound ? -180 : spanned.west - aside,
        north: min(spanned.north + up, 90), east: isRound ? 180 : spanned.east + aside))
  }

  /// How far around a box coastlines are read, by its size, and metres: a harbour that the box cuts is connected to the sea
  /// there.
  private static let margin = (part: 1.5, least: 2000.0, most: 20_000.0)

  /// The box in which coastlines are read for another one.
  static func around(_ box: GeographicBounds) -> GeographicBounds {
    let degree = CoordinateRegion.metersPerDegree(at: box.center.latitude)
    let size = max(
      (box.north - box.south) * degree.latitude, (box.east - box.west) * degree.longitude)
    let margin = min(max(Self.margin.part * size, Self.margin.least), Self.margin.most)
    let (up, aside) = (margin / degree.latitude, margin / max(degree.longitude, 1000))
    let (south, north) = (max(box.south - up, -90), min(box.north + up, 90))
    // Scenes have their west on the first turn of the world.
    let west = max(box.west - aside, min(box.west, -180))
    guard box.east + aside - west < 360 else {
      return GeographicBounds(south: south, west: box.west, north: north, east: box.east)
    }
    return GeographicBounds(south: south, west: west, north: north, east: box.east + aside)
  }

  /// The largest part of a box around another one in which no coast ends; the other one where a coast ends in that.
  ///
  /// For each end one side is moved to it: the one that leaves most and keeps the other box.
  static func widened(
    _ box: GeographicBounds, to around: GeographicBounds, _ chains: [[Coordinate]]
  ) -> GeographicBounds {
    let ends = chains.flatMap { chain in
      chain.first == chain.last ? [] : [chain[0], chain[chain.count - 1]]
    }
    var result = around
    for end in ends where result.holds(end) && !BoxEdge(result).has(end) {
      var sides = [GeographicBounds](repeating: result, count: 4)
      sides[0].south = end.latitude
      sides[1].north = end.latitude
      sides[2].west = end.longitude
      sides[3].east = end.longitude
      let best = sides.filter { box.lies(in: $0) }.max { $0.area < $1.area }
      guard let best else { return box }
      result = best
    }
    return result
  }

  /// What two boxes share, on the turn of the world of the first; `nil` where they share nothing.
  private static func common(_ box: GeographicBounds, _ other: GeographicBounds)
    -> GeographicBounds?
  {
    let parts = box.intersections(with: other).filter { $0.south < $0.north && $0.west < $0.east }
    return parts.first.map { first in parts.reduce(first) { $0.union($1) } }
  }

  /// The part of a box's sides beyond which coasts that end are not led on to its edge: nobody knows where they go.
  private static let farthest = 0.25

  /// Whether one of some places lies far from the edge of a box.
  static func isFar(_ places: [Coordinate], from box: GeographicBounds) -> Bool {
    let (width, height) = (box.east - box.west, box.north - box.south)
    return places.contains { place in
      let x = min(place.longitude - box.west, box.east - place.longitude) / width
      let y = min(place.latitude - box.south, box.north - place.latitude) / height
      return min(x, y) > farthest
    }
  }
}

extension GeographicBounds {
  fileprivate var area: Double { (north - south) * (east - west) }
}
