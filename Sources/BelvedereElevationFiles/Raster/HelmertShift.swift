import BelvedereGeoMath
import BelvedereGeodesy

/// From Earth-centred coordinates of one datum to those of WGS 84: a move, a small turn and a change of scale.
///
/// Source: IOGP Geomatics Guidance Note 7 part 2, method 9607, the turn as one of the coordinate frame.
struct HelmertShift {
  /// Metres; microradians; parts of a million.
  let move, turn: Vector3
  let scale: Double

  /// Coordinates of WGS 84.
  func shifted(_ p: Vector3) -> Vector3 { move + (p + turned(p)) * (1 + scale * 1e-6) }

  /// Coordinates of the datum; within 1 µm of the inverse.
  func unshifted(_ p: Vector3) -> Vector3 {
    let level = (p - move) / (1 + scale * 1e-6)
    // The turn is of parts of a million: two steps leave 1e-11 of the radius, three nothing.
    var found = level
    for _ in 0..<3 { found = level - turned(found) }
    return found
  }

  private func turned(_ p: Vector3) -> Vector3 {
    Vector3(
      turn.z * p.y - turn.y * p.z, turn.x * p.z - turn.z * p.x, turn.y * p.x - turn.x * p.y) * 1e-6
  }

  /// A place of one ellipsoid on another one, on the turn of the world that it was given on; NaN for none.
  static func place(
    _ latitude: Double, _ longitude: Double, from: Ellipsoid, to: Ellipsoid,
    _ shift: (Vector3) -> Vector3
  ) -> (Double, Double) {
    let position = GeodeticPosition(latitude: latitude, longitude: longitude, height: 0)
    guard let place = try? from.ecef(of: position),
      let moved = try? to.geodetic(ofECEF: shift(place))
    else { return (.nan, .nan) }
    let turns = ((longitude - moved.longitude) / 360).rounded()
    return (moved.latitude, moved.longitude + 360 * turns)
  }
}
