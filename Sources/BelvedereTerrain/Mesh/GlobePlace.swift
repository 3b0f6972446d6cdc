import BelvedereGeoMath
import BelvedereGeodesy

/// Tiles on the ellipsoid, seen from an eye; the datum is taken to be the ellipsoid.
struct GlobePlace {
  let frame: TangentFrame
  /// The eye in ECEF.
  let eye: Vector3
  let factor: Double
  /// Semi-axes of an ellipsoid that no ground lies below.
  private let occluder: Vector3
  /// The eye by those axes, and its distance from the middle.
  private let scaledEye: Vector3
  private let scaledDistance: Double

  static let equatorScale = MapPoint.metersPerMapPoint(at: 0)
  /// The greatest length of a metre of the sphere's map on the ellipsoid: 1 / √(1 − e²).
  private static let stretch = 1.0034

  init(frame: TangentFrame, eye: Vector3, factor: Double, lowest: Double) {
    self.frame = frame
    self.eye = frame.ecef(of: eye)
    self.factor = factor
    let a = frame.ellipsoid.semiMajorAxis
    let b = a * (1 - frame.ellipsoid.flattening)
    // Meshes cut below the surface between their vertices by less than their cells' curvature.
    let sink = min(lowest * factor, 0) - 100
    occluder = Vector3(a + sink, a + sink, b + sink)
    scaledEye = self.eye / occluder
    scaledDistance = scaledEye.length
  }

  /// Metres by which a cell's flat triangles may lie off the curved Earth.
  ///
  /// With M a bound of the second derivatives of the surface by the map's metres, a triangle of two
  /// legs c errs by at most M·c²/4. On a sphere M ≤ 2·cos φ / R.
  static func curvature(_ address: TerrainTileAddress, high: Double) -> Double {
    let cell = address.size * equatorScale / Double(TerrainMeshGround.cells)
    return cell * cell / 2 / 6_356_752 * (1 + max(high, 0) / 6_356_752) * 1.02
  }

  /// A sphere and an upright cylinder that hold all of a tile.
  private struct Hull {
    /// The middle in ECEF, and the upward normal there.
    var center, up: Vector3
    /// Of the sphere.
    var radius: Double
    /// Of the cylinder: from its axis, above the middle and below it.
    var across, above, below: Double

    /// Metres that nothing inside is nearer to a point than: high ground on a small tile fills little of
    /// its sphere.
    func distance(to point: Vector3) -> Double {
      let way = point - center
      let rise = way.dot(up)
      let beside = max((way - up * rise).length - across, 0)
      let off = max(rise - above, -rise - below, 0)
      return max(way.length - radius, (beside * beside + off * off).squareRoot())
    }
  }

  private func hull(_ address: TerrainTileAddress, low: Double, high: Double) -> Hull {
    let corner = address.corner
    let half = address.size / 2
    let middle = MapPoint(x: corner.x + half, y: corner.y + half)
    let north = corner.y
    let south = corner.y + address.size
    let nearest = min(max(MapPoint.worldWidth / 2, north), south)
    let scale = MapPoint.metersPerMapPoint(
      at: MapPoint(x: 0, y: nearest).coordinate.latitude)
    let height = (low + high) / 2
    // No way along the surface is shorter than the chord.
    let level = half * 2.0.squareRoot() * scale * Self.stretch * (1 + max(height, 0) / 6_356_752)
    let (center, up) = GlobeVertices.position(middle, height: height)
    // Towards its ends the tile sinks below the level of its middle: by 1 − cos of less than its arc
    // over the least radius of curvature, b² / a, and over that the heights lean outwards.
    let thick = 1 + max(high, 0) / 6_335_000
    let sag = level * level / 2 / 6_335_000 * thick
    return Hull(
      center: center, up: up, radius: level + (high - low) / 2, across: level * thick,
      above: (high - low) / 2 + sag * max(-high, 0) / 6_335_000, below: (high - low) / 2 + sag)
  }

  /// The sphere around a tile in the view's frame, relative to the eye.
  func sphere(
    _ address: TerrainTileAddress, low: Float, high: Float
  ) -> (center: Vector3, radius: Double) {
    let ball = hull(address, low: Double(low) * factor, high: Double(high) * factor)
    let d = ball.center - eye
    // A mesh's flat cells lie below the surface.
    let cell = Self.curvature(address, high: Double(high) * factor)
    return (Vector3(d.dot(frame.east), d.dot(frame.north), d.dot(frame.up)), ball.radius + cell)
  }

  /// The greatest of the distances to the hulls of a tile and of all that hold it.
  func distance(
    _ address: TerrainTileAddress, _ known: (TerrainTileAddress) -> TerrainDetail.Tile
  ) -> Double {
    var greatest = 0.0
    var tile = address
    while true {
      let known = known(tile)
      let hull = hull(tile, low: Double(known.low) * factor, high: Double(known.high) * factor)
      // A mesh's flat cells lie below the surface.
      let gap =
        hull.distance(to: eye) - Self.curvature(tile, high: Double(known.high) * factor)
      greatest = max(greatest, gap)
      // A sphere that holds the eye's neighbourhood says nothing, nor do those around it.
      guard tile.level > 0 else { return greatest }
      tile = tile.parent
    }
  }

  /// Whether a sphere lies wholly in the Earth's shadow, seen from the eye.
  func isBehindHorizon(center: Vector3, radius: Double) -> Bool {
    guard scaledDistance > 1 else { return false }
    let ecef = eye + frame.east * center.x + frame.north * center.y + frame.up * center.z
    let c = ecef / occluder
    let r = radius / min(occluder.x, occluder.z)
    // Behind the plane of the circle where lines of sight touch.
    guard scaledEye.dot(c) / scaledDistance + r < 1 / scaledDistance else { return false }
    // Inside the cone of those lines: the half-angle's sine is 1 / |eye|.
    let way = c - scaledEye
    let along = -way.dot(scaledEye) / scaledDistance
    let across = max(way.dot(way) - along * along, 0).squareRoot()
    let sine = 1 / scaledDistance
    let cosine = max(1 - sine * sine, 0).squareRoot()
    return along * sine - across * cosine > r
  }
}
