import BelvedereGeodesy

/// Shapes whose edges are a whole turn of the world long, as boxes around all of it have them.
package enum WholeTurns {
  /// A ring without leaps at the antimeridian; one from 180 to -180 is an edge around the world where nothing is left of
  /// the ring otherwise.
  package static func ring(_ places: [Coordinate]) -> [Coordinate] {
    let short = unwrapped(places)
    guard isAround(places), isRing(places, short) else { return short }
    return stepped(places)
  }

  /// A line without leaps at the antimeridian; one along a parallel from 180 to -180 is all of it.
  package static func line(_ places: [Coordinate]) -> [Coordinate] {
    let short = unwrapped(places)
    guard isAround(places), short.allSatisfy({ $0 == short[0] }) else { return short }
    return places.prefix(1) + zip(places, places.dropFirst()).flatMap(steps)
  }

  /// A ring whose edges are at most a quarter of a turn long: an edge of half a turn could as well run the other way
  /// around the world, and a longer one does.
  package static func stepped(_ ring: [Coordinate]) -> [Coordinate] {
    if isShort(ring) { return ring }
    return zip(ring.suffix(1) + ring.dropLast(), ring).flatMap(steps)
  }

  /// Whether no edge is longer than a quarter of a turn.
  private static func isShort(_ ring: [Coordinate]) -> Bool {
    guard var before = ring.last else { return true }
    for place in ring {
      guard abs(place.longitude - before.longitude) <= 90 else { return false }
      before = place
    }
    return true
  }

  private static func steps(from: Coordinate, to place: Coordinate) -> [Coordinate] {
    let width = place.longitude - from.longitude
    let steps = (abs(width) / 90).rounded(.up)
    return stride(from: 1, to: max(steps, 1), by: 1).map {
      Coordinate(
        latitude: from.latitude + (place.latitude - from.latitude) * $0 / steps,
        longitude: from.longitude + width * $0 / steps)
    } + [place]
  }

  /// Whether an edge could be meant to lead the long way around the world, though it takes the short one: one that is
  /// neither half a turn long nor ends near the antimeridian on both sides.
  package static func isDoubtful(_ places: [Coordinate]) -> Bool {
    zip(places, places.dropFirst()).contains {
      (181..<350).contains(abs($1.longitude - $0.longitude))
    }
  }

  /// Degrees by which ends of the world may miss it, by rounding.
  private static let slack = 1e-6

  private static func isTurn(_ a: Coordinate, _ b: Coordinate) -> Bool {
    abs(abs(b.longitude - a.longitude) - 360) < slack
  }

  /// Whether an edge is a whole turn long.
  package static func isAround(_ places: [Coordinate]) -> Bool {
    zip(places, places.dropFirst()).contains { isTurn($0, $1) }
      || places.last.map { isTurn($0, places[0]) } ?? false
  }

  /// Whether a ring is one as it is written and not by the short ways: then it has no area, or leads around the world.
  private static func isRing(_ places: [Coordinate], _ short: [Coordinate]) -> Bool {
    guard let last = short.last else { return false }
    if short.allSatisfy({ abs($0.longitude - last.longitude) < slack }) { return true }
    // Around a pole the edge lies beyond the map.
    let edges = zip(places, places.dropFirst() + places.prefix(1)).filter { isTurn($0, $1) }
    let end = unwrapped([last, places[0]])
    return abs(end[1].longitude - short[0].longitude) > 180
      && edges.contains { min(abs($0.latitude), abs($1.latitude)) < 85.06 }
  }
}
