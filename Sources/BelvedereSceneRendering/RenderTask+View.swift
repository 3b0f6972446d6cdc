import BelvedereCameraModel
import BelvedereRasterization

extension RenderTask {
  /// What the rasteriser sees of a camera's picture.
  ///
  /// - Parameters:
  ///   - scale: pixels a point.
  ///   - near: metres along the line of sight from which on something is drawn.
  static func rasterView(
    _ pose: CameraPose, _ viewport: Viewport, scale: Double, near: Double
  ) -> RasterView {
    let limit = 1...(1 << 24)
    return RasterView(
      projection: .perspective, eye: pose.eye, right: pose.right, up: pose.up,
      forward: pose.forward, focalLength: viewport.focalLength * scale,
      center: viewport.principalPoint * scale,
      width: Int(clamping: viewport.width * scale, in: limit),
      height: Int(clamping: viewport.height * scale, in: limit), near: near)
  }

  /// How high the sun stands, in degrees.
  var sunElevation: Double { earth.globe?.sky.sunElevation ?? light.sunElevation }
}
