import BelvedereGeoMath

/// Where an eye stands in a Cartesian frame and which way it looks.
public struct CameraPose: Sendable, Hashable {
  /// The eye in metres.
  public let eye: Vector3
  /// Unit vectors of the line of sight, of the screen's right and of the screen's top; right =
  /// forward × up.
  public let forward, right, up: Vector3

  /// Makes a pose; the vectors must be orthonormal.
  public init(eye: Vector3, forward: Vector3, right: Vector3, up: Vector3) {
    self.eye = eye
    self.forward = forward
    self.right = right
    self.up = up
  }

  /// The matrix from the frame to the eye's axes of OpenGL, Vulkan and Metal: x right, y up, z
  /// backwards; made by GLM's look-at.
  ///
  /// Accuracy: 1e-15 in the rotation, 1e-15 of the eye's distance from the origin in the
  /// translation; held by `CameraMatrixTests`.
  public var viewMatrix: Matrix4 {
    // From the origin: the difference of two far positions would cost digits.
    Matrix4.lookAt(eye: .zero, target: forward, up: up) * Matrix4.translation(-eye)
  }

  /// The rotation and translation of OpenCV, whose camera looks along z with x right and y down:
  /// a position p of the frame has the camera coordinates R·p + t.
  public var openCV: (rotation: [Vector3], translation: Vector3) {
    let rows = [right, -up, forward]
    return (rows, Vector3(-right.dot(eye), up.dot(eye), -forward.dot(eye)))
  }
}
