import BelvedereGLTF
import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A model of triangles on the map: a landmark, a bridge, an aircraft.
public struct PlacedModel: Sendable {
  /// What a model's origin stands on.
  public enum Stand: Sendable, Hashable {
    /// Metres above the ground at its coordinate.
    case aboveGround(Double)
    /// Metres above the sea, multiplied as the ground's elevations are.
    case aboveSea(Double)
  }

  /// Its shape; copies share their memory.
  public let model: Model
  /// The file that it comes from: models of one name are the same.
  public let file: String
  /// Where its origin stands.
  public var coordinate: Coordinate
  public var stand: Stand
  /// Degrees clockwise by which it is turned: at 0 its x axis points east and its z axis south.
  public var heading: Double
  /// By what its size is multiplied.
  public var scale: Double
  /// A stable identifier, empty when there is none.
  public var id: String
  /// The name, empty when unknown.
  public var name: String
  /// Metres from the origin: of the farthest point on the map, the lowest and the highest one.
  public let radius, low, high: Double

  /// The convex outline of the model seen from above, metres east and north at a heading of 0, counterclockwise.
  private let hull: [Vector2]

  /// What is the same wherever a model stands.
  struct Measures {
    let hull: [Vector2]
    let radius, low, high: Double

    init(_ model: Model) {
      var seen: Set<Vector2> = []
      var radius = 0.0
      for part in model.parts {
        for n in part.triangles {
          let p = part.positions[Int(n)]  // checked: the reader has seen to it
          radius = max(radius, p.x * p.x + p.z * p.z)
          seen.insert(Vector2(p.x, -p.z))
        }
      }
      hull = Self.hull(seen.sorted { ($0.x, $0.y) < ($1.x, $1.y) })
      self.radius = radius.squareRoot()
      (low, high) = model.bounds.map { ($0.low.y, $0.high.y) } ?? (0, 0)
    }

    /// Source: A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions" (1979).
    private static func hull(_ points: [Vector2]) -> [Vector2] {
      guard points.count >= 3 else { return [] }
      func half(_ points: [Vector2]) -> [Vector2] {
        var chain: [Vector2] = []
        for p in points {
          while chain.count >= 2 {
            let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
            if (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0 { break }
            chain.removeLast()
          }
          chain.append(p)
        }
        return chain.dropLast()
      }
      return half(points) + half(points.reversed())
    }
  }

  /// Places a model.
  ///
  /// - Parameter scale: above 0.
  ///
  /// Cost: O(n log n) for n vertices.
  public init(
    _ model: Model, file: String, coordinate: Coordinate, stand: Stand = .aboveGround(0),
    heading: Double = 0, scale: Double = 1, id: String = "", name: String = ""
  ) {
    self.init(
      model, Measures(model), file: file, coordinate: coordinate, stand: stand, heading: heading,
      scale: scale, id: id, name: name)
  }

  /// Places a model that has been measured.
  init(
    _ model: Model, _ measures: Measures, file: String, coordinate: Coordinate, stand: Stand,
    heading: Double, scale: Double, id: String, name: String
  ) {
    self.model = model
    self.file = file
    self.coordinate = coordinate
    self.stand = stand
    self.heading = heading
    self.scale = scale
    self.id = id
    self.name = name
    hull = measures.hull
    radius = measures.radius * scale
    low = measures.low * scale
    high = measures.high * scale
  }

  /// Whether its elevation is its own, not the ground's.
  public var isAboveSea: Bool {
    if case .aboveSea = stand { return true }
    return false
  }

  /// Metres from the ground, or from the sea, to the top; at least 0.
  public var height: Double {
    switch stand {
    case .aboveGround(let height): max(height + high, 0)
    case .aboveSea: max(high, 0)
    }
  }

  /// The lowest and the highest point: metres above the ground at the origin, or above the sea as drawn.
  public func heights(exaggeration: Double) -> (low: Double, high: Double) {
    switch stand {
    case .aboveGround(let height): (height + low, height + high)
    case .aboveSea(let elevation):
      (elevation * exaggeration + low, elevation * exaggeration + high)
    }
  }

  /// The convex outline of its place on the map, counterclockwise; empty without triangles.
  public var outline: [Coordinate] {
    let place = ModelPlace(self)
    return hull.map { place.coordinate(of: place.offset(Vector3($0.x, 0, -$0.y))) }
  }
}

/// Where a model's points lie on the map.
///
/// Accuracy: its metres are those of the ellipsoid at its origin; a kilometre from there what the Earth's curvature
/// adds is 8 cm in height and, at latitude 60°, 0.3 m along the map.
public struct ModelPlace: Sendable {
  private let origin: Coordinate
  private let scale, sine, cosine: Double
  private let degree: (latitude: Double, longitude: Double)

  public init(_ placed: PlacedModel) {
    origin = placed.coordinate
    scale = placed.scale
    (sine, cosine) = (sin(placed.heading * .pi / 180), cos(placed.heading * .pi / 180))
    degree = CoordinateRegion.metersPerDegree(at: placed.coordinate.latitude)
  }

  /// A direction of the model's as east, north and up.
  public func direction(_ v: Vector3) -> Vector3 {
    let (east, north) = (v.x, -v.z)
    return Vector3(cosine * east + sine * north, cosine * north - sine * east, v.y)
  }

  /// A point of the model as metres east, north and up from its origin.
  public func offset(_ p: Vector3) -> Vector3 { direction(p) * scale }

  /// The coordinate of a point so far from the origin.
  public func coordinate(of offset: Vector3) -> Coordinate {
    Coordinate(
      latitude: origin.latitude + offset.y / degree.latitude,
      longitude: origin.longitude + offset.x / degree.longitude)
  }
}
