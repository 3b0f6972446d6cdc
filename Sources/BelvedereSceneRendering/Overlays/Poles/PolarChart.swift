import BelvedereGeoMath
import BelvedereGeodesy
import CBelvedereShading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pole of the Earth.
enum Pole: Int, CaseIterable {
  case north, south
}

/// The ground around a pole in a plane: the stereographic one, of which a unit is a map point along the map's
/// edge.
///
/// It is what the map's plane becomes by the exponential function, z ↦ rim·exp(2πiz / world), so that both
/// have the same angles, and around the pole, which the map never reaches, the plane is like any other.
struct PolarChart {
  let pole: Pole
  /// From the pole.
  let place: Vector2
  /// Metres on the ground of a unit there.
  let metersPerUnit: Double
  /// The directions of the east and the south.
  private let east, south: Vector2

  /// The distance of the map's edge from the pole.
  static let rim = MapPoint.worldWidth / (2 * .pi)

  /// A place on the ground; `nil` on the map.
  init?(_ p: GlobePoint) {
    self.init(latitude: (p.sinφ, p.cosφ), longitude: (p.sinλ, p.cosλ))
  }

  /// A place; `nil` on the map.
  init?(_ c: Coordinate) {
    let (φ, λ) = (SineCosine(degrees: c.latitude), SineCosine(degrees: c.longitude))
    self.init(latitude: (φ.sine, φ.cosine), longitude: (λ.sine, λ.cosine))
  }

  /// - Parameters: sines and cosines.
  private init?(
    latitude φ: (sine: Double, cosine: Double), longitude λ: (sine: Double, cosine: Double)
  ) {
    guard abs(φ.sine) > Self.edgeSine else { return nil }
    pole = φ.sine > 0 ? .north : .south
    let scale = exp(Double.pi) / (1 + abs(φ.sine))
    let out = Vector2(λ.cosine, λ.sine)
    place = out * (Self.rim * scale * φ.cosine)
    metersPerUnit = 2 * .pi * Ellipsoid.wgs84.semiMajorAxis / (MapPoint.worldWidth * scale)
    east = Vector2(-λ.sine, λ.cosine)
    south = pole == .north ? out : out * -1
  }

  /// tanh π
  private static let edgeSine = tanh(Double.pi)

  /// The footprint here whose steps go so far to the east and the south.
  func placed(_ steps: BelvedereFootprintOnMap) -> BelvedereFootprintOnMap {
    var footprint = steps
    (footprint.x, footprint.y) = (place.x, place.y)
    let column = east * steps.column_x + south * steps.column_y
    let row = east * steps.row_x + south * steps.row_y
    (footprint.column_x, footprint.column_y) = (column.x, column.y)
    (footprint.row_x, footprint.row_y) = (row.x, row.y)
    return footprint
  }

  /// Metres on the ground of a unit at a place in the plane.
  static func metersPerUnit(_ place: Vector2) -> Double {
    let q = place.length / rim * exp(-Double.pi)
    return 2 * exp(-Double.pi) / (1 + q * q) * GroundWays.metersAtEquator
  }

  /// The place of a point of the map, which goes on beyond its edge.
  static func place(_ p: Vector2, around pole: Pole) -> Vector2 {
    let world = MapPoint.worldWidth
    let beyond = pole == .north ? -p.y : p.y - world
    if beyond >= OverlayRing.poleDepth - 1 { return Vector2(0, 0) }
    let turns = p.x / world
    let angle = (turns - turns.rounded(.down) - 0.5) * 2 * .pi
    return Vector2(cos(angle), sin(angle)) * (rim * exp(-beyond / rim))
  }
}
