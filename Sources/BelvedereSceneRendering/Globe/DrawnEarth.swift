import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereTerrain

/// The Earth under a picture, in the frame of the picture: where map and solids lie in it.
struct DrawnEarth {
  /// The map's metric frame at the camera's centre: the frame of a picture of the flat map.
  let frame: LocalFrame
  /// `nil` for a picture of the flat map.
  let globe: GlobePicture?

  /// The map point under an eye: on the globe that of the place below it.
  func mapPoint(under eye: Vector3) -> MapPoint {
    globe?.ground.below.mapPoint ?? frame.mapPoint(at: eye.xy)
  }

  /// The Earth on which the ground's mesh is made.
  var meshEarth: TerrainMeshView.Earth {
    if let globe { return .globe(globe.ground.frame) }
    return .flat(origin: frame.origin, metersPerMapPoint: frame.metersPerMapPoint)
  }

  /// Where a mesh of solids stands.
  func placement(_ mesh: SolidMesh, batch: Int) -> BatchPlacement {
    if let anchor = mesh.anchor, let globe {
      let view = globe.ground.frame
      func framed(_ v: Vector3) -> Vector3 {
        Vector3(v.dot(view.east), v.dot(view.north), v.dot(view.up))
      }
      return BatchPlacement(
        batch: batch, origin: view.position(ofECEF: anchor.ecefOrigin),
        axes: (framed(anchor.east), framed(anchor.north), framed(anchor.up)))
    }
    let p = frame.position(of: mesh.origin)
    let scale = frame.metersPerMapPoint / mesh.metersPerMapPoint
    return BatchPlacement(
      batch: batch, origin: Vector3(p.x, p.y, 0), scale: Vector3(scale, scale, 1))
  }

  /// How a mesh of solids is lit; `nil` in the flat map, where all are lit alike.
  func site(_ mesh: SolidMesh) -> SolidSite? {
    guard let anchor = mesh.anchor, let globe else { return nil }
    let axes = LocalAxes(
      east: globe.ground.framed(anchor.east), north: globe.ground.framed(anchor.north),
      up: globe.ground.framed(anchor.up))
    return SolidSite(axes: axes, light: globe.sky.light(axes))
  }
}
