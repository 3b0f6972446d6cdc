import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel
import BelvedereTerrain

extension SolidScene {
  /// The same solids on the globe: every vertex at its own place and height above the ellipsoid.
  ///
  /// Each mesh has the axes of its own middle. Over its kilometre the Earth curves by 2 cm and a
  /// normal turns by 0.01°, which only the positions follow, not the faces' normals.
  ///
  /// - Parameter earlier: some of them that are drawn so.
  func onGlobe(
    _ extrusion: Extrusion, after earlier: SolidScene?, threads: Int
  ) -> SolidScene {
    drawn(after: earlier, threads: threads) { mesh in
      (extrusion == .full ? mesh : mesh.extruded(extrusion)).onGlobe()
    }
  }
}

extension SolidMesh {
  /// The mesh on the globe; `nil` where its origin is no place.
  func onGlobe() -> SolidMesh? {
    let middle = origin.coordinate
    guard let anchor = try? TangentFrame(origin: GeodeticPosition(middle, height: 0)) else {
      return nil
    }
    let flat = LocalFrame(origin: middle)
    func placed(_ v: SIMD3<Float>) -> SIMD3<Float> {
      let c = flat.coordinate(at: Vector2(Double(v.x), Double(v.y)))
      return SIMD3(
        single: anchor.differences.place(
          latitude: c.latitude, longitude: c.longitude, rise: Double(v.z)
        ).position)
    }
    var mesh = self
    mesh.anchor = anchor
    mesh.batch = TriangleBatch(
      positions: batch.positions.map(placed), indices: batch.indices,
      cullsBackFaces: batch.cullsBackFaces)
    mesh.faces = FrozenArray(
      (0..<faces.count).map { i in
        var face = faces.base[i]
        let foot = face.origin
        face.origin = placed(foot)
        if face.kind == .wall {
          // The flat map's metres are those of a sphere; windows are counted in true ones.
          let along = SIMD3(-face.normal.y, face.normal.x, 0) * face.size.x
          let way = placed(foot + along) - face.origin
          face.size.x = (way.x * way.x + way.y * way.y).squareRoot()
        }
        return face
      })
    mesh.refitSkins(from: self)
    return mesh
  }
}

/// What pictures ask of all of a scene's contents at once.
struct SceneMeasures: Sendable {
  /// `Scene.litBounds`.
  let litBounds: GeographicBounds?
  /// The height of the highest building; 0 without one.
  let highest: Double

  /// - Parameter bare: the scene without what is streamed.
  init(_ scene: Scene, bare: Scene) {
    litBounds = bare.litBounds
    highest = max(
      scene.buildings.reduce(0) { max($0, $1.height) },
      scene.models.reduce(0) { max($0, $1.height) })
  }

  /// Whether pictures of the globe leave out what stands on the ground: where a point of the screen is
  /// over a kilometre wide, and four times as wide as the highest building is high.
  ///
  /// - Parameters:
  ///   - distance: from the camera to the middle of the picture, in metres.
  ///   - focalLength: in points.
  func hidesSolids(fromSpace distance: Double, focalLength: Double) -> Bool {
    let wide = distance / focalLength
    return wide > 1000 && highest < wide / 4
  }
}
