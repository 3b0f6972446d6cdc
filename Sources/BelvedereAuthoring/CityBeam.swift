import BelvedereGeoMath
import BelvedereGeodesy

/// A beam of the scene format.
public struct CityBeam: Sendable {
  /// A joint: where, and metres above the sea.
  public struct Joint: Sendable {
    /// The position.
    public var coordinate: Coordinate
    /// Metres above the sea.
    public var elevation: Double
  }

  /// The joints.
  public var path: [Joint]
  /// Metres across and of the other side.
  public var width, depth: Double
  /// `#rrggbb`.
  public var color: String
  /// The colour of the upper side.
  public var topColor: String?

  package var text: String {
    // Seven decimals: the lean that orients an upright member is a few centimetres.
    let isUpright =
      path.count == 2 && abs(path[0].coordinate.latitude - path[1].coordinate.latitude) < 1e-5
    let points = path.map { joint in
      let c = joint.coordinate
      let decimals = isUpright ? 7 : 6
      return "[\(CityText.number(c.longitude, decimals: decimals)),"
        + "\(CityText.number(c.latitude, decimals: decimals)),"
        + "\(CityText.number(joint.elevation, decimals: 1))]"
    }
    return "{\"path\":[\(points.joined(separator: ","))],"
      + "\"width\":\(CityText.number(width, decimals: 2)),"
      + "\"depth\":\(CityText.number(depth, decimals: 2)),\"color\":\"\(color)\""
      + (topColor.map { ",\"topColor\":\"\($0)\"" } ?? "") + "}"
  }
}

/// Metres along and across a straight axis, for long structures.
package struct CityAxis {
  package let origin: Coordinate
  package let heading: Double

  /// The axis through the middle of two places.
  package init(from a: Coordinate, to b: Coordinate) {
    origin = Coordinate(
      latitude: (a.latitude + b.latitude) / 2, longitude: (a.longitude + b.longitude) / 2)
    let degree = CoordinateRegion.metersPerDegree(at: origin.latitude)
    heading =
      CityRectangle(
        from: .zero,
        to: Vector2(
          (b.longitude - a.longitude) * degree.longitude,
          (b.latitude - a.latitude) * degree.latitude), width: 1
      ).heading
  }

  package init(origin: Coordinate, heading: Double) {
    self.origin = origin
    self.heading = heading
  }

  /// The place `s` metres along the heading and `t` metres right of it.
  package func coordinate(_ s: Double, _ t: Double) -> Coordinate {
    let along = CityRectangle.direction(heading)
    let p = along * s + Vector2(along.y, -along.x) * t
    let degree = CoordinateRegion.metersPerDegree(at: origin.latitude)
    return Coordinate(
      latitude: origin.latitude + p.y / degree.latitude,
      longitude: origin.longitude + p.x / degree.longitude)
  }

  package func joint(_ s: Double, _ t: Double, _ z: Double) -> CityBeam.Joint {
    CityBeam.Joint(coordinate: coordinate(s, t), elevation: z)
  }

  /// An upright member. Its lean of 5 cm along the axis tells the renderer which way its width
  /// points: across.
  package func upright(
    _ s: Double, _ t: Double, from low: Double, to high: Double, width: Double, depth: Double,
    color: String
  ) -> CityBeam {
    CityBeam(
      path: [joint(s, t, low), joint(s + 0.05, t, high)], width: width, depth: depth,
      color: color)
  }

  /// A chain through points `(s, t, z)`.
  package func chain(
    _ points: [(s: Double, t: Double, z: Double)], width: Double, depth: Double, color: String,
    topColor: String? = nil
  ) -> CityBeam {
    CityBeam(
      path: points.map { joint($0.s, $0.t, $0.z) }, width: width, depth: depth, color: color,
      topColor: topColor)
  }
}
