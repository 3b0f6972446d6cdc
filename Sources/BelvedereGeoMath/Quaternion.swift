internal import CBelvedereGLM

/// A unit quaternion: a rotation in space.
public struct Quaternion: Sendable, Hashable {
  /// Vector part and scalar part.
  public var x, y, z, w: Double

  /// Makes a quaternion from its components; they are not normalised.
  public init(x: Double, y: Double, z: Double, w: Double) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  /// No rotation.
  public static let identity = Quaternion(x: 0, y: 0, z: 0, w: 1)

  /// The right-handed rotation by `angle` about `axis`, which need not have unit length.
  public init(axis: Vector3, angle: Angle) {
    self.init(bv_quat_axis_angle(bv_vec3(axis), angle.radians))
  }

  /// The rotation `b` followed by the rotation `a`.
  public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(bv_quat_multiply(a.glm, b.glm))
  }

  /// Spherical linear interpolation along the shorter arc (Shoemake 1985).
  public static func slerp(_ a: Quaternion, _ b: Quaternion, _ t: Double) -> Quaternion {
    Quaternion(bv_quat_slerp(a.glm, b.glm, t))
  }

  /// The vector turned by this rotation.
  public func rotate(_ v: Vector3) -> Vector3 { Vector3(bv_quat_rotate(glm, bv_vec3(v))) }

  /// The same rotation as a matrix.
  public var matrix: Matrix4 { Matrix4(bv_quat_matrix(glm)) }

  private init(_ q: bv_quat) { self.init(x: q.x, y: q.y, z: q.z, w: q.w) }
  private var glm: bv_quat { bv_quat(x: x, y: y, z: z, w: w) }
}
