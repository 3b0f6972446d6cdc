import BelvedereGeodesy

/// A box in degrees; of nothing it is empty.
public struct GeographicBox: Sendable, Hashable {
  public var west = Double.infinity
  public var south = Double.infinity
  public var east = -Double.infinity
  public var north = -Double.infinity

  /// The box of nothing.
  public init() {}

  /// Makes a box.
  public init(west: Double, south: Double, east: Double, north: Double) {
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// Whether nothing is in it.
  public var isEmpty: Bool { !(west <= east && south <= north) }

  /// Makes it hold this, too.
  public mutating func add(_ place: Coordinate) {
    add(longitude: place.longitude, latitude: place.latitude)
  }

  mutating func add(longitude: Double, latitude: Double) {
    west = min(west, longitude)
    east = max(east, longitude)
    south = min(south, latitude)
    north = max(north, latitude)
  }

  /// Makes it hold this, too.
  public mutating func add(_ box: GeographicBox) {
    west = min(west, box.west)
    east = max(east, box.east)
    south = min(south, box.south)
    north = max(north, box.north)
  }

  /// Its middle.
  var middle: Coordinate {
    Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }

  /// Whether all of another one lies in it.
  func contains(_ box: GeographicBox) -> Bool {
    box.west >= west && box.east <= east && box.south >= south && box.north <= north
  }

  /// Whether a place lies in it, or on its western or southern edge.
  func holds(_ place: Coordinate) -> Bool {
    place.latitude >= south && place.latitude < north && place.longitude >= west
      && place.longitude < east
  }

  func meets(_ other: GeographicBox) -> Bool {
    west <= other.east && other.west <= east && south <= other.north && other.south <= north
  }
}

extension FlatGeobufFeature.Geometry {
  /// The box around it.
  public var box: GeographicBox {
    var box = GeographicBox()
    switch self {
    case .points(let places): for place in places { box.add(place) }
    case .lines(let lines): for line in lines { for place in line { box.add(place) } }
    case .polygons(let polygons):
      for rings in polygons { for place in rings.first ?? [] { box.add(place) } }
    case .collection(let parts): for part in parts { box.add(part.box) }
    }
    return box
  }
}
