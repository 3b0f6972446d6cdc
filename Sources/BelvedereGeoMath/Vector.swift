/// A two-dimensional vector or point.
public typealias Vector2 = SIMD2<Double>

/// A three-dimensional vector or point. In world frames x is east, y north, z up, in metres.
public typealias Vector3 = SIMD3<Double>

extension SIMD2 where Scalar == Double {
  /// The scalar product.
  @inlinable public func dot(_ other: Self) -> Double { x * other.x + y * other.y }

  /// The z component of the cross product: positive where `other` lies counter-clockwise of self.
  @inlinable public func cross(_ other: Self) -> Double { x * other.y - y * other.x }

  /// The Euclidean length.
  @inlinable public var length: Double { dot(self).squareRoot() }

  /// The vector turned by 90° counter-clockwise.
  @inlinable public var perpendicular: Self { Self(-y, x) }

  /// The unit vector of the same direction; zero stays zero.
  @inlinable public var normalized: Self {
    let l = length
    return l > 0 ? self / l : .zero
  }
}

extension SIMD3 where Scalar == Double {
  /// The scalar product.
  @inlinable public func dot(_ other: Self) -> Double {
    x * other.x + y * other.y + z * other.z
  }

  /// The right-handed vector product.
  @inlinable public func cross(_ other: Self) -> Self {
    Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The Euclidean length.
  @inlinable public var length: Double { dot(self).squareRoot() }

  /// The unit vector of the same direction; zero stays zero.
  @inlinable public var normalized: Self {
    let l = length
    return l > 0 ? self / l : .zero
  }

  /// The horizontal part.
  @inlinable public var xy: SIMD2<Double> { SIMD2(x, y) }
}

/// Linear interpolation: `a` at 0, `b` at 1.
@inlinable public func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { a + (b - a) * t }

/// Hermite's smooth step from 0 at `edge0` to 1 at `edge1`: C¹, monotone, clamped outside.
@inlinable public func smoothstep(_ edge0: Double, _ edge1: Double, _ x: Double) -> Double {
  let t = min(max((x - edge0) / (edge1 - edge0), 0), 1)
  return t * t * (3 - 2 * t)
}
