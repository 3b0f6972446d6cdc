import BelvedereGeodesy
import BelvedereTerrain

/// Cuts lines and polygons to a box of latitudes and longitudes, straight in degrees.
///
/// Where data leap at ±180°, shapes go on beyond it (``WorldTurns``), and are put on the box's turn of the world.
struct BoxCut {
  private let box: GeographicBounds

  init(_ box: GeographicBounds) { self.box = box }

  /// The parts of a line inside, whatever turn of the world it is on.
  func lines(_ line: [Coordinate]) -> [[Coordinate]] {
    WorldTurns.shifts(of: line, in: box).flatMap { linesHere(WorldTurns.shifted(line, by: $0)) }
  }

  /// The parts of a polygon inside, whatever turn of the world it is on.
  func polygons(_ rings: [[Coordinate]]) -> [[[Coordinate]]] {
    WorldTurns.shifts(of: rings.first ?? [], in: box).compactMap { shift in
      polygon(rings.map { WorldTurns.shifted($0, by: shift) })
    }
  }

  /// The parts of a line inside, on its own turn of the world (Liang and Barsky 1984, each segment by its parameters of entry and exit).
  func linesHere(_ line: [Coordinate]) -> [[Coordinate]] {
    var parts: [[Coordinate]] = []
    var part: [Coordinate] = []
    func close() {
      if part.count > 1 { parts.append(part) }
      part = []
    }
    for (a, b) in zip(line, line.dropFirst()) {
      guard let (enter, leave) = inside(a, b) else {
        close()
        continue
      }
      if part.isEmpty { part.append(enter > 0 ? between(a, b, enter) : a) }
      part.append(leave < 1 ? between(a, b, leave) : b)
      if leave < 1 { close() }
    }
    close()
    return parts
  }

  /// The part of a polygon inside; `nil` where there is none (Sutherland and Hodgman 1974).
  func polygon(_ rings: [[Coordinate]]) -> [[Coordinate]]? {
    let cut = rings.map(ring)
    guard let outer = cut.first, outer.count > 2 else { return nil }
    return [outer] + cut.dropFirst().filter { $0.count > 2 }
  }

  private func ring(_ ring: [Coordinate]) -> [Coordinate] {
    // Most are inside as a whole.
    if ring.allSatisfy({
      $0.longitude >= box.west && $0.longitude <= box.east && $0.latitude >= box.south
        && $0.latitude <= box.north
    }) {
      return ring
    }
    var ring = ring
    let edges: [(inside: (Coordinate) -> Bool, part: (Coordinate, Coordinate) -> Double)] = [
      ({ $0.longitude >= box.west }, { (box.west - $0.longitude) / ($1.longitude - $0.longitude) }),
      ({ $0.longitude <= box.east }, { (box.east - $0.longitude) / ($1.longitude - $0.longitude) }),
      ({ $0.latitude >= box.south }, { (box.south - $0.latitude) / ($1.latitude - $0.latitude) }),
      ({ $0.latitude <= box.north }, { (box.north - $0.latitude) / ($1.latitude - $0.latitude) }),
    ]
    for edge in edges {
      guard let last = ring.last else { return [] }
      var result: [Coordinate] = []
      var before = last
      for place in ring {
        if edge.inside(place) != edge.inside(before) {
          result.append(between(before, place, edge.part(before, place)))
        }
        if edge.inside(place) { result.append(place) }
        before = place
      }
      ring = result
    }
    return ring
  }

  private func between(_ a: Coordinate, _ b: Coordinate, _ part: Double) -> Coordinate {
    Coordinate(
      latitude: a.latitude + (b.latitude - a.latitude) * part,
      longitude: a.longitude + (b.longitude - a.longitude) * part)
  }

  /// The parameters between which a segment lies inside; `nil` where it does nowhere.
  private func inside(_ a: Coordinate, _ b: Coordinate) -> (Double, Double)? {
    var (enter, leave) = (0.0, 1.0)
    let (dx, dy) = (b.longitude - a.longitude, b.latitude - a.latitude)
    for (change, room) in [
      (-dx, a.longitude - box.west), (dx, box.east - a.longitude), (-dy, a.latitude - box.south),
      (dy, box.north - a.latitude),
    ] {
      if change == 0 {
        if room < 0 { return nil }
      } else {
        let part = room / change
        if change < 0 { enter = max(enter, part) } else { leave = min(leave, part) }
      }
    }
    return enter < leave ? (enter, leave) : nil
  }
}
