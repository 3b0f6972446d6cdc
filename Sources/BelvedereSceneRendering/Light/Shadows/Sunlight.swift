import BelvedereGeoMath

/// How much sunlight arrives where.
protocol Sunlight: Sendable {
  /// The part of the sunlight that arrives, 0 to 1.
  ///
  /// - Parameters:
  ///   - position: in the picture's frame.
  ///   - depth: metres along the line of sight.
  ///   - normal: the surface's, in the picture's frame.
  ///   - bias: metres by which the surface is uncertain.
  func light(at position: Vector3, depth: Float, normal: SIMD3<Float>, bias: Float) -> Float
}

/// No shadows: the sun is down.
struct Unshaded: Sunlight {
  func light(at position: Vector3, depth: Float, normal: SIMD3<Float>, bias: Float) -> Float { 1 }
}
