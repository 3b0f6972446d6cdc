import BelvedereGeoMath

/// A ray in the coordinates of a ``TerrainSurface``: x map points east, y map points south, z metres.
public struct SurfaceRay: Sendable, Hashable {
  /// Where t is 0.
  public var origin: Vector3
  /// What is added for each unit of t. Its length is free: with a step of one metre t is metres.
  public var direction: Vector3
  /// The part that counts, both ends included; the maximum may be infinite.
  public var minimum, maximum: Double

  /// Makes a ray.
  @inlinable public init(
    origin: Vector3, direction: Vector3, minimum: Double = 0, maximum: Double = .infinity
  ) {
    self.origin = origin
    self.direction = direction
    self.minimum = minimum
    self.maximum = maximum
  }

  /// The position at a parameter.
  @inlinable public func position(at t: Double) -> Vector3 { origin + direction * t }
}

/// Where a ray meets the ground.
public struct TerrainHit: Sendable, Hashable {
  /// The ray's parameter.
  public var t: Double
  /// The cell by its north-west sample.
  public var column, row: Int
  /// The place in the surface's coordinates. In x it may lie worlds away from the surface, where the
  /// ray is. z is the surface's, not the ray's; they differ by rounding.
  public var position: Vector3
  /// Metres that the ground rises for each map point east and south.
  public var gradient: Vector2

  /// Whether the ray came from below the ground.
  public func isFromBelow(_ ray: SurfaceRay) -> Bool {
    ray.direction.z > gradient.dot(ray.direction.xy)
  }
}

/// What a ray meets.
public enum TerrainCast: Sendable, Hashable {
  /// The ground.
  case hit(TerrainHit)
  /// Nothing: the sky, what lies beyond the grid, a hole, or the ray's end before the ground.
  case miss
  /// The ray is none: a number is not finite or above 1e60, the direction is zero or below
  /// 1e-60.
  case invalidRay

  /// The place, if there is one.
  @inlinable public var hit: TerrainHit? {
    if case .hit(let hit) = self { hit } else { nil }
  }
}
