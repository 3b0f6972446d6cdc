import BelvedereGeoMath

/// Up to 4,096 triangles that are culled, placed and numbered together.
public struct TriangleBatch: Sendable {
  /// The greatest number of triangles in a batch.
  public static let capacity = 4096

  /// Vertices relative to the batch's origin.
  public let positions: [SIMD3<Float>]
  /// Three indices a triangle; counter-clockwise seen from outside.
  public let indices: [UInt16]
  /// The vertices' colours for pictures without shading, or none: red in the lowest byte, then green
  /// and blue.
  public let colors: [UInt32]
  /// Whether triangles seen from behind are skipped.
  public var cullsBackFaces: Bool
  /// The corners of a box around the vertices, relative to the origin.
  public let lowerBound, upperBound: SIMD3<Float>
  /// How many triangles. Beside the box: what is culled by that alone needs nothing else of the batch.
  public let triangleCount: Int

  /// Makes a batch and its bounding box.
  public init(
    positions: [SIMD3<Float>], indices: [UInt16], cullsBackFaces: Bool, colors: [UInt32] = []
  ) {
    var low = SIMD3<Float>(repeating: .infinity)
    var high = -low
    for p in positions {
      // What is not a number is not compared: such vertices are never drawn.
      low.replace(with: p, where: p .< low)
      high.replace(with: p, where: p .> high)
    }
    self.init(
      positions: positions, indices: indices, cullsBackFaces: cullsBackFaces, low: low, high: high,
      colors: colors)
  }

  /// Makes a batch of vertices that lie in a box.
  public init(
    positions: [SIMD3<Float>], indices: [UInt16], cullsBackFaces: Bool, low: SIMD3<Float>,
    high: SIMD3<Float>, colors: [UInt32] = []
  ) {
    precondition(indices.count <= 3 * Self.capacity && positions.count <= 65536)
    precondition(colors.isEmpty || colors.count == positions.count, "a colour for each vertex")
    self.positions = positions
    self.indices = indices
    self.colors = colors
    self.cullsBackFaces = cullsBackFaces
    lowerBound = low
    upperBound = high
    triangleCount = indices.count / 3
  }

  /// The colour of a point of a triangle, from how much of each vertex is in it.
  func color(triangle: Int, _ weights: SIMD3<Double>) -> UInt32 {
    var result: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      var value = 0.5
      for i in 0..<3 {
        let index = Int(indices[3 * triangle + i])  // checked: UInt16 to Int
        value += weights[i] * Double(colors[index] >> shift & 255)
      }
      result |= UInt32(min(max(value, 0), 255)) << shift  // checked: within a byte
    }
    return result
  }
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
