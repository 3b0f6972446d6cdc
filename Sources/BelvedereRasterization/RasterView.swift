import BelvedereGeoMath

/// How positions become pixels.
///
/// A position v relative to the eye has view coordinates (v·right, v·up, v·forward). Pixels have
/// their origin at the top left, x right, y down, centres at +0.5.
public struct RasterView: Sendable {
  /// The two projections.
  public enum Projection: Sendable {
    /// x = cx + k·vx/vz; the depth value is 1/vz less an offset, which is linear on the screen.
    case perspective
    /// x = cx + k·vx; the depth value is `far` − vz.
    case parallel(far: Double)
  }

  /// The projection.
  public var projection: Projection
  /// The eye.
  public var eye: Vector3
  /// Unit vectors of the screen's axes and of the line of sight.
  public var right, up, forward: Vector3
  /// Pixels a unit at depth 1.
  public var focalLength: Double
  /// The pixel position of the line of sight.
  public var center: Vector2
  /// The size of the picture in pixels.
  public var width, height: Int
  /// Nothing nearer than this is drawn.
  public var near: Double
  /// What is subtracted from 1/vz in a perspective's depth values; what would be negative is 0.
  ///
  /// With 0 depth values resolve about a ten-millionth of the distance: 2 m at 20,000 km. With 1/d they
  /// resolve about a ten-millionth of how much nearer than d something is: for a scene that is all far
  /// away, d is the distance of what is farthest.
  public var depthOffset: Double

  /// Makes a view.
  public init(
    projection: Projection, eye: Vector3, right: Vector3, up: Vector3, forward: Vector3,
    focalLength: Double, center: Vector2, width: Int, height: Int, near: Double,
    depthOffset: Double = 0
  ) {
    self.projection = projection
    self.eye = eye
    self.right = right
    self.up = up
    self.forward = forward
    self.focalLength = focalLength
    self.center = center
    self.width = width
    self.height = height
    self.near = near
    self.depthOffset = depthOffset
  }
}
