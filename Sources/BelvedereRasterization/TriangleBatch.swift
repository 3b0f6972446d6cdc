import BelvedereGeoMath

/// Up to 4,096 triangles that are culled, placed and numbered together.
public struct TriangleBatch: Sendable {
  /// The greatest number of triangles in a batch.
  public static let capacity = 4096

  /// Vertices relative to the batch's origin.
  public var positions: [SIMD3<Float>]
  /// Three indices a triangle; counter-clockwise seen from outside.
  public var indices: [UInt16]
  /// Whether triangles seen from behind are skipped.
  public var cullsBackFaces: Bool
  /// The centre and radius of a sphere around the vertices, relative to the origin.
  public var boundingCenter: SIMD3<Float>
  public var boundingRadius: Float

  /// Makes a batch and its bounding sphere.
  public init(positions: [SIMD3<Float>], indices: [UInt16], cullsBackFaces: Bool) {
    precondition(indices.count <= 3 * Self.capacity && positions.count <= 65536)
    self.positions = positions
    self.indices = indices
    self.cullsBackFaces = cullsBackFaces
    var low = SIMD3<Float>(repeating: .infinity)
    var high = -low
    for p in positions {
      low = pointwiseMin(low, p)
      high = pointwiseMax(high, p)
    }
    boundingCenter = positions.isEmpty ? .zero : (low + high) / 2
    let half = positions.isEmpty ? SIMD3<Float>.zero : (high - low) / 2
    boundingRadius = (half * half).sum().squareRoot()
  }

  /// How many triangles.
  public var triangleCount: Int { indices.count / 3 }
}

/// Where a batch stands: position = origin + axes · (scale · vertex), scaled component by component.
public struct BatchPlacement: Sendable {
  /// The index of the batch among those that are drawn; part of each triangle's number.
  public var batch: Int
  /// The position of the batch's origin.
  public var origin: Vector3
  /// Factors of the vertices' components.
  public var scale: Vector3
  /// Unit vectors, at right angles, along which the vertices' components lie; `nil` for those of the
  /// frame itself.
  public var axes: (x: Vector3, y: Vector3, z: Vector3)?

  /// Makes a placement.
  public init(
    batch: Int, origin: Vector3, scale: Vector3 = Vector3(1, 1, 1),
    axes: (x: Vector3, y: Vector3, z: Vector3)? = nil
  ) {
    self.batch = batch
    self.origin = origin
    self.scale = scale
    self.axes = axes
  }

  /// The position of a vertex.
  func position(of vertex: Vector3) -> Vector3 {
    let v = vertex * scale
    guard let axes else { return origin + v }
    return origin + (axes.x * v.x + axes.y * v.y + axes.z * v.z)
  }

  /// The vector whose product with a vertex is that of a direction with the placed vertex.
  func pullBack(_ direction: Vector3) -> Vector3 {
    guard let axes else { return direction * scale }
    return Vector3(direction.dot(axes.x), direction.dot(axes.y), direction.dot(axes.z)) * scale
  }
}

/// Which triangle a sample shows: the batch in the upper 20 bits, the triangle in the lower 12.
public struct TriangleID: Sendable, Hashable {
  /// The number; ``none`` where nothing was drawn.
  public var rawValue: UInt32

  /// Nothing.
  public static let none = TriangleID(rawValue: .max)

  /// Makes an identifier from its number.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The greatest number of batches.
  public static let maximumBatches = (1 << 20) - 1

  /// The batch.
  @inlinable public var batch: Int { Int(rawValue >> 12) }
  /// The triangle in its batch.
  @inlinable public var triangle: Int { Int(rawValue & 4095) }
}
