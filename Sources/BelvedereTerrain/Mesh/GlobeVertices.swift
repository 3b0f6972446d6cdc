import BelvedereGeoMath
import BelvedereGeodesy

/// The vertices of a tile on the ellipsoid, relative to the eye.
struct GlobeVertices {
  private let columns: [SineCosine]
  private let rows: [(φ: SineCosine, radius: Double)]
  private let place: GlobePlace

  init(_ address: TerrainTileAddress, _ place: GlobePlace) {
    self.place = place
    let n = TerrainMeshGround.cells
    let spacing = address.size / Double(n)
    let world = (n << address.level) - 1
    // A meridian's and a parallel's numbers are the same bits in every tile.
    columns = (0...n).map { i in
      let column = (address.x * n + i) & world
      return SineCosine(degrees: Double(column) * spacing / MapPoint.worldWidth * 360 - 180)
    }
    rows = (0...n).map { j in
      let y = Double(address.y * n + j) * spacing
      let φ = SineCosine(degrees: MapPoint(x: 0, y: y).coordinate.latitude)
      return (φ, Self.primeVertical(φ))
    }
  }

  private static let e2 = Ellipsoid.wgs84.flattening * (2 - Ellipsoid.wgs84.flattening)

  /// The radius of curvature in the prime vertical.
  private static func primeVertical(_ φ: SineCosine) -> Double {
    Ellipsoid.wgs84.semiMajorAxis / (1 - e2 * φ.sine * φ.sine).squareRoot()
  }

  @inline(__always)
  private static func ecef(
    _ λ: SineCosine, _ φ: SineCosine, _ radius: Double, _ height: Double
  ) -> Vector3 {
    let r = (radius + height) * φ.cosine
    return Vector3(r * λ.cosine, r * λ.sine, ((1 - e2) * radius + height) * φ.sine)
  }

  /// The ECEF position of a map point at a height, and the upward normal there.
  static func position(
    _ point: MapPoint, height: Double
  ) -> (position: Vector3, up: Vector3) {
    let φ = SineCosine(degrees: point.coordinate.latitude)
    let λ = SineCosine(degrees: point.x / MapPoint.worldWidth * 360 - 180)
    return (
      ecef(λ, φ, primeVertical(φ), height),
      Vector3(φ.cosine * λ.cosine, φ.cosine * λ.sine, φ.sine)
    )
  }

  /// East, north and up of the eye in the view's frame.
  ///
  /// Accuracy: a few nanometres in doubles, then rounded to single precision.
  @inline(__always)
  func offset(_ i: Int, _ j: Int, height: Float) -> SIMD3<Float> {
    let row = rows[j]
    let d =
      Self.ecef(columns[i], row.φ, row.radius, Double(height) * place.factor) - place.eye
    let frame = place.frame
    return SIMD3(Float(d.dot(frame.east)), Float(d.dot(frame.north)), Float(d.dot(frame.up)))
  }
}
