import BelvedereGeoMath

/// A surface of GML while it is read.
struct GMLPolygon {
  let id: String
  let line: Int
  /// The outline and its holes; the last place of a ring is not the first one again.
  private(set) var rings: [[Vector3]] = []
  private var ring: [Vector3] = []

  init(id: String, line: Int) { (self.id, self.line) = (id, line) }

  mutating func add(_ places: [Vector3]) {
    for place in places where place != ring.last { ring.append(place) }
  }

  mutating func endRing() {
    if ring.count > 1, ring.first == ring.last { ring.removeLast() }
    // Holes of what is none are none.
    if ring.count >= 3, !(rings.isEmpty && hasLostOutline) {
      rings.append(ring)
    } else if !ring.isEmpty, rings.isEmpty {
      hasLostOutline = true
    }
    ring = []
  }

  private var hasLostOutline = false
}
