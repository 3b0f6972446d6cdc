import BelvedereGeoMath

/// An affine map of space: a node's place in its parent or in the scene.
struct GLTFTransform {
  /// Where the axes and the origin come to lie.
  var x = Vector3(1, 0, 0)
  var y = Vector3(0, 1, 0)
  var z = Vector3(0, 0, 1)
  var origin = Vector3.zero

  static let identity = GLTFTransform()

  private init() {}

  /// A node's own: its matrix, or scale, rotation and translation one after the other.
  init(_ node: GLTFNode) throws(GLTFError) {
    if let matrix = node["matrix"] {
      let m = try matrix.numbers(16)
      x = Vector3(m[0], m[1], m[2])
      y = Vector3(m[4], m[5], m[6])
      z = Vector3(m[8], m[9], m[10])
      origin = Vector3(m[12], m[13], m[14])
      return
    }
    if let rotation = node["rotation"] {
      let q = try rotation.numbers(4)
      let length = q.reduce(0) { $0 + $1 * $1 }.squareRoot()
      guard length > 1e-9 else { throw rotation.error("is not a rotation") }
      let (a, b, c, w) = (q[0] / length, q[1] / length, q[2] / length, q[3] / length)
      x = Vector3(1 - 2 * (b * b + c * c), 2 * (a * b + w * c), 2 * (a * c - w * b))
      y = Vector3(2 * (a * b - w * c), 1 - 2 * (a * a + c * c), 2 * (b * c + w * a))
      z = Vector3(2 * (a * c + w * b), 2 * (b * c - w * a), 1 - 2 * (a * a + b * b))
    }
    if let scale = try node["scale"]?.numbers(3) {
      (x, y, z) = (x * scale[0], y * scale[1], z * scale[2])
    }
    if let place = try node["translation"]?.numbers(3) {
      origin = Vector3(place[0], place[1], place[2])
    }
  }

  func position(_ p: Vector3) -> Vector3 { direction(p) + origin }

  func direction(_ d: Vector3) -> Vector3 { x * d.x + y * d.y + z * d.z }

  /// Of normals, which stay at right angles to surfaces: the cofactors of the linear part.
  func normal(_ n: Vector3) -> Vector3 {
    let sum = y.cross(z) * n.x + z.cross(x) * n.y + x.cross(y) * n.z
    return isMirrored ? -sum : sum
  }

  /// Whether it turns right hands into left ones.
  var isMirrored: Bool { x.cross(y).dot(z) < 0 }

  /// This one after another one.
  func after(_ first: GLTFTransform) -> GLTFTransform {
    var result = GLTFTransform()
    (result.x, result.y, result.z) = (direction(first.x), direction(first.y), direction(first.z))
    result.origin = position(first.origin)
    return result
  }
}
