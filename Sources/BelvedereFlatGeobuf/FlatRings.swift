/// Lines or rings one after another, without an array for each.
public struct FlatRings: Sendable {
  /// Degrees: the longitude and the latitude of each place by turns. The first place of a ring stands again at its end.
  public var places: [Double] = []
  /// How many places there are up to the end of each line or ring.
  public var ends: [Int] = []
  /// Whether these are lines rather than polygons of rings.
  public var areLines = false
  /// How many rings there are up to the end of each polygon, whose outer ring comes first.
  public var polygonEnds: [Int] = []

  /// None.
  public init() {}

  /// Leaves nothing, and keeps the memory for what comes next.
  public mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    polygonEnds.removeAll(keepingCapacity: true)
    areLines = false
  }

  /// The numbers of the places of a line or ring.
  public func range(ofRing ring: Int) -> Range<Int> { (ring > 0 ? ends[ring - 1] : 0)..<ends[ring] }

  /// The numbers of the rings of a polygon.
  public func rings(ofPolygon polygon: Int) -> Range<Int> {
    (polygon > 0 ? polygonEnds[polygon - 1] : 0)..<polygonEnds[polygon]
  }

  /// The box around lines, or around outer rings.
  public var box: GeographicBox {
    var box = GeographicBox()
    func add(_ ring: Int) {
      for n in range(ofRing: ring) {
        box.add(longitude: places[2 * n], latitude: places[2 * n + 1])
      }
    }
    if areLines {
      for line in ends.indices { add(line) }
    } else {
      for polygon in polygonEnds.indices {
        if let outer = rings(ofPolygon: polygon).first { add(outer) }
      }
    }
    return box
  }
}
