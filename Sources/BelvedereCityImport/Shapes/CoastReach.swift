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
