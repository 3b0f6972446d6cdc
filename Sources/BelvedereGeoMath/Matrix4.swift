internal import CBelvedereGLM

/// A 4 × 4 matrix of doubles, column-major; points are columns and are multiplied from the right.
///
/// The arithmetic that runs often is Swift; inverse, look-at, projection and batches are GLM's.
public struct Matrix4: Sendable, Hashable {
  /// The columns.
  public var c0, c1, c2, c3: SIMD4<Double>

  /// Makes a matrix from its columns.
  @inlinable
  public init(_ c0: SIMD4<Double>, _ c1: SIMD4<Double>, _ c2: SIMD4<Double>, _ c3: SIMD4<Double>) {
    self.c0 = c0
    self.c1 = c1
    self.c2 = c2
    self.c3 = c3
  }

  /// The identity.
  @inlinable public static var identity: Matrix4 {
    Matrix4(
      SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))
  }

  /// The translation by `t`.
  @inlinable public static func translation(_ t: Vector3) -> Matrix4 {
    Matrix4(
      SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(t.x, t.y, t.z, 1))
  }

  @inlinable public static func * (m: Matrix4, v: SIMD4<Double>) -> SIMD4<Double> {
    m.c0 * v.x + m.c1 * v.y + m.c2 * v.z + m.c3 * v.w
  }

  @inlinable public static func * (a: Matrix4, b: Matrix4) -> Matrix4 {
    Matrix4(a * b.c0, a * b.c1, a * b.c2, a * b.c3)
  }

  /// The inverse. A singular matrix gives components that are not finite.
  ///
  /// Accuracy: ‖M·M⁻¹ − 1‖ ≤ 1e-12·κ(M), held by `Matrix4Tests`. Source: GLM, cofactors.
  public var inverse: Matrix4 { Matrix4(withGLM { bv_mat4_inverse($0) }) }

  /// The determinant.
  public var determinant: Double { withGLM { bv_mat4_determinant($0) } }

  /// The view matrix of an eye that looks at a target: right is x, up is y, backwards is z.
  public static func lookAt(eye: Vector3, target: Vector3, up: Vector3) -> Matrix4 {
    Matrix4(bv_look_at(bv_vec3(eye), bv_vec3(target), bv_vec3(up)))
  }

  /// A perspective projection with depth 0 at the near plane and 1 at the far plane.
  public static func perspective(
    verticalFieldOfView: Angle, aspectRatio: Double, near: Double, far: Double
  ) -> Matrix4 {
    Matrix4(bv_perspective(verticalFieldOfView.radians, aspectRatio, near, far))
  }

  /// A perspective projection with depth 1 at the near plane and 0 at infinity.
  ///
  /// Floats are densest near zero, which undoes the crowding of depth at the near plane.
  /// Source: Upchurch & Desbrun, "Tightening the Precision of Perspective Rendering", 2012.
  public static func reversedInfinitePerspective(
    verticalFieldOfView: Angle, aspectRatio: Double, near: Double
  ) -> Matrix4 {
    Matrix4(
      bv_perspective_infinite_reversed(verticalFieldOfView.radians, aspectRatio, near))
  }

  /// The homogeneous images of points, `self · (p, 1)`, without the perspective division.
  public func transform(_ points: [Vector3]) -> [SIMD4<Double>] {
    let packed = points.map { bv_vec3($0) }
    let images = [bv_vec4](unsafeUninitializedCapacity: points.count) { buffer, count in
      if let out = buffer.baseAddress {
        packed.withUnsafeBufferPointer { source in
          withGLM { bv_transform_points($0, source.baseAddress, out, source.count) }
        }
      }
      count = points.count
    }
    return images.map { SIMD4($0.x, $0.y, $0.z, $0.w) }
  }

  init(_ m: bv_mat4) {
    func column(_ c: bv_vec4) -> SIMD4<Double> { SIMD4(c.x, c.y, c.z, c.w) }
    self.init(column(m.c0), column(m.c1), column(m.c2), column(m.c3))
  }

  /// Both layouts are sixteen doubles in columns, and Swift's alignment is the stricter one.
  private func withGLM<Result>(_ body: (UnsafePointer<bv_mat4>) -> Result) -> Result {
    withUnsafePointer(to: self) {
      $0.withMemoryRebound(to: bv_mat4.self, capacity: 1) { body($0) }
    }
  }
}

extension bv_vec3 {
  init(_ v: Vector3) { self.init(x: v.x, y: v.y, z: v.z) }
}

extension SIMD3 where Scalar == Double {
  init(_ v: bv_vec3) { self.init(v.x, v.y, v.z) }
}
