import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTerrain

extension TerrainFrustum {
  /// What a view shows, for positions relative to an eye that may be another's.
  init(_ view: RasterView, from eye: Vector3) {
    let k = view.focalLength
    let right = Double(view.width) - view.center.x
    let bottom = Double(view.height) - view.center.y
    var planes: [(normal: Vector3, offset: Double)] = [(view.forward, -view.near)]
    switch view.projection {
    case .perspective:
      planes += [
        (view.forward * (view.center.x / k) + view.right, 0),
        (view.forward * (right / k) - view.right, 0),
        (view.forward * (view.center.y / k) - view.up, 0),
        (view.forward * (bottom / k) + view.up, 0),
      ]
    case .parallel:
      planes += [
        (view.right, view.center.x / k), (-view.right, right / k),
        (-view.up, view.center.y / k), (view.up, bottom / k),
      ]
    }
    let shift = eye - view.eye
    self.init(planes: planes.map { ($0.normal, $0.offset + $0.normal.dot(shift)) })
  }
}

extension RasterView {
  /// How much more a metre in the farthest corner may show than one in the middle.
  var cornerSpread: Double {
    let x = max(center.x, Double(width) - center.x) / focalLength
    let y = max(center.y, Double(height) - center.y) / focalLength
    return 1 + x * x + y * y
  }
}
