import BelvedereGeoMath
import BelvedereGeodesy

/// Where a graphics interface has the axes of its clip space.
public enum ClipSpace: String, Sendable, Hashable, Codable, CaseIterable {
  /// y up, depth −1 at the near plane and 1 at the far plane.
  case openGL
  /// y down, depth 0 at the near plane and 1 at the far plane.
  case vulkan
  /// y up, depth 0 at the near plane and 1 at the far plane; Direct3D's as well.
  case metal
}

extension Viewport {
  /// The matrix from the eye's axes (x right, y up, z backwards) to clip space, edge padding
  /// included; made by GLM's perspective.
  ///
  /// - Parameters:
  ///   - space: The axes of clip space.
  ///   - near: Metres to the near plane, above 0.
  ///   - far: Metres to the far plane, beyond `near`; `nil` for none.
  ///   - reversedDepth: Whether the near plane has the far plane's depth and the other way round,
  ///     which gives a floating-point depth buffer its precision back (Upchurch & Desbrun 2012).
  /// - Throws: ``DomainError`` that names `near` or `far`.
  ///
  /// Accuracy: 1e-12 relative against the formulas of projection; held by `CameraMatrixTests`.
  public func clipMatrix(
    _ space: ClipSpace, near: Double, far: Double? = nil, reversedDepth: Bool = false
  ) throws(DomainError) -> Matrix4 {
    guard near.isFinite, near > 0 else {
      throw DomainError(field: "near", value: near, allowed: "a number of metres above 0")
    }
    if let far, !(far.isFinite && far > near) {
      throw DomainError(field: "far", value: far, allowed: "a number of metres beyond near")
    }
    let angle = Angle.degrees(fieldOfView)
    let aspect = width / height
    // Depth 0 … 1 with y up; for an infinite far plane by way of the reversed one.
    var matrix: Matrix4
    if let far {
      matrix = .perspective(verticalFieldOfView: angle, aspectRatio: aspect, near: near, far: far)
      if reversedDepth { matrix = Self.reversal * matrix }
    } else {
      matrix = .reversedInfinitePerspective(
        verticalFieldOfView: angle, aspectRatio: aspect, near: near)
      if !reversedDepth { matrix = Self.reversal * matrix }
    }
    let center = principalPoint
    matrix =
      .translation(
        Vector3(2 * center.x / width - 1, 1 - 2 * center.y / height, 0)) * matrix
    switch space {
    case .metal: return matrix
    case .vulkan:
      return Matrix4(
        SIMD4(1, 0, 0, 0), SIMD4(0, -1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1)) * matrix
    case .openGL:
      // z' = 2z − w.
      return Matrix4(
        SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 2, 0), SIMD4(0, 0, -1, 1)) * matrix
    }
  }

  /// z' = w − z.
  private static let reversal = Matrix4(
    SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, -1, 0), SIMD4(0, 0, 1, 1))

  /// The intrinsic matrix of OpenCV in rows, for a picture of so many pixels per point.
  ///
  /// OpenCV counts pixels from the middle of the first one, so the principal point lies half a pixel
  /// less from the edges than ``principalPoint``.
  ///
  /// - Parameter scale: Pixels per point.
  public func openCVIntrinsics(scale: Double = 1) -> [Vector3] {
    let k = focalLength * scale
    let center = principalPoint * scale
    return [Vector3(k, 0, center.x - 0.5), Vector3(0, k, center.y - 0.5), Vector3(0, 0, 1)]
  }
}
