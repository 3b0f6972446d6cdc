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

  /// Makes a batch and its bounding box.
  public init(
    positions: [SIMD3<Float>], indices: [UInt16], cullsBackFaces: Bool, colors: [UInt32] = []
  ) {
    precondition(indices.count <= 3 * Self.capacity && positions.count <= 65536)
    precondition(colors.isEmpty || colors.count == positions.count, "a colour for each vertex")
    self.positions = positions
    self.indices = indices
    self.colors = colors
    self.cullsBackFaces = cullsBackFaces
    var low = SIMD3<Float>(repeating: .infinity)
    var high = -low
    for p in positions {
      // What is not a number is not compared: such vertices are never drawn.
      low.replace(with: p, where: p .< low)
      high.replace(with: p, where: p .> high)
    }
    lowerBound = low
    upperBound = high
  }

  /// How many triangles.
  public var triangleCount: Int { indices.count / 3 }

  /// The colour of a point of a triangle, from how much of each vertex is in it.
  func color(triangle: Int, _ weights: SIMD3<Double>) -> UInt32 {
    var result: UInt32 = 0
    for shift in stride(from: 0 as UInt32, to: 32, by: 8) {
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

/// Where a batch stands: position = origin + scale · vertex, component by component.
public struct BatchPlacement: Sendable {
  /// The index of the batch among those that are drawn; part of each triangle's number.
  public var batch: Int
  /// The position of the batch's origin.
  public var origin: Vector3
  /// Factors of the vertices' components.
  public var scale: Vector3

  /// Makes a placement.
  public init(batch: Int, origin: Vector3, scale: Vector3 = Vector3(1, 1, 1)) {
    self.batch = batch
    self.origin = origin
    self.scale = scale
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
